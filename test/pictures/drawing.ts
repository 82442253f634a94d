// Draws what a window shows as SVG in the colours of whatever theme it is looked at with: one picture for light, dark and high contrast.
import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { root } from '../../scripts/lib/paths.mjs';
import type { Ui } from '../harness/ui.ts';
import { until } from '../harness/until.ts';
import { iconFont, type OutlineOf } from './icon-font.ts';
import type { BoxShape, IconShape, Painted, PathShape, Shape, TextShape } from './shape.ts';

/** What a picture shows of the window. */
export interface Part {
  readonly width: number;
  readonly height: number;
  readonly x?: number;
  readonly y?: number;
}

/** What stands above the pages of editors. */
const above = '.quick-input-widget, .monaco-dialog-modal-block, .notifications-toasts, .context-view';

/** What only says that there is more. */
const never = '.scrollbar, .monaco-sash';

/** The variable of each colour in the window, by its red, green and blue. */
export type Palette = ReadonlyMap<string, string>;

/** Gives every colour of the theme a value of its own, so that each shape tells by which variable it was coloured. */
export async function tellColoursApart({ workbench: { page, driver } }: Ui): Promise<Palette> {
  const names = await page.evaluate<string[]>(
    `[...new Set([...document.querySelectorAll('style')].flatMap((style) => style.textContent.match(/--vscode-[\\w-]+(?=: ?(?:#|rgb))/g) ?? []))]`,
  );
  const colours = names.map((name, index) => ({ name, colour: 0x20_20_20 + index * 3 }));
  const settings = colours.map(({ name, colour }) => [idOf(name), `#${colour.toString(16)}`] as const);
  await driver.settings({ 'workbench.colorCustomizations': Object.fromEntries(settings) });
  const isWorn = settings.find(([id]) => id === 'editor.background')?.[1] ?? '';
  const worn = `getComputedStyle(document.querySelector('.monaco-workbench')).getPropertyValue('--vscode-editor-background')`;
  await until('the colours are told apart', async () => (await page.evaluate<string>(worn)) === isWorn);
  return new Map(colours.map(({ name, colour }) => [[colour >> 16, (colour >> 8) & 255, colour & 255].join(' '), name]));
}

function idOf(variable: string): string {
  return variable.slice('--vscode-'.length).replaceAll('-', '.');
}

export async function drawing({ workbench: { page } }: Ui, part: Part, palette: Palette): Promise<string> {
  const { width, height, x = 0, y = 0 } = part;
  const tools = { palette, outlineOf: iconFont(await fontOf(page)), icon: await ownIcon() };
  const seen = (await shapesOf(page)).filter((shape) => isSeen(shape, { width, height, x, y }));
  // The window has what marks the active icon behind it in its layers, and after it in its order.
  const isIcon = (shape: Shape) => shape.kind === 'box' && shape.isMasked === true;
  const inOrder = [...seen.filter((shape) => !isIcon(shape)), ...seen.filter(isIcon)];
  const images = joined(inOrder).map((shape) => imageOf(shape, tools));
  const letters =
    'fill="none" color="var(--vscode-foreground)" font-family="var(--vscode-font-family, sans-serif)" font-size="13"';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" ${letters}>`,
    // Nothing is seen beyond the picture, whatever room there is around it.
    `<clipPath id="part"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath>`,
    '<g clip-path="url(#part)">',
    ...images,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

async function fontOf(page: Page): Promise<Buffer> {
  const url = await page.evaluate<string>(`(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const face = rules.find((rule) => rule instanceof CSSFontFaceRule && /codicon/.test(rule.style.fontFamily));
    const [, address] = /url\\("(.*?)"\\)/.exec(face.style.getPropertyValue('src'));
    return new URL(address, face.parentStyleSheet.href ?? location.href).href;
  })()`);
  const response = await page.request.get(url);
  return response.body();
}

/** In the order in which they are drawn: the window, the pages in it, and what stands above those. */
async function shapesOf(page: Page): Promise<Shape[]> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page', 'shapes.ts')],
    bundle: true,
    format: 'iife',
    globalName: 'shapes',
    write: false,
  });
  const script = outputFiles[0]!.text;
  const look = (frame: Frame, isAbove: boolean) =>
    frame.evaluate<Shape[]>(`(() => { ${script}; return shapes.shapesIn(${JSON.stringify({ above, never, isAbove })}); })()`);
  const shapes = await look(page.mainFrame(), false);
  for (const frame of page.frames()) {
    if (frame === page.mainFrame() || frame.childFrames().length > 0) continue;
    const element = await frame.frameElement();
    const box = (await element.isVisible()) ? await element.boundingBox() : null;
    if (box) shapes.push(...(await look(frame, false)).map((shape) => moved(shape, box)));
  }
  return [...shapes, ...(await look(page.mainFrame(), true))];
}

