// The figures at the top: one beside the other, or in a table when two sessions are compared.
import type { Report } from '../../protocol/report.ts';
import { differenceText, valueText, type Writing } from '../../shared/report-values.ts';
import { columnHead, definitions, h, numberCell, rowHead, table } from '../kit/dom.ts';
import { t } from '../kit/l10n.ts';

/** Two names where two sessions are compared. */
export function figuresOf({ figures }: Report, names: readonly string[], writing: Writing): HTMLElement | undefined {
  if (figures.length === 0) return undefined;
  if (names.length > 1) return comparison(figures, names, writing);
  const pairs = figures.map(({ name, value, kind }) => [name, valueText(value, kind, writing)] as const);
  return h('dl', { className: 'figures' }, definitions(pairs));
}

function comparison(figures: Report['figures'], names: readonly string[], writing: Writing): HTMLElement {
  const [one = '', other = ''] = names;
  const head = [t('Figure'), ...[...names, t('Difference')].map((name) => columnHead(name, 'number'))];
  const rows = figures.map(({ name, value, other: second = null, kind }) => [
    rowHead(name),
    numberCell(valueText(value, kind, writing)),
    numberCell(valueText(second, kind, writing)),
    numberCell(differenceText(value, second, kind, writing)),
  ]);
  const caption = t('Figures side by side. Difference: {0} minus {1}.', one, other);
  return table({ className: 'comparison', caption, head }, rows);
}
