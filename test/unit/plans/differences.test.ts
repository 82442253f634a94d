import assert from 'node:assert/strict';
import { differences, type EventFile, type RecordDifference } from '../../../src/plans/index.ts';
import { elsewhere, event, lot, passkey, secondLot, withLots, withoutIds } from './files.ts';

const inShort = (list: readonly RecordDifference[]) =>
  list.map(({ state, path, by }) => [state, path, by].filter(Boolean).join(' '));
const fieldsOf = (there: EventFile, wanted: EventFile, path: string) => {
  const { items, passkeys } = differences(there, wanted);
  const found = [...items, ...passkeys].find((one) => one.path === path);
  return found?.fields.map(({ field, before, after }) => [field, before, after]);
};

describe('a file and an event', () => {
  it('are the same where nothing differs', () => {
    const { items, passkeys } = differences(event, structuredClone(event));
    assert.deepEqual(inShort([...items, ...passkeys]), [
      'same Pista id',
      'same Pista / 1º lote id',
      'same Pista / 2º lote id',
      'same IMPRENSA id',
    ]);
  });

  it('are the same where a service whose clock is not known shows the moments of the file', () => {
    const [period] = lot.salePeriods ?? [];
    const shown = (start: string) => withLots({ ...lot, salePeriods: [{ ...period, start }] }, secondLot);
    const clockless = (start: string): EventFile => ({ ...shown(start), timeZone: undefined });
    assert.deepEqual(fieldsOf(clockless('2027-03-01T10:00:00-03:00'), event, 'Pista / 1º lote'), []);
    const later = '2027-03-01T10:00:00-02:00';
    const found = fieldsOf(clockless(later), event, 'Pista / 1º lote');
    assert.deepEqual(found, [['salePeriods.1.start', later, '2027-03-01 10:00:00']]);
  });

  it('are matched by id, so that another name is a new name', () => {
    const renamed = withLots({ ...lot, name: 'Primeiro lote' }, secondLot);
    assert.deepEqual(fieldsOf(event, renamed, 'Pista / Primeiro lote'), [['name', '1º lote', 'Primeiro lote']]);
    assert.deepEqual(inShort(differences(event, renamed).items.slice(1)), [
      'changed Pista / Primeiro lote id',
      'same Pista / 2º lote id',
    ]);
  });

  it('are matched by path in another environment, whose ids mean something else', () => {
    const [group] = event.items ?? [];
    const there = elsewhere({
      ...event,
      items: [
        {
          ...group,
          name: 'Pista',
          id: 12,
          items: [
            { ...lot, id: 10 },
            { ...secondLot, id: 11 },
          ],
        },
      ],
    });
    assert.deepEqual(inShort(differences(there, event).items), [
      'same Pista path',
      'same Pista / 1º lote path',
      'same Pista / 2º lote path',
    ]);
  });

  it('say what is new and what is only there', () => {
    const wanted = withLots(lot, { ...withoutIds(secondLot), name: '3º lote' });
    const { items } = differences(event, { ...wanted, passkeys: [] });
    assert.deepEqual(inShort(items.slice(1)), ['same Pista / 1º lote id', 'new Pista / 3º lote', 'onlyThere Pista / 2º lote']);
    assert.deepEqual(inShort(differences(event, { ...wanted, passkeys: [] }).passkeys), ['onlyThere IMPRENSA']);
  });

  it('say nothing of a part that the file leaves out', () => {
    const { passkeys } = differences(event, { event: event.event, items: event.items });
    assert.deepEqual(passkeys, []);
    assert.deepEqual(fieldsOf(event, withLots({ id: 11, name: '1º lote' }, secondLot), 'Pista / 1º lote'), []);
  });

  it('leave a path that several have to a person', () => {
    const twice = withLots(lot, { ...secondLot, name: '1º lote' });
    const { items } = differences(elsewhere(twice), event);
    assert.deepEqual(
      items.filter(({ state }) => state === 'ambiguous').map(({ path, candidates }) => [path, candidates]),
      [['Pista / 1º lote', ['11', '12']]],
    );
    const byHand = new Map([['items[0].items[0]', '12']]);
    const said = differences(elsewhere(twice), event, { byHand });
    assert.deepEqual(inShort(said.items.slice(1, 3)), ['changed Pista / 1º lote hand', 'new Pista / 2º lote']);
  });

  it('refuse two new items of one path', () => {
    const wanted = withLots(lot, secondLot, { name: '3º lote' }, { name: '3º lote' });
    const ambiguous = differences(event, wanted).items.filter(({ state }) => state === 'ambiguous');
    assert.deepEqual(
      ambiguous.map(({ candidates }) => candidates),
      [[], []],
    );
  });

  it('refuse an id that the file has twice', () => {
    const { items } = differences(event, withLots(lot, { ...secondLot, id: 11 }));
    assert.deepEqual(
      items.map(({ state }) => state),
      ['same', 'ambiguous', 'ambiguous', 'onlyThere', 'onlyThere'],
    );
  });

  it('differ by field: amounts, sale periods and attributes', () => {
    const wanted = withLots(lot, {
      ...secondLot,
      price: '162.00',
      salePeriods: [
        { appCategoryId: 1, start: '2027-03-22 00:00:00', finish: '2027-04-08 00:00:00', available: 40 },
        { appCategoryId: 2, start: '2027-03-22 00:00:00' },
      ],
      attributes: { maximum: { value: 4, type: 'string' }, gate: 'B' },
    });
    assert.deepEqual(fieldsOf(event, wanted, 'Pista / 2º lote'), [
      ['price', '150.00', '162.00'],
      ['salePeriods.1.start', '2027-03-15 00:00:00', '2027-03-22 00:00:00'],
      ['salePeriods.1.finish', '2027-04-01 00:00:00', '2027-04-08 00:00:00'],
      ['salePeriods.2.start', undefined, '2027-03-22 00:00:00'],
      ['attributes.maximum', 4, { value: 4, type: 'string' }],
      ['attributes.gate', undefined, 'B'],
    ]);
  });

  it('keep what the interface cannot remove', () => {
    const wanted = withLots({ ...lot, salePeriods: [], attributes: {}, price: null }, secondLot);
    const found = differences(event, wanted).items.find(({ path }) => path === 'Pista / 1º lote');
    assert.deepEqual([found?.state, found?.kept], ['same', ['price', 'salePeriods.1', 'attributes.maximum']]);
  });

  it('do not compare what the service does not show', () => {
    const { price: _price, salePeriods: _periods, ...shown } = lot;
    const found = differences(withLots(shown, secondLot), event).items.find(({ path }) => path === 'Pista / 1º lote');
    assert.deepEqual([found?.state, found?.notCompared], ['same', ['price', 'salePeriods']]);
  });

  it('have the same time, by whichever clock it is written', () => {
    const periods = [{ appCategoryId: 1, start: '2027-03-01T13:00:00Z', finish: '2027-03-15T00:00:00-03:00', available: 40 }];
    assert.deepEqual(fieldsOf(event, withLots({ ...lot, salePeriods: periods }, secondLot), 'Pista / 1º lote'), []);
  });

  it('tell an item that moved to another group', () => {
    const wanted = {
      ...event,
      items: [
        { id: 10, name: 'Pista', items: [secondLot] },
        { name: 'Camarote', items: [lot] },
      ],
    };
    assert.deepEqual(fieldsOf(event, wanted, 'Camarote / 1º lote'), [['group', 'Pista', 'Camarote']]);
  });

  it('differ in the items that a passkey opens, as a set', () => {
    const opens = (...items: readonly (string | { id: number })[]) => ({ ...event, passkeys: [{ ...passkey, items }] });
    assert.deepEqual(fieldsOf(event, opens('Pista / 1º lote', { id: 11 }), 'IMPRENSA'), []);
    assert.deepEqual(fieldsOf(event, opens('Pista / 2º lote'), 'IMPRENSA'), [
      ['items', ['Pista / 1º lote'], ['Pista / 2º lote']],
    ]);
    const { passkeys } = differences(event, opens('Pista / 9º lote'));
    assert.deepEqual(passkeys[0]?.missingItems, ['Pista / 9º lote']);
  });
});
