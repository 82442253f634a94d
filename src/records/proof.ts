// What a record has, held against what a step sends, and against what it had before: differences are said field by field.
import { centsOf, labelOf, stringifyJson, type Dialect, type OperationId } from '../client/index.ts';
import { idText, ownField } from '../client/fields.ts';
import type { JsonObject } from '../client/replies.ts';
import { ownChanges } from './changes.ts';
import { isReadTime, isSame, plainNumber, readMomentText, type Value } from './kinds.ts';
import { partIn, without, type Part, type RecordModel } from './read.ts';
import type { Step } from './steps.ts';
import { isWorkedOut, recordTables, sectionOf, tableOf, type RecordKind } from './table.ts';

/** What a field was meant to have, and what it has. */
export interface FieldChange {
  readonly field: string;
  readonly expected?: string;
  readonly found?: string;
  /** The record has no such field, not even one that says that there is none. */
  readonly isUnshown?: true;
}

/** What is sent to one part of a record. */
export interface Written {
  readonly section: string;
  readonly key: string;
  readonly body: JsonObject;
  /** What the document calls the fields of the payload, where that is known. */
  readonly names?: Readonly<Record<string, string>>;
  readonly clears?: readonly string[];
}

/** One field that is sent, with what the record has there. */
export interface WrittenField {
  readonly section: string;
  readonly key: string;
  /** As the payload has it, and as the document calls it. */
  readonly name: string;
  readonly field: string;
  readonly after: unknown;
  readonly before: unknown;
  /** `before` is as it was read: nobody knows it in the format of writes. */
  readonly isBeforeRaw: boolean;
}

export function writtenBy({ change, body, names, clears }: Step): Written {
  return { section: change.section, key: change.key, body, names, clears };
}

/** What an operation writes, by its payload; undefined for one that writes no part of a record. */
export function writtenOf(
  operation: OperationId,
  body: JsonObject,
  clears: readonly string[] = [],
): (Written & { readonly kind: RecordKind }) | undefined {
  for (const kind of Object.keys(recordTables) as RecordKind[]) {
    const { makers, sections } = tableOf(kind);
    if (makers.includes(operation)) return { kind, section: 'data', key: '', body, clears };
    for (const [section, { key, create, update }] of Object.entries(sections))
      if (operation === update || operation === create)
        return { kind, section, key: key === undefined ? '' : String(body[key]), body, clears };
  }
  return undefined;
}

/** The fields that are sent and that the record has otherwise. */
export function writtenFields(now: RecordModel, { section, key, body, names = {}, clears = [] }: Written): WrittenField[] {
  const part = partIn(now, section, key);
  const rows = sectionOf(now.kind, section).fields;
  const ownFields = Object.entries(part?.fields ?? {});
  const fieldOf = (name: string) => {
    const own = ownField(rows, name) ? name : ownFields.find(([, { place }]) => place?.length === 1 && place[0] === name)?.[0];
    return ownField(names, name) ?? own ?? name;
  };
  const gone = clears.flatMap((name): WrittenField[] => {
    const before = shownAt(part, name);
    const isThere = before !== undefined && before !== null;
    return isThere ? [{ section, key, name, field: name, after: null, before, isBeforeRaw: true }] : [];
  });
  const written = Object.entries(body).flatMap(([name, after]): WrittenField[] => {
    if (after === undefined || clears.includes(name)) return [];
    const field = fieldOf(name);
    const value = ownField(part?.fields, field);
    const known = value ? inWrites(value, rows[field]?.kind === 'fee') : readOther(ownField(part?.other, field), now);
    const before = known ?? shownAt(part, field);
    const isThis =
      isSame(inOrder(before, field), inOrder(ownOf(name, after, now), field)) || (known === undefined && canMean(before, after));
    return isThis ? [] : [{ section, key, name, field, after, before, isBeforeRaw: known === undefined }];
  });
  return [...written, ...gone];
}

function shownAt(part: Part | undefined, field: string): unknown {
  const value = ownField(part?.fields, field);
  return value ? value.raw : ownField(part?.other, field);
}

/** As it would be sent; undefined where that is not known, or there is none. A fee whose unit nobody has said is sent as the number that it is. */
function inWrites({ raw, known, rule }: Value, isFee: boolean): unknown {
  if (rule === undefined) return known ?? undefined;
  if (rule === 'shape' || rule === 'count') return raw;
  return rule === 'unit' && isFee ? plainNumber(raw) : undefined;
}

/** Of an object of the record, what no other operation writes. */
function ownOf(name: string, value: unknown, { boxes }: RecordModel): unknown {
  const taken = (boxes.get(name) ?? []).filter(({ section }) => section !== 'data');
  return taken.reduce<unknown>((box, { place }) => ownField(without({ [name]: box }, place), name), value);
}

function readOther(raw: unknown, { dialect }: RecordModel): unknown {
  return isReadTime(raw) ? readMomentText(raw, dialect.clock) : (raw ?? undefined);
}

