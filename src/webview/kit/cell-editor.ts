// A cell of an item that is edited where it stands: an input at the cell, saved by Enter, left by Escape. Nothing is saved by going away.
import type { SaveReply } from '../../protocol/item.ts';
import type { EditedCell, EditReply, EditSave, EditStart, OpenEdit } from '../../protocol/item-edit.ts';
import { cellField, cellMark, type StartedCell } from './cell-field.ts';
import { freshId, h, replaceChildren } from './dom.ts';
import { button, type Field } from './fields.ts';
import { draftSaver } from './form.ts';
import { problemText, resultText } from './item-texts.ts';
import { t } from './l10n.ts';
import { fieldName } from './texts.ts';

type Written = Extract<SaveReply, { kind: 'written' }>;
type Conflict = Extract<EditReply, { kind: 'conflict' }>;

interface EditChannel {
  request(name: 'keepEdit', payload: OpenEdit): Promise<unknown>;
  request(name: 'saveEdit', payload: EditSave): Promise<EditReply>;
  request(name: 'endEdit' | 'openEdited', payload: EditedCell): Promise<unknown>;
}

interface EditorOptions {
  readonly channel: EditChannel;
  readonly currency: string;
  /** It is gone; `shown`: what the service has now; `ended`: the editor knows that. */
  readonly closed: (isFocused: boolean, shown: string | undefined, ended: Promise<unknown>) => void;
  /** All is saved: said where it outlives the cell. */
  readonly report: (kind: 'info' | 'warning' | 'error', text: string) => void;
  /** Something is to be read here while somebody is in another cell. */
  readonly waits: (text: string) => void;
}

export class CellEditor {
  readonly element: HTMLElement;
  readonly #cell: EditedCell;
  readonly #options: EditorOptions;
  readonly #field: Field<string>;
  readonly #message = h('div', { className: 'message', hidden: true, attributes: { role: 'status' } });
  readonly #buttons = h('div', { className: 'buttons' });
  readonly #mark: ReturnType<typeof cellMark>;
  readonly #draft: ReturnType<typeof draftSaver>;
  readonly #anchor = `--${freshId('cell')}`;
  /** The editor knows of it: nothing is kept or saved before that. */
  readonly #begun: Promise<unknown>;
  #start: StartedCell;
  /** Where it stands. */
  #place: HTMLElement | undefined;
  #isTouched = false;
  #isBusy = false;
  #isClosed = false;
  /** Somebody is in another cell: what was typed here stands in its cell, and nothing more. */
  #isParked = false;
  /** What was typed cannot be saved from here. */
  #isShut = false;

