// Upload Codes: checks the files, asks for a confirmation, sends them, and reports what the service has afterwards.
import * as vscode from 'vscode';
import { ApiError } from '../../client/index.ts';
import { mayBeAsChecked, type Comparison, type LocalFile } from '../../codes/index.ts';
import { environmentLine } from '../account/confirm.ts';
import { connectionTo, requireConnection, type Connection } from '../account/index.ts';
import { fileOnDisk } from '../ask/operation-input.ts';
import { pickEvent } from '../ask/pickers.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { ask } from '../platform/questions.ts';
import { messageOf, nextStep, UserError } from '../platform/user-error.ts';
import { eventAround, type EventResource } from '../platform/resources.ts';
import { changedBeforeSending, linkText } from '../ask/file-messages.ts';
import { filesFor, fileName, openRows } from './files.ts';
import { convertToUtf8 } from './fix.ts';
import { problemCount } from './fixes.ts';
import {
  checkFirst,
  compareWithEvent,
  countReporter,
  rememberedEvent,
  requireAllRead,
  showPage,
  showProblemsPanel,
  type CodeServices,
} from './services.ts';
import type { UploadResult } from './upload-result.ts';
import { announce, remember, verify } from './after-upload.ts';
import { sendUpload, type UploadJob } from './send.ts';
import { encodingName, number, sheetText, sizeText } from './messages.ts';
import { isSourceUnchanged, rowsPath, rowsUri, type FileCheck } from './workbooks.ts';

interface Checked {
  readonly uri: vscode.Uri;
  readonly file: LocalFile;
  readonly result: FileCheck;
}

interface Compared extends Checked {
  /** Undefined: it is not known what the event has, and why. */
  readonly before: Comparison | undefined;
  readonly problem?: string | undefined;
  readonly source?: UploadJob['source'];
}

/** Files in another encoding than UTF-8 can be sent as copies in UTF-8. */
type Sending = 'asItIs' | 'converted';

/** Takes files and an event in any order; asks for what is missing. Gives what became of each file. */
export async function uploadCodes(services: CodeServices, args: readonly unknown[]): Promise<(UploadResult | undefined)[]> {
  const known = args.flat().map(eventAround).find(Boolean);
  const connection = known ? connectionTo(services.connections, known.environment) : requireConnection(services.connections);
  const uris = await filesFor(args, { label: vscode.l10n.t('Upload'), active: !known });
  const checked: Checked[] = [];
  for (const uri of uris) checked.push(await checkForUpload(services, uri));
  const last = uris.map((uri) => rememberedEvent(services, uri, connection.environment.name)).find(Boolean);
  const event = known ?? (await pickEvent(connection, vscode.l10n.t('Upload to which event?'), last));
  const compared: Compared[] = [];
  for (const one of checked) compared.push(await compareBefore(connection, event, one));
  for (const one of compared) await showCsv(one);
  const sending = await confirm(services, connection, event, compared);
  const chosen: Compared[] = [];
  // All of them, before anything is sent.
  for (const one of compared) chosen.push(sending === 'converted' && canConvert(one) ? await converted(services, one) : one);
  const results: (UploadResult | undefined)[] = [];
  for (const [index, one] of chosen.entries()) {
    for (const { fsPath } of [one.uri, ...(one.source ? [one.source.uri] : [])])
      await services.checks.memory.keepEvent(fsPath, event);
    // What an earlier file has stored is there already for a later one.
    await refuseIfSourceChanged(one);
    const { before } = index === 0 ? one : await compareBefore(connection, event, one);
    results.push(await uploadFile(services, { ...one, connection, event, at: Date.now() }, before));
  }
  return results;
}

