import assert from 'node:assert/strict';
import { wireTime } from '../../../src/service/wire-times.ts';
import { festival, pricedItem, withManners, type Fields, type Polite } from './manners-support.ts';

describe('a time', () => {
  const zone = 'America/Sao_Paulo';
  const table: [unknown, Parameters<typeof wireTime>[1], string, unknown][] = [
    ['2026-07-01 10:00:00', 'utc', zone, '2026-07-01T13:00:00Z'],
    ['2026-07-01 23:30:00', 'utc', zone, '2026-07-02T02:30:00Z'],
    ['2026-07-01T10:00:00', 'utc', 'America/Manaus', '2026-07-01T14:00:00Z'],
    ['2026-07-01T10:00:00+02:00', 'plain', zone, '2026-07-01 05:00:00'],
    ['2026-07-01 10:00:00', 'epoch', zone, Date.UTC(2026, 6, 1, 13) / 1000],
    ['2026-07-01 10:00:00', 'plain', zone, '2026-07-01 10:00:00'],
    ['2026-07-01 10:00:00', 'iso', 'America/Manaus', '2026-07-01T10:00:00-04:00'],
    ['2026-07-01 10:00:00', 'iso', 'Asia/Kolkata', '2026-07-01T10:00:00+05:30'],
    ['2018-01-01 10:00:00', 'utc', zone, '2018-01-01T12:00:00Z'],
    // The clocks jumped over this hour.
    ['2018-11-04 00:30:00', 'utc', zone, '2018-11-04T03:30:00Z'],
    ['2026-07-01', 'utc', zone, '2026-07-01'],
    ['2026-07-01', 'epoch', zone, Date.UTC(2026, 6, 1, 3) / 1000],
    [null, 'utc', zone, null],
    ['', 'utc', zone, null],
    ['soon', 'epoch', zone, 'soon'],
  ];
  for (const [value, form, at, written] of table)
    it(`${String(value)} in ${at} is written ${String(written)} as ${form}`, () =>
      assert.equal(wireTime(value, form, at), written));
});

/** Everything that shows a time: of a sale, of a passkey, of sessions and of reports. */
async function shown(service: Polite): Promise<Record<string, unknown>> {
  const { tickets, events } = service;
  const item = await pricedItem(service);
  const passkey = await tickets('POST', '/passkeys', {
    ...{ eventId: festival, passkey: 'TIMES' },
    ...{ start: '2026-07-01', finish: '2026-07-31 23:59:59' },
  });
  const event = (await events('GET', `/event/${festival}`)).data;
  const groups = (await events('GET', `/event/${festival}/tickets`)).data as unknown as { type: Fields[] }[];
  const sold = groups.flatMap(({ type }) => type).find(({ id }) => id === item.id);
  const dated = (await tickets('GET', '/items/300002')).data.eventDates as Fields[];
  const bordero = (await events('GET', `/event/${festival}/bordero`)).data;
  const entries = (await events('GET', `/event/${festival}/guestlist?method=report`)).data;
  const [period] = item.salePeriods as Fields[];
  return {
    start: period?.start,
    finish: period?.finish,
    passkeyStart: passkey.data.start,
    passkeyFinish: passkey.data.finish,
    session: (event.date as Fields[])[0]?.dateTime,
    endSales: sold?.endSales,
    itemDate: dated[0]?.datetime,
    bySession: (bordero.by_session as Fields[])[0]?.starts_at,
    entrySession: (entries.sessions as Fields[])[0]?.starts_at,
  };
}

const seconds = (...parts: Parameters<typeof Date.UTC>) => Date.UTC(...parts) / 1000;

describe('times of the local service', () => {
  const session = { plain: '2026-07-03 18:00:00', utc: '2026-07-03T21:00:00Z', epoch: seconds(2026, 6, 3, 21) };
  const usual = {
    ...{ start: '2026-07-01T10:00:00-03:00', finish: '2026-07-31T18:00:00-03:00' },
    ...{ passkeyStart: '2026-07-01', passkeyFinish: '2026-07-31 23:59:59' },
    ...{ session: { date: '03/07/2026', time: '18:00:00' }, endSales: '2026-07-31 18:00:00' },
    ...{ itemDate: '2026-07-03T18:00:00', bySession: session.plain, entrySession: session.plain },
  };
  const forms: Record<string, Record<string, unknown>> = {
    '': usual,
    'times=iso': usual,
    'times=plain': {
      ...{ start: '2026-07-01 10:00:00', finish: '2026-07-31 18:00:00' },
      ...{ passkeyStart: '2026-07-01', passkeyFinish: '2026-07-31 23:59:59' },
      ...{ session: session.plain, endSales: '2026-07-31 18:00:00' },
      ...{ itemDate: session.plain, bySession: session.plain, entrySession: session.plain },
    },
    'times=utc': {
      ...{ start: '2026-07-01T13:00:00Z', finish: '2026-07-31T21:00:00Z' },
      ...{ passkeyStart: '2026-07-01', passkeyFinish: '2026-08-01T02:59:59Z' },
      ...{ session: session.utc, endSales: '2026-07-31T21:00:00Z' },
      ...{ itemDate: session.utc, bySession: session.utc, entrySession: session.utc },
    },
    'times=epoch': {
      ...{ start: seconds(2026, 6, 1, 13), finish: seconds(2026, 6, 31, 21) },
      ...{ passkeyStart: seconds(2026, 6, 1, 3), passkeyFinish: seconds(2026, 7, 1, 2, 59, 59) },
      ...{ session: session.epoch, endSales: seconds(2026, 6, 31, 21) },
      ...{ itemDate: session.epoch, bySession: session.epoch, entrySession: session.epoch },
    },
    'clock=America/Manaus': { ...usual, start: '2026-07-01T10:00:00-04:00', finish: '2026-07-31T18:00:00-04:00' },
    // Sessions are by the clock of their event, whatever the service's is.
    'clock=America/Manaus,times=utc': {
      ...{ start: '2026-07-01T14:00:00Z', finish: '2026-07-31T22:00:00Z' },
      ...{ passkeyStart: '2026-07-01', passkeyFinish: '2026-08-01T03:59:59Z' },
      ...{ session: session.utc, endSales: '2026-07-31T22:00:00Z' },
      ...{ itemDate: session.utc, bySession: session.utc, entrySession: session.utc },
    },
  };
  for (const [words, times] of Object.entries(forms))
    it(
      `${words || 'as always'}: every time is written so`,
      withManners(words, async (service) => assert.deepEqual(await shown(service), times)),
    );

  it(
    'times=epoch: a passkey that finishes on a day does so with its last second',
    withManners('times=epoch', async ({ tickets }) => {
      const { data } = await tickets('POST', '/passkeys', { eventId: festival, passkey: 'DAY', finish: '2026-07-31' });
      assert.deepEqual([data.start, data.finish], [null, seconds(2026, 7, 1, 2, 59, 59)]);
    }),
  );

  it(
    "clock: the current day is that of the service's clock",
    withManners(
      'clock=Asia/Tokyo',
      async ({ tickets }) => {
        const yesterday = await tickets('POST', `/event/${festival}/passkeys`, { codes: ['A'], start: '2026-06-15' });
        assert.deepEqual([yesterday.status, yesterday.body.info], [400, ['start']]);
        assert.equal((await tickets('POST', `/event/${festival}/passkeys`, { codes: ['A'], start: '2026-06-16' })).status, 200);
      },
      // The 16th in Tokyo, the 15th in São Paulo.
      { now: () => Date.UTC(2026, 5, 15, 16) },
    ),
  );
});
