// What the commands on files of codes and their page share.
import * as vscode from 'vscode';
import {
  choicesOf,
  CodeFileError,
  compareCodes,
  readCodes,
  type Code,
  type CodeListener,
  type Comparison,
} from '../../codes/index.ts';
import type { AccountServices, Connection } from '../account/index.ts';
import { eventNameOf } from '../reading/resources.ts';
import { withOwnItems } from '../ask/own-items.ts';
import { changedSinceChecked } from '../ask/file-messages.ts';
import type { Pages } from '../pages/pages.ts';
import type { Changes } from '../platform/changes.ts';
import { withDelayedProgress, type ReportProgress } from '../platform/progress.ts';
import type { EventResource } from '../platform/resources.ts';
import type { Pauses } from '../platform/settings.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import type { CodeChecks } from './checks.ts';
import type { Comparisons } from './comparisons.ts';
import { joinRounds, readEventCodes, type EventCodes, type SeenListener } from './event-codes.ts';
import { fileName } from './files.ts';
import { errorText, number, sizeText } from './messages.ts';
import { codeLists } from '../reading/reads.ts';
import { rowsPath, type FileCheck } from './workbooks.ts';

export interface CodesFeatureServices extends AccountServices {
  readonly changes: Changes;
  readonly log: vscode.LogOutputChannel;
  readonly pauses: Pauses;
  readonly pages: Pages;
}

export interface CodeServices extends CodesFeatureServices {
  readonly checks: CodeChecks;
  readonly comparisons: Comparisons;
  /** The extension's own folder on the disk. */
  readonly storage: string;
}

/** Shows the check page of a file. */
export function showPage({ pages, connections }: CodeServices, { fsPath }: vscode.Uri): void {
  pages.show({ environment: connections.chosenName, kind: 'codes', id: fsPath });
}

/** The event of an environment that the file went to last, or any other file where this one went nowhere. */
export function rememberedEvent(
  { checks }: CodeServices,
  { fsPath }: vscode.Uri,
  environment: string,
): EventResource | undefined {
  const event = checks.memory.eventOf(fsPath, environment) ?? checks.memory.lastEvent(environment);
  return event && { kind: 'event', environment, id: event.id, label: event.label, value: {} };
}

/** Checks a file for a command that goes on with it. */
export function checkFirst({ checks }: CodeServices, uri: vscode.Uri): Promise<FileCheck> {
  return withDelayedProgress(vscode.l10n.t('Checking {0}', fileName(uri)), (signal, report) =>
    checks.check(uri, { signal, onProgress: bytesReporter(report) }),
  );
}

/** Reports progress by bytes, once for each percent. */
export function bytesReporter(report: ReportProgress) {
  let shown = 0;
  return (bytes: number, total: number) => {
    const percent = Math.floor((100 * bytes) / Math.max(1, total));
    if (percent > shown) report({ increment: percent - shown, message: `${sizeText(bytes)} / ${sizeText(total)}` });
    shown = Math.max(shown, percent);
  };
}

export function countReporter(report: ReportProgress) {
  return (read: number, total: number) => report({ message: `${number(read)} / ${number(total)}` });
}

export const showProblemsPanel = () => vscode.commands.executeCommand(nextStep.showProblems().command);

export interface CompareOptions {
  readonly signal: AbortSignal;
  /** Whether somebody waits for it, who can be asked to sign in. */
  readonly interactive: boolean;
  readonly onProgress?: ((read: number, total: number) => void) | undefined;
  /** What an earlier look at the same codes has found. */
  readonly before?: Comparison | undefined;
  /** Gets every code of the event, once. */
  readonly onSeen?: SeenListener | undefined;
  readonly onMissing?: ((code: Code) => Promise<void> | undefined) | undefined;
  /** Files whose codes count as if the event had them. */
  readonly earlier?: readonly CheckedCodes[] | undefined;
  /** With it, a list of which nothing shows that it is whole is told of, once for each round, and read as far as it goes. */
  readonly onCut?: ((message: string) => void) | undefined;
}

/** A file, and what its check has found. */
export interface CheckedCodes {
  readonly uri: vscode.Uri;
  readonly result: FileCheck;
}

/** A file that is gone, or holds something else than what was checked: nothing more can be told of that. */
export class ChangedFile extends UserError {
  readonly uri: vscode.Uri;

  constructor(uri: vscode.Uri) {
    super(changedSinceChecked(fileName(uri)), nextStep.checkCodes(uri));
    this.uri = uri;
  }
}

export interface EventComparison extends Comparison, EventCodes {
  /** The heading of the file, where the event has it as a code. */
  readonly headingCode?: string | undefined;
}

/** What is compared with all that the event has is not known where a list is missing. */
export function requireAllRead<T extends EventCodes>(compared: T): T {
  if (compared.unread.length === 0) return compared;
  const message = vscode.l10n.t('It is not known which codes these items have: {0}', compared.unread.join(', '));
  throw new UserError(message, nextStep.describeService());
}

/** Which of a file's codes an event has. */
export async function compareWithEvent(
  connection: Connection,
  eventId: string,
  uri: vscode.Uri,
  result: FileCheck,
  { signal, interactive, onProgress, before, onSeen, onMissing, onCut, earlier = [] }: CompareOptions,
): Promise<EventComparison> {
  const { dialect, name } = connection.environment;
  const heading = result.column === undefined ? undefined : result.header?.[result.column];
  let headingCode: string | undefined;
  const readOnce = (each: CodeListener) => {
    const onCodes: CodeListener = (codes) => {
      if (heading !== undefined && heading !== '' && codes.includes(heading)) headingCode = heading;
      return each(codes);
    };
    return readEventCodes(codeLists(connection, eventId, { signal, interactive }), {
      dialect,
      onCodes,
      onSeen,
      onProgress,
      onCut,
    });
  };
  const event = { id: eventId, label: eventNameOf(name, eventId) ?? eventId };
  let found: EventCodes | undefined;
  const read = async (onCodes: CodeListener) => {
    const round = await (interactive ? withOwnItems(connection, event, () => readOnce(onCodes)) : readOnce(onCodes));
    found = joinRounds(found, round);
    for (const file of earlier)
      await asChecked(file, async (path, options) => {
        for await (const { code } of readCodes(path, { ...options, signal })) onCodes([code]);
      });
  };
  return asChecked({ uri, result }, async (path, reading) => {
    const options = { ...reading, codes: result.codes, signal, before, keepsPlaces: true, onMissing };
    const compared = await compareCodes(path, read, options);
    return { ...compared, receivers: new Map(), unread: [], ...found, headingCode };
  });
}

const readingOf = (result: FileCheck) => ({ ...choicesOf(result), sha256: result.sha256 });

/** Reads a file as its check has read it, and only what that has seen. */
export async function asChecked<T>(
  { uri, result }: CheckedCodes,
  work: (path: string, options: ReturnType<typeof readingOf>) => Promise<T>,
): Promise<T> {
  const path = rowsPath(uri, result);
  try {
    return await work(path, readingOf(result));
  } catch (error) {
    const { code, path: of } = error as NodeJS.ErrnoException;
    if ((error instanceof CodeFileError && error.kind === 'changed') || (code === 'ENOENT' && of === path))
      throw new ChangedFile(uri);
    if (error instanceof CodeFileError) throw new Error(errorText(fileName(uri), error.data), { cause: error });
    throw error;
  }
}
