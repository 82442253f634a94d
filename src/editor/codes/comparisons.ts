// What Compare File with Event has found, kept for the check page of the file as long as the window is open.
import * as vscode from 'vscode';
import type { CodePlaces } from '../../codes/code-set.ts';
import type { Change, Changes } from '../platform/changes.ts';
import type { EventResource } from '../platform/resources.ts';
import type { CodeList } from './code-lists.ts';
import type { TicketCount } from './event-codes.ts';
import type { FileCheck } from './workbooks.ts';

/** Its `count` is of its rows; a code that stands in several of them is one code. */
export interface ComparedList extends CodeList {
  readonly codes: number;
  readonly saving: string;
  readonly saved: (rows: string) => string;
}

type Tickets = ReadonlyMap<string, TicketCount>;

export interface ComparedFile {
  readonly uri: vscode.Uri;
  readonly event: EventResource;
  /** The check of what was compared. */
  readonly result: FileCheck;
  /** When it was done, in milliseconds. */
  readonly at: number;
  readonly both: ComparedList;
  readonly onlyInFile: ComparedList;
  readonly onlyAtService: ComparedList;
  /** Which codes of the file the event has. */
  readonly places: CodePlaces | undefined;
  /** What of the service could not be read to its end: then it is not known what it lacks. */
  readonly doubts: readonly string[];
  readonly tickets: { readonly both: Tickets; readonly onlyAtService: Tickets };
}

interface Kept {
  readonly compared: ComparedFile;
  /** The codes of the event were written to since. */
  isOld: boolean;
}

/** The last one of each file in each environment. */
export class Comparisons implements vscode.Disposable {
  readonly #kept = new Map<string, Kept>();
  readonly #emitter = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#emitter.event;
  readonly #following: vscode.Disposable;

  constructor(changes: Changes) {
    this.#following = changes.onDidChange((change) => this.#onChange(change));
  }

  of(uri: vscode.Uri, environment: string): Kept | undefined {
    return this.#kept.get(keyOf(uri, environment));
  }

  keep(compared: ComparedFile): void {
    this.#kept.set(keyOf(compared.uri, compared.event.environment), { compared, isOld: false });
    this.#emitter.fire(compared.uri);
  }

  #onChange({ kind, environment, eventId }: Change): void {
    for (const one of this.#kept.values()) {
      const { event, uri } = one.compared;
      const isMeant = kind === 'code' && event.environment === environment && (eventId ?? event.id) === event.id;
      if (!isMeant || one.isOld) continue;
      one.isOld = true;
      this.#emitter.fire(uri);
    }
  }

  dispose(): void {
    this.#following.dispose();
    this.#emitter.dispose();
  }
}

function keyOf(uri: vscode.Uri, environment: string): string {
  return JSON.stringify([environment, uri.toString()]);
}
