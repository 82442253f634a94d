// Upload Codes: checks the files, says what goes where, sends them, and reports what the service has afterwards.
import * as vscode from 'vscode';
import { ApiError } from '../../client/index.ts';
import { mayBeAsChecked, type Comparison, type LocalFile, type Preflight } from '../../codes/index.ts';
import { placeOf } from '../account/confirm.ts';
import { connectionTo, requireConnection, type Connection } from '../account/index.ts';
import { fileOnDisk } from '../ask/file-on-disk.ts';
import { pickEvent } from '../ask/pickers.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { completeStep } from '../platform/changes.ts';
import { plain } from '../platform/notify.ts';
import { ask } from '../platform/questions.ts';
import { UserError, type NextStep } from '../platform/user-error.ts';
import { eventAround, type EventResource, type Resource } from '../platform/resources.ts';
import { changedBeforeSending, linkText } from '../ask/file-messages.ts';
import { filesFor, nameOf } from './files.ts';
import { problemCount } from './fixes.ts';
import { checkFirst, showProblemsPanel, type CodeServices } from './services.ts';
import type { UploadResult } from './upload-result.ts';
import { reportOf, type Report } from './report.ts';
import { readBack, send, type Sent, type UploadJob } from './send.ts';
import { compareWithEvent } from './server.ts';
import { number, sizeText } from './messages.ts';

interface Checked {
  readonly uri: vscode.Uri;
  readonly file: LocalFile;
  readonly result: Preflight;
}

interface Compared extends Checked {
  /** Undefined: it is not known what the event has, and why. */
  readonly before: Comparison | undefined;
  readonly problem?: string | undefined;
}

/** Takes files and an event in any order; asks for what is missing. Gives what was proved of each file. */
export async function uploadCodes(parts: CodeServices, args: readonly unknown[]): Promise<(UploadResult | undefined)[]> {
  const known = args
    .flat()
    .map(eventAround)
    .find((event) => event !== undefined);
  const connection = known ? connectionTo(parts.connections, known.environment) : requireConnection(parts.connections);
  const uris = await filesFor(args, { label: vscode.l10n.t('Upload'), active: !known });
  const checked: Checked[] = [];
  for (const uri of uris) checked.push(await checkForUpload(parts, uri));
  const event = known ?? (await askForEvent(parts, connection, uris));
  const compared: Compared[] = [];
  for (const one of checked) compared.push(await compareBefore(connection, event, one));
  await confirm(parts, connection, event, compared);
  const proofs: (UploadResult | undefined)[] = [];
  for (const [index, one] of compared.entries()) {
    await parts.checks.memory.keepEvent(one.uri.fsPath, event);
    // What an earlier file has stored is there already for a later one.
    const { before } = index === 0 ? one : await compareBefore(connection, event, one);
    proofs.push(await uploadFile(parts, { ...one, connection, event, at: Date.now() }, before));
  }
  return proofs;
}

async function checkForUpload(parts: CodeServices, uri: vscode.Uri): Promise<Checked> {
  const file = await fileOnDisk(uri);
  const result = await checkFirst(parts, uri);
  if (result.codes === 0 && result.stoppedAt === undefined)
    throw new UserError(vscode.l10n.t('{0} has no codes.', nameOf(uri)), checkStep(uri));
  return { uri, file, result };
}

function checkStep(uri: vscode.Uri): NextStep {
  return { title: vscode.l10n.t('Check Codes'), command: 'boxOffice.checkCodes', args: [uri] };
}

function askForEvent({ checks }: CodeServices, connection: Connection, uris: readonly vscode.Uri[]): Promise<EventResource> {
  const { name } = connection.environment;
  const last = uris.map(({ fsPath }) => checks.memory.eventOf(fsPath, name)).find((event) => event !== undefined);
  const remembered: EventResource | undefined = last && {
    kind: 'event',
    environment: name,
    id: last.id,
    label: last.label,
    value: {},
  };
  return pickEvent(connection, vscode.l10n.t('Upload to which event?'), remembered);
}

