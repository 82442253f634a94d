// Which environments there are, which one is chosen, and the connection to each.
import * as vscode from 'vscode';
import type { Dialect } from '../../client/index.ts';
import { getOrInsert } from '../platform/once.ts';
import { changeSetting, chosenEnvironment, maximumReplySize, plainSetting, requestTimeout } from '../platform/settings.ts';
import { Connection, type CredentialSource } from './connection.ts';
import {
  localDialect,
  localEnvironment,
  localName,
  readEnvironments,
  type Environment,
  type EnvironmentsRead,
  type LocalServicePlace,
} from './environments.ts';
import { nextStep, UserError } from '../platform/user-error.ts';

/** `stopped`: the local service is chosen and does not run. `unknown`: the chosen environment is not in the settings. */
type ConnectionState = 'ready' | 'stopped' | 'unknown';

/** What the settings say. Reading and checking them takes milliseconds, and each row of the tree asks. */
interface Configured extends EnvironmentsRead {
  readonly chosenName: string;
  readonly limits: readonly number[];
  readonly connections: Map<Environment, Connection>;
}

/** The environment of the local service, and what it was made of. */
interface Local {
  readonly address: LocalServicePlace['address'];
  readonly dialect: Dialect;
  readonly environment: Environment;
}

export class Connections implements vscode.Disposable {
  readonly #log: vscode.LogOutputChannel;
  readonly #service: LocalServicePlace;
  readonly #accounts: CredentialSource;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable[];
  readonly #open = new Map<string, { readonly signature: string; readonly connection: Connection }>();
  #configured: Configured | undefined;
  #local: Local | undefined;
  /** Another environment is chosen, or what is known of the chosen one has changed: its address, or that its service runs. */
  readonly onDidChange = this.#changed.event;

  constructor(service: LocalServicePlace, accounts: CredentialSource, log: vscode.LogOutputChannel) {
    this.#service = service;
    this.#accounts = accounts;
    this.#log = log;
    const relevant = [
      'boxOffice.environments',
      'boxOffice.environment',
      'boxOffice.requestTimeout',
      'boxOffice.maximumReplySize',
    ];
    this.#disposables = [
      this.#changed,
      service.onDidChange(() => this.#changed.fire()),
      // VS Code calls listeners in the order in which they came: no other of this extension may come before this one.
      vscode.workspace.onDidChangeConfiguration((change) => {
        this.#configured = undefined;
        if (relevant.some((name) => change.affectsConfiguration(name))) this.#changed.fire();
      }),
    ];
  }

  /** The name of the chosen environment, whether or not it can be reached. */
  get chosenName(): string {
    return this.#settings.chosenName;
  }

  /** How a person calls it. */
  get chosenLabel(): string {
    const name = this.chosenName;
    return this.current?.environment.label ?? (name === localName ? vscode.l10n.t('Local service') : name);
  }

  get state(): ConnectionState {
    if (this.current) return 'ready';
    return this.chosenName === localName ? 'stopped' : 'unknown';
  }

  get current(): Connection | undefined {
    return this.of(this.chosenName);
  }

  /** The connection to an environment by its name: whoever has begun something in one stays in it. */
  of(name: string): Connection | undefined {
    const environment = this.environments().environments.find((candidate) => candidate.name === name);
    return environment && this.#connect(environment);
  }

  /** Those of the settings, after the local service if it runs. */
  environments(): EnvironmentsRead {
    const { environments, problems } = this.#settings;
    const local = this.#localEnvironment();
    return { environments: [...(local ? [local] : []), ...environments], problems };
  }

  get #settings(): Configured {
    this.#configured ??= {
      ...readEnvironments(plainSetting('boxOffice.environments')),
      chosenName: chosenEnvironment() ?? localName,
      limits: [requestTimeout(), maximumReplySize()],
      connections: new Map(),
    };
    return this.#configured;
  }

  #localEnvironment(): Environment | undefined {
    const { address } = this.#service;
    if (!address) return undefined;
    const dialect = localDialect(address.dialect);
    if (this.#local?.address !== address || this.#local.dialect !== dialect) {
      const environment = localEnvironment(vscode.l10n.t('Local service'), address);
      this.#local = { address, dialect, environment };
    }
    return this.#local.environment;
  }

  async choose(name: string): Promise<void> {
    await changeSetting('boxOffice.environment', name);
  }

  #connect(environment: Environment): Connection {
    const { limits, connections } = this.#settings;
    return getOrInsert(connections, environment, () => this.#openFor(environment, limits));
  }

  /** The connection that was open before, unless something of it has changed. */
  #openFor(environment: Environment, limits: readonly number[]): Connection {
    const signature = JSON.stringify([environment, limits]);
    const open = this.#open.get(environment.name);
    if (open?.signature === signature) return open.connection;
    const connection = new Connection(environment, this.#accounts, this.#log);
    this.#open.set(environment.name, { signature, connection });
    return connection;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

/** The connection to the chosen environment, or a refusal that says what to do. */
export function requireConnection(connections: Connections): Connection {
  return connectionTo(connections, connections.chosenName);
}

/** The connection to an environment by its name, or a refusal that says what to do. */
export function connectionTo(connections: Connections, name: string): Connection {
  const connection = connections.of(name);
  if (connection) return connection;
  if (name === localName) throw new UserError(vscode.l10n.t('The local service does not run.'), nextStep.startLocalService());
  const message = vscode.l10n.t('The environment {0} is not configured, or its settings are wrong.', name);
  throw new UserError(message, nextStep.configureEnvironments());
}
