// Upload Codes: checks the files, asks for a confirmation, sends them, and reports what the service has afterwards.
import * as vscode from 'vscode';
import { ApiError } from '../../client/index.ts';
import { mayBeAsChecked, type Comparison, type LocalFile } from '../../codes/index.ts';
import { connectionTo, requireConnection, type Connection } from '../account/index.ts';
import { fileOnDisk } from '../ask/operation-input.ts';
import { pickEvent } from '../ask/pickers.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { messageOf, nextStep, UserError } from '../platform/user-error.ts';
import { eventAround, type EventResource } from '../platform/resources.ts';
import { changedBeforeSending } from '../ask/file-messages.ts';
import { compareFiles } from './compare-files.ts';
import { filesFor, fileName, openRows } from './files.ts';
import { convertToUtf8 } from './fix.ts';
import { canConvert } from './fixes.ts';
import { ChangedFile, checkFirst, countReporter, rememberedEvent, type CodeServices } from './services.ts';
import type { UploadResult } from './upload-result.ts';
import { announce, remember, verify } from './after-upload.ts';
import { sendUpload, type UploadJob } from './send.ts';
import { confirmUpload, type CheckedFile, type ComparedFile } from './upload-question.ts';
import { isSourceUnchanged, rowsPath, rowsUri, type FileCheck } from './workbooks.ts';

/** Takes files and an event in any order; asks for what is missing. Gives what became of each file. */
export async function uploadCodes(services: CodeServices, args: readonly unknown[]): Promise<(UploadResult | undefined)[]> {
  const known = args.flat().map(eventAround).find(Boolean);
  const connection = known ? connectionTo(services.connections, known.environment) : requireConnection(services.connections);
  const uris = await filesFor(args, { label: vscode.l10n.t('Upload'), active: !known });
  const checked: CheckedFile[] = [];
  for (const uri of uris) checked.push(await checkForUpload(services, uri));
  const last = uris.map((uri) => rememberedEvent(services, uri, connection.environment.name)).find(Boolean);
  const event = known ?? (await pickEvent(connection, vscode.l10n.t('Upload to which event?'), last));
  const compared = await compareAll(connection, event, checked);
  for (const one of compared) await showCsv(one, compared.length === 1);
  const target = { services, connection, event };
  let waiting = await agree(target, compared, false);
  const results: (UploadResult | undefined)[] = [];
  while (waiting.length > 0) {
    // What an earlier file has stored is there already for a later one.
    if (results.length > 0) waiting = await agreeStill(target, waiting);
    const [one, ...others] = waiting;
    if (!one) break;
    for (const { fsPath } of [one.uri, ...(one.source ? [one.source.uri] : [])])
      await services.checks.memory.keepEvent(fsPath, event);
    await refuseIfSourceChanged(one);
    results.push(await uploadFile(services, { ...one, connection, event, at: Date.now() }, one.before));
    waiting = others;
  }
  return results;
}

interface Target {
  readonly services: CodeServices;
  readonly connection: Connection;
  readonly event: EventResource;
}

/** As long as a question takes to be read: for a quick answer, nothing is counted twice. */
const defaultAnswer = 5000;

/** Asks until somebody says yes to numbers that hold; gives the files as they are to be sent. */
async function agree(
  { services, connection, event }: Target,
  files: readonly ComparedFile[],
  isAnew: boolean,
): Promise<readonly ComparedFile[]> {
  const asked = performance.now();
  const sending = await confirmUpload(services, connection, event, files, isAnew);
  const isOld = performance.now() - asked > (services.pauses.uploadAnswer ?? defaultAnswer);
  const now = isOld ? await compareAll(connection, event, files) : files;
  if (!now.every((one, index) => keepsPromise(files[index], one))) return agree({ services, connection, event }, now, true);
  const chosen: ComparedFile[] = [];
  // All of them, before anything is sent.
  for (const one of now) chosen.push(sending === 'converted' && canConvert(one.result) ? await converted(services, one) : one);
  return chosen;
}

