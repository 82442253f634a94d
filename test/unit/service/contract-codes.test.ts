import assert from 'node:assert/strict';
import { subjects, useContract } from './contract.ts';
import { csvFile, recordIn, recordsIn } from './support.ts';

describe('codes of the local service', () => {
  const contract = useContract(subjects.codes);

  const eventId = 1005;
  let first = 0;
  let second = { id: 0, name: '' };

  before(async () => {
    const [one, two] = await contract.walk('listItems', { query: { eventId, type: 'Ticket' } }, 10);
    first = Number(one!.id);
    second = { id: Number(two!.id), name: String(two!.name) };
  });

  beforeEach(() => contract.call('deleteEventCodes', { path: { eventId } }));

  const upload = async (content: string) =>
    recordIn(await contract.call('uploadCodes', { path: { eventId }, file: csvFile(content) }));
  const codesOf = async (itemId: number) => (await contract.walk('listCodes', { path: { itemId } }, 2)).map(({ code }) => code);

  const files: [string, (name: string) => string, string[], string[]][] = [
    ['a code alone on each line', () => 'A1\nA2\nA3', ['A1', 'A2', 'A3'], []],
    ['a header, CRLF and a blank line at the end', () => 'Código\r\nA1\r\n00123\r\n\r\n', ['A1', '00123'], []],
    ['a byte order mark before the header', () => '\uFEFFcode\nA1\n', ['A1'], []],
    ['a byte order mark before the first code', () => '\uFEFFA1\nA2\n', ['A1', 'A2'], []],
    ['a ticket name and a code', (name) => `ticket,code\n${quoted(name)},B1\n${quoted(name)},B2`, [], ['B1', 'B2']],
    ['semicolons and no header', (name) => `${quoted(name)};B1\n${quoted(name)};B2\n`, [], ['B1', 'B2']],
    ['quotes, delimiters inside them and spaces around', () => '"A,1"\n"A""2"\n  A3  \n', ['A,1', 'A"2', 'A3'], []],
  ];
  for (const [what, content, ofFirst, ofSecond] of files) {
    it(`are read from a file with ${what}`, async () => {
      const reply = await upload(content(second.name));
      const stored = ofFirst.length + ofSecond.length;
      assert.deepEqual(reply, { received: stored, stored, existing: 0, rejected: 0, problems: [] });
      assert.deepEqual(await codesOf(first), ofFirst);
      assert.deepEqual(await codesOf(second.id), ofSecond);
    });
  }

  it('that exist or fit no ticket are counted, the rejected ones with their lines', async () => {
    await upload('A1\nA2');
    const reply = await upload(
      `ticket,code\n${quoted(second.name)},A1\nNobody,B1\n${quoted(second.name)},B2\n${quoted(second.name)},\n`,
    );
    const problems = [
      { line: 3, code: 'B1', message: 'the event has no ticket named Nobody' },
      { line: 5, code: '', message: 'the code is empty' },
    ];
    assert.deepEqual(reply, { received: 4, stored: 1, existing: 1, rejected: 2, problems });
    assert.deepEqual(await codesOf(second.id), ['B2']);
  });

  it('are found by a term, and deleted one by one', async () => {
    await upload('A1\nA2\nB1');
    const rows = recordsIn(await contract.call('listCodes', { path: { itemId: first }, query: { term: 'a' } }));
    assert.deepEqual(
      rows.map(({ code }) => code),
      ['A1', 'A2'],
    );
    const codeId = Number(rows[0]!.id);
    assert.equal((await contract.refusal('deleteCode', { path: { itemId: second.id, codeId } })).kind, 'notFound');
    await contract.call('deleteCode', { path: { itemId: first, codeId } });
    assert.deepEqual(await codesOf(first), ['A2', 'B1']);
    assert.equal((await contract.refusal('deleteCode', { path: { itemId: first, codeId } })).kind, 'notFound');
  });

  it('are deleted by event, all of them or those of a ticket’s name', async () => {
    await upload(`ticket,code\n${quoted(second.name)},B1\n${quoted(second.name)},B2`);
    await upload('A1');
    const deleted = async (query: Record<string, string>) =>
      recordIn(await contract.call('deleteEventCodes', { path: { eventId }, query })).deleted;
    assert.equal(await deleted({ name: 'Nobody' }), 0);
    assert.equal(await deleted({ name: second.name }), 2);
    assert.deepEqual([await codesOf(first), await codesOf(second.id)], [['A1'], []]);
    assert.equal(await deleted({}), 1);
    assert.deepEqual(await codesOf(first), []);
  });

  function quoted(text: string): string {
    return `"${text.replaceAll('"', '""')}"`;
  }
});
