// JSON without loss: `JSON.parse` rounds integers above 2^53, and an id that has lost a digit names another record.

import { before } from './tails.ts';

declare global {
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

const maxSafe = 15;
/** The time that a bigint takes grows faster than its digits: millions of them stop the process for seconds. */
export const maxDigits = 4000;

/** An integer with more digits than are kept; as a number it would be Infinity, and null when it is written again. */
export class LongNumberError extends RangeError {
  override readonly name = 'LongNumberError';
}

/**
 * Parses JSON; an integer that a number cannot hold exactly becomes a bigint, and any other number that it cannot hold becomes an object that is
 * written as it was read. Throws a LongNumberError for an integer beyond `maxDigits`.
 */
export function parseJson(text: string): unknown {
  // A reviver makes parsing several times slower, so it is used only where it can matter.
  return longNumber.test(text) || exponent.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

/** A number with more digits than are safe. */
const longNumber = /(?:^|[-.:,[\s])\d{16}/;
/** A number with an exponent may be too large, or too small. */
const exponent = /[:,[\s-]\d+(?:\.\d+)?[eE][+-]?\d/;

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  if (!/^-?\d+$/.test(source)) return isHeld(value, source) ? value : JSON.rawJSON(source);
  if (Number.isSafeInteger(value)) return value;
  if (source.length > maxDigits) throw new LongNumberError(`a number has more than ${maxDigits} digits`);
  return BigInt(source);
}

/** Whether a number is what its text says: fifteen digits always are, where it is neither too large nor too small. */
function isHeld(value: number, source: string): boolean {
  if (String(value) === source) return true;
  const digits = before(source, /e/i).replace(/\D/g, '').replace(/^0+/, '');
  return Number.isFinite(value) && (value !== 0 || digits === '') && digits.length <= maxSafe;
}

/** The text of a value; a bigint is written with all its digits, as the number that it was read from. */
export function stringifyJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    // Only a bigint needs the slower way; whatever else is wrong is wrong there too.
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(
      value,
      (_key, part: unknown) => (typeof part === 'bigint' ? JSON.rawJSON(part.toString()) : part),
      indent,
    );
  }
}
