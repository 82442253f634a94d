// A quick pick that asks the service while somebody types: what is overtaken is cancelled, what fails is a row that says why.
import * as vscode from 'vscode';
import { getOrInsert } from '../platform/once.ts';
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
  /** These are all there are: what is typed narrows them in the list itself, without a request, and no row changes under a hand. */
  readonly isWhole?: boolean | undefined;
  /** Stands below them, and cannot be chosen. */
  readonly note?: vscode.QuickPickItem | undefined;
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
  /** Shown at once, until the first search has ended. */
  readonly known?: readonly Choice<T>[] | undefined;
  readonly search: (term: string, signal: AbortSignal) => Promise<Found<T>>;
  /** What an id names, read once its row is chosen: most words that can be an id are none, and cost no request. A search reads digits itself. */
  readonly readOne?: ((id: string, signal: AbortSignal) => Promise<readonly Choice<T>[]>) | undefined;
  /** Where several can be ticked: none of them is no answer. */
  readonly needsOne?: boolean;
}

/** A button of a row, or of the list itself. */
export interface PickAction<T = void> {
  /** The name of an icon. */
  readonly icon: string;
  readonly title: string;
  readonly run: (value: T) => Promise<void>;
  /** Afterwards the list would no longer be right. */
  readonly closes?: boolean;
}

/** A list to look at: what is chosen is acted upon, and nothing is given back. */
interface BrowseOptions<T> extends SearchOptions<T> {
  readonly accept: (value: T) => Promise<void>;
  readonly rowActions: readonly PickAction<T>[];
  readonly titleActions: readonly PickAction[];
}

interface Row<T> extends vscode.QuickPickItem {
  readonly value?: T;
  readonly isMore?: true;
  /** It reads what the typed id names. */
  readonly isId?: true;
  /** The ids of those that it ticks together. */
  readonly members?: readonly string[];
  readonly step?: NextStep | undefined;
}

/** What was chosen, or what is to be done once the list is gone. */
interface PickAnswer<T> {
  readonly values: readonly T[];
  readonly action?: () => Promise<void>;
}

const pause = 250;

export async function pickOne<T extends WithId>(options: SearchOptions<T>): Promise<T> {
  const { values, action } = await runSearch(options);
  await action?.();
  const [first] = values;
  if (first === undefined) throw new vscode.CancellationError();
  return first;
}

/** Any number of them, none included; those of `picked` are checked from the start. */
export async function pickMany<T extends WithId>(options: SearchOptions<T>, picked: readonly T[] = []): Promise<readonly T[]> {
  const { values, action } = await runSearch(options, picked);
  if (!action) return values;
  await action();
  // Nobody has said that it should be none.
  throw new vscode.CancellationError();
}

/** Shows the list until it is left, or an action closes it. An action that fails is the command's failure. */
export async function browse<T extends WithId>(options: BrowseOptions<T>): Promise<void> {
  const { values, action } = await runSearch(options);
  if (action) return action();
  const [first] = values;
  if (first !== undefined) await options.accept(first);
}

