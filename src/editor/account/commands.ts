// Sign In, Sign Out, Switch Environment, Configure Environments.
import * as vscode from 'vscode';
import { nextStep, UserError } from '../platform/user-error.ts';
import type { Accounts } from './accounts.ts';
import { requireConnection, type Connections } from './connections.ts';
import { credentialParts } from '../../client/credential-forms.ts';
import { groups, localName, type Environment } from './environments.ts';
import { programName } from './token-command.ts';
import { configureEnvironments } from './configure.ts';
import { askForEnvironment, whereabouts } from './sign-in-input.ts';
import { notifyWith } from '../platform/notify.ts';

/** `wanted`: the environment of a page, which may be another than the chosen one. */
export async function signIn(connections: Connections, accounts: Accounts, wanted?: unknown): Promise<void> {
  const named = typeof wanted === 'string' && wanted !== localName ? connections.of(wanted)?.environment : undefined;
  const isLocal = !named && connections.chosenName === localName;
  const environment = named ?? (isLocal ? await chooseRemote(connections) : requireConnection(connections).environment);
  requireCredential(environment);
  let untried: string | undefined;
  const onUntried = (why: string) => (untried = why);
  if (!(await accounts.signIn(environment, { onUntried }))) return;
  if (isLocal) await connections.choose(environment.name);
  const message = signedInText(environment, (await accounts.hintFor(environment))?.name);
  if (untried === undefined) void notifyWith('info', message, nextStep.showEvents());
  else void notifyWith('warning', `${message} ${vscode.l10n.t('It could not be tried: {0}', untried)}`, nextStep.showEvents());
}

function signedInText({ label, tokenCommand }: Environment, name: string | undefined): string {
  if (tokenCommand) {
    const program = programName(tokenCommand);
    return name === undefined
      ? vscode.l10n.t('Signed in to {0} with a token of {1}.', label, program)
      : vscode.l10n.t('Signed in to {0} as {1}, with a token of {2}.', label, name, program);
  }
  return name === undefined ? vscode.l10n.t('Signed in to {0}.', label) : vscode.l10n.t('Signed in to {0} as {1}.', label, name);
}

/** Where no group sends anything, there is nothing to ask for. */
function requireCredential({ label, dialect }: Environment): void {
  if (groups.some((group) => credentialParts(dialect, group).length > 0)) return;
  throw new UserError(
    vscode.l10n.t('{0} needs no sign-in: its groups send no credential.', label),
    nextStep.configureEnvironments(),
  );
}

/** The local service needs no sign-in, so whoever asks for one means another environment. */
async function chooseRemote(connections: Connections): Promise<Environment> {
  const others = connections.environments().environments.filter(({ name }) => name !== localName);
  if (others.length === 0)
    throw new UserError(
      vscode.l10n.t('The local service needs no sign-in, and no other environment is configured.'),
      nextStep.configureEnvironments(),
    );
  const [only, ...more] = others;
  const chosen = more.length === 0 ? only : await askForEnvironment(others);
  if (!chosen) throw new vscode.CancellationError();
  return chosen;
}

export async function signOut(connections: Connections, accounts: Accounts): Promise<void> {
  const { environment } = requireConnection(connections);
  if (environment.name === localName)
    throw new UserError(
      vscode.l10n.t('The local service hands out its own token; there is nothing to sign out of.'),
      nextStep.switchEnvironment(),
    );
  const { label, tokenCommand } = environment;
  await accounts.signOut(environment.name);
  const message = tokenCommand
    ? vscode.l10n.t(
        'What was kept for {0} is forgotten. {1} gives another token with the next request.',
        label,
        programName(tokenCommand),
      )
    : vscode.l10n.t('Signed out of {0}.', label);
  void notifyWith('info', message, ...(tokenCommand ? [] : [nextStep.signIn()]));
}

export async function switchEnvironment(connections: Connections, wanted: unknown): Promise<void> {
  const known = connections.environments().environments.find(({ name }) => name === wanted);
  const name = known ? known.name : await pickToSwitch(connections);
  if (name === undefined) return;
  if (name === '') {
    await vscode.commands.executeCommand('boxOffice.configureEnvironments');
    return;
  }
  await connections.choose(name);
  if (name === localName && connections.state === 'stopped') await vscode.commands.executeCommand('boxOffice.startLocalService');
}

interface EnvironmentItem extends vscode.QuickPickItem {
  /** An empty one stands for the settings. */
  readonly name?: string;
}

async function pickToSwitch(connections: Connections): Promise<string | undefined> {
  const { environments, problems } = connections.environments();
  const itemOf = (name: string, label: string, description: string) => ({
    label: name === connections.chosenName ? `$(check) ${label}` : label,
    description,
    name,
  });
  const isLocalThere = environments.some(({ name }) => name === localName);
  const items: EnvironmentItem[] = [
    ...(isLocalThere ? [] : [itemOf(localName, vscode.l10n.t('Local service'), vscode.l10n.t('not running'))]),
    ...environments.map((environment) => itemOf(environment.name, environment.label, whereabouts(environment))),
    ...problems.map(({ name, problem }) => ({ label: `$(warning) ${name}`, description: problem, name: '' })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: vscode.l10n.t('$(gear) Configure Environments…'), name: '' },
  ];
  const title = vscode.l10n.t('Switch Environment');
  const placeHolder = vscode.l10n.t('Where shall everything go from now on?');
  return (await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDescription: true, ignoreFocusOut: true }))?.name;
}

/** A new environment becomes the current one when it answers; otherwise the person decides. */
export async function configure(connections: Connections, accounts: Accounts, named: unknown): Promise<void> {
  const { name, problem } = await configureEnvironments(connections, typeof named === 'string' ? named : undefined);
  if (problem !== undefined) {
    notifyUnreachable(connections, name, problem);
    return;
  }
  await connections.choose(name);
  const { current } = connections;
  if (!current) return;
  for (const group of groups) {
    const isThere = await current.hasCredential(group);
    if (!isThere && !(await accounts.signIn(current.environment, { group }))) return;
  }
  offerToDescribe(current.environment);
}

/** Nobody waits for the answer. What a service shows by itself is asked for only while nothing of it is known. */
function offerToDescribe({ name, label, dialect }: Environment): void {
  if (Object.keys(dialect).some((part) => part !== 'token')) return;
  const message = vscode.l10n.t('{0} is configured. How its service pages lists and gives amounts is not known yet.', label);
  void notifyWith('info', message, nextStep.describeService(name));
}

/** Nobody waits for the answer: it is saved, and nothing has changed otherwise. */
function notifyUnreachable(connections: Connections, name: string, problem: string): void {
  const isCurrent = connections.chosenName === name;
  const message = isCurrent
    ? vscode.l10n.t('{0} is saved. {1}', name, problem)
    : vscode.l10n.t('{0} is saved, and {1} stays the current environment. {2}', name, connections.chosenLabel, problem);
  const change = { title: vscode.l10n.t('Change…'), command: 'boxOffice.configureEnvironments', args: [name] };
  const choose = { title: vscode.l10n.t('Switch to It'), command: 'boxOffice.switchEnvironment', args: [name] };
  void notifyWith('warning', message, ...(isCurrent ? [] : [choose]), change);
}
