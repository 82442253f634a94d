// The texts about a file of codes: its problems, and why it was refused. Whatever only the editor can do about them is said there.
import { countText, l10nKey, t } from '../client/l10n.ts';
import type { CodeFileErrorData, SpecialFile, WorkbookReason } from './errors.ts';
import type { Preflight } from './preflight.ts';
import type { CodeDifference, LineEnd, Problem, ProblemKind } from './problems.ts';

/** One text for each kind; several kinds may share a member of the union. */
type TextsOf<Union extends { readonly kind: string }> = {
  readonly [Kind in Union['kind']]: (
    data: Union extends { readonly kind: infer K } ? (Kind extends K ? Union : never) : never,
    file: string,
  ) => string;
};

/** A text of a table of keys. */
const translated = (key: string, ...values: (string | number)[]) => t(key, ...values);

const controlText = ({ character }: { readonly character: string }) => t('A control character, {0}.', character);

const problemTexts: TextsOf<Problem> = {
  blank: ({ wholeLine }) => (wholeLine ? t('A blank line.') : t('There is no code in this row.')),
  aboveHeader: () => t('This line stands above the rows with codes: the service may take it for a code.'),
  finalBlankLine: ({ lines }) => t('The file ends with blank lines: {0}.', lines),
  duplicate: ({ code, firstLine }) => t('{0} is there already, on line {1}.', code, firstLine),
  lookAlike: ({ code, firstLine, differsIn }) => translated(lookAlikeTexts.line[differsIn], code, firstLine),
  whitespace: ({ where }) => translated(whitespaceTexts[where]),
  invisible: ({ character }) => t('The code has an invisible character, {0}.', character),
  control: controlText,
  nul: controlText,
  replaced: ({ character }) =>
    t('{0} stands where a character was lost: the file was once saved in another encoding.', character),
  decomposed: () => t('An accent is written as a character of its own; typed by hand, the code is another one.'),
  tooLong: ({ length, limit }) => t('The code has {0} characters; the most is {1}.', length, limit),
  exponent: ({ code, damaged }) =>
    damaged
      ? t('{0} was a number in a spreadsheet, which lost digits of it.', code)
      : t('A spreadsheet would take {0} for a number and change it.', code),
  spreadsheetError: ({ code }) => t('{0} is an error of a spreadsheet, not a code.', code),
  lostZeros: ({ code, length, expected }) =>
    t('{0} has {1} digits where others have {2}: a spreadsheet may have taken zeros away.', code, length, expected),
  leadingZeros: ({ codes }) =>
    t('Codes that begin with zeros: {0}. A spreadsheet that opens the file takes the zeros away.', codes),
  date: ({ place, code }) => t('{0} is a date, {1}: the spreadsheet has made it of what was typed.', place, code),
  lostDigits: ({ place, code }) =>
    t('{0} is a number of which the spreadsheet keeps 15 digits, {1}: the others are lost.', place, code),
  noResult: ({ place }) => t('{0} is a formula, and the file does not have its result.', place),
  uneven: ({ found, expected }) => t('The row has {0} cells where others have {1}.', found, expected),
  openQuote: () => t('This quote is never closed: nothing behind it was checked.'),
  strayQuote: () => t('A quote in the middle of a cell.'),
  mixedLineEnds: ({ counts }) => t('The file mixes line ends: {0}.', lineEndCounts(counts)),
  crLineEnds: () => t('Lines end with a carriage return alone, which few programs understand.'),
};

const lookAlikeTexts: Record<'line' | 'row', Record<CodeDifference, string>> = {
  line: {
    case: l10nKey('{0} differs from line {1} in upper and lower case only.'),
    spaces: l10nKey('{0} differs from line {1} in spaces only.'),
    invisible: l10nKey('{0} differs from line {1} in invisible characters only.'),
    normalisation: l10nKey('{0} looks the same as line {1} and is written otherwise.'),
  },
  row: {
    case: l10nKey('{0} differs from row {1} in upper and lower case only.'),
    spaces: l10nKey('{0} differs from row {1} in spaces only.'),
    invisible: l10nKey('{0} differs from row {1} in invisible characters only.'),
    normalisation: l10nKey('{0} looks the same as row {1} and is written otherwise.'),
  },
};

