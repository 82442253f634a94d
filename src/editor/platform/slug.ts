const address = /^(?:https?:\/\/|\/|[\w-]+(?:\.[\w-]+)+\/)/i;

/** The last part of an address; any other text is a slug, an id or a name itself: "AC/DC" too. */
export function slugIn(text: string): string {
  if (!address.test(text)) return text;
  const parts = text.replace(/[?#].*$/, '').split('/');
  return parts.filter(Boolean).at(-1) ?? text;
}
