export { withLosses } from './code-column.ts';
export { sheetToCsv, type ToCsvOptions, type WorkbookChoices, type WorkbookFacts } from './to-csv.ts';
export { writeXlsx, xlsxPieces } from './write.ts';
