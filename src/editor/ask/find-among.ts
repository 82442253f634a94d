// Finds one of many that were all read before: what is typed is looked for here, without a request, and what was read is kept for a while.
import * as vscode from 'vscode';
import { foldText } from '../../shared/text.ts';
import { titleIn } from '../account/confirm.ts';
import type { Accounts, Connection, Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import { ask } from '../platform/questions.ts';
import type { Resource } from '../platform/resources.ts';
import { nextStep } from '../platform/user-error.ts';
import { browse, type Choice, type Found, type PickAction } from './search-pick.ts';

const { l10n } = vscode;

/** All that was read of something, or all of it that has a text. */
export interface Loaded<T> {
  readonly choices: readonly Choice<T>[];
  /** Why there may be others. */
  readonly doubt?: string | undefined;
  /** When it was read, in milliseconds. */
  readonly at: number;
}

/** How many lists are kept, for how long, and how many rows all of them may have, which tests lower. */
const mostLists = 3;
const maxAge = 5 * 60_000;
/** @internal a test lowers what is kept of an event */
export const findLimits = { mostRows: 200_000 };

/** There are more than can be kept: the text is asked for first, and only what has it is read. */
class TooMany extends Error {}

/** Adds what a page has, as far as it has the text; refuses more than can be kept. */
export function keepFew<T>(kept: Choice<T>[], page: readonly Choice<T>[], text: string): void {
  for (const choice of page) if (text === '' || foldText(choice.label).includes(text)) kept.push(choice);
  if (kept.length > findLimits.mostRows) throw new TooMany();
}

/** What can be asked of the lists of one kind. */
interface Wanted<T> {
  readonly key: string;
  /** All of it, or what has this folded text. */
  readonly load: (text: string) => Promise<Loaded<T>>;
  readonly title: string;
  /** How many there are more than. */
  readonly tooMany: (most: string) => string;
}

/** Without a list: there are too many. */
type Kept<T> = Loaded<T> | { readonly at: number; readonly choices?: undefined };

/** What was read of the last few events, until something of it changes, somebody else signs in, or it is old. */
export class LoadedLists<T> implements vscode.Disposable {
  readonly #kept = new Map<string, Kept<T>>();
  #changes = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #listening: vscode.Disposable[];

  constructor(changes: Changes, connections: Connections, accounts: Accounts) {
    const forgetAll = () => {
      this.#changes++;
      this.#kept.clear();
    };
    // Which event a change belongs to is not always known, and the rows name their items too.
    this.#listening = [changes, connections, accounts].map(({ onDidChange }) => onDidChange(forgetAll));
  }

  /** Asks for a text where there are too many, and again where too many have it. */
  async get({ key, load, title, tooMany }: Wanted<T>): Promise<Loaded<T>> {
    const read = (text: string) => this.#read(key, text, load);
    const most = findLimits.mostRows.toLocaleString(vscode.env.language);
    let prompt: string;
    try {
      return await read('');
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
      prompt = tooMany(most);
    }
    for (;;) {
      const text = await askForText(title, prompt);
      try {
        return await read(foldText(text));
      } catch (error) {
        if (!(error instanceof TooMany)) throw error;
        prompt = l10n.t('More than {0} have “{1}”. Type more of it.', most, text);
      }
    }
  }

  async #read(event: string, text: string, load: Wanted<T>['load']): Promise<Loaded<T>> {
    const key = JSON.stringify([event, text]);
    this.#forgetOld();
    const kept = this.#kept.get(key);
    if (kept) return loadedOf(kept);
    const before = this.#changes;
    const at = Date.now();
    const loaded = await load(text).catch((error: unknown): Kept<T> => {
      if (error instanceof TooMany) return { at };
      throw error;
    });
    // Something changed while it was read: it serves this once.
    if (before === this.#changes) this.#keep(key, loaded);
    return loadedOf(loaded);
  }

  #keep(key: string, loaded: Kept<T>): void {
    this.#kept.set(key, loaded);
    const rows = () => [...this.#kept.values()].reduce((sum, { choices = [] }) => sum + choices.length, 0);
    const lists = () => [...this.#kept.values()].filter(({ choices }) => choices).length;
    for (const oldest of [...this.#kept.keys()].slice(0, -1))
      if (lists() > mostLists || rows() > findLimits.mostRows) this.#kept.delete(oldest);
    this.#forgetOld();
  }

  /** What is old goes by itself too: nobody may ever look again. */
  #forgetOld(): void {
    const now = Date.now();
    for (const [key, { at }] of this.#kept) if (now - at >= maxAge) this.#kept.delete(key);
    clearTimeout(this.#timer);
    if (this.#kept.size > 0) this.#timer = setTimeout(() => this.#forgetOld(), maxAge).unref();
  }

  forget(event: string): void {
    for (const key of this.#kept.keys()) if (key.startsWith(JSON.stringify([event]).slice(0, -1))) this.#kept.delete(key);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const listening of this.#listening) listening.dispose();
    this.#kept.clear();
  }
}

function loadedOf<T>(kept: Kept<T>): Loaded<T> {
  if (kept.choices) return kept;
  throw new TooMany();
}

async function askForText(title: string, prompt: string): Promise<string> {
  const validateInput = (value: string) => (value.trim() === '' ? l10n.t('Type a part of it.') : undefined);
  const text = await ask(() => vscode.window.showInputBox({ title, prompt, ignoreFocusOut: true, validateInput }));
  if (text === undefined) throw new vscode.CancellationError();
  return text.trim();
}

interface FindOptions<T> {
  readonly connection: Connection;
  readonly title: string;
  readonly placeholder: string;
  readonly loaded: Loaded<T>;
  readonly accept: (value: T) => Promise<void>;
  readonly rowActions: readonly PickAction<T>[];
  /** Reads all of it again, and asks again. */
  readonly again: () => Promise<void>;
}

const maxShown = 200;

export function findAmong<T extends Resource>(options: FindOptions<T>): Promise<void> {
  const { connection, title, placeholder, loaded, accept, rowActions, again } = options;
  const labels = loaded.choices.map(({ label }) => foldText(label));
  const minutes = Math.floor((Date.now() - loaded.at) / 60_000);
  const unproved =
    loaded.doubt === undefined
      ? undefined
      : {
          label: l10n.t('$(warning) There may be others'),
          detail: loaded.doubt,
          step: nextStep.describeService(connection.environment.name),
        };
  return browse<T>({
    title: titleIn(connection, minutes < 1 ? title : l10n.t('{0}, read {1} min ago', title, minutes)),
    placeholder,
    search: (term) => Promise.resolve({ ...matching(loaded, labels, term), unproved }),
    accept,
    rowActions,
    titleActions: [{ icon: 'refresh', title: l10n.t('Read Again'), run: again }],
  });
}

/** What is the text itself comes first, then what begins with it. */
function matching<T>({ choices }: Loaded<T>, labels: readonly string[], term: string): Found<T> {
  const wanted = foldText(term);
  const places: [number, number, number] = [0, 0, 0];
  // Many rows say the same of themselves.
  const described = new Map<string, boolean>();
  const isDescribed = (text: string) => {
    const known = described.get(text) ?? foldText(text).includes(wanted);
    described.set(text, known);
    return known;
  };
  const ranked = labels.flatMap((label, index) => {
    if (!label.includes(wanted) && !isDescribed(choices[index]?.description ?? '')) return [];
    const rank = label === wanted ? 0 : label.startsWith(wanted) ? 1 : 2;
    places[rank]++;
    // Of those that come last, more than can be shown need not be sorted.
    return places[rank] > maxShown ? [] : [{ rank, index }];
  });
  const found = places.reduce((sum, count) => sum + count, 0);
  const shown = ranked.toSorted((one, other) => one.rank - other.rank).slice(0, maxShown);
  const count = found - shown.length;
  const label = l10n.t('$(info) {0} more: type more of it', count.toLocaleString(vscode.env.language));
  return { choices: shown.flatMap(({ index }) => choices[index] ?? []), ...(count > 0 ? { note: { label } } : {}) };
}
