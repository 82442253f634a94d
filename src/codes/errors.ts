// A file that is not checked at all, and why.

/** What a path leads to that is no plain file. */
export type SpecialFile = 'folder' | 'pipe' | 'socket' | 'device';

/** Why a workbook is not read. */
export type WorkbookReason =
  | 'encrypted'
  | 'damaged'
  /** More parts, bytes, rows or text than a workbook of codes has. */
  | 'tooLarge'
  | 'notAWorkbook'
  | 'noSheets'
  | 'noSuchSheet'
  /** Every sheet that was looked at. */
  | 'empty';

export type CodeFileErrorData =
  | { readonly kind: 'notAFile'; readonly what: SpecialFile }
  | { readonly kind: 'empty' }
  | { readonly kind: 'tooLarge'; readonly bytes: number; readonly limit: number }
  /** What the file is instead: zip, pdf, png, … */
  | { readonly kind: 'binary'; readonly format: string }
  /**
   * The first byte that is not text in the encoding that the file seems to have; and the first that Windows-1252 does not define either, or the
   * line of the byte where the rest tells that the encoding is the right one.
   */
  | {
      readonly kind: 'encoding';
      readonly encoding: string;
      readonly offset: number;
      readonly undefinedAt?: number;
      readonly line?: number;
    }
  | { readonly kind: 'lineTooLong'; readonly line: number; readonly limit: number }
  | { readonly kind: 'tooManyColumns'; readonly line: number; readonly columns: number; readonly limit: number }
  | { readonly kind: 'tooManyCodes'; readonly limit: number }
  | { readonly kind: 'noSuchColumn'; readonly column: number; readonly columns: number }
  | { readonly kind: 'unclearColumn'; readonly candidates: readonly number[] }
  /** Somebody wrote to the file while it was read. */
  | { readonly kind: 'changed' }
  /** `where`: the part of the workbook, its sheet or its cell. */
  | { readonly kind: 'workbook'; readonly reason: WorkbookReason; readonly where?: string }
  /** A file is never written over itself. */
  | { readonly kind: 'sameFile' }
  | { readonly kind: 'openQuote'; readonly line: number; readonly column: number };

type CodeFileErrorKind = CodeFileErrorData['kind'];

export class CodeFileError extends Error {
  override readonly name = 'CodeFileError';
  readonly kind: CodeFileErrorKind;
  readonly data: CodeFileErrorData;

  constructor(data: CodeFileErrorData) {
    // English: its data says it to people.
    super(`The file of codes was refused: ${JSON.stringify(data)}`);
    this.kind = data.kind;
    this.data = data;
  }
}
