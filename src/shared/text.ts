// Texts that people type and read: how they are compared and named, whole numbers, amounts.
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
  // Most texts are plain, and a table folds a million of them.
  if (!/[^ -~]/.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Nothing for what is none, or has more digits than are kept. */
export function wholeNumber(text: string): number | undefined {
  const number = /^-?\d+$/.test(text.trim()) ? Number(text) : undefined;
  return Number.isSafeInteger(number) ? number : undefined;
}

// Amounts are whole cents on the wire and money to a person. No amount is ever a fraction of a cent, and none is rounded.

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(language: string, currency: string): Intl.NumberFormat {
  const key = `${language} ${currency}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(language, moneyStyle(currency));
  formats.set(key, format);
  return format;
}

/** The code of ISO 4217 for no currency: nobody has said in which one amounts are. */
export const noCurrency = 'XXX';

/** Without a sign where the currency is not known. */
export function moneyStyle(currency: string): Intl.NumberFormatOptions {
  return currency === noCurrency ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { style: 'currency', currency };
}

export function moneyText(cents: number, currency: string, language: string): string {
  return formatOf(language, currency).format(cents / 100);
}

/** As it is typed: no currency sign and no grouping, with the language's decimal sign. */
export function editableMoney(cents: number, language: string): string {
  const sign = decimalSign(language);
  const text = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${text.slice(0, -2)}${sign}${text.slice(-2)}`;
}

function decimalSign(language: string): string {
  return new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
}

const plain = /^(-?)(\d*)(?:[.,](\d{1,2}))?$/;
const withPoints = /^(-?)(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/;
const withCommas = /^(-?)(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/;

/**
 * The cents of what somebody typed, or nothing when it is no amount. `120`, `120,5` and `1.234,50` are amounts in every language: a sign
 * with one or two digits after it at the end is the decimal sign, whatever it is.
 */
export function centsOf(text: string): number | undefined {
  const clean = text.replace(/[\s\u00a0]|R\$|[$€£]/g, '');
  const match = plain.exec(clean) ?? withPoints.exec(clean) ?? withCommas.exec(clean);
  const [, minus = '', whole = '', fraction = ''] = match ?? [];
  if (whole === '' && fraction === '') return undefined;
  const cents = Number(`${whole.replace(/[.,]/g, '')}${fraction.padEnd(2, '0')}`);
  if (!Number.isSafeInteger(cents)) return undefined;
  return minus && cents > 0 ? -cents : cents;
}
