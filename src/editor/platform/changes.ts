import * as vscode from 'vscode';
import { idIn, type Operation } from '../../client/index.ts';

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

/** What a call has changed, as far as the table says it. */
export function changeBy(
  environment: string,
  { id, changes: kind }: Operation,
  input: Parameters<typeof idIn>[1],
): Change | undefined {
  if (kind === undefined) return undefined;
  const itemId = kind === 'code' ? idIn(id, input, 'item') : undefined;
  return { environment, kind, id: idIn(id, input, kind), eventId: idIn(id, input, 'event'), itemId };
}
