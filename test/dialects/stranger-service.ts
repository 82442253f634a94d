// A ticketing service of another company, "Palco", written from the interface document alone: whatever the document does not show, it does in its
// own way. Nothing of it comes from the local service.
import { randomUUID } from 'node:crypto';
import { day, events, iso, performancesOf, sampleCodes, sampleItems, samplePasskeys } from './stranger-data.ts';
import type { Code, Item, PalcoEvent, Passkey, Period } from './stranger-data.ts';
import { listen, localTime, objectIn, ok, paged, Problem, route, SoftError, wholeNumber } from './stranger-http.ts';
import type { Call, Reply, Route, StrangerRequest } from './stranger-http.ts';

export interface StrangerState {
  readonly items: readonly Item[];
  readonly passkeys: readonly Passkey[];
  readonly codes: readonly Code[];
}

export interface Stranger {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  readonly token: string;
  readonly eventKey: string;
  readonly requests: StrangerRequest[];
  state(): StrangerState;
  /** Whether work in the background is not done yet. */
  isBusy(): boolean;
  /** As it was at the start; work in the background is dropped. */
  restore(): void;
  close(): Promise<void>;
}

/** What each group takes for a credential. */
export const tokenHeader = 'X-Palco-Token';
export const tokenPrefix = 'Palco ';
export const keyHeader = 'X-Palco-Key';

const largestBatch = 100;
/** How long work in the background takes, in milliseconds. */
const backgroundDelay = 300;

