// Looks at what the service has, to learn what became of codes whose fate is unknown.
import { readPasskeys, type ListedPasskey } from './passkeys.ts';
import type { PasskeyPayload } from './plan.ts';
import type { RowNumbers } from './rows.ts';
import type { Ambiguity } from './types.ts';
import type { RunContext } from './context.ts';

export interface Reading {
  /** Rows whose code the event has. */
  readonly found: ReadonlySet<number>;
  /** Rows of which the reading does not tell. */
  readonly ambiguous: ReadonlyMap<number, Ambiguity>;
  /** It is proved that the list has all that there is. */
  readonly isProved: boolean;
  /** And it has what is known to be there: what it lacks is not there. */
  readonly whole: boolean;
}

export async function readBack(work: RunContext, rows: RowNumbers): Promise<Reading> {
  const exact = new Map(rows.map((row) => [work.codes[row] ?? '', row]));
  const similar = new Map(rows.map((row) => [spelling(work.codes[row] ?? ''), row]));
  const found = new Set<number>();
  const ambiguous = new Map<number, Ambiguity>();
  const lookalikes: { text: string; row: number }[] = [];
  const others = othersThere(work, rows);
  let isWhole = true as boolean;
  const { client, plan, signal } = work;
  for await (const listed of readPasskeys(client, plan.eventId, { signal, onIncomplete: () => (isWhole = false) })) {
    const row = exact.get(listed.text);
    const spelt = spelling(listed.text);
    others.delete(spelt);
    const likely = row ?? similar.get(spelt);
    if (row === undefined) {
      if (likely !== undefined) lookalikes.push({ text: listed.text, row: likely });
    } else if (found.has(row)) ambiguous.set(row, 'foundTwice');
    else {
      found.add(row);
      if (differs(listed, plan.payload)) ambiguous.set(row, 'differs');
    }
  }
  noteLookalikes(work, lookalikes, found, ambiguous);
  // A list that lacks what is known to be there proves of nothing that it is not.
  return { found, ambiguous, isProved: isWhole, whole: isWhole && others.size === 0 };
}

/** How the other codes of the run are spelt that the service has. */
function othersThere({ states, codes }: RunContext, rows: RowNumbers): Set<string> {
  const asked = new Set(rows);
  const isOther = (_code: string, row: number) => states.isThere(row) && !asked.has(row);
  return new Set(codes.filter(isOther).map(spelling));
}

/** A code that is there in another spelling only: the service may have changed it, unless that is a code of the run as well. */
function noteLookalikes(
  work: RunContext,
  lookalikes: readonly { text: string; row: number }[],
  found: ReadonlySet<number>,
  ambiguous: Map<number, Ambiguity>,
): void {
  const open = lookalikes.filter(({ row }) => !found.has(row));
  if (open.length === 0) return;
  const own = new Set(work.codes);
  for (const { text, row } of open) if (!own.has(text)) ambiguous.set(row, 'foundDifferently');
}

function spelling(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}

/** Whether a listed passkey shows other items or another limit than the run gives; what it does not show is not judged. */
function differs({ value }: ListedPasskey, { itemIds, limit }: PasskeyPayload): boolean {
  const textOf = (ids: readonly unknown[]) => [...new Set(ids.map(String))].sort().join('\n');
  const otherItems = Array.isArray(value.itemIds) && itemIds !== undefined && textOf(value.itemIds) !== textOf(itemIds);
  const otherLimit = limit !== undefined && typeof value.limit === 'number' && value.limit !== limit;
  return otherItems || otherLimit;
}
