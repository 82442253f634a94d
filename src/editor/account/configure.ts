// The guided way to an environment: its name, its two addresses, how each group carries its credential, and whether it is protected.
import * as vscode from 'vscode';
import { ApiError, checkAddress } from '../../client/index.ts';
import { changeSetting, setting } from '../platform/settings.ts';
import type { Connections } from './connections.ts';
import { localName, offeredNames } from './environments.ts';
import { nextStep } from '../platform/next-steps.ts';
import { sayWith } from '../platform/say.ts';

type Stored = Readonly<Record<string, unknown>>;
type Described = Record<string, unknown> & { eventUrl: string; ticketUrl: string };

const totalSteps = 5;

/** Gives the name of the environment that was written. */
export async function configureEnvironments(connections: Connections): Promise<string> {
  const stored = storedEnvironments();
  const name = await askForName(Object.keys(stored));
  const before = (stored[name] ?? {}) as Partial<Described>;
  const eventUrl = await askForAddress(2, vscode.l10n.t('Address of the event group'), name, before.eventUrl);
  const ticketUrl = await askForAddress(3, vscode.l10n.t('Address of the ticket group'), name, before.ticketUrl ?? eventUrl);
  const eventCredential = await askForCarrier(name, before.eventCredential);
  const isProtected = await askForProtection(name);
  await changeSetting('boxOffice.environments', {
    ...stored,
    [name]: { ...before, eventUrl, ticketUrl, eventCredential, protected: isProtected },
  });
  await sayWhetherReached(connections, name);
  return name;
}

function storedEnvironments(): Stored {
  const value = setting('boxOffice.environments');
  return typeof value === 'object' && value !== null ? (value as Stored) : {};
}

async function askForName(configured: readonly string[]): Promise<string> {
  const known = configured.map((name) => ({ label: name, description: vscode.l10n.t('change'), name }));
  const offered = offeredNames
    .filter((name) => !configured.includes(name))
    .map((name) => ({ label: name, description: '', name }));
  const other = { label: vscode.l10n.t('Another name…'), description: '', name: undefined };
  const chosen = required(
    await vscode.window.showQuickPick([...known, ...offered, other], {
      title: stepTitle(1, vscode.l10n.t('Environment')),
      placeHolder: vscode.l10n.t('Which environment do you want to configure?'),
    }),
  );
  if (chosen.name !== undefined) return chosen.name;
  const typed = await vscode.window.showInputBox({
    title: stepTitle(1, vscode.l10n.t('Environment')),
    prompt: vscode.l10n.t('A short name, as it will stand in the status bar.'),
    ignoreFocusOut: true,
    validateInput: (value) => nameProblem(value.trim()),
  });
  return required(typed).trim();
}

function nameProblem(name: string): string | undefined {
  if (name === '') return vscode.l10n.t('The name must not be empty.');
  return name === localName ? vscode.l10n.t('{0} is the local service; choose another name.', localName) : undefined;
}

/** What stands there already is selected: a pasted address takes its place. */
async function askForAddress(step: number, what: string, name: string, value = ''): Promise<string> {
  const typed = await vscode.window.showInputBox({
    title: stepTitle(step, name),
    prompt: what,
    value,
    placeHolder: vscode.l10n.t('Such as https://tickets.example.com/api'),
    ignoreFocusOut: true,
    validateInput: (text) => checkAddress(text.trim()).problem,
  });
  return required(typed).trim();
}

async function askForCarrier(name: string, before: unknown): Promise<unknown> {
  const query = Array.isArray(before) ? (before as string[]) : ['apikey', 'usertoken'];
  const chosen = required(
    await vscode.window.showQuickPick(
      [
        { label: vscode.l10n.t('Nothing'), description: vscode.l10n.t('its reads are public'), value: 'nothing' },
        {
          label: vscode.l10n.t('The token of the sign-in'),
          description: vscode.l10n.t('as Authorization: Bearer'),
          value: 'bearer',
        },
        { label: vscode.l10n.t('Query parameters'), description: query.join(', '), value: query },
      ],
      {
        title: stepTitle(4, name),
        placeHolder: vscode.l10n.t('What does the event group carry as its credential?'),
        ignoreFocusOut: true,
      },
    ),
  );
  return chosen.value;
}

async function askForProtection(name: string): Promise<boolean> {
  const chosen = required(
    await vscode.window.showQuickPick(
      [
        { label: vscode.l10n.t('Not protected'), description: vscode.l10n.t('for trying things'), value: false },
        {
          label: vscode.l10n.t('$(shield) Protected'),
          description: vscode.l10n.t('marked everywhere, and each write asks first'),
          value: true,
        },
      ],
      {
        title: stepTitle(5, name),
        placeHolder: vscode.l10n.t('Is {0} an environment in which mistakes are costly?', name),
        ignoreFocusOut: true,
      },
    ),
  );
  return chosen.value;
}

/** Asks both groups for something harmless; being refused proves as much as being answered. */
async function sayWhetherReached(connections: Connections, name: string): Promise<void> {
  const connection = connections.of(name);
  if (!connection) return;
  const failures = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Trying the addresses of {0}…', name) },
    () => Promise.all([reach(() => connection.reach('getHomeSections')), reach(() => connection.reach('listTypes'))]),
  );
  const [failure] = failures.filter((problem) => problem !== undefined);
  if (failure !== undefined)
    void sayWith('warning', vscode.l10n.t('{0} is saved. {1}', name, failure), nextStep.configureEnvironments());
}

async function reach(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const unreachable = error instanceof ApiError && ['network', 'timeout', 'reply'].includes(error.kind);
    return unreachable ? error.message : undefined;
  }
}

function stepTitle(step: number, what: string): string {
  return vscode.l10n.t('Configure Environment: {0} ({1} of {2})', what, step, totalSteps);
}

function required<T>(answer: T | undefined): T {
  if (answer === undefined) throw new vscode.CancellationError();
  return answer;
}
