import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readList } from '../../../src/client/index.ts';
import { openDatabase } from '../../../src/service/database.ts';
import { clientOf, csvFile, recordIn, recordsIn, seededRandom, testService, useService } from './support.ts';

interface Code {
  readonly id: number;
  readonly code: string;
}

describe('codes that come and go', () => {
  const held = useService();
  const random = seededRandom(5);
  const below = (limit: number) => Math.floor(random() * limit);
  const tickets = new Map<number, { id: number; name: string }[]>();
  /** What each item should have, in order. */
  const expected = new Map<number, string[]>();

  before(async () => {
    for (const eventId of [1003, 1004]) {
      await held.client.call('deleteEventCodes', { path: { eventId } });
      const items = recordsIn(await held.client.call('listItems', { query: { eventId, type: 'Ticket', pageSize: 100 } }));
      const named = items.map(({ id, name }) => ({ id: Number(id), name: String(name) }));
      const known = named.filter(({ name }, index) => named.findIndex((other) => other.name === name) === index);
      tickets.set(eventId, known.slice(0, 3));
      for (const { id } of known) expected.set(id, []);
    }
  });

  async function list(itemId: number): Promise<Code[]> {
    const rows: Code[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const reply = await held.client.call('listCodes', { path: { itemId }, query: { page, pageSize: 7 } });
      last = readList(reply).paging!.lastPage!;
      rows.push(...(recordsIn(reply) as unknown as Code[]));
    }
    return rows;
  }

  async function upload(eventId: number): Promise<void> {
    const items = tickets.get(eventId)!;
    const count = below(30);
    const codes = Array.from({ length: count + 1 }, () => `X${below(120)}`);
    if (random() < 0.5) codes.sort();
    const rows = codes.map((code) => ({ code, item: items[below(items.length)]! }));
    const content = ['ticket;code', ...rows.map(({ code, item }) => `"${item.name}";${code}`)].join('\n');
    const reply = recordIn(await held.client.call('uploadCodes', { path: { eventId }, file: csvFile(content) }));
    const had = new Set(items.flatMap(({ id }) => expected.get(id)!));
    // An item's codes are stored together, in the order in which the items first appear.
    let stored = 0;
    for (const item of new Set(rows.map((row) => row.item)))
      for (const { code } of rows.filter((row) => row.item === item)) {
        if (had.has(code)) continue;
        had.add(code);
        expected.get(item.id)!.push(code);
        stored++;
      }
    assert.deepEqual([reply.received, reply.stored, reply.existing], [rows.length, stored, rows.length - stored]);
  }

  async function deleteSome(eventId: number): Promise<void> {
    const items = tickets.get(eventId)!;
    const { id: itemId } = items[below(items.length)]!;
    const codes = await list(itemId);
    for (const { id, code } of random() < 0.5 ? codes.slice(-3) : codes.filter(() => random() < 0.2)) {
      await held.client.call('deleteCode', { path: { itemId, codeId: id } });
      expected.set(
        itemId,
        expected.get(itemId)!.filter((other) => other !== code),
      );
    }
  }

  async function deleteByEvent(eventId: number): Promise<void> {
    const items = tickets.get(eventId)!;
    const chosen = random() < 0.5 ? items[below(items.length)] : undefined;
    const gone = chosen ? [chosen] : items;
    const query = chosen ? { name: chosen.name } : {};
    const { deleted } = recordIn(await held.client.call('deleteEventCodes', { path: { eventId }, query }));
    assert.equal(
      deleted,
      gone.reduce((sum, { id }) => sum + expected.get(id)!.length, 0),
    );
    for (const { id } of gone) expected.set(id, []);
  }

  it('are always just those that were uploaded and not deleted, under ids of their own', async function () {
    this.timeout(60_000);
    for (let round = 0; round < 150; round++) {
      const eventId = [1003, 1004][below(2)]!;
      await [upload, upload, deleteSome, deleteSome, deleteByEvent][below(5)]!(eventId);
      const ids = new Set<number>();
      let count = 0;
      for (const [itemId, codes] of expected) {
        const stored = await list(itemId);
        assert.deepEqual(
          stored.map(({ code }) => code),
          codes,
          `round ${round}`,
        );
        count += stored.length;
        for (const { id } of stored) ids.add(id);
      }
      assert.equal(ids.size, count);
    }
  });

  it('are found by any part of them, whatever signs it has', async () => {
    const eventId = 1007;
    const [item] = recordsIn(await held.client.call('listItems', { query: { eventId, type: 'Ticket' } }));
    const itemId = Number(item!.id);
    const parts: [code: string, part: string][] = [
      ['plain', 'lai'],
      ['a"quote', '"q'],
      ['back\\slash', '\\s'],
      ['two\nlines', '\n'],
      ['per%cent', '%'],
      ['under_score', '_'],
      ['ünïcödé', 'ïcö'],
      ['🎟️x', '🎟️'],
      ['u000a', 'u00'],
      ['tab\there', '\th'],
    ];
    const codes = parts.map(([code]) => code);
    const many = [...codes, ...Array.from({ length: 3000 }, (_, number) => `filler${number}`)];
    const content = many.map((code) => `"${code.replaceAll('"', '""')}"`).join('\n');
    await held.client.call('uploadCodes', { path: { eventId }, file: csvFile(content) });
    const find = async (term: string) => {
      const reply = await held.client.call('listCodes', { path: { itemId }, query: { term } });
      return [readList(reply).paging?.total, recordsIn(reply).map(({ code }) => code)];
    };
    for (const [code, part] of parts) {
      assert.deepEqual(await find(code), [1, [code]]);
      assert.deepEqual(await find(part), [1, [code]]);
    }
    assert.deepEqual(await find('PLAIN'), [1, ['plain']]);
    assert.deepEqual(await find('FILLER2999'), [1, ['filler2999']]);
    for (const nothing of ['","', '["', 'null', 'zzz', '\\n']) assert.deepEqual(await find(nothing), [0, []], nothing);
  });

  it('are counted exactly in any order, twice in a file or there already', async () => {
    const eventId = 1006;
    const upload = async (codes: readonly string[]) => {
      const reply = recordIn(await held.client.call('uploadCodes', { path: { eventId }, file: csvFile(codes.join('\n')) }));
      return [reply.received, reply.stored, reply.existing, reply.rejected];
    };
    const codes = Array.from({ length: 1000 }, (_, number) => `N${String(number).padStart(4, '0')}`);
    const shuffled = codes.toSorted(() => random() - 0.5);
    assert.deepEqual(await upload([...shuffled.slice(0, 500), ...shuffled.slice(100, 300)]), [700, 500, 200, 0]);
    assert.deepEqual(await upload(codes), [1000, 500, 500, 0]);
    assert.deepEqual(await upload(codes), [1000, 0, 1000, 0]);
    assert.deepEqual(await upload(['M1', ...codes.slice(-2), 'Z1']), [4, 2, 2, 0]);
    const many = Array.from({ length: 100_000 }, (_, number) => `O${String(number).padStart(6, '0')}`);
    assert.deepEqual(await upload([...many.slice(0, 50_000), 'O099999']), [50_001, 50_001, 0, 0]);
    assert.deepEqual(await upload(many), [100_000, 49_999, 50_001, 0]);
  });
});

