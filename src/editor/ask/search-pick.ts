// The one searching pick: a quick pick over a source that is asked while somebody types. What is overtaken is cancelled, what fails is a row that says why.
import * as vscode from 'vscode';
import { withoutIcons } from '../platform/notify.ts';
import { canBeId } from '../platform/resources.ts';
import { messageOf, type NextStep } from '../platform/user-error.ts';

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
  /** The id of the choice that it stands in. */
  readonly group?: string | undefined;
  /** It is there to hold others: where several are chosen, it stands for all that it holds. */
  readonly isGroup?: boolean | undefined;
}

/** A row that says something; choosing it does nothing, or what is to be done about it. */
export interface Note extends vscode.QuickPickItem {
  readonly step?: NextStep | undefined;
}

export interface Found<T> {
  readonly choices: readonly Choice<T>[];
  /** The next page, when there is one. */
  readonly more?: ((signal: AbortSignal) => Promise<Found<T>>) | undefined;
  /** The same with what takes longer to find. */
  readonly later?: (() => Promise<Found<T>>) | undefined;
  /** These are all there are: what is typed narrows them in the list itself, without a request, and no row changes under a hand. */
  readonly isWhole?: boolean | undefined;
  /** Stands below them until something else is typed. */
  readonly note?: Note | undefined;
  /** Stands below them as long as they do: nothing shows that these are all. */
  readonly unproved?: Note | undefined;
}

/** What tells two choices apart, so that those picked stay picked when the list changes. */
interface WithId {
  readonly id: string;
}

export interface SearchOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  /** What is shown at once of a list that is never whole. */
  readonly known?: ((term: string) => readonly Choice<T>[]) | undefined;
  readonly search: (term: string, signal: AbortSignal) => Promise<Found<T>>;
  /** What an id names, read once its row is chosen: most words that can be an id are none, and cost no request. A search reads digits itself. */
  readonly readOne?: ((id: string, signal: AbortSignal) => Promise<readonly Choice<T>[]>) | undefined;
  /** Where several can be ticked: none of them is no answer. */
  readonly needsOne?: boolean;
  readonly rowActions?: readonly PickAction<T>[];
  readonly titleActions?: readonly PickAction[];
}

/** A button of a row, or of the list itself. */
export interface PickAction<T = void> {
  /** The name of an icon. */
  readonly icon: string;
  readonly title: string;
  readonly run: (value: T) => Promise<void>;
  readonly isFor?: (value: T) => boolean;
  /** Afterwards the list would no longer be right: it is left, or searched again. */
  readonly after?: 'close' | 'search';
}

interface Row<T> extends vscode.QuickPickItem {
  readonly value?: T;
  /** Those that a tick means. */
  readonly members?: readonly T[];
  /** What it does in the place of being chosen. */
  readonly run?: () => void;
}

const pause = 250;

export async function pickOne<T extends WithId>(options: SearchOptions<T>): Promise<T> {
  const [first] = await runSearch(options);
  if (first === undefined) throw new vscode.CancellationError();
  return first;
}

/** Any number of them, none included; those of `picked` are checked from the start. */
export function pickMany<T extends WithId>(options: SearchOptions<T>, picked: readonly T[] = []): Promise<readonly T[]> {
  return runSearch(options, picked);
}

