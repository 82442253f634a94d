// All codes of an event, as the service lists them: by item, in pages, a few at a time, none of them kept.
import { ApiError, IncompleteList, readCode, unknownDialect, wholeList, type Dialect, type Row } from '../../client/index.ts';
import type { CodeListener, SeenAs } from '../../codes/index.ts';
import { groupNames, itemPaths } from '../../records/item-groups.ts';
import type { CodeLists } from '../reading/reads.ts';
import { fieldOf } from '../reading/resources.ts';

/** The ticket that codes belong to. */
export interface CodeTicket {
  readonly itemId: string;
  /** Its own name, as a file of codes has it. */
  readonly name: string;
  readonly group: string;
}

/** A code of the service, and what it is to the file. */
interface SeenCode {
  readonly row: Row;
  readonly code: string;
  readonly seen: SeenAs;
}

/** A promise where the reading has to wait for it. */
export type SeenListener = (ticket: CodeTicket, codes: readonly SeenCode[]) => Promise<void> | undefined;

interface CodeReading {
  readonly dialect?: Dialect | undefined;
  /** Gives what each of them is to the file. */
  readonly onCodes: CodeListener;
  readonly onSeen?: SeenListener | undefined;
  /** How many were read so far, of how many as far as is known. */
  readonly onProgress?: ((read: number, total: number) => void) | undefined;
  /** With it, a list of which nothing shows that it is whole is told of, and read as far as it goes. */
  readonly onCut?: ((message: string) => void) | undefined;
}

const atOnce = 4;

/** How many of the codes that are looked for an item has. */
export interface TicketCount {
  readonly label: string;
  readonly found: number;
  /** Those that were not there before, where somebody looked. */
  readonly added: number;
}

export interface EventCodes {
  /** The items that have any of the codes that are looked for. */
  readonly receivers: ReadonlyMap<string, TicketCount>;
  /** The labels of items whose list is not there: an absent list is not an empty one, so nothing is known of their codes. */
  readonly unread: readonly string[];
}

/** Reads every list of the event's items that there is. */
export async function readEventCodes(
  lists: CodeLists,
  { dialect = unknownDialect, onCodes, onSeen, onProgress, onCut }: CodeReading,
): Promise<EventCodes> {
  const allowCut = (error: unknown, what?: string) => {
    if (!(onCut && error instanceof IncompleteList)) throw error;
    onCut(what === undefined ? error.message : `${what}: ${error.message}`);
  };
  const items: Row[] = [];
  try {
    for await (const rows of wholeList(lists.items, { of: 'items' })) items.push(...rows);
  } catch (error) {
    allowCut(error);
  }
  const [labels, groups] = [itemPaths(items), groupNames(items)];
  const names = new Map(items.map(({ id, label, value }) => [id, fieldOf(value, 'name') ?? label]));
  const receivers = new Map<string, { found: number; added: number }>();
  const unread = new Set<string>();
  /** How many of each item's codes were read, and how many its list says it has. */
  const counts = new Map<string, { read: number; total: number }>();
  const readItem = async (itemId: string, signal: AbortSignal) => {
    const ticket = { itemId, name: names.get(itemId) ?? itemId, group: groups.get(itemId) ?? '' };
    const onRead = (read: number, total = read) => counts.set(itemId, { read, total });
    for await (const rows of wholeList(lists.codes(itemId), { onProgress: onRead, of: 'codes', signal })) {
      const codes = rows.map(({ value, label }) => readCode(value, dialect).code ?? label);
      const seen = onCodes(codes);
      const added = seen.filter((one) => one === 'new').length;
      const found = added + seen.filter((one) => one === 'there').length;
      const before = receivers.get(itemId) ?? { found: 0, added: 0 };
      if (found > 0) receivers.set(itemId, { found: before.found + found, added: before.added + added });
      if (onSeen)
        await onSeen(
          ticket,
          rows.map((row, index) => ({ row, code: codes[index] ?? row.label, seen: seen[index] ?? 'other' })),
        );
      const read = [...counts.values()].reduce((sum, item) => sum + item.read, 0);
      const total = [...counts.values()].reduce((sum, item) => sum + item.total, 0);
      onProgress?.(read, Math.max(read, total));
    }
  };
  await fewAtOnce([...labels.keys()], (itemId, signal) =>
    readItem(itemId, signal).catch((error: unknown) => {
      if (error instanceof ApiError && error.kind === 'notFound') unread.add(itemId);
      else allowCut(error, labels.get(itemId));
    }),
  );
  const found = [...labels].flatMap(([id, label]): [string, TicketCount][] => {
    const count = receivers.get(id);
    return count ? [[id, { label, ...count }]] : [];
  });
  const missing = [...labels].filter(([id]) => unread.has(id));
  return { receivers: new Map(found), unread: missing.map(([id, label]) => `${label} (${id})`) };
}

/** What several rounds over the same lists have found: each has looked for other codes. */
export function joinRounds(one: EventCodes | undefined, other: EventCodes): EventCodes {
  const receivers = new Map(one?.receivers);
  for (const [id, { label, found, added }] of other.receivers) {
    const known = receivers.get(id);
    receivers.set(id, { label, found: found + (known?.found ?? 0), added: added + (known?.added ?? 0) });
  }
  return { receivers, unread: other.unread };
}

/** Once one has failed, nothing more is begun, and what runs is told to stop; nothing runs any more when it ends. */
export async function fewAtOnce<T>(
  tasks: readonly T[],
  work: (task: T, signal: AbortSignal) => Promise<void>,
  outer?: AbortSignal,
): Promise<void> {
  const waiting = tasks.values();
  const stop = new AbortController();
  const signal = outer ? AbortSignal.any([outer, stop.signal]) : stop.signal;
  const runner = async () => {
    for (const task of waiting) {
      if (signal.aborted) return;
      // Those that stop because of it fail with the same reason.
      await work(task, signal).catch((error: unknown) => stop.abort(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, runner));
  signal.throwIfAborted();
}
