export { sheetToCsv, type ToCsvOptions, type WorkbookChoices, type WorkbookFacts } from './to-csv.ts';
export type { Note, NoteKind, Notes, PaddedNumber } from './sheet.ts';
export { writeXlsx, type XlsxOptions } from './write.ts';
