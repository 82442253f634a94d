// Rows of replies as resources: plain data that knows which environment it came from.
import { eventOfRow, labelOf, readCode, readList, type Dialect, type Row } from '../../client/index.ts';
import { aliases } from '../../client/fields.ts';
import { isObject } from '../../client/replies.ts';
import { documented, type RecordKind } from '../../records/index.ts';
import type { Connection } from '../account/index.ts';
import { arrayIn } from './fields.ts';
import type { CodeResource, EventResource, ItemResource, PasskeyResource } from '../platform/resources.ts';

/** The names of the events that lists have shown, the latest last: an item knows its event by an id alone. */
const eventNames = new Map<string, string>();
const maxNames = 5000;

export function eventNameOf(environment: string, id: string): string | undefined {
  return eventNames.get(JSON.stringify([environment, id]));
}

export function keepEventName({ environment, id, label }: EventResource): void {
  if (label === id) return;
  const key = JSON.stringify([environment, id]);
  eventNames.delete(key);
  eventNames.set(key, label);
  const [oldest] = eventNames.keys();
  if (eventNames.size > maxNames && oldest !== undefined) eventNames.delete(oldest);
}

export function toEvent({ environment }: Connection, { id = '', label, value }: Row): EventResource {
  return { kind: 'event', environment: environment.name, id, label, value };
}

/** The field by which a person knows a record. */
const nameFields = { item: 'name', passkey: 'passkey' } as const;

/** A row as the one reader of records gives it, called as the dialect says. */
export function recordRow(kind: RecordKind, row: Row, dialect: Dialect): Row {
  if (!isObject(row.value)) return row;
  const value = documented(kind, row.value, dialect);
  // What most services call it is the label already.
  const own = dialect.fields?.[nameFields[kind]] && value[nameFields[kind]];
  return { ...row, value, label: typeof own === 'string' && own.trim() !== '' ? labelOf(own) : row.label };
}

/** `eventId`: of the list that it stands in, which says nothing of a row of which nothing shows whose it is. */
export function toItem({ environment }: Connection, row: Row, eventId?: string): ItemResource {
  const { id = '', label, value, isUnclaimed } = recordRow('item', row, environment.dialect);
  const owner = fieldOf(value, 'eventId') ?? (isUnclaimed ? undefined : eventId);
  return { kind: 'item', environment: environment.name, id, label, value, eventId: owner };
}

export function toPasskey({ environment }: Connection, row: Row, eventId?: string): PasskeyResource {
  const { id = '', label, value } = recordRow('passkey', row, environment.dialect);
  const owner = fieldOf(value, 'eventId') ?? eventId;
  const passkey = fieldOf(value, 'passkey') ?? label;
  return { kind: 'passkey', environment: environment.name, id, label: passkey, value, eventId: owner };
}

export function toCode({ environment }: Connection, { id = '', label, value }: Row, itemId: string): CodeResource {
  const { name, dialect } = environment;
  const { code = label } = readCode(value, dialect);
  return { kind: 'code', environment: name, id, label: code, value, itemId, eventId: eventOfRow(value, dialect) };
}

/** The rows that can be acted upon. */
export function rowsWithId(reply: unknown): Row[] {
  return readList(reply).rows.filter(({ id }) => id !== undefined);
}

const sectionEvents = aliases('events items banners cards data results rows content elements list');

/** The rows of a section of the home page; undefined: it is no section. */
export function sectionRows({ value }: Row): readonly Row[] | undefined {
  const inside = arrayIn(value, sectionEvents);
  return inside && readList(inside).rows;
}

/** A field of a record as text, when it is text or a number. */
export function fieldOf(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const field = (value as Record<string, unknown>)[name];
  return typeof field === 'string' || typeof field === 'number' || typeof field === 'bigint' ? String(field) : undefined;
}
