// The one way in: what is typed into a form or a cell, or wanted by a file, on a record. What nobody edits stays as it was read.
import { pairPart, type Part, type RecordModel } from './read.ts';
import { idValue, readValue, textOf, typedValue, type FormatContext, type Value } from './kinds.ts';
import { sectionOf, type RecordKind, type SectionRow } from './table.ts';
import type { Dialect } from '../client/index.ts';
import { wholeNumber } from '../shared/text.ts';

/** Of a field: `data··name`, `salePeriods·1·start`. */
export interface Edit {
  readonly section: string;
  readonly key: string;
  readonly name: string;
  /** As it was typed. */
  readonly text?: string | undefined;
  /** As a file has it. */
  readonly value?: unknown;
  /** Of a row that is added, whatever else has its key: which one. */
  readonly added?: string | undefined;
}

/** The record as somebody wants it. `format`: how it was typed. */
export function withEdits<K extends RecordKind>(
  record: RecordModel<K>,
  edits: readonly Edit[],
  format: FormatContext,
): RecordModel<K> {
  const sections: Record<string, readonly Part[] | null | undefined> = { ...record.sections };
  const made = new Map<string, Part>();
  // What was typed as the value of an attribute is of the type that was typed with it.
  const isType = ({ section, name }: Edit) => section === 'attributes' && name === 'type';
  for (const edit of [...edits.filter(isType), ...edits.filter((one) => !isType(one))]) {
    const { section, key, added } = edit;
    const row = sectionOf(record.kind, section);
    const parts = [...(sections[section] ?? [])];
    const own = made.get(`${section} ${added}`);
    const at = parts.findIndex((part) => (added === undefined ? part.key === key : part === own));
    const edited = editedPart(parts[at] ?? newPart(key, row, record.dialect), edit, row, record.dialect, format);
    if (at < 0) parts.push(edited);
    else parts[at] = edited;
    if (added !== undefined) made.set(`${section} ${added}`, edited);
    sections[section] = parts;
  }
  return { ...record, sections };
}

function newPart(key: string, { key: name, at }: SectionRow, dialect: Dialect): Part {
  if (at === 'pairs') return pairPart(key, null, undefined, dialect);
  const fields = name === undefined ? {} : { [name]: readValue('any', idValue(key), dialect) as Value };
  return { key, place: undefined, fields };
}

function editedPart(part: Part, { name, text, value }: Edit, row: SectionRow, dialect: Dialect, format: FormatContext): Part {
  const kind = row.fields[name]?.kind ?? 'any';
  const before = part.fields[name];
  if (row.at === 'pairs' && text !== undefined) return typedPair(part, name, text, dialect, format);
  const typed = text === undefined ? value : typedValue(kind, text, before, format);
  const edited = readValue(kind, typed, dialect, before?.place);
  const { [name]: _former, ...fields } = part.fields;
  return { ...part, fields: edited ? { ...fields, [name]: edited } : fields };
}

/** What was typed as the value of an attribute is of its type. */
function typedPair(part: Part, name: string, text: string, dialect: Dialect, format: FormatContext): Part {
  const type = name === 'type' ? text.trim() : textOf('any', part.fields.type, format);
  const given = name === 'value' ? text : textOf('any', part.fields.value, format);
  return pairPart(part.key, type === 'integer' ? (wholeNumber(given) ?? given) : given, type, dialect, part.place);
}
