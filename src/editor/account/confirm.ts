// What is asked before a write. Every question names the environment, the operation and the target.
import * as vscode from 'vscode';
import { ask } from '../platform/questions.ts';
import type { CodeResource } from '../platform/resources.ts';
import type { Environment } from './environments.ts';

interface WriteQuestion {
  readonly environment: Environment;
  /** The operation, as a person calls it. */
  readonly title: string;
  readonly target: string;
  /** What more there is to know, such as where a copy is kept. */
  readonly detail?: string | undefined;
}

/** Asks before a write in a protected environment; no is a cancel. */
export async function confirmWrite({ environment, title, target, detail }: WriteQuestion): Promise<void> {
  const question = vscode.l10n.t('{0}: {1}?', title, target);
  const environmentText = environmentLine(environment);
  await ask(() => askForYes(question, detail === undefined ? environmentText : `${environmentText}\n\n${detail}`, title));
}

export interface RemovalQuestion extends WriteQuestion {
  /** The names of what goes. */
  readonly names: readonly string[];
  /** What the first of them are, where more is known than their names. */
  readonly lines?: readonly string[];
  /** What it belongs to. */
  readonly owners?: readonly Owned[];
}

/** Whatever belongs to an event, or to an item of one. */
type Owned = Partial<Pick<CodeResource, 'eventId' | 'eventLabel' | 'itemId' | 'itemLabel'>>;

export const namesShown = 10;

/** Asks before something goes away. For more than one thing, or in a protected environment, the answer has to be typed. */
export async function confirmRemoval(question: RemovalQuestion): Promise<void> {
  const { environment, title, target, names, lines = names, owners = [], detail } = question;
  const list = lines.slice(0, namesShown).join('\n');
  const rest = names.length > namesShown ? `\n${vscode.l10n.t('and {0} more', names.length - namesShown)}` : '';
  const environmentText = [environmentLine(environment), ...ownersText(owners)].join('\n');
  const parts = [environmentText, list + rest, detail].filter((part) => part !== undefined && part !== '');
  await ask(async () => {
    await askForYes(vscode.l10n.t('{0}: {1}?', title, target), parts.join('\n\n'), title);
    if (names.length > 1 || environment.protected)
      await typeToConfirm(names.length > 1 ? environment.name : (names[0] ?? ''), titleIn(question, title));
  });
}

/** The events and items by their names, or by their ids where no more is known. */
function ownersText(owners: readonly Owned[]): string[] {
  const events = new Set(owners.flatMap(({ eventLabel, eventId }) => eventLabel ?? eventId ?? []));
  const items = new Set(owners.flatMap(({ itemLabel, itemId }) => itemLabel ?? itemId ?? []));
  return [
    ...(events.size > 0 ? [vscode.l10n.t('Event: {0}', [...events].join(', '))] : []),
    ...(items.size > 0 ? [vscode.l10n.t('Item: {0}', [...items].join(', '))] : []),
  ];
}

/** What must be typed is shown in the prompt; anything else is refused at the field. */
async function typeToConfirm(expected: string, title: string): Promise<void> {
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Type {0} to confirm.', expected),
    placeHolder: expected,
    ignoreFocusOut: true,
    validateInput: (value) => (value === '' || value === expected ? undefined : vscode.l10n.t('This is not {0}.', expected)),
  });
  if (typed !== expected) throw new vscode.CancellationError();
}

async function askForYes(question: string, detail: string, yes: string): Promise<void> {
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, yes);
  if (answer !== yes) throw new vscode.CancellationError();
}

/** Where it happens, with a note for a protected one. */
export function environmentLine({ label, protected: isProtected }: Environment): string {
  return isProtected ? vscode.l10n.t('Environment: {0} (protected)', label) : vscode.l10n.t('Environment: {0}', label);
}

/** The title of a question: whoever answers it sees where it goes. */
export function titleIn({ environment }: { readonly environment: Environment }, title: string): string {
  return `${title} · ${environmentLine(environment)}`;
}
