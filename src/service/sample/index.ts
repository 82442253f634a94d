// Sample data that looks like life, for trying things out and for tests: the same options give the same rows.
import type { Database } from '../database.ts';
import { midnightOf } from './clock.ts';
import { Writer } from './writer.ts';

export interface SampleOptions {
  seed?: number;
  /** 1 is 40 events. */
  scale?: number;
  /** YYYY-MM-DD; the current day in UTC when it is not given. */
  today?: string;
}

const eventsPerScale = 40;

/** Fills an empty database, all or nothing. */
export function fillWithSample(database: Database, { seed = 1, scale = 1, today = currentDay() }: SampleOptions = {}): void {
  const events = Math.round(eventsPerScale * scale);
  if (!Number.isFinite(events) || events < 1) throw new Error(`A sample of scale ${scale} would hold no events.`);
  const midnight = midnightOf(today);
  database.transaction(() => {
    for (const [name, value] of Object.entries({ seed, scale, today }))
      database.run('INSERT INTO meta (name, value) VALUES (?, ?)', name, String(value));
    const writer = new Writer(database, seed, midnight);
    for (let number = 0; number < events; number++) writer.writeEvent(number);
  });
}

function currentDay(): string {
  return new Date().toISOString().slice(0, 10);
}
