// What was found in a file: the problems by kind, the rows, and how long the codes are.
import type { CheckedFile, EncodingChoice, KindOfProblem, ServerState } from '../../protocol/codes-check.ts';
import type { ShownRow, ShownWorkbook } from '../../protocol/codes-check.ts';
import { columnHead, h, numberCell, rowHead, svg, table } from '../kit/dom.ts';
import { button, selectField } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';

/** How many of the codes the event has: a row of a list. */
export function serverRow() {
  const text = h('span', { attributes: { role: 'status' } });
  const why = h('div', { className: 'hint', hidden: true });
  const row = [h('dt', {}, t('At the service already')), h('dd', {}, text, why)];
  return {
    row,
    show(server: ServerState) {
      // Nothing is compared before somebody has chosen an event.
      for (const part of row) part.hidden = server.kind === 'none';
      text.textContent = serverText(server);
      why.hidden = server.kind !== 'failed';
      why.textContent = server.kind === 'failed' ? server.message : '';
    },
  };
}

function serverText(server: ServerState): string {
  if (server.kind === 'known') return t('{0} · {1} new', countText(server.there), countText(server.added));
  if (server.kind === 'failed') return t('not known');
  if (server.kind === 'none') return '';
  return server.total === 0 ? '…' : t('{0} of {1} read', countText(server.read), countText(server.total));
}

interface KindActions {
  readonly showProblem: (kind: string) => void;
  readonly showProblems: () => void;
  /** Undefined where nothing may be written. */
  readonly fix: ((name: string) => void) | undefined;
}

export function problemTable(file: CheckedFile, actions: KindActions): HTMLElement {
  const { kinds } = file;
  if (kinds.length === 0) return h('p', { className: 'hint' }, t('No problems were found.'));
  const head = [t('Problem'), columnHead(t('Count'), 'number'), t('The first one'), t('Fix')];
  const rows = kinds.map((kind) => cellsOf(file, kind, actions));
  const show = button(t('Show Problems'), () => actions.showProblems(), 'quiet');
  return h('div', {}, table({ className: 'kinds', head }, rows), h('div', { className: 'actions' }, show));
}

function cellsOf(file: CheckedFile, kind: KindOfProblem, { showProblem, fix }: KindActions): HTMLElement[] {
  const { line, example, fix: offered } = kind;
  const place = (at: number) => (file.workbook ? t('Row {0}', countText(at)) : t('Line {0}', countText(at)));
  const first = line === undefined ? undefined : button(place(line), () => showProblem(kind.kind), 'quiet');
  const fixButton = offered && fix ? button(offered.text, () => fix(offered.name), 'quiet') : undefined;
  return [
    h('th', { scope: 'row' }, kind.text, kind.isNote && h('span', { className: 'hint' }, ` ${t('(a note)')}`)),
    numberCell(countText(kind.count)),
    h('td', {}, first, example !== undefined && h('div', { className: 'hint' }, example)),
    h('td', {}, fixButton ?? h('span', { className: 'hint' }, kind.isNote ? '' : byHandText(kind, fix !== undefined))),
  ];
}

function byHandText({ advice }: KindOfProblem, mayFix: boolean): string {
  if (advice !== undefined) return t('In the spreadsheet');
  return mayFix ? t('By hand') : '';
}

const maxColumns = 20;

/** The first rows, and below them the first ones with a problem that are further down. */
export function rowsTable({ columns, column, sample, workbook }: CheckedFile, further: readonly ShownRow[]): HTMLElement {
  const names = columns.slice(0, maxColumns);
  const mark = (index: number) => (index === column ? 'code' : 'other');
  const all = [...sample, ...further];
  const hasProblem = all.some(({ problem }) => problem !== undefined);
  const head = [
    columnHead(workbook ? t('Row') : t('Line'), 'line'),
    ...names.map((name, index) => columnHead(name, mark(index))),
    ...(hasProblem ? [columnHead(t('Problem'))] : []),
  ];
  const body = all.map(({ line, cells, problem }, index) => {
    const sign =
      problem !== undefined && h('span', { className: 'sign', title: problem, attributes: { 'aria-hidden': 'true' } }, '⚠ ');
    const isGap = index === sample.length && sample.length > 0;
    return h(
      'tr',
      { className: [problem !== undefined && 'wrong', isGap && 'gap'].filter(Boolean).join(' ') },
      h('th', { scope: 'row', className: 'line' }, sign, countText(line)),
      names.map((_, cell) => h('td', { className: mark(cell) }, cells[cell] ?? '')),
      hasProblem && h('td', { className: 'why', title: problem ?? '' }, problem ?? ''),
    );
  });
  const region = { 'role': 'region', 'aria-label': t('Rows') };
  const shown = h('table', {}, h('thead', {}, h('tr', {}, head)), h('tbody', {}, body));
  return h('div', { className: 'sample', tabIndex: 0, attributes: region }, shown);
}