/** `checked`: several may be picked, and these are at the start. */
function runSearch<T extends WithId>(options: SearchOptions<T>, checked?: readonly T[]): Promise<readonly T[]> {
  const { title, placeholder, known, search, readOne, needsOne = false, rowActions = [], titleActions = [] } = options;
  const isMany = checked !== undefined;
  const picked = new Map(checked?.map((value) => [value.id, value]));
  const first = new Set(picked.keys());
  const input = vscode.window.createQuickPick<Row<T>>();
  const typed = () => input.value.trim();
  let found: Found<T> = { choices: [] };
  /** For what the rows are shown. */
  let shownFor = '';
  let offeredId: string | undefined;
  /** Only the first list tells whether the service must be asked again for what is typed, unless it is never whole. */
  let isWaiting = known === undefined;
  let latest = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let answer: (() => Promise<readonly T[]>) | undefined;

  const choose = (values: readonly T[]) => leaveWith(() => Promise.resolve(values));
  const act = (action: () => PromiseLike<unknown>) =>
    leaveWith(async () => {
      await action();
      // Nobody has said that it should be none.
      throw new vscode.CancellationError();
    });
  const leaveWith = (given: typeof answer) => {
    answer = given;
    input.hide();
  };

  const setRows = (rows: readonly Row<T>[], isBusy = false) => {
    const [active] = input.activeItems;
    const isMoved = shownFor === typed() && active !== input.items[0];
    const before = [...picked];
    input.keepScrollPosition = true;
    input.items = rows;
    tickPicked(before);
    // What somebody has moved to stays under the hand when more comes in.
    const same = rows.find(({ value }) => value !== undefined && value.id === active?.value?.id);
    if (isMoved && same) input.activeItems = [same];
    shownFor = typed();
    // Last: who waits for the end of the search finds these rows.
    input.busy = isBusy;
  };
  const show = (shown: Found<T>, isBusy = shown.later !== undefined) => {
    found = shown;
    const rows: Row<T>[] = rowsOf(shown.choices, first, isMany).map((row) => ({
      ...row,
      alwaysShow: !shown.isWhole,
      buttons: rowActions.filter(({ isFor }) => row.value && isFor?.(row.value) !== false).map(buttonOf),
    }));
    const fixed = (row: Row<T>) => void rows.push({ ...row, alwaysShow: true });
    if (shown.more) fixed({ label: vscode.l10n.t('$(ellipsis) Load more'), run: loadMore });
    offeredId = idToOffer();
    if (offeredId !== undefined) fixed(idRow(offeredId));
    for (const note of [shown.note, shown.unproved]) if (note) fixed(noteRow(note));
    if (rows.length === 0 && !isBusy) fixed({ label: vscode.l10n.t('$(info) Nothing found') });
    setRows(rows, isBusy);
  };
  const showFailure = (error: unknown) => {
    found = { ...found, more: undefined, later: undefined };
    const label = vscode.l10n.t('$(error) The service did not answer');
    const id = idToOffer(true);
    const failure = { label, detail: messageOf(error), alwaysShow: true, run: searchTyped };
    setRows([...(id === undefined ? [] : [{ ...idRow(id), alwaysShow: true }]), failure]);
  };
  const noteRow = ({ step, ...row }: Note): Row<T> => {
    if (!step) return row;
    const run = () => act(() => vscode.commands.executeCommand(step.command, ...(step.args ?? [])));
    // Where several are checked a row does nothing by itself, so that it has a button too.
    return { ...row, run, buttons: [buttonOf({ icon: 'arrow-right', title: step.title })] };
  };

  /** The id that is typed, where no row has it and the search has not read it. */
  const idToOffer = (isFailed = false): string | undefined => {
    const id = typed();
    if (!readOne || !canBeId(id) || found.choices.some(({ value }) => value.id === id)) return undefined;
    const isListed = () => !found.unproved && found.choices.some((choice) => hasText(choice, id));
    const isLookedFor = found.isWhole ? isListed() : !isFailed && /^\d+$/.test(id);
    return isLookedFor ? undefined : id;
  };
  const idRow = (id: string) => ({ ...lastRow(vscode.l10n.t('Use the id {0}', withoutIcons(id))), run: readTyped });

  /** Only the latest search may show what it found. */
  const begin = (read: (signal: AbortSignal) => Promise<Found<T>>) => {
    latest.abort(new vscode.CancellationError());
    latest = new AbortController();
    const { signal } = latest;
    input.busy = true;
    const showAll = async (reading: Promise<Found<T>>): Promise<void> => {
      const shown = await reading;
      if (signal.aborted) return;
      show(shown);
      if (shown.later) await showAll(shown.later());
    };
    // A list that is gone has aborted its search.
    void showAll(read(signal))
      .catch((error: unknown) => {
        if (!signal.aborted) showFailure(error);
      })
      .then(catchUp);
  };
  const searchTyped = () => begin((signal) => search(typed(), signal));
  /** Somebody may have typed before the first list came. */
  const catchUp = () => {
    if (!isWaiting) return;
    isWaiting = false;
    if (!found.isWhole && typed() !== '') searchTyped();
  };
  const searchSoon = () => {
    if (isWaiting) return;
    if (found.isWhole) {
      // In a whole list only the row of the id comes and goes, where no row has what is typed.
      if (found.note || idToOffer() !== offeredId) show({ ...found, note: undefined });
      return;
    }
    clearTimeout(timer);
    latest.abort(new vscode.CancellationError());
    if (known) show({ choices: known(typed()) }, true);
    input.busy = true;
    timer = setTimeout(searchTyped, pause);
  };
  const readTyped = () => {
    const id = typed();
    begin(async (signal) => {
      const before = { ...found, later: undefined };
      try {
        const own = (await readOne?.(id, signal)) ?? [];
        if (own.length === 0) throw new Error(vscode.l10n.t('The reply has no id.'));
        signal.throwIfAborted();
        if (!isMany) choose(own.slice(0, 1).map(({ value }) => value));
        for (const { value } of own) picked.set(value.id, value);
        const others = before.choices.filter(({ value }) => !own.some((choice) => choice.value.id === value.id));
        return { ...before, choices: [...own, ...others] };
      } catch (error) {
        const label = vscode.l10n.t('$(error) Nothing could be read by the id {0}', withoutIcons(id));
        return { ...before, note: { label, detail: withoutIcons(messageOf(error)) } };
      }
    });
  };
  const loadMore = () => {
    const { choices, more } = found;
    if (!more) return;
    begin(async (signal) => {
      const next = await more(signal);
      return { ...next, choices: [...choices, ...next.choices] };
    });
  };

  const arePicked = (members: readonly T[]) => members.every(({ id }) => picked.has(id));
  /** `before`: a change of the rows reports a selection of none, which is nobody's choice. */
  const tickPicked = (before: readonly (readonly [string, T])[] = []) => {
    if (!isMany) return;
    for (const [id, value] of before) picked.set(id, value);
    input.selectedItems = input.items.filter(({ members }) => members && arePicked(members));
  };
  /** What is ticked in a list that is no longer shown stays so. */
  const tick = (selected: readonly Row<T>[]) => {
    if (!isMany) return;
    const run = selected.find((row) => row.run)?.run;
    if (run) return run();
    const ticked = new Set(selected);
    const isOther = (row: Row<T>) => row.members !== undefined && ticked.has(row) !== arePicked(row.members);
    for (const row of input.items.filter(isOther))
      for (const value of row.members ?? [])
        if (ticked.has(row)) picked.set(value.id, value);
        else picked.delete(value.id);
    // The boxes of the groups, and of what they hold, follow.
    if (input.items.some(isOther)) tickPicked();
  };
  /** Enter without a tick means the only row that has what is typed; where nothing is typed, it may mean none. */
  const acceptUnticked = () => {
    if (typed() === '' && !needsOne) return choose([]);
    if (input.busy) return;
    const rows = found.isWhole ? found.choices.filter((choice) => hasText(choice, typed())) : found.choices;
    const [only, ...others] = typed() === '' || found.more ? [] : rows;
    if (only && others.length === 0) return choose([only.value]);
    const [active] = input.activeItems;
    if (active?.run) return active.run();
    show({ ...found, note: { label: vscode.l10n.t('$(info) Nothing is ticked. Tick what is meant, then press Enter.') } });
  };
  const accept = () => {
    if (isMany) return picked.size === 0 && first.size === 0 ? acceptUnticked() : choose([...picked.values()]);
    const [chosen] = input.selectedItems;
    if (chosen?.run) return chosen.run();
    if (chosen?.value !== undefined) choose([chosen.value]);
  };
  const pressOf = ({ value, run }: Row<T>, button: vscode.QuickInputButton) => {
    if (run) return run();
    const action = rowActions.find(isOf(button));
    if (!action || value === undefined) return;
    if (action.after === 'close') return act(() => action.run(value));
    void action.run(value).then(() => {
      if (action.after === 'search') searchTyped();
    });
  };

  input.title = title;
  input.placeholder = placeholder;
  input.canSelectMany = isMany;
  input.matchOnDescription = true;
  input.ignoreFocusOut = true;
  input.buttons = titleActions.map(buttonOf);
  return new Promise((resolve, reject) => {
    input.onDidChangeValue(searchSoon);
    input.onDidChangeSelection(tick);
    input.onDidAccept(accept);
    input.onDidTriggerItemButton(({ item, button }) => pressOf(item, button));
    input.onDidTriggerButton((button) => {
      const action = titleActions.find(isOf(button));
      if (action) act(action.run);
    });
    input.onDidHide(() => {
      clearTimeout(timer);
      latest.abort(new vscode.CancellationError());
      input.dispose();
      if (answer) resolve(answer());
      else reject(new vscode.CancellationError());
    });
    if (known) show({ choices: known('') }, true);
    searchTyped();
    input.show();
  });
}

