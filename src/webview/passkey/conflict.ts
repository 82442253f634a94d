import type { ResultOf } from '../../protocol/contract.ts';
import { noFields, type PasskeyContract, type PasskeyFields } from '../../protocol/passkey.ts';
import { choices, type Choices } from '../kit/choices.ts';
import { t } from '../kit/l10n.ts';
import { fieldLabel } from './results.ts';

type Conflict = Extract<ResultOf<PasskeyContract, 'save'>, { kind: 'conflict' }>;

/** `resolve` gets the fields as they were chosen. */
export function conflict(
  { differences, theirs }: Conflict,
  mine: PasskeyFields,
  resolve: (chosen: PasskeyFields) => void,
  cancel: () => void,
): Choices {
  const isShown = (field: string) => Object.hasOwn(noFields, field);
  const different = differences.filter((one) => isShown(one.field) && one.theirs !== one.mine);
  return choices({
    title: t('Somebody else changed this passkey'),
    fields: different.map((one) => ({
      path: one.field,
      label: fieldLabel(one.field),
      theirs: one.theirs,
      mine: one.mine,
      isBoth: one.mine !== one.opened,
    })),
    others: differences.map(({ field }) => field).filter((field) => !isShown(field)),
    resolve: (keepsMine) => {
      const taken = different.map(({ field }) => field as keyof PasskeyFields).filter((field) => !keepsMine.has(field));
      resolve({ ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) });
    },
    cancel,
  });
}
