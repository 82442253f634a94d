// The controls for the fields of an operation, and for its file. Names are those of the interface, so that they match its document.
import type { OperationField } from '../../protocol/operation.ts';
import { freshId, h } from '../kit/dom.ts';
import { button, numberField, selectField, textField, type Field } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';

export function fieldFor(
  { kind, name, key, part, isRequired, choices, initial, meaning }: OperationField,
  onInput: () => void,
): Field<string> {
  const common = { label: isRequired ? `${name} *` : name, required: isRequired, value: initial, onInput };
  const hint = (format?: string) => {
    const text = [meaning, format].filter(Boolean).join(' ');
    return text ? { hint: text } : {};
  };
  switch (kind) {
    case 'choice': {
      const none = isRequired ? [] : [{ value: '', label: t('(not sent)') }];
      return selectField({ ...common, ...hint(), choices: [...none, ...choices.map((value) => ({ value, label: value }))] });
    }
    case 'number':
      return numberField({ ...common, ...hint() });
    case 'list':
      return textField({ ...common, multiline: true, ...hint(t('One a line.')) });
    case 'json':
      return textField(key === part ? rest(part, onInput) : { ...common, multiline: true, ...hint(t('As JSON.')) });
    case 'text':
    case 'time':
      return textField({ ...common, ...hint() });
  }
}

function rest(part: OperationField['part'], onInput: () => void) {
  const label = part === 'query' ? t('Other parameters') : t('Other fields');
  return { label, multiline: true, rows: 2, hint: t('As JSON: { "name": "value" }'), onInput };
}

interface Chosen {
  readonly name: string;
  readonly size: number;
}

/** The file of an upload; the editor chooses and reads it, the page knows its name. */
export function filePicker(chosen: Chosen | undefined, choose: () => Promise<Chosen>): Omit<Field<string>, 'value'> {
  const name = h('span', { className: 'hint', id: freshId('file') });
  const problem = h('div', { className: 'problem', id: freshId('problem'), hidden: true });
  const open = button(t('Choose File…'), () => void pick());
  open.setAttribute('aria-describedby', `${name.id} ${problem.id}`);
  const show = (file: Chosen | undefined) =>
    (name.textContent = file ? t('{0} ({1} bytes)', file.name, countText(file.size)) : t('No file chosen'));
  const picker = {
    element: h('div', { className: 'field' }, h('h2', {}, t('File')), h('div', { className: 'check' }, open, name), problem),
    get problem() {
      return problem.hidden ? undefined : problem.textContent;
    },
    set problem(text: string | undefined) {
      problem.hidden = text === undefined;
      problem.textContent = text ?? '';
    },
    focus: () => open.focus(),
  };

  async function pick(): Promise<void> {
    try {
      show(await choose());
      picker.problem = undefined;
    } catch (error) {
      const { message } = error as Error;
      if (message !== '') picker.problem = message;
    }
  }

  show(chosen);
  return picker;
}
