import assert from 'node:assert/strict';
import { differences, type EventFile, type FileItem } from '../../../src/plans/index.ts';
import {
  changedPrice,
  shifted,
  withChanges,
  withDuplicate,
  withItemsOf,
  withPasskeysOf,
  type PriceChange,
} from '../../../src/plans/small-plans.ts';
import { byClockOf, shiftedTime } from '../../../src/plans/times.ts';
import { elsewhere, event, lot, passkey, secondLot, withLots, withoutIds } from './files.ts';

const saoPaulo = 'America/Sao_Paulo';
const berlin = 'Europe/Berlin';
const statesOf = (there: EventFile, wanted: EventFile) => {
  const { items, passkeys } = differences(there, wanted);
  return [...items, ...passkeys].map(({ state, path }) => `${state} ${path}`);
};
/** Another event of the sort that people copy to: one group, one lot that the first event has too. */
const other: EventFile = {
  event: { id: 2002, environment: 'stg' },
  timeZone: saoPaulo,
  items: [{ id: 90, name: 'Pista', type: 'Group', items: [{ id: 91, name: '1º lote', price: '80.00' }] }],
  passkeys: [{ id: 95, passkey: 'IMPRENSA', limit: 7, items: [] }],
};

describe('a changed price', () => {
  const percent = (value: number, round?: PriceChange['round']): PriceChange => ({
    by: { basisPoints: Math.round(value * 100) },
    round,
  });
  const cases: [what: string, cents: number, change: PriceChange, wanted: number][] = [
    ['an amount more', 12_000, { by: { cents: 550 } }, 12_550],
    ['an amount less', 12_000, { by: { cents: -550 } }, 11_450],
    ['never below nothing', 500, { by: { cents: -550 } }, 0],
    ['never below nothing, rounded up', 500, { by: { cents: -550 }, round: { to: 100, mode: 'up' } }, 0],
    ['8 % of an odd amount', 12_345, percent(8), 13_333],
    ['half a cent goes up', 50, percent(1), 51],
    ['half a cent of a cheaper one goes up too', 50, percent(-1), 50],
    ['a third of a percent', 10_000, percent(0.33), 10_033],
    ['all of it', 12_345, percent(-100), 0],
    ['more than all of it', 12_345, percent(-150), 0],
    ['8 % to the nearest 0.05', 12_345, percent(8, { to: 5, mode: 'nearest' }), 13_335],
    ['8 % up to 0.10', 12_345, percent(8, { to: 10, mode: 'up' }), 13_340],
    ['8 % down to 0.50', 12_345, percent(8, { to: 50, mode: 'down' }), 13_300],
    ['8 % to the nearest 1.00', 12_345, percent(8, { to: 100, mode: 'nearest' }), 13_300],
    ['exactly half of the step goes up', 12_550, { by: { cents: 0 }, round: { to: 100, mode: 'nearest' } }, 12_600],
    // 12.4951 is 12.50 in cents.
    ['what only rounding made a half goes down', 1213, percent(3.01, { to: 100, mode: 'nearest' }), 1200],
    // 10.0001: a part of a cent is more than nothing.
    ['a part of a cent goes up', 1000, percent(0.01, { to: 100, mode: 'up' }), 1100],
    // 12.9999.
    ['a part of a cent below goes down', 1300, percent(-0.01, { to: 100, mode: 'down' }), 1200],
    ['what fits stays', 1300, { by: { cents: 0 }, round: { to: 100, mode: 'up' } }, 1300],
    ['no step at all', 1213, percent(1, { to: 0, mode: 'up' }), 1225],
    ['all digits of a large one', 900_719_925_474_099, percent(10), 990_791_918_021_509],
  ];
  for (const [what, cents, change, wanted] of cases)
    it(`${what}: ${cents} is ${wanted}`, () => assert.equal(changedPrice(cents, change), wanted));
});

