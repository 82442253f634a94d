// Signs that nobody sees: they move the cursor of a terminal, end a line, turn the direction of a text, or hide a text inside another one.

const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** What JSON is laid out with, and cannot be inside one of its texts. */
const unseenInJson = /(?![\n\r\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function escaped(sign: string): string {
  return Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
}

/** A text in one line, with each of them written out. */
export function visible(text: string): string {
  return text.replace(unseen, escaped);
}

/** The same JSON, or lines that are escaped themselves. */
export function visibleJson(text: string): string {
  return text.replace(unseenInJson, escaped);
}
