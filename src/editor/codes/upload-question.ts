// The question before an upload: what is sent where, what of it is new, and what the service will decide.
import * as vscode from 'vscode';
import type { Comparison, LocalFile } from '../../codes/index.ts';
import { environmentLine } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { linkText } from '../ask/file-messages.ts';
import { ask } from '../platform/questions.ts';
import type { EventResource } from '../platform/resources.ts';
import { fileName } from './files.ts';
import { canConvert, problemCount } from './fixes.ts';
import { encodingName, number, sheetText, sizeText } from './messages.ts';
import type { UploadJob } from './send.ts';
import { showPage, showProblemsPanel, type CheckedCodes, type CodeServices } from './services.ts';
import type { FileCheck } from './workbooks.ts';

export interface CheckedFile extends CheckedCodes {
  readonly file: LocalFile;
}

export interface ComparedFile extends CheckedFile {
  /** Undefined: it is not known what the event has, and why. */
  readonly before: Comparison | undefined;
  readonly problem?: string | undefined;
  readonly source?: UploadJob['source'];
}

/** Files in another encoding than UTF-8 can be sent as copies in UTF-8. */
type Sending = 'asItIs' | 'converted';

const isUtf8 = ({ result }: CheckedFile) => result.encoding === 'utf-8';

/** `isAnew`: what was promised by the question before this one does not hold any more. */
export async function confirmUpload(
  services: CodeServices,
  { environment }: Connection,
  event: EventResource,
  files: readonly ComparedFile[],
  isAnew: boolean,
): Promise<Sending> {
  const problems = files.reduce((sum, { result }) => sum + problemCount(result), 0);
  const question = vscode.l10n.t('Upload codes to {0}?', event.label);
  const isOne = files.length === 1;
  const lines = [
    isAnew && vscode.l10n.t('What you said yes to does not hold any more. Look at it once more.'),
    environmentLine(environment),
    ...files.map((file) => fileText(file, isOne)),
    !isOne && vscode.l10n.t('A code of a file counts as there already for the files below it.'),
  ];
  const detail = lines.filter((line) => line !== false).join(isOne ? '\n' : '\n\n');
  const showProblems = vscode.l10n.t('Show Problems');
  const yes = problems === 0 ? vscode.l10n.t('Upload') : vscode.l10n.t('Upload Anyway');
  const convert = vscode.l10n.t('Convert and Upload');
  const asItIs = vscode.l10n.t('Upload As It Is');
  const ways = files.some(({ result }) => canConvert(result)) ? [convert, asItIs] : [yes];
  const answers = problems === 0 ? ways : [...ways, showProblems];
  const show = problems === 0 ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  const answer = await ask(() => show(question, { modal: true, detail }, ...answers));
  if (answer === convert) return 'converted';
  if (answer === yes || answer === asItIs) return 'asItIs';
  if (answer === showProblems) {
    const worst = files.find(({ result }) => problemCount(result) > 0);
    if (worst) showPage(services, worst.uri);
    await showProblemsPanel();
  }
  throw new vscode.CancellationError();
}

function fileText(one: ComparedFile, isOne: boolean): string {
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
    workbook && isOne && vscode.l10n.t('{0} is sent, which is shown behind this question.', file.name),
    workbook && !isOne && vscode.l10n.t('{0} is sent, which is open in an editor of its own.', file.name),
    encodingLine(one),
  ];
  return lines.filter(Boolean).join('\n');
}

/** Of the different codes of a file. */
function newText({ different, there }: Comparison): string {
  const added = different - there;
  if (added === 0) return vscode.l10n.t('No new code will be added: all of them are there already.');
  if (added === 1) {
    if (there === 0) return vscode.l10n.t('1 new code will be added, none is there already.');
    if (there === 1) return vscode.l10n.t('1 new code will be added, 1 is there already.');
    return vscode.l10n.t('1 new code will be added, {0} are there already.', number(there));
  }
  if (there === 0) return vscode.l10n.t('{0} new codes will be added, none is there already.', number(added));
  if (there === 1) return vscode.l10n.t('{0} new codes will be added, 1 is there already.', number(added));
  return vscode.l10n.t('{0} new codes will be added, {1} are there already.', number(added), number(there));
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
function encodingLine(one: ComparedFile): string | undefined {
  if (isUtf8(one)) return undefined;
  const names = [one.file.name, encodingName(one.result.encoding)] as const;
  return canConvert(one.result)
    ? vscode.l10n.t('{0} is read as {1}. It is sent as a new copy in UTF-8, which is written beside it, or as it is.', ...names)
    : vscode.l10n.t('{0} is read as {1}. It is sent as it is: what has an open quote cannot be converted.', ...names);
}
