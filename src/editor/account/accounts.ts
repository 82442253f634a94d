// Who is signed in where. Tokens come in by a password input, stay in the vault and go out with requests; nothing else sees them.
import * as vscode from 'vscode';
import type { Group } from '../../client/index.ts';
// Not through the index: this is loaded when the extension starts, and the whole client must not be.
import { tokenHint, type TokenHint } from '../../client/tokens.ts';
import { groups, localName, originOf, type Environment, type LocalServicePlace } from './environments.ts';
import { askForEnvironment, askForToken, askForValues } from './sign-in-input.ts';
import { Vault } from './vault.ts';
import { ask } from '../platform/questions.ts';
import { notify } from '../platform/notify.ts';

export class Accounts implements vscode.AuthenticationProvider, vscode.Disposable {
  readonly #vault: Vault;
  readonly #service: LocalServicePlace;
  readonly #environments: () => readonly Environment[];
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #sessionsChanged = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #asking = new Map<string, Promise<boolean>>();
  /** Where a refused sign-in was already shown; it is shown again after the next sign-in. */
  readonly #reported = new Set<string>();
  readonly #disposables: vscode.Disposable[];
  /** What VS Code was told of; whatever it was only given when it asked does not count. */
  #announced: vscode.AuthenticationSession[] = [];
  /** The name of the environment whose credentials have changed, in this window or in another. */
  readonly onDidChange = this.#changed.event;
  readonly onDidChangeSessions = this.#sessionsChanged.event;

