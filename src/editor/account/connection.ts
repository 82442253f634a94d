// A connection: one environment, its client and its credentials. Every request of the editor goes through one of these.
import type * as vscode from 'vscode';
import type { CallInput, CallOptions, Group, OperationId } from '../../client/index.ts';
import { lazy } from '../platform/lazy.ts';
import type { Caller } from './caller.ts';
import type { Environment } from './environments.ts';

/** Whoever calls may say itself that the sign-in was refused; then nobody else asks or tells. */
interface Quiet {
  readonly quiet?: boolean;
}

export interface ReadOptions extends CallOptions, Quiet {
  /** Whether somebody waits for it: only then is a refused sign-in asked for on the spot. */
  readonly interactive?: boolean;
}

export interface WriteOptions extends CallOptions, Quiet {
  /** What is written to, as a person calls it. */
  readonly target: string;
  /** The person has already said yes to this very write, in a dialog that named environment, operation and target. */
  readonly confirmed?: boolean;
}

/** What a connection needs of the accounts. */
export interface CredentialSource {
  tokenFor(environment: Environment, group: Group): Promise<string | undefined>;
  valuesFor(environment: Environment, group: Group): Promise<Readonly<Record<string, string>> | undefined>;
  /** Tells one sign-in from another, and nothing of either. */
  markOf(environment: Environment): Promise<string>;
  /** Asks for a new sign-in, once for all who wait for one; true when there is one. */
  signInAgain(environment: Environment, interactive: boolean): Promise<boolean>;
}

export type Access = 'all' | 'some' | 'nothing';

export class Connection {
  readonly environment: Environment;
  readonly #accounts: () => Promise<CredentialSource>;
  readonly #log: vscode.LogOutputChannel;
  readonly #load = lazy(() => this.#makeCaller());

  constructor(environment: Environment, accounts: () => Promise<CredentialSource>, log: vscode.LogOutputChannel) {
    this.environment = environment;
    this.#accounts = accounts;
    this.#log = log;
  }

  async read<Id extends OperationId>(operation: Id, input: CallInput<Id>, options: ReadOptions = {}): Promise<unknown> {
    return (await this.#load()).read(operation, input, options);
  }

  /** Writes, after whatever has to be asked: never in Restricted Mode, and in a protected environment not without a yes. */
  async write<Id extends OperationId>(operation: Id, input: CallInput<Id>, options: WriteOptions): Promise<unknown> {
    return (await this.#load()).write(operation, input, options);
  }

  /** Whether anything answers there; nobody is asked to sign in. */
  async reach(operation: 'getHomeSections' | 'listTypes'): Promise<void> {
    await (await this.#load()).reach(operation);
  }

  async hasCredential(group: Group): Promise<boolean> {
    return hasCredential(this.environment, await this.#accounts(), group);
  }

  /** What can be read without another sign-in. */
  async access(): Promise<Access> {
    const [event, ticket] = await Promise.all([this.hasCredential('event'), this.hasCredential('ticket')]);
    if (event && ticket) return 'all';
    return event || ticket ? 'some' : 'nothing';
  }

  async #makeCaller(): Promise<Caller> {
    const [{ Caller }, accounts] = await Promise.all([import('./caller.ts'), this.#accounts()]);
    return new Caller(this.environment, accounts, this.#log);
  }
}

/** Whether a group has what it carries; one that carries nothing has. */
export async function hasCredential(environment: Environment, accounts: CredentialSource, group: Group): Promise<boolean> {
  switch (environment.auth[group].scheme) {
    case 'nothing':
      return true;
    case 'bearer':
      return (await accounts.tokenFor(environment, group)) !== undefined;
    case 'query':
      return (await accounts.valuesFor(environment, group)) !== undefined;
  }
}
