// A file of its own, so that only this one function of the library is bundled, and loaded when the first workbook is written.
export { writeXlsxStream } from 'hucre/xlsx';
