// Somebody else changed the item: field by field, theirs or mine, and nothing is written until every choice is made.
import { differences, merged, type Difference } from '../../protocol/item-fields.ts';
import type { ItemForm, SaveReply } from '../../protocol/item.ts';
import { freshId, h } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { t } from '../kit/words.ts';
import { fieldName } from './names.ts';

type Changed = Extract<SaveReply, { kind: 'changedElsewhere' }>;

export interface Conflict {
  readonly element: HTMLElement;
  focus(): void;
}

/** `resolve` gets the form as it was chosen, made on their version. */
export function conflict(
  { base, theirs, others }: Changed,
  mine: ItemForm,
  resolve: (form: ItemForm) => void,
  cancel: () => void,
): Conflict {
  const choices = differences(base, theirs, mine).map((difference) => choiceOf(difference));
  const title = h('h2', { id: freshId('conflict'), tabIndex: -1 }, t('Somebody else changed this item'));
  const missing = h(
    'p',
    { className: 'problem', hidden: true, attributes: { role: 'alert' } },
    t('Choose for each field first.'),
  );
  const accept = button(
    t('Save with These Choices'),
    () => {
      const open = choices.find(({ chosen }) => chosen() === undefined);
      missing.hidden = open === undefined;
      if (open) return open.focus();
      const keeps = new Set(choices.filter(({ chosen }) => chosen() === 'mine').map(({ path }) => path));
      resolve(merged(base, theirs, mine, (path) => keeps.has(path)));
    },
    'primary',
  );
  const hidden = others.length > 0 && h('p', {}, t('Also changed, and left as it is: {0}', others.join(', ')));
  const element = h(
    'section',
    { className: 'conflict', attributes: { 'aria-labelledby': title.id } },
    title,
    h('p', {}, t('Nothing was saved. Choose which value each field shall have.')),
    choices.map(({ element: choice }) => choice),
    hidden,
    missing,
    h('div', { className: 'actions' }, accept, button(t('Back to the Form'), cancel)),
  );
  return { element, focus: () => title.focus() };
}

interface Choice {
  readonly path: string;
  readonly element: HTMLElement;
  readonly chosen: () => 'theirs' | 'mine' | undefined;
  focus(): void;
}

/** What only they changed is theirs unless I say otherwise; what both changed has no answer yet. */
function choiceOf({ field, theirs, mine, isBoth }: Difference): Choice {
  const name = freshId('choice');
  const option = (label: string, text: string, checked: boolean) => {
    const input = h('input', { type: 'radio', name, checked, id: freshId('option') });
    const shown = text === '' ? t('empty') : text;
    const words = h(
      'label',
      { htmlFor: input.id },
      `${label}: `,
      h('span', { className: text === '' ? 'hint' : 'value' }, shown),
    );
    return { input, element: h('div', { className: 'check' }, input, words) };
  };
  const left = option(t('Theirs'), theirs, !isBoth);
  const right = mine === undefined ? undefined : option(t('Mine'), mine, false);
  return {
    path: field.path,
    element: h('fieldset', { className: 'choice' }, h('legend', {}, fieldName(field)), left.element, right?.element),
    chosen: () => (left.input.checked ? 'theirs' : right?.input.checked ? 'mine' : undefined),
    focus: () => left.input.focus(),
  };
}
