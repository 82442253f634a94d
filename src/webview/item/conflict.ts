import { differences, merged } from '../../protocol/item-fields.ts';
import type { ItemForm, SaveReply } from '../../protocol/item.ts';
import { choices, type Choices } from '../kit/choices.ts';
import { t } from '../kit/l10n.ts';
import { fieldName } from './names.ts';

type Changed = Extract<SaveReply, { kind: 'changedElsewhere' }>;

/** `resolve` gets the form as it was chosen, made on their version. */
export function conflict(
  { base, theirs, others }: Changed,
  mine: ItemForm,
  resolve: (form: ItemForm) => void,
  cancel: () => void,
): Choices {
  return choices({
    title: t('Somebody else changed this item'),
    fields: differences(base, theirs, mine).map(({ field, ...rest }) => ({
      path: field.path,
      label: fieldName(field),
      ...rest,
    })),
    others,
    resolve: (keepsMine) => resolve(merged(base, theirs, mine, (path) => keepsMine.has(path))),
    cancel,
  });
}
