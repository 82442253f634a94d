/** A notification makes a link of `[text](command:…)`; what comes from a service or a file's name is never one. */
export function plain(text: string): string {
  return text.replaceAll('](', ']\u200b(');
}

/** A quick pick and the status bar make an icon of `$(name)`; what comes from a service or a file is never one. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}
