// Elements made in code: text is always text, and there is no way to pass markup.
type Child = Node | string | false | null | undefined;

type Properties<Tag extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Tag], 'children' | 'style' | 'dataset' | 'attributes' | 'innerHTML' | 'outerHTML'>
> & {
  readonly attributes?: Readonly<Record<string, string>>;
  readonly on?: Partial<{ readonly [Event in keyof HTMLElementEventMap]: (event: HTMLElementEventMap[Event]) => void }>;
};

export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties<Tag> = {},
  ...children: readonly (Child | readonly Child[])[]
): HTMLElementTagNameMap[Tag] {
  const { attributes = {}, on = {}, ...rest } = properties;
  const element = document.createElement(tag);
  Object.assign(element, rest);
  for (const [name, value] of Object.entries<string>(attributes)) element.setAttribute(name, value);
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener as EventListener);
  element.append(...children.flat().filter((child) => child !== false && child !== null && child !== undefined));
  return element;
}

const svgNamespace = 'http://www.w3.org/2000/svg';

/** A part of a picture. */
export function svg(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly (Node | string)[]
): SVGElement {
  const element = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

export function replaceChildren(parent: Element, ...children: readonly (Child | readonly Child[])[]): void {
  parent.replaceChildren(...(children.flat().filter(Boolean) as (Node | string)[]));
}

type Cell = Node | string | false | undefined;

interface TableOptions {
  readonly className?: string;
  readonly caption?: string;
  readonly head?: readonly Cell[];
}

/** Cells that are texts become cells of their row. */
export function table({ className = '', caption, head }: TableOptions, rows: readonly (readonly Cell[])[]): HTMLTableElement {
  const row = (cells: readonly Cell[], made: (text: string) => HTMLElement) =>
    h(
      'tr',
      {},
      cells.map((cell) => (typeof cell === 'string' ? made(cell) : cell)),
    );
  const body = rows.map((cells) => row(cells, (text) => h('td', {}, text)));
  return h(
    'table',
    { className },
    caption !== undefined && h('caption', {}, caption),
    head && h('thead', {}, row(head, columnHead)),
    h('tbody', {}, body),
  );
}

export function columnHead(text: string, className = ''): HTMLElement {
  return h('th', { scope: 'col', className }, text);
}

export function rowHead(text: string | Node, className = ''): HTMLElement {
  return h('th', { scope: 'row', className }, text);
}

export function numberCell(text: string): HTMLElement {
  return h('td', { className: 'number' }, text);
}

export function definitions(pairs: readonly (readonly [string, string | Node])[]): HTMLElement[] {
  return pairs.map(([name, value]) => h('div', {}, h('dt', {}, name), typeof value === 'string' ? h('dd', {}, value) : value));
}

let ids = 0;

/** An id that no other element of this page has. */
export function freshId(prefix: string): string {
  return `${prefix}-${++ids}`;
}
