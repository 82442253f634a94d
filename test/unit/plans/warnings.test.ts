import assert from 'node:assert/strict';
import { differences, type EventFile, type FileItem } from '../../../src/plans/index.ts';
import { warningsOf } from '../../../src/plans/warnings.ts';
import { event, lot, secondLot, withLots, withoutIds } from './files.ts';

const now = Date.UTC(2027, 1, 20, 15);

function warnings(wanted: EventFile, there = event): string[] {
  const found = differences(there, wanted);
  const told = warningsOf(wanted, there, found, { dialect: { clock: 'America/Sao_Paulo' }, now });
  return told.map(({ kind, path, other, field }) => [kind, path, other, field].filter((part) => part !== undefined).join(' | '));
}
const sold = (item: FileItem, start: string, finish: string, appCategoryId = 1): FileItem => ({
  ...item,
  salePeriods: [{ appCategoryId, start, finish, available: 1 }],
});

describe('what a person should notice of a plan', () => {
  it('is nothing where nothing changes, however odd it is', () => {
    const odd = withLots({ ...lot, price: '0.00', hidden: true }, sold(secondLot, '2020-01-01 00:00:00', '2027-03-10 00:00:00'));
    assert.deepEqual(warnings(odd, odd), []);
  });

  it('is an id of the file that the event does not have, where a name was found in its place', () => {
    const other = withLots({ ...lot, id: 999 }, secondLot);
    assert.deepEqual(warnings(other), ['otherId | Pista / 1º lote']);
    assert.deepEqual(warnings(withLots(withoutIds(lot), secondLot)), []);
    assert.deepEqual(warnings({ ...other, event: { ...other.event, id: 2 } }), [], 'ids of another event');
  });

  it('is a price of nothing', () => {
    assert.deepEqual(warnings(withLots({ ...lot, price: '0.00' }, secondLot)), ['free | Pista / 1º lote | price']);
    assert.deepEqual(warnings(withLots({ ...lot, price: null }, secondLot)), []);
  });

  it('is a price that changes beside a fee that stays', () => {
    const withFee = { ...event, items: withLots({ ...lot, feeSale: '12.00' }, secondLot).items };
    const dearer = { ...lot, price: '162.00' };
    const told = (feeSale?: string) => warnings(withLots({ ...dearer, ...(feeSale && { feeSale }) }, secondLot), withFee);
    assert.deepEqual(told('12.00'), ['feeStays | Pista / 1º lote | price']);
    assert.deepEqual(told('16.20'), []);
    const free = { ...event, items: withLots({ ...lot, feeSale: '0.00' }, secondLot).items };
    assert.deepEqual(warnings(withLots({ ...dearer, feeSale: '0.00' }, secondLot), free), [], 'there is no fee');
  });

  it('is a sale that began before today, by the clock of the service', () => {
    const from = (start: string) => warnings(withLots(sold(lot, start, '2027-03-15 00:00:00'), secondLot));
    assert.deepEqual(from('2027-02-19 23:59:59'), ['startsBeforeToday | Pista / 1º lote | salePeriods.1.start']);
    assert.deepEqual(from('2027-02-20 00:00:00'), []);
    // Ten in the evening of the day before, in São Paulo.
    assert.deepEqual(from('2027-02-20T01:00:00Z'), ['startsBeforeToday | Pista / 1º lote | salePeriods.1.start']);
  });

  it('is the past start of a passkey that is changed, where nobody knows what an update does with it', () => {
    const there = { ...event, passkeys: [{ id: 71, passkey: 'VELHA', start: '2027-02-01', finish: '2027-06-01' }] };
    const wanted = { ...event, passkeys: [{ id: 71, passkey: 'VELHA', start: '2027-02-01', finish: '2027-07-01' }] };
    const kinds = (put?: 'merges' | 'replaces') => {
      const known = { dialect: { clock: 'America/Sao_Paulo', ...(put && { put }) }, now };
      return warningsOf(wanted, there, differences(there, wanted), known).map(({ kind }) => kind);
    };
    assert.deepEqual([kinds(), kinds('merges'), kinds('replaces')], [['startLeftOut'], [], []]);
  });

  it('is a new passkey that starts before today, unless that stops the plan', () => {
    const from = (start: string | null, limit: number | null) =>
      warnings({ ...event, passkeys: [...(event.passkeys ?? []), { passkey: 'NOVA', start, limit }] });
    assert.deepEqual(from('2027-02-19', null), ['passkeyStartsBeforeToday | NOVA | start']);
    assert.deepEqual(from('2027-02-20', null), []);
    assert.deepEqual(from(null, null), []);
    assert.deepEqual(from('2027-02-19', 5), [], 'the interface refuses it');
  });

  it('is a gap after a lot, and an overlap with it', () => {
    const from = (start: string) => warnings(withLots(lot, sold(secondLot, start, '2027-04-01 00:00:00')));
    assert.deepEqual(from('2027-03-16 00:00:00'), ['gap | Pista / 2º lote | Pista / 1º lote | salePeriods.1']);
    assert.deepEqual(from('2027-03-14 00:00:00'), ['overlap | Pista / 2º lote | Pista / 1º lote | salePeriods.1']);
    assert.deepEqual(from('2027-03-15T03:00:00Z'), [], 'the same moment');
  });

  it('is no gap where a longer lot goes on', () => {
    const long = sold(lot, '2027-03-01 00:00:00', '2027-05-01 00:00:00');
    const short = sold(secondLot, '2027-03-10 00:00:00', '2027-03-11 00:00:00');
    const late = sold({ ...withoutIds(lot), name: '3º lote' }, '2027-04-10 00:00:00', '2027-04-11 00:00:00');
    assert.deepEqual(warnings(withLots(long, short, late)), [
      'overlap | Pista / 2º lote | Pista / 1º lote | salePeriods.1',
      'overlap | Pista / 3º lote | Pista / 1º lote | salePeriods.1',
    ]);
  });

  it('is nothing between lots of two categories, of two groups, or of none', () => {
    const there: EventFile = { ...event, items: [], passkeys: [] };
    const odd = sold(secondLot, '2027-03-05 00:00:00', '2027-03-06 00:00:00');
    const in2 = { ...odd, salePeriods: odd.salePeriods?.map((period) => ({ ...period, appCategoryId: 2 })) };
    assert.deepEqual(warnings(withLots(lot, in2), there), []);
    const apart = [lot, odd].map((one, index) => ({ id: 60 + index, name: 'Pista', type: 'Group', items: [one] }));
    assert.deepEqual(warnings({ ...event, items: apart }, there), [], 'two groups of one name');
    assert.deepEqual(warnings({ ...event, items: [lot, odd] }, there), []);
  });

  it('is held against the lots that are only there, also in a group that has another name by now', () => {
    const [group] = withLots(sold(secondLot, '2027-03-16 00:00:00', '2027-04-01 00:00:00')).items ?? [];
    const wanted = { ...event, items: [{ ...group, name: 'Pista premium' }] };
    assert.deepEqual(warnings(wanted), ['gap | Pista premium / 2º lote | Pista / 1º lote | salePeriods.1']);
  });

  it('is held against what a period keeps that the file does not say', () => {
    const part = { id: 12, name: '2º lote', salePeriods: [{ appCategoryId: 1, start: '2027-03-20 00:00:00' }] };
    assert.deepEqual(warnings(withLots(lot, part)), ['gap | Pista / 2º lote | Pista / 1º lote | salePeriods.1']);
  });

  it('is a hidden item that no passkey opens', () => {
    const hide = (item: FileItem) => ({ ...item, hidden: true });
    assert.deepEqual(warnings(withLots(lot, hide(secondLot))), ['opensNowhere | Pista / 2º lote']);
    assert.deepEqual(warnings(withLots(hide(lot), secondLot)), [], 'one does');
    assert.deepEqual(warnings(withLots({ ...hide(lot), name: 'Another' }, secondLot)), [], 'by the name that it had');
    const unseen: EventFile = { ...event, passkeys: undefined, notKnown: ['passkeys'] };
    assert.deepEqual(warnings(withLots(lot, hide(secondLot)), unseen), [], 'nobody knows');
  });
});
