// The figures at the top: one beside the other, or in a table when two sessions are compared.
import type { Report } from '../../protocol/report.ts';
import { differenceText, valueText, type Writing } from '../../protocol/report-values.ts';
import { h } from '../kit/dom.ts';
import { t } from '../kit/l10n.ts';

/** Two names where two sessions are compared. */
export function figuresOf({ figures }: Report, names: readonly string[], writing: Writing): HTMLElement | undefined {
  if (figures.length === 0) return undefined;
  if (names.length > 1) return comparison(figures, names, writing);
  return h(
    'dl',
    { className: 'figures' },
    figures.map(({ name, value, kind }) => h('div', {}, h('dt', {}, name), h('dd', {}, valueText(value, kind, writing)))),
  );
}

function comparison(figures: Report['figures'], names: readonly string[], writing: Writing): HTMLElement {
  const heads = [...names, t('Difference')];
  const [one = '', other = ''] = names;
  const row = ({ name, value, other = null, kind }: Report['figures'][number]) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, name),
      h('td', { className: 'number' }, valueText(value, kind, writing)),
      h('td', { className: 'number' }, valueText(other, kind, writing)),
      h('td', { className: 'number' }, differenceText(value, other, kind, writing)),
    );
  return h(
    'table',
    { className: 'comparison' },
    h('caption', {}, t('Figures side by side. Difference: {0} minus {1}.', one, other)),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, t('Figure')),
        heads.map((name) => h('th', { scope: 'col', className: 'number' }, name)),
      ),
    ),
    h('tbody', {}, figures.map(row)),
  );
}
