// What the sections of the form are made of.
import type { ItemForm, ItemKnown, SectionName } from '../../protocol/item.ts';
import { freshId, h } from '../kit/dom.ts';
import type { Field } from '../kit/fields.ts';

/** What the whole form shows at a field. */
export type ItemField = Pick<Field<string>, 'value' | 'problem' | 'note' | 'focus'>;

/** A section of the form. */
export interface Section {
  readonly element: HTMLElement;
  /** What of the form is typed here. */
  read(): Partial<ItemForm>;
  write(form: ItemForm): void;
  /** Shows what is known of the item now. */
  note?(known: ItemKnown): void;
  /** The fields by their place in the form: `name`, `periods.row-1.start`. */
  fields(): Iterable<readonly [string, ItemField]>;
}

export function sectionFrame(name: SectionName, title: string, ...content: readonly (Node | undefined)[]): HTMLElement {
  const heading = h('h2', { id: freshId('section'), tabIndex: -1 }, title);
  const element = h('section', { attributes: { 'aria-labelledby': heading.id } }, heading, content);
  element.dataset.section = name;
  return element;
}

/** What of a form is suggested, by the places of its fields. */
export function suggestedTexts({ periods, ...form }: ItemForm): Map<string, string> {
  const rows = periods.flatMap(({ row, appCategoryId, start, finish, available }) =>
    Object.entries({ appCategoryId, start, finish, available }).map(([name, text]) => [`periods.${row}.${name}`, text] as const),
  );
  const singles = (['type', 'parent', 'feeSale', 'feeProducer'] as const).map((name) => [name, form[name]] as const);
  return new Map<string, string>([...singles, ...rows].filter(([, text]) => text !== ''));
}

/** Brings a section into view, with the focus on its first field, where `focus` says nothing else. */
export function showSection(name: SectionName, focus = (field: { focus(): void }) => field.focus()): void {
  const section = document.querySelector<HTMLElement>(`section[data-section="${name}"]`);
  section?.scrollIntoView({ block: 'start' });
  const first = section?.querySelector<HTMLElement>('input:enabled, select, textarea, button, h2');
  if (first) focus({ focus: () => first.focus({ preventScroll: true }) });
}

/** Controls by the names of what they edit. One may show a text in its own way, without its line ends for example; until somebody types, the text stays what it was. */
export function bound<Name extends string>(
  controls: Readonly<Record<Name, Field<string>>>,
  texts: Readonly<Record<NoInfer<Name>, string>>,
) {
  const names = Object.keys(controls) as Name[];
  const given = new Map<Name, string>();
  const shown = new Map<Name, string>();
  const write = (now: Readonly<Record<Name, string>>) => {
    for (const name of names) {
      controls[name].value = now[name];
      given.set(name, now[name]);
      shown.set(name, controls[name].value);
    }
  };
  const textOf = (name: Name) => {
    const { value } = controls[name];
    return value === shown.get(name) ? (given.get(name) ?? value) : value;
  };
  write(texts);
  return {
    read: () => Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<Name, string>,
    write,
    fields: () => Object.entries<Field<string>>(controls),
  };
}
