// The rows of a sheet, each cell as the text that a person means by it, and notes about what such a text cannot show.
import { CodeFileError } from '../codes/errors.ts';
import { maxColumns, maxRecord } from '../codes/records.ts';
import { NoteBook, placeOf, type LossKind } from './notes.ts';
import { dateText, decimalText, plain, zerosShown, type NumberFormat } from './number-text.ts';
import { RichText, unescaped, type SharedStrings } from './shared-strings.ts';
import type { XmlHandler, XmlReader } from './xml.ts';
import { refusal } from './zip.ts';

export const mostRows = 1_048_576;
const mostSheetColumns = 16_384;

export interface SheetContext {
  readonly strings: SharedStrings;
  readonly formats: readonly NumberFormat[];
  readonly has1904Dates: boolean;
  readonly zeros: 'shown' | 'stored';
}

export interface SheetRow {
  readonly number: number;
  /** Up to the last one that is not empty. */
  readonly cells: readonly string[];
}

type Inside = 'nothing' | 'data' | 'row' | 'cell' | 'value' | 'inline';

/** Of a worksheet. Rows without any text are left out. */
export class SheetHandler implements XmlHandler {
  readonly book = new NoteBook();
  readonly #context: SheetContext;
  #finished: SheetRow[] = [];
  #inside: Inside = 'nothing';
  #row = 0;
  /** Whether the row said its number. */
  #isNumbered = false;
  #isHidden = false;
  #cells: string[] = [];
  #rowLength = 0;
  #column = -1;
  #type = '';
  #style = 0;
  #hasFormula = false;
  #hasValue = false;
  #value = '';
  readonly #inline = new RichText();

  constructor(context: SheetContext) {
    this.#context = context;
  }

  /** The rows that were finished since it was asked before. */
  take(): SheetRow[] {
    const rows = this.#finished;
    this.#finished = [];
    return rows;
  }

