// What a ticket has, as a run that deletes its codes reads it.
import { IncompleteList, listPages, readCode, unknownDialect, wholeList, type Client } from '../client/index.ts';
import type { RunContext } from './context.ts';
import { markOf } from './plan.ts';
import { pause } from './waiting.ts';

interface ListedCode {
  readonly id: string;
  readonly code: string;
}

/** Every code of an item; fails with `IncompleteList` at its end unless it is proved that these are all. */
export type ReadCodes = (itemId: string, signal: AbortSignal | undefined) => AsyncIterable<readonly ListedCode[]>;

/** As the document names the list. */
export function codesBy(client: Client): ReadCodes {
  return async function* (itemId, signal) {
    const { dialect = unknownDialect } = client;
    for await (const rows of wholeList(listPages(client, 'listCodes', { path: { itemId } }, { signal }), { signal }))
      yield rows.map(({ value, label }) => {
        const { id = '', code = label } = readCode(value, dialect);
        return { id, code };
      });
  };
}

export interface TicketLook {
  /** Rows of the run that are there, as they were. */
  readonly there: ReadonlySet<number>;
  /** Rows whose id belongs to another code by now. */
  readonly replaced: ReadonlySet<number>;
  /** Codes of the same tickets that are no part of the run. */
  readonly appeared: readonly string[];
  /** Why it is not known of the rest that it is gone. */
  readonly problem?: string | undefined;
}

/** Whether a look shows anything at all: an empty list may be one that failed. */
export function showsSomething({ there, replaced, appeared }: TicketLook): boolean {
  return there.size + replaced.size + appeared.length > 0;
}

/** One look at the tickets of the run. */
export async function lookAtTickets({ targets, signal }: RunContext, readCodes: ReadCodes): Promise<TicketLook> {
  const rows = new Map(targets.map(({ itemId, codeId }, row) => [keyOf(itemId, codeId), row]));
  const there = new Set<number>();
  const replaced = new Set<number>();
  const appeared: string[] = [];
  let problem: string | undefined;
  for (const itemId of new Set(targets.map((target) => target.itemId))) {
    try {
      for await (const codes of readCodes(itemId, signal)) {
        for (const { id, code } of codes) {
          const row = rows.get(keyOf(itemId, id));
          if (row !== undefined && targets[row]?.code === code) there.add(row);
          else appeared.push(code);
          if (row !== undefined && !there.has(row)) replaced.add(row);
        }
      }
    } catch (error) {
      if (!(error instanceof IncompleteList)) throw error;
      problem = error.message;
    }
  }
  return { there, replaced, appeared, problem };
}

function keyOf(itemId: string, codeId: string): string {
  return JSON.stringify([itemId, codeId]);
}

/** Looks until none of the rows is there, or the window has passed; undefined when the run was cancelled. */
export async function lookUntilGone(
  work: RunContext,
  rows: readonly number[],
  reads: readonly number[],
  look: () => Promise<TicketLook>,
): Promise<TicketLook | undefined> {
  const started = work.clock.elapsed();
  let seen: TicketLook | undefined;
  for (const offset of reads) {
    await pause(work.clock, started + offset - work.clock.elapsed(), work.signal);
    if (work.cancelled) return undefined;
    const now = await look();
    seen = now;
    if (now.problem === undefined && !rows.some((row) => now.there.has(row))) break;
  }
  return seen;
}

/** What became of the codes of the event's other tickets. */
export type OthersAfter =
  | { readonly before: number; readonly after: number; readonly isSame: boolean }
  | { readonly before: number; readonly problem: string };

export async function lookAtOthers({ plan, signal }: RunContext, readCodes: ReadCodes): Promise<OthersAfter> {
  const { others = [] } = plan.deletion ?? {};
  const before = others.reduce((sum, { count }) => sum + count, 0);
  let after = 0;
  let isSame = true;
  for (const { itemId, mark } of others) {
    const ids: string[] = [];
    try {
      for await (const codes of readCodes(itemId, signal)) for (const { id } of codes) ids.push(id);
    } catch (error) {
      // The codes of the run are told all the same.
      if (!(error instanceof Error)) throw error;
      return { before, problem: error.message };
    }
    after += ids.length;
    isSame &&= markOf(ids) === mark;
  }
  return { before, after, isSame };
}
