// Where the service is and who asks: from options, else from the variables that the MCP server takes too.
import { exec } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { setupFrom } from '../agents/setup.ts';
import {
  checkAddress,
  createClient,
  readDialect,
  type Client,
  type ClientOptions,
  type Dialect,
  type Group,
} from '../client/index.ts';
import { UsageError, type Given, type Io, type Option } from './command.ts';

export const connectOptions: readonly Option[] = [
  { name: 'event-url', value: 'URL', about: 'Address of the event group (or BOX_OFFICE_EVENT_URL).' },
  { name: 'ticket-url', value: 'URL', about: 'Address of the ticket group (or BOX_OFFICE_TICKET_URL).' },
  {
    name: 'dialect',
    value: 'FILE',
    about: 'JSON file with what is known of the service (or its JSON in BOX_OFFICE_DIALECT).',
  },
  {
    name: 'token-command',
    value: 'COMMAND',
    about: 'A command that prints the token, run by the shell. Without it: BOX_OFFICE_TOKEN.',
  },
  { name: 'timeout', value: 'SECONDS', about: 'How long a call may take (30).' },
];

export const connectHelp = `Credentials
  The token goes only to the addresses above, never into an option: other users of the machine can read
  the options of a process. A group with keys of its own has them in BOX_OFFICE_EVENT_KEYS or
  BOX_OFFICE_TICKET_KEYS: JSON with the name of each header or query parameter and its key.`;

export interface Connection {
  readonly client: Client;
  readonly dialect: Dialect;
  readonly eventUrl: string;
  readonly ticketUrl: string;
}

interface ConnectChoices {
  /** The groups that are called: only their addresses must be known. Both by default. */
  readonly groups?: readonly Group[];
  /** Instead of the network; no credential is asked for, and `<token>` and `<key>` stand in their places. */
  readonly dryFetch?: NonNullable<ClientOptions['fetch']>;
  /** What somebody has said of the service for this once. */
  readonly known?: Dialect;
}

const variableOf = { event: 'BOX_OFFICE_EVENT_URL', ticket: 'BOX_OFFICE_TICKET_URL' } as const;
const bothGroups = ['event', 'ticket'] as const;

export async function connect(given: Given, io: Io, choices: ConnectChoices = {}): Promise<Connection> {
  const { groups = bothGroups, dryFetch, known = {} } = choices;
  const said = await dialectOf(given, io);
  const dialect = { ...said, ...known, ...(known.amounts && { amounts: { ...said.amounts, ...known.amounts } }) };
  const addresses = addressesIn(given, io, groups);
  const timeout = timeoutOf(given);
  const forGroups = withoutCredentialsOf(
    dialect,
    bothGroups.filter((group) => !groups.includes(group)),
  );
  if (dryFetch) {
    const named = new Proxy({}, { get: () => '<key>', getOwnPropertyDescriptor: () => ({ configurable: true, value: '<key>' }) });
    const sources = { token: () => '<token>', ownSecrets: () => named };
    return {
      client: createClient({ ...addresses, ...timeout, ...sources, dialect: forGroups, fetch: dryFetch }),
      dialect,
      ...addresses,
    };
  }
  const token = await tokenOf(given, io);
  const setup = setupFrom({ ...io.env, ...variablesFor(addresses, forGroups, token) });
  if ('problem' in setup) throw new UsageError(setup.problem);
  const { keys } = setup;
  const client = createClient({
    ...addresses,
    ...timeout,
    dialect: forGroups,
    token: () => setup.token,
    ownSecrets: ({ group }) => keys[group],
  });
  return { client, dialect, ...addresses };
}

/** What the command line says, as the variables that the MCP server takes. */
export async function variablesOf(given: Given, io: Io): Promise<Variables> {
  const addresses = addressesIn(given, io, bothGroups);
  return variablesFor(addresses, await dialectOf(given, io), await tokenOf(given, io));
}

