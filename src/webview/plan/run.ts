// How far applying a plan is, and how it ended.
import type { PlanCounts, PlanEnd } from '../../protocol/plan.ts';
import { h } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';

export function progressLine(cancel: () => void) {
  const bar = h('progress', { attributes: { 'aria-label': t('Progress') } });
  const text = h('span', { attributes: { role: 'status' } });
  const stop = button(t('Cancel'), () => {
    stop.disabled = true;
    cancel();
  });
  const element = h('div', { className: 'notice', hidden: true }, text, bar, stop);
  return {
    element,
    show({ wanted, left, unknown }: PlanCounts) {
      if (element.hidden) stop.disabled = false;
      bar.max = wanted;
      bar.value = wanted - left - unknown;
      element.hidden = false;
      text.textContent = t('{0} of {1}', countText(wanted - left - unknown), countText(wanted));
    },
    end() {
      element.hidden = true;
    },
  };
}

export function endText({ state, counts, message }: PlanEnd): { kind: 'info' | 'warning'; text: string } {
  const { wanted, made, existed, rejected, unknown, left } = counts;
  const sentences = [
    t('{0} of {1} steps were done, and the service shows them.', countText(made), countText(wanted)),
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
