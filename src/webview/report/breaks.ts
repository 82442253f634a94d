import type { Value } from '../../protocol/report.ts';

const hour = 3_600_000;

/** The places in a series of times before which some were left out: a longer step than the others, and than an hour. */
export function breaksIn(labels: readonly Value[]): number[] {
  const steps = labels.slice(1).map((label, place) => momentOf(label) - momentOf(labels[place] ?? null));
  const usual = Math.max(hour, Math.min(...steps));
  return steps.flatMap((step, place) => (step > usual ? [place + 1] : []));
}

/** In milliseconds: of a clock's time, or of hours from a start. */
function momentOf(label: Value): number {
  return typeof label === 'number' ? label * hour : Date.parse(`${label?.replace(' ', 'T')}Z`);
}
