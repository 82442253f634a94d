// What can be wrong with one code's text, and when two codes are easily taken for each other.
import type { CodeDifference } from './problems.ts';

/** Characters that nobody sees: zero-width ones, marks of direction, fillers, variation selectors. */
const invisible =
  /\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|[\u2028\u2029]|\u2800|\u3164|[\ufe00-\ufe0f]|\uffa0|[\u{e0100}-\u{e01ef}]/u;
/** Those, and control characters that are no space. */
export const unseen = new RegExp(`${invisible.source}|[\\0-\\x08\\x0e-\\x1f\\x7f-\\x9f]`, 'gu');
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const control = /[\x01-\x1f\x7f-\x9f]/;
/** A space that is no plain one looks like one and is none. */
const oddSpace = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;
const exponent = /^[+-]?\d+(?:[.,]\d+)?[eE]([+-]?)\d{1,3}$/;
const spreadsheetError =
  /^#(?:REF!|N\/[AD]|VALUE!|VALOR!|NAME\?|NOME\?|DIV\/0!|NULL!|NULO!|NUM!|N\u00daM!|SPILL!|DESPEJAR!|CALC!|GETTING_DATA|#+)$/i;

export function trimmed(code: string): string {
  const start = startOf(code);
  let end = code.length;
  while (end > start && isSpace(code, end - 1)) end--;
  return code.slice(start, end);
}

/** Where the first character stands that is no space. */
function startOf(code: string): number {
  let start = 0;
  while (start < code.length && isSpace(code, start)) start++;
  return start;
}

/** A byte order mark counts as space in regular expressions, but is one of those that nobody sees. */
function isSpace(code: string, at: number): boolean {
  const character = code.charCodeAt(at);
  return character !== 0xfe_ff && (character <= 32 || character >= 0xa0) && /\s/.test(code.charAt(at));
}

/** What is wrong, and at which character of the code. */
type Finding =
  | { readonly kind: 'whitespace'; readonly index: number; readonly where: 'start' | 'end' | 'inside'; readonly length: number }
  | { readonly kind: 'invisible' | 'control' | 'nul' | 'replaced'; readonly index: number; readonly character: string }
  | { readonly kind: 'decomposed'; readonly index: number }
  | { readonly kind: 'exponent'; readonly index: number; readonly damaged: boolean }
  | { readonly kind: 'spreadsheetError'; readonly index: number };

/** At most one finding of each kind. */
export function findingsIn(code: string): Finding[] {
  const findings: Finding[] = [];
  const inner = trimmed(code);
  const space = whitespaceIn(code, inner);
  if (space) findings.push(space);
  const start = startOf(code);
  const character = (kind: 'invisible' | 'control' | 'nul' | 'replaced', at: number) => {
    if (at >= 0) findings.push({ kind, index: start + at, character: codePointName(inner, at) });
  };
  character('nul', inner.indexOf('\0'));
  character('control', inner.search(control));
  character('invisible', inner.search(invisible));
  character('replaced', inner.indexOf('\ufffd'));
  const composed = code.normalize('NFC');
  if (composed !== code) findings.push({ kind: 'decomposed', index: firstDifference(code, composed) });
  const sign = exponent.exec(inner);
  if (sign) findings.push({ kind: 'exponent', index: start, damaged: sign[1] !== '' });
  if (spreadsheetError.test(inner)) findings.push({ kind: 'spreadsheetError', index: start });
  return findings;
}

function whitespaceIn(code: string, inner: string): Finding | undefined {
  const start = startOf(code);
  if (start > 0) return { kind: 'whitespace', index: 0, where: 'start', length: start };
  const end = code.length - inner.length;
  if (end > 0) return { kind: 'whitespace', index: inner.length, where: 'end', length: end };
  const inside = code.search(oddSpace);
  return inside < 0 ? undefined : { kind: 'whitespace', index: inside, where: 'inside', length: 1 };
}

function codePointName(text: string, index: number): string {
  return `U+${(text.codePointAt(index) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function firstDifference(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index++;
  return index;
}

/** Codes that are the same in this form are easily taken for each other. */
export function folded(code: string): string {
  return visible(code).normalize('NFKC').toLowerCase().normalize('NFKC');
}

function visible(code: string): string {
  return trimmed(code.replace(unseen, ''));
}

/** In what two codes differ that are the same when folded. */
export function differenceOf(one: string, other: string): CodeDifference {
  if (trimmed(one) === trimmed(other)) return 'spaces';
  if (visible(one) === visible(other)) return 'invisible';
  return visible(one).normalize('NFKC') === visible(other).normalize('NFKC') ? 'normalisation' : 'case';
}
