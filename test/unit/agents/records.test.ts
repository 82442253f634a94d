import assert from 'node:assert/strict';
import { replyNote, withReadRecords } from '../../../src/agents/records.ts';
import { operations, type Dialect, type Operation } from '../../../src/client/index.ts';

describe('a reply as a model gets it', () => {
  const tickets: Operation = operations.getEventTickets;

  it('has the tickets of each group under the names of the document', () => {
    const ticket = { id: 7, titulo: '1º lote', preco: 12_000 };
    const dialect = { fields: { name: 'titulo', price: 'preco' } };
    const grouped = { data: [{ name: 'Pista', tickets: [ticket] }] };
    const read = withReadRecords(tickets, { path: { id: '1' } }, grouped, dialect) as {
      data: { name: string; tickets: { name: string; value: { price: number } }[] }[];
    };
    assert.equal(read.data[0]?.name, 'Pista');
    assert.equal(read.data[0].tickets[0]?.name, '1º lote');
    assert.equal(read.data[0].tickets[0].value.price, 12_000);
    const flat = withReadRecords(tickets, { path: { id: '1' } }, [ticket], dialect) as { name: string }[];
    assert.equal(flat[0]?.name, '1º lote');
  });

  it('says in which unit the prices of tickets are, or that nobody knows', () => {
    assert.match(replyNote(tickets, {}) ?? '', /not known in which unit/);
    assert.match(replyNote(tickets, { amounts: { tickets: 'cents' } }) ?? '', /cents/);
    assert.match(replyNote(tickets, { amounts: { items: 'cents' } }) ?? '', /not known in which unit/);
    assert.match(replyNote(operations.getBordero, {}) ?? '', /not known in which unit/);
    assert.match(replyNote(operations.calculateTax, { amounts: { tax: 'cents' } }) ?? '', /cents/);
    assert.equal(replyNote(operations.getPasskey, {}), undefined);
  });

  it('says how to read on in a list, or that it may be a part', () => {
    const noteWith = (paging: Dialect['paging']) => replyNote(operations.listPasskeys, paging ? { paging } : {}) ?? '';
    assert.match(noteWith(undefined), /^It is not known how this service gives pages: this may be a part/);
    assert.match(noteWith({ by: 'page' }), /^It is not known how/);
    assert.match(
      noteWith({ by: 'page', page: 'page', size: 'pageSize', first: 0 }),
      /The query takes page \(a page, counted from 0\) and pageSize, the length of a page: read on/,
    );
    assert.match(noteWith({ by: 'cursor', page: 'after' }), /The query takes after \(a cursor\): read on/);
    assert.match(noteWith({ by: 'none' }), /^This service gives no pages; a list may end earlier/);
  });
});
