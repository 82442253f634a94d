// What was done, for whoever shows it: writes, and completed steps of the walkthrough.
import * as vscode from 'vscode';

/** A write: whoever shows what was written reads it again. */
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

/** Steps of the walkthrough are ticked off by context keys. */
type WalkthroughStep = 'serviceReached' | 'eventFound' | 'codesUploaded';

const completed = new Set<WalkthroughStep>();

export async function completeStep(step: WalkthroughStep): Promise<void> {
  if (completed.has(step)) return;
  completed.add(step);
  await ping(step);
}

/** Nobody sees a ping before a walkthrough was opened for the first time: what was completed by then is pinged again. */
export async function repeatCompletedSteps(): Promise<void> {
  for (const step of completed) await ping(step);
}

/** A key that is true already when VS Code first looks at a walkthrough never ticks anything off. */
async function ping(step: WalkthroughStep): Promise<void> {
  for (const value of [true, false]) await vscode.commands.executeCommand('setContext', `boxOffice.${step}`, value);
}
