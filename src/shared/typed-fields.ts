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
  const former = new Map(base.map((field) => [placeOf(field), field]));
  return form.flatMap((field): TypedEdit[] => {
    const { section, key, name, text, row } = field;
    const before = field.isNew ? undefined : former.get(placeOf(field));
    // A field that is not shown is not typed.
    if (before ? meaningOf(before) === meaningOf(field) : row === undefined) return [];
    return [{ section, key, name, text, ...(before ? {} : { added: row }) }];
  });
}

/** The form with what was typed in it. A row that is not there any more is a new one. */
export function withTexts(base: readonly TypedField[], edits: readonly TypedEdit[]): TypedField[] {
  const fields = [...base];
  for (const { section, key, name, text, added } of edits) {
    const isMeant = (field: TypedField) =>
      field.section === section && field.name === name && (added === undefined ? field.key === key : field.row === added);
    const at = fields.findIndex(isMeant);
    const there = fields[at];
    if (there) fields[at] = { ...there, text };
    else if (isList(section)) fields.push({ section, key, name, text, row: added ?? `gone-${key}`, isNew: true });
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

/** What somebody else changed and what I have there instead. */
export function differences(
  base: readonly TypedField[],
  remote: readonly TypedField[],
  local: readonly TypedField[],
): FieldDifference[] {
  const [former, own] = [byAddress(base), byAddress(local)];
  return [...byAddress(remote)].flatMap(([address, field]) => {
    const [there, here] = [former.get(address), own.get(address)];
    const meaning = meaningOf(field);
    if ((there && meaningOf(there) === meaning) || (here && meaningOf(here) === meaning)) return [];
    const isBoth = here !== undefined && (!there || meaningOf(here) !== meaningOf(there));
    return [{ address, field, remote: field.text, local: here?.text, isBoth }];
  });
}

/** What is to be typed into their version: my changes, and of what differs only that which I chose. */
export function mergedEdits(
  base: readonly TypedField[],
  remote: readonly TypedField[],
  local: readonly TypedField[],
  keepsLocal: (address: string) => boolean,
): TypedEdit[] {
  const different = differences(base, remote, local);
  const isDifferent = ({ section, key, name }: TypedEdit) =>
    different.some(({ field }) => field.section === section && field.key === key && field.name === name);
  const chosen = different.flatMap(({ address, field: { section, key, name }, local: text }) =>
    text !== undefined && keepsLocal(address) ? [{ section, key, name, text }] : [],
  );
  return [...editsOf(base, local).filter((edit) => !isDifferent(edit)), ...chosen];
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
