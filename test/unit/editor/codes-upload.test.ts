import assert from 'node:assert/strict';
import { ApiError, IncompleteList, type Client } from '../../../src/client/index.ts';
import { compareCodes, preflight, type CodeListener, type Comparison } from '../../../src/codes/index.ts';
import { readEventCodes, type TicketCount } from '../../../src/editor/codes/event-codes.ts';
import { fixesFor, fixFor, fixIn, nameOf, problemCount, toFixes } from '../../../src/editor/codes/fixes.ts';
import { FileMemory } from '../../../src/editor/codes/memory.ts';
import { isConfirmed, readUploadReply, uploadResultOf } from '../../../src/editor/codes/upload-result.ts';
import { fileOf } from '../codes/files.ts';
import { clientOf, stopServices, testService } from '../service/support.ts';
import type { CodeLists } from '../../../src/editor/reading/reads.ts';

const eventId = 1001;

function listsOf(client: Client): CodeLists {
  return {
    items: (page) => client.call('listItems', { query: { ...page, eventId } }),
    codes: (itemId) => (query) => client.call('listCodes', { path: { itemId }, query }),
  };
}

async function codesIn(lists: CodeLists): Promise<string[]> {
  const all: string[] = [];
  const onCodes: CodeListener = (codes) => {
    all.push(...codes);
    return codes.map(() => 'other');
  };
  await readEventCodes(lists, { onCodes });
  return all;
}

const codeRows = (codes: readonly string[]) => codes.map((code) => ({ id: code, code }));

/** A list in pages, as a service without any word about paging gives it. */
function plainPages(codes: readonly string[]): CodeLists {
  return {
    items: ({ page }) => Promise.resolve(page === 1 ? [{ id: 7, name: 'Pista' }] : []),
    codes:
      () =>
      ({ page, pageSize }) => {
        const [number, size] = [Number(page), Number(pageSize)];
        return Promise.resolve(codeRows(codes.slice(Math.max(0, number - 1) * size, number * size)));
      },
  };
}

