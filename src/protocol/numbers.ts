/** Nothing for what is none, or has more digits than are kept. */
export function wholeNumber(text: string): number | undefined {
  const number = /^-?\d+$/.test(text.trim()) ? Number(text) : undefined;
  return Number.isSafeInteger(number) ? number : undefined;
}
