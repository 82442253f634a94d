import assert from 'node:assert/strict';
import { readList, sessionsOf } from '../../../src/client/index.ts';
import { inEnglish } from '../../../src/client/l10n.ts';
import { Formats } from '../../../src/editor/reading/formats.ts';
import { reads } from '../../../src/editor/reading/reads.ts';
import { entriesShown, salesShown } from '../../../src/editor/reports/event-figures.ts';
import { eventItems, eventPasskeys, leftFigure } from '../../../src/editor/reports/event-shown.ts';
import { TableList } from '../../../src/editor/reports/table-list.ts';
import { cellText } from '../../../src/shared/table-rows.ts';

const t = (message: string | { message: string }, ...values: (string | number)[]) =>
  inEnglish(typeof message === 'string' ? message : message.message, ...values);
const now = Date.parse('2026-03-10T12:00:00Z');
const tools = { t, formats: new Formats({ language: 'en', currency: 'BRL', timeZone: 'UTC', now: () => now }) };
const rowsOf = (values: readonly object[]) => readList(values).rows;

const sessions = sessionsOf({
  sessions: [
    { id: 'a', date: '2026-03-20', time: '18:00' },
    { id: 'b', date: '2026-03-21', time: '18:00' },
    { id: 'c', date: '2026-03-21', time: '18:00' },
  ],
});
const figureTools = { t, writing: { currency: 'BRL', language: 'en' }, sessions, isAhead: () => false };

describe('the figures of a bordero on the page of an event', () => {
  const line = (session: object, quantity: number) => ({ ...session, name: 'Pista', quantity, gross: quantity * 10_000 });

  it('are what was sold and what it brought, and what was sold for each session', () => {
    const reply = { lines: [line({ session_id: 'a' }, 3), line({ session_id: 'b' }, 2)] };
    const shown = salesShown(reply, 'cents', figureTools);
    assert.deepEqual([shown.sold.value, shown.gross.value], ['5', 'R$500.00']);
    assert.deepEqual(shown.sessions, { a: { sold: 3 }, b: { sold: 2 } });
  });

  it('are what was sold of each item that the reply names by its id, which the id of a line is not', () => {
    const items = (reply: object) => salesShown(reply, 'cents', figureTools).items;
    const named = [line({ session_id: 'a', item_id: 7 }, 3), line({ session_id: 'b', item_id: 7 }, 2), line({ id: 9 }, 4)];
    assert.deepEqual(items({ lines: named }), { 7: 5 });
    assert.deepEqual(items({ lines: named, by_item: [line({ id: 8 }, 6)] }), { 8: 6 });
    assert.deepEqual(items({ totals: { quantity: 2 } }), {});
  });

  it('know a session by when it is, unless another one is at the same time', () => {
    const at = (day: number) => ({ starts_at: `2026-03-${day} 18:00:00` });
    const shown = salesShown({ lines: [line(at(20), 3), line(at(21), 2)] }, 'cents', figureTools);
    assert.deepEqual(shown.sessions, { a: { sold: 3 } });
  });

  it('are not known where the reply has none, and an amount without a unit is what it came as, with a word about it', () => {
    const none = salesShown({ message: 'soon' }, 'cents', figureTools);
    assert.deepEqual(none.sold.value, { why: 'The bordero does not show how many were sold.' });
    assert.deepEqual(none.gross.value, { why: 'The bordero does not show it.' });
    const { gross } = salesShown({ totals: { quantity: 2, gross: 5001 } }, undefined, figureTools);
    assert.equal(gross.value, '5,001');
    assert.match(gross.note, /is not known/);
  });
});

describe('the figures of an entry report on the page of an event', () => {
  it('are a share of what was sold for sessions that have begun, or say what is in it', () => {
    const note = (entered: number, ahead: readonly string[], sold: object = { sold: 10 }) => {
      const list = [
        { id: 'a', sold: 40, checked: entered },
        { id: 'b', checked: 0, ...sold },
      ];
      const isAhead = ({ id = '' }: { id?: string | undefined }) => ahead.includes(id);
      const reply = { sold_count: 50, checked_count: entered, sessions: list };
      return entriesShown(reply, { ...figureTools, sessions: sessions.slice(0, 2), isAhead }).entered.note;
    };
    assert.equal(note(30, []), '60% of those sold');
    assert.equal(note(30, ['b']), '75% of those sold for sessions that have begun');
    assert.equal(note(0, ['a', 'b']), 'no session has begun');
    // The doors are open.
    assert.equal(note(30, ['a', 'b']), '75% of those sold for sessions that have begun');
    assert.equal(note(30, ['b'], {}), '60% of those sold, also for sessions yet to begin');
  });

  it('are how many came in, of how many, in all and for each session', () => {
    const list = [
      { id: 'a', sold: 40, checked: 30 },
      { id: 'b', sold: 10, checked: 0 },
    ];
    const shown = entriesShown({ sold_count: 50, checked_count: 30, sessions: list }, figureTools);
    assert.deepEqual(shown.entered, { value: '30', note: '60% of those sold' });
    assert.deepEqual(shown.sessions, { a: { sold: 40, entered: 30 }, b: { sold: 10, entered: 0 } });
  });

  it('are not known where the reply has none', () => {
    const shown = entriesShown({}, figureTools);
    assert.deepEqual(shown.entered, { value: { why: 'The entry report does not show how many came in.' }, note: '' });
    assert.deepEqual(shown.sessions, {});
  });
});

