// A CSV file as the source of passkeys: checked in a thread of its own, and read again by streaming when the run is planned.
import { basename } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { CodeFileError, encodings, preflightInWorker, readCodes, type Preflight } from '../../codes/index.ts';
import type { BatchFile } from '../../protocol/passkeys.ts';
import { hashFile, hashText } from '../../runs/index.ts';
import { askForColumn, columnName, filesFor, isWorkbook } from '../codes/files.ts';
import { errorText } from '../codes/messages.ts';

import { withDelayedProgress } from '../platform/progress.ts';
import { chooseCsvFiles } from '../platform/choose-file.ts';
import { nextStep, UserError } from '../platform/user-error.ts';

/** What is kept of a file with a draft. */
export const codeFile = v.strictObject({
  path: v.string(),
  sha256: v.string(),
  column: v.number(),
  columnName: v.string(),
  delimiter: v.picklist([',', ';', '\t', '|']),
  encoding: v.picklist(encodings),
  hasHeader: v.boolean(),
  codes: v.number(),
  duplicates: v.number(),
  blank: v.number(),
  first: v.array(v.string()),
  /** Of its codes, one a line, when they were few enough to be put into the form. */
  textSha256: v.optional(v.string()),
});
export type CodeFile = v.InferOutput<typeof codeFile>;

/** What the form of an event is opened with: codes that are added to those in it, and the file that they are from. */
export interface GivenCodes {
  /** None where the file has too many for a page. */
  readonly codes: readonly string[];
  readonly file?: CodeFile | undefined;
}

/** More than this is not pushed into a page. */
const maxInPage = 10_000;
const linesShown = 5;

/** Asks for a file unless one is given, and for the column when there is more than one. */
export async function openCodeFile(worker: string, uri?: vscode.Uri): Promise<GivenCodes> {
  const chosen = uri ?? (await chooseCsvFiles(takeCodes()))[0];
  if (isWorkbook(chosen))
    throw new UserError(
      vscode.l10n.t(
        '{0} is a workbook, of which no passkeys are made. Save it as CSV there, or check its codes and choose Save as CSV.',
        basename(chosen.path),
      ),
      nextStep.checkCodes(chosen),
    );
  await filesFor([chosen], { label: takeCodes(), active: false });
  const path = chosen.fsPath;
  const name = basename(path);
  try {
    const first = await check(worker, path);
    // What seems to be the right one comes first.
    const candidates = first.column === undefined ? first.candidates : [first.column];
    const column = first.columns > 1 ? await askForColumn(chosen, { ...first, candidates }) : (first.column ?? 0);
    const checked = first.column === column ? first : await check(worker, path, column);
    return await open(path, checked, column);
  } catch (error) {
    throw error instanceof CodeFileError ? new UserError(errorText(name, error.data)) : error;
  }
}

const takeCodes = () => vscode.l10n.t('Take Codes');

function check(worker: string, path: string, column?: number): Promise<Preflight> {
  const title = vscode.l10n.t('Checking {0}', basename(path));
  return withDelayedProgress(title, (signal, report) => {
    let shown = 0;
    const onProgress = (bytes: number, total: number) => {
      const percent = Math.floor((100 * bytes) / total);
      report({ message: `${percent} %`, increment: percent - shown });
      shown = percent;
    };
    return preflightInWorker(worker, path, { signal, onProgress, maxProblems: 1, column });
  });
}

async function open(path: string, checked: Preflight, column: number): Promise<GivenCodes> {
  const { sha256, delimiter, encoding, header, codes, counts, stoppedAt } = checked;
  if (stoppedAt !== undefined) throw new CodeFileError({ kind: 'openQuote', line: stoppedAt, column: 1 });
  if (codes === 0)
    throw new UserError(vscode.l10n.t('{0} has no codes in this column: {1}.', basename(path), columnName(checked, column)));
  const { duplicate: duplicates = 0, blank = 0 } = counts;
  const known = { path, sha256, column, columnName: columnName(checked, column), delimiter, encoding, codes, duplicates, blank };
  const file: CodeFile = { ...known, hasHeader: header !== undefined, first: [] };
  const texts = codes <= maxInPage ? await firstCodes(file) : undefined;
  // A page has one code a line.
  if (texts && !texts.some((text) => /[\r\n]/.test(text)))
    return { file: { ...file, textSha256: codesHash([...new Set(texts)]) }, codes: texts };
  return { file: { ...file, first: await firstCodes(file, linesShown) }, codes: [] };
}

/** The codes as they are sent: white space around them is not a part of them. */
export async function* codesOf(
  { path, column, delimiter, encoding, hasHeader }: CodeFile,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  for await (const { code } of readCodes(path, { column, delimiter, encoding, header: hasHeader, signal })) yield code.trim();
}

async function firstCodes(file: CodeFile, count = Infinity): Promise<string[]> {
  const codes: string[] = [];
  for await (const code of codesOf(file)) if (codes.push(code) === count) break;
  return codes;
}

/** Tells whether the codes in the form are still those of the file. */
export function codesHash(codes: readonly string[]): string {
  return hashText(codes.join('\n'));
}

/** Whether the file is still the one that was read. */
export async function isUnchanged({ path, sha256 }: CodeFile): Promise<boolean> {
  return (await hashFile(path).catch(() => undefined)) === sha256;
}

/** What the page may know. */
export function shownFile({ path, columnName: column, codes, duplicates, blank, first }: CodeFile): BatchFile {
  return { name: basename(path), column, codes, duplicates, blank, first };
}
