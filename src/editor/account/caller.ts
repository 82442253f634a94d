// The calls of a connection. The client comes with it, so this is loaded with the first call and not before.
import * as vscode from 'vscode';
import {
  ApiError,
  createClient,
  operations,
  Redactor,
  type AuthScheme,
  type CallInput,
  type Client,
  type Group,
  type LogEntry,
  type OperationId,
} from '../../client/index.ts';
import { maximumReplySize, requestTimeout, requireTrust } from '../platform/settings.ts';
import { confirmWrite } from './confirm.ts';
import { hasCredential, type CredentialSource, type ReadOptions, type WriteOptions } from './connection.ts';
import type { AuthSchemeChoice, Environment } from './environments.ts';

export class Caller {
  readonly #environment: Environment;
  readonly #accounts: CredentialSource;
  readonly #client: Client;
  readonly #redactor = new Redactor();

  constructor(environment: Environment, accounts: CredentialSource, log: vscode.LogOutputChannel) {
    this.#environment = environment;
    this.#accounts = accounts;
    this.#client = createClient({
      eventUrl: environment.eventUrl,
      ticketUrl: environment.ticketUrl,
      token: ({ group }) => accounts.tokenFor(environment, group),
      eventAuth: this.#auth('event'),
      ticketAuth: this.#auth('ticket'),
      removalPayload: environment.removalPayload,
      timeout: requestTimeout(),
      maximumReplyBytes: maximumReplySize(),
      log: (entry) => logCall(log, entry),
      redactor: this.#redactor,
      ...(environment.timeZone === undefined ? {} : { timeZone: environment.timeZone }),
    });
  }

  async read<Id extends OperationId>(operation: Id, input: CallInput<Id>, options: ReadOptions): Promise<unknown> {
    // English: whoever writes such a call reads it.
    if (operations[operation].effect !== 'read') throw new Error(`${operation} is a write.`);
    return this.#call(operation, input, options, options.interactive ?? true);
  }

  async write<Id extends OperationId>(operation: Id, input: CallInput<Id>, options: WriteOptions): Promise<unknown> {
    requireTrust();
    const { title } = operations[operation];
    if (this.#environment.protected && !options.confirmed)
      await confirmWrite({ environment: this.#environment, title, target: options.target });
    return this.#call(operation, input, options, true);
  }

  async reach(operation: 'getHomeSections' | 'listTypes'): Promise<void> {
    await this.#hideCredentials();
    await this.#client.call(operation, {});
  }

  async #call<Id extends OperationId>(
    operation: Id,
    input: CallInput<Id>,
    options: ReadOptions | WriteOptions,
    interactive: boolean,
  ): Promise<unknown> {
    const used = await this.#accounts.markOf(this.#environment);
    await this.#hideCredentials();
    try {
      await this.#requireCredential(operation);
      return await this.#client.call(operation, input, options);
    } catch (error) {
      // Who is not let in has changed nothing, so the same call may go out again.
      const refused = error instanceof ApiError && error.kind === 'unauthorized' && !options.quiet;
      if (!refused) throw error;
      // Somebody may have signed in while it was under way: then another sign-in was refused than the one that there is.
      const isReplaced = (await this.#accounts.markOf(this.#environment)) !== used && (await this.#hasCredential(operation));
      if (!isReplaced && !(await this.#accounts.signInAgain(this.#environment, interactive))) throw error;
      return this.#client.call(operation, input, options);
    }
  }

  /** One group may answer with what was only ever sent to the other, perhaps days ago. */
  async #hideCredentials(): Promise<void> {
    const environment = this.#environment;
    const kept = (['ticket', 'event'] as const).flatMap((group) => [
      this.#accounts.tokenFor(environment, group).then((token) => (token === undefined ? [] : [token.trim()])),
      this.#accounts.valuesFor(environment, group).then((values) => Object.values(values ?? {})),
    ]);
    for (const secret of (await Promise.all(kept)).flat()) this.#redactor.hide(secret);
  }

  #hasCredential(operation: OperationId): Promise<boolean> {
    return hasCredential(this.#environment, this.#accounts, operations[operation].group);
  }

  /** A request that must fail is not sent. */
  async #requireCredential(operation: OperationId): Promise<void> {
    if (await this.#hasCredential(operation)) return;
    const message = vscode.l10n.t('Sign in to {0} first.', this.#environment.label);
    throw new ApiError(message, { kind: 'unauthorized', operation });
  }

  #auth(group: Group): AuthScheme {
    const choice: AuthSchemeChoice = this.#environment.auth[group];
    if (choice.scheme !== 'query') return choice;
    return { scheme: 'query', values: async () => (await this.#accounts.valuesFor(this.#environment, group)) ?? {} };
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
