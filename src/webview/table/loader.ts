// Brings rows: those in sight from the editor, and to the editor those that it has not read yet.
import type { TablePart, TableView } from '../../protocol/table.ts';
import { partLength, type TableRows } from './rows.ts';

/** Asks for the rows in sight, one question at a time; another view is asked for at once. */
export function rowFetcher(
  data: TableRows,
  ask: (view: TableView, from: number) => Promise<TablePart>,
  changed: (isOther: boolean) => void,
  failed: (error: Error) => void,
) {
  let turn = 0;
  let asking: Promise<void> | undefined;
  /** What is held may not be what the editor has by now. */
  let isStale = false;
  let sight: readonly [first: number, last: number] = [0, 0];

  function start(): Promise<void> {
    const own = ++turn;
    const work = run(own).finally(() => {
      if (own === turn) asking = undefined;
    });
    asking = work;
    return work;
  }

  async function run(own: number): Promise<void> {
    try {
      for (;;) {
        const from = isStale ? startOf(sight[0]) : data.missing(...sight);
        if (from === undefined) return;
        isStale = false;
        const part = await ask(data.view, from);
        if (own !== turn) return;
        changed(data.take(part));
      }
    } catch (error) {
      // An empty message is a cancel: another view was asked for.
      if (own === turn && (error as Error).message !== '') failed(error as Error);
    }
  }

  const startOf = (index: number) => Math.floor(Math.min(index, Math.max(0, data.found - 1)) / partLength) * partLength;

  return {
    /** These are in sight now. */
    show: (first: number, last: number) => {
      sight = [first, last];
      if (!asking && data.missing(first, last) !== undefined) void start();
    },
    /** There is more, or the view is another one: what was asked for before is not waited for. */
    again: (isOtherView: boolean): Promise<void> => {
      isStale = true;
      if (isOtherView) sight = [0, 0];
      return asking && !isOtherView ? asking : start();
    },
  };
}

/** Has the editor read what is still to come: the next rows when the end is near, all of them when they are sorted or searched. */
export function rowLoader(
  data: TableRows,
  read: (all: boolean) => Promise<unknown>,
  halt: () => void,
  refresh: () => Promise<void>,
  changed: () => void,
  failed: (error: Error) => void,
) {
  let running: 'page' | 'all' | undefined;
  /** Somebody stopped the loading of all, or it failed: it goes on only when it is asked for. */
  let isStopped = false;
  /** What runs is not waited for: it was stopped, or the list is read anew. */
  let turn = 0;

  async function run(all: boolean): Promise<void> {
    if (running === 'all' || (running && !all)) return;
    const own = ++turn;
    running = all ? 'all' : 'page';
    changed();
    try {
      await read(all);
    } catch (error) {
      if (own === turn) {
        isStopped = true;
        if ((error as Error).message !== '') failed(error as Error);
      }
    }
    if (own !== turn) return;
    running = undefined;
    await refresh();
    changed();
    // The view may have changed meanwhile.
    if (own === turn) viewChanged();
  }

  function stop(): void {
    turn++;
    running = undefined;
    halt();
    void refresh().then(changed);
  }

  function viewChanged(): void {
    if (!data.needsAll) isStopped = false;
    if (!data.needsAll && running === 'all') stop();
    else if (data.needsAll && data.list.hasMore && !isStopped) void run(true);
  }

  return {
    get isLoading() {
      return running !== undefined;
    },
    get isLoadingAll() {
      return running === 'all';
    },
    nearEnd: () => {
      if (!isStopped && data.list.hasMore) void run(false);
    },
    viewChanged,
    /** The list was read anew. */
    restart: () => {
      turn++;
      running = undefined;
      isStopped = false;
      viewChanged();
    },
    loadAll: () => {
      isStopped = false;
      void run(true);
    },
    again: () => {
      isStopped = false;
      void run(data.needsAll);
    },
    stop: () => {
      isStopped = true;
      stop();
    },
  };
}