/** An event whose codes cannot be read can be uploaded to all the same, by whoever knows that. */
async function compareBefore(connection: Connection, event: EventResource, checked: Checked): Promise<Compared> {
  const title = vscode.l10n.t('Reading the codes of {0}', event.label);
  try {
    const before = await withDelayedProgress(title, (signal, report) =>
      compareWithEvent(connection, event.id, checked.uri, checked.result, {
        signal,
        interactive: true,
        onProgress: (read, total) => report({ message: `${number(read)} / ${number(total)}` }),
      }),
    );
    return { ...checked, before };
  } catch (error) {
    if (error instanceof vscode.CancellationError) throw error;
    return { ...checked, before: undefined, problem: error instanceof Error ? error.message : String(error) };
  }
}

async function confirm(
  parts: CodeServices,
  { environment }: Connection,
  event: EventResource,
  files: readonly Compared[],
): Promise<void> {
  const problems = files.reduce((sum, { result }) => sum + problemCount(result), 0);
  const question = vscode.l10n.t('Upload codes to {0}?', event.label);
  const detail = [placeOf(environment), ...files.map(fileText)].join('\n');
  const showProblems = vscode.l10n.t('Show Problems');
  const yes = problems === 0 ? vscode.l10n.t('Upload') : vscode.l10n.t('Upload Anyway');
  const answers = problems === 0 ? [yes] : [yes, showProblems];
  const show = problems === 0 ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  const answer = await ask(() => show(question, { modal: true, detail }, ...answers));
  if (answer === yes) return;
  if (answer === showProblems) {
    const worst = files.find(({ result }) => problemCount(result) > 0);
    if (worst) await parts.show(worst.uri);
    await showProblemsPanel();
  }
  throw new vscode.CancellationError();
}

function fileText({ file, result, before, problem }: Compared): string {
  const problems = problemCount(result);
  const facts = [
    vscode.l10n.t('{0} codes', number(result.codes)),
    problems === 1 ? vscode.l10n.t('1 problem') : vscode.l10n.t('{0} problems', number(problems)),
    before
      ? vscode.l10n.t('{0} there already', number(before.there))
      : vscode.l10n.t('not known which are there already: {0}', problem ?? ''),
    // Which of them is the code is known here only.
    ...(result.columns > 1 ? [vscode.l10n.t('all {0} columns are sent', number(result.columns))] : []),
  ];
  const text = `${file.name} (${sizeText(file.size)}): ${facts.join(', ')}`;
  return result.linkTo === undefined ? text : `${text}\n${linkText(file.name, result.linkTo)}`;
}

async function uploadFile(
  parts: CodeServices,
  shipment: UploadJob,
  before: Comparison | undefined,
): Promise<UploadResult | undefined> {
  const { uri, file, result } = shipment;
  if (!mayBeAsChecked(await fileOnDisk(uri), result)) throw new UserError(changedBeforeSending(file.name), checkStep(uri));
  // Before it is sent, so that nothing that may have arrived is forgotten.
  await remember(parts, shipment, vscode.l10n.t('It was sent; what became of it is not known.'));
  try {
    const sent = await send(shipment).catch(async (error: unknown) => {
      const isAnswered = error instanceof ApiError && error.status !== undefined;
      await remember(parts, shipment, isAnswered ? error.message : undefined);
      throw error;
    });
    return await prove(parts, shipment, sent, before);
  } finally {
    announce(parts, shipment);
  }
}

/** Undefined: it was never sent. A memory that fails is no reason to fail an upload. */
async function remember({ checks, log }: CodeServices, shipment: UploadJob, message: string | undefined): Promise<void> {
  const { connection, event, uri, result, at } = shipment;
  const sending = { environment: connection.environment.name, eventId: event.id, at };
  try {
    if (message === undefined) await checks.memory.forgetUpload(uri.fsPath, sending);
    else await checks.memory.keepUpload(uri.fsPath, { ...sending, sha256: result.sha256, message });
  } catch (error) {
    log.warn(`upload of ${shipment.file.name}: not remembered: ${String(error)}`);
  }
}

