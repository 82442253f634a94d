// What is said after a save, and what somebody else changed meanwhile.
import type { ResultOf } from '../../protocol/contract.ts';
import type { PasskeyContract, PasskeyFields, PasskeyPart } from '../../protocol/passkey.ts';
import { noFields } from '../../shared/record-fields.ts';
import type { ChoicesOptions } from '../kit/choices.ts';
import { t } from '../kit/l10n.ts';
import { fieldName, savedText, segmentText } from '../kit/texts.ts';

type Save = ResultOf<PasskeyContract, 'save'>;

/** One sentence when all went well; one for each segment when it did not. */
export function resultText(
  { parts, isComplete, isReadBack }: Extract<Save, { kind: 'done' }>,
  name: string,
  isNew: boolean,
): { kind: 'info' | 'warning' | 'error'; text: string } {
  if (!isComplete) {
    const texts = parts.map(({ what, state, message }) => segmentText(state, segmentName(what), message));
    return { kind: 'error', text: [...texts, t('What you typed is still here.')].join('\n') };
  }
  const done = isNew ? t('The passkey {0} was created.', name) : t('The passkey {0} was saved.', name);
  const different = parts.filter(({ isShown }) => isShown === false).map(({ what }) => segmentName(what));
  return savedText(done, isReadBack, different);
}

function segmentName(what: PasskeyPart['what']): string {
  return { create: t('the new passkey'), fields: t('the passkey and its times'), items: t('its items') }[what];
}

/** `resolve` gets the fields as they were chosen. */
export function conflict(
  { differences, theirs: remote }: Extract<Save, { kind: 'conflict' }>,
  local: PasskeyFields,
  resolve: (chosen: PasskeyFields) => void,
): Omit<ChoicesOptions, 'cancel'> {
  const isShown = (field: string) => Object.hasOwn(noFields, field);
  const different = differences.filter(({ field, theirs, mine }) => isShown(field) && theirs !== mine);
  return {
    title: t('Somebody else changed this passkey'),
    fields: different.map(({ field, theirs, mine, opened }) => ({
      path: field,
      label: fieldName(field),
      remote: theirs,
      local: mine,
      isBoth: mine !== opened,
    })),
    others: differences.map(({ field }) => field).filter((field) => !isShown(field)),
    resolve: (keepsLocal) => {
      const taken = different.map(({ field }) => field as keyof PasskeyFields).filter((field) => !keepsLocal.has(field));
      resolve({ ...local, ...Object.fromEntries(taken.map((field) => [field, remote[field]])) });
    },
  };
}
