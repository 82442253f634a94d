// All codes of an event, as the service lists them: by item, in pages, a few at a time, none of them kept.
import { ApiError, readCode, unknownDialect, wholeList, type Dialect, type Row } from '../../client/index.ts';
import type { CodeListener } from '../../codes/index.ts';
import { itemPaths } from '../reading/item-groups.ts';
import type { CodeLists } from '../reading/reads.ts';

interface CodeReading {
  readonly dialect?: Dialect | undefined;
  /** Gives how many of them somebody looks for. */
  readonly onCodes: CodeListener;
  /** How many were read so far, of how many as far as is known. */
  readonly onProgress?: ((read: number, total: number) => void) | undefined;
}

const atOnce = 4;

export interface EventCodes {
  /** The items that have any of the codes that are looked for, with their labels. */
  readonly receivers: ReadonlyMap<string, string>;
  /** The labels of items whose list is not there: an absent list is not an empty one, so nothing is known of their codes. */
  readonly unread: readonly string[];
}

/** Reads every list of the event's items that there is. */
export async function readEventCodes(
  lists: CodeLists,
  { dialect = unknownDialect, onCodes, onProgress }: CodeReading,
): Promise<EventCodes> {
  const items: Row[] = [];
  for await (const rows of wholeList(lists.items, { of: 'items' })) items.push(...rows);
  const labels = itemPaths(items);
  const receivers = new Set<string>();
  const unread = new Set<string>();
  /** How many of each item's codes were read, and how many its list says it has. */
  const counts = new Map<string, { read: number; total: number }>();
  const readItem = async (itemId: string) => {
    const onRead = (read: number, total = read) => counts.set(itemId, { read, total });
    for await (const rows of wholeList(lists.codes(itemId), { onProgress: onRead, of: 'codes' })) {
      const wanted = onCodes(rows.map(({ value, label }) => readCode(value, dialect).code ?? label));
      if (wanted > 0) receivers.add(itemId);
      const read = [...counts.values()].reduce((sum, item) => sum + item.read, 0);
      const total = [...counts.values()].reduce((sum, item) => sum + item.total, 0);
      onProgress?.(read, Math.max(read, total));
    }
  };
  await fewAtOnce([...labels.keys()], (itemId) =>
    readItem(itemId).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.kind === 'notFound')) throw error;
      unread.add(itemId);
    }),
  );
  const labelled = (ids: ReadonlySet<string>) => [...labels].filter(([id]) => ids.has(id));
  return { receivers: new Map(labelled(receivers)), unread: labelled(unread).map(([id, label]) => `${label} (${id})`) };
}

/** Nothing more is begun once one has failed. */
export async function fewAtOnce<T>(tasks: readonly T[], work: (task: T) => Promise<void>): Promise<void> {
  const waiting = tasks.values();
  let failed = false;
  const runner = async () => {
    for (const task of waiting) {
      if (failed) return;
      try {
        await work(task);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, runner));
}
