// Payloads that the service takes, values that it does not, and what it says then.
import assert from 'node:assert/strict';
import { operations, type Client } from '../../../src/client/index.ts';
import { askEvents, askTickets, recordIn, useService, type RawReply, type TestService } from './support.ts';

const wholeDay = { start: '2026-06-15', finish: '2026-06-16' };
export const period = { appCategoryId: 9, start: '2026-06-15 10:00:00', finish: '2026-06-16 10:00:00', available: 1 };
export const values = { price: 100, feeSale: 10, feeProducer: 1 };

/** For each writing operation its address and a payload that it takes. */
export const writes = {
  requestExport: { path: '/event/1001/export', payload: { type: 'guestlist', format: 'csv', filters: [] } },
  createItem: { path: '/items', payload: { name: 'x' } },
  updateItem: { path: '/items/{item}', payload: { name: 'x' } },
  createAttribute: { path: '/items/{item}/attributes', payload: { key: 'k', value: 'v', type: 'string' } },
  updateAttribute: { path: '/items/{item}/attributes', payload: { key: 'k', value: 'v', type: 'string' } },
  createSalePeriod: { path: '/items/{item}/sales-period', payload: period },
  updateSalePeriod: { path: '/items/{item}/sales-period', payload: period },
  createValues: { path: '/items/{item}/values', payload: values },
  updateValues: { path: '/items/{full}/values', payload: values },
  createPasskey: { path: '/passkeys', payload: { eventId: 1001, passkey: 'x', ...wholeDay } },
  updatePasskey: { path: '/passkeys/{passkey}', payload: { passkey: 'x', ...wholeDay } },
  setPasskeyItems: { path: '/passkeys/{passkey}/items', payload: { itemIds: [300002] } },
  createPasskeys: { path: '/event/1001/passkeys', payload: { codes: ['n1', 'n2'], itemIds: [300002], ...wholeDay, limit: 2 } },
} as const;
export type WriteId = keyof typeof writes;

export const required: Partial<Record<WriteId, readonly string[]>> = {
  createItem: ['name'],
  updateItem: ['name'],
  createAttribute: ['key', 'value', 'type'],
  // Its key names it; what else is missing stays as it is.
  createSalePeriod: ['appCategoryId', 'start', 'finish', 'available'],
  createValues: ['price'],
  createPasskey: ['eventId', 'passkey'],
  setPasskeyItems: ['itemIds'],
  createPasskeys: ['codes'],
};

/** Values that no field of the name takes, whatever the operation. */
export const wrong: Record<string, readonly unknown[]> = {
  name: [null, '', 5, true, [], {}, ['x'], '\ud800'],
  key: [null, '', 5, [], {}],
  value: [null, 1.5, true, [], {}],
  type: [null, '', 5, [], {}],
  format: [null, '', 'pdf', 5, []],
  filters: [null, 'x', {}, [null], [5], [{}], [{ name: 'channel' }], [{ name: 'channel', value: 5 }], [{ name: '', value: 'x' }]],
  appCategoryId: [null, '', 'x', 1.5, [], {}, '-1', '1e5', 12345678901234567890n],
  start: [null, '', 5, [], {}, 'soon', '2026-02-30', '2026-06-15 25:00:00', '15/06/2026', '2026-6-15', `2026-06-15\n`],
  finish: [null, '', 5, [], {}, 'soon', '2026-13-01', '0000-01-01', '2026-06-14'],
  available: [null, '', '5', 1.5, -1, [], {}, 1e300, 12345678901234567890n],
  price: [null, '', '5', 1.5, -1, [], {}, 1e300],
  feeSale: [null, '', '5', 0.1, -1, []],
  feeProducer: [null, '', '5', 0.1, -1, {}],
  eventId: [null, '', 'x', 1.5, -1, 0, 99, [], {}, 12345678901234567890n],
  passkey: [null, '', 5, [], {}, '\udfff'],
  itemIds: [null, 'x', 5, {}, [null], ['x'], [1.5], [99], [300022], [{}], [[300002]], [12345678901234567890n], [-1]],
  codes: [
    null,
    '',
    'x',
    5,
    {},
    [],
    [null],
    [5],
    [''],
    ['a', 'a'],
    [['a']],
    ['\ud83d'],
    Array.from({ length: 10_001 }, (_, n) => `c${n}`),
  ],
  limit: [null, '', '5', 0, -1, 1.5, [], {}, 1e300],
};
/** More that an item does not take; these fields are optional. */
export const wrongInItem: Record<string, readonly unknown[]> = {
  description: [null, 5, []],
  eventId: [null, '1001', 99, -1, 1.5, 12345678901234567890n],
  parent: ['x', -1, 99, 300002, '{item}'],
  type: ['', 'Other', 5, null],
  quantity: [-1, 1.5, '5', null, 1e300],
  hidden: ['true', 1, null],
  order: [-1, 'first', 0.5],
  taxDistribution: [-1, 101, '50', null],
};

/** A service with something of each kind to write to. */
export class Targets {
  readonly ids = { item: 0, full: 0, passkey: 0 };
  readonly held: { readonly service: TestService; readonly client: Client };

  constructor(held: Targets['held']) {
    this.held = held;
  }

  async make(): Promise<void> {
    const { client } = this.held;
    const newItem = async () => Number(recordIn(await client.call('createItem', { body: { name: 'x', eventId: 1001 } })).id);
    this.ids.item = await newItem();
    this.ids.full = await newItem();
    this.ids.passkey = Number(recordIn(await client.call('createPasskey', { body: { eventId: 1001, passkey: 'base' } })).id);
    await client.call('createAttribute', { path: { id: this.ids.item }, body: { key: 'k', value: 'v', type: 'string' } });
    await client.call('createValues', { path: { id: this.ids.full }, body: values });
  }

  send(id: WriteId, body: string | Uint8Array | undefined, headers = {}): Promise<RawReply> {
    const { group, method } = operations[id];
    const path = writes[id].path.replace(/\{(\w+)\}/, (_, name: keyof Targets['ids']) => String(this.ids[name]));
    return (group === 'event' ? askEvents : askTickets)(this.held.service, method, path, body, headers);
  }

  async expectRefused(id: WriteId, payload: unknown, field: string): Promise<void> {
    const body = withLongNumbers(payload);
    const reply = await this.send(id, body);
    const { status, fields, message } = refusalIn(reply);
    const told = `${id} ${body.slice(0, 200)} → ${reply.status} ${reply.text.slice(0, 200)}`;
    assert.equal(status, 400, told);
    assert.ok(
      fields.some((name) => name === field || name.startsWith(`${field}.`)),
      told,
    );
    assert.ok(message.includes(field), told);
  }
}

export function useTargets(): Targets {
  const targets = new Targets(useService());
  before(() => targets.make());
  return targets;
}

/** JSON in which a bigint is a number with all its digits. */
export function withLongNumbers(payload: unknown): string {
  return JSON.stringify(payload, (_key, value: unknown) => (typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value));
}

/** What a reply refuses: its status, or the one that an error inside HTTP 200 stands for, and the fields that it names. */
export function refusalIn({ status, text }: RawReply): { status: number; fields: string[]; message: string } {
  const body = JSON.parse(text) as { message?: string; info?: string[]; responseError?: { message: string; fields: string[] } };
  const inside = body.responseError;
  if (inside) return { status: 400, fields: inside.fields, message: inside.message };
  return { status, fields: body.info ?? [], message: body.message ?? '' };
}
