// How far a run is, and the way to cancel it.
import type { ShownCounts } from '../../protocol/contract.ts';
import { h } from './dom.ts';
import { button } from './fields.ts';
import { countText, t } from './l10n.ts';

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
    begin(title: string) {
      bar.removeAttribute('value');
      text.textContent = title;
      stop.disabled = false;
      element.hidden = false;
      stop.focus();
    },
    /** A run that is followed from elsewhere begins with this. */
    show({ wanted, left, unknown }: ShownCounts) {
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
