// A write as a person is asked about it: where it goes, and each field with what it has and what it gets.
import * as vscode from 'vscode';
import {
  contentOf,
  eventOfRow,
  idOf,
  isDateTime,
  labelOf,
  parseDate,
  stringifyJson,
  type OperationId,
} from '../../client/index.ts';
import type { AnyInput } from '../account/connection.ts';
import type { Connection } from '../account/index.ts';
import { getOrInsert } from '../platform/once.ts';
import { fieldNames } from '../reading/field-names.ts';
import { formatsFor, type Formats } from '../reading/formats.ts';
import { itemFacts } from '../reading/item-facts.ts';
import { itemPaths } from '../../records/item-groups.ts';
import { passkeyFacts } from '../reading/passkey-facts.ts';
import { pagerOf, reads } from '../reading/reads.ts';
import {
  isFields,
  readRecord,
  tableOf,
  writtenFields,
  writtenOf,
  type Fields,
  type RecordKind,
  type WrittenField,
} from '../../records/index.ts';

const { l10n } = vscode;
const quiet = { interactive: false, quiet: true } as const;

/** What a question says of a write. */
export interface WriteText {
  /** `Festival › Pista › 2º lote`, as far as it could be read. */
  readonly path: string;
  readonly lines: readonly string[];
}

export async function writeText(
  connection: Connection,
  kind: RecordKind | undefined,
  record: Fields,
  fields: readonly ShownField[],
  label = labelOf(record),
): Promise<WriteText> {
  const eventId = eventOfRow(record, connection.environment.dialect);
  const isOfItems = fields.some(({ name }) => name === 'itemIds');
  const [event, group, items] = await Promise.all([
    eventId === undefined ? undefined : nameOf(connection, 'getEvent', eventId),
    kind === 'item' ? groupOf(connection, record) : undefined,
    isOfItems && eventId !== undefined ? namesOfItems(connection, eventId) : new Map<string, string>(),
  ]);
  const formats = formatsFor(connection.environment, vscode.env.language);
  return {
    path: [event, group, label].flatMap((name) => (name ? [shortened(name)] : [])).join(' › '),
    lines: fields.map((field) => lineOf(field, formats, items)),
  };
}

/** Records that are about to go, each with the group that it stands in and what is known of it. */
export async function recordLines(
  connection: Connection,
  records: readonly { readonly label: string; readonly value: unknown }[],
  kind: RecordKind,
): Promise<string[]> {
  const tools = { t: l10n.t, formats: formatsFor(connection.environment, vscode.env.language) };
  const groups = new Map<string, Promise<string | undefined>>();
  const lineOf = async (label: string, value: unknown) => {
    const { parts } = kind === 'item' ? itemFacts(value, tools) : passkeyFacts(value, tools);
    const isInGroup = kind === 'item' && isFields(value);
    const group = isInGroup
      ? await getOrInsert(groups, stringifyJson(value.parent ?? null), () => groupOf(connection, value))
      : undefined;
    return [[group, label].filter(Boolean).join(' › '), ...parts].join(' · ');
  };
  return Promise.all(records.map(({ label, value }) => lineOf(label, value)));
}

/** Of an operation that makes or changes a record, or asks for something of an event; undefined of any other. */
export async function operationText(
  connection: Connection,
  operation: OperationId,
  { path = {}, body = {} }: AnyInput,
): Promise<WriteText | undefined> {
  // How many codes are made is said elsewhere.
  const { codes: _counted, ...fields } = body;
  const written = writtenOf(operation, fields);
  if (!written && !ofEvents.has(operation)) return undefined;
  const { kind } = written ?? {};
  const { dialect } = connection.environment;
  const fieldsIn = (record: Fields) => (written ? writtenFields(readRecord(written.kind, record, dialect), written) : []);
  if (path.id === undefined)
    return writeText(connection, kind, { eventId: path.eventId ?? body.eventId }, fieldsIn({}), newLabel(body));
  const isNew = operation.startsWith('create');
  const record = kind && (await readQuietly(connection, tableOf(kind).read, path.id));
  if (record) return writeText(connection, kind, record, withUnknown(fieldsIn(record), isNew));
  const unread = await writeText(connection, kind, {}, withUnknown(fieldsIn({}), isNew), '');
  return { ...unread, lines: [l10n.t('What it has now could not be read.'), ...unread.lines] };
}

/** They write no record, and ask for something of an event. */
const ofEvents: ReadonlySet<OperationId> = new Set(['requestExport', 'requestPasskeysReport']);

