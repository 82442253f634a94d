import * as vscode from 'vscode';

/** One question of a page at a time: the next one ends the one before it, whose answer nobody waits for any more. */
export class Latest {
  #asking: AbortController | undefined;

  async ask<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.stop();
    const asking = new AbortController();
    this.#asking = asking;
    try {
      return await read(asking.signal);
    } catch (error) {
      throw asking.signal.aborted ? new vscode.CancellationError() : error;
    }
  }

  stop(): void {
    this.#asking?.abort();
  }
}
