// A cell of an item that is edited where it stands: an input at the cell, saved by Enter, left by Escape. Nothing is saved by going away.
import type { EditedCell, EditReply, EditSave, EditStart, OpenEdit } from '../../protocol/item-edit.ts';
import { cellField, cellMark, type StartedCell } from './cell-field.ts';
import { freshId, h, replaceChildren } from './dom.ts';
import { button } from './fields.ts';
import { draftSaver } from './form.ts';
import { problemText } from './item-texts.ts';
import { t } from './l10n.ts';
import { fieldName, resultText } from './texts.ts';

export interface EditChannel {
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

export type CellEditor = ReturnType<typeof cellEditor>;

/** `answer`: that of the editor, which knows of the cell from then on: nothing is kept or saved before that. */
export function cellEditor(cell: EditedCell, begin: StartedCell, answer: Promise<EditStart>, options: EditorOptions) {
  const { channel } = options;
  let start = begin;
  /** Where it stands. */
  let place: HTMLElement | undefined;
  let isTouched = false;
  let isBusy = false;
  let isClosed = false;
  /** Somebody is in another cell: what was typed here stands in its cell, and nothing more. */
  let isParked = false;
  /** What was typed cannot be saved from here. */
  let isShut = false;
  const field = cellField(cell.field, start, options.currency, () => typed());
  const input = field.element.querySelector('input');
  field.value = start.typed ?? start.text;
  const mark = cellMark(() => field.value);
  const message = h('div', { className: 'message', hidden: true, attributes: { role: 'status' } });
  const buttons = h('div', { className: 'buttons' });
  const name = () => `${start.label} · ${fieldName(cell.field)}`;
  // Around it there may be nothing to cut or to paste.
  const menu = JSON.stringify({ preventDefaultContextMenuItems: false });
  const attributes = { 'role': 'group', 'popover': 'manual', 'aria-label': name(), 'data-vscode-context': menu };
  const element = h('div', { className: 'cell-editor', attributes }, field.element, message, buttons);
  const anchor = `--${freshId('cell')}`;
  element.style.setProperty('position-anchor', anchor);
  element.addEventListener('keydown', key);
  // What is done in here is not done to the row below it.
  for (const type of ['mousedown', 'click', 'dblclick']) element.addEventListener(type, (event) => event.stopPropagation());
  // Later: rows that are drawn anew take it along, and give it the focus again.
  element.addEventListener('focusout', () => void setTimeout(left));
  const begun = answer.then(confirm, (error: unknown) => shut((error as Error).message));
  const keep = () => begun.then(() => channel.request('keepEdit', { ...cell, text: field.value }));
  const draft = draftSaver(() => true, keep, keep);
  showButtons();

  /** At this cell from now on, which may be another element than before. */
  function attach(at: HTMLElement): void {
    leavePlace(at);
    place = at;
    place.classList.toggle('edited', !isParked);
    place.style.setProperty('anchor-name', anchor);
    const [shown, other] = isParked ? [mark.element, element] : [element, mark.element];
    other.remove();
    mark.update();
    if (shown.parentElement !== place) place.append(shown);
    if (!isParked && !element.matches(':popover-open')) element.showPopover();
  }

  /** Somebody goes to another cell. */
  function park(): void {
    if (isIdle()) return close();
    isParked = true;
    if (place) attach(place);
  }

  /** The focus may be elsewhere in the page: whoever went there comes back to it, or has left it as it was. */
  function left(): void {
    const { activeElement: focused } = document;
    if (!document.hasFocus() || isClosed || isParked || element.contains(focused)) return;
    // What is scrolled away has lost the focus, and is not left.
    if (!isNowhere(focused) || (isIdle() && isInSight())) park();
  }

  /** Gives up what was typed. */
  function cancel(isFocused?: boolean): void {
    if (!isBusy) close(undefined, isFocused);
  }

  /** Nothing is typed, and nothing is to be read. */
  function isIdle(): boolean {
    return !isBusy && !isChanged() && (isShut || said() === '');
  }

  function isChanged(): boolean {
    return field.value !== start.text;
  }

  function said(): string {
    return field.problem ?? message.textContent;
  }

  /** What the editor knows by now; nobody's typing is written over. */
  function confirm(known: EditStart): void {
    if (known.kind === 'opened') return remove();
    if (known.kind !== 'input') return shut(known.kind === 'draft' ? draftText() : known.why);
    const { text, typed: shown = text } = known;
    const isOther = text !== start.text;
    start = known;
    element.ariaLabel = name();
    if (!isTouched && field.value !== shown) {
      field.value = shown;
      if (element.contains(document.activeElement)) input?.select();
    } else if (isOther) field.note = t('It is {0} now.', text);
  }

  /** Nothing can be saved from here; what was typed meanwhile is there to see. */
  function shut(why: string): void {
    isShut = true;
    if (input) input.readOnly = true;
    offerForm(why, false);
  }

  function isInSight(): boolean {
    if (!place?.isConnected) return false;
    const cellBox = place.getBoundingClientRect();
    const page = new DOMRect(0, 0, innerWidth, innerHeight);
    const frame = place.closest('.grid, .wide-table')?.getBoundingClientRect() ?? page;
    return [frame, page].every(
      ({ top, bottom, left: from, right }) =>
        cellBox.bottom > top && cellBox.top < bottom && cellBox.right > from && cellBox.left < right,
    );
  }

  function typed(): void {
    isTouched = true;
    field.problem = undefined;
    say('');
    showButtons();
    draft.changed();
  }

  function key(event: KeyboardEvent): void {
    event.stopPropagation();
    const isSave = event.key === 'Enter' ? event.target === input : event.key === 's' && (event.ctrlKey || event.metaKey);
    if (event.isComposing || (!isSave && event.key !== 'Escape')) return;
    event.preventDefault();
    if (!isSave) cancel();
    else if (isShut) void openForm();
    else void save();
  }

  async function save(choice: Pick<EditSave, 'fees' | 'over'> = {}): Promise<void> {
    if (isBusy) return;
    if (!isChanged()) return close();
    draft.stop();
    setBusy(true);
    try {
      await begun;
      const reply = await channel.request('saveEdit', { ...cell, text: field.value, ...choice });
      setBusy(false);
      receive(reply);
    } catch (error) {
      setBusy(false);
      // An empty message is a cancel: all is as before.
      const { message: why } = error as Error;
      if (why !== '') offerForm(why);
    }
    mark.update(said() !== '');
    if (isClosed) return;
    if (isParked) options.waits(said() === '' ? t('Not saved: {0}', name()) : `${name()}: ${said()}`);
    else if (!buttons.contains(document.activeElement)) field.focus();
  }

  function receive(given: EditReply): void {
    switch (given.kind) {
      case 'draft':
        return shut(draftText());
      case 'refused':
        return offerForm(given.why);
      case 'fees':
        return offerFees(given);
      case 'conflict':
        return offerBoth(given);
    }
    const { reply, isKept, shown } = given;
    switch (reply.kind) {
      case 'written': {
        const { kind, text } = resultText(reply, name, `${t('Saved: {0}', name())}.`, againText());
        if (isKept) return offerForm(text);
        options.report(kind, text);
        return close(shown);
      }
      case 'unchanged':
        return close();
      case 'busy':
        return say(t('Another window saves this item at this moment. Try again when it is done.'));
      case 'changedElsewhere':
        return offerForm(`${t('Somebody else changed this item at this moment, and nothing was saved.')} ${againText()}`);
      case 'problems': {
        const texts = reply.problems.map((one) => `${problemName(one.field)}: ${problemText(one, start.timeZone)}`);
        if (isKept) return offerForm([...texts, t('The form has this field, and takes along what you typed.')].join('\n'));
        field.problem = texts.join('\n');
      }
    }
  }

  /** The rule of the form: whoever changes the price sees that a fee was as much as the tax of the old one. */
  function offerFees({ price, offers }: Extract<EditReply, { kind: 'fees' }>): void {
    const texts = offers.map((offer) =>
      t('{0}: it was as much as the tax at the old price. At {1} the tax is {2}.', fieldName(offer.field), price, offer.text),
    );
    say(texts.join('\n'));
    const taken = offers.map(({ text }) => text).join(', ');
    const both = button(t('Save {0}, Fee {1}', price, taken), () => void save({ fees: 'take' }), 'primary');
    showButtons(
      both,
      button(t('Save {0} Only', price), () => void save({ fees: 'leave' })),
    );
    // Enter goes on.
    both.focus();
  }

  /** Nobody but the person can say which one is right: the focus stays in the input, where another Enter writes over nothing. */
  function offerBoth({ text, now, typed: mine }: Extract<EditReply, { kind: 'conflict' }>): void {
    const there = now === '' ? t('empty') : now;
    say(t('Somebody else changed this: it is {0} now, and you typed {1}. Nothing was saved.', there, mine));
    showButtons(
      button(t('Use Mine'), () => void save({ over: text }), 'primary'),
      button(t('Use Theirs'), () => close(now)),
    );
  }

  /** `maySave`: it may go well the next time. */
  function offerForm(text: string, maySave = true): void {
    say(text);
    const open = button(t('Open Form'), () => void openForm(), maySave ? 'secondary' : 'primary');
    showButtons(...(maySave ? [saveButton()] : []), open);
  }

  async function openForm(): Promise<void> {
    try {
      await channel.request('openEdited', cell);
      remove();
    } catch (error) {
      say((error as Error).message);
    }
  }

  function say(text: string): void {
    message.hidden = text === '';
    message.textContent = text;
  }

  function saveButton(): HTMLButtonElement {
    return button(t('Save'), () => void save(), 'primary');
  }

  function showButtons(...own: readonly HTMLButtonElement[]): void {
    const end = button(t('Cancel'), () => cancel());
    replaceChildren(buttons, own.length > 0 ? own : saveButton(), end);
  }

  function setBusy(isNow: boolean): void {
    isBusy = isNow;
    element.ariaBusy = String(isBusy);
    if (input) input.readOnly = isBusy || isShut;
    for (const each of buttons.querySelectorAll('button')) each.disabled = isBusy;
    say(isBusy ? t('Saving…') : '');
  }

  function close(shown?: string, isFocused?: boolean): void {
    if (isClosed) return;
    draft.stop();
    const ended = begun.then(() => channel.request('endEdit', cell)).catch(() => undefined);
    remove(shown, isFocused, ended);
  }

  function remove(
    shown?: string,
    isFocused = element.contains(document.activeElement),
    ended: Promise<unknown> = Promise.resolve(),
  ): void {
    isClosed = true;
    leavePlace();
    element.remove();
    mark.element.remove();
    options.closed(isFocused, shown, ended);
  }

  function leavePlace(next?: HTMLElement): void {
    if (place === next) return;
    place?.style.removeProperty('anchor-name');
    place?.classList.remove('edited');
  }

  return {
    attach,
    park,
    left,
    cancel,
    focus(): void {
      isParked = false;
      if (place) attach(place);
      place?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      field.focus();
      input?.select();
    },
    /** Whether Escape is meant for it though the focus is not in it: it is out of sight, or what was typed stands in the cell. */
    hears: (focused: Element | null) => (isParked ? place?.contains(focused) === true : isNowhere(focused)),
  };
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
