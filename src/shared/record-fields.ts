// The forms of items and passkeys, field by field: what changed, what two people changed, and both together.
import type { AttributeRow, DataField, ItemForm, PeriodRow } from '../protocol/item.ts';
import type { PasskeyFields } from '../protocol/passkey.ts';
import { centsOf } from './text.ts';

export const dataFields: readonly DataField[] = ['name', 'description', 'type', 'quantity', 'parent', 'hidden'];
export const valueFields = ['price', 'feeSale', 'feeProducer'] as const;

export const emptyForm: ItemForm = {
  name: '',
  description: '',
  type: '',
  quantity: '',
  parent: '',
  hidden: false,
  price: '',
  feeSale: '',
  feeProducer: '',
  periods: [],
  attributes: [],
};

export interface FormField {
  /** The same for the same field of two forms: `name`, `period.1.start`, `attribute.minimum.value`. */
  readonly path: string;
  readonly section: 'data' | 'values' | 'period' | 'attribute';
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

function singleField(section: 'data' | 'values', name: string, text: string): FormField {
  return { path: name, section, key: '', owner: '', name, text, meaning: meaningOf(section, name, text) };
}

function rowField(section: 'period' | 'attribute', key: string, owner: string, name: string, text: string): FormField {
  return { path: `${section}.${key}.${name}`, section, key, owner, name, text, meaning: meaningOf(section, name, text) };
}

function meaningOf(section: FormField['section'], name: string, text: string): string {
  if (section === 'values') return String(centsOf(text) ?? text.trim());
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

/** What each changed field had before, by its place in the form: `name`, `periods.row-1.start`. A new row had nothing. */
export function formerTexts(before: ItemForm, after: ItemForm): Map<string, string> {
  const singles = [...dataFields.filter((name) => name !== 'hidden'), ...valueFields].map((name) => {
    const section = name === 'price' || name === 'feeSale' || name === 'feeProducer' ? ('values' as const) : ('data' as const);
    return { path: name, section, name: name, old: before[name], now: after[name] };
  });
  const rows = [
    ...rowPairs('period', 'periods', before.periods, after.periods, periodFields),
    ...rowPairs('attribute', 'attributes', before.attributes, after.attributes, attributeFields),
  ];
  return new Map(
    [...singles, ...rows]
      .filter(({ section, name, old, now }) => meaningOf(section, name, old) !== meaningOf(section, name, now))
      .map(({ path, old }) => [path, old]),
  );
}

function rowPairs<Name extends string, T extends { readonly row: string; readonly isNew: boolean } & Record<Name, string>>(
  section: 'period' | 'attribute',
  list: string,
  before: readonly T[],
  after: readonly T[],
  names: readonly Name[],
) {
  return after.flatMap((row) => {
    const former = row.isNew ? undefined : before.find((one) => one.row === row.row);
    return former
      ? names.map((name) => ({ path: `${list}.${row.row}.${name}`, section, name, old: former[name], now: row[name] }))
      : [];
  });
}

interface FieldDifference {
  readonly field: FormField;
  readonly remote: string;
  /** Undefined where I have no such row. */
  readonly local: string | undefined;
  /** Whether I changed it too: nobody but me can say which is right. */
  readonly isBoth: boolean;
}

/** What somebody else changed and what I have there instead. */
export function differences(base: ItemForm, remote: ItemForm, local: ItemForm): FieldDifference[] {
  const own = fieldsOf(local);
  const former = fieldsOf(base);
  return changedFields(base, remote).flatMap((field) => {
    const here = own.get(field.path);
    if (here?.meaning === field.meaning) return [];
    const isBoth = here !== undefined && here.meaning !== former.get(field.path)?.meaning;
    return [{ field, remote: field.text, local: here?.text, isBoth }];
  });
}

/** Their version with my changes on it; of what differs, only that which I chose. */
export function merged(base: ItemForm, remote: ItemForm, local: ItemForm, keepsLocal: (path: string) => boolean): ItemForm {
  const form = structuredClone(remote);
  const different = new Set(differences(base, remote, local).map(({ field }) => field.path));
  const former = fieldsOf(base);
  for (const field of fieldsOf(local).values()) {
    const isLocal = different.has(field.path) ? keepsLocal(field.path) : former.get(field.path)?.meaning !== field.meaning;
    if (isLocal) put(form, local, field);
  }
  return form;
}

function put(form: ItemForm, local: ItemForm, field: FormField): void {
  if (field.section === 'period') putRow(form.periods, local.periods, periodName, field);
  else if (field.section === 'attribute') putRow(form.attributes, local.attributes, attributeName, field);
  else Object.assign(form, { [field.name]: field.name === 'hidden' ? local.hidden : field.text });
}

/** Sets a field of a row that both have; a row that only I have is added as a whole. */
function putRow<T extends { readonly row: string }>(
  rows: T[],
  local: readonly T[],
  nameOf: (row: T) => string,
  field: FormField,
): void {
  const rowIn = (list: readonly T[]) => withKeys(list, nameOf).find(({ key }) => key === field.key)?.entry;
  const remote = rowIn(rows);
  const own = rowIn(local);
  if (remote) Object.assign(remote, { [field.name]: field.text });
  else if (own) rows.push({ ...own });
}

export const noFields: PasskeyFields = { passkey: '', start: '', finish: '', itemIds: [] };

/** The fields in which they differ; the order of items does not count. */
export function changedPasskeyFields(one: PasskeyFields, other: PasskeyFields): (keyof PasskeyFields)[] {
  const asText = (fields: PasskeyFields, key: keyof PasskeyFields) =>
    key === 'itemIds' ? [...new Set(fields.itemIds)].sort().join() : fields[key];
  return (['passkey', 'start', 'finish', 'itemIds'] as const).filter((key) => asText(one, key) !== asText(other, key));
}
