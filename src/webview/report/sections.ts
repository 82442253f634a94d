// The figures at the top of a report, and its sections: a chart with its table behind it, or the table alone.
import type { Report, Section } from '../../protocol/report.ts';
import { differenceText, nothing, rowsWithSums, valueText, type Writing } from '../../shared/report-values.ts';
import { breaksIn } from '../kit/chart-layout.ts';
import { barChart, type Chart, type ChartData } from '../kit/chart.ts';
import { columnHead, definitions, h, numberCell, replaceChildren, rowHead, table } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { menu } from '../kit/menu.ts';

export type SectionView = ReturnType<typeof sectionView>;
type SavePicture = (title: string, format: 'svg' | 'png', chart: Chart) => void;

/** More bars than these are no picture any more. */
const maxBars = { lying: 40, standing: 240 };

/** It stays where it is when its numbers change. */
export function sectionView(first: Section, writing: Writing, save: SavePicture) {
  let chart: Chart | undefined;
  const title = h('h2');
  const picture = h('figure');
  const remarks = h('div');
  const frame = scrolled();
  const details = h('details', {}, h('summary', {}, t('Table')), frame);
  const content = h('div');
  const choice = (label: string, format: 'svg' | 'png') =>
    button(label, () => chart && save(title.textContent, format, chart), 'quiet');
  const actions = closingMenu(t('Save Picture'), choice(t('SVG…'), 'svg'), choice(t('PNG…'), 'png'));
  actions.querySelector('summary')?.setAttribute('aria-describedby', (title.id = `title-${first.key}`));

  function show(section: Section): void {
    title.textContent = section.title;
    replaceChildren(frame, tableOf(section, writing));
    frame.setAttribute('aria-label', section.title);
    const data = section.rows.length === 0 ? undefined : chartData(section, writing);
    if (data) {
      if (chart) chart.show(data);
      else picture.replaceChildren((chart = barChart(data)).element);
    }
    arrange(section, data);
  }

  function arrange({ rows }: Section, data: ChartData | undefined): void {
    const wanted: HTMLElement[] =
      rows.length === 0 ? [h('p', { className: 'hint' }, t('Nothing yet.'))] : data ? [picture, remarks, details] : [frame];
    replaceChildren(remarks, data ? hints(data, rows.length) : []);
    if (data && frame.parentElement !== details) details.append(frame);
    actions.hidden = !data;
    showAll(content, wanted);
  }

  show(first);
  return { element: h('section', {}, h('div', { className: 'section-head' }, title, actions), content), show };
}

/** A menu that is gone once something in it was chosen. */
export function closingMenu(label: string, ...choices: readonly HTMLButtonElement[]): HTMLDetailsElement {
  const { element, summary } = menu(label, ...choices);
  element.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    element.open = false;
    if (element.contains(document.activeElement)) summary.focus();
  });
  return element;
}

/** What is there already is not put there again: it may have the focus. */
export function showAll(content: HTMLElement, wanted: readonly HTMLElement[]): void {
  const isSame = wanted.length === content.children.length && wanted.every((element, at) => content.children[at] === element);
  if (!isSame) replaceChildren(content, wanted);
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
  const drawn = chart?.columns.flatMap((position) => (columns[position] ? [{ position, ...columns[position] }] : [])) ?? [];
  if (!chart || !labels || drawn.length === 0) return undefined;
  const shown = rows.slice(0, chart.isTime ? maxBars.standing : maxBars.lying);
  const numberAt = (row: Section['rows'][number], position: number) => (typeof row[position] === 'number' ? row[position] : null);
  const kind = drawn[0]?.kind ?? 'count';
  return {
    title,
    labels: shown.map(([label = null]) => valueText(label, labels.kind, writing)),
    series: drawn.map(({ name, position }) => ({ name, values: shown.map((row) => numberAt(row, position)) })),
    format: (value) => valueText(value, kind, writing),
    isTime: chart.isTime,
    breaks: chart.isTime && labels.kind !== 'text' ? breaksIn(shown.map(([label = null]) => label)) : [],
  };
}

function tableOf(section: Section, writing: Writing): HTMLElement {
  const { title, columns, left } = section;
  const isNumber = (position: number) => !['text', 'time'].includes(columns[position]?.kind ?? 'text');
  const classOf = (position: number) => (isNumber(position) ? 'number' : (columns[position]?.kind ?? ''));
  const more =
    left !== undefined && h('p', { className: 'hint' }, t('More rows that are not shown here: {0}. A CSV has all.', left));
  const first = section.isGrouped ? 1 : 0;
  const head = columns.slice(first).map(({ name }, column) => columnHead(name, classOf(column + first)));
  let group: string | undefined;
  const groupRow = (name: string) => {
    if (!section.isGrouped || name === group) return [];
    group = name;
    return [[h('th', { className: 'group', scope: 'rowgroup', colSpan: head.length }, name)]];
  };
  const body = rowsWithSums(section, writing).flatMap(({ cells: [name = '', ...others], isSum }) => {
    const cells = first === 0 ? [name, ...others] : isSum ? [name, ...others.slice(1)] : others;
    const row = cells.map((text, column) => {
      const isHead = column === 0 && text !== nothing;
      const className = [classOf(column + first), isSum ? 'sum' : ''].filter(Boolean).join(' ');
      return isHead ? rowHead(text, className) : h('td', { className }, text);
    });
    return [...(isSum ? [] : groupRow(name)), row];
  });
  const made = table({ caption: title, head }, body);
  made.querySelector('caption')?.classList.add('unseen');
  return h('div', {}, made, more);
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
