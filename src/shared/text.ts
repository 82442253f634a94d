// Texts: how they are compared, named and read as numbers.
/** A name of the wire in words: `serviceFeeRate` and `service_fee_rate` as "Service fee rate", `eventId` as "Event ID". */
export function spaced(name: string): string {
  const words = name
    .replace(/[_\s]+/g, ' ')
    .trim()
    .replace(/(\p{Ll}|\d)(?=ID(s?)$)/u, '$1 ')
    .replace(/(\p{Ll}|\d)(\p{Lu})(?=\p{Ll}|$)/gu, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`)
    .replace(/(?<=^| )id(s?)$/i, (_, many: string) => `ID${many}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Small letters without accents: who looks for "sao" finds "São". */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Nothing for what is none, or has more digits than are kept. */
export function wholeNumber(text: string): number | undefined {
  const number = /^-?\d+$/.test(text.trim()) ? Number(text) : undefined;
  return Number.isSafeInteger(number) ? number : undefined;
}
