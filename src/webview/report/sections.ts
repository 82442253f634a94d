// One part of a report: a chart with its table behind it, or the table alone. It stays where it is when its numbers change.
import type { Section } from '../../protocol/report.ts';
import { nothing, valueText, type Writing } from '../../protocol/report-values.ts';
import { barChart, type Chart, type ChartData } from '../kit/chart.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { breaksIn } from './breaks.ts';

type SavePicture = (title: string, format: 'svg' | 'png', chart: Chart) => void;

export interface SectionView {
  readonly element: HTMLElement;
  show(section: Section): void;
}

/** More bars than these are no picture any more. */
const maxBars = { lying: 40, standing: 240 };

export function sectionView(first: Section, writing: Writing, save: SavePicture): SectionView {
  let chart: Chart | undefined;
  const title = h('h2');
  const picture = h('figure');
  const remarks = h('div');
  const table = scrolled();
  const details = h('details', {}, h('summary', {}, t('Table')), table);
  const content = h('div');
  const actions = h(
    'div',
    { className: 'actions' },
    (['svg', 'png'] as const).map((format) => {
      const label = format === 'svg' ? t('Save as SVG…') : t('Save as PNG…');
      const saving = button(label, () => chart && save(title.textContent, format, chart), 'quiet');
      saving.setAttribute('aria-describedby', (title.id ||= `title-${first.key}`));
      return saving;
    }),
  );

  function show(section: Section): void {
    title.textContent = section.title;
    replaceChildren(table, tableOf(section, writing));
    table.setAttribute('aria-label', section.title);
    const data = section.rows.length === 0 ? undefined : chartData(section, writing);
    if (data) {
      if (chart) chart.show(data);
      else picture.replaceChildren((chart = barChart(data)).element);
    }
    arrange(section, data);
  }

  /** What is there already is not put there again: it may have the focus. */
  function arrange({ rows }: Section, data: ChartData | undefined): void {
    const wanted: HTMLElement[] =
      rows.length === 0
        ? [h('p', { className: 'hint' }, t('Nothing yet.'))]
        : data
          ? [picture, remarks, actions, details]
          : [table];
    replaceChildren(remarks, data ? hints(data, rows.length) : []);
    if (data && table.parentElement !== details) details.append(table);
    const isSame = wanted.length === content.children.length && wanted.every((part, place) => content.children[place] === part);
    if (!isSame) replaceChildren(content, wanted);
  }

  show(first);
  return { element: h('section', {}, title, content), show };
}

function hints({ labels, breaks = [] }: ChartData, rows: number): HTMLElement[] {
  const texts = [
    rows > labels.length ? t('The picture shows the first {0}; the table has all.', labels.length) : '',
    breaks.length > 0 ? t('// on the line: hours in which nobody came are left out.') : '',
  ];
  return texts.filter(Boolean).map((text) => h('p', { className: 'hint' }, text));
}

/** Nothing where there is nothing to draw. */
function chartData({ title, columns, rows, chart }: Section, writing: Writing): ChartData | undefined {
  const [labels] = columns;
  const drawn = chart?.columns.flatMap((place) => (columns[place] ? [{ place, ...columns[place] }] : [])) ?? [];
  if (!chart || !labels || drawn.length === 0) return undefined;
  const shown = rows.slice(0, chart.isTime ? maxBars.standing : maxBars.lying);
  const numberAt = (row: Section['rows'][number], place: number) => (typeof row[place] === 'number' ? row[place] : null);
  const kind = drawn[0]?.kind ?? 'count';
  return {
    title,
    labels: shown.map(([label = null]) => valueText(label, labels.kind, writing)),
    series: drawn.map(({ name, place }) => ({ name, values: shown.map((row) => numberAt(row, place)) })),
    format: (value) => valueText(value, kind, writing),
    isTime: chart.isTime,
    breaks: chart.isTime && labels.kind !== 'text' ? breaksIn(shown.map(([label = null]) => label)) : [],
  };
}

function tableOf({ title, columns, rows, left }: Section, writing: Writing): HTMLElement {
  const isNumber = (place: number) => !['text', 'time'].includes(columns[place]?.kind ?? 'text');
  const classOf = (place: number) => (isNumber(place) ? 'number' : (columns[place]?.kind ?? ''));
  const more =
    left === undefined
      ? undefined
      : h('p', { className: 'hint' }, t('More rows that are not shown here: {0}. A CSV has all.', left));
  const head = columns.map(({ name }, place) => h('th', { scope: 'col', className: classOf(place) }, name));
  const body = rows.map((row) =>
    h(
      'tr',
      {},
      columns.map(({ kind }, place) => {
        const text = valueText(row[place] ?? null, kind, writing);
        return place === 0 && text !== nothing
          ? h('th', { scope: 'row', className: classOf(place) }, text)
          : h('td', { className: classOf(place) }, text);
      }),
    ),
  );
  const table = h(
    'table',
    {},
    h('caption', { className: 'unseen' }, title),
    h('thead', {}, h('tr', {}, head)),
    h('tbody', {}, body),
  );
  return h('div', {}, table, more);
}

/** A wide table scrolls by itself: then a keyboard must be able to reach it. */
function scrolled(): HTMLElement {
  const frame = h('div', { className: 'scrolled', attributes: { role: 'group' } });
  const update = () => {
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
    else frame.removeAttribute('tabindex');
  };
  new ResizeObserver(update).observe(frame);
  new MutationObserver(update).observe(frame, { childList: true });
  return frame;
}
