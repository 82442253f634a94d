// Menus: one below its title, and one where somebody asks for it, at the pointer or at what has the focus.
import { h } from './dom.ts';

export interface MenuChoice {
  readonly label: string;
  readonly run: () => void;
  /** Which do the same, as "Ctrl+Shift+C". */
  readonly keys?: string;
  readonly disabled?: boolean;
  /** A line stands above it. */
  readonly startsGroup?: boolean;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `onClose` takes the focus back, unless somebody went elsewhere. */
export function contextMenu(at: Point, label: string, choices: readonly MenuChoice[], onClose: () => void): void {
  const before = document.activeElement;
  const open = new AbortController();
  const { signal } = open;
  const close = () => {
    open.abort();
    element.remove();
  };
  const leave = (then: () => void = () => undefined) => {
    close();
    onClose();
    then();
  };
  const items = choices.map(({ label: text, run, keys, disabled = false }) => {
    const item = h('button', {
      type: 'button',
      role: 'menuitem',
      className: 'quiet',
      tabIndex: -1,
      disabled,
      textContent: text,
      on: { click: () => leave(run) },
    });
    if (keys !== undefined) showKeys(item, keys);
    return item;
  });
  const lined = items.flatMap((item, index) => (index > 0 && choices[index]?.startsGroup ? [h('hr'), item] : [item]));
  const element = h('div', { className: 'sheet', role: 'menu', ariaLabel: label }, lined);
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' || event.key === 'Tab') leave();
    else if (!moveFocus(items, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  element.addEventListener('contextmenu', (event) => event.preventDefault());
  const goneFrom = ({ relatedTarget }: FocusEvent) => {
    if (!element.contains(relatedTarget as Node | null)) close();
  };
  // Not while it closes: what is being removed cannot be removed.
  element.addEventListener('focusout', goneFrom, { signal });
  const isOutside = ({ target }: Event) => !element.contains(target as Node);
  document.addEventListener('mousedown', (event) => isOutside(event) && close(), { signal, capture: true });
  const scrolled = (event: Event) => {
    if (!isOutside(event)) return;
    close();
    // Not by `onClose`, which would scroll back.
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  // A scroll from before it opened is told at the start of the next frame.
  requestAnimationFrame(() => document.addEventListener('scroll', scrolled, { signal, capture: true }));
  document.querySelector('main')?.append(element);
  placeAt(element, at);
  items.find(({ disabled }) => !disabled)?.focus();
}

const macKeys: Readonly<Record<string, string>> = { Ctrl: '⌘', Shift: '⇧', Alt: '⌥', Delete: '⌦', Enter: '↩' };

/** Drawn by the style sheet: they are no part of the name. */
function showKeys(item: HTMLElement, keys: string): void {
  const isMac = navigator.platform.startsWith('Mac');
  const parts = keys.split('+');
  item.dataset.keys = isMac ? parts.map((part) => macKeys[part] ?? part).join('') : keys;
  item.setAttribute('aria-keyshortcuts', keys.replace('Ctrl', isMac ? 'Meta' : 'Control').replace('↓', 'ArrowDown'));
}

/** Whether the key is one that moves; where none has the focus yet, down is to the first and up to the last. A letter leads to what begins with it. */
function moveFocus(items: readonly (HTMLButtonElement | HTMLInputElement)[], key: string): boolean {
  const able = items.filter(({ disabled }) => !disabled);
  const now = able.findIndex((item) => item === document.activeElement);
  const positions: Readonly<Record<string, number>> = { ArrowDown: now + 1, ArrowUp: Math.max(now, 0) - 1, Home: 0, End: -1 };
  const position = positions[key];
  if (position !== undefined) able.at(position % able.length)?.focus();
  return position !== undefined || focusNamed(able, now, key);
}

/** In a menu with fields in it, letters are typed. */
function focusNamed(items: readonly HTMLElement[], now: number, key: string): boolean {
  if (key.length !== 1 || key === ' ' || items.some((item) => item instanceof HTMLInputElement)) return false;
  const later = [...items.slice(now + 1), ...items.slice(0, now + 1)];
  const isCalled = ({ textContent }: HTMLElement) => textContent.toLowerCase().startsWith(key.toLowerCase());
  const found = later.find(isCalled);
  found?.focus();
  return found !== undefined;
}

/** As near as it can be while all of it is inside the window. */
function placeAt(element: HTMLElement, { x, y }: Point): void {
  const { width, height } = element.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  element.style.left = `${Math.max(0, Math.min(x, clientWidth - width))}px`;
  element.style.top = `${Math.max(0, Math.min(y, clientHeight - height))}px`;
}

/** From the edge of the window, and the least height in which a menu is of use. */
const edge = 8;
const leastHeight = 160;

/** Below its title, or above it where only there is room; what does not fit scrolls. */
function fitHeight(sheet: HTMLElement, title: HTMLElement): void {
  sheet.style.maxHeight = '';
  const { top, bottom } = title.getBoundingClientRect();
  const [above, below] = [top - edge, document.documentElement.clientHeight - bottom - edge];
  const isAbove = below < Math.min(leastHeight, sheet.offsetHeight) && above > below;
  sheet.classList.toggle('above', isAbove);
  // A head that scrolls away with the page gives more room then: it is only bound to what can be seen.
  const most = Math.max(isAbove ? above : below, leastHeight / 2);
  if (sheet.offsetHeight > most) sheet.style.maxHeight = `${most}px`;
}

/** Opens below its title, to the side that has room for it, and closes when somebody leaves it. */
export function menu(title: string, ...content: readonly Node[]) {
  const summary = h('summary', {}, title);
  const inside = h('div', { className: 'sheet' }, content);
  const element = h('details', { className: 'menu' }, summary, inside);
  const close = () => {
    if (!element.open) return false;
    element.open = false;
    summary.focus();
    return true;
  };
  const move = (key: string) => {
    element.open ||= key === 'ArrowDown' || key === 'ArrowUp';
    return element.open && moveFocus([...inside.querySelectorAll<HTMLButtonElement | HTMLInputElement>('button, input')], key);
  };
  element.addEventListener('toggle', () => {
    inside.classList.remove('flipped');
    if (!element.open) return;
    const { left, right } = inside.getBoundingClientRect();
    inside.classList.toggle('flipped', left < 0 || right > document.documentElement.clientWidth);
    fitHeight(inside, summary);
  });
  window.addEventListener('resize', () => element.open && fitHeight(inside, summary));
  element.addEventListener('keydown', (event) => {
    if (!(event.key === 'Escape' ? close() : move(event.key))) return;
    event.preventDefault();
    event.stopPropagation();
  });
  // What was chosen is hidden with the menu, and the focus with it.
  inside.addEventListener('click', () => {
    if (!element.open && inside.contains(document.activeElement)) summary.focus();
  });
  document.addEventListener('mousedown', (event) => {
    if (!element.contains(event.target as Node)) element.open = false;
  });
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !element.contains(relatedTarget)) element.open = false;
  });
  return { element, summary, content: inside };
}
