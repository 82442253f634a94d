// When the sessions of a show are and how they stand.
import { day, daysToFriday, timeOfDay } from './clock.ts';
import type { Random } from './random.ts';
import type { Show } from './show.ts';

/** When each session starts. Copy 0 is the show itself; the others are its repetitions in a bigger sample. */
export function startsOf(show: Show, copy: number, today: number, random: Random): number[] {
  const shift = copy === 0 ? 0 : shiftOf(show, random);
  const first = today + ((show.dates[0]?.day ?? 0) + shift) * day;
  const moved = shift + (show.friday ? daysToFriday(first) : 0);
  return show.dates.map((date) => today + (date.day + moved) * day + timeOfDay(date.time));
}

/** Repetitions lie further back or ahead, as the show does; one of these days goes either way. */
function shiftOf({ dates }: Show, random: Random): number {
  const first = dates[0]?.day ?? 0;
  if (first > 0) return random.between(0, 300);
  return (dates.at(-1)?.day ?? 0) < 0 ? -random.between(0, 300) : random.between(-20, 20);
}

export function statusOf({ status, sale, soldOut }: Show, index: number, startsAt: number, today: number): string {
  if (status === 'draft') return 'unavailable';
  if (startsAt < today) return 'finished';
  if (soldOut === 'all' || soldOut === index) return 'soldout';
  if (sale === 'soon') return 'notstarted';
  return sale === 'over' ? 'unavailable' : 'available';
}