/** Of what is changed, a field that is not shown is not known; what is made has none before. */
function withUnknown(fields: readonly WrittenField[], isNew: boolean): readonly ShownField[] {
  return isNew ? fields : fields.map((field) => (field.before === undefined ? { ...field, isUnknown: true } : field));
}

interface ShownField extends WrittenField {
  readonly isUnknown?: boolean;
}

function newLabel({ name, passkey }: Fields): string {
  return typeof name === 'string' ? name : typeof passkey === 'string' ? passkey : '';
}

async function readQuietly(connection: Connection, operation: OperationId, id: unknown): Promise<Fields | undefined> {
  const reply = await connection.readAny(operation, { path: { id } } as AnyInput, quiet).then(contentOf, () => undefined);
  return isFields(reply) ? reply : undefined;
}

async function nameOf(connection: Connection, operation: 'getEvent' | 'getItem', id: string): Promise<string | undefined> {
  const record = await readQuietly(connection, operation, id);
  return record && labelOf(record);
}

async function groupOf(connection: Connection, { parent }: Fields): Promise<string | undefined> {
  const id = idOf({ id: parent }) ?? idOf(parent);
  if (id === undefined) return undefined;
  return isFields(parent) && labelOf(parent) !== id ? labelOf(parent) : nameOf(connection, 'getItem', id);
}

const maxItems = 500;

/** Of none where they cannot be read. */
export async function namesOfItems(connection: Connection, eventId: string): Promise<ReadonlyMap<string, string>> {
  const page = pagerOf(connection, reads.items(eventId), { pageSize: maxItems, interactive: false }).next();
  return page.then(
    ({ rows }) => itemPaths(rows),
    () => new Map<string, string>(),
  );
}

function lineOf(field: ShownField, formats: Formats, items: ReadonlyMap<string, string>): string {
  const { before, after, isUnknown } = field;
  if (field.name === 'itemIds') return itemsLine(field, items);
  const name = nameIn(field);
  const text = textOf(field, after, false, formats);
  if (isUnknown) return l10n.t('{0}: not known → {1}', name, text);
  if (before === undefined || before === null) return `${name}: ${text}`;
  return `${name}: ${textOf(field, before, field.isBeforeRaw, formats)} → ${text}`;
}

/** What is added to the set, and what is taken out of it. */
function itemsLine({ before, after, isUnknown }: ShownField, items: ReadonlyMap<string, string>): string {
  const [former, now] = [idsIn(before), idsIn(after)];
  const named = (ids: readonly string[]) => {
    const names = ids.slice(0, maxNamed).map((id) => items.get(id) ?? id);
    return [...names, ...(ids.length > maxNamed ? [l10n.t('{0} more', ids.length - maxNamed)] : [])].join(', ');
  };
  const [added, removed] = [now.filter((id) => !former.includes(id)), former.filter((id) => !now.includes(id))];
  if (isUnknown) return l10n.t('{0}: not known → {1}', l10n.t('Items'), named(now));
  if (before === undefined) return l10n.t('Items: {0}', named(now));
  const parts = [
    l10n.t('Items: {0} → {1}', former.length, now.length),
    ...(added.length > 0 ? [l10n.t('added: {0}', named(added))] : []),
    ...(removed.length > 0 ? [l10n.t('taken out: {0}', named(removed))] : []),
  ];
  return parts.join('; ');
}

const maxNamed = 5;

function idsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

function nameIn({ section, key, name, field }: WrittenField): string {
  if (section === 'attributes') return name === 'value' ? l10n.t('Attribute {0}', key) : l10n.t('Attribute {0}, {1}', key, name);
  const own = fieldNames(l10n.t)(field);
  return section === 'salePeriods' ? l10n.t('Sale period {0}, {1}', key, own) : own;
}

const maxText = 80;

function textOf({ section, name }: WrittenField, value: unknown, isRaw: boolean, formats: Formats): string {
  const unit = name === 'price' ? 'cents' : formats.dialect.amounts?.fees;
  // What is written is in cents, whatever the service reads in; a fee may be a plain number.
  if (section === 'value' && !isRaw && typeof value === 'number' && unit !== undefined && unit !== 'number')
    return formats.money(value);
  if (typeof value === 'string' && (isDateTime(value) || parseDate(value))) return formats.moment(value);
  return shortened(labelOf(value));
}

/** What stands behind a long name must still be read. */
function shortened(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}