type Addresses = Pick<Connection, 'eventUrl' | 'ticketUrl'>;
type Variables = Readonly<Record<string, string>>;

function variablesFor({ eventUrl, ticketUrl }: Addresses, dialect: Dialect, token: string | undefined): Variables {
  return {
    [variableOf.event]: eventUrl,
    [variableOf.ticket]: ticketUrl,
    BOX_OFFICE_DIALECT: JSON.stringify(dialect),
    ...(token !== undefined && { BOX_OFFICE_TOKEN: token }),
  };
}

/** Both addresses; that of a group which is not called may be missing, and the other stands for it. */
function addressesIn(given: Given, { env }: Io, groups: readonly Group[]): Addresses {
  const urls = new Map<Group, string>();
  for (const group of bothGroups) {
    const option = `${group}-url`;
    const url = given.one(option) ?? env[variableOf[group]];
    if (!url && groups.includes(group))
      throw new UsageError(`The address of the ${group} group is missing. Give --${option} URL or set ${variableOf[group]}.`);
    if (!url) continue;
    const { problem } = checkAddress(url);
    if (problem !== undefined) throw new UsageError(`${given.has(option) ? `--${option}` : variableOf[group]}: ${problem}`);
    urls.set(group, url);
  }
  const { event = '', ticket = '' } = Object.fromEntries(urls);
  return { eventUrl: event || ticket, ticketUrl: ticket || event };
}

/** The keys of a group that is not called need not be known. */
function withoutCredentialsOf(dialect: Dialect, groups: readonly Group[]): Dialect {
  const nothing = Object.fromEntries(groups.map((group) => [group, 'nothing' as const]));
  return groups.length === 0 ? dialect : { ...dialect, token: { ...dialect.token, ...nothing } };
}

async function dialectOf(given: Given, { env, cwd }: Io): Promise<Dialect> {
  const file = given.one('dialect');
  const text = file === undefined ? env.BOX_OFFICE_DIALECT : await readText(file, cwd, '--dialect');
  if (!text) return {};
  const name = file === undefined ? 'BOX_OFFICE_DIALECT' : `--dialect ${file}`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${name} is no JSON.`);
  }
  const read = readDialect(value);
  if ('problem' in read) throw new UsageError(`${name} is no dialect: ${read.problem}.`);
  return read.dialect;
}

/** A file that the command line names, without the mark that some editors put in front. */
export async function readText(path: string, cwd: string, option: string): Promise<string> {
  try {
    return textIn(await readFile(resolve(cwd, path)), `${option}: ${path}`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${option}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}).`);
  }
}

/** Nothing is sent with characters that were only guessed. */
export function textIn(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${name} is not UTF-8. Save it as UTF-8.`);
  }
}

function timeoutOf(given: Given): { timeout?: number } {
  const text = given.one('timeout');
  if (text === undefined) return {};
  if (!/^\d{1,5}(?:\.\d+)?$/.test(text) || Number(text) === 0)
    throw new UsageError(`--timeout must be a number of seconds, not ${text}.`);
  return { timeout: Number(text) * 1000 };
}

async function tokenOf(given: Given, { env, cwd, signal }: Io): Promise<string | undefined> {
  const command = given.one('token-command');
  if (command === undefined) return env.BOX_OFFICE_TOKEN;
  try {
    const running = promisify(exec)(command, { cwd, signal, env, timeout: 60_000 });
    // Standard input may be the body of the call; a command that asks there would wait for ever.
    running.child.stdin?.end();
    const { stdout } = await running;
    const token = stdout.trim();
    if (token !== '') return token;
  } catch (error) {
    signal.throwIfAborted();
    // Its words may hold what it was to keep secret, and so may the command itself.
    const { code, killed } = error as { code?: unknown; killed?: boolean };
    const why = killed === true ? 'took longer than 60 s' : `ended with ${String(code)}`;
    throw new UsageError(`--token-command ${why}.`);
  }
  throw new UsageError('--token-command printed no token.');
}
