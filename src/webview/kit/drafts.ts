// What is typed goes to the editor while it is typed, so that it outlives the page; and it comes back with it.
import { button } from './fields.ts';
import type { Notice } from './page.ts';
import { momentText, t } from './l10n.ts';

/** So many keys may be on their way at once: an editor that is slow must not drown in long texts. */
const maxUnderWay = 8;

interface DraftSaver {
  /** Something was typed. */
  soon(): void;
  /** What was typed is about to be saved: nothing is kept behind its back. */
  stop(): void;
}

/** `keep` is told when there is something to keep, `drop` when nothing of it is left. */
export function draftSaver(isChanged: () => boolean, keep: () => Promise<unknown>, drop: () => Promise<unknown>): DraftSaver {
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
    soon() {
      isLate = true;
      // Each key at once: what is said in the moment in which the page goes is lost. Only a long text has to wait for its turn.
      if (underWay < maxUnderWay) catchUp();
    },
    stop: () => (isLate = false),
  };
}

interface DraftOffer {
  /** When it was typed, in milliseconds. */
  readonly at: number;
  /** The page was here before: nobody closed it, so nobody needs to be asked. */
  readonly isBack: boolean;
  readonly form: HTMLElement;
  readonly news: Notice;
  readonly restore: () => void;
  readonly drop: () => void;
}

interface Beginning<Fields> extends Pick<DraftOffer, 'isBack' | 'form' | 'news' | 'drop'> {
  readonly draft: { readonly at: number; readonly fields: Fields } | undefined;
  readonly write: (fields: Fields) => void;
  /** Goes to where typing begins. */
  readonly begin: () => void;
}

/** A form begins with what was typed into it before, if there is any and it is wanted. */
export function startForm<Fields>({ draft, write, begin, drop, ...offer }: Beginning<Fields>): void {
  if (!draft) return begin();
  const restore = () => {
    write(draft.fields);
    begin();
  };
  const discard = () => {
    drop();
    begin();
  };
  offerDraft({ ...offer, at: draft.at, restore, drop: discard });
}

/** Goes to a field, but not away from what somebody does elsewhere while the page comes back by itself. */
export function beginAt(field: { focus(): void }, isBack: boolean): void {
  if (!isBack || document.hasFocus()) return field.focus();
  const onFocus = () => {
    if (document.activeElement === document.body) field.focus();
  };
  window.addEventListener('focus', onFocus, { once: true });
}

/** Gives back what was typed, or asks first in a form that was opened anew; nothing can be typed over it until then. */
export function offerDraft({ at, isBack, form, news, restore, drop }: DraftOffer): void {
  if (isBack) return restore();
  form.inert = true;
  const answer = (then: () => void) => () => {
    form.inert = false;
    news.clear();
    then();
  };
  const take = button(t('Restore'), answer(restore), 'primary');
  news.show('info', t('What you typed here on {0} was not saved.', momentText(at)), take, button(t('Discard'), answer(drop)));
  take.focus();
}

/** Ctrl+S saves, as everywhere in the editor. */
export function onSaveKey(save: () => void): void {
  document.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's') {
      event.preventDefault();
      save();
    }
  });
}

/** Nothing can be typed while the work is under way; the focus comes back afterwards. */
export async function whileBusy(form: HTMLElement, work: () => Promise<void>): Promise<void> {
  const focused = document.activeElement;
  form.inert = true;
  try {
    await work();
  } finally {
    form.inert = false;
    if (document.activeElement === document.body && focused instanceof HTMLElement && form.contains(focused)) focused.focus();
  }
}