const whitespaceTexts: Record<Extract<Problem, { kind: 'whitespace' }>['where'], string> = {
  start: l10nKey('The code begins with a space.'),
  end: l10nKey('The code ends with a space.'),
  inside: l10nKey('The code has a space that is no plain one.'),
};

/** `place`: what a workbook has is a row, and no line. */
export function problemText(problem: Problem, place: 'line' | 'row' = 'line'): string {
  if (place === 'row' && problem.kind === 'duplicate')
    return t('{0} is there already, on row {1}.', problem.code, problem.firstLine);
  if (place === 'row' && problem.kind === 'lookAlike')
    return translated(lookAlikeTexts.row[problem.differsIn], problem.code, problem.firstLine);
  const text = problemTexts[problem.kind] as (problem: Problem) => string;
  return text(problem);
}

const lineEndNames: Record<LineEnd, string> = { crlf: 'CRLF', lf: 'LF', cr: 'CR' };

function lineEndCounts(counts: Readonly<Record<LineEnd, number>>): string {
  const used = Object.entries(counts).filter(([, count]) => count > 0) as [LineEnd, number][];
  return used.map(([end, count]) => `${lineEndNames[end]} ${countText(count)}`).join(', ');
}

const kindNames: Record<ProblemKind, string> = {
  blank: l10nKey('Rows without a code'),
  aboveHeader: l10nKey('Lines above the header'),
  finalBlankLine: l10nKey('Blank lines at the end'),
  duplicate: l10nKey('Duplicates'),
  lookAlike: l10nKey('Look-alikes'),
  whitespace: l10nKey('Spaces in codes'),
  invisible: l10nKey('Invisible characters'),
  control: l10nKey('Control characters'),
  nul: l10nKey('NUL characters'),
  replaced: l10nKey('Lost characters'),
  decomposed: l10nKey('Accents as characters of their own'),
  tooLong: l10nKey('Codes that are too long'),
  exponent: l10nKey('Numbers of a spreadsheet'),
  spreadsheetError: l10nKey('Errors of a spreadsheet'),
  lostZeros: l10nKey('Lost zeros'),
  leadingZeros: l10nKey('Leading zeros'),
  date: l10nKey('Codes that became dates'),
  lostDigits: l10nKey('Numbers that have lost digits'),
  noResult: l10nKey('Formulas without a result'),
  uneven: l10nKey('Rows of other lengths'),
  openQuote: l10nKey('Open quotes'),
  strayQuote: l10nKey('Stray quotes'),
  mixedLineEnds: l10nKey('Mixed line ends'),
  crLineEnds: l10nKey('Old line ends'),
};

export function kindText(kind: ProblemKind): string {
  return translated(kindNames[kind]);
}

export function specialText(name: string, what: SpecialFile): string {
  switch (what) {
    case 'folder':
      return t('{0} is a folder, not a file. Choose another.', name);
    case 'pipe':
      return t('{0} is a pipe, not a file. Choose another.', name);
    case 'socket':
      return t('{0} is a socket, not a file. Choose another.', name);
    case 'device':
      return t('{0} is a device, not a file. Choose another.', name);
  }
}

const brokenText = l10nKey(
  '{0} is {1}, but a character on line {2} is broken, the byte at offset {3}. Correct that line and save the file, or choose on its check page in which encoding it is read.',
);

