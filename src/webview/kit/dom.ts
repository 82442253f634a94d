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

let ids = 0;

/** An id that no other element of this page has. */
export function freshId(prefix: string): string {
  return `${prefix}-${++ids}`;
}
