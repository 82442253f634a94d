// The texts that the cells of a workbook share, kept as bytes: a million of them as strings would take several times the room.
import { isBlank, type XmlHandler, type XmlReader } from './xml.ts';
import { refusal } from './zip.ts';

const mostStrings = 16_000_000;
const mostBytes = 256 * 1024 * 1024;
/** Excel's own limit is 32,767 characters. */
const longestText = 1024 * 1024;

export class SharedStrings {
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #ends = new Uint32Array(4096);
  #count = 0;
  #length = 0;

  add(text: string): void {
    const most = this.#length + 3 * text.length;
    if (most > this.#bytes.length) this.#bytes = this.#larger(most);
    if (this.#count === this.#ends.length) {
      if (this.#count >= mostStrings) throw refusal('tooLarge');
      const ends = new Uint32Array(2 * this.#count);
      ends.set(this.#ends);
      this.#ends = ends;
    }
    this.#length += this.#bytes.write(text, this.#length);
    this.#ends[this.#count++] = this.#length;
  }

  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return undefined;
    return this.#bytes.toString('utf8', index === 0 ? 0 : this.#ends[index - 1], this.#ends[index]);
  }

  #larger(length: number): Buffer<ArrayBuffer> {
    if (this.#length > mostBytes) throw refusal('tooLarge');
    const larger = Buffer.allocUnsafe(2 * length);
    this.#bytes.copy(larger, 0, 0, this.#length);
    return larger;
  }
}

/** The text of a cell or of a shared string: its runs joined, without the readings that Japanese puts beside them. */
export class RichText {
  #text = '';
  #run = '';
  #inRun = false;
  #phonetic = 0;
  #preserve = false;

  start(): void {
    this.#text = '';
    this.#inRun = false;
    this.#phonetic = 0;
  }

  open(name: string, xml: XmlReader): void {
    if (name === 'rPh') this.#phonetic++;
    else if (name === 't' && this.#phonetic === 0) {
      this.#inRun = true;
      this.#run = '';
      this.#preserve = xml.preserve;
    }
  }

  add(text: string): void {
    if (!this.#inRun) return;
    this.#run += text;
    if (this.#run.length + this.#text.length > longestText) throw refusal('tooLarge');
  }

  close(name: string): void {
    if (name === 'rPh') this.#phonetic--;
    else if (name === 't' && this.#inRun) {
      this.#inRun = false;
      this.#text += this.#preserve ? this.#run : trimmed(this.#run);
    }
  }

  get value(): string {
    return unescaped(this.#text);
  }
}

/** Without the blanks of XML at its ends; other blanks are text. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Characters that XML cannot hold are written as _x000D_. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Of `sharedStrings.xml`. */
export class SharedStringsHandler implements XmlHandler {
  readonly strings = new SharedStrings();
  readonly #text = new RichText();

  open(name: string, xml: XmlReader): void {
    if (name === 'si') this.#text.start();
    else this.#text.open(name, xml);
  }

  text(text: string): void {
    this.#text.add(text);
  }

  close(name: string): void {
    if (name === 'si') this.strings.add(this.#text.value);
    else this.#text.close(name);
  }
}
