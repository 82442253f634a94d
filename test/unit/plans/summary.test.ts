import assert from 'node:assert/strict';
import { differences, type EventFile, type FileItem } from '../../../src/plans/index.ts';
import { changesIn, summaryOf } from '../../../src/plans/summary.ts';
import { elsewhere, event, lot, passkey, secondLot, withLots, withoutIds } from './files.ts';

const said = (there: EventFile, wanted: EventFile) => summaryOf(differences(there, wanted));
const [period] = lot.salePeriods!;
const later = (item: FileItem): FileItem => ({
  ...item,
  salePeriods: [{ ...period, start: '2027-03-08 10:00:00', finish: '2027-03-22 00:00:00' }],
});

describe('what differs, in a sentence', () => {
  it('is nothing for an event and itself', () => assert.equal(said(event, event), 'No difference was found.'));

  it('counts each kind, one or many', () => {
    const third = { ...withoutIds(lot), name: '3º lote' };
    const wanted = withLots({ ...later(lot), price: '130.00' }, { ...secondLot, price: '160.00' }, third);
    assert.equal(said(event, wanted), '1 item new, 2 prices changed, 1 sale period moved.');
  });

  it('counts a sale period once, whatever of it has moved', () => {
    assert.equal(said(event, withLots(later(lot), secondLot)), '1 sale period moved.');
    const moved = withLots(later(lot), { ...secondLot, salePeriods: [{ ...period, start: '2027-03-16 00:00:00' }] });
    assert.equal(said(event, moved), '2 sale periods moved.');
  });

  it('tells a new sale period from one that moved, and from another number', () => {
    const two = {
      ...lot,
      salePeriods: [
        { ...period, available: 41 },
        { ...period, appCategoryId: 2 },
      ],
    };
    assert.equal(said(event, withLots(two, secondLot)), '1 sale period new, 1 quantity for sale changed.');
    assert.equal(said(withLots(two, secondLot), event), '1 sale period missing, 1 quantity for sale changed.');
  });

  it('counts what is only there', () => {
    assert.equal(said(event, { ...withLots(lot), passkeys: [] }), '1 item missing, 1 passkey missing.');
    assert.equal(said({ ...event, passkeys: [] }, event), '1 passkey new.');
  });

  it('names renames, groups, fees, attributes and other fields by themselves', () => {
    const other = { ...lot, name: 'Primeiro', feeSale: '13.00', quantity: 61, attributes: { maximum: 5 } };
    assert.equal(
      said(event, withLots(other, secondLot)),
      '1 item renamed, 1 fee changed, 1 attribute changed, 1 other field of an item changed.',
    );
    const out = { ...event, items: [...withLots(lot).items!, { id: 20, name: 'Camarote', items: [secondLot] }] };
    assert.equal(said(event, out), '1 item new, 1 item in another group.');
  });

  it('counts a passkey once', () => {
    const changed = { ...event, passkeys: [{ ...passkey, finish: '2027-05-01', items: ['Pista / 2º lote'] }] };
    assert.equal(said(event, changed), '1 passkey changed.');
  });

  it('says that something may be several', () => {
    const twice = elsewhere(withLots(lot, { ...secondLot, name: lot.name }));
    assert.match(said(twice, event), /1 record that may be any of several/);
  });

  it('says what was not compared, since one side does not show it', () => {
    const { price: _price, ...hidden } = lot;
    assert.equal(
      said(withLots(hidden, secondLot), event),
      'No difference was found. 1 field was not compared: it is not shown on both sides.',
    );
  });
});

describe('what a plan changes, in a sentence', () => {
  const records = (there: EventFile, wanted: EventFile) => {
    const { items, passkeys } = differences(there, wanted);
    return [...items, ...passkeys];
  };

  it('counts as a comparison does, and says how many changes there are in all', () => {
    const wanted = withLots({ ...later(lot), price: '130.00', feeSale: '13.00' }, secondLot, {
      ...withoutIds(lot),
      name: '3º lote',
    });
    const { text, total } = changesIn(records(event, wanted), (count) => `#${count}`);
    assert.equal(text, '#4 changes: 1 item new, 1 price changed, 1 fee changed, 1 sale period moved');
    assert.equal(total, 4);
    assert.equal(changesIn(records(event, withLots({ ...lot, price: '1.00' }, secondLot))).text, '1 change: 1 price changed');
  });

  it('is nothing for what is only there, may be several, or cannot be removed', () => {
    const { attributes: _attributes, ...bare } = lot;
    const wanted = { ...withLots({ ...bare, attributes: {} }), passkeys: [] };
    assert.deepEqual(changesIn(records(event, wanted)), { text: 'No changes', total: 0 });
    assert.equal(
      changesIn(records(elsewhere(withLots(lot, { ...secondLot, name: lot.name })), event)).total,
      1,
      'the one that is new',
    );
  });

  it('counts what was ticked to go', () => {
    const gone = records(event, { ...event, items: [], passkeys: [] }).map((one) => ({ ...one, state: 'removed' as const }));
    assert.equal(changesIn(gone).text, '4 changes: 3 items removed, 1 passkey deleted');
  });
});
