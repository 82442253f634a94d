// The difference of two versions of a record, section by section: the only one there is.
import { ownField, putAt, valueAt, type Place } from '../client/fields.ts';
import type { JsonObject } from '../client/replies.ts';
import { isSame, meaningOf, typedAmountIn } from './kinds.ts';
import type { Part, RecordModel } from './read.ts';
import { isWorkedOut, sectionOf, tableOf, type RecordKind } from './table.ts';

/** What differs in one part of a record. */
export interface Change {
  readonly section: string;
  readonly key: string;
  /** Its place among the parts of the section; -1 for one that is gone. */
  readonly index: number;
  readonly before: Part | undefined;
  readonly after: Part | undefined;
  /** What differs: fields of the table, then those beside it. */
  readonly fields: readonly string[];
}

export function changesOf(before: RecordModel, after: RecordModel): Change[] {
  return Object.keys(tableOf(before.kind).sections).flatMap((section) => changesIn(section, before, after));
}

/** Of one section. */
export function changesIn(section: string, { kind, sections }: RecordModel, after: RecordModel): Change[] {
  const [former, now] = [sections[section] ?? [], after.sections[section] ?? []];
  const seen = new Set<string>();
  const changed = now.flatMap((part, index): Change[] => {
    const { key } = part;
    const twins = former.filter((one) => one.key === key);
    const before = seen.has(key) ? undefined : twins[0];
    seen.add(key);
    if (twins.some((one) => one === part || differing(kind, section, one, part).length === 0)) return [];
    return [{ section, key, index, before, after: part, fields: differing(kind, section, before, part) }];
  });
  const gone = former.filter(({ key }) => !seen.has(key));
  return [...changed, ...gone.map((part) => ({ section, key: part.key, index: -1, before: part, after: undefined, fields: [] }))];
}

/** A part that is yet to be made differs in all that it has. */
function differing(kind: RecordKind, section: string, before: Part | undefined, after: Part): string[] {
  const rows = sectionOf(kind, section).fields;
  const names = new Set([...Object.keys(rows), ...Object.keys(before?.fields ?? {}), ...Object.keys(after.fields)]);
  const meaning = (part: Part | undefined, name: string) =>
    meaningOf(ownField(rows, name)?.kind ?? 'any', ownField(part?.fields, name));
  return [...names].filter((name) => meaning(before, name) !== meaning(after, name));
}

/** What is another than before, and is not worked out by the service. */
export function ownChanges(before: RecordModel, after: RecordModel): Change[] {
  return changesOf(before, after).flatMap((change) => {
    const own = only(change, (name) => !isWorkedOut(before.kind, change.section, name));
    return change.before && change.after && own.fields.length === 0 ? [] : [own];
  });
}

/** Whether nobody has changed anything, what is not understood included. */
export function isSameRecord(one: RecordModel, other: RecordModel): boolean {
  return ownChanges(one, other).length === 0 && isSame(one.odd, other.odd);
}

/** A change of those fields alone. */
function only(change: Change, isMeant: (name: string) => boolean): Change {
  return { ...change, fields: change.fields.filter(isMeant) };
}

/** Their record as if mine had been made from it: what the service works out by itself is not an edit of mine. */
export function asBase(remote: RecordModel, mine: RecordModel): JsonObject {
  const workedOut = changesOf(remote, mine)
    .filter(({ before }) => before)
    .map((change) => only(change, (name) => isWorkedOut(remote.kind, change.section, name)));
  return rawWith(remote, mine, workedOut);
}

/** The reply of a record with the values of changes in it; what was typed and not sent is in no reply. */
export function rawWith(record: RecordModel, edited: RecordModel, changes: readonly Change[]): JsonObject {
  return changes.reduce((raw, { section, key, after, fields }) => {
    const row = sectionOf(record.kind, section);
    const there = record.sections[section]?.find((part) => part.key === key);
    if (!there && after?.place && row.key !== undefined) return withRow(raw, edited, after.place);
    return fields.reduce((made, name) => {
      const value = ownField(after?.fields, name);
      // A row may stand elsewhere in the list that was edited.
      const added = row.at === 'rows' && there?.place ? [...there.place, name] : value?.place;
      const place = ownField(there?.fields, name)?.place ?? added;
      return place && typedAmountIn(value) === undefined ? putAround(made, record, place, value?.raw) : made;
    }, raw);
  }, record.raw);
}

/** An object is put with what was taken out of it. */
function putAround(raw: JsonObject, { taken }: RecordModel, at: Place, value: unknown): JsonObject {
  const inside = at.length === 1 ? taken.filter(({ place }) => place[0] === at[0]) : [];
  return inside.reduce((made, { place }) => putAt(made, place, valueAt(raw, place)), putAt(raw, at, value));
}

/** A row that was added to a document. */
function withRow(raw: JsonObject, edited: RecordModel, place: Place): JsonObject {
  const list = valueAt(raw, place.slice(0, -1));
  const row = valueAt(edited.raw, place);
  return Array.isArray(list) ? putAt(raw, place.slice(0, -1), [...(list as unknown[]), row]) : putAt(raw, place, row);
}

/** The record with changes on it: the parts that they name as they were edited. */
export function withChanges(record: RecordModel, changes: readonly Change[]): RecordModel {
  const sections = { ...record.sections };
  for (const { section, key, after, fields } of changes) {
    if (!after) continue;
    const parts = [...(sections[section] ?? [])];
    const at = parts.findIndex((part) => part.key === key);
    const part = parts[at];
    if (part) parts[at] = { ...part, fields: { ...part.fields, ...picked(after.fields, fields) } };
    else parts.push(after);
    sections[section] = parts;
  }
  return { ...record, sections };
}

function picked(fields: Part['fields'], names: readonly string[]): Part['fields'] {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}
