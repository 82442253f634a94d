// What a show of the sample is, and when its sessions are; its days are counted from today.
import { day, daysToFriday, timeOfDay } from './clock.ts';
import type { Random } from './random.ts';
import type { venues } from './texts.ts';

export const categories = ['festivals', 'theatre', 'concerts', 'sports', 'courses', 'parties'] as const;
export type Category = (typeof categories)[number];

interface ShowDate {
  readonly day: number;
  readonly time: string;
}

export interface Show {
  readonly title: string;
  readonly link: string;
  readonly category: Category;
  readonly venue: keyof typeof venues;
  readonly dates: readonly ShowDate[];
  /** What a plain ticket costs, in cents. */
  readonly price: number;
  /** About how many are sold; 300 at most. */
  readonly sales: number;
  /** How its tickets are arranged; by lots when it does not say. */
  readonly tree?: 'days' | 'seats' | 'plain' | 'free';
  /** Not open yet, or closed before the show; open until it starts when it does not say. */
  readonly sale?: 'soon' | 'over';
  /** All of it, or one session by its place. */
  readonly soldOut?: 'all' | number;
  readonly status?: 'private' | 'draft';
  readonly featured?: number;
  readonly section?: 'Destaques' | 'Em cartaz' | 'Fim de semana' | 'Grátis';
  readonly passkeys?: number;
  readonly codes?: true;
  /** The first day moves on to a Friday. */
  readonly friday?: true;
}

export function once(day: number, time: string): ShowDate[] {
  return [{ day, time }];
}

/** On days in a row, each at its time. */
export function inARow(day: number, ...times: string[]): ShowDate[] {
  return times.map((time, index) => ({ day: day + index, time }));
}

/** Friday, Saturday and Sunday of some weeks, if it starts on a Friday. */
export function season(day: number, weeks: number, time: string): ShowDate[] {
  return Array.from({ length: weeks }, (_, week) => inARow(day + 7 * week, time, time, '18:00')).flat();
}

export type Listed = Omit<Show, 'category'>;

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
