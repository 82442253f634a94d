// Somebody else changed the same record: field by field, their value or mine, and nothing is written until every choice is made.
import { freshId, h } from './dom.ts';
import { button } from './fields.ts';
import { t } from './l10n.ts';

interface DifferentField {
  readonly path: string;
  /** As a person calls it. */
  readonly label: string;
  readonly remote: string;
  /** Undefined where I have no such field. */
  readonly local: string | undefined;
  /** Whether I changed it too: nobody but me can say which is right. */
  readonly isBoth: boolean;
}

interface ChoicesOptions {
  readonly title: string;
  readonly fields: readonly DifferentField[];
  /** What they changed and no form shows. */
  readonly others: readonly string[];
  /** Gets the paths of the fields that are to be as I have them. */
  readonly resolve: (keepsLocal: ReadonlySet<string>) => void;
  readonly cancel: () => void;
}

export function choices({ title, fields, others, resolve, cancel }: ChoicesOptions) {
  const rows = fields.map((field) => choiceOf(field));
  const head = h('h2', { id: freshId('conflict'), tabIndex: -1 }, title);
  const first = t('Choose for each field first.');
  const missing = h('p', { className: 'problem', hidden: true, attributes: { role: 'alert' } }, first);
  const save = () => {
    const open = rows.find(({ chosen }) => chosen() === undefined);
    missing.hidden = open === undefined;
    if (open) return open.focus();
    resolve(new Set(rows.filter(({ chosen }) => chosen() === 'local').map(({ path }) => path)));
  };
  const accept = button(t('Save with These Choices'), save, 'primary');
  const hidden = others.length > 0 && h('p', {}, t('Also changed, and left as it is: {0}', others.join(', ')));
  const element = h(
    'section',
    { className: 'conflict', attributes: { 'aria-labelledby': head.id } },
    head,
    h('p', {}, t('Nothing was saved. Choose which value each field shall have.')),
    rows.map(({ element: row }) => row),
    hidden,
    missing,
    h('div', { className: 'actions' }, accept, button(t('Back to the Form'), cancel)),
  );
  return { element, focus: () => head.focus() };
}

/** What only they changed is theirs unless I say otherwise; what both changed has no answer yet. */
function choiceOf({ path, label, remote, local, isBoth }: DifferentField) {
  const name = freshId('choice');
  const option = (whose: string, text: string, checked: boolean) => {
    const input = h('input', { type: 'radio', name, checked, id: freshId('option') });
    const shown = text === '' ? t('empty') : text;
    const value = h('span', { className: text === '' ? 'hint' : 'value' }, shown);
    return { input, element: h('div', { className: 'check' }, input, h('label', { htmlFor: input.id }, `${whose}: `, value)) };
  };
  const left = option(t('Theirs'), remote, !isBoth);
  const right = local === undefined ? undefined : option(t('Mine'), local, false);
  return {
    path,
    element: h('fieldset', { className: 'choice' }, h('legend', {}, label), left.element, right?.element),
    chosen: () => (left.input.checked ? 'remote' : right?.input.checked ? 'local' : undefined),
    focus: () => left.input.focus(),
  };
}