describe('all codes of an event', () => {
  afterEach(stopServices);
  const many = Array.from({ length: 4500 }, (_, index) => `C${index}`);

  it('are read item by item and page by page, each once', async () => {
    const client = clientOf(await testService());
    const before = await codesIn(listsOf(client));
    await client.call('uploadCodes', { path: { eventId }, file: new File([many.join('\n')], 'many.csv') });
    const after = await codesIn(listsOf(client));
    assert.equal(after.length, before.length + many.length);
    assert.deepEqual(new Set(after), new Set([...before, ...many]));
  });

  it('tell which items have those that are looked for', async () => {
    const client = clientOf(await testService());
    await client.call('uploadCodes', { path: { eventId }, file: new File(['NEW-1\nNEW-2'], 'new.csv') });
    const { data } = (await client.call('listItems', { query: { eventId, type: 'Ticket' } })) as { data: { id: number }[] };
    const path = fileOf('code\nNEW-1\nNEW-2\n');
    let holders: ReadonlyMap<string, TicketCount> = new Map();
    const look = (codes: number) =>
      compareCodes(path, async (onCodes) => ({ receivers: holders } = await readEventCodes(listsOf(client), { onCodes })), {
        codes,
      });
    assert.equal((await look(2)).there, 2);
    assert.deepEqual([...holders.keys()], ['300002']);
    assert.equal(holders.get('300002')?.found, 2);
    assert.match(holders.get('300002')?.label ?? '', /^Pista – sexta .* › 1º lote$/);
    assert.ok(data.length > 1, 'there are others');
  });

  it('are read four pages at a time at most', async () => {
    let [running, most] = [0, 0];
    const pages = 20;
    const lists: CodeLists = {
      items: () => Promise.resolve({ data: [{ id: 7, name: 'Pista' }], pagination: { page: 1, lastPage: 1 } }),
      codes:
        () =>
        async ({ page }) => {
          most = Math.max(most, ++running);
          await new Promise((resolve) => setImmediate(resolve));
          running--;
          return { data: codeRows([`C${page}`]), pagination: { page, lastPage: pages, total: pages } };
        },
    };
    assert.equal((await codesIn(lists)).length, pages);
    assert.equal(most, 4);
  });

  it('are read from a service that says nothing of pages', async () => {
    assert.deepEqual(await codesIn(plainPages(many)), many);
    assert.deepEqual(await codesIn(plainPages([])), []);
  });

  it('are not taken for all when the same page comes for ever', async () => {
    const page = codeRows(many.slice(0, 1000));
    const lists = { ...plainPages([]), codes: () => () => Promise.resolve(page) };
    await assert.rejects(codesIn(lists), { name: 'IncompleteList', count: 1000 });
  });

  it('name an item whose list is not there, which is not an empty one, and let no other failure pass', async () => {
    const failing = (kind: 'notFound' | 'forbidden'): CodeLists => ({
      items: ({ page }) =>
        Promise.resolve(
          page === 1
            ? [
                { id: 7, name: 'Pista' },
                { id: 8, name: '1º lote', parent: 7 },
              ]
            : [],
        ),
      codes:
        (itemId) =>
        ({ page }) =>
          itemId === '7'
            ? Promise.reject(new ApiError(kind, { kind, operation: 'listCodes' }))
            : Promise.resolve(page === 1 ? codeRows(['A', 'B']) : []),
    });
    const found = await readEventCodes(failing('notFound'), { onCodes: (codes) => codes.map(() => 'there') });
    const receivers = new Map([['8', { label: 'Pista › 1º lote', found: 2, added: 0 }]]);
    assert.deepEqual(found, { receivers, unread: ['Pista (7)'] });
    await assert.rejects(codesIn(failing('forbidden')), { kind: 'forbidden' });
  });

  it('are read no further, of any item, once one of the lists has failed', async () => {
    const asked: string[] = [];
    let fail = () => {};
    const failed = new Promise<never>(
      (_, reject) => (fail = () => reject(new ApiError('forbidden', { kind: 'forbidden', operation: 'listCodes' }))),
    );
    const lists: CodeLists = {
      items: ({ page }) => Promise.resolve(page === 1 ? [7, 8, 9, 10, 11].map((id) => ({ id, name: `Item ${id}` })) : []),
      codes:
        (itemId) =>
        async ({ page, pageSize }, signal) => {
          asked.push(`${itemId}/${page}`);
          if (itemId === '7') return failed;
          if (page === 3) fail();
          await new Promise((resolve) => setImmediate(resolve));
          signal?.throwIfAborted();
          return codeRows(Array.from({ length: Number(pageSize) }, (_, place) => `${itemId}-${page}-${place}`));
        },
    };
    await assert.rejects(codesIn(lists), { kind: 'forbidden' });
    const begun = asked.length;
    assert.ok(begun < 30 && !asked.some((one) => one.startsWith('11/')), asked.join(' '));
    await new Promise((resolve) => setTimeout(resolve));
    assert.equal(asked.length, begun, 'nothing runs after it has ended');
  });

  it('are read by the name that the service has for a code', async () => {
    const lists = (row: (code: string) => object): CodeLists => ({
      ...plainPages([]),
      codes:
        () =>
        ({ page }) =>
          Promise.resolve(page === 1 ? ['A', 'B'].map(row) : []),
    });
    assert.deepEqual(await codesIn(lists((code) => ({ id: code, name: 'Pista', external_code: code }))), ['A', 'B']);
  });

  it('are not taken for all when the list is longer than what it gives', async () => {
    const lists: CodeLists = {
      ...plainPages([]),
      codes:
        () =>
        ({ page }) =>
          Promise.resolve({ data: page === 1 ? codeRows(['A', 'B']) : [], pagination: { page, lastPage: 2, total: 5 } }),
    };
    await assert.rejects(codesIn(lists), IncompleteList);
  });

  it('begin nothing more once a page has failed', async () => {
    let asked = 0;
    const lists: CodeLists = {
      ...plainPages([]),
      codes:
        () =>
        ({ page }) => {
          asked++;
          if (page === 2) return Promise.reject(new Error('no'));
          return Promise.resolve({ data: codeRows([`C${page}`]), pagination: { page, lastPage: 100, total: 100 } });
        },
    };
    await assert.rejects(codesIn(lists), { message: 'no' });
    assert.ok(asked <= 6, `${asked} pages were asked for`);
  });
});