describe('a moved time', () => {
  const cases: [what: string, text: string, by: { days?: number; hours?: number }, zone: string | undefined, wanted: string][] = [
    ['by days', '2027-02-27 10:00:00', { days: 7 }, saoPaulo, '2027-03-06 10:00:00'],
    ['back over a leap day', '2028-03-01 00:30:00', { days: -1 }, saoPaulo, '2028-02-29 00:30:00'],
    ['by hours over midnight', '2027-12-31 23:30:00', { hours: 1 }, saoPaulo, '2028-01-01 00:30:00'],
    ['keeps the clock when summer begins', '2027-03-27 10:00:00', { days: 7 }, berlin, '2027-04-03 10:00:00'],
    ['keeps the clock when summer ends', '2027-10-30 10:00:00', { days: 7 }, berlin, '2027-11-06 10:00:00'],
    ['never to an hour that there is none of', '2027-03-27 02:30:00', { days: 1 }, berlin, '2027-03-28 03:30:00'],
    ['to an hour that comes twice', '2027-10-30 02:30:00', { days: 1 }, berlin, '2027-10-31 02:30:00'],
    ['never to a midnight that there is none of', '2018-11-03 00:00:00', { days: 1 }, saoPaulo, '2018-11-04 01:00:00'],
    ['into half an hour that there is none of', '2027-10-02 02:15:00', { days: 1 }, 'Australia/Lord_Howe', '2027-10-03 02:45:00'],
    ['into a day that there is none of', '2011-12-29 10:00:00', { days: 1 }, 'Pacific/Apia', '2011-12-31 10:00:00'],
    ['a day by days', '2027-02-28', { days: 1 }, saoPaulo, '2027-03-01'],
    ['a day not by some hours', '2027-02-28', { hours: 5 }, saoPaulo, '2027-02-28'],
    ['a day by the hours of two days', '2027-02-28', { hours: 48 }, saoPaulo, '2027-03-02'],
    ['with an offset, where no clock is known', '2027-03-27T10:00:00-03:00', { days: 7 }, undefined, '2027-04-03T10:00:00-03:00'],
    ['with a Z, where no clock is known', '2027-03-27T23:00:00Z', { hours: 2 }, undefined, '2027-03-28T01:00:00Z'],
    ['with an offset, by the clock', '2027-03-27T10:00:00+01:00', { days: 7 }, berlin, '2027-04-03 10:00:00'],
    ['what is no time', 'soon', { days: 1 }, berlin, 'soon'],
  ];
  for (const [what, text, by, zone, wanted] of cases)
    it(`${what}: ${text} is ${wanted}`, () => assert.equal(shiftedTime(text, by, zone), wanted));

  it('is the same moment by another clock', () => {
    const there = byClockOf(event, berlin);
    assert.equal(there.timeZone, berlin);
    assert.deepEqual(there.items?.[0]?.items?.[0]?.salePeriods?.[0], {
      ...{ appCategoryId: 1, start: '2027-03-01 14:00:00', finish: '2027-03-15 04:00:00', available: 40 },
    });
    assert.deepEqual(there.passkeys, event.passkeys, 'a day is a day');
    assert.deepEqual(byClockOf(there, saoPaulo), event);
    assert.equal(byClockOf(event, undefined), event);
  });

  it('moves with its event: sales and passkeys, and nothing else', () => {
    const moved = shifted(event, { days: 7 });
    assert.equal(moved.items?.[0]?.items?.[1]?.salePeriods?.[0]?.start, '2027-03-22 00:00:00');
    assert.deepEqual(moved.passkeys, [{ ...passkey, finish: '2027-04-08' }]);
    assert.deepEqual(shifted(moved, { days: -7 }), event);
    const bare: EventFile = { event: {}, passkeys: [{ passkey: 'A' }] };
    assert.deepEqual(shifted(bare, { days: 1 }), bare, 'what is not known stays so');
  });
});

