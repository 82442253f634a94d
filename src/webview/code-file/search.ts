// The search: the next row that has a text, and how many have it. Of many, only the first are known by their places.
import { h } from '../kit/dom.ts';
import { Latest } from '../kit/channel.ts';
import { button } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';
import type { CodeList } from './list.ts';

interface Matches {
  readonly rows: readonly number[];
  readonly isMore: boolean;
}

interface SearchActions {
  readonly find: (text: string, from: number, direction: 'down' | 'up') => Promise<number | null>;
  readonly findAll: (text: string) => Promise<Matches>;
  readonly failed: (error: unknown) => void;
  readonly changed: () => void;
}

/** How long nothing is typed before it is searched for, in milliseconds. */
const pause = 200;

export class Search {
  readonly element: HTMLElement;
  readonly #input = h('input', {
    type: 'search',
    ariaLabel: t('Find'),
    placeholder: t('Find'),
    spellcheck: false,
    maxLength: 500,
  });
  readonly #count = h('span', { className: 'hint', attributes: { role: 'status' } });
  readonly #list: CodeList;
  readonly #actions: SearchActions;
  readonly #typing = new Latest();
  readonly #finding = new Latest();
  readonly #counting = new Latest();
  #matches: Matches | undefined;
  #searched = '';

  constructor(list: CodeList, actions: SearchActions) {
    this.#list = list;
    this.#actions = actions;
    this.#input.addEventListener('input', () => this.#typing.after(pause, () => this.#start(true)));
    this.#input.addEventListener('keydown', (event) => this.#key(event));
    const step = (sign: string, name: string, by: 1 | -1) =>
      Object.assign(
        button(sign, () => this.step(by), 'quiet'),
        { ariaLabel: name, title: name },
      );
    const before = step('↑', t('Previous match (Shift+F3)'), -1);
    const after = step('↓', t('Next match (F3)'), 1);
    this.element = h('span', { className: 'steps', attributes: { role: 'search' } }, this.#input, before, after, this.#count);
  }

  get text(): string {
    return this.#input.value;
  }

  focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  /** What was searched for before the page was hidden; the row stays. */
  restore(text: string): void {
    if (text === '') return;
    this.#input.value = text;
    this.#start(false);
  }

  /** The file is another one. */
  again(): void {
    this.#start(false);
  }

  /** Goes to the next row that has it, or to the one before. */
  step(by: 1 | -1): void {
    const text = this.#input.value;
    if (text === '') return this.focus();
    if (text !== this.#searched) return this.#start(true);
    const from = this.#list.row + by;
    if (this.#matches && !this.#matches.isMore) return this.#go(this.#known(this.#matches.rows, from, by));
    this.#ask(text, from, by > 0 ? 'down' : 'up');
  }

  #known(rows: readonly number[], from: number, by: 1 | -1): number | null {
    const next = by > 0 ? (rows.find((row) => row >= from) ?? rows[0]) : (rows.findLast((row) => row <= from) ?? rows.at(-1));
    return next ?? null;
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Enter') this.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'ArrowDown' || event.key === 'Escape') this.#list.focus();
    else return;
    event.preventDefault();
  }

  #start(moves: boolean): void {
    this.#typing.cancel();
    const text = this.#input.value;
    this.#searched = text;
    this.#matches = undefined;
    this.#list.mark(text);
    this.#actions.changed();
    if (text === '') {
      this.#finding.cancel();
      this.#counting.cancel();
      return this.showCount();
    }
    if (moves) this.#ask(text, this.#list.row, 'down');
    const show = (matches: Matches) => {
      this.#matches = matches;
      this.showCount();
    };
    void this.#counting.ask(this.#actions.findAll(text), show, (_, error) => this.#actions.failed(error));
    this.showCount();
  }

  #ask(text: string, from: number, direction: 'down' | 'up'): void {
    const found = this.#actions.find(text, from, direction);
    void this.#finding.ask(
      found,
      (row) => this.#go(row),
      (_, error) => this.#actions.failed(error),
    );
  }

  #go(row: number | null): void {
    if (row !== null) this.#list.jumpTo(row);
  }

  /** Which of how many the row is where somebody is. */
  showCount(): void {
    this.#count.textContent = this.#searched === '' ? '' : this.#countOf(this.#matches);
  }

  #countOf(matches: Matches | undefined): string {
    if (!matches) return t('Searching…');
    const { rows, isMore } = matches;
    if (rows.length === 0) return t('No row has this.');
    const place = rows.indexOf(this.#list.row) + 1;
    const all = countText(rows.length);
    if (place === 0) return isMore ? t('Rows found: more than {0}', all) : t('Rows found: {0}', all);
    return isMore ? t('{0} of more than {1}', countText(place), all) : t('{0} of {1}', countText(place), all);
  }
}
