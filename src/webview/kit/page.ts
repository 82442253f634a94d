// What every form has: a heading that names the place, a line that speaks, and the bar at the bottom.
import { h, replaceChildren } from './dom.ts';
import { button } from './fields.ts';
import { t } from './l10n.ts';

interface PageEnvironment {
  readonly label: string;
  readonly protected: boolean;
}

/** The title line: what this is, and in which environment; a protected one is marked. */
export function heading(title: string, place: PageEnvironment): HTMLElement {
  const where = place.protected ? t('{0} (protected)', place.label) : place.label;
  return h('header', {}, h('h1', {}, title), h('span', { className: place.protected ? 'place protected' : 'place' }, where));
}

export interface Notice {
  readonly element: HTMLElement;
  show(kind: 'info' | 'warning' | 'error', text: string, ...actions: readonly HTMLElement[]): void;
  clear(): void;
}

/** One line of news, said by a screen reader when it changes. */
export function notice(): Notice {
  const element = h('div', { className: 'notice', hidden: true, attributes: { role: 'status' } });
  return {
    element,
    show(kind, text, ...actions) {
      element.className = `notice ${kind}`;
      element.setAttribute('role', kind === 'error' ? 'alert' : 'status');
      replaceChildren(element, h('span', {}, text), ...actions);
      element.hidden = false;
    },
    clear() {
      element.hidden = true;
      element.replaceChildren();
    },
  };
}

interface SaveBar {
  readonly element: HTMLElement;
  /** Shows what changed and how many problems there are; hides itself when nothing changed of what exists. */
  update(state: SaveState): void;
}

interface SaveState {
  readonly changes: readonly string[];
  readonly problems: number;
  readonly busy: boolean;
  /** It is yet to be created: how, is there to see from the start. */
  readonly isNew: boolean;
}

/** `save`: the name of its button, which may change with what is saved. */
export function saveBar(labels: { save: () => string; discard?: string }, onSave: () => void, onDiscard: () => void): SaveBar {
  const text = h('span', { attributes: { 'role': 'status', 'aria-live': 'polite' } });
  const save = button(labels.save(), onSave, 'primary');
  const discard = button(labels.discard ?? t('Discard'), onDiscard);
  const element = h('footer', { className: 'bar', hidden: true }, text, discard, save);
  return {
    element,
    update({ changes, problems, busy, isNew }) {
      element.hidden = !isNew && changes.length === 0 && problems === 0 && !busy;
      discard.hidden = isNew && changes.length === 0;
      const what = isNew || changes.length === 0 ? '' : t('Changed: {0}', changes.join(', '));
      const wrong = problems === 0 ? '' : problems === 1 ? t('1 problem') : t('{0} problems', problems);
      text.textContent = busy ? t('Saving…') : [what, wrong].filter(Boolean).join(' · ');
      if (save.textContent !== labels.save()) save.textContent = labels.save();
      save.disabled = busy;
      discard.disabled = busy;
    },
  };
}

/** The way back for somebody whose form could not be filled. */
export function failure(problem: string, onRetry: () => void): HTMLElement {
  return h(
    'div',
    { className: 'notice error', attributes: { role: 'alert' } },
    h('span', {}, problem),
    button(t('Try Again'), onRetry),
  );
}

export function mount(...content: readonly (Node | string)[]): void {
  document.querySelector('main')?.replaceChildren(...content);
}
