// Writes a workbook with one sheet of texts and numbers. A text keeps its leading zeros, and no spreadsheet runs it as a formula.
import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { withoutTail } from '../client/tails.ts';
import type { CancelSignal } from '../codes/cancel.ts';
import { newFileMode, writeNewFile } from '../files/new-file.ts';
import { columnLetters } from './notes.ts';
import { mostRows } from './sheet.ts';
import { refusal } from './zip.ts';

interface XlsxOptions {
  /** What a sheet may not be called is changed. */
  readonly sheetName: string;
  readonly signal?: CancelSignal | undefined;
}

/** Null is a cell without anything in it. */
type Cell = string | number | null;
type Rows = Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;

const pieceSize = 64 * 1024;
/** Excel takes a file with a longer text for a damaged one. */
export const longestText = 32_767;
const mostBytes = 0xffff_fffe;

/** The file appears when it is complete. Gives the number of rows, without the header. */
export function writeXlsx(path: string, header: readonly string[], rows: Rows, options: XlsxOptions): Promise<number> {
  return writeNewFile(path, newFileMode, async (write) => {
    let written = 0;
    const count = async function* () {
      for await (const row of rows) {
        options.signal?.throwIfAborted();
        written++;
        yield row;
      }
    };
    for await (const piece of xlsxPieces(header, count(), options.sheetName)) await write(piece);
    return written;
  });
}

/** The bytes of a workbook, as its rows come. What a sheet may not be called is changed. */
export async function* xlsxPieces(header: readonly string[], rows: Rows, sheetName: string): AsyncGenerator<Buffer> {
  const zip = new ZipWriter();
  for (const [name, text] of fixedParts(sheetNameFrom(sheetName))) yield* zip.add(name, [text]);
  yield* zip.add('xl/worksheets/sheet1.xml', sheetXml(header, rows));
  yield* zip.finish();
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function fixedParts(sheetName: string): [name: string, text: string][] {
  const relationships = (...all: [type: string, target: string][]) =>
    `${declaration}<Relationships xmlns="${packages}/relationships">${all
      .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`;
  const part = (name: string, type: string) => `<Override PartName="/xl/${name}" ContentType="${types}.${type}+xml"/>`;
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packages}/content-types">` +
        `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Default Extension="xml" ContentType="application/xml"/>` +
        `${part('workbook.xml', 'sheet.main')}${part('worksheets/sheet1.xml', 'worksheet')}${part('styles.xml', 'styles')}</Types>`,
    ],
    ['_rels/.rels', relationships(['officeDocument', 'xl/workbook.xml'])],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
        `<sheet name="${escaped(sheetName).replaceAll('"', '&quot;')}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relationships(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml'])],
    ['xl/styles.xml', stylesXml],
  ];
}

/** Style 1 is text, so that a cell stays text when somebody edits it; style 2 is a header. */
const stylesXml =
  `${declaration}<styleSheet xmlns="${main}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** At most 31 characters, and none that formulas give a meaning. */
