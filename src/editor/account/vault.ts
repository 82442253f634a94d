// Where credentials are kept: VS Code's SecretStorage and nowhere else, each under its environment and the origin it belongs to.
import type * as vscode from 'vscode';
import type { Group } from '../../client/index.ts';
import { parseJson } from '../../client/json.ts';

export type Secrets = Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>;

/** Of the ticket group a token, of the event group the values of its query parameters. */
interface Credentials {
  readonly token?: string | undefined;
  readonly values?: Readonly<Record<string, string>> | undefined;
}

type KeptByGroup = Partial<Record<Group, Credentials & { readonly origin: string }>>;

const keyPrefix = 'credentials:';
/** @internal a test puts a broken secret into its place */
export const keyOf = (environment: string): string => keyPrefix + environment;

export class Vault {
  readonly #secrets: Secrets;
  readonly #onKeyringFailure: (error: unknown) => void;
  /** What was read lasts until somebody changes it: a call must not wait for the keyring. */
  readonly #known = new Map<string, Promise<KeptByGroup>>();
  /** What the keyring refused to keep; gone with the window. */
  readonly #inMemory = new Map<string, KeptByGroup>();
  /** What was last seen of each environment: VS Code tells each change to the window that made it as well. */
  readonly #seen = new Map<string, { readonly text: string | undefined; readonly generation: number }>();

  constructor(secrets: Secrets, onKeyringFailure: (error: unknown) => void) {
    this.#secrets = secrets;
    this.#onKeyringFailure = onKeyringFailure;
  }

  /** Grows whenever other credentials are kept for the environment, here or by another window. */
  generationOf(environment: string): number {
    return this.#seen.get(environment)?.generation ?? 0;
  }

  /** Nothing when what is kept belongs to another origin: an address that has changed needs a new sign-in. */
  async read(environment: string, group: Group, origin: string): Promise<Credentials | undefined> {
    const kept = (await this.#load(environment))[group];
    return kept?.origin === origin ? kept : undefined;
  }

  async write(environment: string, group: Group, origin: string, credentials: Credentials): Promise<void> {
    const all: KeptByGroup = { ...(await this.#load(environment)), [group]: { origin, ...credentials } };
    const text = JSON.stringify(all);
    this.#known.set(environment, Promise.resolve(all));
    this.#see(environment, text);
    try {
      await this.#secrets.store(keyOf(environment), text);
      this.#inMemory.delete(environment);
    } catch (error) {
      this.#inMemory.set(environment, all);
      this.#onKeyringFailure(error);
    }
  }

  /** Both groups' credentials, in the keyring and in memory. */
  async forget(environment: string): Promise<void> {
    this.#inMemory.delete(environment);
    this.#known.set(environment, Promise.resolve({}));
    this.#see(environment, undefined);
    await this.#secrets.delete(keyOf(environment));
  }

  /** The keyring says that a key has changed; gives the environment's name if other credentials are kept for it than were known here. */
  async noteChange(key: string): Promise<string | undefined> {
    if (!key.startsWith(keyPrefix)) return undefined;
    const environment = key.slice(keyPrefix.length);
    const before = this.#seen.get(environment);
    this.#known.delete(environment);
    await this.#load(environment);
    return this.#seen.get(environment) === before ? undefined : environment;
  }

  #see(environment: string, text: string | undefined): void {
    const before = this.#seen.get(environment);
    if (!before || before.text !== text) this.#seen.set(environment, { text, generation: before ? before.generation + 1 : 0 });
  }

  #load(environment: string): Promise<KeptByGroup> {
    const inMemory = this.#inMemory.get(environment);
    if (inMemory) return Promise.resolve(inMemory);
    const known = this.#known.get(environment) ?? this.#fetch(environment);
    this.#known.set(environment, known);
    return known;
  }

  async #fetch(environment: string): Promise<KeptByGroup> {
    try {
      const text = await this.#secrets.get(keyOf(environment));
      this.#see(environment, text);
      return parseKept(text);
    } catch (error) {
      // Asked again with the next call: a keyring may be unlocked in the meantime.
      this.#known.delete(environment);
      this.#onKeyringFailure(error);
      return {};
    }
  }
}

function parseKept(text: string | undefined): KeptByGroup {
  if (text === undefined) return {};
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
