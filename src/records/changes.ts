// The difference of two versions of a record, section by section: the only one there is.
import { ownField, putAt, valueAt, type Place } from '../client/fields.ts';
import type { JsonObject } from '../client/replies.ts';
import { isSame, isTyped, meaningOf, standingAt, type Value } from './kinds.ts';
import type { Part, RecordModel } from './read.ts';
import { isWorkedOut, sectionOf, tableOf } from './table.ts';

/** What differs in one part of a record. */
export interface Change {
  readonly section: string;
  readonly key: string;
  /** Its place among the parts of the section; -1 for one that is gone. */
  readonly index: number;
  readonly before: Part | undefined;
  readonly after: Part | undefined;
  /** The fields of the table that differ. */
  readonly fields: readonly string[];
  /** The names beside the table that do. */
  readonly others: readonly string[];
}

export function changesOf(before: RecordModel, after: RecordModel): Change[] {
  return Object.keys(tableOf(before.kind).sections).flatMap((section) => changesIn(section, before, after));
}

function changesIn(section: string, { kind, sections }: RecordModel, after: RecordModel): Change[] {
  const [former, now] = [sections[section] ?? [], after.sections[section] ?? []];
  if (former === now) return [];
  const seen = new Set<string>();
  const changed = now.flatMap((part, index): Change[] => {
    const { key } = part;
    const twins = former.filter((one) => one.key === key);
    const isTwice = seen.has(key);
    seen.add(key);
    if (twins.some((one) => one === part || isSamePart(kind, section, one, part))) return [];
    const known = isTwice ? undefined : twins[0];
    return [{ section, key, index, before: known, after: part, ...differing(kind, section, known, part) }];
  });
  const gone = former.filter(({ key }) => !seen.has(key));
  return [
    ...changed,
    ...gone.map((part) => ({ section, key: part.key, index: -1, before: part, after: undefined, fields: [], others: [] })),
  ];
}

function isSamePart(kind: RecordModel['kind'], section: string, one: Part, other: Part): boolean {
  const { fields, others } = differing(kind, section, one, other);
  return fields.length + others.length === 0;
}

/** A part that is yet to be made differs in all that it has. */
function differing(kind: RecordModel['kind'], section: string, before: Part | undefined, after: Part) {
  const rows = Object.entries(sectionOf(kind, section).fields);
  const isOther = (name: string, fieldKind: (typeof rows)[number][1]['kind']) =>
    meaningOf(fieldKind, before?.fields[name]) !== meaningOf(fieldKind, after.fields[name]);
  const fields = rows.flatMap(([name, row]) => (isOther(name, row.kind) ? [name] : []));
  const names = new Set([...Object.keys(before?.other ?? {}), ...Object.keys(after.other)]);
  const others = [...names].filter((name) => !isSame(ownField(before?.other, name), ownField(after.other, name)));
  return { fields, others };
}

/** What is another than before, and is not worked out by the service. */
export function ownChanges(before: RecordModel, after: RecordModel): Change[] {
  return changesOf(before, after).flatMap((change) => {
    const own = only(change, (name) => !isWorkedOut(before.kind, change.section, name));
    return change.before && change.after && own.fields.length + own.others.length === 0 ? [] : [own];
  });
}

/** Whether nobody has changed anything, what is not understood included. */
export function isSameRecord(one: RecordModel, other: RecordModel): boolean {
  const odd = (record: RecordModel) => Object.fromEntries(record.odd);
  return ownChanges(one, other).length === 0 && isSame(odd(one), odd(other));
}

/** A change of those fields alone. */
function only(change: Change, isMeant: (name: string) => boolean): Change {
  return { ...change, fields: change.fields.filter(isMeant), others: change.others.filter(isMeant) };
}

/** Their record as if mine had been made from it: what the service works out by itself is not an edit of mine. */
export function asBase(remote: RecordModel, mine: RecordModel): JsonObject {
  const kept = changesOf(remote, mine).filter(({ before, after }) => before && after);
  return rawWith(
    remote,
    mine,
    kept.map((change) => only(change, (name) => isWorkedOut(remote.kind, change.section, name))),
  );
}

/** The reply of a record with the values of changes in it; what was typed and not sent is in no reply. */
export function rawWith(record: RecordModel, edited: RecordModel, changes: readonly Change[]): JsonObject {
  return changes.reduce((raw, { section, key, after, fields, others }) => {
    const there = record.sections[section]?.find((part) => part.key === key);
    if (!there && after?.place && sectionOf(record.kind, section).key !== undefined) return withRow(raw, edited, after.place);
    const placeOf = (name: string) => there?.fields[name]?.place ?? after?.fields[name]?.place;
    const values = fields.flatMap((name): [Place, unknown][] => {
      const [place, value] = [placeOf(name), after?.fields[name]];
      return place && !(value && isTyped(value)) ? [[place, value?.raw]] : [];
    });
    const beside = others.map((name): [Place, unknown] => [[...(there?.place ?? []), name], ownField(after?.other, name)]);
    return [...values, ...beside].reduce((made, [place, value]) => putAt(made, place, value), raw);
  }, record.raw);
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
  for (const { section, key, after, fields, others } of changes) {
    if (!after) continue;
    const parts = [...(sections[section] ?? [])];
    const at = parts.findIndex((part) => part.key === key);
    const part = parts[at];
    if (!part) parts.push(after);
    else
      parts[at] = {
        ...part,
        fields: { ...part.fields, ...moved(picked(after.fields, fields), part) },
        other: { ...part.other, ...picked(after.other, others) },
      };
    sections[section] = parts;
  }
  return { ...record, sections };
}

/** A service has its own names: a value comes to stand where its record has the field. */
function moved(values: Readonly<Record<string, Value>>, { fields }: Part): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, standingAt(value, fields[name]?.place)]));
}

function picked<T>(fields: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}
