// Services with manners, and what goes over the wire to and from them.
import assert from 'node:assert/strict';
import type { OutgoingHttpHeaders } from 'node:http';
import { parseManners, type ServiceOptions } from '../../../src/service/index.ts';
import { ask, form, formType, stopServices, testService, type TestService } from './support.ts';

export const festival = 1001;
/** The first ticket of the festival that belongs to no group. */
export const ticket = 300002;

export type Fields = Record<string, unknown>;

export interface Wire {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The whole body. */
  readonly body: Fields;
  /** What stands under `data`, or in the event group under `responseData`. */
  readonly data: Fields;
  /** The rows of a list. */
  readonly rows: Fields[];
}

type Send = (method: string, path: string, payload?: unknown, headers?: OutgoingHttpHeaders) => Promise<Wire>;

export interface Polite extends TestService {
  /** A request of the ticket group; the token goes in Authorization unless the headers are given. */
  readonly tickets: Send;
  readonly events: Send;
  readonly upload: (path: string, lines: string, headers?: OutgoingHttpHeaders) => Promise<Wire>;
}

/** A service with these manners, as `--dialect` names them. */
export async function politeService(words: string, options: ServiceOptions = {}): Promise<Polite> {
  const service = await testService({ dialect: parseManners(words), ...options });
  const bearer = { authorization: `Bearer ${service.token}` };
  const send = async (url: string, method: string, path: string, body: string | undefined, headers: OutgoingHttpHeaders) => {
    const { origin, pathname } = new URL(url);
    return wire(await ask(origin, { method, path: pathname + path, headers, body }));
  };
  const json =
    (url: string) =>
    (method: string, path: string, payload?: unknown, headers: OutgoingHttpHeaders = bearer) => {
      const type = payload === undefined ? {} : { 'content-type': 'application/json' };
      return send(url, method, path, payload === undefined ? undefined : JSON.stringify(payload), { ...headers, ...type });
    };
  return {
    ...service,
    tickets: json(service.ticketUrl),
    events: json(service.eventUrl),
    upload: (path, lines, headers = bearer) =>
      send(service.ticketUrl, 'POST', path, form({ fileName: 'codes.csv', content: lines }), {
        ...headers,
        'content-type': formType,
      }),
  };
}

function wire({ status, text, headers }: { status: number; text: string; headers: Wire['headers'] }): Wire {
  const body = (text === '' ? {} : JSON.parse(text)) as Fields;
  const boxed = (body.data ?? body.responseData ?? body.response_data ?? {}) as Fields;
  const rows = Array.isArray(boxed) ? boxed : Array.isArray(boxed.data) ? boxed.data : [];
  return { status, text, headers, body, data: boxed, rows: rows as Fields[] };
}

/** Runs a test with a service of its own, which met no error that it did not expect. */
export function withManners(words: string, work: (service: Polite) => Promise<void>, options: ServiceOptions = {}) {
  return async () => {
    const service = await politeService(words, options);
    try {
      await work(service);
      assert.deepEqual(service.errors, []);
    } finally {
      await stopServices();
    }
  };
}

/** An item with a price of 120.50, fees of 12.00 and 2.50, and a sale period. */
export async function pricedItem({ tickets }: Polite, more: Fields = {}): Promise<Fields> {
  const created = await tickets('POST', '/items', { name: 'Pista', eventId: festival, ...more });
  const id = String(created.data.id);
  await tickets('POST', `/items/${id}/values`, { price: 12050, feeSale: 1200, feeProducer: 250 });
  const period = { appCategoryId: 1, start: '2026-07-01 10:00:00', finish: '2026-07-31 18:00:00', available: 5 };
  await tickets('POST', `/items/${id}/sales-period`, period);
  return (await tickets('GET', `/items/${id}`)).data;
}

/** Waits for what another reply shows at last. */
export async function until<Value>(read: () => Promise<Value>, isThere: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await read();
    if (isThere(value)) return value;
  }
}
