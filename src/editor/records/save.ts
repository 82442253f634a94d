// One save of an edited record: look whether somebody else changed it, write what changed, read back what came of it.
import { ApiError } from '../../client/index.ts';
import { planItem, readOnlyItemFields, readOnlyValueFields } from './item-plan.ts';
import type { JsonPath } from './json-tree.ts';
import { planPasskey, readOnlyPasskeyFields } from './passkey-plan.ts';
import { isFields, ownField, type Fields, type Plan, type PlanContext, type RecordKind, type Step } from './plan.ts';
import { isSame } from './write-format.ts';

export type NoteEtag = (etag: string | undefined) => void;

/** The service, as far as one record is concerned. */
export interface RecordStore {
  /** `onEtag` hears the version that was read, where the service tells it. */
  read(onEtag?: NoteEtag): Promise<Fields>;
  /** `ifMatch`: the version that it may be written to. */
  write(step: Step, ifMatch?: string): Promise<unknown>;
  /** The last word before anything is written; a refusal is thrown. */
  confirm(steps: readonly Step[]): Promise<void>;
}

/** What a document knows of its record. */
export interface Basis {
  /** What the text was made from: what differs from it was edited. */
  readonly opened: Fields;
  /** What the service had when it was last asked. */
  readonly seen: Fields;
}

export type StepState = 'saved' | 'failed' | 'unknown' | 'skipped';

export interface StepOutcome {
  readonly step: Step;
  readonly state: StepState;
  readonly error?: unknown;
  /** Whether the record, read again, has what was written. */
  readonly isShown?: boolean;
}

export type SaveResult =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changedElsewhere'; readonly theirs: Fields }
  | { readonly kind: 'written'; readonly outcomes: readonly StepOutcome[]; readonly basis: Basis; readonly readBack: boolean };

export function planChanges(kind: RecordKind, opened: Fields, edited: Fields, context: PlanContext): Plan {
  return kind === 'item' ? planItem(opened, edited, context) : planPasskey(opened, edited, context);
}

export async function saveRecord(
  kind: RecordKind,
  { opened, seen }: Basis,
  edited: Fields,
  steps: readonly Step[],
  store: RecordStore,
  context: PlanContext,
  /** Their version that the person has seen and chose to overwrite. */
  overwrite?: Fields,
): Promise<SaveResult> {
  if (steps.length === 0) return { kind: 'unchanged' };
  await store.confirm(steps);
  const isSeen = (record: Fields) =>
    isSameRecord(kind, record, seen) || (overwrite !== undefined && isSameRecord(kind, record, overwrite));
  const { theirs, written } = await writeToSeen(steps, store, isSeen);
  if (!written) return { kind: 'changedElsewhere', theirs };
  const readBack = await store.read().catch(() => undefined);
  const outcomes = readBack ? written.map((outcome) => confirm(outcome, kind, readBack, context)) : written;
  const saved = outcomes.filter(({ state }) => state === 'saved').flatMap(({ step }) => step.parts);
  return {
    kind: 'written',
    outcomes,
    basis: { opened: withParts(opened, edited, saved), seen: readBack ?? theirs },
    readBack: readBack !== undefined,
  };
}

/** A counter may move between the look and the write; a version that never matches must not make saving impossible. */
const maxMismatches = 2;

/** Looks at the record and writes if it is the one that was seen; nothing is written when the service says that it has changed since. */
async function writeToSeen(
  steps: readonly Step[],
  store: RecordStore,
  isSeen: (record: Fields) => boolean,
): Promise<{ readonly theirs: Fields; readonly written?: StepOutcome[] }> {
  for (let mismatches = 0; ; mismatches++) {
    let etag: string | undefined;
    const theirs = await store.read((version) => (etag = version));
    if (!isSeen(theirs)) return { theirs };
    const written = await writeSteps(steps, store, mismatches < maxMismatches ? etag : undefined);
    if (written) return { theirs, written };
  }
}

/** The version is that of the record's own address; what is written below it has others, and later steps come after my own write. */
const atOwnAddress: readonly Step['operation'][] = ['updateItem', 'updatePasskey'];

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'conflict' && error.status === 412;
}

/** Counters that move by themselves are nobody's edit. */
function isSameRecord(kind: RecordKind, one: Fields, other: Fields): boolean {
  const ignored = kind === 'item' ? readOnlyItemFields : readOnlyPasskeyFields;
  const own = (record: Fields) => Object.fromEntries(Object.entries(record).filter(([key]) => !ignored.includes(key)));
  return isSame(own(one), own(other));
}

