// Who is signed in where. Tokens come in by a password input, stay in the vault and go out with requests; nothing else sees them.
import * as vscode from 'vscode';
import type { Group } from '../../client/index.ts';
import { tokenHint, type TokenHint } from '../../client/tokens.ts';
import { credentialParts, groupName, ownNames, secretName, sendsToken, sentAs } from '../../client/credential-forms.ts';
import type { CredentialSource } from './connection.ts';
import { groups, localName, originOf, type Environment, type LocalServicePlace } from './environments.ts';
import { askForToken, askForValues } from './sign-in-input.ts';
import { CommandTokens } from './token-command.ts';
import { trialOf, type Trial } from './trial.ts';
import { Vault } from './vault.ts';
import { ask } from '../platform/questions.ts';
import { notify } from '../platform/notify.ts';
import { nextStep, UserError } from '../platform/user-error.ts';

interface SignInOptions {
  /** Why it is asked for. */
  readonly reason?: string | undefined;
  /** The group whose credential is wanted; all of them otherwise. */
  readonly group?: Group | undefined;
  /** Hears why what was typed could not be tried. */
  readonly onUntried?: ((why: string) => void) | undefined;
}

export class Accounts implements CredentialSource, vscode.Disposable {
  readonly #vault: Vault;
  readonly #service: LocalServicePlace;
  readonly #log: vscode.LogOutputChannel;
  readonly #programs = new CommandTokens();
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #asking = new Map<string, Promise<boolean>>();
  /** Where a refused sign-in was already shown; it is shown again after the next sign-in. */
  readonly #reported = new Set<string>();
  /** The generation of the credentials that were refused last. */
  readonly #refused = new Map<string, number>();
  readonly #refusals = new vscode.EventEmitter<string>();
  readonly #disposables: vscode.Disposable[];
  /** The name of the environment whose credentials have changed, in this window or in another. */
  readonly onDidChange = this.#changed.event;
  /** A program has given another token, which is no other sign-in. */
  readonly onDidRenewToken = this.#programs.onDidChange;
  /** The service refused the sign-in of an environment. */
  readonly onDidRefuse = this.#refusals.event;

