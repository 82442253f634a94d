// The texts of a page, in the language of the editor. A message is its own key, as everywhere in the extension.
import { fieldKey } from '../../protocol/contract.ts';

let bundle: Readonly<Record<string, string>> = {};
let language = 'en';

export function setL10n(texts: Readonly<Record<string, string>>, locale: string): void {
  bundle = texts;
  language = locale;
}

/** What a field of a record is called; undefined for one that no table of records has. */
export function labelOf(name: string): string | undefined {
  const key = fieldKey(name);
  return Object.hasOwn(bundle, key) ? bundle[key] : undefined;
}

export function currentLanguage(): string {
  return language;
}

export function countText(count: number): string {
  return count.toLocaleString(language);
}

/** A moment in milliseconds as people write it. */
export function momentText(at: number): string {
  return new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
}

/** A message that is said in another way of something else: other languages have more forms of a word. */
interface Message {
  readonly message: string;
  readonly comment: string;
}

/** The message in the editor's language, with `{0}` and its like filled in. */
export function t(given: string | Message, ...values: readonly (string | number)[]): string {
  const [key, message] = typeof given === 'string' ? [given, given] : [`${given.message}/${given.comment}`, given.message];
  const text = (Object.hasOwn(bundle, key) ? bundle[key] : undefined) ?? message;
  return text.replace(/\{(\d+)\}/g, (placeholder, index: string) => String(values[Number(index)] ?? placeholder));
}
