// A connection: one environment, its client and its credentials. Every request of the editor goes through one of these.
import * as vscode from 'vscode';
import {
  ApiError,
  createClient,
  newLearned,
  operations,
  Redactor,
  titleOf,
  type CallInput,
  type CallOptions,
  type Client,
  type Group,
  type Learned,
  type LogEntry,
  type OperationId,
  type UploadFile,
} from '../../client/index.ts';
import { credentialParts, ownNames, sendsToken, type CredentialPart } from '../../client/credential-forms.ts';
import type { LocalFile } from '../../codes/local-file.ts';
import { maximumReplySize, requestTimeout, requireTrust } from '../platform/settings.ts';
import { confirmWrite } from './confirm.ts';
import type { Environment } from './environments.ts';

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
  /** What changes, for the question. */
  readonly detail?: string | undefined;
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
export interface CredentialSource {
  /** The token of the sign-in, or of the environment's program, which is run where there is none. */
  tokenFor(environment: Environment, group: Group): Promise<string | undefined>;
  /** The secrets that a group has for itself, by their names. */
  valuesFor(environment: Environment, group: Group): Promise<Readonly<Record<string, string>> | undefined>;
  /** All that is known of the environment and must not be seen; no program is run for it. */
  secretsOf(environment: Environment): Promise<readonly string[]>;
  /** Is another number after each change of the environment's credentials. */
  generationOf(environment: Environment): number;
  /** Has the environment's program give a fresh token, unless it has done so since that generation. */
  renewToken(environment: Environment, since: number): Promise<void>;
  /** Asks for another sign-in where somebody waits for it, and offers one otherwise; true when there is one. */
  signInAgain(environment: Environment, group: Group, interactive: boolean): Promise<boolean>;
}

export type Access = 'all' | 'some' | 'nothing';

export class Connection {
  readonly environment: Environment;
  readonly #accounts: CredentialSource;
  readonly #client: Client;
  readonly #redactor = new Redactor();
  /** Whose credentials the redactor knows. */
  #hiddenGeneration: number | undefined;

  constructor(environment: Environment, accounts: CredentialSource, log: vscode.LogOutputChannel) {
    this.environment = environment;
    this.#accounts = accounts;
    const { eventUrl, ticketUrl, dialect, label } = environment;
    this.#client = createClient({
      eventUrl,
      ticketUrl,
      dialect,
      name: label,
      token: ({ group }) => accounts.tokenFor(environment, group),
      ownSecrets: ({ group }) => accounts.valuesFor(environment, group),
      timeout: requestTimeout(),
      maximumReplyBytes: maximumReplySize(),
      log: (entry) => logCall(log, entry),
      redactor: this.#redactor,
    });
  }

  /** What reads of an operation have shown. */
  learned(operation: OperationId): Learned {
    return this.#client.learned?.(operation) ?? newLearned();
  }

  read<Id extends OperationId>(operation: Id, input: CallInput<Id>, options?: ReadOptions): Promise<unknown> {
    return this.readAny(operation, input, options);
  }

  async readAny(operation: OperationId, input: AnyInput, options: ReadOptions = {}): Promise<unknown> {
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
      const { target, detail } = options;
      await confirmWrite({ environment, title: titleOf(operations[operation]), target, detail });
    }
    return this.#call(operation, input, options, true);
  }

  /** Whether anything answers there; nobody is asked to sign in. */
  async ping(operation: 'getHomeSections' | 'listTypes', signal?: AbortSignal): Promise<void> {
    await this.#hideCredentials();
    await this.#client.call(operation, {}, { signal });
  }

  /** Whether a group has the credential that it sends, or a program that gives it; one that sends none has. */
  async hasCredential(group: Group): Promise<boolean> {
    const accounts = this.#accounts;
    const parts = this.#partsOf(group);
    if (sendsToken(parts))
      return this.environment.tokenCommand !== undefined || (await accounts.tokenFor(this.environment, group)) !== undefined;
    const names = ownNames(parts);
    if (names.length === 0) return true;
    const values = await accounts.valuesFor(this.environment, group);
    return values !== undefined && names.every((name) => Object.hasOwn(values, name));
  }

  #partsOf(group: Group): readonly CredentialPart[] {
    return credentialParts(this.environment.dialect, group);
  }

  /** What can be read without another sign-in. */
  async access(): Promise<Access> {
    const [event, ticket] = await Promise.all([this.hasCredential('event'), this.hasCredential('ticket')]);
    if (event && ticket) return 'all';
    return event || ticket ? 'some' : 'nothing';
  }

  async #call(id: OperationId, input: AnyInput, options: RefusalOptions, interactive: boolean): Promise<unknown> {
    const accounts = this.#accounts;
    const { environment } = this;
    const { group } = operations[id];
    const parts = this.#partsOf(group);
    const hasProgram = environment.tokenCommand !== undefined && sendsToken(parts);
    const call = () => this.#client.call(id, input as CallInput<OperationId>, options);
    // Before it is known which sign-in this call is made with.
    if (hasProgram) await accounts.tokenFor(environment, group);
    const generation = accounts.generationOf(environment);
    await this.#hideCredentials();
    try {
      // A request that must fail is not sent.
      if (await this.hasCredential(group)) return await call();
      const message = vscode.l10n.t('Sign in to {0} first.', environment.label);
      throw new ApiError(message, { kind: 'unauthorized', operation: id });
    } catch (error) {
      // Who is not let in has changed nothing, so the same call may go out again; where nothing is sent, another sign-in would change nothing.
      const isRefused = error instanceof ApiError && error.kind === 'unauthorized' && parts.length > 0;
      if (!isRefused) throw error;
      if (hasProgram) {
        await accounts.renewToken(environment, generation);
        return call();
      }
      if (options.quiet) throw error;
      // Somebody may have signed in while it was under way: then another sign-in was refused than the one that there is.
      const isReplaced = accounts.generationOf(environment) !== generation && (await this.hasCredential(group));
      if (!isReplaced && !(await accounts.signInAgain(environment, group, interactive))) throw error;
      return call();
    }
  }

  /** Hides all of them: one group may answer with what was only ever sent to the other, perhaps days ago. */
  async #hideCredentials(): Promise<void> {
    const { environment } = this;
    const accounts = this.#accounts;
    const generation = accounts.generationOf(environment);
    if (this.#hiddenGeneration === generation) return;
    const secrets = await accounts.secretsOf(environment);
    for (const secret of secrets) this.#redactor.hide(secret);
    // A keyring that could not be read is asked again, without a new generation.
    if (secrets.length > 0) this.#hiddenGeneration = generation;
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
