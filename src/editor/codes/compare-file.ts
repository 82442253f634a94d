// Compare File with Event: which codes are in both, which only in the file, which only at the service.
import { basename, extname } from 'node:path';
import * as vscode from 'vscode';
import { CodeSet, hashOfCode } from '../../codes/code-set.ts';
import { fixCodes, readAllRows, type RowWriter } from '../../codes/index.ts';
import type { ComparedState } from '../../protocol/codes-check.ts';
import { connectionTo, requireConnection, type Connection } from '../account/index.ts';
import { pickEvent } from '../ask/pickers.ts';
import { reasonsText, saveCodeRows } from '../ask/save-rows.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { eventAround, type EventResource } from '../platform/resources.ts';
import { ifKept, listActions, listPath, ticketHeader, ticketRow, writeList } from './code-lists.ts';
import type { ComparedFile, ComparedList } from './comparisons.ts';
import type { SeenListener, TicketCount } from './event-codes.ts';
import { filesFor, fileName } from './files.ts';
import { number } from './messages.ts';
import { ticketsText } from './report.ts';
import { asChecked, ChangedFile, checkFirst, compareWithEvent, countReporter } from './services.ts';
import { bytesReporter, rememberedEvent, type CodeServices } from './services.ts';
import type { FileCheck } from './workbooks.ts';

const { l10n } = vscode;

/** Takes files and an event in any order; asks for what is missing. What was found is on the check page of each file. */
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
    await services.checks.memory.keepEvent(uri.fsPath, event);
    services.comparisons.keep(compared);
    services.pages.show({ environment: event.environment, kind: 'codes', id: uri.fsPath });
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

async function compareLists(
  { storage }: CodeServices,
  connection: Connection,
  event: EventResource,
  { uri, result }: ReadableFile,
): Promise<ComparedFile> {
  const stem = stemOf(uri);
  const names = {
    both: l10n.t('{0} – in both', stem),
    onlyInFile: l10n.t('{0} – only in the file', stem),
    onlyAtService: l10n.t('{0} – only at the service', stem),
  };
  const both = await listPath(storage, names.both);
  const onlyInFile = await listPath(storage, names.onlyInFile);
  const onlyAtService = await listPath(storage, names.onlyAtService);
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
        const { receivers, unread, different, there, places } = await compare(shared, ofFile, ofService);
        const sides = [fileName(uri), event.label] as const;
        return {
          ...{ uri, event, result, places, at: Date.now() },
          both: {
            ...{ path: both, count: shared.rows, codes: there },
            name: names.both,
            saving: l10n.t('Saving the codes that are in {0} and in {1}', ...sides),
            saved: (rows) => l10n.t('Rows of codes that are in {0} and in {1} saved: {2}.', ...sides, rows),
          },
          onlyInFile: {
            ...{ path: onlyInFile, count: ofFile.rows, codes: different - there },
            name: names.onlyInFile,
            saving: l10n.t('Saving the codes that were seen only in {0}', sides[0]),
            saved: (rows) =>
              result.workbook
                ? l10n.t('Rows of {0} whose codes were not seen in {1} saved: {2}.', ...sides, rows)
                : l10n.t('Lines of {0} whose codes were not seen in {1} saved: {2}.', ...sides, rows),
          },
          onlyAtService: {
            ...{ path: onlyAtService, count: ofService.rows, codes: others.size },
            name: names.onlyAtService,
            saving: l10n.t('Saving the codes that were seen only in {0}', sides[1]),
            saved: (rows) => l10n.t('Rows of codes of {1} that {0} does not have saved: {2}.', ...sides, rows),
          },
          doubts: [...doubts, ...unread.map((item) => l10n.t('{0} has no list of codes: what it has is not known.', item))],
          tickets: { both: receivers, onlyAtService: atService },
        };
      }),
    ),
  );
}

/** A name that is too long would lose its end, which tells the lists apart. */
const longestStem = 60;

function stemOf({ fsPath }: vscode.Uri): string {
  return basename(fsPath, extname(fsPath)).slice(0, longestStem);
}

type ListName = ComparedState['lists'][number]['list'];

export const comparedActions = {
  open: listActions.open,
  copy: listActions.copy,
  save: ifKept(({ path, name, saving, saved }: ComparedList) =>
    saveCodeRows({ name, progress: saving, rows: (signal) => readAllRows(path, signal), saved }),
  ),
};

export function listOf({ both, onlyInFile, onlyAtService }: ComparedFile, list: ListName): ComparedList {
  return { both, file: onlyInFile, service: onlyAtService }[list];
}

/** The rows of the file whose codes the event does not have, each code once, go the way of any file: checked, asked about, sent, read back. */
export async function uploadOnlyInFile(services: CodeServices, compared: ComparedFile): Promise<void> {
  const { uri, event, result, onlyInFile, places: without } = compared;
  const target = await listPath(services.storage, onlyInFile.name);
  const fixes = {
    removeDuplicates: true,
    trim: true,
    dropBlankLines: true,
    dropAboveHeader: true,
    dropByteOrderMark: true,
    toUtf8: true,
  };
  await withDelayedProgress(l10n.t('Writing {0}', onlyInFile.name), (signal, report) =>
    asChecked({ uri, result }, (path, options) =>
      fixCodes(path, target, fixes, { ...options, without, signal, onProgress: bytesReporter(report) }),
    ),
  );
  // It has the columns of the file, so nobody is asked twice.
  if (result.columns > 1) await services.checks.memory.keepColumn(target, result.column);
  await vscode.commands.executeCommand('boxOffice.uploadCodes', vscode.Uri.file(target), event);
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
    return { list, text, count: of.count, hint, mayUpload: list === 'file' && isWhole && !isOld && of.codes > 0 };
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
