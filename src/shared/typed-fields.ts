// Records as they are typed, field by field: what changed, what two people changed, and both together.
import type { TypedEdit, TypedField } from '../protocol/record-form.ts';
import { centsOf } from './text.ts';

/** Where it stands in a form: `name`, `salePeriods.row-1.start`. */
export function placeOf({ section, row, name }: Pick<TypedField, 'section' | 'row' | 'name'>): string {
  return row === undefined ? name : `${section}.${row}.${name}`;
}

/** What is compared: two ways to write one amount are the same, and so are two orders of a set. */
export function meaningOf({ section, name, text }: Pick<TypedField, 'section' | 'name' | 'text'>): string {
  if (section === 'value') return String(centsOf(text) ?? text.trim());
  if (section === 'itemIds') return [...new Set(text.split('\n'))].sort().join('\n');
  return name === 'quantity' || name === 'available' ? text.trim() : text;
}

function isList(section: TypedField['section']): boolean {
  return section === 'salePeriods' || section === 'attributes';
}

/** The text of a field that stands in no list; empty where the form does not have it. */
export function textIn(fields: readonly (TypedField | TypedEdit)[], name: string): string {
  return fields.find((field) => field.name === name && !isList(field.section))?.text ?? '';
}

/** The same field of two versions has the same address, whatever their rows are called; a row without a key has only itself. */
function byAddress(fields: readonly TypedField[]): Map<string, TypedField> {
  const found = new Map<string, TypedField>();
  for (const field of fields) {
    const { section, key, row = '', name } = field;
    let address = [section, key === '' ? ` ${row}` : key, name].join('·');
    while (found.has(address)) address += '#';
    found.set(address, field);
  }
  return found;
}

/** The fields of `after` that are not as they were before. */
export function changedFields(before: readonly TypedField[], after: readonly TypedField[]): TypedField[] {
  const former = byAddress(before);
  return [...byAddress(after)].flatMap(([address, field]) => {
    const there = former.get(address);
    return there && meaningOf(there) === meaningOf(field) ? [] : [field];
  });
}

/** What each changed field had before, by its place. A new row had nothing. */
export function formerTexts(before: readonly TypedField[], after: readonly TypedField[]): Map<string, string> {
  const now = new Map(after.map((field) => [placeOf(field), field]));
  return new Map(
    before.flatMap((field) => {
      const typed = now.get(placeOf(field));
      return typed && !typed.isNew && meaningOf(typed) !== meaningOf(field) ? [[placeOf(field), field.text] as const] : [];
    }),
  );
}

/** What was typed: each field that differs, and no other; of a new row all. */
export function editsOf(base: readonly TypedField[], form: readonly TypedField[]): TypedEdit[] {
  const former = byAddress(base);
  return [...byAddress(form)].flatMap(([address, field]): TypedEdit[] => {
    const { section, key, name, text, row, isNew } = field;
    const before = isNew ? undefined : former.get(address);
    const edit = { section, key, name, text };
    if (before) return meaningOf(before) === meaningOf(field) ? [] : [edit];
    // What the record does not show is empty where nobody has typed it.
    if (!isList(section)) return text === '' || text === 'false' ? [] : [edit];
    return [{ ...edit, added: isNew ? row : `unsaved-${row}` }];
  });
}

/** The form with what was typed in it. */
export function withTexts(base: readonly TypedField[], edits: readonly TypedEdit[]): TypedField[] {
  const fields = [...base];
  for (const { section, key, name, text, added } of edits) {
    const isRow = (field: TypedField) => (added === undefined ? field.key === key : field.isNew === true && field.row === added);
    const at = fields.findIndex((field) => field.section === section && field.name === name && isRow(field));
    const there = fields[at];
    if (there) fields[at] = { ...there, text };
    else fields.push({ section, key, name, text, ...(isList(section) && { row: added ?? `gone-${key}`, isNew: true }) });
  }
  return fields;
}

