import { moveFocus } from './context-menu.ts';
import { h } from './dom.ts';

interface Menu {
  readonly element: HTMLDetailsElement;
  readonly summary: HTMLElement;
  readonly content: HTMLElement;
}

/** Opens below its title, to the side that has room for it, and closes when somebody leaves it. */
export function menu(title: string, ...content: readonly Node[]): Menu {
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
  });
  element.addEventListener('keydown', (event) => {
    if (!(event.key === 'Escape' ? close() : move(event.key))) return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener('mousedown', (event) => {
    if (!element.contains(event.target as Node)) element.open = false;
  });
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !element.contains(relatedTarget)) element.open = false;
  });
  return { element, summary, content: inside };
}
