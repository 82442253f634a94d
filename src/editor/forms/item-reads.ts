// What an item's form shows beside the item: the tax, the triggers, the event and its groups. Any reply is taken as it comes.
import { centsOf, contentOf, labelOf, readList } from '../../client/index.ts';
import type { TaxPreview } from '../../protocol/item.ts';
import type { Connection } from '../account/index.ts';
import { taxUnit } from '../reading/tax-amounts.ts';
import { isFields, type Fields } from '../records/plan.ts';

export async function readTax(
  connection: Connection,
  eventId: string,
  price: number,
  record: Fields,
  signal: AbortSignal,
): Promise<TaxPreview> {
  const share = isFields(record.value) ? record.value.taxDistribution : undefined;
  const query = { eventId, price, ...(typeof share === 'number' ? { taxDistribution: share } : {}) };
  const reply = contentOf(await connection.read('calculateTax', { query }, { interactive: false, signal }));
  const unit = taxUnit(reply, price, connection.environment.dialect);
  const amount = (name: string) => (isFields(reply) && unit !== undefined ? centsOf(reply[name], unit) : undefined);
  return {
    tax: amount('tax'),
    customer: amount('customerTax'),
    producer: amount('producerTax'),
    finalPrice: amount('finalPrice'),
    producerReceives: amount('producerReceives'),
  };
}

interface Trigger {
  readonly when: string;
  readonly label: string;
  readonly detail: string;
}

/** `{ soldout: [], start: [] }`, or a list. */
export async function readTriggers(connection: Connection, id: string): Promise<Trigger[]> {
  const reply = contentOf(await connection.read('listTriggers', { path: { id } }, { interactive: false }));
  const groups: [string, unknown][] = isFields(reply) ? Object.entries(reply) : [['', reply]];
  return groups.flatMap(([when, list]) =>
    Array.isArray(list) ? (list as unknown[]).map((entry) => triggerOf(when, entry)) : [],
  );
}

function triggerOf(when: string, entry: unknown): Trigger {
  const { action, itemId, event, type } = isFields(entry) ? entry : {};
  const texts = [action, itemId].filter((value) => typeof value === 'string' || typeof value === 'number');
  const kind = [event, type].find((value) => typeof value === 'string');
  return { when: when === '' ? (kind ?? '') : when, label: labelOf(entry), detail: texts.join(' ') };
}

export interface Related {
  readonly event?: string;
  readonly groups: { value: string; label: string }[];
}

export async function readRelated(connection: Connection, eventId: string): Promise<Related> {
  const quiet = { interactive: false };
  const [event, items] = await Promise.allSettled([
    connection.read('getEvent', { path: { id: eventId } }, quiet),
    connection.read('listItems', { query: { eventId, type: 'Group', pageSize: 100 } }, quiet),
  ]);
  const rows = items.status === 'fulfilled' ? readList(items.value).rows : [];
  return {
    ...(event.status === 'fulfilled' ? { event: labelOf(contentOf(event.value)) } : {}),
    groups: rows.flatMap(({ id, label, value }) =>
      id !== undefined && isFields(value) && value.type === 'Group' ? [{ value: id, label }] : [],
    ),
  };
}

/** The items of an event with exactly this name. */
export async function findByName(
  connection: Connection,
  eventId: string,
  name: string,
): Promise<{ value: string; label: string }[]> {
  const reply = await connection.read('listItems', { query: { eventId, term: name, pageSize: 100 } });
  return readList(reply).rows.flatMap(({ id, label, value }) =>
    id !== undefined && isFields(value) && value.name === name ? [{ value: id, label }] : [],
  );
}
