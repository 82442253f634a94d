import assert from 'node:assert/strict';
import { dayIn, isBeforeToday, isDate, isDateTime, momentsOf, parseDate, type ApiError } from '../../../src/client/index.ts';
import { clientOf, failureOf, hastyClock, recordingServer, stopServers } from './support.ts';

describe('dates', () => {
  const days: [string, boolean][] = [
    ['2026-02-28', true],
    ['2024-02-29', true],
    ['2000-02-29', true],
    ['2026-02-30', false],
    ['2026-02-29', false],
    ['1900-02-29', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-04-31', false],
    ['2026-1-1', false],
    ['26-01-01', false],
    ['2026/01/01', false],
    [' 2026-01-01', false],
    ['2026-01-01 ', false],
    ['2026-01-00', false],
    ['0000-01-01', false],
    ['２０２６-01-01', false],
  ];
  for (const [text, valid] of days) {
    it(`fault 55: ${JSON.stringify(text)} is ${valid ? 'a day' : 'no day'}`, () => assert.equal(isDate(text), valid));
  }

  const times: [string, boolean][] = [
    ['2026-06-15 00:00:00', true],
    ['2026-06-15 23:59:59', true],
    ['2026-06-15 24:00:00', false],
    ['2026-06-15 12:60:00', false],
    ['2026-06-15 12:00:60', false],
    ['2026-06-15T12:00:00', false],
    ['2026-06-15 12:00', false],
    ['2026-02-30 12:00:00', false],
    ['2026-06-15', false],
    ['2026-06-15 12:00:00Z', false],
  ];
  for (const [text, valid] of times) {
    it(`fault 55: ${text} is ${valid ? '' : 'not '}a time as the service writes it`, () => assert.equal(isDateTime(text), valid));
  }

  it('fault 55: ISO 8601 is read strictly, with and without an offset', () => {
    assert.deepEqual(parseDate('2026-06-15T12:30:00'), { date: '2026-06-15', time: '12:30:00' });
    assert.deepEqual(parseDate('2026-06-15T12:30-03:00'), {
      date: '2026-06-15',
      time: '12:30:00',
      instant: Date.UTC(2026, 5, 15, 15, 30),
    });
    assert.deepEqual(parseDate('2026-06-15T12:30:00.000+0530'), {
      date: '2026-06-15',
      time: '12:30:00',
      instant: Date.UTC(2026, 5, 15, 7),
    });
    for (const text of [
      '2026-02-30T00:00:00Z',
      '2026-06-15T25:00:00Z',
      '2026-06-15T12:30:00+99:99',
      '15/06/2026',
      'tomorrow',
      '',
      '1750000000',
    ]) {
      assert.equal(parseDate(text), undefined, text);
    }
  });

  const clockChanges: [string, string, number[]][] = [
    ['America/Sao_Paulo', '2018-11-04 00:00:00', []],
    ['America/Sao_Paulo', '2018-11-04 01:00:00', [Date.UTC(2018, 10, 4, 3)]],
    ['America/Sao_Paulo', '2018-02-17 23:30:00', [Date.UTC(2018, 1, 18, 1, 30), Date.UTC(2018, 1, 18, 2, 30)]],
    ['America/New_York', '2026-03-08 02:30:00', []],
    ['America/New_York', '2026-11-01 01:30:00', [Date.UTC(2026, 10, 1, 5, 30), Date.UTC(2026, 10, 1, 6, 30)]],
    ['Europe/Lisbon', '2026-03-29 01:30:00', []],
    ['Europe/Lisbon', '2026-10-25 01:30:00', [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)]],
    ['Australia/Lord_Howe', '2026-10-04 02:15:00', []],
    ['Australia/Lord_Howe', '2026-04-05 01:45:00', [Date.UTC(2026, 3, 4, 14, 45), Date.UTC(2026, 3, 4, 15, 15)]],
    ['Pacific/Apia', '2011-12-30 12:00:00', []],
    ['Asia/Kathmandu', '2026-06-15 12:00:00', [Date.UTC(2026, 5, 15, 6, 15)]],
    ['UTC', '2026-06-15 12:00:00', [Date.UTC(2026, 5, 15, 12)]],
    ['UTC', '2026-02-30 12:00:00', []],
  ];
  for (const [zone, text, moments] of clockChanges) {
    it(`fault 55: a clock in ${zone} shows ${text} ${['never', 'once', 'twice'][moments.length]}`, () =>
      assert.deepEqual(momentsOf(text, zone), moments));
  }
});

