// A record as the texts of its form, and back as edits: what was not typed stays exactly as it was read.
import { centsOf as readCents, stringifyJson, type Dialect } from '../../client/index.ts';
import type { ItemKnown } from '../../protocol/item.ts';
import type { ChangedElsewhere, TypedEdit, TypedField } from '../../protocol/record-form.ts';
import {
  isWorkedOut,
  isMoney,
  mayBeCents,
  ownChanges,
  partIn,
  readRecord,
  sectionOf,
  tableOf,
  textOf,
  valueOf,
  withEdits,
  type Fields,
  type FormatContext,
  type Item,
  type Part,
  type RecordKind,
  type RecordModel,
} from '../../records/index.ts';
import { noCurrency } from '../../shared/text.ts';
import { areCentsByDocument } from '../reading/amount-signs.ts';
import type { Edited, RecordSession, StepOutcome } from '../records/session.ts';
import { messageOf } from '../platform/user-error.ts';

export type { FormatContext };

type Section = TypedField['section'];

/** Amounts of a service that has shown no others are cents, as the document says, as long as nobody has said what they are. */
function asDocumented(record: RecordModel, format: FormatContext): FormatContext {
  const isOpen = record.kind === 'item' && format.dialect.amounts?.items === undefined;
  return isOpen && areCentsByDocument(format.dialect) && mayBeCents(record as Item) ? { ...format, areCents: true } : format;
}

/** What is known of an item, and how its amounts are typed. */
export function knownOf(item: Item, format: FormatContext): ItemKnown {
  const { areCents = false, dialect } = asDocumented(item, format);
  const { items, fees } = dialect.amounts ?? {};
  const shown = valueOf(item, 'value', 'price');
  const price = shown?.raw;
  const isAmount =
    price === undefined ||
    price === null ||
    (shown && isMoney(shown)) ||
    readCents(price, items ?? (areCents ? 'cents' : undefined)) !== undefined;
  const { value, salePeriods, attributes } = item.sections;
  const parts = { values: value, periods: salePeriods, attributes };
  // The document has no name for them; an item that holds others has theirs.
  const { eventDates, children } = item.raw;
  const holdsOthers = Array.isArray(children) && children.length > 0;
  return {
    isAtNoSession: Array.isArray(eventDates) && eventDates.length === 0 && !holdsOthers && item.raw.type !== 'Group',
    price: isAmount ? 'money' : 'number',
    fees: fees === undefined || fees === 'number' ? 'number' : 'money',
    isPresumed: areCents && typeof price === 'number',
    currency: format.currency ?? noCurrency,
    unseen: isNew(item) ? [] : (['values', 'periods', 'attributes'] as const).filter((name) => parts[name] === undefined),
  };
}

function isNew({ raw }: RecordModel): boolean {
  return Object.keys(raw).length === 0;
}

/** The fields of a section that are typed. The event of a record and the key of a row are given with it. */
function namesIn(kind: RecordKind, section: string): string[] {
  const { key, fields } = sectionOf(kind, section);
  return Object.keys(fields).filter((name) => name !== key && name !== 'eventId' && !isWorkedOut(kind, section, name));
}

function partText({ kind }: RecordModel, part: Part | undefined, section: string, name: string, format: FormatContext): string {
  return textOf(sectionOf(kind, section).fields[name]?.kind ?? 'any', part?.fields[name], format);
}

/** What can be typed of a record. `like`: the one beside which it is shown. */
export function typedFieldsOf(record: RecordModel, shown: FormatContext, like = record): TypedField[] {
  const format = asDocumented(like, shown);
  return Object.entries(tableOf(record.kind).sections).flatMap(([name, { at }]): TypedField[] => {
    const section = name as Section;
    const names = namesIn(record.kind, name);
    const parts = record.sections[name] ?? [];
    if (at === 'pairs') return parts.flatMap((part, index) => attributeFields(part, rowName(index)));
    const fieldsIn = (part: Part | undefined, row?: string) =>
      names.map((field) => ({
        ...{ section, key: row === undefined ? '' : (part?.key ?? ''), name: field },
        text: partText(record, part, name, field, format),
        ...(row === undefined ? {} : { row }),
      }));
    if (at === 'rows') return parts.flatMap((part, index) => fieldsIn(part, rowName(index)));
    return fieldsIn(parts[0]).filter((field) => at !== 'self' || isTypable(record, field.name));
  });
}

function rowName(index: number): string {
  return `row-${index + 1}`;
}

/** Of what a service does not show nobody knows whether there is any; nor can an object be typed. */
function isTypable(record: RecordModel, name: string): boolean {
  if (record.kind === 'passkey' || name === 'name' || isNew(record)) return true;
  const value = partIn(record, 'data')?.fields[name];
  if (name === 'parent' || value === undefined) return value !== undefined;
  const isFlag = sectionOf(record.kind, 'data').fields[name]?.kind === 'flag';
  if (isFlag) return typeof value.raw === 'boolean';
  return value.raw === null || !['object', 'boolean'].includes(typeof value.raw);
}

function attributeFields({ key, fields: { value, type } }: Part, row: string): TypedField[] {
  const raw = value?.raw;
  const isFixed = typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'bigint';
  const at = { section: 'attributes', key, row, ...(isFixed && { isFixed }) } as const;
  return [
    { ...at, name: 'value', text: isFixed ? stringifyJson(raw ?? null) : String(raw) },
    { ...at, name: 'type', text: typeof type?.raw === 'string' ? type.raw : '' },
  ];
}

/** The record with what was typed, as amounts and times were shown then. */
export function withTyped(edits: readonly TypedEdit[], format: FormatContext): Edited {
  return (base) => withEdits(base, edits, asDocumented(base, format));
}

/** What a record is created with: what was typed of its own fields. */
export function newBody(kind: RecordKind, edits: readonly TypedEdit[], dialect: Dialect): Fields {
  const own = edits.filter(({ section }) => section === 'data');
  const made = withEdits(readRecord(kind, {}, dialect), own, { dialect, language: 'en' });
  const given = Object.entries(partIn(made, 'data')?.fields ?? {}).map(([name, { raw }]) => [name, raw] as const);
  const isGiven = (raw: unknown) => raw !== undefined && raw !== null && raw !== '' && raw !== false;
  return Object.fromEntries(given.filter(([, raw]) => isGiven(raw)));
}

/** What became of one part of a save. */
export function partOf({ state, error, differences = [] }: Omit<StepOutcome, 'step'>) {
  return {
    state,
    ...(error === undefined ? {} : { reason: messageOf(error) }),
    ...(differences.length > 0 ? { differences: [...differences] } : {}),
  };
}

/** Their version beside the one that the edits are made on. */
export function changedElsewhere(session: RecordSession, theirs: Fields, format: FormatContext): ChangedElsewhere {
  const remote = session.modelOf(theirs);
  const typed = namesIn(remote.kind, 'data');
  const others = ownChanges(session.remoteModel, remote).flatMap((change) =>
    change.section === 'data' ? change.fields.filter((name) => !typed.includes(name)) : [],
  );
  const fieldsOf = (record: RecordModel) => typedFieldsOf(record, format);
  return { kind: 'changedElsewhere', base: fieldsOf(session.baseModel), remote: fieldsOf(remote), others };
}
