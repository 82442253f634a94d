// The environments that the user's settings describe. Nothing here is taken from a workspace: an address decides where a token goes.
import { noCurrency } from '../../shared/text.ts';
import type * as vscode from 'vscode';
import { checkAddress } from '../../client/addresses.ts';
import { readDialect, type Dialect } from '../../client/dialect.ts';
import type { Group } from '../../client/index.ts';
import { t } from '../../client/l10n.ts';
import { localErrors, localManners } from '../../service/own-dialect.ts';

export interface Environment {
  readonly name: string;
  /** How a person calls it. */
  readonly label: string;
  readonly eventUrl: string;
  readonly ticketUrl: string;
  /** Each write asks first. */
  readonly protected: boolean;
  /** What the tools of an agent may do here: read alone, or write too, each time with a yes. */
  readonly agents: 'read' | 'all';
  /** The dialect's clock: the zone in which "the current day" is meant; this machine's when it is not given. */
  readonly timeZone?: string | undefined;
  /** In which amounts are shown. */
  readonly currency: string;
  /** What the document leaves open, as far as it is known of this service. */
  readonly dialect: Dialect;
  /** A program and its arguments; what it prints is the token. */
  readonly tokenCommand?: TokenCommand | undefined;
}

export type TokenCommand = readonly [program: string, ...args: string[]];

/** Where the local service is, while it runs. */
export interface LocalServicePlace {
  readonly address: (LocalAddress & { readonly token: string }) | undefined;
  readonly onDidChange: vscode.Event<void>;
}

export const groups = ['ticket', 'event'] as const satisfies readonly Group[];
export const localName = 'local';
/** The names of the interface document; their addresses are the user's. */
export const offeredNames = ['stg', 'hmla', 'hmlb', 'sandbox', 'integration'];

export interface EnvironmentsRead {
  readonly environments: readonly Environment[];
  readonly problems: readonly { readonly name: string; readonly problem: string }[];
}

/** Reads the setting `boxOffice.environments`; what cannot be used is named, and the others are used. */
export function readEnvironments(setting: unknown): EnvironmentsRead {
  const environments: Environment[] = [];
  const problems: { name: string; problem: string }[] = [];
  for (const [name, value] of Object.entries(isObject(setting) ? setting : {})) {
    const read = readEnvironment(name, value);
    if (typeof read === 'string') problems.push({ name, problem: read });
    else environments.push(read);
  }
  return { environments, problems };
}

/** The environment, or what is wrong with it. */
function readEnvironment(name: string, value: unknown): Environment | string {
  if (name.trim() === '') return t('an environment needs a name');
  if (name === localName) return t('"{0}" is the local service; choose another name', localName);
  if (!isObject(value)) return t('must be an object with eventUrl and ticketUrl');
  const { eventUrl, ticketUrl } = value;
  for (const [key, address] of Object.entries({ eventUrl, ticketUrl })) {
    if (typeof address !== 'string') return `${key} ${t('must be given')}`;
    const { problem } = checkAddress(address);
    if (problem !== undefined) return `${key}: ${problem}`;
  }
  const dialect = dialectIn(value);
  if (typeof dialect === 'string') return dialect;
  const { tokenCommand } = value;
  if (tokenCommand !== undefined && !isTokenCommand(tokenCommand))
    return `tokenCommand ${t('must be a list of texts: a program and its arguments')}`;
  const currency = optionalText(value.currency) ?? noCurrency;
  if (!/^[A-Z]{3}$/.test(currency)) return `currency ${t('must be three letters, such as BRL')}`;
  const isProtected = value.protected === true;
  const { agents = isProtected ? 'read' : 'all' } = value;
  if (agents !== 'read' && agents !== 'all') return `agents ${t('must be "read" or "all"')}`;
  return {
    name,
    label: name,
    eventUrl: eventUrl as string,
    ticketUrl: ticketUrl as string,
    protected: isProtected,
    agents,
    timeZone: dialect.clock,
    currency,
    dialect,
    ...(tokenCommand === undefined ? {} : { tokenCommand }),
  };
}

/** The setting `dialect`, and before it what older fields say of the same; or what is wrong, with the name of the field. */
function dialectIn(value: Readonly<Record<string, unknown>>): Dialect | string {
  const { dialect = {}, eventCredential, ticketCredential, removalPayload } = value;
  if (!isObject(dialect)) return `dialect ${t('must be an object')}`;
  const given = readDialect(dialect);
  if ('problem' in given) return `dialect.${given.problem}`;
  let token: Dialect['token'];
  for (const [group, form] of Object.entries({ event: eventCredential, ticket: ticketCredential })) {
    if (form === undefined) continue;
    const read = readDialect({ token: { [group]: form } });
    // The problem begins with the field of a dialect.
    if ('problem' in read) return read.problem.replace(/^\S+/, `${group}Credential`);
    token = { ...token, ...read.dialect.token };
  }
  const clock = optionalText(value.timeZone);
  if (clock !== undefined && 'problem' in readDialect({ clock })) return `timeZone: ${t('{0} is not a time zone', clock)}`;
  return {
    ...(clock === undefined ? {} : { clock }),
    ...(isObject(removalPayload) ? { removal: removalPayload } : {}),
    ...given.dialect,
    ...(token || given.dialect.token ? { token: { ...token, ...given.dialect.token } } : {}),
  };
}

function isTokenCommand(value: unknown): value is TokenCommand {
  return Array.isArray(value) && value.every((part) => typeof part === 'string') && value[0]?.trim() !== '' && value.length > 0;
}

export { localErrors };

/** What was learned of a local service that was told to have other manners; it is forgotten when that one ends. */
let local: { readonly manners: Dialect; readonly dialect: Dialect } = { manners: localManners, dialect: localManners };

export function learnOfLocal(dialect: Dialect): void {
  local = { ...local, dialect };
}

interface LocalAddress {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  /** What is known of a service that was told to have other manners. */
  readonly dialect?: Dialect | undefined;
}

/** What is known of the local service that has these manners: all of them, and what was learned since. */
export function localDialect(manners: Dialect = localManners): Dialect {
  if (local.manners !== manners) local = { manners, dialect: manners };
  return local.dialect;
}

/** The local service as an environment: it hands out its own token. */
export function localEnvironment(label: string, { eventUrl, ticketUrl, dialect: manners }: LocalAddress): Environment {
  const dialect: Dialect = { ...localDialect(manners), token: { event: 'bearer', ticket: 'bearer' } };
  return {
    name: localName,
    label,
    eventUrl,
    ticketUrl,
    protected: false,
    agents: 'all',
    currency: 'BRL',
    timeZone: dialect.clock,
    dialect,
  };
}

/** The origin that a group's credential belongs to. */
export function originOf(environment: Environment, group: Group): string {
  return new URL(group === 'event' ? environment.eventUrl : environment.ticketUrl).origin;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