function announce({ changes }: CodeServices, { connection, event }: UploadJob): void {
  changes.announce({ environment: connection.environment.name, kind: 'code', eventId: event.id });
}

async function prove(
  parts: CodeServices,
  shipment: UploadJob,
  sent: Sent,
  before: Comparison | undefined,
): Promise<UploadResult | undefined> {
  const isChanged = sent.kind === 'unknown' && sent.why === 'changed';
  const after = isChanged ? { problem: '' } : await readBack(shipment, sent, parts.reads);
  const report = reportOf(shipment, sent, before, after);
  const lines = 'firstMissing' in after && sent.kind === 'answered' ? rejectedLines(after, sent) : [];
  const [first] = lines;
  const reason = first ? vscode.l10n.t('Line {0}: {1}', number(first.line), first.message) : '';
  await remember(parts, shipment, [report.message, reason].filter(Boolean).join(' '));
  parts.log.info(`upload of ${shipment.file.name}: ${report.message}`);
  parts.checks.addRejected(shipment.uri, { sha256: shipment.result.sha256, lines });
  const [holder] = 'receivers' in after ? after.receivers.keys() : [];
  void say(parts, shipment, sent, before, report, holder);
  return report.proof;
}

function rejectedLines({ firstMissing }: Comparison, sent: Extract<Sent, { kind: 'answered' }>) {
  const reasons = new Map(sent.reply.problems.map(({ line, message }) => [line, message]));
  return firstMissing.map(({ code, line }) => {
    const reason = reasons.get(line);
    const message =
      reason === undefined
        ? vscode.l10n.t('{0} is not at the service.', code)
        : vscode.l10n.t('{0} was rejected: {1}', code, reason);
    return { line, message };
  });
}

/** The codes of the item that has them, where that is known; whichever of them these are. */
function placeOfCodes(event: EventResource, itemId: string | undefined): Resource {
  if (itemId === undefined) return event;
  const { environment, id: eventId } = event;
  return { kind: 'code', environment, id: '', label: itemId, value: undefined, itemId, eventId };
}

/** One message, with the one thing to do next. */
async function say(
  parts: CodeServices,
  shipment: UploadJob,
  sent: Sent,
  before: Comparison | undefined,
  report: Report,
  holder: string | undefined,
): Promise<void> {
  const [problems, again, look] = [vscode.l10n.t('Show Problems'), vscode.l10n.t('Upload Again'), vscode.l10n.t('Look Again')];
  if (report.isGood) void completeStep('codesUploaded');
  const showInTree = vscode.l10n.t('Show in Tree');
  const check = checkStep(shipment.uri);
  const isOpen = report.proof === undefined && !report.isGood && !report.mayRepeat;
  const next = report.mustCheck
    ? [check.title]
    : report.rejected > 0
      ? [problems]
      : report.mayRepeat
        ? [again, look]
        : isOpen
          ? [look]
          : [showInTree];
  const show = report.isGood ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  const answer = await show(plain(report.message), ...next);
  if (answer === problems) await showProblemsPanel();
  else if (answer === check.title) await vscode.commands.executeCommand(check.command, ...(check.args ?? []));
  else if (answer === showInTree)
    await vscode.commands.executeCommand('boxOffice.showInTree', placeOfCodes(shipment.event, holder));
  // It begins with a check and with a look at the event, so nothing is sent that is there by then.
  else if (answer === again) await vscode.commands.executeCommand('boxOffice.uploadCodes', shipment.uri, shipment.event);
  else if (answer === look) {
    await prove(parts, shipment, sent, before);
    announce(parts, shipment);
  }
}
