// Reads XML piece by piece. There is no DTD and no entity but those that every XML has, so that nothing grows and nothing is fetched.
import { refusal } from './zip.ts';

export interface XmlHandler {
  /** Names come without a prefix. Attributes can be asked for until it returns. */
  open(name: string, xml: XmlReader): void;
  /** A text may come in several pieces. */
  text?(text: string): void;
  close?(name: string): void;
}

const mostDepth = 100;
/** Of a tag, a comment or a CDATA section. */
const longestMarkup = 1024 * 1024;
const longestReference = 12;

const builtIn = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }));

export class XmlReader {
  readonly #handler: XmlHandler;
  readonly #part: string;
  readonly #open: { readonly name: string; readonly local: string; readonly preserve: boolean }[] = [];
  #rest = '';
  /** What stands behind the name of the tag. */
  #attributes = '';
  #hadRoot = false;

  /** `part` is named when it is refused. */
  constructor(handler: XmlHandler, part: string) {
    this.#handler = handler;
    this.#part = part;
  }

  /** Whether blanks at the ends of the text that follows are part of it. */
  get preserve(): boolean {
    return this.#open.at(-1)?.preserve === true;
  }

  push(piece: string): void {
    const text = this.#rest === '' ? piece : this.#rest + piece;
    let at = 0;
    for (;;) {
      const tag = text.indexOf('<', at);
      const textEnd = tag < 0 ? this.#wholeEnd(text, at) : tag;
      if (textEnd > at) this.#text(text.slice(at, textEnd));
      const end = tag < 0 ? -1 : this.#markup(text, tag);
      at = end < 0 ? textEnd : end;
      if (end < 0) break;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > longestMarkup) throw this.#damaged();
  }

  end(): void {
    if (this.#rest !== '' || this.#open.length > 0 || !this.#hadRoot) throw this.#damaged();
  }

  /** Of the element that was opened; a prefix does not count. */
  attribute(name: string): string | undefined {
    const source = this.#attributes;
    for (let at = 0; at < source.length;) {
      const equals = source.indexOf('=', at);
      if (equals < 0) {
        if (source.slice(at).trim() !== '' && source.slice(at).trim() !== '/') throw this.#damaged();
        return undefined;
      }
      const key = source.slice(at, equals).trim();
      let start = equals + 1;
      while (isBlank(source.charCodeAt(start))) start++;
      const sign = source.charAt(start);
      const end = sign === '"' || sign === "'" ? source.indexOf(sign, start + 1) : -1;
      if (end < 0 || key === '') throw this.#damaged();
      if (key === name || isPrefixed(key, name)) return this.#decoded(source.slice(start + 1, end));
      at = end + 1;
    }
    return undefined;
  }

  #text(text: string): void {
    if (this.#open.length > 0) this.#handler.text?.(this.#decoded(text));
    else if (text.trim() !== '') throw this.#damaged();
  }

  /** A piece may end in the middle of a reference. */
  #wholeEnd(text: string, from: number): number {
    const reference = text.lastIndexOf('&');
    const isCut = reference >= from && text.length - reference < longestReference && !text.includes(';', reference);
    return isCut ? reference : text.length;
  }

  /** Where what begins at `<` ends, or -1 if it goes on in the next piece. */
  #markup(text: string, at: number): number {
    const second = text.charAt(at + 1);
    if (second === '!') return this.#special(text, at);
    if (second === '?') return after(text, '?>', at);
    const end = tagEnd(text, at + 1);
    if (end < 0) return -1;
    if (second === '/') this.#close(text.slice(at + 2, end).trimEnd());
    else this.#start(text.slice(at + 1, end));
    return end + 1;
  }

  #special(text: string, at: number): number {
    if (text.startsWith('<!--', at)) return after(text, '-->', at + 4);
    if (text.startsWith('<![CDATA[', at)) {
      const end = after(text, ']]>', at + 9);
      if (end >= 0 && this.#open.length === 0) throw this.#damaged();
      if (end >= 0) this.#handler.text?.(text.slice(at + 9, end - 3));
      return end;
    }
    const start = text.slice(at, at + 9);
    if ('<!--'.startsWith(start) || '<![CDATA['.startsWith(start)) return -1;
    // A DOCTYPE: no writer of workbooks has one.
    throw this.#damaged();
  }

  #start(tag: string): void {
    const isEmpty = tag.endsWith('/');
    let length = 0;
    while (length < tag.length && !isBlank(tag.charCodeAt(length)) && tag.charCodeAt(length) !== slash) length++;
    const name = tag.slice(0, length);
    this.#attributes = isEmpty ? tag.slice(length, -1) : tag.slice(length);
    if (name === '' || this.#open.length >= mostDepth || (this.#open.length === 0 && this.#hadRoot)) throw this.#damaged();
    this.#hadRoot = true;
    const space = this.#attributes.includes('xml:space') ? this.attribute('xml:space') : undefined;
    const local = name.slice(name.indexOf(':') + 1);
    this.#open.push({ name, local, preserve: space === undefined ? this.preserve : space === 'preserve' });
    this.#handler.open(local, this);
    if (isEmpty) this.#close(name);
  }

  #close(name: string): void {
    const opened = this.#open.pop();
    if (opened?.name !== name) throw this.#damaged();
    this.#handler.close?.(opened.local);
  }

  #decoded(text: string): string {
    if (!text.includes('&')) return text;
    return text.replaceAll(/&([^;&]{0,10});?/g, (reference, name: string) => {
      const known = reference.endsWith(';') ? (builtIn.get(name) ?? numbered(name)) : undefined;
      if (known === undefined) throw this.#damaged();
      return known;
    });
  }

  #damaged() {
    return refusal('damaged', this.#part);
  }
}

const slash = 0x2f;

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

function isPrefixed(key: string, name: string): boolean {
  const colon = key.length - name.length - 1;
  return colon > 0 && key.charCodeAt(colon) === 0x3a && key.endsWith(name) && !key.startsWith('xmlns:');
}

/** Values may hold the sign that ends a tag. */
function tagEnd(text: string, from: number): number {
  let quote = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 0x3e) return at;
    else if (code === 0x22 || code === 0x27) quote = code;
  }
  return -1;
}

function numbered(name: string): string | undefined {
  const match = /^#(?:x([0-9a-f]{1,8})|(\d{1,8}))$/i.exec(name);
  if (!match) return undefined;
  const point = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16);
  const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : undefined;
}

/** The text of a part, which is UTF-8 or UTF-16. */
async function* textOf(pieces: AsyncIterable<Buffer>, part: string): AsyncGenerator<string, void, undefined> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  try {
    for await (const piece of pieces) {
      decoder ??= new TextDecoder(encodingOf(piece), { fatal: true });
      yield decoder.decode(piece, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } catch (error) {
    const isNoText = (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    throw isNoText ? refusal('damaged', part) : error;
  }
}

function encodingOf(head: Buffer): string {
  const isUtf16 = (first: number, second: number) => head[0] === first && head[1] === second;
  if (isUtf16(0xff, 0xfe) || isUtf16(0x3c, 0)) return 'utf-16le';
  return isUtf16(0xfe, 0xff) || isUtf16(0, 0x3c) ? 'utf-16be' : 'utf-8';
}

/** Reads a part to its end, and gives its handler after each piece. */
export async function* readXml<H extends XmlHandler>(pieces: AsyncIterable<Buffer>, handler: H, part: string): AsyncGenerator<H> {
  const reader = new XmlReader(handler, part);
  for await (const text of textOf(pieces, part)) {
    reader.push(text);
    yield handler;
  }
  reader.end();
}
