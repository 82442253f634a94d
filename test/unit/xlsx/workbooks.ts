// Workbooks made by hand, part by part, so that each oddity can be put into one.
import { readFileSync, writeFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { sheetToCsv, type ToCsvOptions, type WorkbookFacts } from '../../../src/xlsx/index.ts';
import { newPath } from '../codes/files.ts';

/** What an entry says of itself, where that is not the truth. */
interface Claims {
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
  readonly compressed?: number;
  readonly expanded?: number;
  readonly offset?: number;
  readonly localName?: string;
  /** The bytes as they stand in the file, already pressed. */
  readonly data?: Buffer;
  /** The sizes stand in an extra field of eight bytes each. */
  readonly long?: boolean;
}

export interface Part extends Claims {
  readonly name: string;
  readonly content: string | Buffer;
}

export interface ZipClaims {
  readonly entries?: number;
  readonly directoryLength?: number;
  readonly comment?: string;
  readonly long?: boolean;
}

const [stored, deflated] = [0, 8];

export function zipOf(parts: readonly Part[], claims: ZipClaims = {}): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content);
    const method = part.method ?? deflated;
    const data = part.data ?? (method === stored ? content : deflateRawSync(content));
    const [compressed, expanded] = [part.compressed ?? data.length, part.expanded ?? content.length];
    const crc = part.crc ?? crc32(content);
    const common = (name: Buffer, extra: number, sizes: readonly [number, number]) => {
      const bytes = Buffer.alloc(26);
      bytes.writeUInt16LE(20, 0);
      bytes.writeUInt16LE(part.flags ?? 0, 2);
      bytes.writeUInt16LE(method, 4);
      bytes.writeUInt32LE(crc, 10);
      bytes.writeUInt32LE(sizes[0], 14);
      bytes.writeUInt32LE(sizes[1], 18);
      bytes.writeUInt16LE(name.length, 22);
      bytes.writeUInt16LE(extra, 24);
      return bytes;
    };
    const localName = Buffer.from(part.localName ?? part.name);
    pieces.push(Buffer.from('PK\x03\x04'), common(localName, 0, [compressed % 2 ** 32, expanded % 2 ** 32]), localName, data);
    const name = Buffer.from(part.name);
    const extra = part.long ? Buffer.alloc(28) : Buffer.alloc(0);
    if (part.long) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(24, 2);
      [expanded, compressed, part.offset ?? offset].forEach((value, at) => extra.writeBigUInt64LE(BigInt(value), 4 + 8 * at));
    }
    const sizes = part.long ? ([0xffff_ffff, 0xffff_ffff] as const) : ([compressed, expanded] as const);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(part.long ? 0xffff_ffff : (part.offset ?? offset), 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0'), common(name, extra.length, sizes), rest, name, extra);
    offset += 30 + localName.length + data.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const entries = claims.entries ?? parts.length;
  end.writeUInt16LE(claims.long ? 0xffff : entries, 4);
  end.writeUInt16LE(claims.long ? 0xffff : entries, 6);
  end.writeUInt32LE(claims.long ? 0xffff_ffff : (claims.directoryLength ?? list.length), 8);
  end.writeUInt32LE(claims.long ? 0xffff_ffff : offset, 12);
  const comment = Buffer.from(claims.comment ?? '');
  end.writeUInt16LE(comment.length, 16);
  const long = claims.long ? longEnd(entries, list.length, offset) : Buffer.alloc(0);
  return Buffer.concat([...pieces, list, long, Buffer.from('PK\x05\x06'), end, comment]);
}

function longEnd(entries: number, length: number, offset: number): Buffer {
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 'latin1');
  [44n].forEach((size) => record.writeBigUInt64LE(size, 4));
  [entries, entries, length, offset].forEach((value, at) => record.writeBigUInt64LE(BigInt(value), 24 + 8 * at));
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator]);
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Sheet {
  readonly name: string;
  readonly state?: string;
  /** What stands between <sheetData> and its end. */
  readonly rows: string;
}

export interface Book {
  readonly sheets?: readonly Sheet[];
  /** Of the only sheet. */
  readonly rows?: string;
  /** The <si> elements. */
  readonly strings?: string;
  /** The format code, or the number of a built-in one, of each style from 1 on. */
  readonly formats?: readonly (string | number)[];
  readonly has1904Dates?: boolean;
  /** Instead of those that would be there, or in addition; undefined takes one away. */
  readonly parts?: Readonly<Record<string, string | Buffer | undefined>>;
  /** What entries claim, by name. */
  readonly claims?: Readonly<Record<string, Claims>>;
  readonly zip?: ZipClaims;
}

export function bookOf(book: Book): Buffer {
  const sheets = book.sheets ?? [{ name: 'Codes', rows: book.rows ?? '' }];
  const relationship = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const formats = book.formats ?? [];
  const parts: Record<string, string | Buffer | undefined> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relationship('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${book.has1904Dates ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="sheet${at}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map((_, at) => relationship(`sheet${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
      .join(
        '',
      )}${relationship('st', 'styles', 'styles.xml')}${relationship('sh', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats
      .map((format, at) => (typeof format === 'string' ? `<numFmt numFmtId="${164 + at}" formatCode="${format}"/>` : ''))
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((format, at) => `<xf numFmtId="${typeof format === 'number' ? format : 164 + at}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${book.strings ?? ''}</sst>`,
    ...Object.fromEntries(sheets.map(({ rows }, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(rows)])),
    ...book.parts,
  };
  const present = Object.entries(parts).filter((part): part is [string, string | Buffer] => part[1] !== undefined);
  return zipOf(
    present.map(([name, content]) => ({ name, content, ...book.claims?.[name] })),
    book.zip,
  );
}

export function sheetXml(rows: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;
}

export function fileWith(bytes: Buffer): string {
  const path = newPath().replace(/csv$/, 'xlsx');
  writeFileSync(path, bytes);
  return path;
}

export interface Converted extends WorkbookFacts {
  readonly csv: string;
}

export async function convert(book: Book | Buffer, options?: ToCsvOptions): Promise<Converted> {
  const target = newPath();
  const facts = await sheetToCsv(fileWith(Buffer.isBuffer(book) ? book : bookOf(book)), target, options);
  return { ...facts, csv: readFileSync(target, 'utf8') };
}

/** A row of one sheet, each cell as its XML. */
export function row(...cells: string[]): string {
  return `<row>${cells.join('')}</row>`;
}

/** How often each kind was noted, without those that were not. */
export function countsOf({ notes }: WorkbookFacts): Record<string, number> {
  return Object.fromEntries(Object.entries(notes).flatMap(([kind, { count }]) => (count > 0 ? [[kind, count]] : [])));
}