const errorTexts: TextsOf<CodeFileErrorData> = {
  notAFile: ({ what }, file) => specialText(file, what),
  empty: (_, file) => t('{0} is empty. Choose another.', file),
  tooLarge: ({ bytes, limit }, file) =>
    t('{0} is too large: {1}, where the most is {2}. Split it.', file, sizeText(bytes), sizeText(limit)),
  binary: ({ format }, file) =>
    format === 'xlsx'
      ? t('{0} is an Excel workbook, not a CSV file. Give it a name that ends with .xlsx, then check it again.', file)
      : t('{0} is no CSV file but {1}. Save it as CSV (UTF-8) in the program that made it.', file, format.toUpperCase()),
  encoding: ({ encoding, offset, undefinedAt, line }, file) => {
    if (line !== undefined) return t(brokenText, file, encodingName(encoding), countText(line), countText(offset));
    return undefinedAt === undefined
      ? t('{0} is not {1}: the byte at offset {2} is wrong. Save it as UTF-8.', file, encodingName(encoding), countText(offset))
      : t(
          '{0} is neither UTF-8 nor Windows-1252: the byte at offset {1} is wrong in the one, the byte at offset {2} in the other. Save it as UTF-8.',
          file,
          countText(offset),
          countText(undefinedAt),
        );
  },
  lineTooLong: ({ line, limit }, file) =>
    t('Line {1} of {0} is longer than {2}. Is it a CSV file?', file, countText(line), sizeText(limit)),
  tooManyColumns: ({ columns, limit }, file) =>
    t('{0} has {1} columns, where the most is {2}. Is it a CSV file?', file, countText(columns), countText(limit)),
  tooManyCodes: ({ limit }, file) => t('{0} has more than {1} codes. Split it.', file, countText(limit)),
  noSuchColumn: ({ columns, column }, file) => {
    const wanted = countText(column + 1);
    return t(
      '{0} has {1} columns, so there is no column {2}. Check it again and choose another.',
      file,
      countText(columns),
      wanted,
    );
  },
  unclearColumn: (_, file) => t('It is not clear which column of {0} holds the codes. Check it and choose the column.', file),
  changed: (_, file) => t('Somebody wrote to {0} while it was read. Try again.', file),
  workbook: ({ reason, where = '' }, file) => translated(workbookTexts[reason], file, where),
  sameFile: (_, file) => t('{0} is never written over.', file),
  openQuote: ({ line }, file) =>
    t('Line {1} of {0} has a quote that is never closed. Close it, and try again.', file, countText(line)),
};

const workbookTexts: Record<WorkbookReason, string> = {
  encrypted: l10nKey('{0} has a password. Save it without one in the program that made it, and try again.'),
  damaged: l10nKey('{0} is damaged and cannot be read. Open it in a spreadsheet program and save it again.'),
  tooLarge: l10nKey('{0} holds more than a workbook of codes can have. Save the sheet with the codes as a file of its own.'),
  notAWorkbook: l10nKey('{0} is no Excel workbook (.xlsx). Save it as one, or as CSV (UTF-8), in the program that made it.'),
  noSheets: l10nKey('{0} has no sheet with rows. Choose another file.'),
  noSuchSheet: l10nKey('{0} has no sheet {1}. Choose another sheet.'),
  empty: l10nKey('{0} has no cell with a value in the sheets that are shown. Choose another sheet or file.'),
};

/** Why nothing was checked, and what to do about it. */
export function errorText(file: string, data: CodeFileErrorData): string {
  const text = errorTexts[data.kind] as (data: CodeFileErrorData, file: string) => string;
  return text(data, file);
}

const encodingNames: Partial<Record<string, string>> = {
  'windows-1252': 'Windows-1252',
  'iso-8859-1': 'ISO-8859-1 (Latin-1)',
};

export function encodingName(encoding: string): string {
  return encodingNames[encoding] ?? encoding.toUpperCase();
}

/** The encoding in which a file was read, and why. */
export function encodingText({
  encoding,
  isEncodingChosen,
  hasByteOrderMark,
}: Pick<Preflight, 'encoding' | 'isEncodingChosen' | 'hasByteOrderMark'>): string {
  const name = encodingName(encoding);
  if (isEncodingChosen) return t('read as {0}, which was chosen', name);
  if (encoding === 'windows-1252') return t('read as {0}, as Excel saves it', name);
  return hasByteOrderMark ? t('{0} with byte order mark', name) : name;
}

export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${countText(bytes / 1024 ** power, 1)} ${units[power]}`;
}
