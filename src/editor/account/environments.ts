// The environments that the user's settings describe. Nothing here is taken from a workspace: an address decides where a token goes.
import type * as vscode from 'vscode';
import { checkAddress } from '../../client/addresses.ts';
import type { Dialect } from '../../client/dialect.ts';
import type { Group } from '../../client/index.ts';
import { t } from '../../client/l10n.ts';
import { serviceZone } from '../../service/zone.ts';

/** How a group sends its credential: not at all, as a bearer, or in query parameters of these names. */
export type AuthSchemeChoice =
  | { readonly scheme: 'nothing' }
  | { readonly scheme: 'bearer' }
  | { readonly scheme: 'query'; readonly names: readonly string[] };

export interface Environment {
  readonly name: string;
  /** How a person calls it. */
  readonly label: string;
  readonly eventUrl: string;
  readonly ticketUrl: string;
  readonly auth: Readonly<Record<Group, AuthSchemeChoice>>;
  /** Each write asks first. */
  readonly protected: boolean;
  /** What the tools of an agent may do here: read alone, or write too, each time with a yes. */
  readonly agents: 'read' | 'all';
  readonly removalPayload?: Readonly<Record<string, unknown>> | undefined;
  /** The zone in which "the current day" is meant; this machine's when it is not given. */
  readonly timeZone?: string | undefined;
  /** In which amounts are shown. */
  readonly currency: string;
  /** What the document leaves open, as far as it is known of this service. */
  readonly dialect: Dialect;
}

/** Where the local service is, while it runs. */
export interface LocalServicePlace {
  readonly address: { readonly eventUrl: string; readonly ticketUrl: string; readonly token: string } | undefined;
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
  const event = readAuthScheme(value.eventCredential, { scheme: 'nothing' });
  const ticket = readAuthScheme(value.ticketCredential, { scheme: 'bearer' });
  if (!event || !ticket) {
    const key = event ? 'ticketCredential' : 'eventCredential';
    return `${key} ${t('must be "nothing", "bearer" or a list of query parameter names')}`;
  }
  const timeZone = optionalText(value.timeZone);
  if (timeZone !== undefined && !isTimeZone(timeZone)) return `timeZone: ${t('{0} is not a time zone', timeZone)}`;
  const currency = optionalText(value.currency) ?? 'BRL';
  if (!/^[A-Z]{3}$/.test(currency)) return `currency ${t('must be three letters, such as BRL')}`;
  const isProtected = value.protected === true;
  const { agents = isProtected ? 'read' : 'all' } = value;
  if (agents !== 'read' && agents !== 'all') return `agents ${t('must be "read" or "all"')}`;
  return {
    name,
    label: name,
    eventUrl: eventUrl as string,
    ticketUrl: ticketUrl as string,
    auth: { event, ticket },
    protected: isProtected,
    agents,
    removalPayload: isObject(value.removalPayload) ? value.removalPayload : undefined,
    timeZone,
    currency,
    dialect: isObject(value.dialect) ? value.dialect : {},
  };
}

function readAuthScheme(value: unknown, otherwise: AuthSchemeChoice): AuthSchemeChoice | undefined {
  if (value === undefined) return otherwise;
  if (value === 'nothing' || value === 'bearer') return { scheme: value };
  const isNames = Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string' && name !== '');
  return isNames ? { scheme: 'query', names: value as string[] } : undefined;
}

/** The manners of the local service, unless it was told to have others. */
const localDialect: Dialect = {
  amounts: { items: 'decimals', tickets: 'decimals', fees: 'decimals', tax: 'cents', reports: 'cents' },
  paging: { by: 'page', page: 'page', size: 'pageSize', first: 1, largest: 1000 },
  clock: serviceZone,
  put: 'merges',
  codesOfTicket: 'name',
  removal: null,
};

/** The local service as an environment: it hands out its own token. */
export function localEnvironment(label: string, { eventUrl, ticketUrl }: { eventUrl: string; ticketUrl: string }): Environment {
  return {
    name: localName,
    label,
    eventUrl,
    ticketUrl,
    auth: { event: { scheme: 'bearer' }, ticket: { scheme: 'bearer' } },
    protected: false,
    agents: 'all',
    currency: 'BRL',
    timeZone: serviceZone,
    dialect: localDialect,
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

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
