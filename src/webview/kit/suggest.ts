import { freshId, h } from './dom.ts';
import type { Field } from './fields.ts';

/** Offers values that are known; any other may be typed. */
export function suggest(field: Field<string>, values: readonly string[]): Field<string> {
  const list = h(
    'datalist',
    { id: freshId('values') },
    values.map((value) => h('option', { value })),
  );
  field.element.append(list);
  field.element.querySelector('input')?.setAttribute('list', list.id);
  return field;
}