  constructor(secrets: vscode.SecretStorage, service: LocalServicePlace, environments: () => readonly Environment[]) {
    let isSaid = false;
    this.#vault = new Vault(secrets, () => {
      // With the first failure only: every call would otherwise repeat it.
      if (!isSaid) void notify.warning(keyringMessage());
      isSaid = true;
    });
    this.#service = service;
    this.#environments = environments;
    this.#disposables = [
      this.#changed,
      this.#sessionsChanged,
      secrets.onDidChange(async ({ key }) => {
        const environment = await this.#vault.noteChange(key);
        if (environment !== undefined) this.#announce(environment);
      }),
    ];
  }

  async tokenFor(environment: Environment, group: Group): Promise<string | undefined> {
    if (environment.name === localName) return this.#service.address?.token;
    return (await this.#kept(environment, group))?.token;
  }

  async valuesFor(environment: Environment, group: Group): Promise<Readonly<Record<string, string>> | undefined> {
    return (await this.#kept(environment, group))?.values;
  }

  #kept(environment: Environment, group: Group) {
    return this.#vault.read(environment.name, group, originOf(environment, group));
  }

  /** What the token seems to say of its owner; nothing when nobody is signed in. */
  async hintFor(environment: Environment): Promise<TokenHint | undefined> {
    const token = await this.tokenFor(environment, 'ticket');
    return token === undefined ? undefined : tokenHint(token);
  }

  /** Whether anything is kept for the environment, such as a token or the values of a query, that a sign-out would forget. */
  async isSignedIn(environment: Environment): Promise<boolean> {
    const kept = await Promise.all(groups.map((group) => this.#kept(environment, group)));
    return kept.some((credentials) => credentials !== undefined);
  }

  /** Is another number after each change of the environment's credentials. */
  generationOf(environment: Environment): number {
    return this.#vault.generationOf(environment.name);
  }

  /** Asks for whatever the environment's groups send; false when the person left it. */
  signIn(environment: Environment, reason?: string): Promise<boolean> {
    return ask(() => this.#signIn(environment, reason), Boolean);
  }

  async #signIn(environment: Environment, reason?: string): Promise<boolean> {
    if (environment.name === localName) return this.#service.address !== undefined;
    const needsToken = groups.some((group) => environment.auth[group].scheme === 'bearer');
    const token = needsToken ? await askForToken(environment, reason) : undefined;
    if (needsToken && token === undefined) return false;
    for (const group of groups) {
      const auth = environment.auth[group];
      const credentials = auth.scheme === 'query' ? await askForValues(environment, group, auth.names) : { token };
      if (!credentials) return false;
      if (auth.scheme !== 'nothing') await this.#vault.write(environment.name, group, originOf(environment, group), credentials);
    }
    this.#announce(environment.name);
    return true;
  }

  async signOut(environment: string): Promise<void> {
    await this.#vault.forget(environment);
    this.#announce(environment);
  }

  /** Asks for a new sign-in, once for all who wait for one; true when there is one. */
  async signInAgain(environment: Environment, interactive: boolean): Promise<boolean> {
    const asking = this.#asking.get(environment.name);
    if (interactive) return asking ?? this.#ask(environment, () => this.#signInOrCancel(environment));
    const known = this.#reported.has(environment.name) || environment.name === localName;
    if (!asking && !known && (await this.isSignedIn(environment)) && !this.#reported.has(environment.name)) {
      this.#reported.add(environment.name);
      void this.#ask(environment, () => this.#offerSignIn(environment));
    }
    return false;
  }

  /** However many calls are refused, one question is asked. */
  #ask(environment: Environment, work: () => Promise<boolean>): Promise<boolean> {
    const asking = work().finally(() => this.#asking.delete(environment.name));
    this.#asking.set(environment.name, asking);
    return asking;
  }

  async #signInOrCancel(environment: Environment): Promise<boolean> {
    if (environment.name === localName) return false;
    const refused = await this.isSignedIn(environment);
    const reason = refused
      ? vscode.l10n.t('{0} no longer accepts the sign-in. Sign in again, and the work goes on.', environment.label)
      : vscode.l10n.t('This needs a sign-in to {0}.', environment.label);
    if (!(await this.signIn(environment, reason))) throw new vscode.CancellationError();
    return true;
  }

  async #offerSignIn(environment: Environment): Promise<boolean> {
    const signIn = vscode.l10n.t('Sign In');
    const message = vscode.l10n.t('{0} no longer accepts the sign-in.', environment.label);
    const chosen = await notify.warning(message, signIn);
    return chosen === signIn && this.signIn(environment);
  }

  #announce(environment: string): void {
    this.#reported.delete(environment);
    this.#changed.fire(environment);
    void this.announceSessions();
  }

  /** The Accounts menu believes only what it is told has come and gone; an environment that is no longer configured is nobody's account. */
  async announceSessions(): Promise<void> {
    const before = this.#announced;
    const after = await this.#allSessions();
    this.#announced = after;
    const ids = new Set(after.map(({ id }) => id));
    const removed = before.filter(({ id }) => !ids.has(id));
    if (after.length + removed.length > 0) this.#sessionsChanged.fire({ added: after, removed, changed: [] });
  }

  /** Those of an account, where VS Code asks for one. */
  async getSessions(
    _scopes?: readonly string[],
    { account }: vscode.AuthenticationProviderSessionOptions = {},
  ): Promise<vscode.AuthenticationSession[]> {
    const sessions = await this.#allSessions();
    return account ? sessions.filter((session) => session.account.id === account.id) : sessions;
  }

  async #allSessions(): Promise<vscode.AuthenticationSession[]> {
    const sessions = await Promise.all(this.#environments().map((environment) => this.#sessionOf(environment)));
    return sessions.filter((session) => session !== undefined);
  }

  async createSession(
    _scopes?: readonly string[],
    { account }: vscode.AuthenticationProviderSessionOptions = {},
  ): Promise<vscode.AuthenticationSession> {
    const wanted = account && this.#environments().find(({ name }) => name === account.id);
    const environment = wanted ?? (await askForEnvironment(this.#environments().filter(({ name }) => name !== localName)));
    if (!environment || !(await this.signIn(environment))) throw new vscode.CancellationError();
    return (await this.#sessionOf(environment)) ?? sessionWith(environment, {});
  }

  async removeSession(id: string): Promise<void> {
    await this.signOut(id);
  }

  async #sessionOf(environment: Environment): Promise<vscode.AuthenticationSession | undefined> {
    if (environment.name === localName) return undefined;
    const hint = await this.hintFor(environment);
    return hint && sessionWith(environment, hint);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

/** Any extension may ask VS Code for a session, so that what it gets for a token is no token. */
function sessionWith({ name, label }: Environment, hint: TokenHint): vscode.AuthenticationSession {
  const who = hint.name ?? vscode.l10n.t('Signed in');
  return { id: name, accessToken: `box-office:${name}`, scopes: [], account: { id: name, label: `${who} (${label})` } };
}

function keyringMessage(): string {
  return vscode.l10n.t(
    "VS Code's secret storage does not work here, so the sign-in is kept in memory until this window closes. To keep it longer, unlock the keyring of this machine and sign in again.",
  );
}
