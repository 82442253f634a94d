// Fix Codes: what can be fixed is fixed in a new file beside the old one, which stays as it is.
import { lstat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import * as vscode from 'vscode';
import { choicesOf, CodeFileError, fixCodes, type Fixed, type Fixes } from '../../codes/index.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { ask } from '../platform/questions.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import { filesFor, fileName } from './files.ts';
import { canConvert, fixesFor, isFixName, isOneByte, lostCount, problemCount, toFixes, type FixName } from './fixes.ts';
import { bytesReporter, checkFirst, showPage, type CodeServices } from './services.ts';
import { fixText, kindText, number, errorText } from './messages.ts';
import { notifyWith } from '../platform/notify.ts';
import { rowsPath, type FileCheck } from './workbooks.ts';

/** Gives the new files. */
export async function fixFiles(services: CodeServices, args: readonly unknown[]): Promise<vscode.Uri[]> {
  const wanted = args.map(wantedIn).find((fixes) => fixes !== undefined);
  const made: vscode.Uri[] = [];
  for (const uri of await filesFor(args, { label: vscode.l10n.t('Fix'), active: true }))
    made.push(await fixFile(services, uri, wanted));
  return made;
}

type WantedFixes = readonly FixName[] | 'all';

/** `{ fixes: ['trim'] }` or `{ fixes: 'all' }`. */
function wantedIn(arg: unknown): WantedFixes | undefined {
  if (typeof arg !== 'object' || arg === null || !('fixes' in arg)) return undefined;
  if (arg.fixes === 'all') return 'all';
  return Array.isArray(arg.fixes) ? arg.fixes.filter(isFixName) : undefined;
}

async function fixFile(services: CodeServices, uri: vscode.Uri, wanted: WantedFixes | undefined): Promise<vscode.Uri> {
  const result = await checkFirst(services, uri);
  const possible = fixesFor(result);
  // Of a workbook a CSV is worth having all the same.
  if (possible.length === 0 && !result.workbook)
    throw new UserError(vscode.l10n.t('{0} has nothing that can be fixed by itself.', fileName(uri)), nextStep.showProblems());
  const isAsked = wanted === undefined && possible.length > 0;
  const names = isAsked ? await askForFixes(uri, possible, result) : wanted === 'all' ? possible : (wanted ?? []);
  const isConversion = names.length === 1 && names[0] === 'toUtf8' && canConvert(result);
  const { made, fixed } = isConversion
    ? await writeUtf8(services, uri, result)
    : await writeCopy(services, uri, 'fixed', toFixes(names, result), result);
  const copy = await checkFirst(services, made);
  // The copy does not show what the workbook has lost, and its page has to say so.
  const { memory } = services.checks;
  const codes = lostCount(result) + (memory.damageOf(uri.fsPath, result.sha256)?.codes ?? 0);
  if (codes > 0) await memory.keepDamage(made.fsPath, { sha256: copy.sha256, from: fileName(uri), codes });
  showPage(services, made);
  const left = problemCount(copy) + codes;
  void notifyFixed(made, fixed, left);
  return made;
}

/** Writes a copy beside the file that says the same in UTF-8, and checks it. */
export async function convertToUtf8(
  services: CodeServices,
  uri: vscode.Uri,
  result: FileCheck,
): Promise<{ uri: vscode.Uri; result: FileCheck }> {
  const { made } = await writeUtf8(services, uri, result);
  return { uri: made, result: await checkFirst(services, made) };
}

function writeUtf8(services: CodeServices, uri: vscode.Uri, result: FileCheck): ReturnType<typeof writeCopy> {
  return writeCopy(services, uri, 'utf-8', { toUtf8: true, dropByteOrderMark: true }, result);
}

async function writeCopy(
  services: CodeServices,
  uri: vscode.Uri,
  mark: string,
  fixes: Fixes,
  result: FileCheck,
): Promise<{ made: vscode.Uri; fixed: Fixed }> {
  const names = result.workbook ? { mark: '', ending: '.csv' } : { mark: `.${mark}` };
  const { target, fixed } = await writeUnderFreeName(uri, names, fixes, result);
  const { memory } = services.checks;
  // The new file has the columns of the old one, so nobody is asked twice.
  if (result.columns > 1) await memory.keepColumn(target, result.column);
  const isChosen = result.isEncodingChosen && !fixed.converted && !result.workbook;
  await memory.keepEncoding(target, isChosen ? result.encoding : undefined);
  await memory.copyEvents(uri.fsPath, target);
  return { made: vscode.Uri.file(target), fixed };
}

async function askForFixes(uri: vscode.Uri, possible: readonly FixName[], result: FileCheck): Promise<readonly FixName[]> {
  // A copy in one byte a letter is never written: there is nothing to choose beside other fixes.
  const isAlwaysUtf8 = isOneByte(result) && possible.length > 1;
  const offered = isAlwaysUtf8 ? possible.filter((name) => name !== 'toUtf8') : possible;
  const choices = offered.map((name) => ({ label: fixText(name), name, picked: true }));
  const title = vscode.l10n.t('What is to be fixed in a copy of {0}?', fileName(uri));
  const hint = isAlwaysUtf8 && { placeHolder: vscode.l10n.t('The copy is in UTF-8 in any case.') };
  const chosen = await ask(
    () => vscode.window.showQuickPick(choices, { title, ...hint, canPickMany: true, ignoreFocusOut: true }),
    Boolean,
  );
  if (!chosen || chosen.length === 0) throw new vscode.CancellationError();
  return [...chosen.map(({ name }) => name), ...(isAlwaysUtf8 ? (['toUtf8'] as const) : [])];
}

interface NameParts {
  readonly mark: string;
  readonly ending?: string;
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Nothing is ever written over, not even what appears meanwhile. */
async function writeUnderFreeName(
  uri: vscode.Uri,
  { mark, ending = extname(uri.fsPath) }: NameParts,
  fixes: Fixes,
  result: FileCheck,
): Promise<{ target: string; fixed: Fixed }> {
  const folder = dirname(uri.fsPath);
  const stem = basename(uri.fsPath, extname(uri.fsPath));
  for (let tries = 1; ; tries++) {
    const target = join(folder, `${stem}${mark}${tries === 1 ? '' : `-${tries}`}${ending}`);
    if (await isThere(target)) continue;
    try {
      return { target, fixed: await write(uri, target, fixes, result) };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Only what was checked is written anew. */
async function write(uri: vscode.Uri, target: string, fixes: Fixes, result: FileCheck): Promise<Fixed> {
  const choices = { ...choicesOf(result), sha256: result.sha256 };
  try {
    return await withDelayedProgress(vscode.l10n.t('Fixing {0}', fileName(uri)), (signal, report) =>
      fixCodes(rowsPath(uri, result), target, fixes, { ...choices, signal, onProgress: bytesReporter(report) }),
    );
  } catch (error) {
    if (error instanceof CodeFileError) throw new UserError(errorText(fileName(uri), error.data), nextStep.checkCodes(uri));
    throw error;
  }
}

async function notifyFixed(made: vscode.Uri, fixed: Fixed, left: number): Promise<void> {
  const counts: [string, number][] = [
    [kindText('duplicate'), fixed.duplicates],
    [kindText('whitespace'), fixed.trimmed],
    [kindText('invisible'), fixed.invisible],
    [vscode.l10n.t('Blank lines'), fixed.blankLines],
    [kindText('aboveHeader'), fixed.aboveHeader],
    [vscode.l10n.t('Line ends'), fixed.lineEnds],
  ];
  const done = counts.filter(([, count]) => count > 0).map(([name, count]) => `${name}: ${number(count)}`);
  const written = [fileName(made), number(fixed.rows)] as const;
  const message =
    done.length === 0
      ? vscode.l10n.t('{0} was written with {1} rows.', ...written)
      : vscode.l10n.t('{0} was written with {1} rows. Fixed: {2}.', ...written, done.join(', '));
  const converted = fixed.converted ? vscode.l10n.t('It is in UTF-8 now.') : '';
  const rest = left === 0 ? '' : vscode.l10n.t('Problems that are still there: {0}.', number(left));
  const open = nextStep.openFile(made);
  const next = left === 0 ? [open] : [nextStep.showProblems(), open];
  await notifyWith('info', [message, converted, rest].filter(Boolean).join(' '), ...next);
}