/** Starts Palco with its data, each group on a port of its own. */
export async function startStranger(): Promise<Stranger> {
  const today = Math.floor(Date.now() / day) * day;
  const items = sampleItems(today);
  const passkeys = samplePasskeys(today);
  const codes = sampleCodes(today);
  const requests: StrangerRequest[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ usr: 'bia', scope: ['box'] })}.${randomUUID().replaceAll('-', '')}`;
  const eventKey = `pk-live-${randomUUID()}`;
  const newId = (prefix: string) => `${prefix}_${randomUUID().slice(0, 8)}`;

  function later(work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, backgroundDelay);
    timers.add(timer);
  }

  function dropWork(): void {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  }

  const eventOf = (id: string | undefined) => {
    const found = events.find((event) => event.id === id || event.slug === id);
    if (!found) throw new Problem(404, `There is no event ${id}.`);
    return found;
  };
  const itemOf = ({ names }: Call) => {
    const found = items.find(({ id }) => id === names.id);
    if (!found) throw new Problem(404, `There is no item ${names.id}.`);
    return found;
  };
  const passkeyOf = ({ names }: Call) => {
    const found = passkeys.find(({ id }) => id === names.id);
    if (!found) throw new Problem(404, `There is no passkey ${names.id}.`);
    return found;
  };
  const idsOf = (value: unknown): string[] => {
    if (value === undefined) return [];
    const isGood =
      Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && items.some((item) => item.id === String(id)));
    if (!isGood)
      throw new Problem(422, 'The payload is not valid.', [{ pointer: '/itemIds', detail: 'not a list of ids of items' }]);
    return (value as number[]).map(String);
  };

  const showEvent = (event: PalcoEvent) => ({
    id: event.id,
    label: event.name,
    permalink: event.slug,
    venue: { label: 'Teatro do Parque', city: event.city, state: 'PE' },
    performances: performancesOf(event, today),
  });
  const briefEvent = (id: string) => ({ id, label: eventOf(id).name });
  const showItem = (item: Item) => ({
    id: item.id,
    label: item.name,
    event: briefEvent(item.eventId),
    blurb: item.blurb,
    capacity: item.capacity,
    pricing: { amount: item.price, serviceFee: item.feeSale, producerFee: item.feeProducer },
    salesWindow: item.periods.map(({ appCategoryId, start, finish, available }) => ({
      ...{ channel: appCategoryId, opensAt: iso(start), closesAt: iso(finish), left: available },
    })),
    traits: item.traits,
  });
  const showTicket = ({ id, name, price, capacity }: Item) => ({ id, label: name, pricing: { amount: price }, capacity });
  const showPasskey = ({ id, eventId, passkey, start, finish, itemIds, limit }: Passkey) => ({
    ...{ id, event: briefEvent(eventId), phrase: passkey, activeFrom: iso(start), activeUntil: iso(finish), maxUses: limit },
    items: itemIds.map((itemId) => ({ item: { id: itemId, label: items.find((item) => item.id === itemId)?.name } })),
  });
  const showCode = ({ id, itemId, code, used }: Code) => ({ id, voucher: code, redeemedAt: used, item: { id: itemId } });
  const ofEvent = (id: string) => items.filter(({ eventId }) => eventId === id);

  const eventRoutes: readonly Route[] = [
    route('GET', '/event', ({ query }) => ok(showEvent(eventOf(query.get('link') ?? undefined)))),
    route('GET', '/event/{id}', ({ names }) => ok(showEvent(eventOf(names.id)))),
    route('GET', '/event/{id}/tickets', (call) => paged(ofEvent(eventOf(call.names.id).id).map(showTicket), call)),
    route('GET', '/event/{id}/session/{sessionId}/tickets', (call) => {
      const event = eventOf(call.names.id);
      const at = performancesOf(event, today).findIndex(({ performanceId }) => performanceId === call.names.sessionId);
      if (at < 0) throw new Problem(404, `There is no performance ${call.names.sessionId}.`);
      return paged(
        ofEvent(event.id)
          .filter((_, index) => index % event.shows === at)
          .map(showTicket),
        call,
      );
    }),
    route('GET', '/event/{id}/crew', ({ names }) => ok([{ person: 'Bia Lima', role: 'box', of: eventOf(names.id).id }])),
    route('GET', '/event/{id}/attributes', ({ names }) => ok({ ageRating: '16', of: eventOf(names.id).id })),
    route('GET', '/event/{eventId}/guestlist', ({ names, query }) => {
      if (query.get('method') !== 'report') throw new Problem(400, 'method must be report.');
      const only = query.get('sessionId');
      const nights = performancesOf(eventOf(names.eventId), today)
        .map(({ performanceId, label }, index) => ({ performanceId, label, expected: 400 + index, admitted: 120 * index + 7 }))
        .filter(({ performanceId }) => only === null || performanceId === only);
      if (nights.length === 0) throw new SoftError(`no performance ${only}`);
      const sum = (name: 'expected' | 'admitted') => nights.reduce((total, night) => total + night[name], 0);
      return ok({ expected: sum('expected'), admitted: sum('admitted'), performances: nights });
    }),
    route('GET', '/event/{eventId}/bordero', ({ names }) => {
      const lines = ofEvent(eventOf(names.eventId).id)
        .slice(0, 6)
        .map(({ id, name, price, feeSale }, index) => {
          const sold = 10 + index * 7;
          return { item: { id, label: name }, sold, gross: sold * (price ?? 0), serviceFee: sold * (feeSale ?? 0) };
        });
      const sum = (name: 'sold' | 'gross' | 'serviceFee') => lines.reduce((total, line) => total + line[name], 0);
      return ok({ lines, summary: { sold: sum('sold'), gross: sum('gross'), serviceFee: sum('serviceFee') } });
    }),
    route('POST', '/event/{eventId}/export', ({ names }) => ({
      status: 202,
      body: { data: { job: newId('ex'), of: eventOf(names.eventId).id } },
    })),
    route('GET', '/featured', ({ query }) => {
      if (query.get('method') !== 'carousel') throw new SoftError('method must be carousel');
      return ok(events.map(showEvent));
    }),
    route('GET', '/home/sections', () => ok([{ heading: 'Perto de você', entries: events.map(showEvent) }])),
    route('GET', '/home/cover', () => ({ status: 204 })),
    route('GET', '/{category}', (call) => {
      if (!['choro', 'rock'].includes(call.names.category ?? ''))
        throw new Problem(404, `There is no category ${call.names.category}.`);
      return paged(events.filter(({ slug }) => slug.includes(call.names.category ?? '')).map(showEvent), call);
    }),
  ];

  /** Takes what a line of the file says: `item_id,voucher`, a comma or a semicolon between them. */
  function takeUpload(eventId: string, text: string): void {
    const known = new Set(codes.map(({ code }) => code));
    for (const line of text.split(/\r?\n/).slice(1)) {
      const [itemId = '', code = ''] = line.split(/[,;]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
      if (code === '' || known.has(code) || !ofEvent(eventId).some(({ id }) => id === itemId)) continue;
      known.add(code);
      codes.push({ id: newId('cd'), itemId, code, used: null });
    }
  }

  function setValues(call: Call): Reply {
    const item = itemOf(call);
    const { price, feeSale, feeProducer } = objectIn(call.body);
    item.price = wholeNumber(price, '/price');
    item.feeSale = wholeNumber(feeSale, '/feeSale');
    item.feeProducer = wholeNumber(feeProducer, '/feeProducer');
    return { status: 204 };
  }

  function setPeriod(call: Call, isNew: boolean): Reply {
    const item = itemOf(call);
    const body = objectIn(call.body);
    const period: Period = {
      appCategoryId: wholeNumber(body.appCategoryId, '/appCategoryId') ?? 0,
      start: localTime(body.start, '/start', false),
      finish: localTime(body.finish, '/finish', false),
      available: wholeNumber(body.available, '/available'),
    };
    const at = item.periods.findIndex(({ appCategoryId }) => appCategoryId === period.appCategoryId);
    if (isNew === at >= 0) throw new Problem(409, isNew ? 'This channel has a window already.' : 'This channel has no window.');
    item.periods.splice(isNew ? item.periods.length : at, isNew ? 0 : 1, period);
    return { status: 204 };
  }

  function setTrait(call: Call): Reply {
    const item = itemOf(call);
    const { key, value, type } = objectIn(call.body);
    item.traits = [...item.traits.filter((trait) => trait.key !== key), { key: String(key), value, type: String(type) }];
    return { status: 204 };
  }

  /** What a payload says of a passkey; whatever it does not say is gone after a PUT. */
  function passkeyIn(body: unknown, id: string | undefined): Pick<Passkey, 'eventId' | 'passkey' | 'start' | 'finish'> {
    const { eventId, passkey, start, finish } = objectIn(body);
    if (!Number.isSafeInteger(eventId)) throw new SoftError('eventId must be an integer');
    if (typeof passkey !== 'string' || passkey === '') throw new SoftError('passkey is missing');
    const event = eventOf(String(eventId)).id;
    const isTaken = passkeys.some((each) => each.id !== id && each.eventId === event && each.passkey === passkey);
    if (isTaken) throw new SoftError(`passkey ${passkey} is taken`);
    return { eventId: event, passkey, start: localTime(start, '/start', true), finish: localTime(finish, '/finish', true) };
  }

  const ticketRoutes: readonly Route[] = [
    route('GET', '/types', () =>
      ok([
        { id: 'full', label: 'Inteira' },
        { id: 'half', label: 'Meia' },
      ]),
    ),
    route('GET', '/items', (call) => paged(items.map(showItem), call)),
    route('GET', '/items/{id}', (call) => ok(showItem(itemOf(call)))),
    route('POST', '/items', ({ body }) => {
      const { name, eventId, blurb, capacity } = objectIn(body);
      if (typeof name !== 'string' || name === '')
        throw new Problem(422, 'The payload is not valid.', [{ pointer: '/name', detail: 'missing' }]);
      const id = String(70_001 + items.length);
      const rest = { price: null, feeSale: null, feeProducer: null, periods: [], traits: [] };
      const said = { blurb: typeof blurb === 'string' ? blurb : null, capacity: wholeNumber(capacity, '/capacity') };
      items.push({ id, name, eventId: eventOf(String(eventId)).id, ...said, ...rest });
      return { status: 201, body: { data: { id } } };
    }),
    route('PUT', '/items/{id}', (call) => {
      const { name, blurb, capacity } = objectIn(call.body);
      if (typeof name !== 'string' || name === '')
        throw new Problem(422, 'The payload is not valid.', [{ pointer: '/name', detail: 'missing' }]);
      const said = { blurb: typeof blurb === 'string' ? blurb : null, capacity: wholeNumber(capacity, '/capacity') };
      Object.assign(itemOf(call), { name, ...said });
      return { status: 204 };
    }),
    route('POST', '/items/{id}/attributes', setTrait),
    route('PUT', '/items/{id}/attributes', setTrait),
    route('POST', '/items/{id}/sales-period', (call) => setPeriod(call, true)),
    route('PUT', '/items/{id}/sales-period', (call) => setPeriod(call, false)),
    route('POST', '/items/{id}/values', setValues),
    route('PUT', '/items/{id}/values', setValues),
    route('GET', '/items/{id}/triggers', (call) => ok([{ when: 'sold_out', then: 'open', item: { id: itemOf(call).id } }])),
    route('GET', '/tax', ({ query }) => {
      if (!query.has('eventId') && !query.has('producerId')) throw new SoftError('eventId or producerId is missing');
      const amount = Number(query.get('price'));
      const fee = query.has('tax') ? Number(query.get('tax')) : Math.round(amount / 10);
      const onBuyer = Math.round((fee * Number(query.get('taxDistribution') ?? 100)) / 100);
      return ok({ ticketAmount: amount, platformFee: fee, buyerPays: amount + onBuyer, producerNet: amount - (fee - onBuyer) });
    }),
    route('GET', '/passkeys', (call) => {
      const event = call.query.get('eventId');
      if (event === null) throw new SoftError('eventId is missing');
      return paged(passkeys.filter(({ eventId }) => eventId === eventOf(event).id).map(showPasskey), call);
    }),
    route('GET', '/passkeys/{id}', (call) => ok(showPasskey(passkeyOf(call)))),
    route('POST', '/passkeys', ({ body }) => {
      const id = newId('pk');
      passkeys.push({ id, ...passkeyIn(body, undefined), itemIds: [], limit: null });
      return { status: 201, location: `/passkeys/${id}` };
    }),
    route('PUT', '/passkeys/{id}', (call) => {
      const passkey = passkeyOf(call);
      const said = passkeyIn(call.body, passkey.id);
      if (said.start !== null && said.start < today - day) throw new SoftError('start is before today');
      Object.assign(passkey, said);
      return { status: 200, body: { result: 'ok' } };
    }),
    route('DELETE', '/passkeys/{id}', (call) => {
      passkeys.splice(passkeys.indexOf(passkeyOf(call)), 1);
      return { status: 204 };
    }),
    route('PUT', '/passkeys/{id}/items', (call) => {
      passkeyOf(call).itemIds = idsOf(objectIn(call.body).itemIds);
      return { status: 204 };
    }),
    route('POST', '/event/{eventId}/passkeys', ({ names, body }) => {
      const { codes: texts, itemIds, start, finish, limit } = objectIn(body);
      const event = eventOf(names.eventId).id;
      if (!Array.isArray(texts)) throw new SoftError('codes is missing');
      if (texts.length > largestBatch) throw new SoftError(`at most ${largestBatch} codes in one call`);
      const times = { start: localTime(start, '/start', true), finish: localTime(finish, '/finish', true) };
      const shared = { ...times, itemIds: idsOf(itemIds), limit: wholeNumber(limit, '/limit') };
      later(() => {
        for (const text of texts.map(String))
          if (!passkeys.some(({ eventId, passkey }) => eventId === event && passkey === text))
            passkeys.push({ id: newId('pk'), eventId: event, passkey: text, ...shared });
      });
      return { status: 202, body: { data: { job: newId('bt') } } };
    }),
    route('POST', '/events/{eventId}/codes', ({ names, body }) => {
      const event = eventOf(names.eventId).id;
      const text = /name="file"[^]*?\r\n\r\n([^]*?)\r\n--/.exec(String(body))?.[1];
      if (text === undefined) throw new Problem(400, 'The form has no file.');
      later(() => takeUpload(event, text));
      return { status: 202, body: { data: { job: newId('up') } } };
    }),
    route('GET', '/items/{id}/codes', (call) => {
      const { id } = itemOf(call);
      return paged(codes.filter(({ itemId }) => itemId === id).map(showCode), call);
    }),
    route('DELETE', '/events/{eventId}/codes', ({ names }) => {
      const ids = new Set(ofEvent(eventOf(names.eventId).id).map(({ id }) => id));
      const kept = codes.filter(({ itemId }) => !ids.has(itemId));
      codes.splice(0, codes.length, ...kept);
      return { status: 202, body: { data: { job: newId('dl') } } };
    }),
    route('DELETE', '/items/{id}/codes/{codeId}', ({ names }) => {
      const at = codes.findIndex(({ id, itemId }) => id === names.codeId && itemId === names.id);
      if (at < 0) throw new Problem(404, `There is no code ${names.codeId}.`);
      if (codes[at]?.used !== null) throw new Problem(409, 'A redeemed voucher stays.');
      codes.splice(at, 1);
      return { status: 204 };
    }),
  ];

  const eventGroup = await listen(eventRoutes, keyHeader, eventKey, requests);
  const ticketGroup = await listen(ticketRoutes, tokenHeader, `${tokenPrefix}${token}`, requests);
  return {
    eventUrl: eventGroup.url,
    ticketUrl: ticketGroup.url,
    token,
    eventKey,
    requests,
    state: () => structuredClone({ items, passkeys, codes }),
    isBusy: () => timers.size > 0,
    restore() {
      dropWork();
      items.splice(0, items.length, ...sampleItems(today));
      passkeys.splice(0, passkeys.length, ...samplePasskeys(today));
      codes.splice(0, codes.length, ...sampleCodes(today));
    },
    async close() {
      dropWork();
      const servers = [eventGroup.server, ticketGroup.server];
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