/** What the cells of a workbook do not show by themselves, and where. */
export function notesTable({ notes }: ShownWorkbook): HTMLElement | undefined {
  if (notes.length === 0) return undefined;
  const rows = notes.map(({ text, count, places }) => [
    rowHead(text),
    numberCell(countText(count)),
    h('td', {}, count > places.length ? t('{0} and more', places.join(', ')) : places.join(', ')),
  ]);
  return table({ className: 'kinds notes', head: [t('In the workbook'), columnHead(t('Count'), 'number'), t('Where')] }, rows);
}

interface Chosen {
  readonly column: (column: number) => void;
  readonly encoding: (encoding: string) => void;
  readonly sheet: (sheet: string) => void;
  readonly zeros: (zeros: 'shown' | 'stored') => void;
}

/** How the file is read, where there is anything to choose. */
export function choices(file: CheckedFile, chosen: Chosen): HTMLElement {
  const { encoding, workbook } = file;
  return h(
    'div',
    { className: 'choices' },
    workbook && sheetChoice(workbook, chosen.sheet),
    columnChoice(file, chosen.column),
    encoding && encodingSelect(encoding, chosen.encoding),
    workbook?.zeros && zerosChoice(workbook.zeros, chosen.zeros),
  );
}

function sheetChoice({ sheet, sheets }: ShownWorkbook, choose: (sheet: string) => void): HTMLElement | undefined {
  if (sheets.length < 2) return undefined;
  const field = selectField({
    label: t('Sheet'),
    choices: sheets.map((name) => ({ value: name, label: name })),
    value: sheet,
    onInput: () => choose(field.value),
  });
  return field.element;
}

function zerosChoice(zeros: NonNullable<ShownWorkbook['zeros']>, choose: (value: 'shown' | 'stored') => void): HTMLElement {
  const field = selectField({
    label: t('Zeros that are not stored'),
    choices: [
      { value: 'shown', label: t('{0} as shown', zeros.shown) },
      { value: 'stored', label: t('{0} as stored', zeros.stored) },
    ],
    value: zeros.value,
    onInput: () => choose(field.value === 'stored' ? 'stored' : 'shown'),
  });
  return field.element;
}

function columnChoice({ columns, column }: CheckedFile, choose: (column: number) => void): HTMLElement | undefined {
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

export function encodingSelect({ value, choices: offered }: EncodingChoice, choose: (encoding: string) => void): HTMLElement {
  const field = selectField({
    label: t('Encoding of the file'),
    choices: offered,
    value,
    onInput: () => choose(field.value),
  });
  return field.element;
}

const width = 320;
const height = 64;
/** So that a few among a million are still seen. */
const minBar = 2;
const maxBars = 64;

/** One bar for each length, or for several when there are too many. */
function barsOf(lengths: CheckedFile['lengths']) {
  const [first, last] = [lengths[0]?.length ?? 0, lengths.at(-1)?.length ?? 0];
  const each = Math.max(1, Math.ceil((last - first + 1) / maxBars));
  const bars = Array.from({ length: Math.ceil((last - first + 1) / each) }, (_, index) => first + index * each);
  return bars.map((from) => {
    const to = Math.min(last, from + each - 1);
    const inside = lengths.filter(({ length }) => length >= from && length <= to);
    return { from, to, codes: inside.reduce((sum, { codes }) => sum + codes, 0) };
  });
}

export function lengthPicture({ lengths }: CheckedFile): HTMLElement | undefined {
  const [first, last] = [lengths[0], lengths.at(-1)];
  if (!first || !last) return undefined;
  if (lengths.length === 1) return h('p', {}, t('All codes have {0} characters.', first.length));
  const bars = barsOf(lengths);
  const most = Math.max(...bars.map(({ codes }) => codes));
  const step = width / bars.length;
  const drawn = bars.flatMap(({ from, to, codes }, index) => {
    if (codes === 0) return [];
    const high = Math.max(minBar, (codes / most) * height);
    const name =
      from === to
        ? t('{0} characters: {1} codes', from, countText(codes))
        : t('{0} to {1} characters: {2} codes', from, to, countText(codes));
    const box = { x: index * step + step * 0.1, y: height - high, width: step * 0.8, height: high };
    return [svg('rect', { ...box, class: 'bar' }, svg('title', {}, name))];
  });
  const text = t('From {0} to {1} characters', first.length, last.length);
  const picture = { 'viewBox': `0 0 ${width} ${height}`, 'preserveAspectRatio': 'none', 'role': 'img', 'aria-label': text };
  return h(
    'figure',
    { className: 'lengths' },
    svg('svg', picture, ...drawn),
    h(
      'div',
      { className: 'ends', attributes: { 'aria-hidden': 'true' } },
      h('span', {}, String(first.length)),
      h('span', {}, String(last.length)),
    ),
    h('figcaption', { className: 'hint' }, `${text}. ${mostText(lengths)}`),
  );
}

function mostText(lengths: CheckedFile['lengths']): string {
  const [commonest] = lengths.toSorted((one, other) => other.codes - one.codes);
  return commonest ? t('Most have {0}: {1} codes.', commonest.length, countText(commonest.codes)) : '';
}