  open(name: string, xml: XmlReader): void {
    if (this.#inside === 'inline') this.#inline.open(name, xml);
    else if (this.#inside === 'cell') this.#openInCell(name);
    else if (this.#inside === 'row' && name === 'c') this.#startCell(xml);
    else if (this.#inside === 'data' && name === 'row') this.#startRow(xml);
    else if (this.#inside === 'nothing' && name === 'sheetData') this.#inside = 'data';
  }

  text(text: string): void {
    if (this.#inside === 'inline') this.#inline.add(text);
    else if (this.#inside === 'value') {
      this.#value += text;
      if (this.#value.length > maxRecord) throw this.#tooLong();
    }
  }

  close(name: string): void {
    if (this.#inside === 'inline') {
      if (name === 'is') {
        this.#value = this.#inline.value;
        this.#inside = 'cell';
      } else this.#inline.close(name);
    } else if (this.#inside === 'value' && name === 'v') this.#inside = 'cell';
    else if (this.#inside === 'cell' && name === 'c') this.#endCell();
    else if (this.#inside === 'row' && name === 'row') this.#endRow();
    else if (this.#inside === 'data' && name === 'sheetData') this.#inside = 'nothing';
  }

  #startRow(xml: XmlReader): void {
    const number = xml.attribute('r');
    this.#isNumbered = number !== undefined;
    this.#setRow(number === undefined ? this.#row + 1 : Number(number));
    this.#isHidden = /^(?:1|true|on)$/.test(xml.attribute('hidden') ?? '');
    this.#cells = [];
    this.#rowLength = 0;
    this.#column = -1;
    this.#inside = 'row';
  }

  #setRow(number: number): void {
    if (!Number.isInteger(number) || number < 1) throw refusal('damaged');
    if (number > mostRows) throw refusal('tooLarge');
    this.#row = number;
  }

  #startCell(xml: XmlReader): void {
    const place = xml.attribute('r');
    this.#column = place === undefined ? this.#column + 1 : this.#columnOf(place);
    if (this.#column >= mostSheetColumns) throw refusal('damaged');
    this.#type = xml.attribute('t') ?? 'n';
    this.#style = Number(xml.attribute('s') ?? 0);
    this.#hasFormula = false;
    this.#hasValue = false;
    this.#value = '';
    this.#inside = 'cell';
  }

  /** The letters of B7. Its number must be that of the row; where the row has none, it has this one. */
  #columnOf(place: string): number {
    let [column, at] = [0, 0];
    for (; at < place.length && at < 4; at++) {
      const letter = place.charCodeAt(at) - 0x40;
      if (letter < 1 || letter > 26) break;
      column = column * 26 + letter;
    }
    const number = Number(place.slice(at));
    if (number !== this.#row) {
      if (this.#isNumbered || this.#cells.length > 0) throw refusal('damaged', place.slice(0, 20));
      this.#setRow(number);
    }
    this.#isNumbered = true;
    return column - 1;
  }

  #openInCell(name: string): void {
    if (name === 'v') {
      this.#inside = 'value';
      this.#hasValue = true;
    } else if (name === 'f') this.#hasFormula = true;
    else if (name === 'is') {
      this.#inline.start();
      this.#inside = 'inline';
    }
  }

  #endCell(): void {
    this.#inside = 'row';
    const { book } = this;
    const [row, column] = [this.#row, this.#column];
    if (this.#hasFormula) {
      // Text may be empty and a result all the same; other results are not.
      const hasResult = this.#value !== '' || (this.#hasValue && this.#type === 'str');
      if (hasResult) book.add('formulas', row, column);
      else book.addLoss('formulasWithoutResult', row, column, '');
    }
    const text = this.#value === '' ? '' : this.#text();
    if (text === '') return;
    if (column < 0 || this.#cells[column] !== undefined) throw refusal('damaged', placeOf(row, Math.max(0, column)));
    if (column >= maxColumns) {
      throw new CodeFileError({ kind: 'tooManyColumns', line: row, columns: column + 1, limit: maxColumns });
    }
    const hasBreaks = text.includes('\n') || text.includes('\r');
    if (hasBreaks) book.add('lineBreaks', row, column);
    this.#rowLength += text.length;
    if (this.#rowLength > maxRecord) throw this.#tooLong();
    // A line of the CSV is a row of the sheet.
    this.#cells[column] = hasBreaks ? text.replaceAll(/\r\n|\r|\n/g, ' ') : text;
  }

  #text(): string {
    const value = this.#value;
    switch (this.#type) {
      case 's': {
        const text = this.#context.strings.at(Number(value));
        if (text === undefined) throw refusal('damaged', placeOf(this.#row, Math.max(0, this.#column)));
        return text;
      }
      case 'inlineStr':
        return value;
      case 'str':
        return unescaped(value);
      case 'b':
        return /^(?:1|true|on)$/i.test(value.trim()) ? 'TRUE' : 'FALSE';
      case 'e':
        return this.#lost('errors', value);
      case 'd':
        return this.#lost('dates', value.trim());
      default:
        return this.#numberText(value.trim());
    }
  }

  #numberText(value: string): string {
    const number = decimalText(value);
    if (!number) return value;
    const format = this.#context.formats[this.#style] ?? plain;
    if (format.kind === 'date') return this.#lost('dates', dateText(value, format, this.#context.has1904Dates) ?? number.text);
    if (number.lostDigits) this.#lost('lostDigits', number.text);
    const shown = zerosShown(number.text, format);
    if (shown === undefined) return number.text;
    this.book.addPadded(this.#row, this.#column, shown, number.text);
    return this.#context.zeros === 'shown' ? shown : number.text;
  }

  #lost(kind: LossKind, text: string): string {
    this.book.addLoss(kind, this.#row, this.#column, text);
    return text;
  }

  #endRow(): void {
    this.#inside = 'data';
    const cells = this.#cells;
    if (cells.length === 0) return;
    if (this.#isHidden) this.book.add('hiddenRows', this.#row);
    for (let column = 0; column < cells.length; column++) cells[column] ??= '';
    this.#finished.push({ number: this.#row, cells });
  }

  #tooLong(): CodeFileError {
    return new CodeFileError({ kind: 'lineTooLong', line: this.#row, limit: maxRecord });
  }
}