function sheetNameFrom(name: string): string {
  const clean = name
    // oxlint-disable-next-line no-control-regex -- a name cannot hold them, escaped or not
    .replaceAll(/[[\]:*?/\\\u0000-\u001f]/g, ' ')
    .slice(0, 31)
    .toWellFormed()
    .replace(/^[\s']+/, '');
  const trimmed = withoutTail(clean, /[\s']/);
  return trimmed === '' || trimmed.toLowerCase() === 'history' ? 'Sheet1' : trimmed;
}

async function* sheetXml(header: readonly string[], rows: Rows): AsyncGenerator<string> {
  const columns = Math.max(1, header.length);
  let [text, number] = ['', 1];
  text += `${declaration}<worksheet xmlns="${main}">`;
  text +=
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  // Cells that are added later in these columns are texts too.
  text += `<cols><col min="1" max="${columns}" width="24" style="1" customWidth="1"/></cols>`;
  text += `<sheetData>${rowXml(header, number, 2)}`;
  for await (const row of rows) {
    if (++number > mostRows) throw refusal('tooLarge');
    text += rowXml(row, number, 1);
    if (text.length < pieceSize) continue;
    yield text;
    text = '';
  }
  yield `${text}</sheetData></worksheet>`;
}

function rowXml(cells: readonly Cell[], number: number, style: number): string {
  let row = `<row r="${number}">`;
  for (const [index, cell] of cells.entries()) row += cellXml(cell, columnAt(index), number, style);
  return `${row}</row>`;
}

const letters: string[] = [];

/** The letters are made once for each column of any sheet. */
function columnAt(index: number): string {
  return (letters[index] ??= columnLetters(index));
}

/** Each says where it stands: not every program counts cells that leave it out. */
function cellXml(cell: Cell, column: string, row: number, style: number): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${column}${row}"><v>${cell}</v></c>`;
  const text = String(cell);
  if (text.length > longestText) throw refusal('tooLarge');
  return `<c r="${column}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** What XML cannot hold is written as _x001F_, and what looks like that as it stands, too. */
function escaped(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, (character) =>
      character === '\n' || character === '\t'
        ? character
        : `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Names and texts are UTF-8, and the sizes stand behind the bytes, since they are not known before. */
const flags = 0x0808;
const version = 20;
/** 1 January 1980, so that the same codes give the same file. */
const date = 0x21;

interface Written {
  readonly name: Buffer;
  readonly sums: Buffer;
  readonly offset: number;
}

class ZipWriter {
  readonly #entries: Written[] = [];
  #offset = 0;

  async *add(name: string, texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
    const [bytes, offset] = [Buffer.from(name), this.#offset];
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    this.#common(head, 4, bytes);
    yield* this.#put(head, bytes);
    let [crc, expanded] = [0, 0];
    const raw = async function* () {
      for await (const text of texts) {
        const piece = Buffer.from(text);
        crc = crc32(piece, crc);
        expanded += piece.length;
        yield piece;
      }
    };
    const deflate = createDeflateRaw();
    // Its error ends the loop below.
    pipeline(raw(), deflate, () => undefined);
    const start = this.#offset;
    for await (const piece of deflate as AsyncIterable<Buffer>) yield* this.#put(piece);
    const sums = Buffer.alloc(12);
    sums.writeUInt32LE(crc, 0);
    sums.writeUInt32LE(this.#offset - start, 4);
    if (expanded > mostBytes) throw refusal('tooLarge');
    sums.writeUInt32LE(expanded, 8);
    yield* this.#put(Buffer.from([0x50, 0x4b, 0x07, 0x08]), sums);
    this.#entries.push({ name: bytes, sums, offset });
  }

  /** Version, flags, method, date and the length of the name, as both headers have them. */
  #common(head: Buffer, at: number, name: Buffer): void {
    head.writeUInt16LE(version, at);
    head.writeUInt16LE(flags, at + 2);
    head.writeUInt16LE(8, at + 4);
    head.writeUInt16LE(date, at + 8);
    head.writeUInt16LE(name.length, at + 22);
  }

  *#put(...pieces: Buffer[]): Generator<Buffer> {
    for (const piece of pieces) {
      this.#offset += piece.length;
      if (this.#offset > mostBytes) throw refusal('tooLarge');
      yield piece;
    }
  }

  *finish(): Generator<Buffer> {
    const start = this.#offset;
    for (const { name, sums, offset } of this.#entries) {
      const head = Buffer.alloc(46);
      head.writeUInt32LE(0x02014b50, 0);
      head.writeUInt16LE(version, 4);
      this.#common(head, 6, name);
      sums.copy(head, 16);
      head.writeUInt32LE(offset, 42);
      yield* this.#put(head, name);
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(this.#offset - start, 12);
    end.writeUInt32LE(start, 16);
    yield* this.#put(end);
  }
}
