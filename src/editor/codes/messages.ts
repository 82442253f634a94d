// What the editor says of a file of codes beside its problems: what can be fixed, and what was chosen for it.
import { countText, l10nKey, t } from '../../client/l10n.ts';
import type { CodeFileErrorData, Encoding, ProblemKind } from '../../codes/index.ts';
import { encodingName, errorText } from '../../codes/messages.ts';
import type { WorkbookFacts } from '../../xlsx/index.ts';
import type { FixName } from './fixes.ts';

export { countText as number } from '../../client/l10n.ts';
export { encodingName, encodingText, errorText, kindText, problemText, sizeText } from '../../codes/messages.ts';

/** A text of a table of keys. */
const translated = (key: string) => t(key);

const fixTexts: Record<FixName, string> = {
  removeDuplicates: l10nKey('Remove Duplicates'),
  trim: l10nKey('Trim'),
  removeInvisible: l10nKey('Remove Invisible Characters'),
  dropBlankLines: l10nKey('Remove Blank Lines'),
  dropAboveHeader: l10nKey('Remove Lines above the Header'),
  unifyLineEnds: l10nKey('Unify Line Ends'),
  toUtf8: l10nKey('Convert to UTF-8'),
};

export function fixText(fix: FixName): string {
  return translated(fixTexts[fix]);
}

const typeAgain = l10nKey(
  'Format the column of the codes as text in the spreadsheet, type these codes again, and save it: it is checked again by itself.',
);
const adviceTexts: Partial<Record<ProblemKind, string>> = {
  date: typeAgain,
  lostDigits: typeAgain,
  noResult: l10nKey('Open the workbook in the spreadsheet and save it, so that it has the results of its formulas.'),
};

/** What to do about problems that only the spreadsheet can mend. */
export function adviceText(kind: ProblemKind): string | undefined {
  const text = adviceTexts[kind];
  return text === undefined ? undefined : translated(text);
}

/** Of a file for which somebody chose an encoding that does not fit. */
export function wrongChoiceText(file: string, data: CodeFileErrorData, chosen: Encoding): string {
  const back = t('The choice of {0} was given up: check the file again, and its encoding is found out.', encodingName(chosen));
  return `${errorText(file, data)} ${back}`;
}

/** Of a workbook for which somebody chose a sheet that cannot be checked. */
export function wrongSheetText(file: string, data: CodeFileErrorData, sheet: string): string {
  const back = t('The choice of sheet {0} was given up: check the file again, and its first sheet is read.', sheet);
  return `${errorText(file, data)} ${back}`;
}

const noteTexts: Record<keyof WorkbookFacts['notes'], string> = {
  dates: l10nKey('Dates'),
  formulas: l10nKey('Formulas, read by their results'),
  formulasWithoutResult: l10nKey('Formulas without a result, read as empty'),
  paddedZeros: l10nKey('Zeros that are shown and not stored'),
  lostDigits: l10nKey('Numbers that have lost digits'),
  lineBreaks: l10nKey('Line breaks, read as spaces'),
  errors: l10nKey('Errors of a spreadsheet'),
  hiddenRows: l10nKey('Hidden rows, which are read too'),
};

/** What the text of a cell does not show by itself. */
export function noteText(kind: keyof WorkbookFacts['notes']): string {
  return translated(noteTexts[kind]);
}

/** Which sheet was read, and of how many. */
export function sheetText({ sheet, sheets }: Pick<WorkbookFacts, 'sheet' | 'sheets'>): string {
  return sheets.length === 1 ? t('sheet {0}', sheet) : t('sheet {0}, of {1}', sheet, countText(sheets.length));
}
