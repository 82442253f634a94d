// A connection: one environment, its client and its credentials. Every request of the editor goes through one of these.
import * as vscode from 'vscode';
// The client itself is loaded with the first call, not at the start.
import type {
  AuthScheme,
  CallInput,
  CallOptions,
  Client,
  Group,
  LogEntry,
  OperationId,
  Redactor,
  UploadFile,
} from '../../client/index.ts';
import type { LocalFile } from '../../codes/local-file.ts';
import { lazy } from '../platform/lazy.ts';
import { maximumReplySize, requestTimeout, requireTrust } from '../platform/settings.ts';
import type { Accounts } from './accounts.ts';
import { groups, type Environment } from './environments.ts';

interface RefusalOptions extends CallOptions {
  /** The caller says itself that the sign-in was refused; nobody else asks or tells. */
  readonly quiet?: boolean;
}

export interface ReadOptions extends RefusalOptions {
  /** Whether somebody waits for it: only then is a refused sign-in asked for on the spot. */
  readonly interactive?: boolean;
}

interface WriteOptions extends RefusalOptions {
  /** What is written to, as a person calls it. */
  readonly target: string;
  /** The person has already said yes to this very write, in a dialog that named environment, operation and target. */
  readonly confirmed?: boolean;
}

/** The input of an operation that is known only when it runs: the table checks it, not the compiler. */
export interface AnyInput {
  readonly path?: Readonly<Record<string, string | number | bigint>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly file?: (UploadFile & Partial<Pick<LocalFile, 'linkTo'>>) | undefined;
}

/** What a connection needs of the accounts. */
export type CredentialSource = Pick<Accounts, 'tokenFor' | 'valuesFor' | 'generationOf' | 'signInAgain'>;

export type Access = 'all' | 'some' | 'nothing';

export class Connection {
  readonly environment: Environment;
  readonly #accounts: () => Promise<CredentialSource>;
  readonly #log: vscode.LogOutputChannel;
  readonly #load = lazy(() => this.#makeClient());
  /** Whose credentials the redactor knows. */
  #hiddenGeneration: number | undefined;

  constructor(environment: Environment, accounts: () => Promise<CredentialSource>, log: vscode.LogOutputChannel) {
    this.environment = environment;
    this.#accounts = accounts;
    this.#log = log;
  }

  read<Id extends OperationId>(operation: Id, input: CallInput<Id>, options?: ReadOptions): Promise<unknown> {
    return this.readAny(operation, input, options);
  }

  async readAny(operation: OperationId, input: AnyInput, options: ReadOptions = {}): Promise<unknown> {
    const { operations } = await this.#load();
    // English: whoever writes such a call reads it.
    if (operations[operation].effect !== 'read') throw new Error(`${operation} is a write.`);
    return this.#call(operation, input, options, options.interactive ?? true);
  }

  /** Writes, after whatever has to be asked: never in Restricted Mode, and in a protected environment not without a yes. */
  write<Id extends OperationId>(operation: Id, input: CallInput<Id>, options: WriteOptions): Promise<unknown> {
    return this.writeAny(operation, input, options);
  }