/** Counts the first file again, since another one was sent meanwhile, and asks again where that makes a difference. */
async function agreeStill(target: Target, files: readonly ComparedFile[]): Promise<readonly ComparedFile[]> {
  const [one, ...others] = files;
  if (!one) return [];
  const [now = one] = await compareAll(target.connection, target.event, [one]);
  if (keepsPromise(one, now)) return [now, ...others];
  return agree(target, [now, ...(await compareAll(target.connection, target.event, others, [one]))], true);
}

/** Where nothing was promised, nothing can be broken. */
function keepsPromise(promised: ComparedFile | undefined, { before: now }: ComparedFile): boolean {
  const before = promised?.before;
  return !before || (now?.there === before.there && now.different === before.different);
}

/** In the order in which they are sent. An event whose codes cannot be read can be uploaded to all the same, by whoever knows that. */
async function compareAll<T extends CheckedFile>(
  connection: Connection,
  event: EventResource,
  files: readonly T[],
  earlier: readonly CheckedFile[] = [],
): Promise<(T & ComparedFile)[]> {
  const title = vscode.l10n.t('Reading the codes of {0}', event.label);
  const compared = await withDelayedProgress(title, (signal, report) =>
    compareFiles(connection, event.id, files, { signal, interactive: true, onProgress: countReporter(report), earlier }),
  );
  return files.map((file, index) => {
    const found = compared[index];
    if (found?.status === 'fulfilled') return { ...file, before: found.value, problem: undefined };
    const error: unknown = found?.reason;
    if (error instanceof vscode.CancellationError) throw error;
    if (error instanceof ChangedFile) throw new UserError(changedBeforeSending(fileName(error.uri)), error.next);
    return { ...file, before: undefined, problem: messageOf(error) };
  });
}

async function checkForUpload(services: CodeServices, uri: vscode.Uri): Promise<CheckedFile> {
  // What is no file is not checked.
  await fileOnDisk(uri);
  const result = await checkFirst(services, uri);
  if (result.codes === 0 && result.stoppedAt === undefined)
    throw new UserError(vscode.l10n.t('{0} has no codes.', fileName(uri)), nextStep.checkCodes(uri));
  return { uri, file: await fileToSend(uri, result), result };
}

/** The CSV of a workbook, or the file itself. */
function fileToSend(uri: vscode.Uri, result: FileCheck): Promise<LocalFile> {
  return fileOnDisk(vscode.Uri.file(rowsPath(uri, result)));
}

/** Nobody has seen what a workbook is as CSV before. A preview would give way to that of the next one. */
async function showCsv({ uri, result }: CheckedFile, preview: boolean): Promise<void> {
  if (result.workbook) await openRows(rowsUri(uri, result), undefined, { preview });
}

async function refuseIfSourceChanged({ uri, result }: CheckedFile): Promise<void> {
  if (await isSourceUnchanged(uri, result)) return;
  throw new UserError(changedBeforeSending(fileName(uri)), nextStep.checkCodes(uri));
}

/** What is sent, and held against what was checked, is the copy. */
async function converted(services: CodeServices, one: ComparedFile): Promise<ComparedFile> {
  const { uri, result } = await convertToUtf8(services, one.uri, one.result);
  return { ...one, uri, result, file: await fileOnDisk(uri), source: { uri: one.uri, sha256: one.result.sha256 } };
}

async function uploadFile(
  services: CodeServices,
  job: UploadJob,
  before: Comparison | undefined,
): Promise<UploadResult | undefined> {
  const { uri, file, result } = job;
  if (!mayBeAsChecked(await fileToSend(uri, result), result))
    throw new UserError(changedBeforeSending(file.name), nextStep.checkCodes(uri));
  // Before it is sent, so that nothing that may have arrived is forgotten.
  const message = vscode.l10n.t('It was sent; what became of it is not known.');
  await remember(services, job, { message, outcome: 'unsure' });
  const sent = await sendUpload(job).catch(async (error: unknown) => {
    const isAnswered = error instanceof ApiError && error.status !== undefined;
    await remember(services, job, isAnswered ? { message: error.message, outcome: 'refused' } : undefined);
    announce(services, job);
    throw error;
  });
  return verify(services, job, sent, before);
}
