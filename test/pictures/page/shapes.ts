// Runs in a page: what is drawn there, as shapes at their place with the colours that the page gives them.

import type { Rect, Shape, TextShape } from '../shape.ts';

/** What an element hands on to those in it. */
interface Around {
  readonly clip: Rect;
  readonly opacity: number;
}

/** Of the elements in a page, those that stand above its frames or those below. */
export function shapesIn({ above, never, isAbove }: { above: string; never: string; isAbove: boolean }): Shape[] {
  const shapes: Shape[] = [];
  const clip = { x: 0, y: 0, width: innerWidth, height: innerHeight };
  if (isAbove) for (const element of document.querySelectorAll(above)) draw(element, { clip, opacity: 1 }, shapes, never);
  else draw(document.body, { clip, opacity: 1 }, shapes, `${never}, ${above}`);
  return shapes;
}

function draw(element: Element, around: Around, shapes: Shape[], skipped: string): void {
  const style = getComputedStyle(element);
  const opacity = around.opacity * Number(style.opacity);
  const isHidden = style.display !== 'contents' && !element.checkVisibility();
  if (isHidden || opacity < 0.05 || element.matches(skipped)) return;
  const isSeen = style.visibility === 'visible';
  const rect = element.getBoundingClientRect();
  const here = { ...around, opacity };
  if (isSeen && element instanceof SVGElement) drawGraphic(element, style, here, shapes);
  else if (isSeen && overlaps(rect, around.clip)) {
    drawBox(rect, style, here, shapes);
    for (const part of ['before', 'after'] as const) drawSign(element, part, rect, here, shapes);
    drawField(element, rect, style, here, shapes);
  }
  const inside = { opacity, clip: style.overflow === 'visible' ? around.clip : common(rect, around.clip) };
  for (const node of element.childNodes) {
    if (node instanceof Element) draw(node, inside, shapes, skipped);
    else if (node instanceof Text && isSeen && !(element instanceof HTMLSelectElement || element instanceof HTMLOptionElement))
      drawText(node, style, inside, shapes);
  }
}

function overlaps(one: Rect, other: Rect): boolean {
  const { width, height } = common(one, other);
  return width > 0 && height > 0;
}

function common(one: Rect, other: Rect): Rect {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const right = Math.min(one.x + one.width, other.x + other.width);
  const bottom = Math.min(one.y + one.height, other.y + other.height);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

function shown(colour: string): string | undefined {
  return /^rgba\(.*, 0\)$|^transparent$|^none$|\/ 0\)$/.test(colour) ? undefined : colour;
}

const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;

function drawBox(rect: Rect, style: CSSStyleDeclaration, { clip, opacity }: Around, shapes: Shape[]): void {
  const fill = shown(style.backgroundColor);
  const borders = sides.map((side) => ({
    side,
    width: style[`border${side}Style`] === 'none' ? 0 : parseFloat(style[`border${side}Width`]),
    colour: shown(style[`border${side}Color`]),
  }));
  const isFramed = new Set(borders.map(({ width, colour }) => `${width} ${colour}`)).size === 1 && borders[0]!.width > 0;
  const radius = parseFloat(style.borderTopLeftRadius) || 0;
  const stroke = isFramed ? borders[0]!.colour : undefined;
  // What is cut has no corners, and its frame would stand where nothing ends.
  const part = stroke === undefined ? common(rect, clip) : rect;
  if (fill !== undefined || stroke !== undefined)
    shapes.push({
      kind: 'box',
      ...plain(part),
      radius,
      isMasked: style.maskImage !== 'none',
      fill,
      stroke,
      strokeWidth: borders[0]!.width,
      opacity,
    });
  if (!isFramed)
    for (const { side, width, colour } of borders) {
      if (width === 0 || colour === undefined) continue;
      const edge = common(edgeOf(rect, side, width), clip);
      if (edge.width > 0 && edge.height > 0) shapes.push({ kind: 'box', ...edge, radius: 0, fill: colour, opacity });
    }
  const outline = style.outlineStyle === 'none' ? undefined : shown(style.outlineColor);
  const width = parseFloat(style.outlineWidth);
  if (outline !== undefined && width > 0) {
    const offset = parseFloat(style.outlineOffset) + width;
    const whole = { x: rect.x - offset, y: rect.y - offset, width: rect.width + 2 * offset, height: rect.height + 2 * offset };
    shapes.push({ kind: 'box', ...whole, radius, stroke: outline, strokeWidth: width, opacity });
  }
}

function plain({ x, y, width, height }: Rect): Rect {
  return { x, y, width, height };
}

