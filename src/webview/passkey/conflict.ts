import type { Difference } from '../../protocol/passkey.ts';
import { h } from '../kit/dom.ts';
import { t } from '../kit/words.ts';
import { fieldLabel } from './results.ts';

/** Field by field: what it was, what somebody else made of it, and what is typed here. */
export function conflictTable(differences: readonly Difference[]): HTMLElement {
  const head = [t('Field'), t('When you opened it'), t('At the service now'), t('Yours')];
  return h(
    'table',
    { className: 'differences' },
    h('caption', {}, t('What differs')),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        head.map((text) => h('th', { scope: 'col' }, text)),
      ),
    ),
    h(
      'tbody',
      {},
      differences.map(({ field, opened, theirs, mine }) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, fieldLabel(field)),
          h('td', {}, opened || '–'),
          h('td', {}, theirs || '–'),
          h('td', {}, mine || '–'),
        ),
      ),
    ),
  );
}
