// A file that is no UTF-8 as a whole: whether it is UTF-8 with a few broken bytes, or written in one byte a letter.
import { isAscii, isUtf8 } from 'node:buffer';
import { pieceSize, type OpenFile } from './blocks.ts';
import { CodeFileError } from './errors.ts';

/** On each side of the first wrong byte. */
const enough = 100;
const mostByChance = 1 / 3;

/**
 * In Windows-1252 two letters such as É… are a character of UTF-8 by chance, but most accents stand alone. So where more than a third of what
 * is no ASCII is UTF-8, the file is UTF-8 that was broken, or mixed: it is refused rather than read as what it is not.
 */
export async function refuseBrokenUtf8(file: OpenFile, wrongAt: number): Promise<void> {
  const { right, wrong } = await charactersAround(file, wrongAt);
  if (right <= mostByChance * (right + wrong)) return;
  throw new CodeFileError({ kind: 'encoding', encoding: 'utf-8', offset: wrongAt, line: await lineAt(file, wrongAt) });
}

async function charactersAround(file: OpenFile, wrongAt: number): Promise<{ right: number; wrong: number }> {
  const raw = Buffer.allocUnsafe(pieceSize);
  let before = 0;
  for (let offset = 0; offset < wrongAt && before < enough;) {
    const piece = raw.subarray(0, await file.read(raw, 0, Math.min(pieceSize, wrongAt - offset), offset));
    if (piece.length === 0) break;
    // All of this is UTF-8: each character that is no ASCII begins with such a byte.
    if (!isAscii(piece)) for (const byte of piece) if (byte >= 0xc0) before++;
    offset += piece.length;
  }
  let [right, wrong] = [0, 0];
  for (let offset = wrongAt; offset < file.size && right + wrong < enough;) {
    const piece = raw.subarray(0, await file.read(raw, 0, pieceSize, offset));
    if (piece.length === 0) break;
    // A character that the end cuts is looked at with the next piece.
    const end = offset + piece.length < file.size ? piece.length - longestCharacter : piece.length;
    let index = isAscii(piece) ? piece.length : 0;
    while (index < end && right + wrong < enough) {
      const { length, isRight } = characterAt(piece, index);
      if (!isRight) wrong++;
      else if (length > 1) right++;
      index += length;
    }
    offset += index;
  }
  return { right: Math.min(enough, before) + right, wrong };
}

const longestCharacter = 4;

/** The character of UTF-8 that begins there, or what is left of one. */
function characterAt(bytes: Buffer, index: number): { readonly length: number; readonly isRight: boolean } {
  const byte = bytes[index] ?? 0;
  const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
  if (isUtf8(bytes.subarray(index, index + length))) return { length, isRight: true };
  let left = 1;
  while (left < length && ((bytes[index + left] ?? 0) & 0xc0) === 0x80) left++;
  return { length: left, isRight: false };
}

async function lineAt(file: OpenFile, end: number): Promise<number> {
  const raw = Buffer.allocUnsafe(pieceSize);
  let [feeds, returns] = [0, 0];
  for (let offset = 0; offset < end;) {
    const piece = raw.subarray(0, await file.read(raw, 0, Math.min(pieceSize, end - offset), offset));
    if (piece.length === 0) break;
    for (const byte of piece) {
      if (byte === 0x0a) feeds++;
      else if (byte === 0x0d) returns++;
    }
    offset += piece.length;
  }
  return 1 + (feeds || returns);
}