function moved(shape: Shape, { x, y }: { x: number; y: number }): Shape {
  if (shape.kind !== 'path') return { ...shape, x: shape.x + x, y: shape.y + y };
  const [a, b, c, d, e = 0, f = 0] = shape.matrix;
  return { ...shape, matrix: [a!, b!, c!, d!, e + x, f + y] };
}

function isSeen(shape: Shape, { x, y, width, height }: Required<Part>): boolean {
  const [left, top, right, bottom] = boundsOf(shape);
  return right > x && left < x + width && bottom > y && top < y + height;
}

function boundsOf(shape: Shape): readonly [number, number, number, number] {
  if (shape.kind === 'path') return [-Infinity, -Infinity, Infinity, Infinity];
  const { x, y } = shape;
  if (shape.kind === 'box') return [x, y, x + shape.width, y + shape.height];
  if (shape.kind === 'icon') return [x, y, x + shape.size, y + shape.size];
  const start = x - { start: 0, middle: shape.width / 2, end: shape.width }[shape.anchor];
  return [start, y - shape.size, start + shape.width, y];
}

interface TextLine {
  readonly kind: 'line';
  readonly parts: TextShape[];
}

/** Texts that follow each other on a line are one, so that they do so with a narrower font as well. */
function joined(shapes: readonly Shape[]): (Exclude<Shape, TextShape> | TextLine)[] {
  const all: (Exclude<Shape, TextShape> | TextLine)[] = [];
  for (const shape of shapes) {
    const before = all.at(-1);
    if (shape.kind !== 'text') all.push(shape);
    else if (before?.kind === 'line' && follows(before.parts.at(-1)!, shape)) before.parts.push(shape);
    else all.push({ kind: 'line', parts: [shape] });
  }
  return all;
}

/** So far from each other are two texts that have to do with each other, in pixels. */
const nearby = 12;

function follows(one: TextShape, other: TextShape): boolean {
  const gap = other.x - (one.x + one.width);
  return one.anchor === 'start' && other.anchor === 'start' && Math.abs(one.y - other.y) < 1 && gap > -1 && gap < nearby;
}

interface Tools {
  readonly palette: Palette;
  readonly outlineOf: OutlineOf;
  readonly icon: string;
}

function imageOf(shape: Exclude<Shape, TextShape> | TextLine, tools: Tools): string {
  if (shape.kind === 'box') return boxImage(shape, tools);
  if (shape.kind === 'icon') return iconImage(shape, tools);
  return shape.kind === 'path' ? pathImage(shape, tools) : lineImage(shape, tools);
}

const iconSize = 24;

/** The icon of Box Office, but for its place and its colour. */
async function ownIcon(): Promise<string> {
  const text = await readFile(join(root, 'media', 'box-office.svg'), 'utf8');
  const lines = text.match(/stroke-\w+="[\w.]+"/g) ?? [];
  return `${lines.join(' ')}>${(text.match(/<path .*?\/>/g) ?? []).join('')}`;
}

const short = (value: number) => String(Number(value.toFixed(1)));

