// JSON without loss: `JSON.parse` rounds integers above 2^53, and an id that has lost a digit names another record.

declare global {
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

/** A number long enough that a double might not hold it. */
const longNumber = /(?:^|[:,[\s])-?\d{16}/;

/** Parses JSON; an integer that a number cannot hold exactly becomes a bigint. */
export function parseJson(text: string): unknown {
  // A reviver makes parsing several times slower, so it is used only where it can matter.
  return longNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
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