/** `checked`: several may be picked, and these are at the start. */
function runSearch<T extends WithId>(
  options: SearchOptions<T> & Partial<BrowseOptions<T>>,
  checked?: readonly T[],
): Promise<PickAnswer<T>> {
  const { title, placeholder, known = [], search, readOne, needsOne = false, rowActions = [], titleActions = [] } = options;
  const isMany = checked !== undefined;
  const picked = new Map(checked?.map((value) => [value.id, value]));
  const first = new Set(picked.keys());
  const input = vscode.window.createQuickPick<Row<T>>();
  let found: Found<T> = { choices: [] };
  let isFirst = true;
  let latest = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let answer: PickAnswer<T> | undefined;

  const leaveWith = (given: PickAnswer<T>) => {
    answer = given;
    input.hide();
  };
  const setRows = (rows: readonly Row<T>[]) => {
    // Setting the rows reports a selection of none, which is nobody's choice.
    const before = new Map(picked);
    input.keepScrollPosition = true;
    const [active] = input.activeItems;
    input.items = rows;
    // What somebody was about to choose stays under the hand when the first list comes in.
    const same = isFirst && active?.value ? rows.find(({ value }) => value?.id === active.value?.id) : undefined;
    if (same) input.activeItems = [same];
    if (isMany) check(before);
    // Last: who waits for the end of the search finds these rows.
    input.busy = false;
  };
  const check = (before: ReadonlyMap<string, T>) => {
    input.selectedItems = input.items.filter(({ value, members }) =>
      members ? members.every((id) => before.has(id)) : value !== undefined && before.has(value.id),
    );
    picked.clear();
    for (const [id, value] of before) picked.set(id, value);
  };
  const idRow = (isFailed = false): Row<T>[] => {
    const id = input.value.trim();
    if (!readOne || !canBeId(id) || found.choices.some(({ value }) => value.id === id)) return [];
    const isListed = () => !found.unproved && found.choices.some((choice) => hasText(choice, id));
    const isLookedFor = found.isWhole ? isListed() : !isFailed && /^\d+$/.test(id);
    return isLookedFor ? [] : [{ ...lastRow(vscode.l10n.t('Use the id {0}', withoutIcons(id))), isId: true, alwaysShow: true }];
  };
  const show = (shown: Found<T>) => {
    found = shown;
    const buttons = rowActions.map(buttonOf);
    const own = inGroups(found.choices, first, isMany);
    const rows: Row<T>[] = own.map((choice) => ({ ...choice, alwaysShow: !shown.isWhole, buttons }));
    if (found.more) rows.push({ label: vscode.l10n.t('$(ellipsis) Load more'), isMore: true, alwaysShow: true });
    rows.push(...idRow());
    if (found.note) rows.push({ ...found.note, alwaysShow: true });
    if (found.unproved) rows.push(noteRow(found.unproved));
    if (rows.length === 0) rows.push({ label: vscode.l10n.t('$(info) Nothing found'), alwaysShow: true });
    setRows(rows);
  };
  const showFailure = (error: unknown) => {
    found = { ...found, more: undefined };
    const label = vscode.l10n.t('$(error) The service did not answer');
    setRows([...idRow(true), { label, detail: messageOf(error), alwaysShow: true }]);
  };
  /** Only the latest search may show what it found. */
  const begin = (read: (signal: AbortSignal) => Promise<Found<T>>) => {
    latest.abort(new vscode.CancellationError());
    const controller = new AbortController();
    latest = controller;
    input.busy = true;
    // A list that is gone has aborted its search.
    const isLatest = () => controller === latest && !controller.signal.aborted;
    void read(controller.signal)
      .then(
        (shown) => isLatest() && show(shown),
        (error: unknown) => isLatest() && showFailure(error),
      )
      .then(catchUp);
  };
  const searchTyped = () => begin((signal) => search(input.value.trim(), signal));
  /** Somebody may have typed before the first list came, which alone tells whether the service must be asked again. */
  const catchUp = () => {
    if (!isFirst) return;
    isFirst = false;
    if (!found.isWhole && input.value.trim() !== '') searchTyped();
  };
  const searchSoon = () => {
    if (isFirst) return;
    if (found.isWhole) return offerId();
    clearTimeout(timer);
    input.busy = true;
    timer = setTimeout(searchTyped, pause);
  };
  /** In a whole list only the row of the id comes and goes, where no row has what is typed. */
  const offerId = () => {
    const isOffered = ({ isId }: Row<T>) => isId;
    const isOther = idRow()[0]?.description !== input.items.find(isOffered)?.description;
    if (found.note || isOther) show({ ...found, note: undefined });
  };
  const readTyped = () => {
    const id = input.value.trim();
    begin(async (signal) => {
      const before = found;
      try {
        const own = (await readOne?.(id, signal)) ?? [];
        if (own.length === 0) throw new Error(vscode.l10n.t('The reply has no id.'));
        signal.throwIfAborted();
        if (!isMany) leaveWith({ values: own.slice(0, 1).map(({ value }) => value) });
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
  /** What is checked now, and what was checked in a list that is no longer shown. */
  const note = (selected: readonly Row<T>[]) => {
    if (!isMany) return;
    if (selected.some(({ isMore }) => isMore)) return loadMore();
    if (selected.some(({ isId }) => isId)) return readTyped();
    const isAll = ({ members = [] }: Row<T>) => members.every((id) => picked.has(id));
    const groups = input.items.filter(({ members }) => members);
    const flipped = groups.filter((row) => selected.includes(row) !== isAll(row)).flatMap(({ members = [] }) => members);
    const isTicked = groups.some((row) => selected.includes(row) && !isAll(row));
    for (const { value } of input.items) if (value !== undefined) picked.delete(value.id);
    for (const { value } of selected) if (value !== undefined) picked.set(value.id, value);
    for (const { value } of input.items) {
      if (value === undefined || !flipped.includes(value.id)) continue;
      if (isTicked) picked.set(value.id, value);
      else picked.delete(value.id);
    }
    // The boxes of the groups, and of what they hold, follow.
    if (groups.some((row) => selected.includes(row) !== isAll(row)) || flipped.length > 0) check(new Map(picked));
  };
  /** Enter without a tick means the only row that has what is typed; where nothing is typed, it may mean none. */
  const acceptUnticked = () => {
    const typed = input.value.trim();
    if (typed === '' && !needsOne) return leaveWith({ values: [] });
    if (input.busy) return;
    const [active] = input.activeItems;
    const rows = found.isWhole ? found.choices.filter((choice) => hasText(choice, typed)) : found.choices;
    const [only, ...others] = typed === '' || found.more ? [] : rows;
    if (only && others.length === 0) return leaveWith({ values: [only.value] });
    if (active?.isId) return readTyped();
    show({ ...found, note: { label: vscode.l10n.t('$(info) Nothing is ticked. Tick what is meant, then press Enter.') } });
  };
  const accept = () => {
    if (isMany && picked.size === 0 && first.size === 0) return acceptUnticked();
    if (isMany) return leaveWith({ values: [...picked.values()] });
    const [chosen] = input.selectedItems;
    if (chosen?.isMore) return loadMore();
    if (chosen?.isId) return readTyped();
    if (chosen?.step) return leaveWith({ values: [], action: () => runStep(chosen.step) });
    if (chosen?.value !== undefined) leaveWith({ values: [chosen.value] });
  };
  const act = (value: T | undefined, button: vscode.QuickInputButton) => {
    const action = rowActions.find(isOf(button));
    if (!action || value === undefined) return;
    if (action.closes) leaveWith({ values: [], action: () => action.run(value) });
    else void action.run(value);
  };

  input.title = title;
  input.placeholder = placeholder;
  input.canSelectMany = isMany;
  input.matchOnDescription = true;
  input.ignoreFocusOut = true;
  input.buttons = titleActions.map(buttonOf);
  return new Promise((resolve, reject) => {
    input.onDidChangeValue(searchSoon);
    input.onDidChangeSelection(note);
    input.onDidAccept(accept);
    input.onDidTriggerItemButton(({ item, button }) => {
      if (item.step) leaveWith({ values: [], action: () => runStep(item.step) });
      else act(item.value, button);
    });
    input.onDidTriggerButton((button) => {
      const action = titleActions.find(isOf(button));
      if (action) leaveWith({ values: [], action: action.run });
    });
    input.onDidHide(() => {
      clearTimeout(timer);
      latest.abort(new vscode.CancellationError());
      input.dispose();
      if (answer) resolve(answer);
      else reject(new vscode.CancellationError());
    });
    if (known.length > 0) show({ choices: known });
    begin((signal) => search('', signal));
    input.show();
  });
}

/** Those that were chosen before on top; then the others, each behind its group, whose row ticks all that it holds where several may be picked. */
function inGroups<T extends WithId>(
  choices: readonly Choice<T>[],
  first: ReadonlySet<string>,
  isMany: boolean,
): readonly Row<T>[] {
  const inside = new Map<string | undefined, Choice<T>[]>();
  const listed = new Set(choices.map(({ value }) => value.id));
  for (const choice of choices) {
    const group = choice.group !== undefined && listed.has(choice.group) ? choice.group : undefined;
    getOrInsert(inside, group, () => []).push(choice);
  }
  const below = (id: string): Choice<T>[] => (inside.get(id) ?? []).flatMap((each) => [each, ...below(each.value.id)]);
  const isHolder = ({ value, isGroup }: Choice<T>) => isGroup === true && inside.has(value.id);
  const rowOf = (choice: Choice<T>): Row<T> => {
    if (!isHolder(choice)) return choice;
    const members = below(choice.value.id).flatMap((each) => (isHolder(each) ? [] : each.value.id));
    const before = members.filter((id) => first.has(id)).length;
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
  const top = choices.filter(({ value }) => first.has(value.id));
  const walk = (group: string | undefined): Choice<T>[] =>
    (inside.get(group) ?? []).flatMap((each) => [each, ...walk(each.value.id)]);
  const reached = new Set(walk(undefined));
  // What is its own ancestor is reached from nowhere, and stays a row like any other.
  const rows = [
    ...[...reached].map((choice) => ({ choice, row: rowOf(choice) })),
    ...choices.filter((choice) => !reached.has(choice)).map((choice) => ({ choice, row: choice })),
  ];
  const rest = rows.filter(({ choice }) => !first.has(choice.value.id)).map(({ row }) => row);
  if (top.length === 0) return rest;
  const separator = (label: string): Row<T> => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [separator(vscode.l10n.t('Chosen')), ...top, separator(''), ...rest];
}

/** VS Code puts a row first whose label ends or begins like what is typed: a row without such a label stays below what was found. */
export function lastRow(description: string): vscode.QuickPickItem {
  return { label: '$(symbol-key)', description };
}

/** Where several are checked a row does nothing by itself, so that it has a button too. */
function noteRow(note: Note): Note {
  const buttons = note.step ? [buttonOf({ icon: 'arrow-right', title: note.step.title })] : [];
  return { ...note, buttons, alwaysShow: true };
}

async function runStep(step: NextStep | undefined): Promise<void> {
  if (step) await vscode.commands.executeCommand(step.command, ...(step.args ?? []));
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
