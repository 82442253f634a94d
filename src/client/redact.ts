// Takes credentials out of what a service says. It is linear in the text: a service may answer with megabytes that are made to be slow.
import { cutText, withoutTail } from './tails.ts';

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
  /** With the Base64 characters around it that may hold bits of the secret too. */
  readonly pattern: RegExp;
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
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop())
      this.#cleanFields(part as Record<string, unknown>, waiting);
    return all[0];
  }

  /** Whether a value has a placeholder that may stand for a secret in a reply: written back, it would destroy what it stands for. */
  hasPlaceholder(value: unknown): boolean {
    if (!this.#hasCleanedReply) return false;
    if (typeof value === 'string') return value.includes(secretPlaceholder);
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(([name, part]) => name.includes(secretPlaceholder) || this.hasPlaceholder(part));
  }

  #cleanFields(fields: Record<string, unknown>, waiting: object[]): void {
    let isNamedAfterSecret = false;
    for (const name of Object.keys(fields)) {
      const part = fields[name];
      if (typeof part === 'object' && part !== null) waiting.push(part);
      else if (this.#isSuspect(part)) fields[name] = this.#cleanScalar(part);
      isNamedAfterSecret ||= this.#isSuspect(name) && this.#cleanScalar(name) !== name;
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

function without(text: string, encodings: readonly Encoding[]): string {
  let result = text;
  for (const encoding of encodings)
    if (result.includes(encoding.text)) result = result.replace(encoding.pattern, secretPlaceholder);
  return result;
}

/** Takes out what looks like a JSON Web Token: two segments or more, of which the first begins with `{"`. */
function withoutWebTokens(text: string): string {
  if (!text.includes('eyJ')) return text;
  return text.replace(/[\w.-]+/g, (run) => {
    const segments = run.split('.');
    let start = 0;
    for (const [index, segment] of segments.entries()) {
      const at = segment.search(/(?<!\w)eyJ[\w-]{4}/);
      if (at >= 0 && (segments[index + 1] ?? '').length >= 4) return run.slice(0, start + at) + secretPlaceholder;
      start += segment.length + 1;
    }
    return run;
  });
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
  return [...[...new Set([...texts, ...hex(bytes)])].map((text) => encoding(text)), ...base64Encodings(bytes)];
}

/** `before`, `after`: whether the Base64 character there may hold bits of the secret too. */
function encoding(text: string, before = false, after = false): Encoding {
  const literal = text.replace(/\W/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return { text, pattern: new RegExp(`${before ? '[\\w+/-]?' : ''}${literal}${after ? '[\\w+/-]?' : ''}`, 'g') };
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
    return base64Spellings(inner).map((text) => encoding(text, offset > 0, bits % 6 > 0));
  });
  return aligned.length > 0 ? aligned : base64Spellings(base64(bytes)).map((text) => encoding(text));
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
