/** Small letters without accents: who looks for "sao" finds "São". */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
