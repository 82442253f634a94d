// Rows of replies as resources: plain data that knows which environment it came from.
import { eventOfRow, readCode, readList, type Row } from '../../client/index.ts';
import { aliases, labelWith } from '../../client/fields.ts';
import { isObject } from '../../client/replies.ts';
import { documented } from '../../records/index.ts';
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

/** `eventId`: of the list that it stands in, which says nothing of a row of which nothing shows whose it is. */
export function toItem({ environment }: Connection, { id = '', label, value, isUnclaimed }: Row, eventId?: string): ItemResource {
  const { name, dialect } = environment;
  const item = isObject(value) ? documented('item', value, dialect) : value;
  const own = dialect.fields?.name === undefined ? label : labelWith(item, id);
  return {
    kind: 'item',
    environment: name,
    id,
    label: own,
    value: item,
    eventId: fieldOf(item, 'eventId') ?? (isUnclaimed ? undefined : eventId),
  };
}

export function toPasskey({ environment }: Connection, { id = '', label, value }: Row, eventId?: string): PasskeyResource {
  const { name, dialect } = environment;
  const passkey = isObject(value) ? documented('passkey', value, dialect) : value;
  const owner = fieldOf(passkey, 'eventId') ?? eventId;
  return { kind: 'passkey', environment: name, id, label: fieldOf(passkey, 'passkey') ?? label, value: passkey, eventId: owner };
}

export function toCode({ environment }: Connection, { id = '', label, value }: Row, itemId: string): CodeResource {
  const code = readCode(value, environment.dialect).code ?? label;
  return {
    kind: 'code',
    environment: environment.name,
    id,
    label: code,
    value,
    itemId,
    eventId: eventOfRow(value, environment.dialect),
  };
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
