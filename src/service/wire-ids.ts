// Ids as UUIDs: made from the kind and the number, and read back, so that the database goes on with its numbers.
import { createHash } from 'node:crypto';

export type IdKind =
  | ('event' | 'session' | 'producer' | 'venue' | 'person' | 'section')
  | ('item' | 'type' | 'period' | 'trigger' | 'passkey' | 'code' | 'export' | 'job');

const masks = new Map<IdKind, string>();

/** 32 hexadecimal digits that are the kind's own, with the marks of a UUID of version 4. */
function maskOf(kind: IdKind): string {
  let mask = masks.get(kind);
  if (mask === undefined) {
    const hash = createHash('sha256').update(kind).digest('hex');
    mask = `${hash.slice(0, 12)}4${hash.slice(13, 16)}8${hash.slice(17, 32)}`;
    masks.set(kind, mask);
  }
  return mask;
}

/** How many of the digits hold the number: more than any id has. */
const numberDigits = 14;

export function uuidOf(kind: IdKind, id: number): string {
  const mask = maskOf(kind);
  const number = BigInt(`0x${mask.slice(-numberDigits)}`) ^ BigInt(id);
  const digits = mask.slice(0, -numberDigits) + number.toString(16).padStart(numberDigits, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The number behind a UUID of the kind; undefined for any other text. */
export function numberOf(kind: IdKind, text: string): number | undefined {
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return undefined;
  const digits = text.toLowerCase().replaceAll('-', '');
  const mask = maskOf(kind);
  if (digits.slice(0, -numberDigits) !== mask.slice(0, -numberDigits)) return undefined;
  const number = Number(BigInt(`0x${mask.slice(-numberDigits)}`) ^ BigInt(`0x${digits.slice(-numberDigits)}`));
  return Number.isSafeInteger(number) ? number : undefined;
}
