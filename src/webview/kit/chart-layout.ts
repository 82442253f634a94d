// Where the segments of a bar chart stand: plain shapes, which are drawn in the page, written as SVG or painted as PNG.

interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

export interface ChartData {
  readonly title: string;
  readonly labels: readonly string[];
  /** One, or two beside each other. */
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  /** Bars that stand, in the order of time; else bars that lie, with room for names. */
  readonly isTime: boolean;
  /** The positions in the order of time before which some of it was left out. */
  readonly breaks?: readonly number[];
}

/** `series`: which one it is of; the first is filled, the second outlined, so that they differ without colours too. */
export type Shape =
  | {
      readonly kind: 'bar';
      readonly series: number;
      readonly title: string;
      readonly box: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly soft?: boolean;
    }
  | { readonly kind: 'line'; readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

interface LayoutOptions {
  readonly width: number;
  readonly fontSize: number;
  /** How wide a text is. */
  readonly measure: (text: string) => number;
  /** In a file the title stands in the picture; in the page it stands above it. */
  readonly withTitle: boolean;
}

const gap = 8;
const barHeight = 12;
/** So that a few among thousands are still seen. */
const minBar = 2;
const columnsHeight = 160;

export function layOut(data: ChartData, options: LayoutOptions): Layout {
  const head = headOf(data, options);
  const body = data.isTime ? standing(data, options, head.height) : lying(data, options, head.height);
  return { width: options.width, height: body.height, shapes: [...head.shapes, ...body.shapes] };
}

/** `height`: how far down it reaches. */
type Block = Pick<Layout, 'height' | 'shapes'>;

/** The title, and the names of the series where there is more than one. */
function headOf({ title, series }: ChartData, { withTitle, fontSize, measure, width }: LayoutOptions): Block {
  const shapes: Shape[] = [];
  const line = fontSize + gap;
  let y = 0;
  if (withTitle) shapes.push(textAt(0, (y += line) - gap / 2, cut(title, width, measure), 'start'));
  if (series.length < 2) return { height: y, shapes };
  let x = 0;
  y += line;
  for (const [position, { name }] of series.entries()) {
    const wide = fontSize + gap / 2 + measure(name);
    // What does not fit beside the one before it stands below it.
    if (x > 0 && x + wide > width) [x, y] = [0, y + line];
    shapes.push({ kind: 'bar', series: position, title: '', box: { x: x + 0.5, y: y - fontSize - 0.5, width: 10, height: 10 } });
    shapes.push(textAt(x + fontSize + gap / 2, y - gap / 2, cut(name, width, measure), 'start'));
    x += wide + 2 * gap;
  }
  return { height: y + gap, shapes };
}

/** Names at the left, bars to the right, and each value at the end of its bar. */
function lying({ labels, series, format }: ChartData, { width, measure, fontSize }: LayoutOptions, top: number): Block {
  const maxValue = maxOf(series);
  const names = Math.min(Math.max(0, ...labels.map(measure)), width * 0.4);
  const values = Math.max(
    0,
    ...series.flatMap((each) => each.values.map((value) => (value === null ? 0 : measure(format(value))))),
  );
  const left = names + gap;
  const room = Math.max(20, width - left - values - gap);
  const rowHeight = Math.max(series.length * (barHeight + 2), fontSize + 2) + gap;
  const shapes: Shape[] = [{ kind: 'line', x1: left - 0.5, y1: top, x2: left - 0.5, y2: top + labels.length * rowHeight }];
  for (const [row, label] of labels.entries()) {
    const middle = top + row * rowHeight + rowHeight / 2;
    shapes.push(textAt(names, middle + fontSize * 0.35, cut(label, names, measure), 'end'));
    for (const [position, each] of series.entries()) {
      const value = each.values[row] ?? null;
      if (value === null) continue;
      const y = middle + (position - series.length / 2) * (barHeight + 2) + 1;
      const long = lengthOf(value, maxValue, room);
      if (long > 0)
        shapes.push({
          kind: 'bar',
          series: position,
          title: titleOf(label, each, value, format),
          box: { x: left, y, width: long, height: barHeight },
        });
      shapes.push(textAt(left + long + gap / 2, y + barHeight - 2, format(value), 'start', true));
    }
  }
  return { height: top + labels.length * rowHeight, shapes };
}

/** Bars side by side on a line, with as many of the times below as there is room for. */
function standing(data: ChartData, options: LayoutOptions, top: number): Block {
  const { labels, series, format, breaks = [] } = data;
  const { width, measure, fontSize } = options;
  const maxValue = maxOf(series);
  const axis = measure(format(maxValue)) + gap;
  const room = Math.max(20, width - axis);
  const step = room / Math.max(1, labels.length);
  const ceiling = top + fontSize + gap / 2;
  const floor = ceiling + columnsHeight;
  const barWidth = Math.min(48, (step * 0.8) / series.length);
  const shapes: Shape[] = [
    textAt(axis - gap / 2, ceiling + fontSize * 0.35, format(maxValue), 'end', true),
    textAt(axis - gap / 2, floor, format(0), 'end', true),
    { kind: 'line', x1: axis, y1: floor + 0.5, x2: width, y2: floor + 0.5 },
  ];
  for (const [position, each] of series.entries()) {
    for (const [column, label] of labels.entries()) {
      const value = each.values[column] ?? null;
      const high = value === null ? 0 : lengthOf(value, maxValue, columnsHeight);
      if (value === null || high === 0) continue;
      const x = axis + column * step + step / 2 + (position - series.length / 2) * barWidth;
      shapes.push({
        kind: 'bar',
        series: position,
        title: titleOf(label, each, value, format),
        box: { x, y: floor - high, width: barWidth, height: high },
      });
      const text = format(value);
      // A number that is wider than its bar would run into the next one.
      if (measure(text) <= barWidth) shapes.push(textAt(x + barWidth / 2, floor - high - 3, text, 'middle', true));
    }
  }
  shapes.push(...breaks.flatMap((column) => breakMark(axis + column * step, floor)));
  shapes.push(...timeTexts(data, options, (column) => axis + column * step + step / 2, floor + fontSize + gap / 2));
  return { height: floor + fontSize + gap, shapes };
}

function textAt(x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end', soft = false): Shape {
  return { kind: 'text', x, y, text, anchor, soft };
}

/** Two strokes across the line. */
function breakMark(x: number, floor: number): Shape[] {
  return [-2, 2].map((from) => ({ kind: 'line', x1: x + from - 4, y1: floor + 6, x2: x + from, y2: floor - 5 }));
}

/** A time stands below its bar, as far as the edges let it; one that would run into another is left out, last of all one after a break. */
function timeTexts(
  { labels, breaks = [] }: ChartData,
  { width, measure }: LayoutOptions,
  middleOf: (column: number) => number,
  y: number,
): Shape[] {
  const taken: { readonly x: number; readonly half: number }[] = [];
  return [...new Set([0, ...breaks, ...labels.keys()])].flatMap((column): Shape[] => {
    const text = labels[column] ?? '';
    const half = measure(text) / 2;
    const x = Math.min(Math.max(middleOf(column), half), width - half);
    if (taken.some((other) => Math.abs(other.x - x) < other.half + half + gap)) return [];
    taken.push({ x, half });
    return [textAt(x, y, text, 'middle')];
  });
}

function maxOf(series: readonly ChartSeries[]): number {
  return series.reduce((maxValue, { values }) => values.reduce<number>((high, value) => Math.max(high, value ?? 0), maxValue), 0);
}

/** Below nothing there is no room: such a value is only written. */
function lengthOf(value: number, maxValue: number, room: number): number {
  return value <= 0 || maxValue <= 0 ? 0 : Math.max(minBar, (value / maxValue) * room);
}

function titleOf(label: string, { name }: ChartSeries, value: number, format: ChartData['format']): string {
  return `${label} · ${name}: ${format(value)}`;
}

/** As much of a text as there is room for, found by halves: to measure some scripts takes long. */
function cut(text: string, room: number, measure: LayoutOptions['measure']): string {
  if (measure(text) <= room) return text;
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  const first = (count: number) => characters.slice(0, count).join('');
  let [fits, tooMany] = [1, characters.length + 1];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (measure(`${first(middle)}…`) <= room) fits = middle;
    else tooMany = middle;
  }
  return `${first(fits).trimEnd()}…`;
}