describe('the proof of an upload', () => {
  afterEach(stopServices);

  const uploads: { title: string; content: string; wanted: number; stored: number; existing: number; rejected: number }[] = [
    { title: 'new codes', content: 'code\nN1\nN2\nN3\n', wanted: 3, stored: 3, existing: 0, rejected: 0 },
    { title: 'codes that are there twice', content: 'code\nN1\nN1\n N1 \nN2\n', wanted: 4, stored: 2, existing: 2, rejected: 0 },
    {
      title: 'codes of a ticket that the event does not have',
      content: 'ticket,code\nNobody,N1\nNobody,N1\nNobody,N2\n',
      wanted: 3,
      stored: 0,
      existing: 0,
      rejected: 3,
    },
  ];
  for (const { title, content, ...expected } of uploads) {
    it(`fault 53: adds up for ${title}`, async () => {
      const client = clientOf(await testService());
      const path = fileOf(content);
      const { codes } = await preflight(path);
      const look = () => compareCodes(path, (onCodes) => readEventCodes(listsOf(client), { onCodes }), { codes });
      const before = await look();
      const reply = readUploadReply(
        await client.call('uploadCodes', { path: { eventId }, file: new File([content], 'codes.csv') }),
      );
      const after = await look();
      assert.deepEqual(uploadResultOf(before, after, reply), expected);
      assert.deepEqual([reply.stored, reply.existing, reply.rejected], [expected.stored, expected.existing, expected.rejected]);
      assert.deepEqual(
        reply.problems.map(({ line }) => line),
        after.firstMissing.map(({ line }) => line),
      );
      assert.ok(isConfirmed(after, reply));
      // The same once more: what was stored is there already.
      await client.call('uploadCodes', { path: { eventId }, file: new File([content], 'codes.csv') });
      const again = uploadResultOf(after, await look(), undefined);
      assert.deepEqual(again, { ...expected, stored: 0, existing: expected.existing + expected.stored });
    });
  }

  for (const kind of ['503-after', 'reset-after', 'truncate'] as const) {
    it(`faults 36 and 37: tells after ${kind} that all is stored`, async () => {
      const client = clientOf(await testService({ faults: [{ kind, operation: 'uploadCodes', times: 1 }] }));
      const path = fileOf('N1\nN2\n');
      const look = () => compareCodes(path, (onCodes) => readEventCodes(listsOf(client), { onCodes }), { codes: 2 });
      const before = await look();
      const upload = client.call('uploadCodes', { path: { eventId }, file: new File(['N1\nN2\n'], 'codes.csv') });
      await assert.rejects(upload, { kind: 'unknownOutcome' });
      const after = await look();
      assert.ok(isConfirmed(after, undefined));
      assert.deepEqual(uploadResultOf(before, after, undefined), { wanted: 2, stored: 2, existing: 0, rejected: 0 });
    });
  }

  const found = (there: number, missing: number): Comparison => ({
    codes: 10,
    different: 10,
    there,
    missing,
    firstMissing: [],
  });

  it('says nothing of what was there before when nobody looked and the service does not say', () => {
    assert.equal(uploadResultOf(undefined, found(10, 0), undefined), undefined);
    assert.equal(uploadResultOf(undefined, found(10, 0), readUploadReply({ data: { message: 'done' } })), undefined);
    const reply = readUploadReply({ data: { stored: 4, existing: 6, rejected: 0 } });
    assert.deepEqual(uploadResultOf(undefined, found(10, 0), reply), { wanted: 10, stored: 4, existing: 6, rejected: 0 });
  });

  it('does not believe a service that stored more than there is', () => {
    assert.equal(uploadResultOf(undefined, found(8, 2), readUploadReply({ data: { stored: 9 } })), undefined);
  });

  it('looks again for what should be there, not for what was rejected', () => {
    assert.equal(isConfirmed(found(8, 2), readUploadReply({ data: { stored: 8, rejected: 2 } })), true);
    assert.equal(isConfirmed(found(8, 2), readUploadReply({ data: { stored: 10, rejected: 0 } })), false);
    assert.equal(isConfirmed(found(8, 2), undefined), false);
  });
});