function edgeOf({ x, y, width, height }: Rect, side: (typeof sides)[number], thickness: number): Rect {
  if (side === 'Top') return { x, y, width, height: thickness };
  if (side === 'Bottom') return { x, y: y + height - thickness, width, height: thickness };
  return { x: side === 'Left' ? x : x + width - thickness, y, width: thickness, height };
}

/** What stands before or behind the text of an element without being a part of it. */
function drawSign(element: Element, part: 'before' | 'after', rect: Rect, { clip, opacity }: Around, shapes: Shape[]): void {
  const style = getComputedStyle(element, `::${part}`);
  const text = /^"([^"]+)"/.exec(style.content)?.[1];
  const fill = shown(style.color);
  if (text === undefined || fill === undefined) return;
  const own = getComputedStyle(element);
  const range = document.createRange();
  range.selectNodeContents(element);
  const behind = range.getBoundingClientRect().right + parseFloat(style.marginLeft);
  const size = parseFloat(style.fontSize);
  const isIcon = style.fontFamily.includes('codicon');
  const width = isIcon ? size : metrics(style, text).width;
  const isAlone = rect.width < width + 12;
  const x = isAlone ? rect.x + (rect.width - width) / 2 : part === 'before' ? innerOf(rect, own).x : behind;
  const y = rect.y + (rect.height - size) / 2;
  if (!overlaps({ x, y, width, height: size }, clip)) return;
  const all = opacity * Number(style.opacity);
  const turn = turnOf(style) || turnOf(own);
  if (isIcon) shapes.push({ kind: 'icon', code: text.codePointAt(0)!, x, y, size, turn, fill, opacity: all });
  else {
    const blank = metrics(style, text.slice(0, text.length - text.trimStart().length)).width;
    const line = { x: x + blank, y, width, height: size };
    shapes.push(textShape(text.trim(), line, rect.y + rect.height / 2 + metrics(style).middle, 'start', style, fill, all));
  }
}

/** By how many degrees it is turned. */
function turnOf({ transform }: CSSStyleDeclaration): number {
  const { a, b } = new DOMMatrix(transform);
  return Math.round((Math.atan2(b, a) * 180) / Math.PI);
}

/** What somebody has typed or chosen is no text of the page. */
function drawField(element: Element, rect: Rect, style: CSSStyleDeclaration, { opacity, clip }: Around, shapes: Shape[]): void {
  const isSelect = element instanceof HTMLSelectElement;
  const isInput = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (!isSelect && !isInput) return;
  if (isInput && ['checkbox', 'radio'].includes(element.type)) throw new Error('Boxes to tick are not drawn yet.');
  const isEmpty = isInput && element.value === '';
  const text = isSelect ? (element.selectedOptions[0]?.textContent ?? '') : isEmpty ? element.placeholder : element.value;
  const colour = isEmpty ? getComputedStyle(element, '::placeholder').color : style.color;
  const inner = innerOf(rect, style);
  // The browser itself moves the text of a list to choose from.
  const x = isSelect ? inner.x + 4 : inner.x;
  const box = { ...inner, x, width: inner.width - (isSelect ? 20 : 0) };
  const y = rect.y + rect.height / 2 + metrics(style).middle;
  if (text !== '' && overlaps(rect, clip)) shapes.push(textShape(text, box, y, anchorOf(style), style, colour, opacity));
  if (isSelect && style.appearance !== 'none')
    shapes.push({
      kind: 'path',
      path: 'M0 0l4 4 4-4',
      matrix: [1, 0, 0, 1, rect.x + rect.width - 14, rect.y + rect.height / 2 - 2],
      stroke: style.color,
      strokeWidth: 1.5,
      opacity,
    });
}

function innerOf({ x, y, width, height }: Rect, style: CSSStyleDeclaration): Rect {
  const left = parseFloat(style.paddingLeft) + parseFloat(style.borderLeftWidth);
  const right = parseFloat(style.paddingRight) + parseFloat(style.borderRightWidth);
  return { x: x + left, y, width: width - left - right, height };
}

let context: CanvasRenderingContext2D | null | undefined;

/** How far a line of text reaches above its baseline, how wide it is, and where the baseline is from its middle. */
function metrics(style: CSSStyleDeclaration, text = ''): { ascent: number; width: number; middle: number } {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent, width } = context.measureText(text);
  return { ascent, width, middle: (ascent - descent) / 2 };
}

type Anchor = TextShape['anchor'];

function anchorOf({ textAlign }: CSSStyleDeclaration): Anchor {
  if (/right|end/.test(textAlign)) return 'end';
  return textAlign.includes('center') ? 'middle' : 'start';
}

