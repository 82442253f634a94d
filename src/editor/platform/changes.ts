// What was done, for whoever shows it: writes, and completed steps of the walkthrough.
import * as vscode from 'vscode';
import { idIn, type Operation } from '../../client/index.ts';

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
  readonly #exports = new vscode.EventEmitter<{ readonly environment: string }>();
  readonly onDidChange = this.#emitter.event;
  /** The file of an export has come. */
  readonly onExport = this.#exports.event;
  readonly #pins = new vscode.EventEmitter<{ readonly environment: string }>();
  /** Events were pinned or unpinned. */
  readonly onPins = this.#pins.event;

  announce(change: Change): void {
    this.#emitter.fire(change);
  }

  announceExport(environment: string): void {
    this.#exports.fire({ environment });
  }

  announcePins(environment: string): void {
    this.#pins.fire({ environment });
  }

  dispose(): void {
    this.#emitter.dispose();
    this.#exports.dispose();
    this.#pins.dispose();
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

/** Steps of the walkthrough are ticked off by context keys. */
type WalkthroughStep = 'serviceReached' | 'eventFound' | 'priceSaved' | 'codesUploaded' | 'reportRead';

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