interface FieldDifference {
  readonly address: string;
  readonly field: TypedField;
  readonly remote: string;
  /** Undefined where I have no such row. */
  readonly local: string | undefined;
  /** Whether I changed it too: nobody but me can say which is right. */
  readonly isBoth: boolean;
}

/** What somebody else changed and what I have there instead. What they do not show any more is empty. */
export function differences(
  base: readonly TypedField[],
  remote: readonly TypedField[],
  local: readonly TypedField[],
): FieldDifference[] {
  const [former, theirs, own] = [byAddress(base), byAddress(remote), byAddress(local)];
  const gone = [...former].filter(([address, { section }]) => !isList(section) && !theirs.has(address));
  const all = [...theirs, ...gone.map(([address, field]) => [address, { ...field, text: '' }] as const)];
  return all.flatMap(([address, field]) => {
    const [there, here] = [former.get(address), own.get(address)];
    const meaning = meaningOf(field);
    if ((there && meaningOf(there) === meaning) || (here && meaningOf(here) === meaning)) return [];
    const isBoth = here !== undefined && (!there || meaningOf(here) !== meaningOf(there));
    return [{ address, field, remote: field.text, local: here?.text, isBoth }];
  });
}

/**
 * What is to be typed into their version: my changes, and of what differs only that which I chose. A row that they have as well is theirs, and
 * one that they have no more is a new one.
 */
export function mergedEdits(
  base: readonly TypedField[],
  remote: readonly TypedField[],
  local: readonly TypedField[],
  keepsLocal: (address: string) => boolean,
): TypedEdit[] {
  const different = differences(base, remote, local);
  const isSameRow = (one: Pick<TypedField, 'section' | 'key'>) => (other: Pick<TypedField, 'section' | 'key'>) =>
    one.section === other.section && one.key === other.key;
  const isDifferent = (edit: TypedEdit) => different.some(({ field }) => isSameRow(edit)(field) && field.name === edit.name);
  const mine = editsOf(base, local).filter((edit) => !isDifferent(edit));
  const isThere = (edit: TypedEdit) => remote.some(isSameRow(edit));
  const own = mine.filter((edit) => !isList(edit.section) || (edit.added === undefined ? isThere(edit) : !isThere(edit)));
  const goneRows = mine.filter((edit) => isList(edit.section) && edit.added === undefined && !isThere(edit));
  const again = local.filter((field) => goneRows.some(isSameRow(field)));
  const chosen = different.flatMap(({ address, field: { section, key, name }, local: text }) =>
    text !== undefined && keepsLocal(address) ? [{ section, key, name, text }] : [],
  );
  return [
    ...own,
    ...again.map(({ section, key, name, text }) => ({ section, key, name, text, added: `gone-${key}` })),
    ...chosen,
  ];
}

export interface TypedRow {
  readonly row: string;
  readonly key: string;
  readonly isNew: boolean;
  readonly isFixed: boolean;
  readonly texts: Readonly<Record<string, string>>;
}

/** The rows of a list. */
export function rowsOf(fields: readonly TypedField[], section: TypedField['section']): TypedRow[] {
  const own = fields.filter((field) => field.section === section);
  const rows = Map.groupBy(own, ({ row = '' }) => row);
  return [...rows].map(([row, cells]) => ({
    ...{ row, key: cells[0]?.key ?? '', isNew: cells[0]?.isNew ?? false, isFixed: cells[0]?.isFixed ?? false },
    texts: Object.fromEntries(cells.map(({ name, text }) => [name, text])),
  }));
}

/** A row as fields. */
export function fieldsOfRow(section: TypedField['section'], { row, key, isNew, isFixed, texts }: TypedRow): TypedField[] {
  return Object.entries(texts).map(([name, text]) => ({
    ...{ section, key, name, text, row },
    ...(isNew && { isNew }),
    ...(isFixed && { isFixed }),
  }));
}
