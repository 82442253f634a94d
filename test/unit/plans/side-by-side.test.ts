import assert from 'node:assert/strict';
import { parse, type EventFile, type FileItem } from '../../../src/plans/index.ts';
import { sideBySide } from '../../../src/plans/side-by-side.ts';
import { elsewhere, event, lot, passkey, secondLot, withLots } from './files.ts';

const group = event.items![0]!;
/** The same event as another service has it: other ids, another order, and ids that passkeys name. */
const twin: EventFile = elsewhere({
  ...event,
  items: [
    {
      ...group,
      id: 90,
      items: [
        { ...secondLot, id: 92 },
        { ...lot, id: 91 },
      ],
    },
  ],
  passkeys: [{ ...passkey, id: 99, items: [{ id: 91, path: 'Pista / 1º lote' }] }],
});

/** The lines that only one of the texts has. */
function lines(left: EventFile, right: EventFile): { readonly left: string[]; readonly right: string[] } {
  const texts = sideBySide(left, right);
  const of = (text: string) => text.split('\n').map((line) => line.trim());
  const [ours, theirs] = [of(texts.left), of(texts.right)];
  const only = (these: readonly string[], others: readonly string[]) => these.filter((line, at) => line !== others[at]);
  return { left: only(ours, theirs), right: only(theirs, ours) };
}

describe('two events side by side', () => {
  it('are the same text where they mean the same, whatever their ids and their order', () => {
    const { left, right } = sideBySide(event, twin);
    assert.equal(left, right);
    assert.doesNotMatch(left, /"id"|"environment"/);
    parse(left);
  });

  it('keep their ids where both are of one event', () => {
    const { left, right } = sideBySide(event, withLots(lot, { ...secondLot, name: 'Second' }));
    for (const text of [left, right]) assert.match(text, /"id": 12/);
    assert.deepEqual(lines(event, withLots(lot, { ...secondLot, name: 'Second' })).right, ['"name": "Second",']);
  });

  it('differ in the line of a price alone', () => {
    const dearer = elsewhere(withLots(lot, { ...secondLot, price: '162.00' }));
    assert.deepEqual(lines(event, dearer), { left: ['"price": "150.00",'], right: ['"price": "162.00",'] });
  });

  it('have the same line for the same moment by another clock', () => {
    const inManaus = (item: FileItem): FileItem => ({
      ...item,
      salePeriods: item.salePeriods!.map(({ start, finish, ...period }) => ({
        ...period,
        start: new Date(Date.parse(`${start!.replace(' ', 'T')}Z`) - 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
        finish: new Date(Date.parse(`${finish!.replace(' ', 'T')}Z`) - 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
      })),
    });
    const manaus = { ...elsewhere(withLots(inManaus(lot), inManaus(secondLot))), timeZone: 'America/Manaus' };
    assert.deepEqual(lines(event, manaus), { left: [], right: [] });
    const offset = withLots({ ...lot, salePeriods: [{ ...lot.salePeriods![0], start: '2027-03-01T10:00:00-03:00' }] }, secondLot);
    assert.deepEqual(lines(event, offset), { left: [], right: [] });
  });

  it('leave out what only one of them shows: it is compared with nothing', () => {
    const { price: _price, quantity: _quantity, ...hidden } = lot;
    const short = elsewhere({
      ...withLots({ ...hidden, notKnown: ['price', 'quantity'] }, secondLot),
      notKnown: ['items.complete'],
    });
    assert.deepEqual(lines(event, short), { left: [], right: [] });
    const { passkeys: _passkeys, ...withoutPasskeys } = event;
    assert.doesNotMatch(sideBySide(event, withoutPasskeys).left, /passkey/);
  });

  it('show a new item where it stands, and one that is missing', () => {
    const half = { ...lot, id: 13, name: 'Meia', price: '60.00' };
    const more = elsewhere(withLots(lot, half, secondLot));
    const { left, right } = sideBySide(event, more);
    assert.deepEqual(
      [left, right].map((text) => parse(text).items![0]!.items!.map(({ name }) => name)),
      [
        ['1º lote', '2º lote'],
        ['1º lote', 'Meia', '2º lote'],
      ],
    );
    assert.deepEqual(parse(sideBySide(more, event).right).items![0]!.items!.length, 2);
  });

  it('write an empty description and none, and a typed attribute and a plain one, in one way', () => {
    const other = { ...lot, description: null, attributes: { maximum: { value: 4, type: 'integer' } } };
    assert.deepEqual(lines(event, elsewhere(withLots(other, secondLot))), { left: [], right: [] });
  });
});
