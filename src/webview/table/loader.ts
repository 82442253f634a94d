// Brings the rows that are still to come: the next ones when the end is near, all of them when they are sorted or searched.
import type { TableBatch } from '../../protocol/table.ts';
import type { TableRows } from './rows.ts';

interface LoaderListener {
  readonly changed: () => void;
  readonly failed: (message: string) => void;
}

export class Loader {
  readonly #data: TableRows;
  readonly #read: (from: number) => Promise<TableBatch>;
  readonly #listener: LoaderListener;
  #running = false;
  #isWanted = false;
  #wantsAll = false;
  /** Somebody stopped the loading of all, or it failed: it goes on only when it is asked for. */
  #isStopped = false;

  constructor(data: TableRows, read: (from: number) => Promise<TableBatch>, listener: LoaderListener) {
    this.#data = data;
    this.#read = read;
    this.#listener = listener;
  }

  get isLoading(): boolean {
    return this.#running;
  }

  get isLoadingAll(): boolean {
    return this.#running && this.#wantsAll;
  }

  nearEnd(): void {
    if (this.#isStopped) return;
    this.#isWanted = true;
    void this.#run();
  }

  viewChanged(): void {
    this.#wantsAll = this.#data.needsAll;
    if (!this.#wantsAll) this.#isStopped = false;
    if (this.#wantsAll && !this.#isStopped) void this.#run();
  }

  /** The list was read anew. */
  restart(): void {
    this.#isStopped = false;
    this.viewChanged();
  }

  loadAll(): void {
    this.#isStopped = false;
    this.#wantsAll = true;
    void this.#run();
  }

  again(): void {
    this.#isStopped = false;
    this.#isWanted = true;
    void this.#run();
  }

  stop(): void {
    this.#isStopped = true;
    this.#wantsAll = false;
    this.#isWanted = false;
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      while (this.#data.hasMore && (this.#isWanted || this.#wantsAll)) {
        this.#isWanted = false;
        const { rows } = this.#data;
        const batch = await this.#read(rows.length);
        // The table was read anew meanwhile.
        if (this.#data.rows === rows) this.#data.add(batch);
        this.#listener.changed();
      }
    } catch (error) {
      this.stop();
      const { message } = error as Error;
      this.#listener.failed(message);
    } finally {
      this.#running = false;
      this.#listener.changed();
    }
  }
}
