// Everything that files of codes need.
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Preflight } from '../../codes/index.ts';
import { linkText } from '../ask/file-messages.ts';
import type { PageKind } from '../pages/pages.ts';
import { notifyWith } from '../platform/notify.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import { CodeChecks } from './checks.ts';
import { Comparisons } from './comparisons.ts';
import { registerQuickFixes } from './diagnostics.ts';
import { filesFor, fileName } from './files.ts';
import { problemCount } from './fixes.ts';
import { FileMemory } from './memory.ts';
import { number } from './messages.ts';
import { codesPage } from './page.ts';
import { Workbooks } from './workbooks.ts';
import { checkFirst, showPage, type CodeServices, type CodesFeatureServices } from './services.ts';

/** What a caller may know of a check. */
interface CheckSummary {
  readonly path: string;
  readonly codes: number;
  readonly problems: number;
  readonly counts: Readonly<Record<string, number>>;
}

export class CodesFeature {
  readonly services: CodeServices;
  readonly page: PageKind;

  constructor(context: vscode.ExtensionContext, services: CodesFeatureServices) {
    const worker = join(context.extensionPath, 'dist', 'codes-worker.cjs');
    const workbooks = new Workbooks(worker, join(context.globalStorageUri.fsPath, 'sheets'));
    const checks = new CodeChecks(worker, new FileMemory(context.globalState), workbooks, services.pauses.fileQuiet);
    const comparisons = new Comparisons(services.changes);
    this.services = { ...services, checks, comparisons, storage: context.globalStorageUri.fsPath };
    this.page = codesPage(this.services);
    // What is checked ends before its files go.
    context.subscriptions.push(checks, comparisons, registerQuickFixes(), workbooks.register());
  }

  /** One file is shown on its page; of several, what was found in them is in the Problems panel. */
  async check(args: readonly unknown[]): Promise<CheckSummary[]> {
    const uris = await filesFor(args, { label: vscode.l10n.t('Check'), active: true });
    const [first] = uris;
    if (uris.length === 1 && first) return [await this.#checkOnPage(first)];
    const summaries: CheckSummary[] = [];
    const links: string[] = [];
    for (const uri of uris) {
      const result = await checkFirst(this.services, uri);
      summaries.push(summaryOf(uri, result));
      if (result.linkTo !== undefined) links.push(linkText(fileName(uri), result.linkTo));
    }
    void notifyChecked(summaries, links);
    return summaries;
  }

  /** The page shows the progress and why a file was refused, so no notification repeats it. */
  async #checkOnPage(uri: vscode.Uri): Promise<CheckSummary> {
    const checking = this.services.checks.check(uri);
    showPage(this.services, uri);
    try {
      return summaryOf(uri, await checking);
    } catch (error) {
      throw error instanceof UserError ? new vscode.CancellationError() : error;
    }
  }
}

async function notifyChecked(summaries: readonly CheckSummary[], links: readonly string[]): Promise<void> {
  const sum = (field: 'codes' | 'problems') => number(summaries.reduce((total, summary) => total + summary[field], 0));
  const counts = [summaries.length, sum('codes'), sum('problems')] as const;
  const message = [vscode.l10n.t('{0} files checked: {1} codes, {2} problems.', ...counts), ...links].join(' ');
  await notifyWith('info', message, nextStep.showProblems());
}

function summaryOf({ fsPath }: vscode.Uri, result: Preflight): CheckSummary {
  return { path: fsPath, codes: result.codes, problems: problemCount(result), counts: result.counts };
}
