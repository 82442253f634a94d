// Compare File with Event: which codes are in both, which only in the file, which only at the service.
import * as vscode from 'vscode';
import type { RowWriter } from '../../codes/index.ts';
import { connectionTo, requireConnection, type Connection } from '../account/index.ts';
import { titleIn } from '../account/confirm.ts';
import { pickEvent } from '../ask/pickers.ts';
import { browse, type Choice } from '../ask/search-pick.ts';
import { withoutIcons } from '../platform/notify.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { eventAround, type EventResource } from '../platform/resources.ts';
import { nextStep } from '../platform/user-error.ts';
import { copyList, listPath, openList, saveList, ticketHeader, ticketRow, writeList, type CodeList } from './code-lists.ts';
import type { SeenListener, TicketCount } from './event-codes.ts';
import { filesFor, fileName } from './files.ts';
import { number } from './messages.ts';
import { ticketsText } from './report.ts';
import { ChangedFile, checkFirst, compareWithEvent, countReporter, rememberedEvent, type CodeServices } from './services.ts';
import type { FileCheck } from './workbooks.ts';

const { l10n } = vscode;

/** Takes a file and an event in any order; asks for what is missing. */
export async function compareFile(services: CodeServices, args: readonly unknown[]): Promise<void> {
  const known = args.flat().map(eventAround).find(Boolean);
  const connection = known ? connectionTo(services.connections, known.environment) : requireConnection(services.connections);
  const [uri] = await filesFor(args, { label: l10n.t('Compare'), active: !known });
  if (!uri) throw new vscode.CancellationError();
  const file = await readableFile(services, uri);
  const last = rememberedEvent(services, uri, connection.environment.name);
  const event = known ?? (await pickEvent(connection, l10n.t('Compare with the codes of which event?'), last));
  const compared = await compareLists(services, connection, event, file).catch(async (error: unknown) => {
    // It was saved while the event was chosen: what is meant is the file as it is now.
    if (!(error instanceof ChangedFile)) throw error;
    return compareLists(services, connection, event, await readableFile(services, uri));
  });
  await showLists(connection, event, fileName(uri), compared);
}

/** A file whose codes can be read, and what its check has found. */
interface ReadableFile {
  readonly uri: vscode.Uri;
  readonly result: FileCheck;
}

/** The one place that says which file is read for the one that was chosen. */
async function readableFile(services: CodeServices, uri: vscode.Uri): Promise<ReadableFile> {
  return { uri, result: await checkFirst(services, uri) };
}

interface ComparedLists {
  readonly both: CodeList;
  readonly onlyInFile: CodeList;
  readonly onlyAtService: CodeList;
  /** What of the service could not be read to its end: then it is not known what it lacks. */
  readonly doubts: readonly string[];
  readonly tickets: { readonly both: Tickets; readonly onlyAtService: Tickets };
}

type Tickets = ReadonlyMap<string, TicketCount>;

async function compareLists(
  { storage }: CodeServices,
  connection: Connection,
  event: EventResource,
  { uri, result }: ReadableFile,
): Promise<ComparedLists> {
  const [both, onlyInFile, onlyAtService] = [await listPath(storage), await listPath(storage), await listPath(storage)];
  const title = l10n.t('Comparing {0} with {1}', fileName(uri), event.label);
  const doubts = new Set<string>();
  const atService = new Map<string, TicketCount>();
  const compare = (shared: RowWriter, ofFile: RowWriter, ofService: RowWriter) =>
    withDelayedProgress(title, (signal, report) => {
      const onSeen: SeenListener = (ticket, codes) => {
        let writing: Promise<void> | undefined;
        let others = 0;
        for (const { code, seen } of codes) {
          if (seen === 'later') continue;
          if (seen === 'other') others++;
          writing = (seen === 'other' ? ofService : shared).add(ticketRow(code, ticket)) ?? writing;
        }
        const label = [ticket.group, ticket.name].filter(Boolean).join(' › ');
        const found = others + (atService.get(ticket.itemId)?.found ?? 0);
        if (found > 0) atService.set(ticket.itemId, { label, found, added: 0 });
        return writing;
      };
      return compareWithEvent(connection, event.id, uri, result, {
        signal,
        interactive: true,
        onProgress: countReporter(report),
        onSeen,
        onMissing: ({ code, line }) => ofFile.add([code, String(line)]),
        onCut: (message) => doubts.add(message),
      });
    });
  return writeList(both, ticketHeader, (shared) =>
    writeList(onlyInFile, ['code', 'line'], (ofFile) =>
      writeList(onlyAtService, ticketHeader, async (ofService) => {
        const { receivers, unread } = await compare(shared, ofFile, ofService);
        const names = [fileName(uri), event.label] as const;
        return {
          both: { path: both, count: shared.rows, name: l10n.t('codes in {0} and {1}', ...names) },
          onlyInFile: { path: onlyInFile, count: ofFile.rows, name: l10n.t('codes only in {0}', names[0]) },
          onlyAtService: { path: onlyAtService, count: ofService.rows, name: l10n.t('codes only in {0}', names[1]) },
          doubts: [...doubts, ...unread.map((item) => l10n.t('{0} has no list of codes: what it has is not known.', item))],
          tickets: { both: receivers, onlyAtService: atService },
        };
      }),
    ),
  );
}

type ListChoice = CodeList & { readonly id: string };

/** Three rows, each of which can be opened, copied and saved. */
async function showLists(connection: Connection, event: EventResource, file: string, compared: ComparedLists): Promise<void> {
  const { both, onlyInFile, onlyAtService, doubts, tickets } = compared;
  const isWhole = doubts.length === 0;
  const choice = (id: string, label: string, list: CodeList, detail: string): Choice<ListChoice> => ({
    label,
    ...(detail === '' ? {} : { detail: withoutIcons(detail) }),
    value: { ...list, id },
  });
  const [shared, ofFile, ofService] = [both, onlyInFile, onlyAtService].map(({ count }) => number(count)) as [
    string,
    string,
    string,
  ];
  const choices = [
    choice('both', l10n.t('In both: {0}', shared), both, ticketsText(tickets.both, 'found')),
    isWhole
      ? choice('file', l10n.t('Only in the file: {0}', ofFile), onlyInFile, '')
      : choice('file', l10n.t('Only in the file: not known'), onlyInFile, l10n.t('Not seen at the service: {0}', ofFile)),
    choice(
      'service',
      isWhole ? l10n.t('Only at the service: {0}', ofService) : l10n.t('Only at the service: at least {0}', ofService),
      onlyAtService,
      ticketsText(tickets.onlyAtService, 'found'),
    ),
  ];
  const [doubt] = doubts;
  const unproved =
    doubt === undefined
      ? undefined
      : {
          label: l10n.t('$(warning) Not all codes of the event could be read'),
          detail: withoutIcons(doubts.length === 1 ? doubt : `${doubt} ${l10n.t('and {0} more like these', doubts.length - 1)}`),
          step: nextStep.describeService(event.environment),
        };
  await browse<ListChoice>({
    title: withoutIcons(titleIn(connection, `${file} · ${event.label}`)),
    placeholder: l10n.t('Enter opens a list; its buttons copy and save it'),
    search: () => Promise.resolve({ choices, isWhole: true, unproved }),
    accept: openList,
    rowActions: [
      { icon: 'copy', title: l10n.t('Copy'), closes: true, run: copyList },
      { icon: 'save-as', title: l10n.t('Save…'), closes: true, run: saveList },
    ],
    titleActions: [],
  });
}
