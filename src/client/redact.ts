// Takes credentials out of what a service says. It is linear in the text: a service may answer with megabytes that are made to be slow.
import { withoutTail } from './tails.ts';
/** Stands where a secret stood. */
export const secretPlaceholder = '•••';
/** A shorter secret would be found in ordinary text. */
const minSecret = 4;
/** In data a hit changes a record, so it takes more to be one than in the words of an error. */
const minSecretInReply = 8;
/** A number with fewer digits may be an id by chance. */
const minDigits = 16;
/** A shorter piece of Base64 or hex may be a word or a number. */
const minFragment = 8;
const maxKept = 2000;

/** An encoding of a secret, as it is looked for. */
interface Encoding {
  readonly text: string;
  /** Whether the Base64 character before or after it may hold bits of the secret too. */
  readonly before?: boolean;
  readonly after?: boolean;
}

/** Takes credentials out of texts, in whatever encoding the service sent them back, and anything else that looks like a token. */
export class Redactor {
  readonly #secrets = new Set<string>();
  readonly #encodings: Encoding[] = [];
  readonly #encodingsInReply: Encoding[] = [];
  readonly #digits: string[] = [];
  #shortestInReply = Infinity;
  #hasCleanedReply = false;

  /** From now on, this must not be seen. */
  hide(secret: string): void {
    if (secret.length < minSecret || this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    const encodings = encodingsOf(secret);
    this.#encodings.push(...encodings);
    if (secret.length < minSecretInReply) return;
    this.#encodingsInReply.push(...encodings);
    this.#shortestInReply = Math.min(this.#shortestInReply, ...encodings.map(({ text }) => text.length));
    if (/^\d+$/.test(secret) && secret.length >= minDigits) this.#digits.push(secret);
  }

  clean(text: string): string {
    return withoutWebTokens(without(text, this.#encodings));
  }

  /** Cut only after it was cleaned: half a token is recognised by nobody. */
  cleanAndCut(text: string): string {
    return cutText(this.clean(text), maxKept);
  }

  /**
   * Takes known secrets out of a parsed reply, which is changed in place. What only looks like a token stays: it may be
   * the very data that was asked for, such as a link to an export.
   */
  cleanReply(reply: unknown): unknown {
    if (this.#encodingsInReply.length === 0) return reply;
    const all = [reply];
    const waiting: object[] = [all];
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      if (Array.isArray(part)) this.#cleanList(part, waiting);
      else this.#cleanFields(part as Record<string, unknown>, waiting);
    }
    return all[0];
  }

  /** Whether a value has a placeholder that may stand for a secret in a reply: written back, it would destroy what it stands for. */
  hasPlaceholder(value: unknown): boolean {
    if (!this.#hasCleanedReply) return false;
    if (typeof value === 'string') return value.includes(secretPlaceholder);
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(([name, part]) => name.includes(secretPlaceholder) || this.hasPlaceholder(part));
  }

  #cleanList(list: unknown[], waiting: object[]): void {
    for (let index = 0; index < list.length; index++) {
      const part = list[index];
      if (typeof part === 'object' && part !== null) waiting.push(part);
      else if (this.#isSuspect(part)) list[index] = this.#cleanScalar(part);
    }
  }

  #cleanFields(fields: Record<string, unknown>, waiting: object[]): void {
    let isNamedAfterSecret = false;
    for (const name of Object.keys(fields)) {
      const part = fields[name];
      if (typeof part === 'object' && part !== null) waiting.push(part);
      else if (this.#isSuspect(part)) fields[name] = this.#cleanScalar(part);
      if (this.#isSuspect(name)) isNamedAfterSecret ||= this.#cleanScalar(name) !== name;
    }
    if (isNamedAfterSecret) this.#rename(fields);
  }

  /** All fields are written again, so that their order stays. */
  #rename(fields: Record<string, unknown>): void {
    const entries = Object.entries(fields);
    for (const [name] of entries) Reflect.deleteProperty(fields, name);
    for (const [name, value] of entries) {
      const options = { value, enumerable: true, writable: true, configurable: true };
      Object.defineProperty(fields, this.#cleanScalar(name) as string, options);
    }
  }

  /** Most values of a reply are too short to hold a secret. */
  #isSuspect(value: unknown): boolean {
    if (typeof value === 'string') return value.length >= this.#shortestInReply;
    return this.#digits.length > 0 && (typeof value === 'bigint' || typeof value === 'number');
  }

  #cleanScalar(value: unknown): unknown {
    if (typeof value !== 'string') {
      const digits = String(value);
      if (!this.#digits.some((secret) => digits.includes(secret))) return value;
      this.#hasCleanedReply = true;
      return secretPlaceholder;
    }
    const cleaned = without(value, this.#encodingsInReply);
    if (cleaned !== value) this.#hasCleanedReply = true;
    return cleaned;
  }
}

/** At most so many characters, the sign of the cut included; a character outside the basic plane is not cut in two. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = max - 1;
  const isPairCut = isHighSurrogate(text.charCodeAt(end - 1)) && !isHighSurrogate(text.charCodeAt(end));
  return `${text.slice(0, isPairCut ? end - 1 : end)}…`;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function without(text: string, encodings: readonly Encoding[]): string {
  let result = text;
  for (const encoding of encodings) result = withoutOne(result, encoding);
  return result;
}

function withoutOne(text: string, { text: wanted, before = false, after = false }: Encoding): string {
  let result = '';
  let kept = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, kept)) {
    const end = at + wanted.length;
    const start = before && at > kept && isBase64(text.charCodeAt(at - 1)) ? at - 1 : at;
    result += text.slice(kept, start) + secretPlaceholder;
    kept = after && isBase64(text.charCodeAt(end)) ? end + 1 : end;
  }
  return kept === 0 ? text : result + text.slice(kept);
}

/** Takes out what looks like a JSON Web Token. A segment is looked at once, however often `eyJ` stands in it. */
function withoutWebTokens(text: string): string {
  let result = '';
  let kept = 0;
  let next: number;
  for (let at = text.indexOf('eyJ'); at >= 0; at = text.indexOf('eyJ', next)) {
    next = at + 3;
    if (at > 0 && isWord(text.charCodeAt(at - 1))) continue;
    const first = segmentEnd(text, next);
    const second = text.charCodeAt(first) === dot ? segmentEnd(text, first + 1) : first;
    const isToken = first - next >= minSegment && second - first > minSegment;
    next = isToken ? tokenEnd(text, second) : first;
    if (!isToken) continue;
    result += text.slice(kept, at) + secretPlaceholder;
    kept = next;
  }
  return kept === 0 ? text : result + text.slice(kept);
}

const [dot, minus] = [46, 45];
const minSegment = 4;

function segmentEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && isInSegment(text.charCodeAt(end))) end++;
  return end;
}

function tokenEnd(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) === dot) end = segmentEnd(text, end + 1);
  return end;
}

/** By the code of a character: 1 for those of a token's segment, 2 for the others of Base64. A table is several times faster than comparisons. */
const classes = new Uint8Array(128);
for (let code = 0; code < classes.length; code++) {
  const sign = String.fromCharCode(code);
  classes[code] = /[\w-]/.test(sign) ? 1 : /[+/]/.test(sign) ? 2 : 0;
}

function isInSegment(code: number): boolean {
  return code < classes.length && classes[code] === 1;
}

function isWord(code: number): boolean {
  return code !== minus && isInSegment(code);
}

function isBase64(code: number): boolean {
  return code < classes.length && classes[code] !== 0;
}

function encodingsOf(secret: string): Encoding[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
  const texts = [
    secret,
    inJson,
    inJson.replaceAll('/', '\\/'),
    ...percentCases(encodeURIComponent(secret)),
    ...percentCases(inForm),
  ];
  const bytes = new TextEncoder().encode(secret);
  return [...new Set([...texts, ...hex(bytes)])].map((text): Encoding => ({ text })).concat(base64Encodings(bytes));
}

function percentCases(encoded: string): string[] {
  return [encoded, encoded.replace(/%../g, (sign) => sign.toLowerCase())];
}

function hex(bytes: Uint8Array): string[] {
  if (bytes.length < minFragment) return [];
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [text, text.toUpperCase()];
}

/**
 * A secret inside a longer text has three forms in Base64, one for each place in a group of three bytes. Of each form, only those characters
 * are looked for that do not depend on the neighbours.
 */
function base64Encodings(bytes: Uint8Array): Encoding[] {
  const aligned = [0, 1, 2].flatMap((offset) => {
    const bits = 8 * (offset + bytes.length);
    const inner = base64(Uint8Array.of(...Array<number>(offset).fill(0), ...bytes)).slice(
      Math.ceil((8 * offset) / 6),
      Math.floor(bits / 6),
    );
    if (inner.length < minFragment) return [];
    return base64Spellings(inner).map((text) => ({ text, before: offset > 0, after: bits % 6 > 0 }));
  });
  return aligned.length > 0 ? aligned : base64Spellings(base64(bytes)).map((text) => ({ text }));
}

/** Standard and URL-safe, also escaped for a URL or in JSON. */
function base64Spellings(standard: string): string[] {
  const escaped = standard.replaceAll('+', '%2B').replaceAll('/', '%2F');
  const urlSafe = standard.replaceAll('+', '-').replaceAll('/', '_');
  return [...new Set([standard, urlSafe, ...percentCases(escaped), standard.replaceAll('/', '\\/')])];
}

/** Without the final signs, so that it is found with and without them. */
function base64(bytes: Uint8Array): string {
  return withoutTail(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')), /=/);
}
