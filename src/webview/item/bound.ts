import type { Field } from '../kit/fields.ts';

/** A part of the form that is typed: it reads what is typed, and writes what is shown. */
interface Bound {
  readonly field: Field<string>;
  readonly read: () => string;
  readonly write: (text: string) => void;
}

/** A control may show a text in its own way, without its line ends for example; until somebody types, the text stays what it was. */
export function bound(field: Field<string>, text: string): Bound {
  let given = text;
  let shown = '';
  const write = (value: string) => {
    field.value = value;
    given = value;
    shown = field.value;
  };
  write(text);
  return { field, read: () => (field.value === shown ? given : field.value), write };
}
