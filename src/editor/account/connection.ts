// A connection: one environment, its client and its credentials. Every request of the editor goes through one of these.
import * as vscode from 'vscode';
import {
  ApiError,
  createClient,
  operations,
  type Carrier,
  type CallInput,
  type CallOptions,
  type Client,
  type Group,
  type LogEntry,
  type OperationId,
} from '../../client/index.ts';
import { Refusal } from '../platform/refusal.ts';
import { maximumReplySize, requestTimeout } from '../platform/settings.ts';
import { confirmWrite } from './confirm.ts';
import type { CarrierChoice, Environment } from './environments.ts';

export interface ReadOptions extends CallOptions {
  /** Whether somebody waits for it: only then is a refused sign-in asked for on the spot. */
  readonly interactive?: boolean;
}

export interface WriteOptions extends CallOptions {
  /** What is written to, as a person calls it. */
  readonly target: string;
  /** The person has already said yes to this very write, in a dialog that named environment, operation and target. */
  readonly confirmed?: boolean;
}

/** What a connection needs of the accounts. */
export interface CredentialSource {
  tokenFor(environment: Environment, group: Group): Promise<string | undefined>;
  valuesFor(environment: Environment, group: Group): Promise<Readonly<Record<string, string>> | undefined>;
  /** Asks for a new sign-in, once for all who wait for one; true when there is one. */
  signInAgain(environment: Environment, interactive: boolean): Promise<boolean>;
}

export class Connection {
  readonly environment: Environment;
  readonly #accounts: CredentialSource;
  readonly #client: Client;

  constructor(environment: Environment, accounts: CredentialSource, log: vscode.LogOutputChannel) {
    this.environment = environment;
    this.#accounts = accounts;
    this.#client = createClient({
      eventUrl: environment.eventUrl,
      ticketUrl: environment.ticketUrl,
      token: ({ group }) => accounts.tokenFor(environment, group),
      eventCarrier: this.#carrier('event'),
      ticketCarrier: this.#carrier('ticket'),
      removalPayload: environment.removalPayload,
      timeout: requestTimeout(),
      maximumReplyBytes: maximumReplySize(),
      log: (entry) => logCall(log, entry),
      ...(environment.timeZone === undefined ? {} : { timeZone: environment.timeZone }),
    });
  }

  async read<Id extends OperationId>(operation: Id, input: CallInput<Id>, options: ReadOptions = {}): Promise<unknown> {
    if (operations[operation].effect !== 'read') throw new Error(`${operation} is a write.`);
    return this.#call(operation, input, options, options.interactive ?? true);
  }

  /** Writes, after whatever has to be asked: never in Restricted Mode, and in a protected environment not without a yes. */
  async write<Id extends OperationId>(operation: Id, input: CallInput<Id>, options: WriteOptions): Promise<unknown> {
    requireTrust();
    const { title } = operations[operation];
    if (this.environment.protected && !options.confirmed)
      await confirmWrite({ environment: this.environment, title, target: options.target });
    return this.#call(operation, input, options, true);
  }

  /** Whether anything answers there; nobody is asked to sign in. */
  async reach(operation: 'getHomeSections' | 'listTypes'): Promise<void> {
    await this.#client.call(operation, {});
  }

  async #call<Id extends OperationId>(
    operation: Id,
    input: CallInput<Id>,
    options: CallOptions,
    interactive: boolean,
  ): Promise<unknown> {
    try {
      await this.#requireCredential(operation);
      return await this.#client.call(operation, input, options);
    } catch (error) {
      // Who is not let in has changed nothing, so the same call may go out again.
      const refused = error instanceof ApiError && error.kind === 'unauthorized';
      if (!refused || !(await this.#accounts.signInAgain(this.environment, interactive))) throw error;
      return this.#client.call(operation, input, options);
    }
  }

  /** A request that must fail is not sent. */
  async #requireCredential(operation: OperationId): Promise<void> {
    const { group } = operations[operation];
    if (await this.hasCredential(group)) return;
    const message = vscode.l10n.t('Sign in to {0} first.', this.environment.label);
    throw new ApiError(message, { kind: 'unauthorized', operation });
  }

  async hasCredential(group: Group): Promise<boolean> {
    switch (this.environment.carriers[group].carry) {
      case 'nothing':
        return true;
      case 'bearer':
        return (await this.#accounts.tokenFor(this.environment, group)) !== undefined;
      case 'query':
        return (await this.#accounts.valuesFor(this.environment, group)) !== undefined;
    }
  }

  #carrier(group: Group): Carrier {
    const choice: CarrierChoice = this.environment.carriers[group];
    if (choice.carry !== 'query') return choice;
    return { carry: 'query', values: async () => (await this.#accounts.valuesFor(this.environment, group)) ?? {} };
  }
}

/** Restricted Mode hides the commands; whoever calls one all the same is refused here. */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Refusal(vscode.l10n.t('Box Office writes nothing while this workspace is in Restricted Mode.'), {
    title: vscode.l10n.t('Manage Workspace Trust'),
    command: 'workbench.trust.manage',
  });
}

function logCall(
  log: vscode.LogOutputChannel,
  { method, url, status, milliseconds, attempt, problem, requestId }: LogEntry,
): void {
  const again = attempt > 1 ? `, try ${attempt}` : '';
  const id = requestId === undefined ? '' : `, request ${requestId}`;
  const line = `${method} ${url} → ${status ?? 'no reply'} in ${Math.round(milliseconds)} ms${again}${id}`;
  if (problem === undefined) log.debug(line);
  else log.warn(`${line}: ${problem}`);
}
