// File names that are safe everywhere.

import { withoutTail } from '../client/tails.ts';

const maxName = 120;
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** One name below one folder, without an extension, whatever the text is; the fallback when nothing is left of it. */
export function safeName(text: string, fallback: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    // Separators, what Windows forbids, and characters that nobody sees.
    .replace(/[/\\:*?"<>|\p{Cc}\p{Cf}\ufffd]+/gu, '_')
    .replace(/\s+/g, ' ');
  const trimmed = withoutTail(shorten(plain.replace(/^[. _]+/, '')), /[. ]/);
  if (trimmed === '') return fallback;
  return reserved.test(trimmed) ? `_${trimmed}` : trimmed;
}

/** By bytes: a file system counts those. */
function shorten(text: string): string {
  let length = 0;
  let short = '';
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > maxName) break;
    short += character;
  }
  return short;
}
