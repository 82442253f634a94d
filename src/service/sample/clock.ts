// Wall-clock time as a number of seconds, with no zone: what a clock at the venue shows.

export const hour = 3600;
export const day = 24 * hour;

/** The first second of a day written as YYYY-MM-DD. */
export function midnightOf(date: string): number {
  const seconds = Date.parse(`${date}T00:00:00Z`) / 1000;
  // 30 February parses, as a day in March.
  if (Number.isNaN(seconds) || stamp(seconds).slice(0, 10) !== date) throw new Error(`"${date}" is not a day like 2026-03-20.`);
  return seconds;
}

/** YYYY-MM-DD HH:MM:SS */
export function stamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** How far into the day a time like 20:30 is. */
export function timeOfDay(time: string): number {
  return Number(time.slice(0, 2)) * hour + Number(time.slice(3, 5)) * 60;
}

/** How many days after this one the next Friday comes, 0 on a Friday. */
export function daysToFriday(midnight: number): number {
  // Day 0 of the count, 1 January 1970, was a Thursday.
  return (((1 - midnight / day) % 7) + 7) % 7;
}
