// The parts of a workbook that say how to read its sheets. Only parts of the file itself are followed.
import { OpenFile } from '../codes/blocks.ts';
import type { CancelSignal } from '../codes/cancel.ts';
import { builtInFormat, formatOf, plain, type NumberFormat } from './number-text.ts';
import { SharedStrings, SharedStringsHandler } from './shared-strings.ts';
import { readXml, type XmlHandler, type XmlReader } from './xml.ts';
import { refusal, Zip, type EntryOptions, type ZipEntry } from './zip.ts';

const mega = 1024 * 1024;
/** What each kind of part may hold. */
const limits = { small: 16 * mega, styles: 64 * mega, strings: 512 * mega, sheet: 1024 * mega };
const mostSheets = 10_000;
const longestName = 255;
const mostFormats = 100_000;

export interface SheetPart {
  readonly name: string;
  readonly hidden: boolean;
  readonly entry: ZipEntry;
}

interface WorkbookOptions {
  readonly signal?: CancelSignal | undefined;
  /** How much of the file was read. */
  readonly onRead?: ((bytes: number) => void) | undefined;
}

export class Workbook {
  readonly #file: OpenFile;
  readonly #zip: Zip;
  readonly #options: WorkbookOptions;
  readonly sheets: readonly SheetPart[];
  readonly has1904Dates: boolean;
  readonly #parts: ReadonlyMap<string, Relationship>;

  private constructor(file: OpenFile, zip: Zip, options: WorkbookOptions, found: WorkbookHandler, parts: Relationships) {
    this.#file = file;
    this.#zip = zip;
    this.#options = options;
    this.has1904Dates = found.has1904Dates;
    this.#parts = new Map([...parts.values()].map((part) => [part.type, part]));
    this.sheets = found.sheets.flatMap(({ id, name, hidden }) => {
      const part = parts.get(id);
      // A sheet may be a chart, which has no rows.
      if (part?.type !== 'worksheet') return [];
      const entry = zip.find(part.target);
      if (!entry) throw refusal('damaged', name);
      return [{ name, hidden, entry }];
    });
    // A part that is many sheets would be read as often.
    if (new Set(this.sheets.map(({ entry }) => entry)).size < this.sheets.length) throw refusal('damaged');
  }

