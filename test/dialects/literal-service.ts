// A service that does exactly what the interface document says, and nothing more. What the document leaves open it does in the plainest way,
// unless it is told otherwise.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LiteralManners {
  /** What becomes of query parameters that the document does not name: they are ignored, unless it refuses them with this status. */
  readonly refuses?: 400 | 422;
  /** Rows of items say whose they are, and `eventId` chooses among them. */
  readonly namesEvents?: true;
  /** `GET /event/{id}/tickets` shows names alone, so that nothing tells whose an item is. */
  readonly noTicketIds?: true;
  /** There is one event, and all items are its own. */
  readonly oneEvent?: true;
  /** What an item shows of its values: all of them unless it is told otherwise. */
  readonly values?: 'price' | 'none';
  /** Codes are shown without an id. */
  readonly noCodeIds?: true;
  /** How long a list leaves out what was created, in milliseconds. */
  readonly lateBy?: number;
  /** How far its clock is behind UTC, in hours: 3 is São Paulo. */
  readonly behindUtc?: number;
  /** Ids of replies are texts. */
  readonly textIds?: true;
  /** An update of a passkey keeps what it is not sent; null takes it away. */
  readonly keepsUnsent?: true;
  /** An update of a passkey with a field that the document does not name is refused. */
  readonly refusesFields?: true;
  /** The replies to so many batches of passkeys are lost after they were stored. */
  readonly losesReplies?: number;
}

interface Item {
  readonly id: number;
  readonly eventId: number;
  name: string;
  price: number | null;
  feeSale: number | null;
  feeProducer: number | null;
  readonly periods: { appCategoryId: number; start: string; finish: string; available: number }[];
  readonly attributes: { key: string; value: unknown; type: string }[];
  readonly made: number;
}

interface Passkey {
  readonly id: number;
  readonly eventId: number;
  passkey: string;
  start: string | null;
  finish: string | null;
  itemIds: number[];
  readonly limit: number | null;
  readonly made: number;
}

interface Code {
  readonly codeId: number;
  readonly itemId: number;
  readonly eventId: number;
  readonly code: string;
  readonly made: number;
}

export interface LiteralState {
  readonly items: Item[];
  readonly passkeys: Passkey[];
  readonly codes: Code[];
}

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

export interface Literal {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  readonly token: string;
  readonly requests: SeenRequest[];
  state(): LiteralState;
  restore(): void;
  close(): Promise<void>;
}

export const events = [
  { id: 7, link: 'spring-fair', name: 'Spring Fair' },
  { id: 8, link: 'winter-fair', name: 'Winter Fair' },
] as const;
const sessions = [
  { sessionId: 71, eventId: 7, date: '2031-03-01 20:00:00' },
  { sessionId: 72, eventId: 7, date: '2031-03-02 20:00:00' },
  { sessionId: 81, eventId: 8, date: '2031-07-01 20:00:00' },
] as const;
export const sessionsOf = (eventId: number) => sessions.filter((session) => session.eventId === eventId);

/** Six tickets of the first event, two of which have one name, and two of the second. */
function sample({ oneEvent }: LiteralManners): LiteralState {
  const names = ['Floor', 'Balcony', 'Box', 'Student', 'Student', 'Guest', 'Floor', 'Balcony'];
  const items = names.slice(0, oneEvent ? 6 : 8).map((name, at): Item => {
    const period = { start: '2030-01-01 10:00:00', finish: '2031-02-28 23:59:59' };
    return {
      ...{ id: 501 + at, eventId: at < 6 ? 7 : 8, name, made: 0 },
      ...{ price: 12_000 + at * 100, feeSale: 1200 + at * 10, feeProducer: 250 },
      periods: [
        { appCategoryId: 1, ...period, available: 200 + at },
        ...(at === 0 ? [{ appCategoryId: 2, ...period, available: 40 }] : []),
      ],
      attributes: at === 0 ? [{ key: 'gate', value: 4, type: 'integer' }] : [],
    };
  });
  const passkeys = Array.from({ length: 130 }, (_, at): Passkey => ({
    ...{ id: 9001 + at, eventId: 7, passkey: `SPRING-${String(at + 1).padStart(3, '0')}`, limit: 1 + (at % 3), made: 0 },
    ...{ start: null, finish: '2031-01-01 00:00:00', itemIds: at % 2 === 0 ? [501, 502] : [503] },
  }));
  const counts = new Map(items.map(({ id }, at) => [id, [60, 30, 45, 35, 20, 10, 5, 5][at] ?? 0]));
  const codes = items.flatMap(({ id, eventId }) =>
    Array.from({ length: counts.get(id) ?? 0 }, (_, at): Code => ({
      ...{ codeId: id * 1000 + at, itemId: id, eventId, code: `${id}-${String(at + 1).padStart(4, '0')}`, made: 0 },
    })),
  );
  return { items, passkeys, codes };
}

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Call {
  readonly names: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Method and path, the query parameters that the document names, and what is answered. */
type Route = readonly [address: string, query: string, answer: (call: Call) => unknown];

const found = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Refusal(404, `${what} not found`);
  return value;
};

