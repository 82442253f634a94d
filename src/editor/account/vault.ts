// Where credentials are kept: VS Code's SecretStorage and nowhere else, each under its environment and the origin it belongs to.
import type { Group } from '../../client/index.ts';
import { parseJson } from '../../client/json.ts';

/** The part of vscode.SecretStorage that is needed. */
export interface Secrets {
  get(key: string): Thenable<string | undefined>;
  store(key: string, value: string): Thenable<void>;
  delete(key: string): Thenable<void>;
}

/** Of the ticket group a token, of the event group the values of its query parameters. */
interface Credentials {
  readonly token?: string | undefined;
  readonly values?: Readonly<Record<string, string>> | undefined;
}

interface Kept extends Credentials {
  readonly origin: string;
}

type KeptByGroup = Partial<Record<Group, Kept>>;

const keyPrefix = 'credentials:';
export const keyOf = (environment: string): string => keyPrefix + environment;

export class Vault {
  readonly #secrets: Secrets;
  readonly #onKeyringFailure: (error: unknown) => void;
  /** What was read lasts until somebody changes it: a call must not wait for the keyring. */
  readonly #known = new Map<string, Promise<KeptByGroup>>();
  /** What the keyring refused to keep; gone with the window. */
  readonly #inMemory = new Map<string, KeptByGroup>();

  constructor(secrets: Secrets, onKeyringFailure: (error: unknown) => void) {
    this.#secrets = secrets;
    this.#onKeyringFailure = onKeyringFailure;
  }

  /** Nothing when what is kept belongs to another origin: an address that has changed needs a new sign-in. */
  async read(environment: string, group: Group, origin: string): Promise<Credentials | undefined> {
    const kept = (await this.#load(environment))[group];
    return kept?.origin === origin ? kept : undefined;
  }

  async write(environment: string, group: Group, origin: string, credentials: Credentials): Promise<void> {
    const all: KeptByGroup = { ...(await this.#load(environment)), [group]: { origin, ...credentials } };
    this.#known.set(environment, Promise.resolve(all));
    try {
      await this.#secrets.store(keyOf(environment), JSON.stringify(all));
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
    await this.#secrets.delete(keyOf(environment));
  }

  /** Another window changed it; gives the environment's name. */
  noteChange(key: string): string | undefined {
    if (!key.startsWith(keyPrefix)) return undefined;
    const environment = key.slice(keyPrefix.length);
    this.#known.delete(environment);
    return environment;
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
      return parseKept(await this.#secrets.get(keyOf(environment)));
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