/** Whether an amount of an unknown unit is these cents in one of them, or a time with an offset shows this clock. */
function canMean(shown: unknown, sent: unknown): boolean {
  if (typeof sent === 'number') return (['cents', 'decimals'] as const).some((unit) => centsOf(shown, unit) === sent);
  return typeof sent === 'string' && isReadTime(shown) && `${shown.slice(0, 10)} ${shown.slice(11, 19)}` === sent;
}

/** The order of a set of ids means nothing, nor does it whether an id is a number or a text. */
function inOrder(value: unknown, field: string): unknown {
  if (Array.isArray(value)) return value.map(String).sort();
  return ids.has(field) ? idText(value) : value;
}

const ids = new Set(['eventId', 'parent', 'appCategoryId']);

/** What was sent and is shown otherwise. */
export function differencesFrom(now: RecordModel, written: Written): FieldChange[] {
  // Of an attribute, many services never show the type.
  const isGuess = ({ section, key, field }: WrittenField) =>
    section === 'attributes' &&
    field === 'type' &&
    partIn(now, section, key)?.fields.type?.place === undefined &&
    partIn(now, section, key) !== undefined;
  return writtenFields(now, written)
    .filter((field) => !isGuess(field))
    .map(({ field, after, before }) => ({
      ...changeOf(field, after, before),
      ...(before === undefined && after !== null && { isUnshown: true as const }),
    }));
}

/** What is another than before, and was neither sent nor worked out by the service. */
export function changesBeyond(before: RecordModel, now: RecordModel, steps: readonly Step[]): FieldChange[] {
  return ownChanges(before, now).flatMap((change) => {
    const { section, key } = change;
    const { at, fields } = sectionOf(before.kind, section);
    const step = steps.find((one) => one.change.section === section && one.change.key === key);
    if (at === 'pairs' && step) return [];
    const sent = step
      ? [...Object.keys(step.body), ...Object.values(step.names), ...step.clears, ...(at === 'rows' ? ['id'] : [])]
      : [];
    const part = change.before ?? change.after;
    const names =
      change.before && change.after
        ? [...change.fields, ...change.others]
        : [...Object.keys(part?.fields ?? {}), ...Object.keys(part?.other ?? {})];
    const own = at === 'pairs' ? ['value'] : names;
    const isNone = (value: unknown) => value === undefined || value === null;
    return own.flatMap((name): FieldChange[] => {
      const [former, found] = [shownAt(change.before, name), shownAt(change.after, name)];
      if (sent.includes(name) || ownField(fields, name)?.isReadOnly || (isNone(former) && isNone(found))) return [];
      return [changeOf(fieldPath(before.kind, section, key, name), former, found)];
    });
  });
}

/**
 * What an update does with what it does not carry, where a read-back shows it and nobody has said it, or has said it otherwise: something was left
 * out to be cleared and is still there, or was left out to be kept and is gone.
 */
export function shownPut(before: RecordModel, now: RecordModel, steps: readonly Step[]): Dialect['put'] {
  const { kind, dialect } = now;
  const { put } = dialect;
  const [former, found] = [partIn(before, 'data'), partIn(now, 'data')];
  const isThere = (part: Part | undefined, name: string) => (shownAt(part, name) ?? null) !== null;
  const { fields } = sectionOf(kind, 'data');
  const isOwn = (name: string) => ownField(fields, name)?.isCarried === true || !isWorkedOut(kind, 'data', name);
  for (const { change, body, names, clears } of steps) {
    if (change.section !== 'data') continue;
    if (put !== 'merges' && clears.some((name) => isThere(found, name))) return 'merges';
    if (put === undefined && clears.length > 0) return 'replaces';
    const carried = new Set([...Object.keys(body), ...Object.values(names), ...clears]);
    const left = Object.keys({ ...former?.fields, ...former?.other }).filter((name) => !carried.has(name) && isOwn(name));
    const known = left.filter((name) => isThere(former, name));
    if (put !== 'replaces' && known.some((name) => !isThere(found, name))) return 'replaces';
    if (put === undefined && known.length > 0) return 'merges';
  }
  return undefined;
}

/** As the document calls it: `value.price`, `salePeriods.3.start`, `attributes.gate`. */
function fieldPath(kind: RecordKind, section: string, key: string, name: string): string {
  const { at } = sectionOf(kind, section);
  if (at === 'self' || at === 'set') return name;
  if (at === 'box') return `${section}.${name}`;
  return at === 'pairs' ? `${section}.${key}` : `${section}.${key}.${name}`;
}

function changeOf(field: string, before: unknown, after: unknown): FieldChange {
  const [expected, found] = [textOf(before), textOf(after)];
  return { field, ...(expected === undefined ? {} : { expected }), ...(found === undefined ? {} : { found }) };
}

const maxText = 80;

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const isPlainList = Array.isArray(value) && value.every((part) => typeof part !== 'object');
  const text = isPlainList ? value.join(', ') : typeof value === 'object' ? stringifyJson(value) : labelOf(value);
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}
