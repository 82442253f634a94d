// How applying a plan ended, or where it stands still, and what can be done next.
import type { PlanEnd } from '../../protocol/plan.ts';
import { countText, t } from '../kit/l10n.ts';

interface EndText {
  readonly kind: 'info' | 'warning';
  readonly text: string;
}

export function endText({ state, counts, message }: PlanEnd): EndText {
  const { wanted, made, existed, rejected, unknown, left } = counts;
  const isSeen = state === 'finished' || state === 'needsDecision';
  const doneText =
    made === 1 && wanted === 1
      ? t('The step was done, and the service shows it.')
      : t('{0} of {1} steps were done, and the service shows them.', countText(made), countText(wanted));
  const sentences = [
    ...(isSeen ? [doneText] : [stopText(state, counts, message), t('Done, as the service answered: {0}.', countText(made))]),
    existed > 0 && t('So already: {0}.', countText(existed)),
    rejected > 0 && t('Not done: {0}.', countText(rejected)),
    unknown > 0 && t('Not known: {0}.', countText(unknown)),
    left > 0 && t('Not sent: {0}.', countText(left)),
    state === 'needsDecision' && t('What is not known is looked up again when the run is resumed.'),
    !isSeen && t('Resuming looks at what the service has, and sends only what it lacks.'),
  ];
  return {
    kind: state === 'finished' && rejected + unknown === 0 ? 'info' : 'warning',
    text: sentences.filter(Boolean).join(' '),
  };
}

/** As far as the Runs view says it is. */
function stopText(state: PlanEnd['state'], { wanted, left, unknown }: PlanEnd['counts'], message = ''): string {
  const far = [countText(wanted - left - unknown), countText(wanted)] as const;
  if (state === 'cancelled') return t('The run was cancelled at {0} of {1} steps.', ...far);
  if (state === 'paused') return t('The run paused at {0} of {1} steps: {2}', ...far, message);
  return t('The run was interrupted at {0} of {1} steps.', ...far);
}