function textShape(
  text: string,
  { x, width }: Rect,
  y: number,
  anchor: Anchor,
  style: CSSStyleDeclaration,
  fill: string,
  opacity: number,
): TextShape {
  const at = { start: x, middle: x + width / 2, end: x + width }[anchor];
  const isCode = /mono|consolas|courier|menlo/i.test(style.fontFamily.split(',')[0] ?? '');
  const size = parseFloat(style.fontSize);
  const isBold = Number(style.fontWeight) >= 600;
  const written = style.textTransform === 'uppercase' ? text.toUpperCase() : text;
  const seen = metrics(style, written).width;
  return { kind: 'text', text: written, x: at, y, width: seen, anchor, size, isBold, isCode, fill, opacity };
}

interface Line {
  text: string;
  rect: Rect;
}

function drawText(node: Text, style: CSSStyleDeclaration, { clip, opacity }: Around, shapes: Shape[]): void {
  const parent = node.parentElement!;
  const fill = shown(parent instanceof SVGElement ? style.fill : style.color);
  if (fill === undefined || node.data.trim() === '') return;
  const { ascent } = metrics(style);
  for (const { text, rect } of linesOf(node, clip)) {
    if (text.trim() === '') continue;
    // A text that fills its box stands in the middle of it, however wide it is with another font.
    const own = innerOf(parent.getBoundingClientRect(), getComputedStyle(parent));
    const hasBox = shown(style.backgroundColor) !== undefined || parseFloat(style.borderLeftWidth) > 0;
    const isFull = hasBox && Math.abs(own.width - rect.width) < 1;
    const anchor = isFull ? 'middle' : parent instanceof SVGElement ? (style.textAnchor as Anchor) : anchorOf(style);
    shapes.push(textShape(text.trimEnd(), rect, rect.y + ascent, anchor, style, fill, opacity));
  }
}

/** The lines of a text as it is broken, without what is cut off. */
function linesOf(node: Text, clip: Rect): Line[] {
  const lines: Line[] = [];
  const range = document.createRange();
  let isCut = false;
  for (const { segment, index } of new Intl.Segmenter().segment(node.data)) {
    range.setStart(node, index);
    range.setEnd(node, index + segment.length);
    const rect = range.getBoundingClientRect();
    const isInside = rect.width > 0 && common(rect, clip).width > rect.width - 1 && common(rect, clip).height > rect.height / 2;
    isCut ||= rect.width > 0 && !isInside;
    if (!isInside) continue;
    const last = lines.at(-1);
    if (!last || Math.abs(last.rect.y - rect.y) > 2) {
      if (segment.trim() !== '') lines.push({ text: segment, rect: plain(rect) });
    } else {
      last.text += segment.replace(/\s/, ' ');
      last.rect = { ...last.rect, width: rect.right - last.rect.x };
    }
  }
  const last = lines.at(-1);
  if (isCut && last && hasEllipsis(node)) last.text = `${last.text.slice(0, -1).trimEnd()}…`;
  return lines;
}

function hasEllipsis(node: Text): boolean {
  for (let element = node.parentElement; element; element = element.parentElement) {
    const { textOverflow, overflow } = getComputedStyle(element);
    if (overflow !== 'visible') return textOverflow === 'ellipsis';
  }
  return false;
}

function drawGraphic(element: SVGElement, style: CSSStyleDeclaration, { opacity, clip }: Around, shapes: Shape[]): void {
  if (!(element instanceof SVGGeometryElement) || !overlaps(element.getBoundingClientRect(), { ...clip, width: clip.width + 1 }))
    return;
  const fill = shown(style.fill);
  const stroke = shown(style.stroke);
  const painted = { fill, stroke, strokeWidth: parseFloat(style.strokeWidth), opacity: opacity * Number(style.fillOpacity) };
  const { a, b, c, d, e, f } = element.getScreenCTM()!;
  const path = pathOf(element);
  if ((fill !== undefined || stroke !== undefined) && path !== undefined)
    shapes.push({ kind: 'path', path, matrix: [a, b, c, d, e, f], ...painted });
}

function pathOf(element: SVGGeometryElement): string | undefined {
  const number = (name: string) => Number(element.getAttribute(name) ?? 0);
  if (element instanceof SVGPathElement) return element.getAttribute('d') ?? undefined;
  if (element instanceof SVGLineElement) return `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`;
  if (element instanceof SVGRectElement)
    return `M${number('x')} ${number('y')}h${number('width')}v${number('height')}h${-number('width')}z`;
  throw new Error(`A ${element.tagName} is not drawn yet.`);
}
