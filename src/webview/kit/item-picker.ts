// The items that passkeys open: chosen from those of their event, which are loaded while the rest can be typed already.
import type { Choices } from '../../protocol/contract.ts';
import { h, replaceChildren } from './dom.ts';
import { pickList, type Choice } from './fields.ts';
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
  let choices: readonly Choice[] | undefined;
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
      const { rows, isWhole } = await load(mayAsk);
      choices = rows;
      partly.hidden = isWhole;
      draw();
      return [content];
    },
    t('Loading the items…'),
    (message) => `${t('The items could not be loaded, and stay as they are.')} ${message}`,
  );

  function showNone(): void {
    none.hidden = !isKnown || chosen.length > 0;
  }

  /** What is chosen and no longer listed can still be taken away. */
  function draw(): void {
    if (!choices) return;
    const known = new Set(choices.map(({ value }) => value));
    const missing = chosen
      .filter((id) => !known.has(id))
      .map((id) => ({ value: id, label: t('{0} (not an item of this event)', id) }));
    const picker = pickList({
      label: t('Items'),
      choices: [...missing, ...choices],
      chosen,
      onInput: () => {
        chosen = picker.value;
        showNone();
        onInput();
      },
    });
    showNone();
    replaceChildren(content, picker.element, partly, none);
  }

  list.load(isAsked);
  return {
    element: h('div', {}, list.element, !isKnown && h('div', { className: 'hint' }, unknown)),
    get value() {
      return chosen;
    },
    set value(ids) {
      chosen = [...ids];
      draw();
    },
  };
}
