// Events as files that tests begin with, and what is known of the service that they are read from.
import type { Dialect } from '../../../src/client/index.ts';
import type { EventFile, FileItem, FilePasskey } from '../../../src/plans/index.ts';
import { timeZone } from '../service/support.ts';

/** All that a plan needs to know of the local service. */
export const known: Dialect = {
  token: { event: 'bearer' },
  amounts: { items: 'decimals', fees: 'decimals' },
  paging: { by: 'page', page: 'page', size: 'pageSize', first: 1, largest: 1000 },
  clock: timeZone,
  put: 'merges',
  removal: null,
};

type MutableItem = { -readonly [Key in keyof FileItem]: FileItem[Key] } & { items?: MutableItem[] };
export interface MutableEvent {
  items: MutableItem[];
  passkeys: Record<string, unknown>[];
}
/** What a test does to an event as a file. */
export type Edit = (file: MutableEvent) => void;

const period = { appCategoryId: 1, start: '2027-03-01 10:00:00', finish: '2027-03-15 00:00:00', available: 40 };

export const lot: FileItem = {
  id: 11,
  name: '1º lote',
  description: '',
  type: 'Ticket',
  quantity: 60,
  hidden: false,
  price: '120.00',
  feeSale: '12.00',
  feeProducer: '0.00',
  salePeriods: [period],
  attributes: { maximum: 4 },
};

export const secondLot: FileItem = {
  ...lot,
  id: 12,
  name: '2º lote',
  price: '150.00',
  salePeriods: [{ ...period, start: '2027-03-15 00:00:00', finish: '2027-04-01 00:00:00' }],
};

export const passkey: FilePasskey = {
  id: 71,
  passkey: 'IMPRENSA',
  start: null,
  finish: '2027-04-01',
  limit: 50,
  items: ['Pista / 1º lote'],
};

/** An event with one group of two lots and one passkey. */
export const event: EventFile = {
  event: { id: 1001, name: 'Festival', environment: 'stg' },
  timeZone: 'America/Sao_Paulo',
  items: [{ id: 10, name: 'Pista', type: 'Group', items: [lot, secondLot] }],
  passkeys: [passkey],
};

export const elsewhere = (file: EventFile): EventFile => ({
  ...file,
  event: { ...file.event, id: 2002, environment: 'sandbox' },
});

/** The event with other items in its group. */
export function withLots(...lots: readonly FileItem[]): EventFile {
  return { ...event, items: [{ id: 10, name: 'Pista', type: 'Group', items: lots }] };
}

export function withoutIds(item: FileItem): FileItem {
  const { id: _id, items, ...rest } = item;
  return items ? { ...rest, items: items.map(withoutIds) } : rest;
}
