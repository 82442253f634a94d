// The words of a page, in the language of the editor. A message is its own key, as everywhere in the extension.
let words: Readonly<Record<string, string>> = {};
let language = 'en';

export function setWords(bundle: Readonly<Record<string, string>>, locale: string): void {
  words = bundle;
  language = locale;
}

export function currentLanguage(): string {
  return language;
}

/** The message in the editor's language, with `{0}` and its like filled in. */
export function t(message: string, ...values: readonly (string | number)[]): string {
  const text = (Object.hasOwn(words, message) ? words[message] : undefined) ?? message;
  return text.replace(/\{(\d+)\}/g, (place, index: string) => String(values[Number(index)] ?? place));
}
