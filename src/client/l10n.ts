// What the client says to people. It is written in English; the editor puts it into the language of the person once it has started.

export type Translate = (message: string, ...values: (string | number)[]) => string;

let translate: Translate = inEnglish;
let language = 'en';

/** `vscode.l10n.t` and `vscode.env.language`, in the editor. */
export function setTranslator(translation: Translate, itsLanguage = 'en'): void {
  translate = translation;
  language = itsLanguage;
}

/** A number as the person's language writes it. */
export function countText(value: number, decimals = 0): string {
  return value.toLocaleString(language, { maximumFractionDigits: decimals });
}

/** The message in the person's language, with `{0}` and its like filled in. */
export function t(message: string, ...values: (string | number)[]): string {
  return translate(message, ...values);
}

export function inEnglish(message: string, ...values: (string | number)[]): string {
  return message.replace(/\{(\d+)\}/g, (placeholder, index: string) => String(values[Number(index)] ?? placeholder));
}

/** Marks a message that stays as it is in a table, and is put into the person's language when it is said. */
export function l10nKey(message: string): string {
  return message;
}

/** A reason that goes into the log as well: a log is read by others too, so it stays in English. */
export interface LocalizedText {
  readonly english: string;
  readonly shown: string;
}

export function localized(message: string, ...values: (string | number)[]): LocalizedText {
  return { english: inEnglish(message, ...values), shown: translate(message, ...values) };
}

/** Words of somebody else, which nobody translates. */
export function quoted(text: string): LocalizedText {
  return { english: text, shown: text };
}