describe('items that are copied', () => {
  it('stand beside their original under another name', () => {
    const wanted = withDuplicate(event, '11', '3º lote');
    assert.deepEqual(wanted.items?.[0]?.items?.[1], { ...withoutIds(lot), name: '3º lote' });
    assert.deepEqual(statesOf(event, wanted), [
      ...['same Pista', 'same Pista / 1º lote', 'new Pista / 3º lote', 'same Pista / 2º lote', 'same IMPRENSA'],
    ]);
  });

  it('bring what stands in a group', () => {
    const wanted = withDuplicate(event, '10', 'Pista 2');
    assert.deepEqual(statesOf(event, wanted).slice(3, 6), ['new Pista 2', 'new Pista 2 / 1º lote', 'new Pista 2 / 2º lote']);
  });

  it('come into the group of the same name, and change what is there already', () => {
    const wanted = withItemsOf(other, event, new Set(['11', '12']));
    assert.deepEqual(statesOf(other, wanted).slice(0, 3), [...['same Pista', 'changed Pista / 1º lote', 'new Pista / 2º lote']]);
    const [copy] = wanted.items?.[0]?.items ?? [];
    assert.deepEqual(copy, { ...lot, id: 91 });
  });

  it('bring their group where the target has none', () => {
    const wanted = withItemsOf({ ...other, items: [] }, event, new Set(['12']));
    assert.deepEqual(wanted.items, [{ name: 'Pista', type: 'Group', items: [withoutIds(secondLot)] }]);
  });

  it('come once where a group holds them, however deep', () => {
    const inner: FileItem = {
      id: 50,
      name: 'Inner',
      type: 'Group',
      items: [
        { id: 51, name: 'A' },
        { id: 52, name: 'A' },
      ],
    };
    const source: EventFile = { event: { id: 1 }, items: [{ id: 49, name: 'Outer', type: 'Group', items: [inner] }] };
    const wanted = withItemsOf({ event: {}, items: [] }, source, new Set(['49', '51']));
    assert.deepEqual(wanted.items, source.items?.map(withoutIds));
  });

  it('keep what the group of the target has beside them', () => {
    const wanted = withItemsOf(other, withLots(secondLot), new Set(['10']));
    assert.deepEqual(
      wanted.items?.[0]?.items?.map(({ name, id }) => [name, id]),
      [
        ['1º lote', 91],
        ['2º lote', undefined],
      ],
    );
  });

  it('are sold at the same moment by another clock', () => {
    const wanted = withItemsOf({ ...other, timeZone: berlin }, event, new Set(['12']));
    assert.equal(wanted.items?.[0]?.items?.[1]?.salePeriods?.[0]?.start, '2027-03-15 04:00:00');
  });
});

describe('passkeys that are copied', () => {
  it('open items by their path, and keep the id and the limit of one that is there', () => {
    const wanted = withPasskeysOf(other, event, new Set(['IMPRENSA']));
    const { id: _id, ...copy } = passkey;
    assert.deepEqual(wanted.passkeys, [{ ...copy, id: 95, limit: 7 }]);
    assert.deepEqual(differences(other, wanted).passkeys[0]?.missingItems, []);
  });

  it('name the items that the target does not have, whatever their ids are there', () => {
    const source: EventFile = {
      ...event,
      passkeys: [{ passkey: 'A', items: ['Pista / 2º lote', { id: 91 }, { id: 11, path: 'Pista / 1º lote' }] }],
    };
    const wanted = withPasskeysOf(other, source, new Set(['A']));
    const [, made] = differences(other, wanted).passkeys;
    assert.deepEqual([made?.path, made?.missingItems], ['A', ['Pista / 2º lote', 'id 91']]);
  });

  it('leave two of one name of the target as they are', () => {
    const target: EventFile = {
      ...other,
      passkeys: [
        { id: 1, passkey: 'TWO' },
        { id: 2, passkey: 'TWO' },
      ],
    };
    const wanted = withPasskeysOf(target, event, new Set(['IMPRENSA']));
    assert.deepEqual(
      wanted.passkeys?.map(({ passkey: name }) => name),
      ['TWO', 'TWO', 'IMPRENSA'],
    );
  });
});

describe('many items that are changed', () => {
  it('are the chosen ones alone, also in a group', () => {
    const wanted = withChanges(event, new Set(['12']), { price: { by: { basisPoints: 800 } }, shift: { days: 7 }, available: 9 });
    const { items } = differences(event, wanted);
    assert.deepEqual(
      items.flatMap(({ path, fields }) => fields.map(({ field, after }) => [path, field, after])),
      [
        ['Pista / 2º lote', 'price', '162.00'],
        ['Pista / 2º lote', 'salePeriods.1.start', '2027-03-22 00:00:00'],
        ['Pista / 2º lote', 'salePeriods.1.finish', '2027-04-08 00:00:00'],
        ['Pista / 2º lote', 'salePeriods.1.available', 9],
      ],
    );
  });

  it('have no price where none is known, and none where there is none yet', () => {
    const { price: _price, ...unknown } = lot;
    const there = withLots(unknown, { ...secondLot, price: null });
    const wanted = withChanges(there, new Set(['11', '12']), { price: { by: { cents: 100 } } });
    assert.deepEqual(wanted, there);
  });

  it('are matched by nothing but their ids', () => {
    assert.deepEqual(withChanges(elsewhere(event), new Set(['7', 'undefined']), { available: 1 }), elsewhere(event));
  });
});