function textIn(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new Refusal(400, `${name} must be text`);
  return value;
}

function integerIn(value: unknown, name: string): number {
  if (!Number.isSafeInteger(value)) throw new Refusal(400, `${name} must be an integer`);
  return value as number;
}

const dateTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

function timeIn(value: unknown, name: string, isDateEnough = false): string | null {
  if (value === undefined || value === null) return null;
  const text = textIn(value, name);
  if (isDateEnough && /^\d{4}-\d\d-\d\d$/.test(text)) return `${text} 00:00:00`;
  if (!dateTime.test(text)) throw new Refusal(400, `${name} must be YYYY-MM-DD HH:MM:SS`);
  return text;
}

export async function startLiteral(manners: LiteralManners = {}): Promise<Literal> {
  const { lateBy = 0, behindUtc = 3 } = manners;
  let { items, passkeys, codes } = sample(manners);
  let [lastId, lost] = [100_000, 0];
  const requests: SeenRequest[] = [];
  const token = 'literal-token';

  const isListed = ({ made }: { readonly made: number }) => Date.now() - made >= lateBy;
  const today = () => new Date(Date.now() - behindUtc * 3_600_000).toISOString().slice(0, 10);
  const eventOf = (id: string | undefined) =>
    found(
      events.find((event) => String(event.id) === id || event.link === id),
      `event ${id}`,
    );
  const itemOf = ({ names }: Call) =>
    found(
      items.find(({ id }) => String(id) === names.id),
      `item ${names.id}`,
    );
  const passkeyOf = ({ names }: Call) =>
    found(
      passkeys.find(({ id }) => String(id) === names.id),
      `passkey ${names.id}`,
    );
  const idsIn = (value: unknown): number[] => {
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw new Refusal(400, 'itemIds must be an array of integers');
    return value.map(
      (id) =>
        found(
          items.find((item) => item.id === integerIn(id, 'itemIds')),
          `item ${id}`,
        ).id,
    );
  };

  const shownValues = ({ price, feeSale, feeProducer }: Item) =>
    manners.values === 'none' ? {} : { values: manners.values === 'price' ? { price } : { price, feeSale, feeProducer } };
  const showItem = (item: Item) => ({
    ...{ id: item.id, name: item.name, attributes: item.attributes, salePeriods: item.periods, ...shownValues(item) },
    ...(manners.namesEvents && { eventId: item.eventId }),
  });
  const showPasskey = ({ id, eventId, passkey, start, finish, itemIds, limit }: Passkey) => ({
    ...{ id, eventId, passkey, start, finish, itemIds, limit },
  });
  const showCode = ({ codeId, code }: Code) => (manners.noCodeIds ? { code } : { codeId, code });
  const showEvent = (event: (typeof events)[number]) => ({ ...event, sessions: sessionsOf(event.id) });
  const showTickets = (eventId: number) =>
    items.filter((item) => item.eventId === eventId).map(({ id, name }) => (manners.noTicketIds ? { name } : { id, name }));

  function setValues(call: Call): unknown {
    const { price, feeSale, feeProducer } = call.body;
    const item = itemOf(call);
    item.price = integerIn(price, 'price');
    // What an update is not sent stays as it is.
    if (feeSale !== undefined) item.feeSale = integerIn(feeSale, 'feeSale');
    if (feeProducer !== undefined) item.feeProducer = integerIn(feeProducer, 'feeProducer');
    return { id: item.id };
  }

  function setPeriod(call: Call, isNew: boolean): unknown {
    const { appCategoryId, start, finish, available } = call.body;
    const { id, periods } = itemOf(call);
    const period = {
      appCategoryId: integerIn(appCategoryId, 'appCategoryId'),
      start: textIn(timeIn(start, 'start'), 'start'),
      finish: textIn(timeIn(finish, 'finish'), 'finish'),
      available: integerIn(available, 'available'),
    };
    const at = periods.findIndex((each) => each.appCategoryId === period.appCategoryId);
    if (isNew === at >= 0) throw new Refusal(409, isNew ? 'this period is there already' : 'there is no such period');
    periods.splice(isNew ? periods.length : at, isNew ? 0 : 1, period);
    return { id };
  }

  function setAttribute(call: Call): unknown {
    const { id, attributes } = itemOf(call);
    const { key, value, type } = call.body;
    const at = attributes.findIndex((each) => each.key === key);
    const attribute = { key: textIn(key, 'key'), value, type: textIn(type, 'type') };
    attributes.splice(at < 0 ? attributes.length : at, at < 0 ? 0 : 1, attribute);
    return { id };
  }

  function passkeyIn({ eventId, passkey, start, finish }: Call['body']) {
    const times = { start: timeIn(start, 'start', true), finish: timeIn(finish, 'finish', true) };
    const event = eventOf(String(integerIn(eventId, 'eventId'))).id;
    return { eventId: event, passkey: textIn(passkey, 'passkey'), ...times };
  }

  function requireToday(start: string | null): void {
    if (start !== null && start.slice(0, 10) < today()) throw new Refusal(400, 'start is before the current day');
  }

  function createPasskeys({ names, body }: Call): unknown {
    const { codes: texts, itemIds, start, finish, limit } = body;
    if (!Array.isArray(texts)) throw new Refusal(400, 'codes must be given');
    const times = { start: timeIn(start, 'start', true), finish: timeIn(finish, 'finish', true) };
    requireToday(times.start);
    const shared = { ...times, itemIds: idsIn(itemIds), limit: limit === undefined ? null : integerIn(limit, 'limit') };
    const eventId = eventOf(names.eventId).id;
    // Nothing in the document says that a passkey is there once.
    const made = texts.map((text): Passkey => ({
      ...{ id: ++lastId, eventId, passkey: textIn(text, 'codes'), ...shared, made: Date.now() },
    }));
    passkeys.push(...made);
    if (lost++ < (manners.losesReplies ?? 0)) throw new Lost();
    return made.map(({ id, passkey }) => ({ id, passkey }));
  }

  function upload({ names, text }: Call): unknown {
    const file = found(/name="file"[^]*?\r\n\r\n([^]*?)\r\n--/.exec(text)?.[1], 'file');
    const eventId = eventOf(names.eventId).id;
    const known = new Set(codes.map(({ code }) => code));
    for (const line of file.split(/\r?\n/).slice(1)) {
      const [itemId = '', code = ''] = line.split(',').map((cell) => cell.trim());
      const item = items.find(({ id }) => String(id) === itemId);
      if (code === '' || known.has(code) || item?.eventId !== eventId) continue;
      known.add(code);
      codes.push({ codeId: ++lastId, itemId: item.id, eventId, code, made: Date.now() });
    }
    return { ok: true };
  }

  const eventRoutes: readonly Route[] = [
    ['GET /event', 'link fields method', ({ query }) => showEvent(eventOf(query.get('link') ?? undefined))],
    ['GET /event/{id}', '', ({ names }) => showEvent(eventOf(names.id))],
    ['GET /event/{id}/tickets', '', ({ names }) => showTickets(eventOf(names.id).id)],
    ['GET /event/{id}/session/{sessionId}/tickets', '', ({ names }) => showTickets(eventOf(names.id).id)],
    ['GET /event/{id}/crew', '', () => [{ id: 1, name: 'Ana' }]],
    ['GET /event/{id}/attributes', '', () => [{ key: 'age', value: 16, type: 'integer' }]],
    ['GET /event/{eventId}/guestlist', 'method sessionId', () => ({ expected: 400, admitted: 120 })],
    ['GET /event/{eventId}/bordero', '', () => ({ lines: [{ name: 'Floor', sold: 10, gross: 120_000 }], gross: 120_000 })],
    ['POST /event/{eventId}/export', '', ({ names }) => ({ eventId: eventOf(names.eventId).id })],
    ['GET /featured', 'method state', () => events.map(showEvent)],
    ['GET /home/sections', '', () => [{ name: 'Near you', events: events.map(showEvent) }]],
    ['GET /home/cover', '', () => []],
    ['GET /{category}', '', ({ names }) => (names.category === 'fairs' ? events.map(showEvent) : found(undefined, 'category'))],
  ];

  const ticketRoutes: readonly Route[] = [
    ['GET /types', '', () => [{ id: 1, name: 'Full' }]],
    [
      'GET /items',
      manners.namesEvents ? 'eventId' : '',
      ({ query }) => {
        const event = manners.namesEvents ? query.get('eventId') : null;
        return items.filter((item) => isListed(item) && (event === null || String(item.eventId) === event)).map(showItem);
      },
    ],
    ['GET /items/{id}', '', (call) => showItem(itemOf(call))],
    [
      'POST /items',
      '',
      ({ body }) => {
        const eventId = body.eventId === undefined ? 7 : eventOf(String(integerIn(body.eventId, 'eventId'))).id;
        const values = { price: null, feeSale: null, feeProducer: null, periods: [], attributes: [] };
        const item: Item = { id: ++lastId, eventId, name: textIn(body.name, 'name'), ...values, made: Date.now() };
        items.push(item);
        return { id: item.id, name: item.name };
      },
    ],
    [
      'PUT /items/{id}',
      '',
      (call) => {
        const item = itemOf(call);
        item.name = textIn(call.body.name, 'name');
        return showItem(item);
      },
    ],
    ['POST /items/{id}/attributes', '', setAttribute],
    ['PUT /items/{id}/attributes', '', setAttribute],
    ['POST /items/{id}/sales-period', '', (call) => setPeriod(call, true)],
    ['PUT /items/{id}/sales-period', '', (call) => setPeriod(call, false)],
    ['POST /items/{id}/values', '', setValues],
    ['PUT /items/{id}/values', '', setValues],
    ['GET /items/{id}/triggers', '', () => []],
    [
      'GET /tax',
      'producerId eventId price taxDistribution tax',
      ({ query }) => {
        if (!query.has('eventId') && !query.has('producerId')) throw new Refusal(400, 'eventId or producerId must be given');
        const price = Number(query.get('price'));
        const tax = query.has('tax') ? Number(query.get('tax')) : Math.round(price / 10);
        const customerTax = Math.round((tax * Number(query.get('taxDistribution') ?? 100)) / 100);
        return { price, tax, customerTax, producerTax: tax - customerTax, finalPrice: price + customerTax };
      },
    ],
    [
      'GET /passkeys',
      'eventId',
      ({ query }) => {
        const event = eventOf(query.get('eventId') ?? undefined).id;
        return passkeys.filter((each) => each.eventId === event && isListed(each)).map(showPasskey);
      },
    ],
    ['GET /passkeys/{id}', '', (call) => showPasskey(passkeyOf(call))],
    [
      'POST /passkeys',
      '',
      ({ body }) => {
        const passkey: Passkey = { id: ++lastId, ...passkeyIn(body), itemIds: [], limit: null, made: Date.now() };
        passkeys.push(passkey);
        return showPasskey(passkey);
      },
    ],
    [
      'PUT /passkeys/{id}',
      '',
      (call) => {
        const passkey = passkeyOf(call);
        const { keepsUnsent, refusesFields } = manners;
        const other = Object.keys(call.body).find((name) => !['eventId', 'passkey', 'start', 'finish'].includes(name));
        if (refusesFields && other !== undefined) throw new Refusal(400, `${other} is no field of an update`);
        const said = passkeyIn(keepsUnsent ? { ...passkey, ...call.body } : call.body);
        if (said.start !== passkey.start) requireToday(said.start);
        return showPasskey(Object.assign(passkey, said));
      },
    ],
    [
      'DELETE /passkeys/{id}',
      '',
      (call) => {
        const passkey = passkeyOf(call);
        passkeys = passkeys.filter((each) => each !== passkey);
        return { id: passkey.id };
      },
    ],
    [
      'PUT /passkeys/{id}/items',
      '',
      (call) => {
        const passkey = passkeyOf(call);
        passkey.itemIds = idsIn(call.body.itemIds);
        return showPasskey(passkey);
      },
    ],
    ['POST /event/{eventId}/passkeys', '', createPasskeys],
    ['POST /events/{eventId}/codes', '', upload],
    [
      'GET /items/{id}/codes',
      '',
      (call) => {
        const { id } = itemOf(call);
        return codes.filter((code) => code.itemId === id && isListed(code)).map(showCode);
      },
    ],
    [
      'DELETE /events/{eventId}/codes',
      '',
      ({ names }) => {
        const { id } = eventOf(names.eventId);
        codes = codes.filter(({ eventId }) => eventId !== id);
        return { id };
      },
    ],
    [
      'DELETE /items/{id}/codes/{codeId}',
      '',
      ({ names }) => {
        const gone = codes.find(({ codeId, itemId }) => String(codeId) === names.codeId && String(itemId) === names.id);
        found(gone, `code ${names.codeId}`);
        codes = codes.filter((code) => code !== gone);
        return {};
      },
    ],
  ];

  const listen = (routes: readonly Route[], isOpen: boolean) =>
    startGroup(routes, manners, requests, ({ headers }) => isOpen || headers.authorization === `Bearer ${token}`);
  const [event, ticket] = [await listen(eventRoutes, true), await listen(ticketRoutes, false)];
  return {
    ...{ eventUrl: event.url, ticketUrl: ticket.url, token, requests },
    state: () => structuredClone({ items, passkeys, codes }),
    restore() {
      ({ items, passkeys, codes } = sample(manners));
      lost = 0;
    },
    async close() {
      for (const { server } of [event, ticket]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

/** The work was done, and nobody hears of it. */
class Lost extends Error {}

async function startGroup(
  routes: readonly Route[],
  manners: LiteralManners,
  requests: SeenRequest[],
  isAllowed: (incoming: IncomingMessage) => boolean,
): Promise<{ readonly server: Server; readonly url: string }> {
  const compiled = routes.map(([address, names, answer]) => {
    const [method, path = ''] = address.split(' ');
    const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    return { method, pattern, known: new Set(names.split(' ')), answer };
  });
  const answer = async (incoming: IncomingMessage): Promise<unknown> => {
    const { pathname, searchParams: query } = new URL(incoming.url ?? '/', 'http://literal.invalid');
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    requests.push({ method: incoming.method ?? '', path: pathname, query: Object.fromEntries(query) });
    if (!isAllowed(incoming)) throw new Refusal(401, 'not authorised');
    const route = found(
      compiled.find(({ method, pattern }) => method === incoming.method && pattern.test(pathname)),
      'address',
    );
    const other = [...query.keys()].find((name) => !route.known.has(name));
    if (other !== undefined && manners.refuses) throw new Refusal(manners.refuses, `unknown parameter ${other}`);
    const isJson = String(incoming.headers['content-type']).includes('json');
    const body = (text !== '' && isJson ? JSON.parse(text) : {}) as Call['body'];
    const names = Object.entries(route.pattern.exec(pathname)?.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ]);
    return route.answer({ names: Object.fromEntries(names) as Record<string, string>, query, body, text });
  };
  const send = (outgoing: ServerResponse, status: number, body: unknown) => {
    const asText = (key: string, value: unknown) =>
      manners.textIds && /^(?:id|\w+Id)$/.test(key) && typeof value === 'number' ? String(value) : value;
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body, asText));
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming).then(
      (body) => send(outgoing, incoming.method === 'POST' ? 201 : 200, body),
      (error: unknown) => {
        if (error instanceof Lost) outgoing.destroy();
        else if (error instanceof Refusal) send(outgoing, error.status, { message: error.message });
        else send(outgoing, 500, { message: String(error) });
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
