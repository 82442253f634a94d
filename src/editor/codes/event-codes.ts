// All codes of an event, as the service lists them: by item, in pages, a few at a time, none of them kept.
import { ApiError, pagingOf, readList, type Row } from '../../client/index.ts';
import type { CodeListener } from '../../codes/index.ts';
import { groupNames } from '../explorer/item-nodes.ts';
import { allRows, hasNextPage } from '../operations/pages.ts';
import { fieldOf } from '../operations/resources.ts';

/** The two reads that it takes. */
export interface CodeLists {
  items(page: number, pageSize: number): Promise<unknown>;
  codes(itemId: string, page: number, pageSize: number): Promise<unknown>;
}

export interface CodeReading {
  /** Gives how many of them somebody looks for. */
  readonly onCodes: CodeListener;
  /** How many were read so far, of how many as far as is known. */
  readonly onProgress?: ((read: number, total: number) => void) | undefined;
}

/** A list that says it is longer than what it gave: nobody can tell what the rest would have been. */
export class IncompleteList extends Error {
  override readonly name = 'IncompleteList';
}

const pageSize = 1000;
const atOnce = 4;

/** Gives the items that have any of the codes that are looked for, with their labels. */
export async function readEventCodes(lists: CodeLists, reading: CodeReading): Promise<ReadonlyMap<string, string>> {
  const items: Row[] = [];
  for await (const rows of allRows((page) => lists.items(page, pageSize), pageSize)) items.push(...rows);
  const groups = groupNames(items);
  const labels = new Map<string, string>();
  for (const { id, label } of items) if (id !== undefined) labels.set(id, [groups.get(id), label].filter(Boolean).join(' · '));
  const codes = new EventCodes(lists, reading);
  await codes.read([...labels.keys()]);
  return new Map([...labels].filter(([id]) => codes.holders.has(id)));
}

interface PageOfCodes {
  readonly itemId: string;
  readonly page: number;
  /** The ids of the page before, for a list that does not tell how long it is. */
  readonly before?: string | undefined;
}

class EventCodes {
  readonly #lists: CodeLists;
  readonly #reading: CodeReading;
  /** What each item's list says of its length. */
  readonly #totals = new Map<string, number>();
  readonly #read = new Map<string, number>();
  readonly holders = new Set<string>();

  constructor(lists: CodeLists, reading: CodeReading) {
    this.#lists = lists;
    this.#reading = reading;
  }

  async read(itemIds: readonly string[]): Promise<void> {
    let pages: PageOfCodes[] = itemIds.map((itemId) => ({ itemId, page: 1 }));
    while (pages.length > 0) {
      const next: PageOfCodes[] = [];
      await fewAtOnce(pages, async (page) => void next.push(...(await this.#readPage(page))));
      pages = next;
    }
    for (const [itemId, total] of this.#totals) {
      if ((this.#read.get(itemId) ?? 0) < total) throw new IncompleteList(itemId);
    }
  }

  /** Gives the pages that are to be read next. */
  async #readPage({ itemId, page, before }: PageOfCodes): Promise<PageOfCodes[]> {
    const reply = await this.#codes(itemId, page);
    const { rows } = readList(reply);
    const ids = rows.map(({ id }) => id).join('\n');
    if (rows.length === 0 || ids === before) return [];
    this.#take(itemId, rows, pagingOf(reply)?.total);
    const last = lastPageOf(reply, rows.length);
    if (last === undefined) return hasNextPage(reply, page, pageSize) ? [{ itemId, page: page + 1, before: ids }] : [];
    if (page > 1) return [];
    return Array.from({ length: Math.max(0, last - 1) }, (_, index) => ({ itemId, page: index + 2 }));
  }

  /** An item that cannot have codes has none. */
  async #codes(itemId: string, page: number): Promise<unknown> {
    try {
      return await this.#lists.codes(itemId, page, pageSize);
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'notFound') return [];
      throw error;
    }
  }

  #take(itemId: string, rows: readonly Row[], total: number | undefined): void {
    if (total !== undefined) this.#totals.set(itemId, total);
    this.#read.set(itemId, (this.#read.get(itemId) ?? 0) + rows.length);
    const wanted = this.#reading.onCodes(rows.map(({ value, label }) => fieldOf(value, 'code') ?? label));
    if (wanted > 0) this.holders.add(itemId);
    const read = sum(this.#read.values());
    this.#reading.onProgress?.(read, Math.max(read, sum(this.#totals.values())));
  }
}

/** Where the reply tells it: then all other pages can be asked for at once. */
function lastPageOf(reply: unknown, rows: number): number | undefined {
  const { lastPage, total, pageSize: size } = pagingOf(reply) ?? {};
  return lastPage ?? (total === undefined ? undefined : Math.ceil(total / Math.max(1, size ?? rows)));
}

/** Nothing more is begun once one has failed. */
async function fewAtOnce<T>(tasks: readonly T[], work: (task: T) => Promise<void>): Promise<void> {
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

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
