// What a record has, held against what a step sends, and against what it had before: differences are said field by field.
import { centsOf, labelOf, stringifyJson, type Dialect, type OperationId } from '../client/index.ts';
import { idText, ownField } from '../client/fields.ts';
import type { JsonObject } from '../client/replies.ts';
import { ownChanges } from './changes.ts';
import { isReadTime, isSame, plainNumber, readMomentText, type Kind, type Value } from './kinds.ts';
import { partIn, without, type Part, type RecordModel } from './read.ts';
import type { Step, Written } from './steps.ts';
import { isCarried, isWorkedOut, sectionOf, tableOf, type RecordKind } from './table.ts';

/** What a field was meant to have, and what it has. */
export interface FieldChange {
  readonly field: string;
  readonly expected?: string;
  readonly found?: string;
  /** The record has no such field, not even one that says that there is none. */
  readonly isUnshown?: true;
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

/** What an operation writes, by its payload; undefined for one that writes no part of a record. */
export function writtenOf(
  operation: OperationId,
  body: JsonObject,
  clears: readonly string[] = [],
): (Written & { readonly kind: RecordKind }) | undefined {
  for (const kind of ['item', 'passkey'] as const) {
    const { makers, sections } = tableOf(kind);
    for (const [section, { at, key, create, update }] of Object.entries(sections))
      if (operation === update || operation === create || (at === 'self' && makers.includes(operation)))
        return { kind, section, key: key === undefined ? '' : String(body[key]), body, clears };
  }
  return undefined;
}

/** The fields that are sent and that the record has otherwise. */
export function writtenFields(now: RecordModel, { section, key, body, names = {}, clears = [] }: Written): WrittenField[] {
  const part = partIn(now, section, key);
  const { fields: rows, key: rowKey } = sectionOf(now.kind, section);
  const ownFields = Object.entries(part?.fields ?? {});
  const cleared = clears
    .map((name): WrittenField => {
      const before = shownAt(part, name);
      return { section, key, name, field: name, after: null, before, isBeforeRaw: true };
    })
    .filter(({ before }) => before !== undefined && before !== null);
  const written = Object.entries(body).flatMap(([name, after]): WrittenField[] => {
    if (after === undefined || clears.includes(name)) return [];
    const ownName = ownFields.find(([, { place }]) => place?.length === 1 && place[0] === name)?.[0];
    const field = ownField(names, name) ?? (ownField(rows, name) ? name : (ownName ?? name));
    const kind = ownField(rows, field)?.kind;
    const value = ownField(part?.fields, field);
    const known = value && inWrites(value, kind, now.dialect);
    const before = known ?? shownAt(part, field);
    const isId = kind === 'id' || field === rowKey;
    const isThis =
      isSame(inOrder(before, isId), inOrder(besideFields(name, after, now), isId)) ||
      (known === undefined && canMean(before, after));
    return isThis ? [] : [{ section, key, name, field, after, before, isBeforeRaw: known === undefined }];
  });
  return [...written, ...cleared];
}

function shownAt(part: Part | undefined, field: string): unknown {
  return ownField(part?.fields, field)?.raw;
}

/** As it would be sent; undefined where that is not known, or there is none. A fee whose unit nobody has said is sent as the number that it is. */
function inWrites({ raw, known, rule }: Value, kind: Kind | undefined, { clock }: Dialect): unknown {
  if (kind === undefined && isReadTime(raw)) return readMomentText(raw, clock);
  if (rule === undefined) return known ?? undefined;
  if (rule === 'shape' || rule === 'count') return raw;
  return rule === 'unit' && kind === 'fee' ? plainNumber(raw) : undefined;
}

/** Of an object of the record, what the table has no fields for. */
function besideFields(name: string, value: unknown, { taken }: RecordModel): unknown {
  const inside = taken.filter(({ place }) => place[0] === name);
  return inside.reduce<unknown>((box, { place }) => ownField(without({ [name]: box }, place), name), value);
}

/** Whether an amount of an unknown unit is these cents in one of them, or a time with an offset shows this clock. */
function canMean(shown: unknown, sent: unknown): boolean {
  if (typeof sent === 'number') return (['cents', 'decimals'] as const).some((unit) => centsOf(shown, unit) === sent);
  return typeof sent === 'string' && isReadTime(shown) && `${shown.slice(0, 10)} ${shown.slice(11, 19)}` === sent;
}

/** The order of a set of ids means nothing, nor does it whether an id is a number or a text. */
function inOrder(value: unknown, isId: boolean): unknown {
  if (Array.isArray(value)) return value.map(String).sort();
  return isId ? idText(value) : value;
}

/** What was sent and is shown otherwise. */
export function differencesFrom(now: RecordModel, written: Written): FieldChange[] {
  const { fields } = partIn(now, written.section, written.key) ?? {};
  // Of an attribute, many services never show the type: it stands nowhere.
  const isShown = ({ field }: WrittenField) => !ownField(fields, field) || ownField(fields, field)?.place !== undefined;
  return writtenFields(now, written)
    .filter(isShown)
    .map(({ field, after, before }) => ({
      ...changeOf(field, after, before),
      ...(before === undefined && after !== null && { isUnshown: true as const }),
    }));
}

/** What is another than before, and was neither sent nor worked out by the service. */
export function changesBeyond(before: RecordModel, now: RecordModel, steps: readonly Step[]): FieldChange[] {
  return ownChanges(before, now).flatMap(({ section, key, before: former, after: found, fields }) => {
    const { at } = sectionOf(before.kind, section);
    const step = steps.find((one) => one.section === section && one.key === key);
    if (at === 'pairs' && step) return [];
    const sent = step ? [...sentBy(step), ...(at === 'rows' ? ['id'] : [])] : [];
    const names = found ? fields : Object.keys(former?.fields ?? {});
    return (at === 'pairs' ? ['value'] : names).flatMap((name): FieldChange[] => {
      const [expected, shown] = [shownAt(former, name), shownAt(found, name)];
      const isSaid = sent.includes(name) || isWorkedOut(before.kind, section, name) || (expected ?? shown ?? null) === null;
      return isSaid ? [] : [changeOf(fieldPath(before.kind, section, key, name), expected, shown)];
    });
  });
}

/** What a step sends and clears, under the names of the payload and of the document. */
function sentBy({ body, names = {}, clears }: Step): string[] {
  return [...Object.keys(body), ...Object.values(names), ...clears];
}

/**
 * What an update does with what it does not carry, where a read-back shows it and nobody has said it, or has said it otherwise: something was left
 * out to be cleared and is still there, or was left out to be kept and is gone.
 */
export function shownPut(before: RecordModel, now: RecordModel, steps: readonly Step[]): Dialect['put'] {
  const { put } = now.dialect;
  const step = steps.find(({ section }) => section === 'data');
  if (!step) return undefined;
  const [former, found] = [partIn(before, 'data'), partIn(now, 'data')];
  const isThere = (part: Part | undefined, name: string) => (shownAt(part, name) ?? null) !== null;
  if (put !== 'merges' && step.clears.some((name) => isThere(found, name))) return 'merges';
  if (put === 'replaces') return undefined;
  if (put === undefined && step.clears.length > 0) return 'replaces';
  const sent = sentBy(step);
  const left = Object.keys(former?.fields ?? {}).filter(
    (name) => !sent.includes(name) && isCarried(now.kind, 'data', name) && isThere(former, name),
  );
  if (left.some((name) => !isThere(found, name))) return 'replaces';
  return put === undefined && left.length > 0 ? 'merges' : undefined;
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
