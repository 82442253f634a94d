// What the sections of the form are made of.
import type { ItemKnown, SectionName } from '../../protocol/item.ts';
import { freshId, h } from '../kit/dom.ts';
import type { TypedPart } from '../kit/record-form.ts';

/** A section of the form. */
export interface Section extends TypedPart {
  readonly element: HTMLElement;
  /** Shows what is known of the item now. */
  note?(known: ItemKnown): void;
}

export function sectionFrame(name: SectionName, title: string, ...content: readonly (Node | undefined)[]): HTMLElement {
  const heading = h('h2', { id: freshId('section'), tabIndex: -1 }, title);
  const element = h('section', { attributes: { 'aria-labelledby': heading.id } }, heading, content);
  element.dataset.section = name;
  return element;
}

/** Brings a section into view, with the focus on its first field, where `focus` says nothing else. */
export function showSection(name: SectionName, focus = (field: { focus(): void }) => field.focus()): void {
  const section = document.querySelector<HTMLElement>(`section[data-section="${name}"]`);
  section?.scrollIntoView({ block: 'start' });
  const first = section?.querySelector<HTMLElement>('input:enabled, select, textarea, button, h2');
  if (first) focus({ focus: () => first.focus({ preventScroll: true }) });
}