async function checkForUpload(services: CodeServices, uri: vscode.Uri): Promise<Checked> {
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

/** Nobody has seen what a workbook is as CSV before. */
async function showCsv({ uri, result }: Checked): Promise<void> {
  if (result.workbook) await openRows(rowsUri(uri, result), undefined, { preview: true });
}

async function refuseIfSourceChanged({ uri, result }: Checked): Promise<void> {
  if (await isSourceUnchanged(uri, result)) return;
  throw new UserError(changedBeforeSending(fileName(uri)), nextStep.checkCodes(uri));
}

/** An event whose codes cannot be read can be uploaded to all the same, by whoever knows that. */
async function compareBefore(connection: Connection, event: EventResource, checked: Checked): Promise<Compared> {
  const title = vscode.l10n.t('Reading the codes of {0}', event.label);
  try {
    const before = await withDelayedProgress(title, (signal, report) =>
      compareWithEvent(connection, event.id, checked.uri, checked.result, {
        signal,
        interactive: true,
        onProgress: countReporter(report),
      }),
    );
    return { ...checked, before: requireAllRead(before) };
  } catch (error) {
    if (error instanceof vscode.CancellationError) throw error;
    return { ...checked, before: undefined, problem: messageOf(error) };
  }
}

const isUtf8 = ({ result }: Checked) => result.encoding === 'utf-8';

/** Behind a quote that is never closed nothing can be read, so nothing written either. */
const canConvert = (checked: Checked) => !isUtf8(checked) && checked.result.stoppedAt === undefined;

/** What is sent, and held against what was checked, is the copy. */
async function converted(services: CodeServices, one: Compared): Promise<Compared> {
  const { uri, result } = await convertToUtf8(services, one.uri, one.result);
  return { ...one, uri, result, file: await fileOnDisk(uri), source: { uri: one.uri, sha256: one.result.sha256 } };
}

async function confirm(
  services: CodeServices,
  { environment }: Connection,
  event: EventResource,
  files: readonly Compared[],
): Promise<Sending> {
  const problems = files.reduce((sum, { result }) => sum + problemCount(result), 0);
  const question = vscode.l10n.t('Upload codes to {0}?', event.label);
  const detail = [environmentLine(environment), ...files.map(fileText)].join(files.length === 1 ? '\n' : '\n\n');
  const showProblems = vscode.l10n.t('Show Problems');
  const yes = problems === 0 ? vscode.l10n.t('Upload') : vscode.l10n.t('Upload Anyway');
  const convert = vscode.l10n.t('Convert and Upload');
  const asItIs = vscode.l10n.t('Upload As It Is');
  const ways = files.some(canConvert) ? [convert, asItIs] : [yes];
  const answers = problems === 0 ? ways : [...ways, showProblems];
  const show = problems === 0 ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  const answer = await ask(() => show(question, { modal: true, detail }, ...answers));
  if (answer === convert) return 'converted';
  if (answer === yes || answer === asItIs) return 'asItIs';
  if (answer === showProblems) {
    const worst = files.find(({ result }) => problemCount(result) > 0);
    if (worst) await showPage(services, worst.uri);
    await showProblemsPanel();
  }
  throw new vscode.CancellationError();
}

function fileText(one: Compared): string {
  const { uri, file, result, before, problem } = one;
  const { workbook } = result;
  const problems = problemCount(result);
  const facts = [
    result.codes === 1 ? vscode.l10n.t('1 code') : vscode.l10n.t('{0} codes', number(result.codes)),
    problems === 1 ? vscode.l10n.t('1 problem') : vscode.l10n.t('{0} problems', number(problems)),
  ];
  const name = workbook ? vscode.l10n.t('{0}, {1}, as CSV', fileName(uri), sheetText(workbook.facts)) : file.name;
  const linkTo = workbook ? workbook.linkTo : result.linkTo;
  const lines = [
    `${name} (${sizeText(file.size)}): ${facts.join(', ')}`,
    before ? newText(before) : vscode.l10n.t('It is not known which of them are there already. {0}', problem ?? ''),
    ticketText(result),
    linkTo === undefined ? undefined : linkText(fileName(uri), linkTo),
    workbook && vscode.l10n.t('{0} is sent, which is shown behind this question.', file.name),
    encodingLine(one),
  ];
  return lines.filter(Boolean).join('\n');
}

/** Of the different codes of a file. */
function newText({ different, there }: Comparison): string {
  const added = different - there;
  if (added === 0) return vscode.l10n.t('No new code will be added: all of them are there already.');
  const adds =
    added === 1 ? vscode.l10n.t('1 new code will be added') : vscode.l10n.t('{0} new codes will be added', number(added));
  if (there === 0) return vscode.l10n.t('{0}, none is there already.', adds);
  return there === 1
    ? vscode.l10n.t('{0}, 1 is there already.', adds)
    : vscode.l10n.t('{0}, {1} are there already.', adds, number(there));
}

/** Which of several columns is the code, or the ticket, is known here only. */
function ticketText({ columns }: FileCheck): string {
  return columns > 1
    ? vscode.l10n.t(
        'All {0} columns are sent. The service decides what each of them is, and chooses the ticket where none names it.',
        number(columns),
      )
    : vscode.l10n.t('The service chooses the ticket of each code.');
}

/** What is sent of a file that is not UTF-8. */
function encodingLine(one: Compared): string | undefined {
  if (isUtf8(one)) return undefined;
  const names = [one.file.name, encodingName(one.result.encoding)] as const;
  return canConvert(one)
    ? vscode.l10n.t('{0} is read as {1}. It is sent as a new copy in UTF-8, which is written beside it, or as it is.', ...names)
    : vscode.l10n.t('{0} is read as {1}. It is sent as it is: what has an open quote cannot be converted.', ...names);
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
  await remember(services, job, vscode.l10n.t('It was sent; what became of it is not known.'));
  const sent = await sendUpload(job).catch(async (error: unknown) => {
    const isAnswered = error instanceof ApiError && error.status !== undefined;
    await remember(services, job, isAnswered ? error.message : undefined);
    announce(services, job);
    throw error;
  });
  return verify(services, job, sent, before);
}
