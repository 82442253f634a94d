// The items that passkeys open: chosen from those of their event, which are loaded while the rest can be typed already.
import type { Choices } from '../../protocol/contract.ts';
import { h, replaceChildren } from './dom.ts';
import { itemTree } from './item-tree.ts';
import { t } from './l10n.ts';
import { describeButton, loaded } from './page.ts';

interface ItemPickerOptions {
  /** `isAsked`: somebody asked for it and may be asked to sign in. */
  readonly load: (isAsked: boolean) => Promise<Choices>;
  readonly isAsked: boolean;
  /** False: the service does not say which ones are chosen. */
  readonly isKnown: boolean;
  readonly onInput: () => void;
}

export function itemPicker({ load, isAsked, isKnown, onInput }: ItemPickerOptions) {
  let chosen: string[] = [];
  let choices: Choices | undefined;
  let tree: ReturnType<typeof itemTree> | undefined;
  const content = h('div');
  const none = h('div', { className: 'hint' }, t('A passkey without items opens nothing. Items can also be chosen later.'));
  const unknown = t('The service does not say which items it opens; what you choose here takes their place.');
  const partly = h(
    'div',
    { className: 'hint', hidden: true },
    t('Nothing shows that these are all items of the event. Describe Service… in the command palette can tell.'),
    ' ',
    describeButton(),
  );
  const list = loaded(
    async (mayAsk) => {
      choices = await load(mayAsk);
      partly.hidden = choices.isWhole;
      draw();
      return [content];
    },
    t('Loading the items…'),
    (message) => `${t('The items could not be loaded, and stay as they are.')} ${message}`,
  );

  function showNone(): void {
    none.hidden = !isKnown || chosen.length > 0;
  }

  /** Those that are chosen now come first; while somebody ticks, no row moves. */
  function draw(): void {
    if (!choices) return;
    const focused = tree?.focused;
    const now = itemTree({
      ...choices,
      chosen,
      onInput: () => {
        chosen = now.value;
        showNone();
        onInput();
      },
    });
    tree = now;
    showNone();
    replaceChildren(content, now.element, partly, none);
    if (focused !== undefined) now.focus(focused);
  }

  list.load(isAsked);
  return {
    element: h('div', {}, list.element, !isKnown && h('div', { className: 'hint' }, unknown)),
    /** What is chosen, by names as far as they were read. */
    get names() {
      return tree?.namesOf(chosen) ?? chosen;
    },
    get value() {
      return chosen;
    },
    set value(ids) {
      const isSame = tree !== undefined && ids.length === chosen.length && ids.every((id) => chosen.includes(id));
      chosen = [...ids];
      if (!isSame) draw();
    },
  };
}
