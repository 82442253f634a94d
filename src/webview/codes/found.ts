// What was found in a file: the figures at the top, the problems by kind, the first rows, and how long the codes are.
import type { CheckedFile, EncodingChoice, KindOfProblem, ServerState } from '../../protocol/codes-check.ts';
import { columnHead, definitions, h, numberCell, rowHead, svg, table } from '../kit/dom.ts';
import { button, selectField } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';

export function figures() {
  const [codes, problems, there] = [h('dd'), h('dd'), h('dd')];
  const why = h('p', { className: 'hint', hidden: true });
  const pairs = definitions([
    [t('Codes'), codes],
    [t('Problems'), problems],
    [t('At the service already'), there],
  ]);
  const list = h('dl', { className: 'figures' }, pairs);
  return {
    element: h('div', { attributes: { role: 'status' } }, list, why),
    show(file: CheckedFile) {
      codes.textContent = file.column === undefined ? '?' : countText(file.codes);
      problems.textContent = countText(file.problems);
    },
    showServer(server: ServerState) {
      // Nothing is compared before somebody has chosen an event.
      for (const pair of pairs.slice(-1)) pair.hidden = server.kind === 'none';
      there.textContent = serverText(server);
      why.hidden = server.kind !== 'failed';
      why.textContent = server.kind === 'failed' ? t('It is not known which ones the service has: {0}', server.message) : '';
    },
  };
}

function serverText(server: ServerState): string {
  if (server.kind === 'known') return countText(server.there);
  if (server.kind === 'failed') return '?';
  if (server.kind === 'none') return '';
  return server.total === 0 ? '…' : t('{0} of {1} read', countText(server.read), countText(server.total));
}

interface KindActions {
  readonly showProblem: (kind: string) => void;
  readonly showProblems: () => void;
  /** Undefined where nothing may be written. */
  readonly fix: ((name: string) => void) | undefined;
}

export function problemTable({ kinds }: CheckedFile, actions: KindActions): HTMLElement {
  if (kinds.length === 0) return h('p', {}, t('No problems were found.'));
  const { fix } = actions;
  const isFixable = fix && kinds.some((kind) => kind.fix);
  const head = [t('Problem'), columnHead(t('Count'), 'number'), t('The first one'), t('Fix')];
  const rows = kinds.map((kind) => cellsOf(kind, actions));
  const all = isFixable && button(t('Fix All (New File)'), () => fix('all'));
  const show = button(t('Show Problems'), () => actions.showProblems());
  return h('div', {}, table({ className: 'kinds', head }, rows), h('div', { className: 'actions' }, all, show));
}

function cellsOf(kind: KindOfProblem, { showProblem, fix }: KindActions): HTMLElement[] {
  const { line, example, fix: offered } = kind;
  const first = line === undefined ? undefined : button(t('Line {0}', countText(line)), () => showProblem(kind.kind), 'quiet');
  const fixButton = offered && fix ? button(offered.text, () => fix(offered.name), 'quiet') : undefined;
  return [
    h('th', { scope: 'row' }, kind.text, kind.isNote && h('span', { className: 'hint' }, ` ${t('(a note)')}`)),
    numberCell(countText(kind.count)),
    h('td', {}, first, example !== undefined && h('div', { className: 'hint' }, example)),
    h('td', {}, fixButton ?? h('span', { className: 'hint' }, fix ? t('By hand') : '')),
  ];
}

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

export function encodingSelect({ value, choices }: EncodingChoice, choose: (encoding: string) => void): HTMLElement {
  const onInput = () => choose(field.value);
  const field = selectField({ label: t('Encoding of the file'), choices, value, onInput });
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
