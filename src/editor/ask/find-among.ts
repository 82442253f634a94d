// Finds one of many that were all read before: what is typed is looked for here, without a request, and what was read is kept for a while.
import * as vscode from 'vscode';
import { foldText } from '../../shared/text.ts';
import { titleIn } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import type { Change, Changes } from '../platform/changes.ts';
import type { Resource } from '../platform/resources.ts';
import { nextStep } from '../platform/user-error.ts';
import { browse, type Choice, type Found, type PickAction } from './search-pick.ts';

/** All that was read of something. */
export interface Loaded<T> {
  readonly choices: readonly Choice<T>[];
  /** Why there may be others. */
  readonly doubt?: string | undefined;
  /** When it was read, in milliseconds. */
  readonly at: number;
}

const maxKept = 3;
const maxAge = 5 * 60_000;

/** What was read of the last few events, until something of it changes or it is old. */
export class LoadedLists<T> implements vscode.Disposable {
  readonly #kept = new Map<string, Loaded<T>>();
  #changes = 0;
  readonly #listening: vscode.Disposable;

  constructor(changes: Changes, kind: Change['kind']) {
    // Which event a change belongs to is not always known.
    this.#listening = changes.onDidChange((change) => {
      if (change.kind !== kind) return;
      this.#changes++;
      this.#kept.clear();
    });
  }

  async get(key: string, load: () => Promise<Loaded<T>>): Promise<Loaded<T>> {
    const kept = this.#kept.get(key);
    if (kept && Date.now() - kept.at < maxAge) return kept;
    const before = this.#changes;
    const loaded = await load();
    // Something changed while it was read: it serves this once.
    if (before !== this.#changes) return loaded;
    this.#kept.set(key, loaded);
    for (const oldest of [...this.#kept.keys()].slice(0, -maxKept)) this.#kept.delete(oldest);
    return loaded;
  }

  forget(key: string): void {
    this.#kept.delete(key);
  }

  dispose(): void {
    this.#listening.dispose();
  }
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
  const describe = nextStep.describeService();
  const texts = loaded.choices.map(({ label, description = '' }) => foldText(`${label}\n${description}`));
  const minutes = Math.floor((Date.now() - loaded.at) / 60_000);
  const age = minutes < 1 ? '' : ` · ${vscode.l10n.t('read {0} min ago', minutes)}`;
  return browse<T>({
    title: `${titleIn(connection, title)}${age}`,
    placeholder,
    search: (term) => Promise.resolve(matching(loaded, texts, term)),
    accept,
    rowActions,
    titleActions: [
      { icon: 'refresh', title: vscode.l10n.t('Read Again'), run: again },
      ...(loaded.doubt === undefined
        ? []
        : [{ icon: 'server-environment', title: describe.title, run: () => runStep(describe) }]),
    ],
  });
}

async function runStep({ command, args }: ReturnType<typeof nextStep.describeService>): Promise<void> {
  await vscode.commands.executeCommand(command, ...(args ?? []));
}

/** What is the text itself comes first, then what begins with it. */
function matching<T>({ choices, doubt }: Loaded<T>, texts: readonly string[], term: string): Found<T> {
  const wanted = foldText(term);
  const places: [number, number, number] = [0, 0, 0];
  const ranked = texts.flatMap((text, index) => {
    if (!text.includes(wanted)) return [];
    const rank = text.startsWith(`${wanted}\n`) ? 0 : text.startsWith(wanted) ? 1 : 2;
    places[rank]++;
    // Of those that come last, more than can be shown need not be sorted.
    return places[rank] > maxShown ? [] : [{ rank, index }];
  });
  const found = places.reduce((sum, count) => sum + count, 0);
  const shown = ranked.toSorted((one, other) => one.rank - other.rank).slice(0, maxShown);
  const count = found - shown.length;
  const rest = count > 0 ? vscode.l10n.t('{0} more: type more of it', count.toLocaleString(vscode.env.language)) : undefined;
  const label = [rest, doubt].filter((text) => text !== undefined).join(' · ');
  return {
    choices: shown.flatMap(({ index }) => choices[index] ?? []),
    ...(label === '' ? {} : { note: { label: `$(info) ${label}` } }),
  };
}
