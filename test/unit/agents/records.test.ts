import assert from 'node:assert/strict';
import { amountsNote, withReadRecords } from '../../../src/agents/records.ts';
import { operations, type Operation } from '../../../src/client/index.ts';

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
    assert.match(amountsNote(tickets, {}) ?? '', /not known in which unit/);
    assert.match(amountsNote(tickets, { amounts: { tickets: 'cents' } }) ?? '', /cents/);
    assert.match(amountsNote(tickets, { amounts: { items: 'cents' } }) ?? '', /not known in which unit/);
    assert.equal(amountsNote(operations.listPasskeys, {}), undefined);
  });
});