describe('codes that an earlier version stored', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'codes-'));
  });
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  const sql = 'SELECT id, event_id, item_id, code, used FROM item_codes ORDER BY id';
  const rows = `CREATE TABLE former (id INTEGER PRIMARY KEY, event_id INTEGER, item_id INTEGER, code TEXT NOT NULL, used INTEGER NOT NULL);
    INSERT INTO former ${sql}; DROP VIEW item_codes; DROP TABLE code_packs;`;
  /** What turns today's tables into those of an earlier version. */
  const versions: [version: number, sql: string][] = [
    [
      1,
      `${rows} ALTER TABLE former RENAME TO codes;
      CREATE UNIQUE INDEX codes_by_event ON codes (event_id, code); CREATE INDEX codes_by_item ON codes (item_id, id);`,
    ],
    [
      2,
      `${rows} CREATE TABLE codes (id INTEGER PRIMARY KEY, code TEXT NOT NULL, used INTEGER NOT NULL DEFAULT 0);
      CREATE TABLE code_runs (first_id INTEGER PRIMARY KEY, last_id INTEGER NOT NULL, event_id INTEGER, item_id INTEGER);
      INSERT INTO codes SELECT id, code, used FROM former;
      INSERT INTO code_runs SELECT min(id), max(id), event_id, item_id FROM former GROUP BY item_id;
      DROP TABLE former;
      CREATE VIEW item_codes AS
        SELECT id, first_id, event_id, item_id, code, used FROM code_runs JOIN codes ON id BETWEEN first_id AND last_id;`,
    ],
  ];

  for (const [version, older] of versions)
    it(`are all there, under the same ids: version ${version}`, async () => {
      const file = join(folder, `${version}.db`);
      const first = await testService({ file });
      const content = Array.from({ length: 2500 }, (_, number) => `LONG${number}`).join('\n');
      await clientOf(first).call('uploadCodes', { path: { eventId: 1005 }, file: csvFile(content) });
      const [item] = recordsIn(await clientOf(first).call('listItems', { query: { eventId: 1005, type: 'Ticket' } }));
      const itemId = Number(item!.id);
      const listed = recordsIn(await clientOf(first).call('listCodes', { path: { itemId }, query: { pageSize: 1000 } }));
      for (const { id } of listed.slice(400, 420))
        await clientOf(first).call('deleteCode', { path: { itemId, codeId: Number(id) } });
      await first.stop();
      const database = await openDatabase(file);
      const before = database.all(sql);
      database.execute(`${older} PRAGMA user_version = ${version}`);
      database.close();

      const second = await testService({ file });
      const query = { pageSize: 1000, page: 3 };
      const page = recordsIn(await clientOf(second).call('listCodes', { path: { itemId }, query }));
      assert.ok(page.length > 400);
      await second.stop();
      const opened = await openDatabase(file);
      assert.deepEqual(opened.all(sql), before);
      opened.close();
    });
});
