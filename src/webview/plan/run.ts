// How applying a plan ended.
import type { PlanEnd } from '../../protocol/plan.ts';
import { countText, t } from '../kit/l10n.ts';

export function endText({ state, counts, message }: PlanEnd): { kind: 'info' | 'warning'; text: string } {
  const { wanted, made, existed, rejected, unknown, left } = counts;
  const sentences = [
    made === 1 && wanted === 1
      ? t('The step was done, and the service shows it.')
      : t('{0} of {1} steps were done, and the service shows them.', countText(made), countText(wanted)),
    existed > 0 && t('So already: {0}.', countText(existed)),
    rejected > 0 && t('Not done: {0}.', countText(rejected)),
    unknown > 0 && t('Not known: {0}.', countText(unknown)),
    left > 0 && t('Not sent: {0}.', countText(left)),
    state === 'cancelled' && t('The run was cancelled; it can be resumed.'),
    state === 'paused' && t('The run paused: {0}', message ?? ''),
    state === 'needsDecision' && t('What is not known is looked up again when the run is resumed.'),
  ];
  return {
    kind: state === 'finished' && rejected + unknown === 0 ? 'info' : 'warning',
    text: sentences.filter(Boolean).join(' '),
  };
}
