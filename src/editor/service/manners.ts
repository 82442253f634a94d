// Which manners the local service shall have: its own, some of those that other services have, or those of a recorded environment.
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { parseJson, readDialect } from '../../client/index.ts';
import { mannerWords, parseManners } from '../../service/manners.ts';
import { UserError } from '../platform/user-error.ts';
import type { Manners } from './local-service.ts';

const { l10n } = vscode;

/** Undefined for its own manners. */
export async function askForManners(): Promise<Manners | undefined> {
  const title = l10n.t('Start Local Service as…');
  const ways = [
    { label: l10n.t('Itself'), description: l10n.t('with its own manners'), way: 'own' as const },
    { label: l10n.t('Another service…'), description: l10n.t('with manners that are chosen one by one'), way: 'words' as const },
    { label: l10n.t('A recorded environment…'), description: l10n.t('with the dialect in a JSON file'), way: 'file' as const },
  ];
  const placeHolder = l10n.t(
    'What it knows of itself is forgotten, so that everything can be rehearsed as with a service that is new here.',
  );
  const chosen = await vscode.window.showQuickPick(ways, { title, placeHolder, ignoreFocusOut: true });
  if (!chosen) throw new vscode.CancellationError();
  if (chosen.way === 'own') return undefined;
  return chosen.way === 'words' ? askForWords(title) : askForFile(title);
}

/** How credentials travel is the editor's own affair with this service. */
const offered = mannerWords.filter(({ group }) => group !== 'credentials');

async function askForWords(title: string): Promise<Manners> {
  const groups = [...new Set(offered.map(({ group }) => group))];
  const items = groups.flatMap((group) => [
    { label: group, kind: vscode.QuickPickItemKind.Separator, form: '' },
    ...offered.filter((word) => word.group === group).map(({ form, about }) => ({ label: form, description: about, form })),
  ]);
  const chosen = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: l10n.t('Any number of them; those with = ask for their value.'),
    canPickMany: true,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (!chosen) throw new vscode.CancellationError();
  const words: string[] = [];
  for (const { form } of chosen) words.push(/^[^=[]+$/.test(form) ? form : await askForValue(title, form));
  return { words: words.join(',') };
}

async function askForValue(title: string, form: string): Promise<string> {
  const name = form.replace(/\[?=.*/, '');
  const typed = await vscode.window.showInputBox({
    title,
    prompt: l10n.t('As {0}', form),
    value: `${name}=`,
    valueSelection: [name.length + 1, name.length + 1],
    ignoreFocusOut: true,
    validateInput: (text) => problemOf(text),
  });
  if (typed === undefined) throw new vscode.CancellationError();
  return typed;
}

function problemOf(text: string): string | undefined {
  try {
    parseManners(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function askForFile(title: string): Promise<Manners> {
  const [uri] = (await vscode.window.showOpenDialog({ title, filters: { JSON: ['json'] } })) ?? [];
  if (!uri) throw new vscode.CancellationError();
  const read = readDialect(parseJson(await readFile(uri.fsPath, 'utf8')));
  if ('problem' in read) throw new UserError(l10n.t('{0} is not a dialect: {1}.', uri.fsPath, read.problem));
  // Its credentials are those of another service: this one hands out its own token.
  return { recorded: Object.fromEntries(Object.entries(read.dialect).filter(([name]) => name !== 'token')) };
}
