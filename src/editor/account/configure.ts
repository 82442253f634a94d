// The guided way to an environment: its name, its two addresses, how each group sends its credential, and whether it is protected.
import * as vscode from 'vscode';
import { ApiError, checkAddress } from '../../client/index.ts';
import { changeSetting, setting } from '../platform/settings.ts';
import type { Connections } from './connections.ts';
import { localName, offeredNames } from './environments.ts';
import { askForChoice, askForText, takeSteps } from '../platform/questions.ts';

type Stored = Readonly<Record<string, unknown>>;

/** What is known of an environment while it is asked for. */
interface Draft {
  name: string;
  isOtherName: boolean;
  eventUrl?: string | undefined;
  /** None while it is the same as the other one. */
  ticketUrl?: string | undefined;
  eventCredential?: unknown;
  protected?: boolean | undefined;
}

const totalSteps = 5;

/** Asks for an environment, or for what changes in the one that is named; writes it, and says why nothing answers there. */
export async function configureEnvironments(
  connections: Connections,
  named?: string,
): Promise<{ readonly name: string; readonly problem: string | undefined }> {
  const stored = storedEnvironments();
  const draft: Draft = { name: named ?? '', isOtherName: false };
  const before = () => (stored[draft.name] ?? {}) as Partial<Draft>;
  const isNamed = named !== undefined;
  await takeSteps([
    ...(isNamed ? [] : [() => askForName(draft, Object.keys(stored))]),
    () => askForEventUrl(draft, before(), !isNamed),
    () => askForTicketUrl(draft, before()),
    () => askForAuthScheme(draft, before()),
    () => askForProtection(draft, before()),
  ]);
  const { name, eventUrl, ticketUrl = eventUrl, eventCredential, protected: isProtected } = draft;
  const environment = { ...before(), eventUrl, ticketUrl, eventCredential, protected: isProtected };
  await changeSetting('boxOffice.environments', { ...stored, [name]: environment });
  return { name, problem: await whyUnreachable(connections, name) };
}

function storedEnvironments(): Stored {
  const value = setting('boxOffice.environments');
  return typeof value === 'object' && value !== null ? (value as Stored) : {};
}

async function askForName(draft: Draft, configured: readonly string[]): Promise<{ isBack: boolean }> {
  const choice = (name: string, description: string) => ({ label: name, description, value: name });
  const offered = offeredNames.filter((name) => !configured.includes(name));
  const { value: chosen } = await askForChoice<string | undefined>({
    title: stepTitle(1, vscode.l10n.t('Environment')),
    hasBack: false,
    placeholder: vscode.l10n.t('Which environment do you want to configure?'),
    choices: [
      ...configured.map((name) => choice(name, vscode.l10n.t('change'))),
      ...offered.map((name) => choice(name, vscode.l10n.t('not configured yet'))),
      { label: vscode.l10n.t('Another name…'), value: undefined },
    ],
    isChosen: (name) => (draft.isOtherName ? name === undefined : name === draft.name),
  });
  draft.isOtherName = chosen === undefined;
  if (chosen === undefined) return askForOtherName(draft, configured);
  draft.name = chosen;
  return { isBack: false };
}

/** Its way back leads to the list of names. */
async function askForOtherName(draft: Draft, configured: readonly string[]): Promise<{ isBack: boolean }> {
  const { value, isBack } = await askForText({
    title: stepTitle(1, vscode.l10n.t('Environment')),
    hasBack: true,
    prompt: vscode.l10n.t('A short name, as it will stand in the status bar.'),
    value: configured.includes(draft.name) || offeredNames.includes(draft.name) ? '' : draft.name,
    problemOf: nameProblem,
  });
  draft.name = value;
  return isBack ? askForName(draft, configured) : { isBack };
}

function nameProblem(name: string): string | undefined {
  if (name === '') return vscode.l10n.t('The name must not be empty.');
  return name === localName ? vscode.l10n.t('{0} is the local service; choose another name.', localName) : undefined;
}

