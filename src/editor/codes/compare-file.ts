// Compare File with Event: which codes are in both, which only in the file, which only at the service.
import * as vscode from 'vscode';
import { CodeSet, hashOfCode } from '../../codes/code-set.ts';
import { readAllRows, type RowWriter } from '../../codes/index.ts';
import { connectionTo, requireConnection, type Connection } from '../account/index.ts';
import { titleIn } from '../account/confirm.ts';
import { pickEvent } from '../ask/pickers.ts';
import { reasonsText, saveCodeRows } from '../ask/save-rows.ts';
import { browse, type Choice } from '../ask/search-pick.ts';
import { withoutIcons } from '../platform/notify.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { eventAround, type EventResource } from '../platform/resources.ts';
import { nextStep } from '../platform/user-error.ts';
import { copyList, listPath, openList, ticketHeader, ticketRow, writeList, type CodeList } from './code-lists.ts';
import type { SeenListener, TicketCount } from './event-codes.ts';
import { filesFor, fileName } from './files.ts';
import { number } from './messages.ts';
import { ticketsText } from './report.ts';
import { ChangedFile, checkFirst, compareWithEvent, countReporter, rememberedEvent, type CodeServices } from './services.ts';
import type { FileCheck } from './workbooks.ts';

const { l10n } = vscode;

