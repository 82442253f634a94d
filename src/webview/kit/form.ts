// The skeleton of every form: heading, notice, busy state, draft, Ctrl+S; and, where a record is saved, the bar and the choice between two versions.
import type { PageEnvironment } from '../../protocol/contract.ts';
import { choices, type ChoicesOptions } from './choices.ts';
import { h, replaceChildren } from './dom.ts';
import { button, type Field } from './fields.ts';
import { momentText, t } from './l10n.ts';
import { heading, isPreview, mountFrame, notice } from './page.ts';

interface FormOptions<Fields> {
  readonly title: string;
  readonly environment: PageEnvironment;
  readonly channel: DraftChannel<NoInfer<Fields>>;
  /** What is typed. */
  readonly read: () => Fields;
  /** Whether anything is typed that is not saved. */
  readonly isChanged: () => boolean;
  /** What Ctrl+S and the main button, which stands in the bar, do. */
  readonly submit?: () => void;
  readonly bar?: BarOptions;
  /** What stands beside the title: what the record is like, and what can be done with it. */
  readonly head?: { readonly tags: HTMLElement; readonly actions: HTMLElement };
}

interface DraftChannel<Fields> {
  /** Whether the page was here before: nobody closed it, so nobody is asked whether what was typed is wanted. */
  readonly isBack: boolean;
  request(name: 'keepDraft', payload: Fields): Promise<unknown>;
  request(name: 'dropDraft', payload: null): Promise<unknown>;
}

interface BarOptions {
  /** The name of the button may change with what is saved. */
  readonly saveLabel: () => string;
  readonly discard: () => void;
  readonly state: () => BarState;
}

interface BarState {
  /** It is yet to be created or sent; how, is there to see from the start. */
  readonly isNew: boolean;
  /** The names of what changed, of something that exists. */
  readonly changes?: readonly string[];
  /** Unless said, those that stand at a field. */
  readonly problems?: number;
}

export class Form<Fields> {
  readonly notice = notice();
  /** What is typed into; nothing can be typed while something is sent. */
  readonly element = h('div');
  readonly submitButton: HTMLButtonElement;
  /** Stands in the place of the form until it is answered. */
  readonly question = h('div');
  readonly bar: HTMLElement;
  readonly #options: FormOptions<Fields>;
  readonly #heading: HTMLElement;
  readonly #draft: ReturnType<typeof draftSaver>;
  readonly #updateBar: (isBusy: boolean) => void;
  #isBusy = false;
  /** That something went well is old with the next key. */
  #isNoticeDone = false;

