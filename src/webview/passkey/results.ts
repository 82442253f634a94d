// What is said after a save.
import type { ResultOf } from '../../protocol/contract.ts';
import type { PasskeyContract, PasskeyPart } from '../../protocol/passkey.ts';
import { t } from '../kit/l10n.ts';

type Done = Extract<ResultOf<PasskeyContract, 'save'>, { kind: 'done' }>;

export function fieldLabel(name: string): string {
  switch (name) {
    case 'passkey':
      return t('Passkey');
    case 'start':
      return t('Start');
    case 'finish':
      return t('Finish');
    case 'itemIds':
      return t('Items');
    default:
      return name;
  }
}

/** One sentence when all went well; one for each part when it did not. */
export function resultText(
  { parts, isComplete, isReadBack }: Done,
  name: string,
  isNew: boolean,
): { kind: 'info' | 'warning' | 'error'; text: string } {
  if (!isComplete) return { kind: 'error', text: [...parts.map(partText), t('What you typed is still here.')].join('\n') };
  const done = isNew ? t('The passkey {0} was created.', name) : t('The passkey {0} was saved.', name);
  const different = parts.filter(({ isShown }) => isShown === false).map(({ what }) => partName(what));
  if (!isReadBack) return { kind: 'warning', text: `${done} ${t('It could not be read back.')}` };
  if (different.length === 0) return { kind: 'info', text: done };
  return { kind: 'warning', text: `${done} ${t('The service shows another value for: {0}', different.join(', '))}` };
}

function partText({ what, state, message = '' }: PasskeyPart): string {
  switch (state) {
    case 'saved':
      return t('Saved: {0}', partName(what));
    case 'failed':
      return t('Not saved: {0} ({1})', partName(what), message);
    case 'unknown':
      return t('Unknown whether saved: {0} ({1}) The service does not show it at this moment.', partName(what), message);
    case 'skipped':
      return t('Not sent: {0}', partName(what));
  }
}

function partName(what: PasskeyPart['what']): string {
  switch (what) {
    case 'create':
      return t('the new passkey');
    case 'fields':
      return t('the passkey and its times');
    case 'items':
      return t('its items');
  }
}