async function askForEventUrl(draft: Draft, before: Partial<Draft>, hasBack: boolean): Promise<{ isBack: boolean }> {
  const { value, isBack } = await askForText({
    title: stepTitle(2, draft.name),
    prompt: vscode.l10n.t('Address of the event group: events, sessions, exports and reports'),
    placeholder: vscode.l10n.t('Such as {0}', 'https://events.example.com/api'),
    value: draft.eventUrl ?? before.eventUrl ?? '',
    hasBack,
    problemOf: (text) => checkAddress(text).problem,
  });
  draft.eventUrl = value;
  return { isBack };
}

async function askForTicketUrl(draft: Draft, before: Partial<Draft>): Promise<{ isBack: boolean }> {
  const { value, isBack } = await askForText({
    title: stepTitle(3, draft.name),
    prompt: vscode.l10n.t('Address of the ticket group: items, passkeys, codes and tax'),
    placeholder: vscode.l10n.t('Such as {0}', 'https://tickets.example.com/api'),
    value: draft.ticketUrl ?? before.ticketUrl ?? draft.eventUrl ?? '',
    hasBack: true,
    problemOf: (text) => checkAddress(text).problem,
  });
  // Whoever fixes the other address by going back means both.
  draft.ticketUrl = value === draft.eventUrl && before.ticketUrl === undefined ? undefined : value;
  return { isBack };
}

async function askForAuthScheme(draft: Draft, before: Partial<Draft>): Promise<{ isBack: boolean }> {
  const present = draft.eventCredential ?? before.eventCredential;
  const query = Array.isArray(before.eventCredential) ? (before.eventCredential as string[]) : ['apikey', 'usertoken'];
  const { value, isBack } = await askForChoice<unknown>({
    title: stepTitle(4, draft.name),
    hasBack: true,
    placeholder: vscode.l10n.t('What does the event group carry as its credential?'),
    choices: [
      { label: vscode.l10n.t('Nothing'), description: vscode.l10n.t('its reads are public'), value: 'nothing' },
      {
        label: vscode.l10n.t('The token of the sign-in'),
        description: vscode.l10n.t('as Authorization: Bearer'),
        value: 'bearer',
      },
      { label: vscode.l10n.t('Query parameters'), description: query.join(', '), value: query },
    ],
    isChosen: (choice) => (Array.isArray(choice) ? Array.isArray(present) : choice === present),
  });
  draft.eventCredential = value;
  return { isBack };
}

async function askForProtection(draft: Draft, before: Partial<Draft>): Promise<{ isBack: boolean }> {
  const { value, isBack } = await askForChoice<boolean>({
    title: stepTitle(5, draft.name),
    hasBack: true,
    placeholder: vscode.l10n.t('Is {0} an environment in which mistakes are costly?', draft.name),
    choices: [
      { label: vscode.l10n.t('Not protected'), description: vscode.l10n.t('for trying things'), value: false },
      {
        label: vscode.l10n.t('$(shield) Protected'),
        description: vscode.l10n.t('marked everywhere, and each write asks first'),
        value: true,
      },
    ],
    isChosen: (choice) => choice === (draft.protected ?? before.protected),
  });
  draft.protected = value;
  return { isBack };
}

/** Asks both groups for something harmless; being refused proves as much as being answered. */
async function whyUnreachable(connections: Connections, name: string): Promise<string | undefined> {
  const connection = connections.of(name);
  if (!connection) return undefined;
  const tries = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Trying the addresses of {0}…', name) },
    () => Promise.allSettled([connection.ping('getHomeSections'), connection.ping('listTypes')]),
  );
  const errors = tries.map((tried): unknown => (tried.status === 'rejected' ? tried.reason : undefined));
  const unreachable = ['network', 'timeout', 'reply'];
  return errors.filter((error) => error instanceof ApiError).find(({ kind }) => unreachable.includes(kind))?.message;
}

function stepTitle(step: number, what: string): string {
  return vscode.l10n.t('Configure Environment: {0} ({1} of {2})', what, step, totalSteps);
}
