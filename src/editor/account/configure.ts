// The guided way to an environment: its name, its two addresses, how each group sends its credential, and whether it is protected.
import * as vscode from 'vscode';
import { ApiError, checkAddress, readDialect, type CredentialForm, type Group } from '../../client/index.ts';
import { credentialFormOf } from '../../client/credential-forms.ts';
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
  token: Partial<Record<Group, CredentialForm>>;
  protected?: boolean | undefined;
}

/** What the settings have of it, which may be anything that somebody wrote. */
type Before = Partial<Pick<Draft, 'eventUrl' | 'ticketUrl' | 'protected'>> & {
  readonly eventCredential?: unknown;
  readonly ticketCredential?: unknown;
  readonly dialect?: Readonly<Record<string, unknown>>;
};

const totalSteps = 6;

/** Asks for an environment, or for what changes in the one that is named; writes it, and says why nothing answers there. */
export async function configureEnvironments(
  connections: Connections,
  named?: string,
): Promise<{ readonly name: string; readonly problem: string | undefined }> {
  const stored = storedEnvironments();
  const draft: Draft = { name: named ?? '', isOtherName: false, token: {} };
  const before = () => (stored[draft.name] ?? {}) as Before;
  const isNamed = named !== undefined;
  await takeSteps([
    ...(isNamed ? [] : [() => askForName(draft, Object.keys(stored))]),
    () => askForEventUrl(draft, before(), !isNamed),
    () => askForTicketUrl(draft, before()),
    () => askForCredential(draft, before(), 'ticket'),
    () => askForCredential(draft, before(), 'event'),
    () => askForProtection(draft, before()),
  ]);
  const { name, eventUrl, ticketUrl = eventUrl, token, protected: isProtected } = draft;
  // The dialect says the same as the older fields, and wins.
  const { dialect, ...others } = before();
  const older = { eventCredential: undefined, ticketCredential: undefined };
  const environment = { ...others, ...older, eventUrl, ticketUrl, protected: isProtected, dialect: { ...dialect, token } };
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

async function askForEventUrl(draft: Draft, before: Before, hasBack: boolean): Promise<{ isBack: boolean }> {
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

async function askForTicketUrl(draft: Draft, before: Before): Promise<{ isBack: boolean }> {
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

/** The ways of a credential, by what has to be asked besides. */
type Way = 'nothing' | 'bearer' | 'header' | 'query' | 'ownHeader' | 'ownQuery';

async function askForCredential(draft: Draft, before: Before, group: Group): Promise<{ isBack: boolean }> {
  const present = draft.token[group] ?? formBefore(before, group);
  const { value: way = 'nothing', isBack } = await askForChoice<Way>({
    title: stepTitle(group === 'ticket' ? 4 : 5, draft.name),
    hasBack: true,
    placeholder:
      group === 'ticket'
        ? vscode.l10n.t('What does the ticket group carry as its credential?')
        : vscode.l10n.t('What does the event group carry as its credential?'),
    choices: [
      {
        label: vscode.l10n.t('The token of the sign-in'),
        description: vscode.l10n.t('as Authorization: Bearer'),
        value: 'bearer',
      },
      {
        label: vscode.l10n.t('The token in another header…'),
        description: vscode.l10n.t('its name is asked for'),
        value: 'header',
      },
      {
        label: vscode.l10n.t('The token in a query parameter…'),
        description: vscode.l10n.t('its name is asked for'),
        value: 'query',
      },
      {
        label: vscode.l10n.t('A key of its own in a header…'),
        description: vscode.l10n.t('asked for at sign-in'),
        value: 'ownHeader',
      },
      {
        label: vscode.l10n.t('Keys of its own in query parameters…'),
        description: vscode.l10n.t('asked for at sign-in'),
        value: 'ownQuery',
      },
      { label: vscode.l10n.t('Nothing'), description: vscode.l10n.t('its reads are public'), value: 'nothing' },
    ],
    isChosen: (choice) => choice === wayOf(present),
  });
  if (isBack) return { isBack };
  const form = await askForForm(draft, group, way, wayOf(present) === way ? present : undefined);
  // Its way back leads to the ways.
  if (form === undefined) return askForCredential(draft, before, group);
  draft.token[group] = form;
  return { isBack: false };
}

/** What the environment has now, as far as it can be understood; otherwise what is usual. */
function formBefore({ dialect, eventCredential, ticketCredential }: Before, group: Group): CredentialForm {
  const older = group === 'event' ? eventCredential : ticketCredential;
  const tokens = dialect?.token as Partial<Record<Group, unknown>> | undefined;
  const read = readDialect({ token: { [group]: tokens?.[group] ?? older } });
  return credentialFormOf('dialect' in read ? read.dialect : {}, group);
}

function wayOf(form: CredentialForm): Way {
  if (form === 'nothing' || form === 'bearer') return form;
  if (Array.isArray(form)) return 'ownQuery';
  if ('header' in form) return form.own ? 'ownHeader' : 'header';
  return form.own ? 'ownQuery' : 'query';
}

/** Asks for the names that a way needs; undefined when the person went back. */
async function askForForm(
  draft: Draft,
  group: Group,
  way: Way,
  present: CredentialForm | undefined,
): Promise<CredentialForm | undefined> {
  if (way === 'nothing' || way === 'bearer') return way;
  const named = typeof present === 'object' ? present : undefined;
  const title = stepTitle(group === 'ticket' ? 4 : 5, draft.name);
  const ask = async (prompt: string, value: string, formIn: (text: string) => unknown, placeholder: string) => {
    const problemOf = (text: string) => {
      const read = readDialect({ token: { [group]: formIn(text) } });
      return 'problem' in read ? vscode.l10n.t('This cannot be used: {0}.', read.problem.replace(/^\S+ /, '')) : undefined;
    };
    const { value: text, isBack } = await askForText({ title, hasBack: true, prompt, placeholder, value, problemOf });
    return isBack ? undefined : text;
  };
  if (way === 'query' || way === 'ownQuery') {
    const names = Array.isArray(named) ? named : named && 'query' in named ? [named.query] : [];
    const listed = (text: string) => text.split(',').map((name) => name.trim());
    const formIn = (text: string) => (way === 'query' ? { query: text } : listed(text));
    const prompt =
      way === 'query'
        ? vscode.l10n.t('The name of the query parameter that carries the token')
        : vscode.l10n.t('The names of the query parameters, with commas between them');
    const text = await ask(
      prompt,
      names.join(', '),
      formIn,
      vscode.l10n.t('Such as {0}', way === 'query' ? 'token' : 'key,user'),
    );
    return text === undefined ? undefined : formIn(text);
  }
  const before = named && 'header' in named ? named : undefined;
  const prompt = vscode.l10n.t('The name of the header');
  const placeholder = vscode.l10n.t('Such as {0}', way === 'header' ? 'X-Access-Token' : 'X-Api-Key');
  const header = await ask(prompt, before?.header ?? '', (text) => ({ header: text }), placeholder);
  if (header === undefined) return undefined;
  if (way === 'ownHeader') return { header, ...(before?.prefix ? { prefix: before.prefix } : {}), own: true };
  const typed = await ask(
    vscode.l10n.t('What stands before the token in {0}; empty for nothing', header),
    before?.prefix?.trim() ?? '',
    (text) => ({ header, prefix: text }),
    vscode.l10n.t('Such as {0}', 'Token'),
  );
  if (typed === undefined) return askForForm(draft, group, way, { header });
  if (typed === '') return { header };
  // Of a word, a blank belongs to it; anything else stands before the token as it is.
  return { header, prefix: /\w$/.test(typed) ? `${typed} ` : typed };
}

async function askForProtection(draft: Draft, before: Before): Promise<{ isBack: boolean }> {
  const { value, isBack } = await askForChoice<boolean>({
    title: stepTitle(6, draft.name),
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
