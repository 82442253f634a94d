// A cell of an item that is edited where it stands: an input over the cell, saved by Enter, left by Escape. Nothing is saved by going away.
import type { SaveReply } from '../../protocol/item.ts';
import type { EditedCell, EditedField, EditReply, EditSave, EditStart, OpenEdit } from '../../protocol/item-edit.ts';
import { freshId, h, replaceChildren } from './dom.ts';
import { amountField, button, dateTimeField, numberField, type Field } from './fields.ts';
import { draftSaver } from './form.ts';
import { problemText, resultText } from './item-texts.ts';
import { t } from './l10n.ts';
import { fieldName } from './texts.ts';
import { clockText } from './times.ts';

type Input = Extract<EditStart, { kind: 'input' }>;
type Written = Extract<SaveReply, { kind: 'written' }>;

interface EditChannel {
  request(name: 'keepEdit', payload: OpenEdit): Promise<unknown>;
  request(name: 'saveEdit', payload: EditSave): Promise<EditReply>;
  request(name: 'endEdit', payload: EditedCell & { isDropped: boolean }): Promise<unknown>;
  request(name: 'openEdited', payload: EditedCell): Promise<unknown>;
}

interface EditorOptions {
  readonly channel: EditChannel;
  readonly currency: string;
  /** It is gone; `shown`: what the service has now. */
  readonly closed: (isFocused: boolean, shown: string | undefined) => void;
  /** All is saved: said where it outlives the cell. */
  readonly report: (kind: 'info' | 'warning' | 'error', text: string) => void;
}

export class CellEditor {
  readonly element: HTMLElement;
  readonly #cell: EditedCell;
  readonly #start: Input;
  readonly #options: EditorOptions;
  readonly #field: Field<string>;
  readonly #message = h('div', { className: 'message', hidden: true, attributes: { role: 'status' } });
  readonly #buttons = h('div', { className: 'buttons' });
  readonly #draft: ReturnType<typeof draftSaver>;
  readonly #anchor = `--${freshId('cell')}`;
  #isBusy = false;
  #isClosed = false;
  /** What was typed is a draft of the form, whatever becomes of the cell. */
  #isKept = false;

  constructor(cell: EditedCell, start: Input, options: EditorOptions) {
    this.#cell = cell;
    this.#start = start;
    this.#options = options;
    this.#field = inputFor(cell.field, start, options.currency, () => this.#typed());
    this.#field.value = start.typed ?? start.text;
    const keep = () => options.channel.request('keepEdit', { ...cell, text: this.#field.value });
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
    this.element.addEventListener('focusout', () => void setTimeout(() => this.#left()));
  }

  /** Over this cell from now on, which may be another element than before. */
  attach(cell: HTMLElement): void {
    cell.style.setProperty('anchor-name', this.#anchor);
    if (this.element.parentElement === cell) return;
    cell.append(this.element);
    this.element.showPopover();
  }

  focus(): void {
    this.element.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this.#field.focus();
    this.#input?.select();
  }

  get #input(): HTMLInputElement | null {
    return this.element.querySelector('input');
  }

  get #name(): string {
    return `${this.#start.label} · ${fieldName(this.#cell.field)}`;
  }

  /** Nothing is typed, and nothing is to be read. */
  get #isIdle(): boolean {
    return !this.#isBusy && !this.#isChanged && this.#message.textContent === '';
  }

  get #isChanged(): boolean {
    return this.#field.value !== this.#start.text;
  }

  /** Somebody went elsewhere in the page; what was typed stays where it is. */
  #left(): void {
    if (document.hasFocus() && !this.element.contains(document.activeElement) && this.#isIdle) this.#close(true);
  }

  #typed(): void {
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
    if (isSave) void this.#save();
    else this.#cancel();
  }

  #cancel(): void {
    if (!this.#isBusy) this.#close(!this.#isKept);
  }