/** Those that were chosen before on top; then the others, each behind its group, whose row ticks all that it holds where several may be picked. */
function rowsOf<T extends WithId>(choices: readonly Choice<T>[], first: ReadonlySet<string>, isMany: boolean): readonly Row<T>[] {
  const listed = new Set(choices.map(({ value }) => value.id));
  const inside = Map.groupBy(choices, ({ group }) => (group !== undefined && listed.has(group) ? group : undefined));
  const below = (id: string | undefined): Choice<T>[] =>
    (inside.get(id) ?? []).flatMap((each) => [each, ...below(each.value.id)]);
  const isHolder = ({ value, isGroup }: Choice<T>) => isGroup === true && inside.has(value.id);
  const plainRow = (choice: Choice<T>): Row<T> => (isMany ? { ...choice, members: [choice.value] } : choice);
  const rowOf = (choice: Choice<T>): Row<T> => {
    if (!isHolder(choice)) return plainRow(choice);
    const members = below(choice.value.id).flatMap((each) => (isHolder(each) ? [] : each.value));
    const before = members.filter(({ id }) => first.has(id)).length;
    // A box is ticked or not: how many of them were chosen at first is said, which stays true whatever is ticked.
    const held =
      before > 0
        ? vscode.l10n.t('{0} of {1} chosen before', before, members.length)
        : members.length === 1
          ? vscode.l10n.t('1 item')
          : vscode.l10n.t('{0} items', members.length);
    const description = [held, choice.description].filter(Boolean).join(' · ');
    const label = `$(folder) ${choice.label}`;
    return isMany ? { label, description, members } : { ...choice, label, description };
  };
  const isTop = ({ value }: Choice<T>) => first.has(value.id);
  const reached = new Set(below(undefined));
  const rest = [
    ...[...reached].filter((choice) => !isTop(choice)).map(rowOf),
    // What is its own ancestor is reached from nowhere, and stays a row like any other.
    ...choices.filter((choice) => !reached.has(choice) && !isTop(choice)).map(plainRow),
  ];
  const top = choices.filter(isTop).map(plainRow);
  if (top.length === 0) return rest;
  const separator = (label: string): Row<T> => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [separator(vscode.l10n.t('Chosen')), ...top, separator(''), ...rest];
}

/** VS Code puts a row first whose label ends or begins like what is typed: a row without such a label stays below what was found. */
export function lastRow(description: string): vscode.QuickPickItem {
  return { label: '$(symbol-key)', description };
}

function hasText({ label, description = '' }: vscode.QuickPickItem, text: string): boolean {
  return `${label} ${description}`.toLowerCase().includes(text.toLowerCase());
}

function buttonOf({ icon, title }: Pick<PickAction, 'icon' | 'title'>): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip: title };
}

/** VS Code gives back a button as it likes; its title tells which one it is. */
function isOf({ tooltip }: vscode.QuickInputButton): (action: Pick<PickAction, 'title'>) => boolean {
  return ({ title }) => title === tooltip;
}
