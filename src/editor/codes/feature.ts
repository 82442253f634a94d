// Everything that files of codes need, made with the first command on one.
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Connections } from '../account/index.ts';
import type { PageKind, Pages } from '../pages/pages.ts';
import type { Changes } from '../platform/changes.ts';
import type { Pauses } from '../platform/settings.ts';
import { UserError } from '../platform/user-error.ts';
import { CodeChecks } from './checks.ts';
import { linkText } from '../ask/file-messages.ts';
import { filesFor, nameOf } from './files.ts';
import { FileMemory } from './memory.ts';
import { codesPage } from './page.ts';
import { checkFirst, showProblemsPanel, type CodeServices } from './services.ts';
import { problemCount } from './fixes.ts';
import { CodeFixes, fixableFiles } from './quick-fixes.ts';
import { number } from './messages.ts';
import { notify } from '../platform/notify.ts';

/** What a caller may know of a check. */
export interface CheckSummary {
  readonly path: string;
  readonly codes: number;
  readonly problems: number;
  readonly counts: Readonly<Record<string, number>>;
}

export class CodesFeature {
  readonly parts: CodeServices;
  readonly page: PageKind;

  constructor(
    context: vscode.ExtensionContext,
    connections: Connections,
    changes: Changes,
    log: vscode.LogOutputChannel,
    pauses: Pauses,
    pages: Pages,
  ) {
    const worker = join(context.extensionPath, 'dist', 'codes-worker.cjs');
    const checks = new CodeChecks(worker, new FileMemory(context.globalState), pauses.fileQuiet);
    const show = ({ fsPath }: vscode.Uri) => pages.show({ environment: connections.chosenName, kind: 'codes', id: fsPath });
    this.parts = { checks, connections, changes, log, reads: pauses.uploadReads, show };
    this.page = codesPage(this.parts);
    const fixes = vscode.languages.registerCodeActionsProvider(fixableFiles, new CodeFixes(), CodeFixes.kinds);
    context.subscriptions.push(checks, fixes);
  }

  /** One file is shown on its page; of several, what was found in them is in the Problems panel. */
  async check(args: readonly unknown[]): Promise<CheckSummary[]> {
    const uris = await filesFor(args, { label: vscode.l10n.t('Check'), active: true });
    const [first] = uris;
    if (uris.length === 1 && first) return [await this.#checkOnPage(first)];
    const summaries: CheckSummary[] = [];
    const links: string[] = [];
    for (const uri of uris) {
      const result = await checkFirst(this.parts, uri);
      summaries.push(summaryOf(uri, result));
      if (result.linkTo !== undefined) links.push(linkText(nameOf(uri), result.linkTo));
    }
    void this.#notifyChecked(summaries, links);
    return summaries;
  }

  /** The page shows how far it is, and says why a file was refused: nobody needs to be told twice. */
  async #checkOnPage(uri: vscode.Uri): Promise<CheckSummary> {
    const checking = this.parts.checks.check(uri);
    await this.parts.show(uri);
    try {
      return summaryOf(uri, await checking);
    } catch (error) {
      throw error instanceof UserError ? new vscode.CancellationError() : error;
    }
  }

  async #notifyChecked(summaries: readonly CheckSummary[], links: readonly string[]): Promise<void> {
    const sum = (field: 'codes' | 'problems') => number(summaries.reduce((total, summary) => total + summary[field], 0));
    const counts = [summaries.length, sum('codes'), sum('problems')] as const;
    const message = [vscode.l10n.t('{0} files checked: {1} codes, {2} problems.', ...counts), ...links].join(' ');
    const problems = vscode.l10n.t('Show Problems');
    if ((await notify.info(message, problems)) === problems) await showProblemsPanel();
  }
}

function summaryOf({ fsPath }: vscode.Uri, result: Awaited<ReturnType<CodeChecks['check']>>): CheckSummary {
  return { path: fsPath, codes: result.codes, problems: problemCount(result), counts: result.counts };
}
