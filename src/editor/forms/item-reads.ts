// What an item's form shows beside the item: the tax, the triggers, the event and its groups. Any reply is taken as it comes.
import * as vscode from 'vscode';
import { contentOf, labelOf, type Row } from '../../client/index.ts';
import { idText } from '../../client/fields.ts';
import type { ResultOf, TaxShown } from '../../protocol/contract.ts';
import type { ItemContract } from '../../protocol/item.ts';
import type { Connection } from '../account/index.ts';
import { isCalledGroup, parentsOf } from '../../records/item-groups.ts';
import { pagerOf, reads } from '../reading/reads.ts';
import { taxShown } from '../reading/tax-amounts.ts';
import { isFields, readRecord, valueOf, type Fields } from '../../records/index.ts';
import { lastBegin } from './item-suggestions.ts';

export async function readTax(
  connection: Connection,
  eventId: string,
  price: number,
  record: Fields,
  signal: AbortSignal,
): Promise<TaxShown> {
  const item = readRecord('item', record, connection.environment.dialect);
  const share = valueOf(item, 'value', 'taxDistribution')?.raw;
  const query = { eventId, price, ...(typeof share === 'number' ? { taxDistribution: share } : {}) };
  const reply = contentOf(await connection.read('calculateTax', { query }, { interactive: false, signal }));
  return taxShown(reply, price, connection.environment, vscode.env.language);
}

type Triggers = ResultOf<ItemContract, 'readTriggers'>['rows'];

/** `{ soldout: [], start: [] }`, or a list. */
export async function readTriggers(connection: Connection, id: string): Promise<Triggers> {
  const reply = contentOf(await connection.read('listTriggers', { path: { id } }, { interactive: false }));
  const groups: [string, unknown][] = isFields(reply) ? Object.entries(reply) : [['', reply]];
  return groups.flatMap(([when, list]) =>
    Array.isArray(list) ? (list as unknown[]).map((entry) => triggerOf(when, entry)) : [],
  );
}

function triggerOf(when: string, entry: unknown): Triggers[number] {
  const { action, itemId, event, type } = isFields(entry) ? entry : {};
  const item = idText(itemId);
  const done = typeof action === 'string' ? action : '';
  const kind = [event, type].find((value) => typeof value === 'string') ?? '';
  const detail = done === 'open' && item !== undefined ? vscode.l10n.t('Opens the item') : done;
  return { when: when || kind, label: labelOf(entry), detail, itemId: item };
}

/** `types`: those that the service names, and those that items of the event have beside them. */
export interface Related extends Omit<ResultOf<ItemContract, 'readAround'>, 'path' | 'suggested'> {
  readonly rows: readonly Row[];
  /** When the last session of the event begins. */
  readonly lastSession?: string | undefined;
}

export async function readRelated(connection: Connection, eventId: string): Promise<Related> {
  const quiet = { interactive: false };
  const [event, items, named] = await Promise.allSettled([
    connection.read('getEvent', { path: { id: eventId } }, quiet),
    pagerOf(connection, reads.items(eventId), { pageSize: maxRelated, interactive: false }).next(),
    connection.read('listTypes', {}, quiet),
  ]);
  const rows = items.status === 'fulfilled' ? items.value.rows : [];
  const holders = new Set(parentsOf(rows).values());
  const listed = named.status === 'fulfilled' ? contentOf(named.value) : undefined;
  const names = Array.isArray(listed) ? listed.map(labelOf) : [];
  const used = rows.flatMap(({ value }) => (isFields(value) && typeof value.type === 'string' ? [value.type] : []));
  return {
    ...(event.status === 'fulfilled'
      ? { event: labelOf(contentOf(event.value)), lastSession: lastBegin(event.value, connection.environment.dialect.clock) }
      : {}),
    groups: rows.flatMap(({ id, label, value }) =>
      id !== undefined && (holders.has(id) || isCalledGroup(value)) ? [{ value: id, label }] : [],
    ),
    types: few([...names, ...used]),
    valueTypes: few(rows.flatMap(({ value }) => (isFields(value) ? namedTypes(value.attributes) : []))),
    rows,
  };
}

function few(names: readonly string[]): string[] {
  return [...new Set(names)].slice(0, maxTypes);
}

/** Only a list of `{ key, value, type }` names them. */
function namedTypes(attributes: unknown): string[] {
  const listed: readonly unknown[] = Array.isArray(attributes) ? attributes : [];
  return listed.flatMap((one) => (isFields(one) && typeof one.type === 'string' && one.type !== '' ? [one.type] : []));
}

/** So many items of an event tell which groups and types there are. */
const maxRelated = 500;
const maxTypes = 50;

/** The items of an event with exactly this name. */
export async function findByName(
  connection: Connection,
  eventId: string,
  name: string,
): Promise<{ value: string; label: string }[]> {
  const wanted = reads.items(eventId);
  // A service may know the query and find parts of a name, or not know it and give every item.
  const list = { ...wanted, input: { query: { ...wanted.input.query, term: name } } };
  const found: { value: string; label: string }[] = [];
  for await (const rows of pagerOf(connection, list, { pageSize: maxRelated }))
    for (const { id, label, value } of rows)
      if (id !== undefined && isFields(value) && value.name === name) found.push({ value: id, label });
  return found;
}
