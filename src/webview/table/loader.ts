// Brings the rows that are still to come: the next ones when the end is near, all of them when they are sorted or searched.
import type { TableBatch } from '../../protocol/table.ts';
import type { TableRows } from './rows.ts';

export function rowLoader(
  data: TableRows,
  read: (from: number) => Promise<TableBatch>,
  changed: () => void,
  failed: (error: Error) => void,
) {
  let isRunning = false;
  let isWanted = false;
  let wantsAll = false;
  /** Somebody stopped the loading of all, or it failed: it goes on only when it is asked for. */
  let isStopped = false;

  function stop(): void {
    isStopped = true;
    wantsAll = false;
    isWanted = false;
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      while (data.hasMore && (isWanted || wantsAll)) {
        isWanted = false;
        const { rows } = data;
        const batch = await read(rows.length);
        // The table was read anew meanwhile.
        if (data.rows === rows) data.add(batch);
        changed();
      }
    } catch (error) {
      stop();
      failed(error as Error);
    } finally {
      isRunning = false;
      changed();
    }
  }

  /** It was asked for: what was stopped goes on. */
  function load(all: boolean): void {
    isStopped = false;
    if (all) wantsAll = true;
    else isWanted = true;
    void run();
  }

  function viewChanged(): void {
    wantsAll = data.needsAll;
    if (!wantsAll) isStopped = false;
    else if (!isStopped) void run();
  }

  return {
    get isLoading() {
      return isRunning;
    },
    get isLoadingAll() {
      return isRunning && wantsAll;
    },
    nearEnd: () => {
      if (!isStopped) load(false);
    },
    viewChanged,
    /** The list was read anew. */
    restart: () => {
      isStopped = false;
      viewChanged();
    },
    loadAll: () => load(true),
    again: () => load(false),
    stop,
  };
}