describe('what is remembered of a file', () => {
  const memory = () => {
    const kept = new Map<string, unknown>();
    return {
      kept,
      get: (key: string) => kept.get(key),
      update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
    };
  };
  const event = (environment: string, id: string) => ({ environment, id, label: `Event ${id}` });

  it('is its column and the last event of each environment', async () => {
    const files = new FileMemory(memory());
    await files.keepColumn('/a.csv', 2);
    await files.keepEvent('/a.csv', event('stg', '1'));
    await files.keepEvent('/a.csv', event('prod', '2'));
    await files.keepEvent('/a.csv', event('stg', '3'));
    assert.equal(files.columnOf('/a.csv'), 2);
    assert.deepEqual(files.eventOf('/a.csv', 'stg'), event('stg', '3'));
    assert.deepEqual(files.eventOf('/a.csv', 'prod'), event('prod', '2'));
    assert.equal(files.eventOf('/b.csv', 'stg'), undefined);
    await files.keepColumn('/a.csv', undefined);
    assert.equal(files.columnOf('/a.csv'), undefined);
    assert.deepEqual(files.eventOf('/a.csv', 'stg'), event('stg', '3'));
    assert.deepEqual(files.lastEvent('prod'), event('prod', '2'), 'whatever file it was of');
    assert.equal(files.lastEvent('local'), undefined);
  });

  it('is what became of its last upload to each event', async () => {
    const files = new FileMemory(memory());
    const upload = (at: number, eventId: string, environment = 'stg') => ({
      ...{ environment, eventId, at },
      ...{ sha256: 'abc', message: `${at} codes uploaded.` },
    });
    await files.keepColumn('/a.csv', 2);
    for (const past of [upload(1, '1'), upload(3, '1'), upload(4, '2'), upload(5, '1', 'prod')])
      await files.keepUpload('/a.csv', past);
    await files.keepEvent('/a.csv', event('stg', '1'));
    assert.deepEqual(files.uploadOf('/a.csv', 'stg', '1'), upload(3, '1'));
    assert.equal(files.uploadOf('/a.csv', 'prod', '1')?.at, 5);
    assert.equal(files.uploadOf('/b.csv', 'stg', '1'), undefined);
    assert.equal(files.columnOf('/a.csv'), 2);
    // What is learned late of an upload says nothing of one that came after it.
    await files.keepUpload('/a.csv', { ...upload(1, '1'), message: 'late' });
    assert.equal(files.uploadOf('/a.csv', 'stg', '1')?.at, 3);
    await files.forgetUpload('/a.csv', upload(3, '1'));
    assert.equal(files.uploadOf('/a.csv', 'stg', '1')?.message, 'late');
    for (let at = 10; at < 15; at++) await files.keepUpload('/a.csv', upload(at, String(at)));
    assert.equal(files.uploadOf('/a.csv', 'stg', '1'), undefined);
    await files.keepUpload('/a.csv', { ...upload(20, '1'), message: 'x'.repeat(10_000) });
    assert.equal(files.uploadOf('/a.csv', 'stg', '1')?.message.length, 500);
    const list = { path: '/lists/1.csv', count: 2, name: 'codes added to Event 1' };
    await files.keepUpload('/a.csv', { ...upload(21, '1'), list });
    assert.deepEqual(files.uploadOf('/a.csv', 'stg', '1'), { ...upload(21, '1'), list });
  });

  it('is forgotten for the oldest files', async () => {
    const files = new FileMemory(memory());
    for (let index = 0; index <= 200; index++) await files.keepColumn(`/${index}.csv`, 1);
    assert.equal(files.columnOf('/0.csv'), undefined);
    assert.equal(files.columnOf('/1.csv'), 1);
    assert.equal(files.columnOf('/200.csv'), 1);
  });

  it('is nothing where something else is kept', () => {
    const store = memory();
    for (const wrong of [
      'text',
      [
        null,
        1,
        { path: '/a.csv' },
        { path: '/a.csv', events: [], column: '1' },
        { path: '/a.csv', events: [], column: 1, uploads: [{}] },
      ],
      { a: 1 },
    ]) {
      store.kept.set('codes.files', wrong);
      assert.equal(new FileMemory(store).columnOf('/a.csv'), undefined);
    }
  });
});

describe('the fixes of a file', () => {
  it('are those that would change something', async () => {
    const result = await preflight(fileOf('code\nA1\nA1\n B2\n\nC3\r\n'));
    assert.deepEqual(fixesFor(result), ['removeDuplicates', 'trim', 'dropBlankLines', 'unifyLineEnds']);
    assert.equal(problemCount(result), 4);
    assert.equal(toFixes(['unifyLineEnds'], result).unifyLineEnds, '\n');
    assert.deepEqual(fixesFor(await preflight(fileOf('code\nA1\nB2\n'))), []);
  });

  it('trim a code that differs from another in spaces only, beside the problem of the other too', async () => {
    const result = await preflight(fileOf('code\n A1\nA1\nb2\nB2\n'));
    const alike = result.problems.filter(({ kind }) => kind === 'lookAlike');
    assert.deepEqual(
      alike.map((problem) => fixFor(nameOf(problem))),
      ['trim', undefined],
    );
    assert.equal(fixIn(result, 'lookAlike'), 'trim');
    assert.equal(fixIn(await preflight(fileOf('code\nb2\nB2\n')), 'lookAlike'), undefined);
    const unseen = await preflight(fileOf('code\nA1\nA\u200b1\n'));
    assert.equal(fixIn(unseen, 'lookAlike'), 'removeInvisible');
  });

  it('make line ends those that most lines have', async () => {
    const result = await preflight(fileOf('code\r\nA1\r\nB2\r\nC3\n'));
    assert.equal(toFixes(['unifyLineEnds'], result).unifyLineEnds, '\r\n');
  });

  it('are not needed for what is only worth knowing', async () => {
    const result = await preflight(fileOf('code\n001\n002\n\n'));
    assert.equal(problemCount(result), 0);
    assert.deepEqual(Object.keys(result.counts).sort(), ['finalBlankLine', 'leadingZeros']);
  });
});
