// A quick pick that asks the service while somebody types: what is overtaken is cancelled, what fails is a row that says why.
import * as vscode from 'vscode';

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

export interface Found<T> {
  readonly choices: readonly Choice<T>[];
  /** The next page, when there is one. */
  readonly more?: ((signal: AbortSignal) => Promise<Found<T>>) | undefined;
  /** These are all there are: what is typed narrows them in the list itself, without a request, and no row changes under a hand. */
  readonly isWhole?: boolean | undefined;
}

export interface SearchOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly search: (term: string, signal: AbortSignal) => Promise<Found<T>>;
  /** What tells two choices apart, so that those picked stay picked when the list changes. */
  readonly idOf: (value: T) => string;
}

interface TitleAction {
  /** The name of an icon. */
  readonly icon: string;
  readonly title: string;
  readonly run: () => Promise<void>;
}

export interface RowAction<T> {
  readonly icon: string;
  readonly title: string;
  readonly run: (value: T) => Promise<void>;
  /** Afterwards the list would no longer be right. */
  readonly closes?: boolean;
}

/** A list to look at: what is chosen is acted upon, and nothing is given back. */
interface BrowseOptions<T> extends SearchOptions<T> {
  readonly accept: (value: T) => Promise<void>;
  readonly rowActions: readonly RowAction<T>[];
  readonly titleActions: readonly TitleAction[];
}

interface Row<T> extends vscode.QuickPickItem {
  readonly value?: T;
  readonly isMore?: true;
}

const pause = 250;

export async function pickOne<T>(options: SearchOptions<T>): Promise<T> {
  const [first] = await new SearchPick(options, false, []).run();
  if (first === undefined) throw new vscode.CancellationError();
  return first;
}

/** Any number of them, none included; those of `picked` are checked from the start. */
export function pickMany<T>(options: SearchOptions<T>, picked: readonly T[] = []): Promise<readonly T[]> {
  return new SearchPick(options, true, picked).run();
}

/** Shows the list until it is left, or an action closes it. An action that fails is the command's failure. */
export async function browse<T>(options: BrowseOptions<T>): Promise<void> {
  const pick = new SearchPick(options, false, [], options);
  const chosen = await pick.run().catch((error: unknown) => {
    if (pick.action) return undefined;
    throw error;
  });
  if (pick.action) return pick.action();
  const [first] = chosen ?? [];
  if (first !== undefined) await options.accept(first);
}

class SearchPick<T> {
  readonly #options: SearchOptions<T>;
  readonly #actions: Pick<BrowseOptions<T>, 'rowActions' | 'titleActions'>;
  readonly #input = vscode.window.createQuickPick<Row<T>>();
  readonly #many: boolean;
  readonly #picked: Map<string, T>;
  #choices: readonly Choice<T>[] = [];
  #more: Found<T>['more'];
  #isWhole = false;
  #isFirst = true;
  #search = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  /** What was chosen to be done once the list is gone. */
  action: (() => Promise<void>) | undefined;

  constructor(
    options: SearchOptions<T>,
    many: boolean,
    picked: readonly T[],
    actions: Pick<BrowseOptions<T>, 'rowActions' | 'titleActions'> = { rowActions: [], titleActions: [] },
  ) {
    this.#options = options;
    this.#actions = actions;
    this.#many = many;
    this.#picked = new Map(picked.map((value) => [options.idOf(value), value]));
  }

