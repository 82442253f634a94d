// Files of events and plans as commands and pages take them: read, checked, and refused with the place that is wrong.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { checkPlanText, checkText, wrongTarget, type EventFile, type FileProblem, type PlanFile } from '../../plans/index.ts';
import { connectionTo, type Connections } from '../account/index.ts';
import { ask } from '../platform/questions.ts';
import { nextStep, UserError } from '../platform/user-error.ts';

const { l10n } = vscode;

/** An editor that is open has what was typed last. */
async function readText(uri: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  return open ? open.getText() : new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

export async function readEventFile(uri: vscode.Uri): Promise<EventFile> {
  const text = await readText(uri);
  const { file, problems } = checkText(text);
  if (file) return file;
  throw refusal(uri, text, problems);
}

/** Refuses one that is damaged, changed, of another version, or for another place. */
export async function readPlanFile(uri: vscode.Uri, connections: Connections): Promise<PlanFile> {
  const text = await readText(uri);
  const { plan, problems } = checkPlanText(text);
  if (!plan) throw refusal(uri, text, problems);
  const environment = plan.event.environment ?? '';
  const at = connectionTo(connections, environment).environment;
  const wrong = wrongTarget(plan, { environment, at });
  if (wrong !== undefined) throw new UserError(wrong, nextStep.configureEnvironments());
  return plan;
}

function refusal(uri: vscode.Uri, text: string, problems: readonly FileProblem[]): UserError {
  const [first] = problems;
  const line = text.slice(0, first?.start ?? 0).split('\n').length;
  const field = first && first.path.length > 0 ? `${first.path.join('.')} ` : '';
  const said = `${field}${first?.message ?? ''}`;
  const name = basename(uri.path);
  const message =
    problems.length === 1
      ? l10n.t('{0}, line {1}: {2}', name, line, said)
      : l10n.t('{0}, line {1}: {2} ({3} problems in all)', name, line, said, problems.length);
  return new UserError(message, nextStep.openFile(uri));
}

/** The file of a row of the Explorer or of an editor; otherwise the one that is open, or that somebody chooses. */
export async function fileFor(given: unknown, ending: 'boxoffice.json' | 'boxoffice-plan.json'): Promise<vscode.Uri> {
  if (given instanceof vscode.Uri) return given;
  const open = vscode.window.activeTextEditor?.document.uri;
  if (open?.path.toLowerCase().endsWith(`.${ending}`)) return open;
  const kind = ending === 'boxoffice.json' ? l10n.t('Event') : l10n.t('Plan');
  const [uri] =
    (await ask(() => vscode.window.showOpenDialog({ filters: { [kind]: ['json'] }, openLabel: l10n.t('Open') }))) ?? [];
  if (!uri) throw new vscode.CancellationError();
  return uri;
}
