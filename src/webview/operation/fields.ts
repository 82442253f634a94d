// The control for a field of an operation. Names are those of the interface, so that they match its document.
import type { OperationField } from '../../protocol/operation.ts';
import { numberField, selectField, textField, type Field } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';

export function partTitle(part: OperationField['part']): string {
  switch (part) {
    case 'path':
      return t('Path');
    case 'query':
      return t('Query');
    case 'body':
      return t('Payload');
  }
}

export function fieldFor(
  { kind, name, key, part, isRequired, choices, initial, meaning }: OperationField,
  onInput: () => void,
): Field<string> {
  const common = { label: isRequired ? `${name} *` : name, required: isRequired, value: initial, onInput };
  const hint = (format?: string) => ({ hint: [meaning, format].filter(Boolean).join(' ') || undefined });
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