  run(): Promise<readonly T[]> {
    const input = this.#input;
    input.title = this.#options.title;
    input.placeholder = this.#options.placeholder;
    input.canSelectMany = this.#many;
    input.matchOnDescription = true;
    input.ignoreFocusOut = true;
    input.buttons = this.#actions.titleActions.map(buttonOf);
    return new Promise((resolve, reject) => {
      let answer: readonly T[] | undefined;
      input.onDidChangeValue(() => this.#searchSoon());
      input.onDidChangeSelection((rows) => this.#note(rows));
      input.onDidAccept(() => {
        const [chosen] = this.#many ? [] : input.selectedItems;
        if (chosen?.isMore) return this.#loadMore();
        if (!this.#many && chosen?.value === undefined) return;
        answer = this.#many ? [...this.#picked.values()] : [chosen?.value as T];
        input.hide();
      });
      input.onDidTriggerItemButton(({ item, button }) => this.#act(item, button));
      input.onDidTriggerButton((button) => this.#leaveFor(this.#actions.titleActions.find(isOf(button))?.run));
      input.onDidHide(() => {
        clearTimeout(this.#timer);
        this.#search.abort(new vscode.CancellationError());
        input.dispose();
        if (answer) resolve(answer);
        else reject(new vscode.CancellationError());
      });
      input.show();
      this.#begin(this.#options.search.bind(undefined, ''));
    });
  }

  #act(row: Row<T>, button: vscode.QuickInputButton): void {
    const { value } = row;
    const action = this.#actions.rowActions.find(isOf(button));
    if (!action || value === undefined) return;
    if (action.closes) this.#leaveFor(() => action.run(value));
    else void action.run(value);
  }

  #leaveFor(action: (() => Promise<void>) | undefined): void {
    if (!action) return;
    this.action = action;
    this.#input.hide();
  }

  #searchSoon(): void {
    if (this.#isFirst || this.#isWhole) return;
    clearTimeout(this.#timer);
    this.#input.busy = true;
    this.#timer = setTimeout(() => this.#searchTyped(), pause);
  }

  #searchTyped(): void {
    this.#begin((signal) => this.#options.search(this.#input.value.trim(), signal));
  }

  #loadMore(): void {
    const more = this.#more;
    if (!more) return;
    const before = this.#choices;
    this.#begin(async (signal) => {
      const found = await more(signal);
      return { ...found, choices: [...before, ...found.choices] };
    });
  }

  /** Only the latest search may show what it found. */
  #begin(search: (signal: AbortSignal) => Promise<Found<T>>): void {
    this.#search.abort(new vscode.CancellationError());
    const controller = new AbortController();
    this.#search = controller;
    this.#input.busy = true;
    void search(controller.signal)
      .then(
        (found) => controller === this.#search && this.#show(found),
        (error: unknown) => controller === this.#search && this.#showFailure(error),
      )
      .then(() => this.#catchUp());
  }

  /** Somebody may have typed before the first list came, which alone tells whether the service must be asked again. */
  #catchUp(): void {
    if (!this.#isFirst) return;
    this.#isFirst = false;
    if (!this.#isWhole && this.#input.value.trim() !== '') this.#searchTyped();
  }

  #show({ choices, more, isWhole = false }: Found<T>): void {
    this.#choices = choices;
    this.#more = more;
    this.#isWhole = isWhole;
    const buttons = this.#actions.rowActions.map(buttonOf);
    const rows: Row<T>[] = choices.map((choice) => ({ ...choice, alwaysShow: !isWhole, buttons }));
    if (more) rows.push({ label: vscode.l10n.t('$(ellipsis) Load more'), isMore: true, alwaysShow: true });
    if (rows.length === 0) rows.push({ label: vscode.l10n.t('$(info) Nothing found'), alwaysShow: true });
    this.#setRows(rows);
  }

  #showFailure(error: unknown): void {
    const detail = error instanceof Error ? error.message : String(error);
    this.#more = undefined;
    this.#setRows([{ label: vscode.l10n.t('$(error) The service did not answer'), detail, alwaysShow: true }]);
  }

  #setRows(rows: readonly Row<T>[]): void {
    const input = this.#input;
    input.busy = false;
    // Setting the rows reports a selection of none, which is nobody's choice.
    const picked = new Map(this.#picked);
    input.keepScrollPosition = true;
    input.items = rows;
    if (!this.#many) return;
    input.selectedItems = input.items.filter(({ value }) => value !== undefined && picked.has(this.#options.idOf(value)));
    this.#picked.clear();
    for (const [id, value] of picked) this.#picked.set(id, value);
  }

  /** What is checked now, and what was checked in a list that is no longer shown. */
  #note(selected: readonly Row<T>[]): void {
    if (!this.#many) return;
    if (selected.some(({ isMore }) => isMore)) return this.#loadMore();
    for (const { value } of this.#input.items) if (value !== undefined) this.#picked.delete(this.#options.idOf(value));
    for (const { value } of selected) if (value !== undefined) this.#picked.set(this.#options.idOf(value), value);
  }
}

function buttonOf({ icon, title }: { readonly icon: string; readonly title: string }): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip: title };
}

/** VS Code gives back a button as it likes; its title tells which one it is. */
function isOf({ tooltip }: vscode.QuickInputButton): (action: { readonly title: string }) => boolean {
  return ({ title }) => title === tooltip;
}
