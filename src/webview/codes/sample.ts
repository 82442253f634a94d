// The first rows of a file, with the column of the codes marked.
import type { CheckedFile } from '../../protocol/codes-check.ts';
import { columnHead, h, rowHead, table } from '../kit/dom.ts';
import { selectField } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';

const maxColumns = 20;

export function sampleTable({ columns, column, sample }: CheckedFile): HTMLElement {
  const shown = columns.slice(0, maxColumns);
  const mark = (index: number) => (index === column ? 'code' : 'other');
  const head = [columnHead(t('Line'), 'line'), ...shown.map((name, index) => columnHead(name, mark(index)))];
  const rows = sample.map(({ line, cells }) => [
    rowHead(countText(line), 'line'),
    ...shown.map((_, index) => h('td', { className: mark(index) }, cells[index] ?? '')),
  ]);
  const region = { 'role': 'region', 'aria-label': t('The first rows') };
  return h('div', { className: 'sample', tabIndex: 0, attributes: region }, table({ head }, rows));
}

/** Only where there is anything to choose. */
export function columnChoice({ columns, column }: CheckedFile, choose: (column: number) => void): HTMLElement | undefined {
  if (columns.length < 2) return undefined;
  const ask = column === undefined ? [{ value: '', label: t('Choose…') }] : [];
  const field = selectField({
    label: t('The codes are in'),
    choices: [...ask, ...columns.map((label, index) => ({ value: String(index), label }))],
    value: column === undefined ? '' : String(column),
    onInput: () => field.value !== '' && choose(Number(field.value)),
  });
  return field.element;
}
