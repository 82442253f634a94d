// Settles what is in doubt: reads back over a while, since a service may commit late, and only then lets missing codes be sent again.
import type { ApiError } from '../client/index.ts';
import { RunError } from './errors.ts';
import { readBack, type Reading } from './read-back.ts';
import { formatRows, inOrder, type RowNumbers } from './rows.ts';
import { isInsideGoodReply } from './sender.ts';
import type { Ambiguity } from './types.ts';
import { pause } from './waiting.ts';
import type { RunContext } from './context.ts';

/**
 * When to read, in milliseconds after the last answer: at once, and again for what was not there. A service may go on for as long as a gateway
 * waits, and its list may be a minute old.
 */
export const defaultReads: readonly number[] = [0, 4000, 10_000, 30_000, 65_000];
/** What was refused was answered when the work had ended: only the list may be late. */
const readsOfRefused = 2;

export type Reconciliation = 'clear' | 'ambiguous' | 'cancelled';

/**
 * Reads until everything is found or the window has passed, and writes down what that means. `seen` gets what was there in any read; `waited`
 * has the rows whose window has passed before.
 */
export async function reconcile(
  work: RunContext,
  rows: RowNumbers,
  allReads: readonly number[],
  seen: Set<number>,
  waited: Set<number>,
): Promise<Reconciliation> {
  const { states } = work;
  const reads = rows.every((row) => states.wasRefused(row)) ? allReads.slice(0, readsOfRefused) : allReads;
  const reading = await readUntil(work, rows, reads, ({ found, whole }) => {
    for (const row of found) seen.add(row);
    return found.size === rows.length || (whole && rows.every((row) => waited.has(row)) && isFresh(work, rows));
  });
  if (!reading) return 'cancelled';
  for (const row of rows) waited.add(row);
  return writeDown(work, rows, reading, seen);
}

/** Whether a whole list is younger than the loss of these: it has a code of the run that was made since. */
function isFresh({ states }: RunContext, rows: RowNumbers): boolean {
  return !states.madeSince(rows).next().done;
}

/** Reads until that is enough or the window has passed. */
async function readUntil(
  work: RunContext,
  rows: RowNumbers,
  reads: readonly number[],
  isEnough: (reading: Reading) => boolean,
): Promise<Reading | undefined> {
  const started = work.clock.elapsed();
  let reading: Reading | undefined;
  for (const offset of reads) {
    await pause(work.clock, started + offset - work.clock.elapsed(), work.signal);
    if (work.cancelled) return undefined;
    reading = await readBack(work, rows);
    if (isEnough(reading)) break;
  }
  return reading;
}

async function writeDown(
  work: RunContext,
  rows: RowNumbers,
  reading: Reading,
  seen: ReadonlySet<number>,
): Promise<Reconciliation> {
  const ambiguous = new Map(reading.ambiguous);
  const found: number[] = [];
  const missing: number[] = [];
  for (const row of rows) {
    if (ambiguous.has(row)) continue;
    if (reading.found.has(row)) found.push(row);
    else if (seen.has(row)) ambiguous.set(row, 'vanished');
    else if (!reading.whole) ambiguous.set(row, 'listIncomplete');
    else if (wasThere(work, row)) ambiguous.set(row, work.states.ambiguous.get(row) as Ambiguity);
    else if (work.states.wasAccepted(row)) ambiguous.set(row, 'notListed');
    else missing.push(row);
  }
  // First what must not be sent again: a process that dies in between must not have forgotten it.
  await writeAmbiguous(work, ambiguous);
  await work.record({ type: 'settled', ...work.states.split(found), missing: formatRows(sentAgain(work, missing)) });
  return ambiguous.size > 0 ? 'ambiguous' : 'clear';
}

/**
 * What may be sent again now. A list may be late: until it shows something that was made after the loss, what it lacks waits for what is still
 * to be sent, and where there is nothing, one code goes first.
 */
function sentAgain(work: RunContext, missing: RowNumbers): RowNumbers {
  const { states } = work;
  const lost = missing.filter((row) => !states.wasRefused(row));
  if (lost.length === 0 || isFresh(work, lost)) return missing;
  const refused = missing.filter((row) => states.wasRefused(row));
  return states.pending.length + refused.length > 0 ? refused : lost.slice(0, 1);
}