  async writeAny(operation: OperationId, input: AnyInput, options: WriteOptions): Promise<unknown> {
    requireTrust();
    const { environment } = this;
    if (environment.protected && !options.confirmed) {
      const [{ operations }, { confirmWrite }] = await Promise.all([this.#load(), import('./confirm.ts')]);
      await confirmWrite({ environment, title: operations[operation].title, target: options.target });
    }
    return this.#call(operation, input, options, true);
  }

  /** Whether anything answers there; nobody is asked to sign in. */
  async ping(operation: 'getHomeSections' | 'listTypes'): Promise<void> {
    const { client, redactor } = await this.#load();
    await this.#hideCredentials(redactor);
    await client.call(operation, {});
  }

  /** Whether a group has the credential that it sends; one that sends none has. */
  async hasCredential(group: Group): Promise<boolean> {
    const accounts = await this.#accounts();
    switch (this.environment.auth[group].scheme) {
      case 'nothing':
        return true;
      case 'bearer':
        return (await accounts.tokenFor(this.environment, group)) !== undefined;
      case 'query':
        return (await accounts.valuesFor(this.environment, group)) !== undefined;
    }
  }

  /** What can be read without another sign-in. */
  async access(): Promise<Access> {
    const [event, ticket] = await Promise.all([this.hasCredential('event'), this.hasCredential('ticket')]);
    if (event && ticket) return 'all';
    return event || ticket ? 'some' : 'nothing';
  }

  async #call(id: OperationId, input: AnyInput, options: RefusalOptions, interactive: boolean): Promise<unknown> {
    const { client, redactor, operations, ApiError } = await this.#load();
    const accounts = await this.#accounts();
    const { group } = operations[id];
    const call = () => client.call(id, input as CallInput<OperationId>, options);
    const generation = accounts.generationOf(this.environment);
    await this.#hideCredentials(redactor);
    try {
      // A request that must fail is not sent.
      if (await this.hasCredential(group)) return await call();
      const message = vscode.l10n.t('Sign in to {0} first.', this.environment.label);
      throw new ApiError(message, { kind: 'unauthorized', operation: id });
    } catch (error) {
      // Who is not let in has changed nothing, so the same call may go out again.
      const refused = error instanceof ApiError && error.kind === 'unauthorized' && !options.quiet;
      if (!refused) throw error;
      // Somebody may have signed in while it was under way: then another sign-in was refused than the one that there is.
      const isReplaced = accounts.generationOf(this.environment) !== generation && (await this.hasCredential(group));
      if (!isReplaced && !(await accounts.signInAgain(this.environment, interactive))) throw error;
      return call();
    }
  }

  /** Hides all of them: one group may answer with what was only ever sent to the other, perhaps days ago. */
  async #hideCredentials(redactor: Redactor): Promise<void> {
    const { environment } = this;
    const accounts = await this.#accounts();
    const generation = accounts.generationOf(environment);
    if (this.#hiddenGeneration === generation) return;
    const kept = groups.flatMap((group) => [
      accounts.tokenFor(environment, group).then((token) => (token === undefined ? [] : [token.trim()])),
      accounts.valuesFor(environment, group).then((values) => Object.values(values ?? {})),
    ]);
    const secrets = (await Promise.all(kept)).flat();
    for (const secret of secrets) redactor.hide(secret);
    // A keyring that could not be read is asked again, without a new generation.
    if (secrets.length > 0) this.#hiddenGeneration = generation;
  }

  async #makeClient() {
    const [{ ApiError, createClient, operations, Redactor }, accounts] = await Promise.all([
      import('../../client/index.ts'),
      this.#accounts(),
    ]);
    const { environment } = this;
    const { eventUrl, ticketUrl, removalPayload, timeZone } = environment;
    const authOf = (group: Group): AuthScheme => {
      const choice = environment.auth[group];
      if (choice.scheme !== 'query') return choice;
      return { scheme: 'query', values: async () => (await accounts.valuesFor(environment, group)) ?? {} };
    };
    const redactor = new Redactor();
    const client: Client = createClient({
      eventUrl,
      ticketUrl,
      token: ({ group }) => accounts.tokenFor(environment, group),
      eventAuth: authOf('event'),
      ticketAuth: authOf('ticket'),
      removalPayload,
      timeout: requestTimeout(),
      maximumReplyBytes: maximumReplySize(),
      log: (entry) => logCall(this.#log, entry),
      redactor,
      ...(timeZone === undefined ? {} : { timeZone }),
    });
    return { client, redactor, operations, ApiError };
  }
}

function logCall(
  log: vscode.LogOutputChannel,
  { method, url, status, milliseconds, attempt, problem, requestId }: LogEntry,
): void {
  const again = attempt > 1 ? `, try ${attempt}` : '';
  const id = requestId === undefined ? '' : `, request ${requestId}`;
  // English: for the log.
  const line = `${method} ${url} → ${status ?? 'no reply'} in ${Math.round(milliseconds)} ms${again}${id}`;
  if (problem === undefined) log.debug(line);
  else log.warn(`${line}: ${problem}`);
}
