// What Compare File with Event has found, kept for the check page of the file as long as the window is open.
import * as vscode from 'vscode';
import type { CodePlaces } from '../../codes/code-set.ts';
import type { ComparedState } from '../../protocol/codes-check.ts';
import { reasonsText } from '../ask/save-rows.ts';
import type { Change, Changes } from '../platform/changes.ts';
import type { EventResource } from '../platform/resources.ts';
import type { CodeList } from './code-lists.ts';
import type { TicketCount } from './event-codes.ts';
import { number } from './messages.ts';
import { ticketsText } from './report.ts';
import type { FileCheck } from './workbooks.ts';

const { l10n } = vscode;

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

/** What the page shows of it. */
export function comparedState(compared: ComparedFile, isOld: boolean): ComparedState {
  const { event, at, both, onlyInFile, onlyAtService, doubts, tickets, result } = compared;
  const isWhole = doubts.length === 0;
  const [shared, ofFile, ofService] = [number(both.codes), number(onlyInFile.codes), number(onlyAtService.codes)];
  const lineCount = number(onlyInFile.count);
  const lines = result.workbook ? l10n.t('Rows of the file: {0}', lineCount) : l10n.t('Lines of the file: {0}', lineCount);
  const row = (list: ComparedState['lists'][number]['list'], text: string, of: ComparedList, rows: string, detail: string) => {
    const hint = [of.count === of.codes ? '' : rows, detail].filter(Boolean).join(' · ');
    return { list, text, count: of.count, hint, mayUpload: list === 'file' && isWhole && of.codes > 0 };
  };
  const rowsOf = ({ count }: ComparedList) => l10n.t('Rows at the service: {0}', number(count));
  return {
    event: event.label,
    at,
    isOld,
    lists: [
      row('both', l10n.t('In both: {0}', shared), both, rowsOf(both), ticketsText(tickets.both, 'found')),
      isWhole
        ? row('file', l10n.t('Only in the file: {0}', ofFile), onlyInFile, lines, '')
        : row('file', l10n.t('Only in the file: not known'), onlyInFile, lines, l10n.t('Not seen at the service: {0}', ofFile)),
      row(
        'service',
        isWhole ? l10n.t('Only at the service: {0}', ofService) : l10n.t('Only at the service: at least {0}', ofService),
        onlyAtService,
        rowsOf(onlyAtService),
        ticketsText(tickets.onlyAtService, 'found'),
      ),
    ],
    ...(isWhole ? {} : { doubt: reasonsText(doubts) }),
  };
}
