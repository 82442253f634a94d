// An item's form, field by field: what changed, what two people changed, and both together.
import { centsOf } from './money.ts';
import { dataFields, valueFields, type AttributeRow, type ItemForm, type PeriodRow } from './item.ts';

export interface FormField {
  /** The same for the same field of two forms: `name`, `period.1.start`, `attribute.minimum.value`. */
  readonly path: string;
  readonly part: 'data' | 'values' | 'period' | 'attribute';
  /** Tells the rows of one part apart. */
  readonly key: string;
  /** The category of a sale period, the key of an attribute. */
  readonly owner: string;
  readonly name: string;
  readonly text: string;
  /** What is compared: two ways to write one amount are the same. */
  readonly meaning: string;
}

const periodFields = ['start', 'finish', 'available'] as const;
const attributeFields = ['value', 'type'] as const;

function fieldsOf(form: ItemForm): Map<string, FormField> {
  const fields: FormField[] = [
    ...dataFields.map((name) => singleField('data', name, String(form[name]))),
    ...valueFields.map((name) => singleField('values', name, form[name])),
    ...withKeys(form.periods, periodName).flatMap(({ key, entry }) =>
      periodFields.map((name) => rowField('period', key, periodName(entry), name, entry[name])),
    ),
    ...withKeys(form.attributes, attributeName).flatMap(({ key, entry }) =>
      attributeFields.map((name) => rowField('attribute', key, attributeName(entry), name, entry[name])),
    ),
  ];
  return new Map(fields.map((field) => [field.path, field]));
}

function periodName({ appCategoryId }: PeriodRow): string {
  return appCategoryId.trim();
}

function attributeName({ key }: AttributeRow): string {
  return key;
}

function singleField(part: 'data' | 'values', name: string, text: string): FormField {
  return { path: name, part, key: '', owner: '', name, text, meaning: meaningOf(part, name, text) };
}

function rowField(part: 'period' | 'attribute', key: string, owner: string, name: string, text: string): FormField {
  return { path: `${part}.${key}.${name}`, part, key, owner, name, text, meaning: meaningOf(part, name, text) };
}

function meaningOf(part: FormField['part'], name: string, text: string): string {
  if (part === 'values') return String(centsOf(text) ?? text.trim());
  return name === 'quantity' || name === 'available' ? text.trim() : text;
}

/** Rows with a key that is the same in another version of the form; one without a name of its own has only its row. */
function withKeys<T extends { readonly row: string }>(
  rows: readonly T[],
  nameOf: (row: T) => string,
): { readonly key: string; readonly entry: T }[] {
  const seen = new Map<string, number>();
  return rows.map((entry) => {
    const name = nameOf(entry) === '' ? ` ${entry.row}` : nameOf(entry);
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return { key: times === 1 ? name : `${name}#${times}`, entry };
  });
}

/** The fields of `after` that are not as they were before. */
export function changedFields(before: ItemForm, after: ItemForm): FormField[] {
  const former = fieldsOf(before);
  return [...fieldsOf(after).values()].filter(({ path, meaning }) => former.get(path)?.meaning !== meaning);
}

interface Difference {
  readonly field: FormField;
  readonly theirs: string;
  /** Undefined where I have no such row. */
  readonly mine: string | undefined;
  /** Whether I changed it too: nobody but me can say which is right. */
  readonly isBoth: boolean;
}

/** What somebody else changed and what I have there instead. */
export function differences(base: ItemForm, theirs: ItemForm, mine: ItemForm): Difference[] {
  const own = fieldsOf(mine);
  const former = fieldsOf(base);
  return changedFields(base, theirs).flatMap((field) => {
    const here = own.get(field.path);
    if (here?.meaning === field.meaning) return [];
    const isBoth = here !== undefined && here.meaning !== former.get(field.path)?.meaning;
    return [{ field, theirs: field.text, mine: here?.text, isBoth }];
  });
}

/** Their version with my changes on it; of what differs, only that which I chose. */
export function merged(base: ItemForm, theirs: ItemForm, mine: ItemForm, keepsMine: (path: string) => boolean): ItemForm {
  const form = structuredClone(theirs);
  const different = new Set(differences(base, theirs, mine).map(({ field }) => field.path));
  const former = fieldsOf(base);
  for (const field of fieldsOf(mine).values()) {
    const isMine = different.has(field.path) ? keepsMine(field.path) : former.get(field.path)?.meaning !== field.meaning;
    if (isMine) put(form, mine, field);
  }
  return form;
}

function put(form: ItemForm, mine: ItemForm, field: FormField): void {
  if (field.part === 'period') putRow(form.periods, mine.periods, periodName, field);
  else if (field.part === 'attribute') putRow(form.attributes, mine.attributes, attributeName, field);
  else Object.assign(form, { [field.name]: field.name === 'hidden' ? mine.hidden : field.text });
}

/** Sets a field of a row that both have; a row that only I have is added as a whole. */
function putRow<T extends { readonly row: string }>(
  rows: T[],
  mine: readonly T[],
  nameOf: (row: T) => string,
  field: FormField,
): void {
  const rowIn = (list: readonly T[]) => withKeys(list, nameOf).find(({ key }) => key === field.key)?.entry;
  const theirs = rowIn(rows);
  const own = rowIn(mine);
  if (theirs) Object.assign(theirs, { [field.name]: field.text });
  else if (own) rows.push({ ...own });
}