function boxImage({ x, y, width, height, radius, isMasked, strokeWidth = 0, ...shape }: BoxShape, tools: Tools): string {
  const { palette, icon } = tools;
  if (isMasked) {
    const colour = painted({ ...shape, fill: undefined, stroke: shape.fill }, palette, 'currentColor');
    return `<g transform="translate(${short(x + (width - iconSize) / 2)} ${short(y + (height - iconSize) / 2)})"${colour} ${icon}</g>`;
  }
  // A frame is drawn on its line, half of it on either side.
  const inset = shape.stroke === undefined ? 0 : strokeWidth / 2;
  const size = `width="${short(width - 2 * inset)}" height="${short(height - 2 * inset)}"`;
  const corner = radius > 0 ? ` rx="${short(Math.min(radius, height / 2))}"` : '';
  return `<rect x="${short(x + inset)}" y="${short(y + inset)}" ${size}${corner}${painted({ ...shape, strokeWidth }, palette)}/>`;
}

function iconImage({ x, y, size, turn, code, ...shape }: IconShape, { palette, outlineOf }: Tools): string {
  const turned = turn === 0 ? '' : ` rotate(${turn} .5 .5)`;
  const place = `translate(${short(x)} ${short(y)}) scale(${short(size)})${turned}`;
  return `<path transform="${place}"${painted(shape, palette, 'currentColor')} d="${outlineOf(code)}"/>`;
}

function pathImage({ path, matrix, ...shape }: PathShape, { palette }: Tools): string {
  return `<path transform="matrix(${matrix.map(short).join(' ')})"${painted(shape, palette)} d="${path}"/>`;
}

function lineImage({ parts }: TextLine, { palette }: Tools): string {
  const [first, ...others] = parts as [TextShape, ...TextShape[]];
  const spans = others.map((part, at) => {
    const before = parts[at]!;
    return `<tspan dx="${short(part.x - before.x - before.width)}"${lettersOf(part, first)}${painted(part, palette, 'currentColor')}>${escaped(part.text)}</tspan>`;
  });
  const anchor = first.anchor === 'start' ? '' : ` text-anchor="${first.anchor}"`;
  const place = `x="${short(first.x)}" y="${short(first.y)}"${anchor}`;
  return `<text ${place}${lettersOf(first)}${painted(first, palette, 'currentColor')}>${escaped(first.text)}${spans.join('')}</text>`;
}

const usualSize = 13;

function lettersOf({ size, isBold, isCode }: TextShape, around = { size: usualSize, isBold: false, isCode: false }): string {
  return [
    size === around.size ? '' : ` font-size="${short(size)}"`,
    isBold === around.isBold ? '' : ` font-weight="${isBold ? 600 : 400}"`,
    isCode ? ' font-family="var(--vscode-editor-font-family, monospace)"' : '',
  ].join('');
}

/** `otherwise`: in a theme that has no such colour. */
function painted({ fill, stroke, strokeWidth, opacity }: Painted, palette: Palette, otherwise = 'none'): string {
  const inside = fill === undefined ? undefined : colourOf(fill, palette);
  const line = stroke === undefined ? undefined : colourOf(stroke, palette);
  const alpha = opacity * (inside?.alpha ?? line?.alpha ?? 1);
  return [
    inside ? ` fill="${valueOf(inside.colour, otherwise)}"` : '',
    line ? ` stroke="${valueOf(line.colour, otherwise)}"` : '',
    line && strokeWidth !== undefined && strokeWidth !== 1 ? ` stroke-width="${short(strokeWidth)}"` : '',
    alpha < 0.99 ? ` opacity="${Number(alpha.toFixed(2))}"` : '',
  ].join('');
}

function valueOf(colour: string, otherwise: string): string {
  return colour.startsWith('--') ? `var(${colour}, ${otherwise})` : colour;
}

function colourOf(text: string, palette: Palette): { colour: string; alpha: number } {
  const scale = text.startsWith('color(') ? 255 : 1;
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+(?:e-\d+)?/g) ?? []).map(Number);
  const code = [red, green, blue].map((part) => Math.round(part * scale)).join(' ');
  // What dims the window is black in every theme.
  const colour = palette.get(code) ?? (code === '0 0 0' ? '#000' : undefined);
  if (colour === undefined) throw new Error(`${text} is no colour of the theme.`);
  return { colour, alpha };
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