/**
 * One after the other; what the service refuses is left out, and a service that cannot be worked with is left alone. Undefined, and nothing
 * is written, when the record has another version than `etag`.
 */
async function writeSteps(
  steps: readonly Step[],
  store: RecordStore,
  etag: string | undefined,
): Promise<StepOutcome[] | undefined> {
  const outcomes: StepOutcome[] = [];
  let stopped = false;
  for (const step of steps) {
    if (stopped) {
      outcomes.push({ step, state: 'skipped' });
      continue;
    }
    const ifMatch = outcomes.length === 0 && atOwnAddress.includes(step.operation) ? etag : undefined;
    try {
      await store.write(step, ifMatch);
      outcomes.push({ step, state: 'saved' });
    } catch (error) {
      if (ifMatch !== undefined && isOutdated(error)) return undefined;
      const kind = error instanceof ApiError ? error.kind : undefined;
      outcomes.push({ step, state: kind === 'unknownOutcome' ? 'unknown' : 'failed', error });
      stopped = kind !== 'invalid' && kind !== 'conflict';
    }
  }
  return outcomes;
}

/** What reading back says: a write of which nothing was known was done after all when the service shows what was sent. */
function confirm(outcome: StepOutcome, kind: RecordKind, now: Fields, context: PlanContext): StepOutcome {
  if (outcome.state !== 'unknown' && outcome.state !== 'saved') return outcome;
  const isShown = shows(kind, now, outcome.step, context);
  return outcome.state === 'unknown' ? { ...outcome, state: isShown ? 'saved' : 'unknown' } : { ...outcome, isShown };
}

/** Whether a record as it is read has what a step wrote: as if all of it had to be written, in the format of writes. */
export function shows(kind: RecordKind, now: Fields, { operation, body }: Step, context: PlanContext): boolean {
  const all = planChanges(kind, {}, now, context).steps;
  const nameIn = (fields: Fields) => String(fields.appCategoryId ?? fields.key);
  const same = all.find(
    (step) =>
      asUpdate(step.operation) === asUpdate(operation) && (operation === 'updateItem' || nameIn(step.body) === nameIn(body)),
  );
  return (
    same !== undefined && Object.entries(body).every(([key, value]) => isSame(inOrder(ownField(same.body, key)), inOrder(value)))
  );
}

function asUpdate(operation: string): string {
  return operation.replace('create', 'update');
}

/** The order of a set of ids means nothing. */
function inOrder(value: unknown): unknown {
  return Array.isArray(value) ? value.map(String).sort() : value;
}

/** Their record as if mine had been made from it: what the service works out by itself is not an edit of mine. */
export function asOpened(kind: RecordKind, theirs: Fields, mine: Fields): Fields {
  const ownFields = kind === 'item' ? readOnlyItemFields : readOnlyPasskeyFields;
  const record = withFields(theirs, mine, ownFields);
  return isFields(theirs.value) && isFields(mine.value)
    ? { ...record, value: withFields(theirs.value, mine.value, readOnlyValueFields) }
    : record;
}

function withFields(record: Fields, other: Fields, names: readonly string[]): Fields {
  return { ...record, ...Object.fromEntries(Object.entries(other).filter(([key]) => names.includes(key))) };
}

/** The record as it was opened, with those parts as they were edited: they are no edits any more. */
export function withParts(opened: Fields, edited: Fields, parts: readonly JsonPath[]): Fields {
  let record: Fields = structuredClone(opened);
  for (const [field, part] of parts) {
    if (field === undefined) continue;
    const name = String(field);
    // Unlike an assignment, this makes `__proto__` a field like any other.
    record = { ...record, [name]: withPart(ownField(record, name), ownField(edited, name), part) };
  }
  return record;
}

function withPart(before: unknown, after: unknown, part: string | number | undefined): unknown {
  if (part === undefined) return after;
  if (typeof part === 'number') return withListed(before, (after as readonly unknown[])[part]);
  return { ...(isFields(before) ? before : {}), [part]: (after as Fields)[part] };
}

/** A sale period takes the place of the one with its category, an attribute of the one with its key; a new one comes last. */
function withListed(list: unknown, entry: unknown): unknown[] {
  const entries = Array.isArray(list) ? (list as unknown[]) : [];
  const nameOf = (value: unknown) => (isFields(value) ? String(value.appCategoryId ?? value.key) : '');
  const place = entries.findIndex((one) => nameOf(one) === nameOf(entry));
  return place < 0 ? [...entries, entry] : entries.with(place, entry);
}