  constructor(options: FormOptions<Fields>) {
    const { title, environment, channel, read, isChanged, submit = () => undefined } = options;
    this.#options = options;
    this.#heading = heading(title, environment);
    this.#heading.querySelector('h1')?.after(options.head?.tags ?? '');
    this.#heading.append(options.head?.actions ?? '');
    const keep = () => channel.request('keepDraft', read());
    this.#draft = draftSaver(isChanged, keep, () => channel.request('dropDraft', null));
    const { element, save, update } = saveBar(options.bar, submit, () => this.focusProblem());
    this.bar = element;
    this.submitButton = save;
    this.#updateBar = (isBusy) => {
      if (!options.bar) return;
      const { isNew, changes = isChanged() ? [''] : [], problems = this.#invalid().length } = options.bar.state();
      update({ isNew, changes, problems }, options.bar.saveLabel(), isBusy);
    };
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  set title(text: string) {
    replaceChildren(this.#heading.querySelector('h1') ?? this.#heading, text);
  }

  /** Shows the page: `content` stands below the heading. The notice and the bar have places of their own, so that they cover no field. */
  show(...content: readonly (Node | undefined)[]): void {
    const page = content.filter((node) => node !== undefined && node !== this.notice.element && node !== this.bar) as Node[];
    // Below what is typed into, which does not move when something is said.
    mountFrame([this.#heading, ...page], h('div', { className: 'notices' }, this.notice.element), this.bar);
    const { submit } = this.#options;
    if (submit) onSaveKey(submit);
  }

  /** Begins with what was typed before, if there is any and it is wanted; `begin` goes to where typing begins. */
  start<Draft extends { readonly at: number }>(
    draft: Draft | undefined,
    restore: (draft: Draft) => void,
    begin: () => void,
  ): void {
    if (!draft) return begin();
    const taken = () => {
      restore(draft);
      begin();
    };
    if (this.#options.channel.isBack) return taken();
    // Nothing can be typed over it until somebody has answered.
    this.element.inert = true;
    const answer = (then: () => void) => () => {
      this.element.inert = false;
      this.notice.clear();
      then();
    };
    const dropped = () => {
      this.dropDraft();
      begin();
    };
    const take = button(t('Restore'), answer(taken), 'primary');
    const drop = button(t('Discard'), answer(dropped));
    this.notice.show('info', t('What you typed here on {0} was not saved.', momentText(draft.at)), take, drop);
    this.focusAt(take);
  }

  /** Goes to a field, but not away from what somebody does elsewhere while the page comes back by itself or is a preview. */
  focusAt(field: { focus(): void }): void {
    if ((!this.#options.channel.isBack && !isPreview()) || document.hasFocus()) return field.focus();
    const onFocus = () => {
      if (document.activeElement === document.body) field.focus();
    };
    window.addEventListener('focus', onFocus, { once: true });
  }

  /** Something was typed. */
  changed(): void {
    if (this.#isNoticeDone) this.notice.clear();
    this.#isNoticeDone = false;
    this.update();
    this.keepDraft();
  }

  keepDraft(): void {
    this.#draft.changed();
  }

  dropDraft(): void {
    this.#draft.stop();
    void this.#options.channel.request('dropDraft', null).catch(() => undefined);
  }

  /** One click too many must not cost what was typed. */
  discard(to: Fields, write: (fields: Fields) => void): void {
    const typed = this.#options.read();
    write(to);
    this.update();
    this.dropDraft();
    const undo = button(t('Undo'), () => {
      this.notice.clear();
      write(typed);
      this.update();
      this.keepDraft();
      this.element.querySelector<HTMLElement>('input, select, textarea')?.focus();
    });
    this.showResult('info', t('Your changes were discarded.'), undo);
    undo.focus();
  }

  /** Shows in the bar what changed and how many problems there are. */
  update(): void {
    this.#updateBar(this.#isBusy);
  }

  /** Sends something: nothing is typed and nothing is kept meanwhile. What fails is said, and what was typed is kept. */
  async run(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return;
    this.#draft.stop();
    this.notice.clear();
    const focused = document.activeElement;
    this.#setBusy(true);
    try {
      await work();
    } catch (error) {
      this.notice.clear();
      this.notice.fail(error);
      this.keepDraft();
    } finally {
      this.#setBusy(false);
      const isLost = document.activeElement === document.body;
      if (isLost && focused instanceof HTMLElement && this.element.contains(focused)) focused.focus();
    }
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.element.inert = isBusy;
    this.update();
  }

  /** Goes to the first field that is wrong. */
  focusProblem(): void {
    this.#invalid()[0]?.focus();
  }

  #invalid(): NodeListOf<HTMLElement> {
    return this.element.querySelectorAll('[aria-invalid="true"]');
  }

  /** What came of it; good news are gone with the next key. */
  showResult(kind: 'info' | 'warning' | 'error', text: string, ...actions: readonly HTMLElement[]): void {
    this.notice.show(kind, text, ...actions);
    this.#isNoticeDone = kind === 'info';
  }

  /** Shows each problem at its field, and what has no field above the form; `fields` are in the order of the form. */
  showProblems(
    problems: readonly { readonly field: string; readonly message: string }[],
    fields: Readonly<Record<string, Pick<Field<string>, 'problem' | 'focus'>>>,
  ): void {
    const elsewhere: string[] = [];
    for (const { field, message } of problems) {
      const target = Object.hasOwn(fields, field) ? fields[field] : undefined;
      if (target) target.problem = message;
      else elsewhere.push(`${field}: ${message}`);
    }
    if (elsewhere.length > 0) this.notice.show('error', elsewhere.join('\n'));
    this.update();
    this.keepDraft();
    // The form can be typed into again only after this.
    setTimeout(() => firstWrong(Object.values(fields))?.focus());
  }

  /** Somebody else changed the same record: nothing else can be done until every field is chosen. */
  askChoices(options: Omit<ChoicesOptions, 'cancel'>): void {
    const isAsked = (isOpen: boolean) => {
      this.element.hidden = isOpen;
      this.bar.inert = isOpen;
      if (!isOpen) this.question.replaceChildren();
    };
    const question = choices({
      ...options,
      resolve: (keepsLocal) => {
        isAsked(false);
        options.resolve(keepsLocal);
      },
      cancel: () => isAsked(false),
    });
    this.keepDraft();
    isAsked(true);
    replaceChildren(this.question, question.element);
    question.focus();
  }
}

export function firstWrong<F extends Pick<Field<string>, 'problem'>>(fields: readonly F[]): F | undefined {
  return fields.find(({ problem }) => problem !== undefined);
}

/** It hides itself when nothing changed of what exists. */
function saveBar(options: BarOptions | undefined, onSave: () => void, onProblems: () => void) {
  const text = h('span');
  const wrong = button('', onProblems, 'quiet');
  wrong.title = t('Go to the first one');
  const status = h('div', { className: 'state', attributes: { 'role': 'status', 'aria-live': 'polite' } }, text, wrong);
  const save = button('', onSave, 'primary');
  const discard = button(t('Discard'), () => options?.discard());
  const element = h('footer', { className: 'bar', hidden: true }, status, discard, save);
  const update = ({ isNew, changes, problems }: Required<BarState>, saveLabel: string, isBusy: boolean) => {
    element.hidden = !isNew && changes.length === 0 && problems === 0 && !isBusy;
    discard.hidden = isNew && changes.length === 0;
    const what = isNew || changes.length === 0 ? '' : t('Changed: {0}', changes.join(', '));
    wrong.hidden = isBusy || problems === 0;
    const count = problems === 1 ? t('1 problem') : t('{0} problems', problems);
    if (wrong.textContent !== count) wrong.textContent = count;
    const waits = isNew ? t('Waiting for the service…') : t('Saving…');
    text.textContent = isBusy ? waits : what === '' || problems === 0 ? what : `${what} · `;
    if (save.textContent !== saveLabel) save.textContent = saveLabel;
    save.disabled = isBusy;
    discard.disabled = isBusy;
  };
  return { element, save, update };
}

/** Ctrl+S saves, as everywhere in the editor; Ctrl+Enter sends, as in whatever takes a message. */
function onSaveKey(save: () => void): void {
  document.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.repeat && ['s', 'enter'].includes(event.key.toLowerCase())) {
      event.preventDefault();
      save();
    }
  });
}

/** So many keys may be on their way at once: an editor that is slow must not drown in long texts. */
const maxUnderWay = 8;

/** What is typed goes to the editor while it is typed, so that it outlives the page; `drop` is told when nothing of it is left. */
export function draftSaver(isChanged: () => boolean, keep: () => Promise<unknown>, drop: () => Promise<unknown>) {
  let underWay = 0;
  let isLate = false;
  const keepNow = async () => {
    isLate = false;
    underWay++;
    // What cannot be kept now is kept with the next key; a save says by itself what is wrong.
    await (isChanged() ? keep() : drop()).catch(() => undefined);
    underWay--;
    catchUp();
  };
  const catchUp = () => {
    if (isLate) void keepNow();
  };
  // A page whose tab is left is gone in a moment, with all that it waits for.
  for (const leaving of ['blur', 'pagehide']) window.addEventListener(leaving, catchUp);
  document.addEventListener('visibilitychange', catchUp);
  return {
    /** Something was typed. */
    changed() {
      isLate = true;
      // Each key at once: what is said in the moment in which the page goes is lost. Only a long text has to wait for its turn.
      if (underWay < maxUnderWay) catchUp();
    },
    /** What was typed is about to be saved: nothing is kept behind its back. */
    stop: () => (isLate = false),
  };
}