/** Takes files and an event in any order; asks for what is missing. Several files are compared one after another. */
export async function compareFile(services: CodeServices, args: readonly unknown[]): Promise<void> {
  const known = args.flat().map(eventAround).find(Boolean);
  const connection = known ? connectionTo(services.connections, known.environment) : requireConnection(services.connections);
  const uris = await filesFor(args, { label: l10n.t('Compare'), active: !known });
  const [first] = uris;
  if (!first) throw new vscode.CancellationError();
  // What is wrong with the first file is said before the event is asked for.
  let file = await readableFile(services, first);
  const last = rememberedEvent(services, first, connection.environment.name);
  const event = known ?? (await pickEvent(connection, l10n.t('Compare with the codes of which event?'), last));
  for (const [index, uri] of uris.entries()) {
    if (index > 0) file = await readableFile(services, uri);
    const compared = await compareLists(services, connection, event, file).catch(async (error: unknown) => {
      // It was saved while the event was chosen: what is meant is the file as it is now.
      if (!(error instanceof ChangedFile)) throw error;
      return compareLists(services, connection, event, await readableFile(services, uri));
    });
    const names = [fileName(uri), event.label] as const;
    const place = [number(index + 1), number(uris.length)] as const;
    const title =
      uris.length === 1
        ? l10n.t('Compare {0} with {1}', ...names)
        : l10n.t('Compare {0} with {1}: file {2} of {3}', ...names, ...place);
    const next = uris[index + 1];
    await showLists(connection, event, compared, { title, next: next && fileName(next) });
  }
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

/** Its `count` is of its rows; a code that stands in several of them is one code. */
interface ComparedList extends CodeList {
  readonly codes: number;
  readonly saving: string;
  readonly saved: (rows: string) => string;
}

interface ComparedLists {
  readonly both: ComparedList;
  readonly onlyInFile: ComparedList;
  readonly onlyAtService: ComparedList;
  /** What of the service could not be read to its end: then it is not known what it lacks. */
  readonly doubts: readonly string[];
  readonly isWorkbook: boolean;
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
  const others = new CodeSet(0);
  const compare = (shared: RowWriter, ofFile: RowWriter, ofService: RowWriter) =>
    withDelayedProgress(title, (signal, report) => {
      const onSeen: SeenListener = (ticket, codes) => {
        let writing: Promise<void> | undefined;
        let unshared = 0;
        for (const { code, seen } of codes) {
          if (seen === 'later') continue;
          if (seen === 'other') {
            unshared++;
            others.add(hashOfCode(code));
          }
          writing = (seen === 'other' ? ofService : shared).add(ticketRow(code, ticket)) ?? writing;
        }
        const label = [ticket.group, ticket.name].filter(Boolean).join(' › ');
        const found = unshared + (atService.get(ticket.itemId)?.found ?? 0);
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
    writeList(onlyInFile, ['code', result.workbook ? 'row' : 'line'], (ofFile) =>
      writeList(onlyAtService, ticketHeader, async (ofService) => {
        const { receivers, unread, different, there } = await compare(shared, ofFile, ofService);
        const names = [fileName(uri), event.label] as const;
        return {
          both: {
            ...{ path: both, count: shared.rows, codes: there },
            name: l10n.t('codes in {0} and {1}', ...names),
            saving: l10n.t('Saving the codes that are in {0} and in {1}', ...names),
            saved: (rows) => l10n.t('Rows of codes that are in {0} and in {1} saved: {2}.', ...names, rows),
          },
          onlyInFile: {
            ...{ path: onlyInFile, count: ofFile.rows, codes: different - there },
            name: l10n.t('codes only in {0}', names[0]),
            saving: l10n.t('Saving the codes that were seen only in {0}', names[0]),
            saved: (rows) =>
              result.workbook
                ? l10n.t('Rows of {0} whose codes were not seen in {1} saved: {2}.', ...names, rows)
                : l10n.t('Lines of {0} whose codes were not seen in {1} saved: {2}.', ...names, rows),
          },
          onlyAtService: {
            ...{ path: onlyAtService, count: ofService.rows, codes: others.size },
            name: l10n.t('codes only in {0}', names[1]),
            saving: l10n.t('Saving the codes that were seen only in {0}', names[1]),
            saved: (rows) => l10n.t('Rows of codes of {1} that {0} does not have saved: {2}.', ...names, rows),
          },
          doubts: [...doubts, ...unread.map((item) => l10n.t('{0} has no list of codes: what it has is not known.', item))],
          isWorkbook: result.workbook !== undefined,
          tickets: { both: receivers, onlyAtService: atService },
        };
      }),
    ),
  );
}

type ListChoice = ComparedList & { readonly id: string };

/** What stands above the three rows, and the name of the file that comes after this one. */
interface Shown {
  readonly title: string;
  readonly next: string | undefined;
}

/** Three rows, each of which can be opened, copied and saved. */
async function showLists(
  connection: Connection,
  event: EventResource,
  { both, onlyInFile, onlyAtService, doubts, isWorkbook, tickets }: ComparedLists,
  { title, next }: Shown,
): Promise<void> {
  const isWhole = doubts.length === 0;
  const choice = (id: string, label: string, list: ComparedList, rows: string, detail = ''): Choice<ListChoice> => ({
    label,
    ...(list.count === list.codes ? {} : { description: rows }),
    ...(detail === '' ? {} : { detail: withoutIcons(detail) }),
    value: { ...list, id },
  });
  const [shared, ofFile, ofService] = [number(both.codes), number(onlyInFile.codes), number(onlyAtService.codes)];
  const lineCount = number(onlyInFile.count);
  const lines = isWorkbook ? l10n.t('Rows of the file: {0}', lineCount) : l10n.t('Lines of the file: {0}', lineCount);
  const rowsOf = ({ count }: ComparedList) => l10n.t('Rows at the service: {0}', number(count));
  const choices = [
    choice('both', l10n.t('In both: {0}', shared), both, rowsOf(both), ticketsText(tickets.both, 'found')),
    isWhole
      ? choice('file', l10n.t('Only in the file: {0}', ofFile), onlyInFile, lines)
      : choice('file', l10n.t('Only in the file: not known'), onlyInFile, lines, l10n.t('Not seen at the service: {0}', ofFile)),
    choice(
      'service',
      isWhole ? l10n.t('Only at the service: {0}', ofService) : l10n.t('Only at the service: at least {0}', ofService),
      onlyAtService,
      rowsOf(onlyAtService),
      ticketsText(tickets.onlyAtService, 'found'),
    ),
  ];
  const unproved = isWhole
    ? undefined
    : {
        label: l10n.t('$(warning) Not all codes of the event could be read'),
        detail: withoutIcons(reasonsText(doubts)),
        step: nextStep.describeService(event.environment),
      };
  await browse<ListChoice>({
    title: withoutIcons(titleIn(connection, title)),
    placeholder: l10n.t('Enter opens a list; its buttons copy and save it'),
    search: () => Promise.resolve({ choices, isWhole: true, unproved }),
    accept: openList,
    rowActions: [
      { icon: 'copy', title: l10n.t('Copy'), closes: true, run: copyList },
      { icon: 'save-as', title: l10n.t('Save…'), closes: true, run: saveCompared },
    ],
    titleActions:
      next === undefined ? [] : [{ icon: 'arrow-right', title: l10n.t('Compare {0} Next', next), run: () => Promise.resolve() }],
  });
}

function saveCompared({ path, name, saving, saved }: ComparedList): Promise<void> {
  return saveCodeRows({ name, progress: saving, rows: (signal) => readAllRows(path, signal), saved });
}
