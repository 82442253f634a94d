// What came of a save, part by part.
import type { SavedPart, SaveReply } from '../../protocol/item.ts';
import { t } from '../kit/l10n.ts';
import { partName } from './names.ts';

type Written = Extract<SaveReply, { kind: 'written' }>;

/** One sentence when all went well; a line for each part when it did not. */
export function resultText({ parts, isReadBack }: Written, isNew: boolean): { kind: 'info' | 'warning' | 'error'; text: string } {
  const isDone = parts.every(({ state }) => state === 'saved');
  if (!isDone) return { kind: 'error', text: [...parts.map(partText), t('What is not saved is still here.')].join('\n') };
  const names = parts.map(partName).join(', ');
  const done = isNew ? t('The item was created. Saved: {0}', names) : t('Saved: {0}', names);
  const others = parts.filter(({ isOther }) => isOther).map(partName);
  if (!isReadBack) return { kind: 'warning', text: `${done}. ${t('It could not be read back.')}` };
  if (others.length > 0)
    return { kind: 'warning', text: `${done}. ${t('The service shows another value for: {0}', others.join(', '))}` };
  return { kind: 'info', text: `${done}.` };
}

function partText(part: SavedPart): string {
  const { state, reason = '' } = part;
  switch (state) {
    case 'saved':
      return t('Saved: {0}', partName(part));
    case 'failed':
      return t('Not saved: {0} ({1})', partName(part), reason);
    case 'unknown':
      return t('Unknown whether saved: {0} ({1}) The service does not show it at this moment.', partName(part), reason);
    case 'skipped':
      return t('Not sent: {0}', partName(part));
  }
}