  static async open(path: string, options: WorkbookOptions): Promise<Workbook> {
    options.signal?.throwIfAborted();
    const file = await OpenFile.open(path);
    try {
      const zip = await Zip.open(file);
      const main = await mainPart(zip);
      const found = await readPart(zip, main, new WorkbookHandler());
      const parts = await relationshipsOf(zip, main.name);
      const workbook = new Workbook(file, zip, options, found, parts);
      if (workbook.sheets.length === 0) throw refusal('noSheets');
      return workbook;
    } catch (error) {
      await file.handle.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#file.handle.close();
  }

  refuseIfChanged(): Promise<void> {
    return this.#file.refuseIfChanged();
  }

  /** How many bytes of the file reading this sheet takes. */
  bytesOf({ entry }: SheetPart): number {
    return entry.compressed + (this.#entryOf('sharedStrings')?.compressed ?? 0);
  }

  async sharedStrings(): Promise<SharedStrings> {
    const entry = this.#entryOf('sharedStrings');
    if (!entry) return new SharedStrings();
    const options = { limit: limits.strings, ...this.#options };
    return (await readPart(this.#zip, entry, new SharedStringsHandler(), options)).strings;
  }

  /** The format of each style of a cell. */
  async formats(): Promise<readonly NumberFormat[]> {
    const entry = this.#entryOf('styles');
    return entry ? (await readPart(this.#zip, entry, new StylesHandler(), { limit: limits.styles })).formats : [];
  }

  /** Lets the handler read a sheet, and gives it back after each piece. */
  readSheet<H extends XmlHandler>({ entry }: SheetPart, handler: H): AsyncGenerator<H> {
    return readXml(this.#zip.read(entry, { limit: limits.sheet, ...this.#options }), handler, entry.name);
  }

  #entryOf(type: string): ZipEntry | undefined {
    const part = this.#parts.get(type);
    return part && this.#zip.find(part.target);
  }
}

async function readPart<H extends XmlHandler>(
  zip: Zip,
  entry: ZipEntry,
  handler: H,
  options: EntryOptions = { limit: limits.small },
): Promise<H> {
  const reading = readXml(zip.read(entry, options), handler, entry.name);
  while (!(await reading.next()).done);
  return handler;
}

interface Relationship {
  readonly type: string;
  /** The name of a part. */
  readonly target: string;
}

type Relationships = ReadonlyMap<string, Relationship>;

async function mainPart(zip: Zip): Promise<ZipEntry> {
  const parts = [...(await relationshipsOf(zip, '')).values()];
  const main = zip.find(parts.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml');
  if (!main || !main.name.toLowerCase().endsWith('.xml')) throw refusal('notAWorkbook');
  return main;
}

/** Which parts a part speaks of, by id. */
async function relationshipsOf(zip: Zip, part: string): Promise<Relationships> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const entry = zip.find(`${folder}_rels/${part.slice(folder.length)}.rels`);
  return entry ? (await readPart(zip, entry, new RelationshipsHandler(folder))).found : new Map();
}

class RelationshipsHandler implements XmlHandler {
  readonly found = new Map<string, Relationship>();
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  open(name: string, xml: XmlReader): void {
    if (name !== 'Relationship' || xml.attribute('TargetMode')?.toLowerCase() === 'external') return;
    const [id, type, target] = [xml.attribute('Id'), xml.attribute('Type'), xml.attribute('Target')];
    if (id === undefined || type === undefined || target === undefined) return;
    // Nothing that leaves the folder is a part of the workbook.
    if (target.split(/[\\/]/).includes('..') || /^[a-z]+:/i.test(target)) return;
    const path = target.startsWith('/') ? target.slice(1) : this.#folder + target.replace(/^\.\//, '');
    this.found.set(id, { type: type.slice(type.lastIndexOf('/') + 1), target: path });
  }
}

interface FoundSheet {
  readonly id: string;
  readonly name: string;
  readonly hidden: boolean;
}

class WorkbookHandler implements XmlHandler {
  readonly sheets: FoundSheet[] = [];
  has1904Dates = false;
  #isWorkbook: boolean | undefined;

  open(name: string, xml: XmlReader): void {
    this.#isWorkbook ??= name === 'workbook';
    if (!this.#isWorkbook) throw refusal('notAWorkbook');
    if (name === 'workbookPr') this.has1904Dates = /^(?:1|true|on)$/.test(xml.attribute('date1904') ?? '');
    if (name !== 'sheet') return;
    if (this.sheets.length >= mostSheets) throw refusal('tooLarge');
    const hidden = /hidden$/i.test(xml.attribute('state') ?? '');
    this.sheets.push({ id: xml.attribute('id') ?? '', name: (xml.attribute('name') ?? '').slice(0, longestName), hidden });
  }
}

class StylesHandler implements XmlHandler {
  readonly formats: NumberFormat[] = [];
  readonly #own = new Map<number, NumberFormat>();
  #inCells = false;

  open(name: string, xml: XmlReader): void {
    if (name === 'cellXfs') this.#inCells = true;
    else if (name === 'numFmt') this.#own.set(Number(xml.attribute('numFmtId')), formatOf(xml.attribute('formatCode') ?? ''));
    else if (name === 'xf' && this.#inCells) this.#add(Number(xml.attribute('numFmtId') ?? 0));
    if (this.formats.length > mostFormats || this.#own.size > mostFormats) throw refusal('tooLarge');
  }

  #add(id: number): void {
    this.formats.push(this.#own.get(id) ?? (Number.isInteger(id) ? builtInFormat(id) : plain));
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#inCells = false;
  }
}
