// The passkeys that an event has, page by page.
import { ApiError, readList, type Client, type List } from '../client/index.ts';
import { RunError } from './errors.ts';

const pageSize = 1000;
const pagesAtOnce = 4;

export interface ListedPasskey {
  readonly text: string;
  /** The whole row, as the service gave it. */
  readonly value: Readonly<Record<string, unknown>>;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called when the list turns out not to be whole; without it that is an error. */
  readonly onIncomplete?: (() => void) | undefined;
}

/** Every passkey of an event: what `planRun` takes as `existing`. */
export async function* readPasskeys(
  client: Client,
  eventId: string | number | bigint,
  { signal, onIncomplete }: ReadOptions = {},
): AsyncGenerator<ListedPasskey> {
  let rows = 0;
  let whole = true;
  let total: number | undefined;
  for await (const list of pages((page) => readPage(client, eventId, page, signal))) {
    total = list.paging?.total ?? total;
    for (const { value } of list.rows) {
      rows++;
      const listed = listedPasskey(value);
      if (listed) yield listed;
      else whole = false;
    }
  }
  if (whole && rows >= (total ?? 0)) return;
  if (!onIncomplete) throw new RunError('listIncomplete', 'The list of passkeys is not whole.');
  onIncomplete();
}

async function readPage(
  client: Client,
  eventId: string | number | bigint,
  page: number,
  signal: AbortSignal | undefined,
): Promise<List> {
  try {
    return readList(await client.call('listPasskeys', { query: { eventId: String(eventId), page, pageSize } }, { signal }));
  } catch (error) {
    // Some services refuse a page that lies beyond the last.
    if (page > 1 && error instanceof ApiError && error.kind === 'notFound') return { rows: [] };
    throw error;
  }
}

async function* pages(read: (page: number) => Promise<List>): AsyncGenerator<List> {
  const first = await read(1);
  yield first;
  if (first.rows.length === 0) return;
  const { lastPage } = first.paging ?? {};
  if (lastPage === undefined) yield* pagesToTheEnd(first, read);
  else yield* pagesUpTo(lastPage, read);
}

/** The last page may have grown while the others were read. */
async function* pagesUpTo(lastPage: number, read: (page: number) => Promise<List>): AsyncGenerator<List> {
  let last = lastPage;
  for (let page = 2; page <= last; page += pagesAtOnce) {
    const count = Math.min(pagesAtOnce, last - page + 1);
    for (const list of await Promise.all(Array.from({ length: count }, (_, index) => read(page + index)))) {
      last = Math.max(last, list.paging?.lastPage ?? 0);
      yield list;
    }
  }
}

/** A service that says nothing of pages gives them until one is empty, or gives everything each time. */
async function* pagesToTheEnd(first: List, read: (page: number) => Promise<List>): AsyncGenerator<List> {
  const mark = markOf(first);
  for (let page = 2; ; page++) {
    const list = await read(page);
    if (list.rows.length === 0 || markOf(list) === mark) return;
    yield list;
  }
}

function markOf({ rows: [row] }: List): string | undefined {
  return row?.id ?? listedPasskey(row?.value)?.text;
}

function listedPasskey(value: unknown): ListedPasskey | undefined {
  if (typeof value === 'string') return { text: value, value: {} };
  if (typeof value !== 'object' || value === null) return undefined;
  const row = value as Record<string, unknown>;
  const text = row.passkey ?? row.code;
  if (typeof text !== 'string' && typeof text !== 'number' && typeof text !== 'bigint') return undefined;
  return { text: String(text), value: row };
}