const maxSpoken = 40;

/** The numbers in words, for whoever does not see the picture. */
export function spoken({ title, labels, series, format }: ChartData, more: (count: number) => string): string {
  const texts = labels.slice(0, maxSpoken).map((label, row) => {
    const values = series.flatMap(({ name, values }) => {
      const value = values[row] ?? null;
      return value === null ? [] : [series.length > 1 ? `${name} ${format(value)}` : format(value)];
    });
    return `${label}: ${values.join(', ')}`;
  });
  const left = labels.length - maxSpoken;
  return [`${title}.`, texts.join('; '), left > 0 ? more(left) : ''].filter(Boolean).join(' ');
}

type TimeLabel = string | number | null;
const hour = 3_600_000;

/** The positions in a series of times before which some were left out: a longer step than the others, and than an hour. */
export function breaksIn(labels: readonly TimeLabel[]): number[] {
  const steps = labels.slice(1).map((label, index) => momentOf(label) - momentOf(labels[index] ?? null));
  const expected = Math.max(hour, Math.min(...steps));
  return steps.flatMap((step, index) => (step > expected ? [index + 1] : []));
}

/** In milliseconds: of a clock's time, or of hours from a start. */
function momentOf(label: TimeLabel): number {
  return typeof label === 'number' ? label * hour : Date.parse(`${label?.replace(' ', 'T')}Z`);
}