describe('a time that the clocks jumped over', () => {
  afterEach(stopServers);
  const timeZone = 'America/Sao_Paulo';
  // On that day the start is not yet in the past.
  const clock = hastyClock(Date.UTC(2018, 9, 1, 12));
  const inSaoPaulo = (origin: string) => clientOf(origin, { dialect: { clock: timeZone }, clock });
  const period = { appCategoryId: 1, start: '2018-11-03 10:00:00', finish: '2018-11-05 10:00:00', available: 5 };
  const jumped = '2018-11-04 00:00:00';

  it('fault 55: is refused in a sale period and in a passkey, at its field and with the zone', async () => {
    const server = await recordingServer();
    const client = inSaoPaulo(server.origin);
    const path = { id: 1 };
    const calls: [string, Promise<unknown>][] = [
      ['body.start', client.call('createSalePeriod', { path, body: { ...period, start: jumped } })],
      ['body.finish', client.call('updateSalePeriod', { path, body: { ...period, finish: jumped } })],
      ['body.start', client.call('createPasskey', { body: { eventId: 1, passkey: 'A', start: jumped } })],
      ['body.finish', client.call('updatePasskey', { path, body: { finish: '2018-11-04T00:59' } })],
      ['body.finish', client.call('createPasskeys', { path: { eventId: 1 }, body: { codes: ['A'], finish: jumped } })],
    ];
    for (const [field, call] of calls) {
      const error = (await failureOf(call)) as ApiError;
      assert.deepEqual(
        [error.kind, error.problems],
        ['invalid', [{ field, message: `does not exist in ${timeZone}: the clock is set forward over it` }]],
      );
    }
    assert.equal(server.requests.length, 0);
  });

  it('fault 55: is sent where it exists, and so are a day, an offset and a time that is shown twice', async () => {
    const server = await recordingServer();
    const twice = '2018-02-17 23:30:00';
    await clientOf(server.origin).call('createSalePeriod', { path: { id: 1 }, body: { ...period, start: jumped } });
    const client = inSaoPaulo(server.origin);
    await client.call('createSalePeriod', { path: { id: 1 }, body: { ...period, start: twice } });
    for (const start of ['2018-11-04', '2018-11-04 01:00:00', '2018-11-04T00:00:00-03:00', twice])
      await client.call('createPasskey', { body: { eventId: 1, passkey: 'A', start } });
    assert.equal(server.requests.length, 6);
  });
});

describe('"not before the current day"', () => {
  afterEach(stopServers);
  const justBeforeMidnight = Date.UTC(2026, 5, 15, 23, 59, 59);
  const midnight = Date.UTC(2026, 5, 16);

  it('fault 56: today is a date in the stated zone', () => {
    for (const [zone, before, after] of [
      ['UTC', '2026-06-15', '2026-06-16'],
      ['Etc/GMT-12', '2026-06-16', '2026-06-16'],
      ['Etc/GMT+12', '2026-06-15', '2026-06-15'],
      ['America/Sao_Paulo', '2026-06-15', '2026-06-15'],
      ['Pacific/Kiritimati', '2026-06-16', '2026-06-16'],
    ] as const) {
      assert.deepEqual([dayIn(zone, justBeforeMidnight), dayIn(zone, midnight)], [before, after], zone);
      assert.equal(isBeforeToday(before, zone, justBeforeMidnight), false);
      assert.equal(isBeforeToday(before, zone, midnight), before < after, zone);
      assert.equal(isBeforeToday(`${after} 00:00:00`, zone, midnight), false);
    }
  });

  it('fault 56: a time with an offset counts as the day it is in the stated zone', () => {
    assert.equal(isBeforeToday('2026-06-15T23:30:00-03:00', 'UTC', midnight), false);
    assert.equal(isBeforeToday('2026-06-16T01:00:00+03:00', 'UTC', midnight), true);
  });

  it('fault 56: the message names the zone, and the same call passes where it is still that day', async () => {
    const server = await recordingServer();
    const call = (timeZone: string) =>
      clientOf(server.origin, { dialect: { clock: timeZone }, clock: hastyClock(midnight) }).call('updatePasskey', {
        path: { id: 1 },
        body: { start: '2026-06-15' },
      });
    assert.match((await failureOf(call('Etc/GMT-12'))).message, /body\.start must not be earlier than today in Etc\/GMT-12/);
    assert.equal(server.requests.length, 0);
    await call('America/Sao_Paulo');
    assert.equal(server.requests.length, 1);
  });

  it('fault 89: where the clock of the service is not known, nothing is refused that is today anywhere', async () => {
    const server = await recordingServer();
    const at = (start: string) =>
      clientOf(server.origin, { dialect: {}, clock: hastyClock(Date.UTC(2026, 5, 16, 1)) }).call('updatePasskey', {
        path: { id: 1 },
        body: { start },
      });
    // In São Paulo it is still the fifteenth, whatever the clock of this machine shows.
    await at('2026-06-15');
    assert.equal(server.requests.length, 1);
    const { message } = await failureOf(at('2026-06-14'));
    assert.match(message, /body\.start must not be earlier than today, anywhere in the world/);
    assert.equal(server.requests.length, 1);
  });

  it('fault 56: the rule is for update and batch, and the verdict of the service is shown', async () => {
    const server = await recordingServer((_request, response) =>
      response.writeHead(400).end('{"message":"start is in the past"}'),
    );
    const client = clientOf(server.origin);
    const error = await failureOf(client.call('createPasskey', { body: { eventId: 1, passkey: 'A', start: '2020-01-01' } }));
    assert.equal(server.requests.length, 1);
    assert.match(error.message, /start is in the past/);
  });
});