  constructor(cell: EditedCell, start: StartedCell, begun: Promise<EditStart>, options: EditorOptions) {
    this.#cell = cell;
    this.#start = start;
    this.#options = options;
    this.#field = cellField(cell.field, start, options.currency, () => this.#typed());
    this.#field.value = start.typed ?? start.text;
    this.#mark = cellMark(() => this.#field.value);
    const keep = () => this.#begun.then(() => options.channel.request('keepEdit', { ...cell, text: this.#field.value }));
    this.#draft = draftSaver(() => true, keep, keep);
    // Around it there may be nothing to cut or to paste.
    const menu = JSON.stringify({ preventDefaultContextMenuItems: false });
    const attributes = { 'role': 'group', 'popover': 'manual', 'aria-label': this.#name, 'data-vscode-context': menu };
    this.element = h('div', { className: 'cell-editor', attributes }, this.#field.element, this.#message, this.#buttons);
    this.element.style.setProperty('position-anchor', this.#anchor);
    this.#showButtons();
    this.element.addEventListener('keydown', (event) => this.#key(event));
    // What is done in here is not done to the row below it.
    for (const type of ['mousedown', 'click', 'dblclick'])
      this.element.addEventListener(type, (event) => event.stopPropagation());
    // Later: rows that are drawn anew take it along, and give it the focus again.
    this.element.addEventListener('focusout', () => void setTimeout(() => this.left()));
    this.#begun = begun.then(
      (answer) => this.#confirm(answer),
      (error: unknown) => this.#shut((error as Error).message),
    );
  }

  /** At this cell from now on, which may be another element than before. */
  attach(place: HTMLElement): void {
    this.#leavePlace(place);
    this.#place = place;
    place.classList.toggle('edited', !this.#isParked);
    place.style.setProperty('anchor-name', this.#anchor);
    const [shown, other] = this.#isParked ? [this.#mark.element, this.element] : [this.element, this.#mark.element];
    other.remove();
    this.#mark.update();
    if (shown.parentElement !== place) place.append(shown);
    if (!this.#isParked && !this.element.matches(':popover-open')) this.element.showPopover();
  }

  /** Somebody goes to another cell. */
  park(): void {
    if (this.#isIdle) return this.#close();
    this.#isParked = true;
    if (this.#place) this.attach(this.#place);
  }

  focus(): void {
    this.#isParked = false;
    if (this.#place) this.attach(this.#place);
    this.#place?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this.#field.focus();
    this.#input?.select();
  }

  /** The focus may be elsewhere in the page: whoever went there comes back to it, or has left it as it was. */
  left(): void {
    const { activeElement: focused } = document;
    if (!document.hasFocus() || this.#isClosed || this.#isParked || this.element.contains(focused)) return;
    // What is scrolled away has lost the focus, and is not left.
    if (!isNowhere(focused) || (this.#isIdle && this.#isInSight)) this.park();
  }

  /** Whether Escape is meant for it though the focus is not in it: it is out of sight, or what was typed stands in the cell. */
  hears(focused: Element | null): boolean {
    return this.#isParked ? this.#place?.contains(focused) === true : isNowhere(focused);
  }

  /** Gives up what was typed. */
  cancel(isFocused?: boolean): void {
    if (!this.#isBusy) this.#close(undefined, isFocused);
  }

  get #input(): HTMLInputElement | null {
    return this.element.querySelector('input');
  }

  get #name(): string {
    return `${this.#start.label} · ${fieldName(this.#cell.field)}`;
  }

  /** Nothing is typed, and nothing is to be read. */
  get #isIdle(): boolean {
    return !this.#isBusy && !this.#isChanged && (this.#isShut || this.#said === '');
  }

  get #isChanged(): boolean {
    return this.#field.value !== this.#start.text;
  }

  get #said(): string {
    return this.#field.problem ?? this.#message.textContent;
  }

  /** What the editor knows by now; nobody's typing is written over. */
  #confirm(answer: EditStart): void {
    if (answer.kind === 'opened') return this.#remove();
    if (answer.kind !== 'input') return this.#shut(answer.kind === 'draft' ? draftText() : answer.why);
    const { text, typed = text } = answer;
    const isOther = text !== this.#start.text;
    this.#start = answer;
    this.element.ariaLabel = this.#name;
    if (!this.#isTouched && this.#field.value !== typed) {
      this.#field.value = typed;
      if (this.element.contains(document.activeElement)) this.#input?.select();
    } else if (isOther) this.#field.note = t('It is {0} now.', text);
  }

  /** Nothing can be saved from here; what was typed meanwhile is there to see. */
  #shut(why: string): void {
    this.#isShut = true;
    if (this.#input) this.#input.readOnly = true;
    this.#offerForm(why, false);
  }

  get #isInSight(): boolean {
    if (!this.#place?.isConnected) return false;
    const { top, bottom, left, right } = this.#place.getBoundingClientRect();
    const page = new DOMRect(0, 0, innerWidth, innerHeight);
    const frame = this.#place.closest('.grid, .wide-table')?.getBoundingClientRect() ?? page;
    const isWithin = (box: DOMRect) => bottom > box.top && top < box.bottom && right > box.left && left < box.right;
    return isWithin(frame) && isWithin(page);
  }

  #typed(): void {
    this.#isTouched = true;
    this.#field.problem = undefined;
    this.#say('');
    this.#showButtons();
    this.#draft.changed();
  }

  #key(event: KeyboardEvent): void {
    event.stopPropagation();
    const isSave = event.key === 'Enter' ? event.target === this.#input : event.key === 's' && (event.ctrlKey || event.metaKey);
    if (event.isComposing || (!isSave && event.key !== 'Escape')) return;
    event.preventDefault();
    if (!isSave) this.cancel();
    else if (this.#isShut) void this.#openForm();
    else void this.#save();
  }

  async #save(options: Pick<EditSave, 'fees' | 'over'> = {}): Promise<void> {
    if (this.#isBusy) return;
    if (!this.#isChanged) return this.#close();
    this.#draft.stop();
    this.#setBusy(true);
    try {
      await this.#begun;
      const reply = await this.#options.channel.request('saveEdit', { ...this.#cell, text: this.#field.value, ...options });
      this.#setBusy(false);
      this.#receive(reply);
    } catch (error) {
      this.#setBusy(false);
      // An empty message is a cancel: all is as before.
      const { message } = error as Error;
      if (message !== '') this.#offerForm(message);
    }
    this.#mark.update(this.#said !== '');
    if (this.#isClosed) return;
    if (this.#isParked) this.#options.waits(this.#said === '' ? notSavedText(this.#name) : `${this.#name}: ${this.#said}`);
    else if (!this.#buttons.contains(document.activeElement)) this.#field.focus();
  }

  #receive(answer: EditReply): void {
    switch (answer.kind) {
      case 'draft':
        return this.#shut(draftText());
      case 'refused':
        return this.#offerForm(answer.why);
      case 'fees':
        return this.#offerFees(answer);
      case 'conflict':
        return this.#offerBoth(answer);
    }
    const { reply, isKept } = answer;
    if (reply.kind === 'written') this.#written(reply, answer);
    else if (reply.kind === 'unchanged') this.#close();
    else if (reply.kind === 'busy') this.#say(t('Another window saves this item at this moment. Try again when it is done.'));
    else if (reply.kind === 'changedElsewhere')
      this.#offerForm(`${t('Somebody else changed this item at this moment, and nothing was saved.')} ${againText()}`);
    else if (reply.kind === 'problems') this.#showProblems(reply.problems, isKept);
  }

  #written(reply: Written, { isKept, shown }: { readonly isKept: boolean; readonly shown?: string | undefined }): void {
    const { kind, text } = resultText(reply, { done: t('Saved: {0}', this.#name), name: this.#name, left: againText() });
    if (isKept) return this.#offerForm(text);
    this.#options.report(kind, text);
    this.#close(shown);
  }

  #showProblems(problems: Extract<SaveReply, { kind: 'problems' }>['problems'], isElsewhere: boolean): void {
    const { timeZone } = this.#start;
    const texts = problems.map((problem) => `${problemName(problem.field)}: ${problemText(problem, timeZone)}`);
    if (isElsewhere) this.#offerForm([...texts, t('The form has this field, and takes along what you typed.')].join('\n'));
    else this.#field.problem = texts.join('\n');
  }

  /** The rule of the form: whoever changes the price sees that a fee was as much as the tax of the old one. */
  #offerFees({ price, offers }: Extract<EditReply, { kind: 'fees' }>): void {
    const texts = offers.map(({ field, text }) =>
      t('{0}: it was as much as the tax at the old price. At {1} the tax is {2}.', fieldName(field), price, text),
    );
    this.#say(texts.join('\n'));
    const taken = offers.map(({ text }) => text).join(', ');
    const both = button(t('Save {0}, Fee {1}', price, taken), () => void this.#save({ fees: 'take' }), 'primary');
    this.#showButtons(
      both,
      button(t('Save {0} Only', price), () => void this.#save({ fees: 'leave' })),
    );
    // Enter goes on.
    both.focus();
  }

  /** Nobody but the person can say which one is right: the focus stays in the input, where another Enter writes over nothing. */
  #offerBoth({ text, now, typed }: Conflict): void {
    const there = now === '' ? t('empty') : now;
    this.#say(t('Somebody else changed this: it is {0} now, and you typed {1}. Nothing was saved.', there, typed));
    this.#showButtons(
      button(t('Use Mine'), () => void this.#save({ over: text }), 'primary'),
      button(t('Use Theirs'), () => this.#close(now)),
    );
  }

  /** `maySave`: it may go well the next time. */
  #offerForm(text: string, maySave = true): void {
    this.#say(text);
    const open = button(t('Open Form'), () => void this.#openForm(), maySave ? 'secondary' : 'primary');
    this.#showButtons(...(maySave ? [this.#saveButton()] : []), open);
  }

  async #openForm(): Promise<void> {
    try {
      await this.#options.channel.request('openEdited', this.#cell);
      this.#remove();
    } catch (error) {
      this.#say((error as Error).message);
    }
  }

  #say(text: string): void {
    this.#message.hidden = text === '';
    this.#message.textContent = text;
  }

  #saveButton(): HTMLButtonElement {
    return button(t('Save'), () => void this.#save(), 'primary');
  }

  #showButtons(...buttons: readonly HTMLButtonElement[]): void {
    const end = button(t('Cancel'), () => this.cancel());
    replaceChildren(this.#buttons, buttons.length > 0 ? buttons : this.#saveButton(), end);
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.element.ariaBusy = String(isBusy);
    if (this.#input) this.#input.readOnly = isBusy || this.#isShut;
    for (const each of this.#buttons.querySelectorAll('button')) each.disabled = isBusy;
    this.#say(isBusy ? t('Saving…') : '');
  }

  #close(shown?: string, isFocused?: boolean): void {
    if (this.#isClosed) return;
    this.#draft.stop();
    const ended = this.#begun.then(() => this.#options.channel.request('endEdit', this.#cell)).catch(() => undefined);
    this.#remove(shown, isFocused, ended);
  }

  #remove(
    shown?: string,
    isFocused = this.element.contains(document.activeElement),
    ended: Promise<unknown> = Promise.resolve(),
  ): void {
    this.#isClosed = true;
    this.#leavePlace();
    this.element.remove();
    this.#mark.element.remove();
    this.#options.closed(isFocused, shown, ended);
  }

  #leavePlace(next?: HTMLElement): void {
    if (this.#place === next) return;
    this.#place?.style.removeProperty('anchor-name');
    this.#place?.classList.remove('edited');
  }
}

/** Where the focus is when what had it is not shown any more. */
function isNowhere(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.matches('.grid');
}

/** `periods.row-1.finish` is the finish. */
function problemName(place: string): string {
  return fieldName(place.split('.').at(-1) ?? place);
}

export function draftText(): string {
  return t('What was typed into the form of this item is not saved yet.');
}

function againText(): string {
  return t('Enter tries again, Escape gives up.');
}

function notSavedText(name: string): string {
  return t('Not saved: {0}', name);
}