  constructor(secrets: vscode.SecretStorage, service: LocalServicePlace, log: vscode.LogOutputChannel) {
    let isSaid = false;
    this.#vault = new Vault(secrets, () => {
      // With the first failure only: every call would otherwise repeat it.
      if (!isSaid) void notify.warning(keyringMessage());
      isSaid = true;
    });
    this.#service = service;
    this.#log = log;
    this.#disposables = [
      this.#programs,
      this.#changed,
      this.#refusals,
      secrets.onDidChange(async ({ key }) => {
        const environment = await this.#vault.noteChange(key);
        if (environment !== undefined) this.#announce(environment);
      }),
    ];
  }

  async tokenFor(environment: Environment, group: Group): Promise<string | undefined> {
    return environment.tokenCommand ? this.#programs.get(environment) : this.#knownToken(environment, group);
  }

  /** Without a run of a program. */
  async #knownToken(environment: Environment, group: Group): Promise<string | undefined> {
    if (environment.name === localName) return this.#service.address?.token;
    return environment.tokenCommand ? this.#programs.known(environment) : (await this.#kept(environment, group))?.token;
  }

  async valuesFor(environment: Environment, group: Group): Promise<Readonly<Record<string, string>> | undefined> {
    return (await this.#kept(environment, group))?.values;
  }

  async secretsOf(environment: Environment): Promise<readonly string[]> {
    const kept = await Promise.all(groups.map((group) => this.#kept(environment, group)));
    const tokens = await Promise.all(groups.map((group) => this.#knownToken(environment, group)));
    const all = [...tokens, ...kept.flatMap((each) => [each?.token, ...Object.values(each?.values ?? {})])];
    return [...new Set(all.filter((secret) => secret !== undefined).map((secret) => secret.trim()))];
  }

  #kept(environment: Environment, group: Group) {
    return this.#vault.read(environment.name, group, originOf(environment, group));
  }

  /** What the token seems to say of its owner; nothing when nobody is signed in. */
  async hintFor(environment: Environment): Promise<TokenHint | undefined> {
    const group = groups.find((each) => sendsToken(credentialParts(environment.dialect, each))) ?? 'ticket';
    const token = await this.#knownToken(environment, group);
    return token === undefined ? undefined : tokenHint(token);
  }

  /** Whether anything is kept for the environment, such as a token or the values of a query, that a sign-out would forget. */
  async isSignedIn(environment: Environment): Promise<boolean> {
    return environment.name !== localName && (await this.secretsOf(environment)).length > 0;
  }

  generationOf(environment: Environment): number {
    return this.#vault.generationOf(environment.name) + this.#programs.generationOf(environment);
  }

  async renewToken(environment: Environment, since: number): Promise<void> {
    if (this.generationOf(environment) === since) await this.#programs.renew(environment);
  }

  /** Asks for whatever the environment's groups send; false when the person left it. */
  signIn(environment: Environment, options: SignInOptions = {}): Promise<boolean> {
    return ask(() => this.#signIn(environment, options), Boolean);
  }

  async #signIn(environment: Environment, { reason, group: only, onUntried }: SignInOptions): Promise<boolean> {
    if (environment.name === localName) return this.#service.address !== undefined;
    const { name, dialect, tokenCommand } = environment;
    const wanted = only === undefined ? groups : [only];
    const ofToken = groups.filter((group) => sendsToken(credentialParts(dialect, group)));
    const trial = (group: Group) => trialOf(environment, group, this.#log);
    const tried = (result: Trial) => result.kind === 'untried' && onUntried?.(result.why);
    const [first] = wanted.filter((group) => ofToken.includes(group));
    if (first !== undefined && tokenCommand) {
      tried(await this.#tryProgram(environment, first));
    } else if (first !== undefined) {
      const answer = await askForToken(environment, ofToken, trial(first), reason);
      if (!answer) return false;
      tried(answer.trial);
      for (const group of ofToken) await this.#vault.write(name, group, originOf(environment, group), { token: answer.secret });
    }
    for (const group of wanted) {
      const names = ownNames(credentialParts(dialect, group));
      if (names.length === 0) continue;
      const answer = await askForValues(environment, group, names, trial(group), reason);
      if (!answer) return false;
      tried(answer.trial);
      await this.#vault.write(name, group, originOf(environment, group), { values: answer.values });
    }
    this.#announce(name);
    return true;
  }

  /** Has the program give a token, and tries it. */
  async #tryProgram(environment: Environment, group: Group): Promise<Trial> {
    const token = await this.#programs.renew(environment);
    const result = await trialOf(environment, group, this.#log)({ token }, new AbortController().signal);
    if (result.kind === 'refused') throw new UserError(result.why, nextStep.configureEnvironments());
    return result;
  }

  async signOut(environment: string): Promise<void> {
    this.#programs.forget(environment);
    await this.#vault.forget(environment);
    this.#announce(environment);
  }

  /** Asks for a new sign-in, once for all who wait for one; true when there is one. */
  async signInAgain(environment: Environment, group: Group, interactive: boolean): Promise<boolean> {
    await this.#noteRefusal(environment, group);
    const asking = this.#asking.get(environment.name);
    if (interactive) return asking ?? this.#ask(environment, group);
    const known = this.#reported.has(environment.name) || environment.name === localName;
    if (!asking && !known && (await this.isSignedIn(environment)) && !this.#reported.has(environment.name)) {
      this.#reported.add(environment.name);
      void this.#offerSignIn(environment, group);
    }
    return false;
  }

  /** Where nothing was sent, nothing was refused. */
  async #noteRefusal(environment: Environment, group: Group): Promise<void> {
    if (this.isRefused(environment) || !(await this.#kept(environment, group))) return;
    this.#refused.set(environment.name, this.generationOf(environment));
    this.#refusals.fire(environment.name);
  }

  /** Whether the service refused what there is now: nobody is signed in by it, whoever the token names. */
  isRefused(environment: Environment): boolean {
    return this.#refused.get(environment.name) === this.generationOf(environment);
  }

  /** However many calls are refused, one question is asked. */
  #ask(environment: Environment, group: Group): Promise<boolean> {
    const asking = this.#signInOrCancel(environment, group).finally(() => this.#asking.delete(environment.name));
    this.#asking.set(environment.name, asking);
    return asking;
  }

  async #signInOrCancel(environment: Environment, group: Group): Promise<boolean> {
    if (environment.name === localName) return false;
    const isRefused = (await this.#kept(environment, group)) !== undefined;
    const reason = isRefused
      ? `${refusalText(environment, group)} ${vscode.l10n.t('Sign in again, and the work goes on.')}`
      : vscode.l10n.t('This needs a sign-in to {0}.', environment.label);
    if (!(await this.signIn(environment, { reason, group }))) throw new SignInLeft();
    return true;
  }

  /** Nobody waits for it, and a notification may stay unanswered for ever: whoever is refused meanwhile and is waited for asks by itself. */
  async #offerSignIn(environment: Environment, group: Group): Promise<void> {
    const generation = this.generationOf(environment);
    const signIn = vscode.l10n.t('Sign In');
    const chosen = await notify.warning(refusalText(environment, group), signIn);
    if (chosen !== signIn || this.generationOf(environment) !== generation) return;
    await (this.#asking.get(environment.name) ?? this.#ask(environment, group)).catch(() => undefined);
  }

  #announce(environment: string): void {
    this.#reported.delete(environment);
    this.#changed.fire(environment);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

/** Somebody left the sign-in that a call waited for. */
class SignInLeft extends vscode.CancellationError {
  readonly kind = 'unauthorized';
}

/** Which group refused what it was sent. */
function refusalText({ label, dialect }: Environment, group: Group): string {
  const parts = credentialParts(dialect, group);
  return vscode.l10n.t('The {0} of {1} refused {2} (sent as {3}).', groupName(group), label, secretName(parts), sentAs(parts));
}

function keyringMessage(): string {
  return vscode.l10n.t(
    "VS Code's secret storage does not work here, so the sign-in is kept in memory until this window closes. To keep it longer, unlock the keyring of this machine and sign in again.",
  );
}
