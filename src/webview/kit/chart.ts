// Bar charts: drawn in the page in the colours of the theme, and made into files with the same colours.
import { layOut, spoken, type ChartData, type Layout, type Shape } from './chart-layout.ts';
import { h, svg } from './dom.ts';
import { t } from './l10n.ts';

export type { ChartData } from './chart-layout.ts';

export interface Chart {
  readonly element: HTMLElement;
  /** Draws something else in its place. */
  show(data: ChartData): void;
  /** What a file of it holds, with the title above it: the text of an SVG, or a PNG in Base64. */
  file(format: 'svg' | 'png', title: string): string;
}

/** How wide the picture in a file is. */
const fileWidth = 960;
const minWidth = 240;
const filePadding = 16;

export function barChart(data: ChartData): Chart {
  let current = data;
  const element = h('div', { className: 'chart' });
  const draw = () => {
    const width = Math.max(minWidth, Math.floor(element.clientWidth));
    const label = spoken(current, (count) => t('And more in the table: {0}.', count));
    element.replaceChildren(pageDrawing(layOut(current, { width, ...textOptions(), withTitle: false }), label));
  };
  // It knows its width once it is in the page, and again when the page gets another one.
  new ResizeObserver(draw).observe(element);
  return {
    element,
    show(next) {
      current = next;
      draw();
    },
    file(format, title) {
      const layout = layOut({ ...current, title }, { width: fileWidth, ...textOptions(), withTitle: true });
      return format === 'svg' ? svgText(layout) : pngBase64(layout);
    },
  };
}

function textOptions(): { fontSize: number; measure: (text: string) => number } {
  const { fontFamily, fontSize } = getComputedStyle(document.body);
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = `${fontSize} ${fontFamily}`;
  return { fontSize: Number.parseFloat(fontSize) || 13, measure: (text) => context?.measureText(text).width ?? text.length * 7 };
}

/** In the page the style sheet gives the colours, so that they follow the theme. */
function pageDrawing({ width, height, shapes }: Layout, label: string): SVGElement {
  const picture = { 'viewBox': `0 0 ${width} ${height}`, width, height, 'role': 'img', 'aria-label': label };
  return svg('svg', picture, ...shapes.map((shape) => shapeElement(shape, {})));
}

type Paint = Readonly<Record<string, string | number>>;

function shapeElement(shape: Shape, paint: Paint): SVGElement {
  switch (shape.kind) {
    case 'bar': {
      const title = shape.title === '' ? [] : [svg('title', {}, shape.title)];
      return svg('rect', { class: `bar series-${shape.series}`, ...shape.box, ...paint }, ...title);
    }
    case 'line': {
      const { x1, y1, x2, y2 } = shape;
      return svg('line', { class: 'axis', x1, y1, x2, y2, ...paint });
    }
    case 'text': {
      const { x, y, text, anchor, soft } = shape;
      return svg('text', { 'class': soft ? 'soft' : 'name', x, y, 'text-anchor': anchor, ...paint }, text);
    }
  }
}

/** The theme's own colours as they are now: a file knows no theme. */
function colours() {
  const { fontFamily, fontSize, color, backgroundColor } = getComputedStyle(document.body);
  const style = getComputedStyle(document.documentElement);
  const named = (name: string) => style.getPropertyValue(name).trim() || color;
  return {
    text: color,
    soft: named('--vscode-descriptionForeground'),
    background: backgroundColor,
    series: [named('--vscode-charts-blue'), named('--vscode-charts-green')],
    font: fontFamily,
    fontSize,
  };
}

function paintOf(shape: Shape, { text, soft, series }: ReturnType<typeof colours>): Paint {
  switch (shape.kind) {
    case 'bar': {
      const colour = series[shape.series] ?? text;
      return shape.series === 0 ? { fill: colour } : { 'fill': colour, 'fill-opacity': 0.25, 'stroke': colour };
    }
    case 'line':
      return { stroke: soft };
    case 'text':
      return { fill: shape.soft ? soft : text };
  }
}

function svgText({ width, height, shapes }: Layout): string {
  const palette = colours();
  const size = { width: width + 2 * filePadding, height: height + 2 * filePadding };
  const picture = svg(
    'svg',
    {
      ...size,
      'viewBox': `${-filePadding} ${-filePadding} ${size.width} ${size.height}`,
      'font-family': palette.font,
      'font-size': palette.fontSize,
    },
    svg('rect', { x: -filePadding, y: -filePadding, ...size, fill: palette.background }),
    ...shapes.map((shape) => shapeElement(shape, paintOf(shape, palette))),
  );
  return `${new XMLSerializer().serializeToString(picture)}\n`;
}

/** Painted shape by shape: to paint the SVG itself, the page would have to be allowed to load pictures. */
function pngBase64({ width, height, shapes }: Layout): string {
  const palette = colours();
  const canvas = document.createElement('canvas');
  const scale = 2;
  canvas.width = (width + 2 * filePadding) * scale;
  canvas.height = Math.ceil((height + 2 * filePadding) * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error(t('This page cannot paint pictures.'));
  context.fillStyle = palette.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.translate(filePadding, filePadding);
  context.font = `${palette.fontSize} ${palette.font}`;
  for (const shape of shapes) paint(context, shape, palette);
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}

const alignments = { start: 'left', middle: 'center', end: 'right' } as const;

function paint(context: CanvasRenderingContext2D, shape: Shape, palette: ReturnType<typeof colours>): void {
  const { fill, stroke, 'fill-opacity': opacity = 1 } = paintOf(shape, palette);
  context.globalAlpha = Number(opacity);
  if (fill !== undefined) context.fillStyle = String(fill);
  if (stroke !== undefined) context.strokeStyle = String(stroke);
  if (shape.kind === 'text') {
    context.textAlign = alignments[shape.anchor];
    context.fillText(shape.text, shape.x, shape.y);
  } else if (shape.kind === 'bar') {
    const { x, y, width, height } = shape.box;
    context.fillRect(x, y, width, height);
    context.globalAlpha = 1;
    if (stroke !== undefined) context.strokeRect(x, y, width, height);
  } else {
    context.beginPath();
    context.moveTo(shape.x1, shape.y1);
    context.lineTo(shape.x2, shape.y2);
    context.stroke();
  }
  context.globalAlpha = 1;
}
