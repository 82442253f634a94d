// The skeleton of every form: heading, notice, busy state, draft, Ctrl+S; and, where something is saved or sent, the bar.
import type { PageEnvironment } from '../../protocol/contract.ts';
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

export type Form<Fields> = ReturnType<typeof createForm<Fields>>;

export function createForm<Fields>(options: FormOptions<Fields>) {
  const { channel, read, isChanged, submit, bar } = options;
  const message = notice();
  const element = h('div');
  const question = h('div');
  const top = heading(options.title, options.environment);
  top.querySelector('h1')?.after(options.head?.tags ?? '');
  top.append(options.head?.actions ?? '');
  const keep = () => channel.request('keepDraft', read());
  const draft = draftSaver(isChanged, keep, () => channel.request('dropDraft', null));
  const saving = saveBar(bar, () => submit?.(), focusProblem);
  let isSending = false;
  /** That something went well is old with the next key. */
  let isNoticeDone = false;

  /** Shows in the bar what changed and how many problems there are. */
  function update(): void {
    if (!bar) return;
    const { isNew, changes = isChanged() ? [''] : [], problems = invalid().length } = bar.state();
    saving.update({ isNew, changes, problems }, bar.saveLabel(), isSending);
  }

  /** Goes to a field, but not away from what somebody does elsewhere while the page comes back by itself or is a preview. */
  function focusAt(field: { focus(): void }): void {
    if ((!channel.isBack && !isPreview()) || document.hasFocus()) return field.focus();
    const onFocus = () => {
      if (document.activeElement === document.body) field.focus();
    };
    window.addEventListener('focus', onFocus, { once: true });
  }

  function dropDraft(): void {
    draft.stop();
    void channel.request('dropDraft', null).catch(() => undefined);
  }

  function setBusy(isBusy: boolean): void {
    isSending = isBusy;
    element.inert = isBusy;
    update();
  }

  function invalid(): NodeListOf<HTMLElement> {
    return element.querySelectorAll('[aria-invalid="true"]');
  }

  /** Goes to the first field that is wrong. */
  function focusProblem(): void {
    invalid()[0]?.focus();
  }

  /** What came of it; good news are gone with the next key. */
  function showResult(kind: 'info' | 'warning' | 'error', text: string, ...actions: readonly HTMLElement[]): void {
    message.show(kind, text, ...actions);
    isNoticeDone = kind === 'info';
  }

  return {
    notice: message,
    /** What is typed into; nothing can be typed while something is sent. */
    element,
    /** Stands in the place of the form until it is answered. */
    question,
    bar: saving.element,
    submitButton: saving.save,
    update,
    focusAt,
    focusProblem,
    showResult,
    keepDraft: () => draft.changed(),
    /** Something is sent, or a question is open. */
    get isBusy() {
      return isSending || question.hasChildNodes();
    },
    set title(text: string) {
      replaceChildren(top.querySelector('h1') ?? top, text);
    },
    /** Shows the page: `content` stands below the heading. The notice and the bar have places of their own, so that they cover no field. */
    show(...content: readonly (Node | undefined)[]): void {
      // Below what is typed into, which does not move when something is said.
      mountFrame([top, ...content], h('div', { className: 'notices' }, message.element), saving.element);
      if (submit) onSaveKey(submit);
    },
    /** Begins with what was typed before, if there is any and it is wanted; `begin` goes to where typing begins. */
    start<Draft extends { readonly at: number }>(
      kept: Draft | undefined,
      restore: (draft: Draft) => void,
      begin: () => void,
    ): void {
      if (!kept) return begin();
      const taken = () => {
        restore(kept);
        begin();
      };
      if (channel.isBack) return taken();
      // Nothing can be typed over it until somebody has answered.
      element.inert = true;
      const answer = (then: () => void) => () => {
        element.inert = false;
        message.clear();
        then();
      };
      const dropped = () => {
        dropDraft();
        begin();
      };
      const take = button(t('Restore'), answer(taken), 'primary');
      const drop = button(t('Discard'), answer(dropped));
      message.show('info', t('What you typed here on {0} was not saved.', momentText(kept.at)), take, drop);
      focusAt(take);
    },
    /** Something was typed. */
    changed(): void {
      if (isNoticeDone) message.clear();
      isNoticeDone = false;
      update();
      draft.changed();
    },
    /** One click too many must not cost what was typed. */
    discard(to: Fields, write: (fields: Fields) => void): void {
      const typed = read();
      write(to);
      update();
      dropDraft();
      const undo = button(t('Undo'), () => {
        message.clear();
        write(typed);
        update();
        draft.changed();
        element.querySelector<HTMLElement>('input, select, textarea')?.focus();
      });
      showResult('info', t('Your changes were discarded.'), undo);
      undo.focus();
    },
    /** Sends something: nothing is typed and nothing is kept meanwhile. What fails is said, and what was typed is kept. */
    async run(work: () => Promise<void>): Promise<void> {
      if (isSending) return;
      draft.stop();
      message.clear();
      const focused = document.activeElement;
      setBusy(true);
      try {
        await work();
      } catch (error) {
        message.clear();
        message.fail(error);
        draft.changed();
      } finally {
        setBusy(false);
        const isLost = document.activeElement === document.body;
        if (isLost && focused instanceof HTMLElement && element.contains(focused)) focused.focus();
      }
    },
    /** Shows each problem at its field, and what has no field above the form; `fields` are in the order of the form. */
    showProblems(
      problems: readonly { readonly field: string; readonly message: string }[],
      fields: Readonly<Record<string, Pick<Field, 'problem' | 'focus'>>>,
    ): void {
      const elsewhere: string[] = [];
      for (const { field, message: text } of problems) {
        const target = Object.hasOwn(fields, field) ? fields[field] : undefined;
        if (target) target.problem = text;
        else elsewhere.push(`${field}: ${text}`);
      }
      if (elsewhere.length > 0) message.show('error', elsewhere.join('\n'));
      update();
      draft.changed();
      // The form can be typed into again only after this.
      setTimeout(() => firstWrong(Object.values(fields))?.focus());
    },
  };
}

export function firstWrong<F extends Pick<Field, 'problem'>>(fields: readonly F[]): F | undefined {
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
