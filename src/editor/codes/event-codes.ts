// All codes of an event, as the service lists them: by item, in pages, a few at a time, none of them kept.
import { ApiError, wholeList, type PageQuery, type Row } from '../../client/index.ts';
import type { CodeListener } from '../../codes/index.ts';
import { groupNames } from '../reading/item-groups.ts';
import type { CodeLists } from '../reading/reads.ts';
import { fieldOf } from '../reading/resources.ts';

interface CodeReading {
  /** Gives how many of them somebody looks for. */
  readonly onCodes: CodeListener;
  /** How many were read so far, of how many as far as is known. */
  readonly onProgress?: ((read: number, total: number) => void) | undefined;
}

const atOnce = 4;

/** Gives the items that have any of the codes that are looked for, with their labels. */
export async function readEventCodes(lists: CodeLists, reading: CodeReading): Promise<ReadonlyMap<string, string>> {
  const items: Row[] = [];
  for await (const rows of wholeList((page) => lists.items(page))) items.push(...rows);
  const groups = groupNames(items);
  const labels = new Map<string, string>();
  for (const { id, label } of items) if (id !== undefined) labels.set(id, [groups.get(id), label].filter(Boolean).join(' · '));
  const codes = new EventCodes(lists, reading);
  await fewAtOnce([...labels.keys()], (itemId) => codes.read(itemId));
  return new Map([...labels].filter(([id]) => codes.receivers.has(id)));
}

class EventCodes {
  readonly #lists: CodeLists;
  readonly #reading: CodeReading;
  /** How many of each item's codes were read, and how many its list says it has. */
  readonly #read = new Map<string, { read: number; total: number }>();
  readonly receivers = new Set<string>();

  constructor(lists: CodeLists, reading: CodeReading) {
    this.#lists = lists;
    this.#reading = reading;
  }

  async read(itemId: string): Promise<void> {
    const onProgress = (read: number, total: number | undefined) => this.#read.set(itemId, { read, total: total ?? read });
    for await (const rows of wholeList((page) => this.#page(itemId, page), { onProgress })) {
      const wanted = this.#reading.onCodes(rows.map(({ value, label }) => fieldOf(value, 'code') ?? label));
      if (wanted > 0) this.receivers.add(itemId);
      this.#report();
    }
  }

  /** An item that cannot have codes has none. */
  async #page(itemId: string, page: PageQuery): Promise<unknown> {
    try {
      return await this.#lists.codes(itemId, page);
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'notFound') return [];
      throw error;
    }
  }

  #report(): void {
    const items = [...this.#read.values()];
    const read = items.reduce((sum, item) => sum + item.read, 0);
    const total = items.reduce((sum, item) => sum + item.total, 0);
    this.#reading.onProgress?.(read, Math.max(read, total));
  }
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
