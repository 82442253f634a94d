import * as vscode from 'vscode';

/** Something was written: who shows it reads that one part again. */
export interface Change {
  readonly environment: string;
  readonly kind: 'item' | 'passkey' | 'code';
  /** Absent when several changed. */
  readonly id?: string | undefined;
  readonly eventId?: string | undefined;
  /** The item that a code belongs to. */
  readonly itemId?: string | undefined;
}

export class Changes implements vscode.Disposable {
  readonly #emitter = new vscode.EventEmitter<Change>();
  readonly onDidChange = this.#emitter.event;

  announce(change: Change): void {
    this.#emitter.fire(change);
  }

  dispose(): void {
    this.#emitter.dispose();
  }
}
