// What a text ends in. A pattern that looks for an end tries again at each character, so that a long text takes time in square proportion.

/** Without the characters at its end that are among these. */
export function withoutTail(text: string, characters: RegExp): string {
  let end = text.length;
  while (end > 0 && characters.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** What stands before the first of some characters; all of it where there is none. */
export function before(text: string, characters: RegExp): string {
  const at = text.search(characters);
  return at < 0 ? text : text.slice(0, at);
}

/** At most so many characters, the sign of the cut included; a character outside the basic plane is not cut in two. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
