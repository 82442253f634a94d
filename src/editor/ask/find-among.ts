// Lists of all codes or passkeys of an event, read once for several looks, and the search among them.
import * as vscode from 'vscode';
import { remembering } from '../../client/remembering.ts';
import { foldText } from '../../shared/text.ts';
import { titleIn } from '../account/confirm.ts';
import type { Accounts, Connection, Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import { ask } from '../platform/questions.ts';
import type { EventResource, Resource } from '../platform/resources.ts';
import { nextStep } from '../platform/user-error.ts';
import { pickOne, type Choice, type Found, type PickAction } from './search-pick.ts';

const { l10n } = vscode;

/** All that was read of something, or all of it that has a text. */
export interface Loaded<T> {
  readonly choices: readonly Choice<T>[];
  /** Why there may be others. */
  readonly doubt?: string | undefined;
}

/** When it was read, in milliseconds. */
interface Kept<T> extends Loaded<T> {
  readonly at: number;
}

const maxAge = 5 * 60_000;
/** @internal a test lowers how many rows of an event are kept */
export const findLimits = { mostRows: 200_000 };

/** There are more than can be kept: the text is asked for first, and only what has it is read. */
class TooMany extends Error {}

/** Adds what a page has, as far as it has the text; refuses more than can be kept. */
export function keepFew<T>(kept: Choice<T>[], page: readonly Choice<T>[], text: string): void {
  for (const choice of page) if (text === '' || foldText(choice.label).includes(text)) kept.push(choice);
  if (kept.length > findLimits.mostRows) throw new TooMany();
}

interface FindOptions<T> {
  readonly connection: Connection;
  readonly event: EventResource;
  readonly title: string;
  readonly placeholder: string;
  /** Reads all of it, or what has this folded text. */
  readonly load: (text: string) => Promise<Loaded<T>>;
  /** How many there are more than. */
  readonly tooMany: (most: string) => string;
  readonly accept: (value: T) => unknown;
  readonly rowActions: readonly PickAction<T>[];
}

/** What was read of the last event, until something changes, somebody else signs in, or it is old. */
export class LoadedLists<T extends Resource> implements vscode.Disposable {
  #event = '';
  /** By the text; undefined where more have it than can be kept. */
  readonly #kept = new Map<string, Kept<T> | undefined>();
  #changes = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #listening: vscode.Disposable[];

  constructor(changes: Changes, connections: Connections, accounts: Accounts) {
    // Which event a change belongs to is not always known, and the rows name their items too.
    this.#listening = [changes, connections, accounts].map(({ onDidChange }) => onDidChange(() => this.#forget()));
  }

  async find(options: FindOptions<T>): Promise<void> {
    const { connection, event, accept, rowActions, placeholder } = options;
    const key = JSON.stringify([event.environment, event.id]);
    if (key !== this.#event) this.#forget();
    this.#event = key;
    const { choices, doubt, at } = await this.#load(options);
    const minutes = Math.floor((Date.now() - at) / 60_000);
    const title = minutes < 1 ? options.title : l10n.t('{0}, read {1} min ago', options.title, minutes);
    const step = nextStep.describeService(connection.environment.name);
    const unproved = doubt === undefined ? undefined : { label: l10n.t('$(warning) There may be others'), detail: doubt, step };
    const labels = choices.map(({ label }) => foldText(label));
    const again = () => {
      this.#forget();
      return this.find(options);
    };
    const chosen = await pickOne<T>({
      title: titleIn(connection, title),
      placeholder,
      search: (term) => Promise.resolve({ ...matching(choices, labels, term), unproved }),
      rowActions,
      titleActions: [{ icon: 'refresh', title: l10n.t('Read Again'), run: again }],
    });
    await accept(chosen);
  }

  /** Asks for a text where there are too many, and again where too many have it. */
  async #load({ load, title, tooMany }: FindOptions<T>): Promise<Kept<T>> {
    const most = findLimits.mostRows.toLocaleString(vscode.env.language);
    let loaded = await this.#read('', load);
    for (let prompt = tooMany(most); !loaded;) {
      const text = await askForText(title, prompt);
      loaded = await this.#read(foldText(text), load);
      prompt = l10n.t('More than {0} have “{1}”. Type more of it.', most, text);
    }
    return loaded;
  }

  async #read(text: string, load: FindOptions<T>['load']): Promise<Kept<T> | undefined> {
    const kept = this.#kept.get(text);
    if (kept ? Date.now() - kept.at < maxAge : this.#kept.has(text)) return kept;
    const before = this.#changes;
    const at = Date.now();
    const found = await load(text).catch((error: unknown) => {
      if (error instanceof TooMany) return undefined;
      throw error;
    });
    const loaded = found && { ...found, at };
    // Something changed while it was read: it serves this once.
    if (before === this.#changes) this.#keep(text, loaded);
    return loaded;
  }

  /** One list at a time, which goes by itself when it is old: nobody may ever look again. */
  #keep(text: string, loaded: Kept<T> | undefined): void {
    for (const [other, list] of this.#kept) if (list) this.#kept.delete(other);
    this.#kept.set(text, loaded);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#forget(), maxAge).unref();
  }

  #forget(): void {
    this.#changes++;
    this.#kept.clear();
    clearTimeout(this.#timer);
  }

  dispose(): void {
    this.#forget();
    for (const listening of this.#listening) listening.dispose();
  }
}

async function askForText(title: string, prompt: string): Promise<string> {
  const validateInput = (value: string) => (value.trim() === '' ? l10n.t('Type a part of it.') : undefined);
  const text = await ask(() => vscode.window.showInputBox({ title, prompt, ignoreFocusOut: true, validateInput }));
  if (text === undefined) throw new vscode.CancellationError();
  return text.trim();
}

const maxShown = 200;

/** What is the text itself comes first, then what begins with it. */
function matching<T>(choices: readonly Choice<T>[], labels: readonly string[], term: string): Found<T> {
  const wanted = foldText(term);
  // Many rows say the same of themselves.
  const isDescribed = remembering((text) => foldText(text).includes(wanted));
  const same: number[] = [];
  const beginning: number[] = [];
  const having: number[] = [];
  labels.forEach((label, index) => {
    if (!label.includes(wanted) && !isDescribed(choices[index]?.description ?? '')) return;
    (label === wanted ? same : label.startsWith(wanted) ? beginning : having).push(index);
  });
  const found = [...same, ...beginning, ...having];
  const shown = found.slice(0, maxShown).flatMap((index) => choices[index] ?? []);
  const more = (found.length - shown.length).toLocaleString(vscode.env.language);
  const note = { label: l10n.t('$(info) {0} more: type more of it', more) };
  return found.length > shown.length ? { choices: shown, note } : { choices: shown };
}
