/** A notification makes a link of `[text](command:…)`; what comes from a service or a file's name is never one. */
export function plain(text: string): string {
  return text.replaceAll('](', ']\u200b(');
}