describe('what is left of an event', () => {
  const period = (finish: string, available: number) => ({ start: '2026-03-01 00:00:00', finish, available });
  const item = (id: number, ...salePeriods: object[]) => ({ id, name: `Item ${id}`, value: { price: 100 }, salePeriods });
  const open = '2026-03-30 00:00:00';
  const left = (values: readonly object[], isWhole = true) => leftFigure(rowsOf(values), isWhole, tools).value;

  it('is the sum over the items whose sale has not ended', () => {
    const over = '2026-03-02 00:00:00';
    assert.equal(left([item(1, period(open, 30)), item(2, period(open, 12)), item(3, period(over, 500))]), '42');
    assert.equal(left([item(1, period(open, 0))]), '0', 'a zero that the service says');
    assert.equal(left([item(1, period(open, 30)), { ...item(2, period(open, 12)), archived: true }]), '30');
  });

  it('says how many stand below it that are not for sale', () => {
    const over = '2026-03-02 00:00:00';
    const figure = (...values: object[]) => leftFigure(rowsOf(values), true, tools);
    assert.deepEqual(figure(item(1, period(open, 0)), item(2, period(over, 38))), {
      value: '0',
      note: 'for sale now or later; not for sale: 38',
    });
    assert.equal(figure(item(1, period(open, 4)), item(2, period(over, 0))).note, 'for sale now or later');
  });

  it('is not known where one item does not say it, or where there may be more items', () => {
    const unknown = { id: 2, name: 'Item 2', value: { price: 100 } };
    assert.deepEqual(left([item(1, period(open, 30)), unknown]), {
      why: 'The service does not show of every item how many are left.',
    });
    assert.deepEqual(left([item(1, period(open, 30))], false), { why: 'Nothing shows that the items below are all of them.' });
  });

  it('is nothing of an item that has no sale period', () => {
    assert.equal(left([item(1, period(open, 30)), { ...item(2), available: false }]), '30');
  });

  it('takes a group for no item', () => {
    assert.equal(left([{ id: 9, name: 'Pista', children: [1] }, item(1, period(open, 30))]), '30');
  });
});

describe('a row of items on the page of an event', () => {
  const states = (value: object) => eventItems(rowsOf([{ id: 1, name: 'Lot', ...value }]), tools)[0]!;
  const at = (start: string, finish: string, available = 5) => [{ start, finish, available }];

  it('says in one word whether it is sold, and leaves no blank for what is not shown', () => {
    const word = (salePeriods: object[]) => states({ salePeriods }).states.map((state) => [state.word, state.tone]);
    assert.deepEqual(word(at('2026-03-01', '2026-03-30')), [['on sale', 'onSale']]);
    assert.deepEqual(word(at('2026-03-01', '2026-03-30', 0)), [['sold out', 'soldOut']]);
    assert.deepEqual(word(at('2026-03-01', '2026-03-02')), [['sale ended', 'ended']]);
    assert.deepEqual(word(at('2026-03-20', '2026-03-30')), [['sale not started', 'ahead']]);
    assert.deepEqual(word([]), [['no sale period', 'plain']]);
    const { price, available, start, finish, states: none } = states({});
    const why = { why: 'The service does not show it.' };
    assert.deepEqual([price, available, start, finish, none], [why, why, why, why, []]);
  });
});

describe('a row of passkeys on the page of an event', () => {
  const row = (value: object) => {
    const [{ opens, used, until, state }] = eventPasskeys(rowsOf([{ id: 1, passkey: 'VIP', ...value }]), tools) as [
      ReturnType<typeof eventPasskeys>[number],
    ];
    return [opens, used, until, state?.word].map((each) => (typeof each === 'object' ? '?' : (each ?? '')));
  };

  it('says what it opens, how often it was used, until when, and whether it works', () => {
    assert.deepEqual(row({ itemIds: [1, 2], used: 14, limit: 50, finish: '2026-03-20' }), [
      '2 items',
      '14 of 50',
      'Mar 20',
      'active',
    ]);
    assert.deepEqual(row({ itemIds: [1], used: 3, finish: null }), ['1 item', '3', 'no end', 'active']);
    assert.deepEqual(row({ itemIds: [], limit: 50, finish: '2026-03-02' }), ['0 items', 'up to 50', 'Mar 2', 'expired']);
    assert.equal(row({ used: 5, limit: 5, finish: null })[3], 'used up');
    assert.equal(row({ start: '2026-03-15', finish: '2026-03-20' })[3], 'from Mar 15');
  });

  it('says of its state what a table says', async () => {
    const windows = [
      { finish: '2026-03-20' },
      { finish: null },
      { finish: '2026-03-02' },
      { start: '2026-03-15', finish: '2026-03-20' },
      { used: 5, limit: 5, finish: null },
    ];
    const values = [...windows.map((window) => ({ status: 'approved', ...window })), { status: 'cancelled', finish: null }];
    const data = values.map((value, index) => ({ id: index + 1, passkey: `P${index}`, ...value }));
    const list = new TableList({
      read: reads.passkeys('1'),
      readPage: () => Promise.resolve({ data }),
      tools: () => tools,
      isInTree: () => false,
      language: 'en',
    });
    await list.begin();
    const { rows } = await list.part({ filter: '', shown: ['#state'] }, 0, values.length);
    const inTable = rows.map(({ cells }) => cellText(cells[0]));
    assert.deepEqual(
      inTable,
      values.map((value) => row(value)[3]),
    );
    assert.deepEqual(inTable, ['active', 'active', 'expired', 'from Mar 15', 'used up', 'cancelled']);
  });

  it('says of nothing that it works, or has no end, which the service does not show', () => {
    assert.deepEqual(row({}), ['?', '?', '?', '']);
  });
});