/** What was seen before, or said to be made, is not sent again unless a person says so. */
function wasThere({ states }: RunContext, row: number): boolean {
  const why = states.ambiguous.get(row);
  return why !== undefined && why !== 'listIncomplete';
}

async function writeAmbiguous(work: RunContext, ambiguous: ReadonlyMap<number, Ambiguity>): Promise<void> {
  for (const why of new Set(ambiguous.values())) {
    const rows = inOrder([...ambiguous].filter(([, each]) => each === why).map(([row]) => row));
    await work.record({ type: 'ambiguous', rows: formatRows(rows), why });
  }
}

/**
 * Settles what the service refused. Of codes that were refused alone, those that it does have existed or were made, and
 * the others are rejected with its words; of requests that it refused as a whole, whatever it made all the same is found.
 */
export async function reconcileRefused(
  work: RunContext,
  refused: RowNumbers,
  alone: ReadonlyMap<number, ApiError>,
  reads: readonly number[],
  seen: Set<number>,
): Promise<Reconciliation> {
  const single = inOrder(alone.keys());
  const rows = [...refused, ...single];
  const reading = await readUntil(work, rows, reads.slice(0, readsOfRefused), ({ found }) => {
    for (const row of found) seen.add(row);
    return found.size === rows.length;
  });
  if (!reading) return 'cancelled';
  const vanished = single.filter((row) => seen.has(row) && !reading.found.has(row));
  await writeAmbiguous(work, new Map(vanished.map((row) => [row, 'vanished'])));
  const there = single.filter((row) => reading.found.has(row));
  // That a code which was in doubt is there already may well be so, where a list is late: it is asked about again.
  const isOwn = (row: number) => alone.get(row)?.kind === 'conflict' && work.states.wasLost(row) && !seen.has(row);
  const again = single.filter(isOwn);
  if (there.length + again.length > 0)
    await work.record({ type: 'settled', ...work.states.split(there), missing: formatRows(again) });
  for (const [row, error] of alone) {
    if (isOwn(row)) continue;
    // Where the list may lack it, it stays in doubt, unless the refusal was a clear one.
    if (seen.has(row) || (!reading.whole && isInsideGoodReply(error))) continue;
    await work.record({ type: 'rejected', rows: formatRows([row]), reason: error.message });
  }
  const ambiguous = new Map([...reading.ambiguous].filter(([row]) => !alone.has(row)));
  const reconciliation = refused.length === 0 ? 'clear' : await writeDown(work, refused, { ...reading, ambiguous }, seen);
  return vanished.length > 0 ? 'ambiguous' : reconciliation;
}

/** One look, which tells what is there and of nothing that it is not. */
export async function noteFound(work: RunContext, rows: RowNumbers): Promise<void> {
  const { found, ambiguous } = await readBack(work, rows);
  const clear = inOrder([...found].filter((row) => !ambiguous.has(row)));
  if (clear.length > 0) await work.record({ type: 'settled', ...work.states.split(clear), missing: '' });
}

/**
 * Looks for what the service says it has: each must be there, and once, also where a first sending was carried out after all. Where the
 * list may lack some, the service is taken at its word.
 */
export async function confirm(work: RunContext, rows: RowNumbers, reads: readonly number[]): Promise<Reconciliation> {
  const isThere = ({ found, ambiguous }: Reading, row: number) => found.has(row) || ambiguous.has(row);
  // The first sending of what was sent again may still be on its way into the list.
  const mustWait = rows.some((row) => work.states.wasResent(row));
  const isTwice = ({ ambiguous }: Reading) => [...ambiguous.values()].includes('foundTwice');
  const reading = await readUntil(work, rows, reads, (each) => {
    if (!each.isProved) return true;
    return mustWait ? isTwice(each) : rows.every((row) => isThere(each, row));
  });
  if (!reading) return 'cancelled';
  const doubts = new Map(reading.ambiguous);
  if (reading.isProved) for (const row of rows) if (!isThere(reading, row)) doubts.set(row, 'notListed');
  await writeAmbiguous(work, doubts);
  return doubts.size > 0 ? 'ambiguous' : 'clear';
}

/** Pending codes that the event has by now, though the plan did not know them. */
export async function findNewcomers(work: RunContext, isAgreed: boolean): Promise<RowNumbers> {
  const { found, isProved } = await readBack(work, work.states.pending);
  if (!isProved && !isAgreed) throw new RunError('listIncomplete', 'It is not proved that none of the codes exists by now.');
  return inOrder(found);
}
