import assert from 'node:assert/strict';
import { fileDoubts } from '../../../src/plans/file-doubts.ts';
import { checkText, parse, textOf, type EventFile } from '../../../src/plans/index.ts';
import { event, lot, passkey, secondLot, withLots, withoutIds } from './files.ts';

/** What is doubted, each with the text that is marked. */
function doubts(file: EventFile): [marked: string, message: string][] {
  const text = textOf(file);
  return fileDoubts(parse(text), text).map(({ start, end, message }) => [text.slice(start, end), message]);
}

describe('what is doubted in a file of an event', () => {
  it('is nothing of one that a service gave', () => assert.deepEqual(doubts(event), []));

  it('is a name that only an id would tell from another', () => {
    const twin = { ...withoutIds(secondLot), name: lot.name };
    assert.deepEqual(doubts(withLots(lot, twin)), [
      ['"1º lote"', 'Another item is called Pista / 1º lote too: only an id tells them apart.'],
    ]);
    assert.deepEqual(doubts(withLots(lot, { ...twin, id: 12 })), []);
  });

  it('is an id that two items have', () => {
    assert.deepEqual(doubts(withLots(lot, { ...secondLot, id: lot.id })), [
      ['11', 'Another item has the id 11 too: nobody knows which one is meant.'],
    ]);
  });

  it('is a sale that ends before it begins', () => {
    const [period] = lot.salePeriods!;
    const turned = { ...lot, salePeriods: [{ ...period, finish: '2027-02-01 00:00:00' }] };
    assert.deepEqual(doubts(withLots(turned, secondLot)), [['"2027-02-01 00:00:00"', 'The sale ends before it begins.']]);
  });

  it('is a passkey that is there twice, and an item that it opens and the file does not have', () => {
    const { id: _id, ...twin } = { ...passkey, items: ['Pista / 3º lote'] };
    assert.deepEqual(doubts({ ...event, passkeys: [passkey, twin] }), [
      ['"IMPRENSA"', 'Another passkey is called IMPRENSA too: only an id tells them apart.'],
      ['"Pista / 3º lote"', 'No item of this file is called Pista / 3º lote.'],
    ]);
    const { items: _items, ...alone } = event;
    assert.deepEqual(doubts(alone), []);
  });
});

describe('what a schema cannot say of a file', () => {
  const beyond = (text: string) => checkText(text).problems.map(({ beyondSchema }) => beyondSchema === true);

  it('is a day that does not exist, a time zone that there is none of, a number with too many digits, and a new item without a name', () => {
    assert.deepEqual(beyond('{"items":[{"name":" "}]}'), [true]);
    assert.deepEqual(beyond('{"items":[{"name":"","id":7}]}'), []);
    assert.deepEqual(beyond('{"passkeys":[{"passkey":"A","start":"2027-02-30"}]}'), [true]);
    assert.deepEqual(beyond('{"timeZone":"Mars/Base"}'), [true]);
    assert.deepEqual(beyond('{"items":[{"name":"A","quantity":90071992547409931}]}'), [true]);
  });

  it('is no shape, no missing field and no unknown one', () => {
    for (const text of [
      '{"items":[{"name":"A","price":120}]}',
      '{"items":[{"name":"A","price":"120,00"}]}',
      '{"items":[{}]}',
      '{"item":[]}',
      '{"items":{}}',
      '{"items":[{"name":"A","salePeriods":[{"start":"2027-02-20"}]}]}',
      '{"items":[{"name":"A","quantity":-1}]}',
      '{"passkeys":[{"passkey":"A","limit":"1"}]}',
    ])
      assert.deepEqual(beyond(text), [false], text);
  });
});
