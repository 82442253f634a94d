import assert from 'node:assert/strict';
import {
  askedCount,
  askedPrice,
  askedShift,
  copyName,
  fileNameOf,
  leftAlone,
  withInner,
} from '../../../src/plans/asked-changes.ts';
import { event, lot, secondLot, withLots } from './files.ts';

describe('how much a price changes', () => {
  for (const [text, by] of [
    ['8 %', { basisPoints: 800 }],
    ['8%', { basisPoints: 800 }],
    ['+8,5 %', { basisPoints: 850 }],
    ['-10 %', { basisPoints: -1000 }],
    ['−10 %', { basisPoints: -1000 }],
    ['0.25%', { basisPoints: 25 }],
    ['-100 %', { basisPoints: -10_000 }],
    ['+5.00', { cents: 500 }],
    ['+ 5', { cents: 500 }],
    ['-2,50', { cents: -250 }],
    ['+1.234,50', { cents: 123_450 }],
  ] as const)
    it(`is read from ${text}`, () => assert.deepEqual(askedPrice(text), { value: by }));

  for (const [text, why] of [
    ['', /Type a percentage/],
    ['5.00', /Begin an amount with \+ or -/],
    ['cheaper', /Type a percentage/],
    ['8 % 9', /Type a percentage/],
    ['+5.0.0', /Type a percentage/],
    ['+', /Type a percentage/],
    ['--5', /Type a percentage/],
    ['0 %', /changes nothing/],
    ['+0.00', /changes nothing/],
    ['-101 %', /more than 100 %/],
    ['1001 %', /at most 1000 %/],
    ['8.123 %', /Type a percentage/],
    ['+99999999999999999999', /Type a percentage/],
  ] as const)
    it(`refuses "${text}"`, () => assert.match(askedPrice(text).problem ?? '', why));
});

describe('by how much something moves', () => {
  for (const [text, days, hours] of [
    ['7 d', 7, 0],
    ['-2 h', 0, -2],
    ['1 d 12 h', 1, 12],
    ['-1 d 12 h', -1, -12],
    ['+3 dias', 3, 0],
    ['2 horas', 0, 2],
    ['36H', 0, 36],
    ['1 day', 1, 0],
  ] as const)
    it(`is read from ${text}`, () => assert.deepEqual(askedShift(text), { value: { days, hours } }));

  for (const text of ['', '7', 'd', '-', '1 w', '1.5 d', '2 h 1 d', '1 d 2 d']) {
    it(`refuses "${text}"`, () => assert.match(askedShift(text).problem ?? '', /Type days, hours or both/));
  }
  it('refuses none, and more than ten years', () => {
    assert.match(askedShift('0 d').problem ?? '', /changes nothing/);
    assert.match(askedShift('9999 d').problem ?? '', /at most/);
    assert.match(askedShift('999999 h').problem ?? '', /at most/);
  });
});

describe('how many are available', () => {
  it('is a whole number', () => {
    assert.deepEqual([askedCount('0'), askedCount(' 250 ')], [{ value: 0 }, { value: 250 }]);
    for (const text of ['', '-1', '1.5', '1e3', 'all', '9999999999999999']) assert.ok(askedCount(text).problem, text);
  });
});

describe('the items that are changed', () => {
  it('are those in a group that was chosen', () => {
    assert.deepEqual([...withInner(event, new Set(['10']))], ['10', '11', '12']);
    assert.deepEqual([...withInner(event, new Set(['12']))], ['12']);
  });

  it('are left alone where their price is no money, or where they show no sale', () => {
    const free = { ...lot, id: 13, name: 'Cortesia', price: null };
    const { price: _price, salePeriods: _periods, ...bare } = lot;
    const file = withLots(lot, secondLot, free, { ...bare, id: 14, name: 'Staff' });
    const ids = new Set(['10', '11', '13', '14']);
    assert.deepEqual(leftAlone(file, ids, { price: { by: { cents: 100 } } }), ['Pista / Cortesia', 'Pista / Staff']);
    assert.deepEqual(leftAlone(file, ids, { shift: { days: 1 } }), ['Pista / Staff']);
    assert.deepEqual(leftAlone(file, new Set(['11']), { available: 5 }), []);
  });
});

describe('the names that are offered', () => {
  for (const [name, next] of [
    ['1º lote', '2º lote'],
    ['9ª leva', '10ª leva'],
    ['Lote 3', 'Lote 4'],
    ['Pista - lote 9', 'Pista - lote 10'],
    ['Pista 18+', 'Pista 18+ (copy)'],
    ['Camarote', 'Camarote (copy)'],
  ] as const)
    it(`are ${next} for a copy of ${name}`, () => assert.equal(copyName(name), next));

  it('make a file of an event', () => {
    assert.equal(fileNameOf('Festival da Primavera'), 'festival-da-primavera');
    assert.equal(fileNameOf('São João: 2ª edição!'), 'sao-joao-2ª-edicao');
    assert.equal(fileNameOf('/../..'), '');
  });
});
