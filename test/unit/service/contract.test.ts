import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import nodeFetch from 'node-fetch';
import Papa from 'papaparse';
import {
  ApiError,
  contentOf,
  operations,
  readList,
  stringifyJson,
  type CallInput,
  type Fetch,
  type OperationId,
} from '../../../src/client/index.ts';
import type { ArrivedMail } from '../../../src/service/index.ts';
import { failureOf } from '../client/support.ts';
import {
  ask,
  clientOf,
  csvFile,
  documentProblems,
  recordIn,
  recordsIn,
  seededRandom,
  testService,
  type Exchange,
  type TestService,
} from './support.ts';

describe('the local service, through the client', () => {
  const exchanges: Exchange[] = [];
  const succeeded = new Set<string>();
  const mails: ArrivedMail[] = [];
  let onMail: (() => void) | undefined;
  let service: TestService;
  let client: ReturnType<typeof clientOf>;

  const recordingFetch: Fetch = async (url, init) => {
    const response = await nodeFetch(url, init as Parameters<typeof nodeFetch>[1]);
    const text = await response.text();
    const contentType = response.headers.get('content-type') ?? '';
    exchanges.push({ method: init.method, url: new URL(url), body: init.body, status: response.status, contentType, text });
    return { status: response.status, headers: response.headers, body: [Buffer.from(text)] };
  };

  before(async () => {
    service = await testService({
      onMail(mail) {
        mails.push(mail);
        onMail?.();
      },
    });
    client = clientOf(service, { fetch: recordingFetch });
  });
  afterEach(() => assert.deepEqual(service.errors.splice(0), []));
  after(() => service.stop());

  async function call<Id extends OperationId>(id: Id, input: CallInput<Id>): Promise<unknown> {
    const reply = await client.call(id, input);
    succeeded.add(id);
    return reply;
  }

  async function refusal<Id extends OperationId>(id: Id, input: CallInput<Id>): Promise<ApiError> {
    const error = await failureOf(client.call(id, input));
    assert.ok(error instanceof ApiError, String(error));
    return error;
  }

  /** Every row of a list, page by page. */
  async function walk<Id extends OperationId>(
    id: Id,
    input: CallInput<Id>,
    pageSize: number,
  ): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const query = { ...(input as { query?: object }).query, page, pageSize };
      const reply = await call(id, { ...input, query });
      const { paging } = readList(reply);
      assert.equal(paging?.page, page);
      assert.equal(paging.pageSize, pageSize);
      last = paging.lastPage!;
      rows.push(...recordsIn(reply));
      assert.equal(rows.length, Math.min(page * pageSize, paging.total!));
    }
    return rows;
  }

  const sum = (rows: readonly Record<string, unknown>[], name: string) =>
    rows.reduce((total, row) => total + Number(row[name]), 0);
  const theatre = 1002;
  const festival = 1001;

  describe('events of the local service', () => {
    it('are identified by link, by id and by a query of the caller’s own', async () => {
      const byLink = recordIn(await call('identifyEvent', { query: { link: 'festival-da-primavera' } }));
      assert.equal(byLink.id, festival);
      assert.deepEqual(recordIn(await call('identifyEvent', { query: { link: festival } })), byLink);
      assert.deepEqual(recordIn(await call('identifyEvent', { query: { slug: 'festival-da-primavera' } })), byLink);
      assert.deepEqual(recordIn(await call('getEvent', { path: { id: festival } })), byLink);
      const some = await call('identifyEvent', { query: { link: festival, fields: 'title, link,nothing' } });
      assert.deepEqual(recordIn(some), { title: byLink.title, link: byLink.link });
    });

    it('that do not exist are refused inside HTTP 200 with code 3002', async () => {
      const { kind, status, code } = await refusal('getEvent', { path: { id: 999 } });
      assert.deepEqual([kind, status, code], ['notFound', 200, '3002']);
    });

    it('have tickets in groups, for all sessions, for one and for passports', async () => {
      const groups = recordsIn(await call('getEventTickets', { path: { id: festival } }));
      const types = groups.flatMap(({ type }) => type as { id: number; dates: number[]; hidden: boolean }[]);
      const [session] = recordIn(await call('getEvent', { path: { id: festival } })).date as { id: number }[];
      const ofSession = recordsIn(await call('getSessionTickets', { path: { id: festival, sessionId: session!.id } }));
      const passports = recordsIn(await call('getSessionTickets', { path: { id: festival, sessionId: 'passports' } }));
      const idsIn = (rows: Record<string, unknown>[]) =>
        rows.flatMap(({ type }) => (type as { id: number }[]).map(({ id }) => id));
      assert.ok(types.length > 5 && types.every(({ hidden }) => !hidden));
      assert.deepEqual(
        idsIn(ofSession),
        types.filter(({ dates }) => dates.includes(session!.id)).map(({ id }) => id),
      );
      assert.deepEqual(
        idsIn(passports),
        types.filter(({ dates }) => dates.length > 1).map(({ id }) => id),
      );
      assert.ok(idsIn(passports).length > 0);
    });

    it('show a hidden ticket only to who knows a passkey that opens it', async () => {
      const shown = async (query: Record<string, string>) => {
        const groups = recordsIn(await call('getEventTickets', { path: { id: festival }, query }));
        return groups.flatMap(({ type }) => type as { id: number; hidden: boolean }[]).filter(({ hidden }) => hidden);
      };
      const [passkey] = recordsIn(await call('listPasskeys', { query: { eventId: festival, term: 'VIZINHOS' } }));
      assert.deepEqual(await shown({}), []);
      assert.deepEqual(await shown({ passkey: 'unknown' }), []);
      assert.deepEqual(
        (await shown({ passkey: 'VIZINHOS' })).map(({ id }) => id),
        passkey!.itemIds,
      );
    });

    it('have a crew and attributes', async () => {
      const { team } = recordIn(await call('getEventCrew', { path: { id: festival } })) as { team: { user: { name: string } }[] };
      assert.ok(team.length > 0 && team.every(({ user }) => user.name !== ''));
      const attributes = recordIn(await call('getEventAttributes', { path: { id: festival } }));
      assert.ok(Object.keys(attributes).length > 0 && Object.keys(attributes).every((key) => /^[a-z_]+$/.test(key)));
    });

    it('stand on the home page: featured, sections and cover', async () => {
      const featured = await walk('getFeatured', { query: {} }, 3);
      assert.deepEqual(new Set(featured.map(({ id }) => id)).size, featured.length);
      const inSaoPaulo = recordsIn(await call('getFeatured', { query: { state: 'SP' } }));
      assert.deepEqual(
        inSaoPaulo.map(({ id }) => id),
        featured.filter(({ venue }) => (venue as { state: string }).state === 'SP').map(({ id }) => id),
      );
      const banners = recordsIn(await call('getFeatured', { query: { method: 'banner' } }));
      assert.deepEqual(
        banners.map(({ target }) => target),
        featured.map(({ link }) => `/${String(link)}`),
      );
      assert.deepEqual(recordsIn(await call('getHomeCover', {})), banners.slice(0, 5));
      const sections = contentOf(await call('getHomeSections', {})) as { events: unknown[] }[];
      assert.ok(sections.length > 1 && sections.every(({ events }) => events.length > 0));
      assert.deepEqual(contentOf(await call('getHome', {})), sections);
    });

    it('are searched by category, term and state, and each stands on one page only', async () => {
      const all = await walk('searchCategory', { path: { category: 'concerts' } }, 2);
      assert.ok(all.length > 4);
      assert.deepEqual(
        all.map(({ id }) => Number(id)),
        [...new Set(all.map(({ id }) => Number(id)))].sort((a, b) => a - b),
      );
      assert.ok(all.every(({ category, status }) => category === 'concerts' && status === 'published'));
      const search = async (query: Record<string, string>) =>
        recordsIn(await call('searchCategory', { path: { category: 'concerts' }, query })).map(({ id }) => id);
      const inRio = all.filter(({ venue }) => (venue as { state: string }).state === 'RJ').map(({ id }) => id);
      assert.deepEqual(await search({ state: 'RJ' }), inRio);
      assert.deepEqual(await search({ term: 'REB' }), await search({ term: 'reb' }));
      assert.deepEqual(await search({ term: 'nothing like it' }), []);
      assert.deepEqual(recordsIn(await call('searchCategory', { path: { category: 'no such' } })), []);
    });

    it('refuse a page beyond the last with code 2004', async () => {
      for (const error of [
        await refusal('searchCategory', { path: { category: 'concerts' }, query: { page: 99 } }),
        await refusal('getFeatured', { query: { page: 2, pageSize: 50 } }),
        await refusal('getSessionTickets', { path: { id: festival, sessionId: 'passports' }, query: { page: 2 } }),
      ]) {
        assert.deepEqual([error.kind, error.code], ['notFound', '2004']);
      }
    });
  });

  describe('reports of the local service', () => {
    interface Entries {
      sold_count: number;
      checked_count: number;
      validations_per_hour: Record<string, unknown>[];
      validations_per_type: Record<string, unknown>[];
      sessions: Record<string, unknown>[];
    }
    interface Bordero {
      lines: Record<string, unknown>[];
      by_item: Record<string, unknown>[];
      by_session: Record<string, unknown>[];
      totals: Record<string, number>;
    }

    it('count the entries of an event, and of each session alone', async () => {
      const report = recordIn(await call('getEntryReport', { path: { eventId: theatre } })) as unknown as Entries;
      assert.ok(report.checked_count > 0 && report.checked_count < report.sold_count);
      assert.equal(sum(report.validations_per_hour, 'count'), report.checked_count);
      for (const parts of [report.validations_per_type, report.sessions]) {
        assert.equal(sum(parts, 'sold'), report.sold_count);
        assert.equal(sum(parts, 'checked'), report.checked_count);
      }
      for (const { id, sold, checked } of report.sessions) {
        const query = { sessionId: id as number };
        const one = recordIn(await call('getEntryReport', { path: { eventId: theatre }, query })) as unknown as Entries;
        assert.deepEqual([one.sold_count, one.checked_count], [sold, checked]);
      }
    });

    it('agree with each other, with the exported lists and with the prices of the items', async () => {
      const report = recordIn(await call('getEntryReport', { path: { eventId: theatre } })) as unknown as Entries;
      const bordero = recordIn(await call('getBordero', { path: { eventId: theatre } })) as unknown as Bordero;
      const guests = await exported({ type: 'guestlist' });
      const sales = await exported({ type: 'transactions' });
      const approved = sales.filter(({ status }) => status === 'approved');
      const items = new Map((await walk('listItems', { query: { eventId: theatre } }, 100)).map((item) => [item.id, item]));

      assert.deepEqual([guests.length, approved.length], [report.sold_count, report.sold_count]);
      assert.equal(guests.filter(({ checked }) => checked === 'yes').length, report.checked_count);
      assert.equal(sales.filter(({ status }) => status === 'cancelled').length, bordero.totals.cancelled);
      const figures = { quantity: approved.length, gross: sum(approved, 'price'), fee_sale: sum(approved, 'feeSale') };
      const fee_producer = sum(approved, 'feeProducer');
      const { cancelled, ...totals } = bordero.totals;
      assert.ok(cancelled! > 0);
      assert.deepEqual(totals, { ...figures, fee_producer, net: figures.gross - fee_producer });
      for (const parts of [bordero.lines, bordero.by_item, bordero.by_session])
        for (const [name, total] of Object.entries(totals)) assert.equal(sum(parts, name), total, name);
      for (const line of bordero.lines) {
        const value = items.get(line.item_id)?.value as { price: number };
        assert.equal(line.price, Math.round(value.price * 100));
        assert.equal(line.gross, line.price * Number(line.quantity));
      }
    });

    async function exported(body: { type: 'guestlist' | 'transactions' }): Promise<Record<string, string>[]> {
      const mail = await mailAfter(() => call('requestExport', { path: { eventId: theatre }, body }));
      const { text } = await ask(service.eventUrl, { path: new URL(mail.link).pathname });
      return Papa.parse<Record<string, string>>(text.trim(), { header: true }).data;
    }
  });

  /** The mail that comes because of what is done. */
  async function mailAfter(request: () => Promise<unknown>): Promise<ArrivedMail> {
    const before = mails.length;
    const arrived = new Promise<void>((resolve) => (onMail = resolve));
    await request();
    await arrived;
    assert.equal(mails.length, before + 1);
    return mails[before]!;
  }

  describe('an export of the local service', () => {
    it('arrives as a mail whose link downloads the CSV file', async () => {
      const mail = await mailAfter(() => call('requestPasskeysReport', { path: { eventId: festival }, body: {} }));
      const letter = await readFile(mail.path, 'utf8');
      assert.match(mail.path, /\.eml$/);
      assert.ok(mail.path.startsWith(service.outbox));
      assert.ok(letter.replaceAll('=\r\n', '').includes(mail.link), letter);
      assert.match(letter, /^To: /m);
      const { status, headers, text } = await ask(service.eventUrl, { path: new URL(mail.link).pathname });
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
      assert.ok(headers['content-disposition']?.startsWith('attachment;'));
      assert.equal(text, await readFile(mail.file, 'utf8'));
      const listed = await walk('listPasskeys', { query: { eventId: festival, status: 'approved' } }, 10);
      const rows = Papa.parse<Record<string, string>>(text.trim(), { header: true }).data;
      assert.deepEqual(
        rows.map(({ passkey }) => passkey),
        listed.map(({ passkey }) => passkey),
      );
    });

    it('can be an XLSX workbook, with the filters that were asked for', async () => {
      const body: CallInput<'requestExport'>['body'] = {
        type: 'guestlist',
        format: 'xlsx',
        filters: [{ name: 'channel', value: 'web' }],
      };
      const mail = await mailAfter(() => call('requestExport', { path: { eventId: festival }, body }));
      const response = await fetch(mail.link);
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.equal(bytes.toString('latin1', 0, 2), 'PK');
      assert.deepEqual(bytes, await readFile(mail.file));
      assert.match(mail.fileName, /guestlist - 2026-06-15\.xlsx$/);
    });

    it('is refused at once when a filter is unknown, naming it', async () => {
      const body: CallInput<'requestExport'>['body'] = { type: 'guestlist', filters: [{ name: 'colour', value: 'red' }] };
      const { kind, message } = await refusal('requestExport', { path: { eventId: festival }, body });
      assert.equal(kind, 'invalid');
      assert.match(message, /filters\.colour/);
    });
  });

  describe('items of the local service', () => {
    const newItem = async (more: Record<string, unknown> = {}) =>
      Number(recordIn(await call('createItem', { body: { name: 'Pista', eventId: festival, ...more } })).id);
    const read = async (id: number) => recordIn(await call('getItem', { path: { id } }));

    it('have the types that are listed', async () => {
      assert.deepEqual(
        recordsIn(await call('listTypes', {})).map(({ name }) => name),
        ['Ticket', 'Group'],
      );
    });

    it('are read back as they were written, unknown fields and long numbers included', async () => {
      const known = { name: 'Камерный зал 🎻', description: '"a", b\n', quantity: 30, hidden: true, order: 7 };
      const unknown = { externalRef: 9007199254740993n, colours: ['red', null], nested: { deep: { yes: true } } };
      const group = await newItem({ type: 'Group' });
      const id = await newItem({ ...known, ...unknown, parent: group });
      const item = await read(id);
      for (const [name, value] of Object.entries({ ...known, ...unknown, parent: group, eventId: festival, type: 'Ticket' }))
        assert.deepEqual(item[name], value, name);
      assert.deepEqual((await read(group)).children, [id]);

      await call('updateItem', { path: { id }, body: { name: 'Plateia', colours: [], quantity: 31 } });
      const { nested, externalRef } = unknown;
      assert.deepEqual(await read(id), { ...item, name: 'Plateia', quantity: 31, colours: [], nested, externalRef });
    });

    it('do not store what a read computes', async () => {
      const id = await newItem();
      const item = await read(id);
      await call('updateItem', {
        path: { id },
        body: { ...item, name: 'Again', salePeriods: [{ id: 5 }], archived: true, id: 1 },
      });
      assert.deepEqual(await read(id), { ...item, name: 'Again' });
    });

    it('have attributes of text and of whole numbers', async () => {
      const id = await newItem();
      await call('createAttribute', { path: { id }, body: { key: 'minimum', value: 2, type: 'integer' } });
      await call('createAttribute', { path: { id }, body: { key: 'note', value: 'até 18h', type: 'string' } });
      await call('createAttribute', { path: { id }, body: { key: '__proto__', value: 'x', type: 'string' } });
      const attributes = (await read(id)).attributes as Record<string, unknown>;
      assert.deepEqual(Object.entries(attributes), [
        ['__proto__', 'x'],
        ['minimum', 2],
        ['note', 'até 18h'],
      ]);
      await call('updateAttribute', { path: { id }, body: { key: 'minimum', value: '4', type: 'integer' } });
      assert.equal(((await read(id)).attributes as { minimum: number }).minimum, 4);
      const again = { path: { id }, body: { key: 'note', value: '', type: 'string' } };
      assert.equal((await refusal('createAttribute', again)).kind, 'conflict');
      assert.equal((await refusal('updateAttribute', { ...again, body: { ...again.body, key: 'new' } })).kind, 'notFound');
    });

    it('have one sale period for each application category', async () => {
      const id = await newItem();
      const body = { appCategoryId: 2, start: '2026-06-01 10:00:00', finish: '2026-07-01 18:00:00', available: 5 };
      const { id: periodId } = recordIn(await call('createSalePeriod', { path: { id }, body }));
      await call('createSalePeriod', { path: { id }, body: { ...body, appCategoryId: 1, available: 0 } });
      const shown = { start: '2026-06-01T10:00:00-03:00', finish: '2026-07-01T18:00:00-03:00' };
      const [first, second] = (await read(id)).salePeriods as object[];
      assert.deepEqual(second, { id: periodId, appCategoryId: 2, available: 5, ...shown });
      assert.deepEqual(first, { ...second, id: Number(periodId) + 1, appCategoryId: 1, available: 0 });
      assert.equal((await read(id)).available, true);
      await call('updateSalePeriod', { path: { id }, body: { ...body, finish: '2026-06-01 10:00:00', available: 0 } });
      assert.equal((await read(id)).available, false);
      assert.equal((await refusal('createSalePeriod', { path: { id }, body })).kind, 'conflict');
      assert.equal((await refusal('updateSalePeriod', { path: { id }, body: { ...body, appCategoryId: 9 } })).kind, 'notFound');
    });

    it('have values, written in cents and read in decimals', async () => {
      const id = await newItem({ taxDistribution: 50 });
      const body = { price: 12_345, feeSale: 1_235, feeProducer: 10 };
      assert.equal((await read(id)).value, null);
      assert.equal((await refusal('updateValues', { path: { id }, body })).kind, 'notFound');
      await call('createValues', { path: { id }, body });
      const value = { price: 123.45, feeSale: 12.35, feeProducer: 0.1, finalPrice: 129.63, taxDistribution: 50 };
      assert.deepEqual((await read(id)).value, value);
      assert.equal((await refusal('createValues', { path: { id }, body })).kind, 'conflict');
      await call('updateValues', { path: { id }, body: { price: 0, feeSale: 0, feeProducer: 0 } });
      assert.equal(((await read(id)).value as { finalPrice: number }).finalPrice, 0);
    });

    it('have triggers that open other items', async () => {
      const items = await walk('listItems', { query: { eventId: festival, type: 'Ticket' } }, 50);
      const triggering = items.find(({ triggers }) => (triggers as { soldout: unknown[] }).soldout.length > 0)!;
      const triggers = recordIn(await call('listTriggers', { path: { id: Number(triggering.id) } }));
      assert.deepEqual(triggers, triggering.triggers);
      const [{ itemId, name }] = triggers.soldout as [{ itemId: number; name: string }];
      assert.equal((await read(itemId)).name, name);
    });

    it('are gone once removed, a group with all that belongs to it', async () => {
      const group = await newItem({ type: 'Group' });
      const child = await newItem({ parent: group });
      await call('removeItem', { path: { id: group } });
      for (const id of [group, child]) {
        assert.equal((await refusal('getItem', { path: { id } })).kind, 'notFound');
        assert.equal((await refusal('updateItem', { path: { id }, body: { name: 'x' } })).kind, 'notFound');
        assert.equal((await refusal('removeItem', { path: { id } })).kind, 'notFound');
      }
      const archived = await walk('listItems', { query: { eventId: festival, archived: true } }, 50);
      assert.deepEqual(
        archived.map(({ id }) => id),
        [group, child],
      );
    });

    it('are filtered by event, type and term, and each stands on one page only', async () => {
      const all = await walk('listItems', { query: {} }, 60);
      assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
      const ids = (rows: Record<string, unknown>[]) => rows.map(({ id }) => id);
      const ofTheatre = all.filter(({ eventId }) => eventId === theatre);
      assert.deepEqual(ids(await walk('listItems', { query: { eventId: theatre } }, 3)), ids(ofTheatre));
      const groups = ofTheatre.filter(({ type }) => type === 'Group');
      assert.deepEqual(ids(recordsIn(await call('listItems', { query: { eventId: theatre, type: 'Group' } }))), ids(groups));
      const query = { eventId: theatre, term: 'MEIA-' };
      const halves = ofTheatre.filter(({ name, description }) => /meia-/i.test(`${String(name)} ${String(description)}`));
      assert.ok(halves.length > 0);
      assert.deepEqual(ids(recordsIn(await call('listItems', { query }))), ids(halves));
      const beyond = await call('listItems', { query: { eventId: theatre, page: 99 } });
      assert.deepEqual([recordsIn(beyond), readList(beyond).paging?.total], [[], ofTheatre.length]);
    });
  });

  describe('the tax of the local service', () => {
    const tax = async (query: CallInput<'calculateTax'>['query']) =>
      recordIn(await call('calculateTax', { query })) as Record<string, number>;

    it('is a tenth of the price, or the custom tax, paid by the customer unless it is shared', async () => {
      const expected = { price: 12_345, tax: 1_235, taxDistribution: 100, customerTax: 1_235, producerTax: 0 };
      assert.deepEqual(await tax({ eventId: festival, price: 12_345 }), {
        ...expected,
        finalPrice: 13_580,
        producerReceives: 12_345,
      });
      const shared = await tax({ producerId: 503, price: 1000, tax: 333, taxDistribution: 50 });
      assert.deepEqual(
        [shared.customerTax, shared.producerTax, shared.finalPrice, shared.producerReceives],
        [167, 166, 1167, 834],
      );
    });

    it('never loses or makes a cent, whatever the share', async () => {
      const random = seededRandom(7);
      for (let round = 0; round < 300; round++) {
        const price = Math.floor(random() ** 3 * 10 ** (1 + (round % 9)));
        const taxDistribution = [random() * 100, Math.floor(random() * 101), 33.3333, 0, 100, 50][round % 6]!;
        const custom = round % 2 === 0 ? { tax: Math.floor(random() * 5000) } : {};
        const result = await tax({ eventId: festival, price, taxDistribution, ...custom });
        const told = JSON.stringify(result);
        assert.equal(result.tax, custom.tax ?? Math.round(price / 10), told);
        assert.equal(result.customerTax! + result.producerTax!, result.tax, told);
        assert.ok(Math.abs(result.customerTax! - (result.tax * taxDistribution) / 100) <= 0.5 + 1e-9, told);
        assert.ok(Number.isInteger(result.customerTax) && result.customerTax! >= 0 && result.producerTax! >= 0, told);
        assert.equal(result.finalPrice, price + result.customerTax!, told);
        assert.equal(result.producerReceives, price - result.producerTax!, told);
      }
    });

    it('is refused for an event or a producer that does not exist', async () => {
      assert.match((await refusal('calculateTax', { query: { eventId: 1 } })).message, /eventId/);
      assert.match((await refusal('calculateTax', { query: { producerId: 1 } })).message, /producerId/);
    });
  });

  describe('passkeys of the local service', () => {
    const eventId = 1004;
    const list = (query: Record<string, string | number> = {}) => walk('listPasskeys', { query: { eventId, ...query } }, 4);

    it('are created, read, changed, associated and deleted', async () => {
      const created = recordIn(await call('createPasskey', { body: { eventId, passkey: '00123', start: '2026-01-01' } }));
      const id = Number(created.id);
      const fields = {
        id,
        eventId,
        passkey: '00123',
        start: '2026-01-01',
        finish: null,
        limit: null,
        used: 0,
        status: 'approved',
      };
      assert.deepEqual(created, { ...fields, itemIds: [] });
      await call('updatePasskey', { path: { id }, body: { start: '2026-06-15', finish: '2026-06-15 23:00:00' } });
      const [one, two] = await walk('listItems', { query: { eventId, type: 'Ticket' } }, 10);
      const itemIds = [Number(one!.id), Number(two!.id)];
      await call('setPasskeyItems', { path: { id }, body: { itemIds: [...itemIds, itemIds[0]!] } });
      const expected = { ...fields, start: '2026-06-15', finish: '2026-06-15 23:00:00', itemIds };
      assert.deepEqual(recordIn(await call('getPasskey', { path: { id } })), expected);
      assert.deepEqual(await list(), [expected]);
      await call('setPasskeyItems', { path: { id }, body: { itemIds: [] } });
      assert.deepEqual(recordIn(await call('getPasskey', { path: { id } })).itemIds, []);
      await call('deletePasskey', { path: { id } });
      assert.equal((await refusal('getPasskey', { path: { id } })).kind, 'notFound');
      assert.deepEqual(await list(), []);
    });

    it('are created in a batch with items, period and limit; those that exist are left as they are and named', async () => {
      const items = await walk('listItems', { query: { eventId, type: 'Ticket' } }, 10);
      const itemIds = items.slice(0, 2).map(({ id }) => Number(id));
      await call('createPasskey', { body: { eventId, passkey: 'OLD' } });
      const body = { codes: ['B1', 'OLD', 'B2', 'b1'], itemIds, start: '2026-06-15', finish: '2026-07-01', limit: 3 };
      const reply = recordIn(await call('createPasskeys', { path: { eventId }, body }));
      assert.deepEqual([reply.created, reply.existing], [3, ['OLD']]);
      const stored = await list();
      assert.deepEqual(
        stored.map(({ passkey, limit, itemIds: opened }) => [passkey, limit, opened]),
        [
          ['OLD', null, []],
          ['B1', 3, itemIds],
          ['B2', 3, itemIds],
          ['b1', 3, itemIds],
        ],
      );
      assert.ok(stored.slice(1).every(({ start, finish }) => start === '2026-06-15' && finish === '2026-07-01'));
      assert.deepEqual(
        (await list({ term: '2' })).map(({ passkey }) => passkey),
        ['B2'],
      );
    });

    it('exist once in an event, and as often as wanted in several', async () => {
      const clash = { eventId, passkey: 'B1' };
      assert.equal((await refusal('createPasskey', { body: clash })).kind, 'conflict');
      const { id } = recordIn(await call('createPasskey', { body: { ...clash, eventId: 1003 } }));
      assert.equal((await refusal('updatePasskey', { path: { id: Number(id) }, body: clash })).kind, 'conflict');
    });

    it('of a page beyond the last are an empty list', async () => {
      assert.deepEqual(recordsIn(await call('listPasskeys', { query: { eventId, page: 100 } })), []);
    });
  });

  describe('codes of the local service', () => {
    const eventId = 1005;
    let first = 0;
    let second = { id: 0, name: '' };

    before(async () => {
      const [one, two] = await walk('listItems', { query: { eventId, type: 'Ticket' } }, 10);
      first = Number(one!.id);
      second = { id: Number(two!.id), name: String(two!.name) };
    });

    beforeEach(() => call('deleteEventCodes', { path: { eventId } }));

    const upload = async (content: string) => recordIn(await call('uploadCodes', { path: { eventId }, file: csvFile(content) }));
    const codesOf = async (itemId: number) => (await walk('listCodes', { path: { itemId } }, 2)).map(({ code }) => code);

    const files: [string, (name: string) => string, string[], string[]][] = [
      ['a code alone on each line', () => 'A1\nA2\nA3', ['A1', 'A2', 'A3'], []],
      ['a header, CRLF and a blank line at the end', () => 'Código\r\nA1\r\n00123\r\n\r\n', ['A1', '00123'], []],
      ['a byte order mark before the header', () => '\uFEFFcode\nA1\n', ['A1'], []],
      ['a byte order mark before the first code', () => '\uFEFFA1\nA2\n', ['A1', 'A2'], []],
      ['a ticket name and a code', (name) => `ticket,code\n${quoted(name)},B1\n${quoted(name)},B2`, [], ['B1', 'B2']],
      ['semicolons and no header', (name) => `${quoted(name)};B1\n${quoted(name)};B2\n`, [], ['B1', 'B2']],
      ['quotes, delimiters inside them and spaces around', () => '"A,1"\n"A""2"\n  A3  \n', ['A,1', 'A"2', 'A3'], []],
    ];
    for (const [what, content, ofFirst, ofSecond] of files) {
      it(`are read from a file with ${what}`, async () => {
        const reply = await upload(content(second.name));
        const stored = ofFirst.length + ofSecond.length;
        assert.deepEqual(reply, { received: stored, stored, existing: 0, rejected: 0, problems: [] });
        assert.deepEqual(await codesOf(first), ofFirst);
        assert.deepEqual(await codesOf(second.id), ofSecond);
      });
    }

    it('that exist or fit no ticket are counted, the rejected ones with their lines', async () => {
      await upload('A1\nA2');
      const reply = await upload(
        `ticket,code\n${quoted(second.name)},A1\nNobody,B1\n${quoted(second.name)},B2\n${quoted(second.name)},\n`,
      );
      const problems = [
        { line: 3, code: 'B1', message: 'the event has no ticket named Nobody' },
        { line: 5, code: '', message: 'the code is empty' },
      ];
      assert.deepEqual(reply, { received: 4, stored: 1, existing: 1, rejected: 2, problems });
      assert.deepEqual(await codesOf(second.id), ['B2']);
    });

    it('are found by a term, and deleted one by one', async () => {
      await upload('A1\nA2\nB1');
      const rows = recordsIn(await call('listCodes', { path: { itemId: first }, query: { term: 'a' } }));
      assert.deepEqual(
        rows.map(({ code }) => code),
        ['A1', 'A2'],
      );
      const codeId = Number(rows[0]!.id);
      assert.equal((await refusal('deleteCode', { path: { itemId: second.id, codeId } })).kind, 'notFound');
      await call('deleteCode', { path: { itemId: first, codeId } });
      assert.deepEqual(await codesOf(first), ['A2', 'B1']);
      assert.equal((await refusal('deleteCode', { path: { itemId: first, codeId } })).kind, 'notFound');
    });

    it('are deleted by event, all of them or those of a ticket’s name', async () => {
      await upload(`ticket,code\n${quoted(second.name)},B1\n${quoted(second.name)},B2`);
      await upload('A1');
      const deleted = async (query: Record<string, string>) =>
        recordIn(await call('deleteEventCodes', { path: { eventId }, query })).deleted;
      assert.equal(await deleted({ name: 'Nobody' }), 0);
      assert.equal(await deleted({ name: second.name }), 2);
      assert.deepEqual([await codesOf(first), await codesOf(second.id)], [['A1'], []]);
      assert.equal(await deleted({}), 1);
      assert.deepEqual(await codesOf(first), []);
    });

    function quoted(text: string): string {
      return `"${text.replaceAll('"', '""')}"`;
    }
  });

  describe('the limits of the interface document', () => {
    it('hold for the start of a passkey: not before today in São Paulo, by the service’s own clock', async () => {
      const late = clientOf(service, { clock: { now: () => 0, setTimer: () => () => undefined }, fetch: recordingFetch });
      const [{ id }] = recordsIn(await call('listPasskeys', { query: { eventId: 1004 } })) as [{ id: number }];
      const yesterday = { start: '2026-06-14' };
      for (const error of [
        await failureOf(late.call('updatePasskey', { path: { id }, body: yesterday })),
        await failureOf(late.call('createPasskeys', { path: { eventId: 1004 }, body: { codes: ['Z'], ...yesterday } })),
      ]) {
        assert.ok(error instanceof ApiError && error.status === 400, String(error));
        assert.match(error.message, /start must not be earlier than today in America\/Sao_Paulo/);
      }
    });
  });

  describe('openapi.json', () => {
    it('fits every request and reply of these tests', () => {
      assert.ok(exchanges.length > 400);
      for (const exchange of exchanges) {
        const told = `${exchange.method} ${exchange.url.href} ${stringifyJson(exchange.body)} → ${exchange.status} ${exchange.text.slice(0, 300)}`;
        assert.deepEqual(documentProblems(service, exchange), [], told);
      }
    });

    it('would not fit another request or reply', () => {
      const example = (wanted: string) => exchanges.find(({ method, url }) => `${method} ${url.pathname}`.endsWith(wanted))!;
      const broken = (wanted: string, changes: Partial<Exchange>) =>
        documentProblems(service, { ...example(wanted), ...changes }).length;
      assert.equal(broken('POST /tickets-api/items', {}), 0);
      assert.equal(broken('POST /tickets-api/items', { method: 'DELETE' }), 1);
      assert.equal(broken('POST /tickets-api/items', { body: '{}' }), 1);
      assert.equal(broken('POST /tickets-api/items', { body: undefined }), 1);
      assert.equal(broken('GET /tickets-api/types', { body: '{}' }), 1);
      assert.equal(broken('GET /tickets-api/types', { contentType: 'text/html' }), 1);
      assert.equal(broken('GET /tickets-api/types', { status: 404, text: '[]' }), 1);
      assert.equal(broken('GET /tickets-api/passkeys', { url: new URL(`${service.ticketUrl}/passkeys`) }), 1);
      assert.equal(broken('GET /tickets-api/tax', { url: new URL(`${service.ticketUrl}/tax?price=much`) }), 1);
    });
  });

  describe('the interface', () => {
    it('was called with every one of its operations', () => {
      assert.deepEqual([...succeeded].sort(), Object.keys(operations).sort());
      assert.equal(succeeded.size, 40);
    });
  });
});