  async #save(fees?: EditSave['fees']): Promise<void> {
    if (this.#isBusy) return;
    if (!this.#isChanged) return this.#close(!this.#isKept);
    this.#draft.stop();
    this.#setBusy(true);
    try {
      const edit = { ...this.#cell, text: this.#field.value };
      const reply = await this.#options.channel.request('saveEdit', fees ? { ...edit, fees } : edit);
      this.#setBusy(false);
      this.#receive(reply);
    } catch (error) {
      this.#setBusy(false);
      // An empty message is a cancel: all is as before.
      const { message } = error as Error;
      if (message !== '') this.#offerForm(message);
    }
    if (!this.#isClosed && !this.#buttons.contains(document.activeElement)) this.#field.focus();
  }

  #receive(answer: EditReply): void {
    switch (answer.kind) {
      case 'draft':
        return this.#offerForm(draftText(), false);
      case 'refused':
        return this.#offerForm(answer.why);
      case 'fees':
        return this.#offerFees(answer);
    }
    this.#isKept = answer.isKept;
    const { reply } = answer;
    if (reply.kind === 'written') this.#written(reply, answer);
    else if (reply.kind === 'unchanged') this.#close(true);
    else if (reply.kind === 'busy') this.#say(t('Another window saves this item at this moment. Try again when it is done.'));
    else if (reply.kind === 'changedElsewhere') this.#offerForm(`${t('Somebody else changed this item.')} ${keptText()}`, false);
    else if (reply.kind === 'problems') this.#showProblems(reply.problems, answer.isKept);
  }

  #written(reply: Written, { isKept, shown }: { readonly isKept: boolean; readonly shown?: string | undefined }): void {
    const { kind, text } = resultText(reply, { done: t('Saved: {0}', this.#name), name: this.#name, left: keptText() });
    if (isKept) return this.#offerForm(text);
    this.#options.report(kind, text);
    this.#close(true, shown);
  }

  #showProblems(problems: Extract<SaveReply, { kind: 'problems' }>['problems'], isKept: boolean): void {
    const { timeZone } = this.#start;
    const texts = problems.map((problem) => `${problemName(problem.field)}: ${problemText(problem, timeZone)}`);
    if (isKept) this.#offerForm([...texts, keptText()].join('\n'));
    else this.#field.problem = texts.join('\n');
  }

  /** The rule of the form: whoever changes the price sees that a fee was the tax of the old one. */
  #offerFees({ price, offers }: Extract<EditReply, { kind: 'fees' }>): void {
    const texts = offers.map(({ field, text }) =>
      t('{0}: it was the tax at the old price. At {1} the tax is {2}.', fieldName(field), price, text),
    );
    this.#say(texts.join('\n'));
    const taken = offers.map(({ text }) => text).join(', ');
    const both = button(t('Save {0}, Fee {1}', price, taken), () => void this.#save('take'), 'primary');
    this.#showButtons(
      both,
      button(t('Save {0} Only', price), () => void this.#save('leave')),
    );
    // Enter goes on.
    both.focus();
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
      this.#remove(undefined);
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
    const end = button(this.#isKept ? t('Close') : t('Cancel'), () => this.#cancel());
    replaceChildren(this.#buttons, buttons.length > 0 ? buttons : this.#saveButton(), end);
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.element.ariaBusy = String(isBusy);
    if (this.#input) this.#input.readOnly = isBusy;
    for (const each of this.#buttons.querySelectorAll('button')) each.disabled = isBusy;
    this.#say(isBusy ? t('Saving…') : '');
  }

  #close(isDropped: boolean, shown?: string): void {
    if (this.#isClosed) return;
    this.#draft.stop();
    this.#options.channel.request('endEdit', { ...this.#cell, isDropped }).catch(() => undefined);
    this.#remove(shown);
  }

  #remove(shown: string | undefined): void {
    this.#isClosed = true;
    const isFocused = this.element.contains(document.activeElement);
    this.element.parentElement?.style.removeProperty('anchor-name');
    this.element.remove();
    this.#options.closed(isFocused, shown);
  }
}

/** The control that the form has for it. */
function inputFor(name: EditedField, { as, timeZone }: Input, currency: string, onInput: () => void): Field<string> {
  const label = fieldName(name);
  if (as === 'time') return dateTimeField({ label, hint: clockText(timeZone ?? '', timeZone !== undefined), onInput });
  if (as === 'count') return numberField({ label, onInput });
  const field = amountField({ label, currency, onInput });
  field.as = as;
  return field;
}

/** `periods.row-1.finish` is the finish. */
function problemName(place: string): string {
  return fieldName(place.split('.').at(-1) ?? place);
}

export function draftText(): string {
  return t('What was typed into the form of this item is not saved yet.');
}

function keptText(): string {
  return t('What you typed is kept in the form of the item.');
}
