import assert from 'node:assert/strict';
import {
  existsSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ApiError, type Client, type PageQuery } from '../../../src/client/index.ts';
import { forEach, readEach } from '../../../src/editor/operations/bulk.ts';
import {
  codesOfEvent,
  copyRows,
  countsByTicket,
  countText,
  findCodes,
  ticketsOfEvent,
  type CodeOfTicket,
} from '../../../src/editor/operations/codes.ts';
import { keepCopy, keepRows, removeOldCopies } from '../../../src/editor/operations/copies.ts';
import {
  confirmGone,
  countsOf,
  eventCodesText,
  isGood,
  onlyOne,
  prepare,
  resultOf,
  withCopy,
  type RemovalEntry,
  type CallOutcome,
  type Prepared,
  type Removal,
} from '../../../src/editor/operations/removal.ts';
import type { CodeResource } from '../../../src/editor/platform/resources.ts';
import { clientOf, csvFile, recordsIn, stopServices, testService } from '../service/support.ts';

/** An event with few items and no codes of its own. */
const eventId = 1005;
const place = { event: 'Festival', environment: 'stg', isAsked: () => true };
const no = new Error('somebody said no');
const refused = new ApiError('no', { kind: 'forbidden', operation: 'deleteEventCodes', status: 403 });
const lost = new ApiError('It is not known.', { kind: 'unknownOutcome', operation: 'deleteEventCodes' });

describe('a delete', function () {
  this.timeout(10_000);
  let folder: string;
  let client: Client;
  /** The item that has the codes. */
  let itemId: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'box-office-removal-'));
    client = clientOf(await testService());
    await upload(...Array.from({ length: 30 }, (_, index) => `CODE-${index}`));
    const [code] = await codesOfEvent(lists, { dialect: {} });
    itemId = code!.key.split('/')[0]!;
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await stopServices();
  });

  const copies = () => readdirSync(folder);
  const upload = (...codes: string[]) => client.call('uploadCodes', { path: { eventId }, file: csvFile(codes.join('\n')) });
  const deleteAll = () => client.call('deleteEventCodes', { path: { eventId } });
  const lists = {
    items: (page: PageQuery) => client.call('listItems', { query: { ...page, eventId } }),
    codes: (id: string) => (query: PageQuery) => client.call('listCodes', { path: { itemId: id }, query }),
  };

  interface Asked {
    readonly count: number;
    readonly isAgain: boolean;
    readonly tickets: ReadonlyMap<CodeOfTicket, number>;
  }

  /** The delete of all codes of the event; `answer` is what a person does while the question is open. */
  function codesRemoval(answer: (asked: Asked, time: number) => unknown = () => undefined) {
    const asked: Asked[] = [];
    const removal: Removal<CodeOfTicket> = {
      read: () => codesOfEvent(lists, { dialect: {} }),
      ask: async (codes, isAgain) => {
        const question = { count: codes.length, isAgain, tickets: countsByTicket(codes) };
        asked.push(question);
        await answer(question, asked.length);
      },
      copy: (codes) => keepRows(folder, 'stg', 'codes of 1001', copyRows(codes)),
      whenEmpty: () => new Error('nothing is there'),
    };
    return { removal, asked };
  }

  const confirm = <T>(removal: Removal<T>, prepared: Prepared<T>, outcome: CallOutcome) =>
    confirmGone(removal, prepared, resultOf(prepared, outcome));
  const report = async (removal: Removal<CodeOfTicket>, prepared: Prepared<CodeOfTicket>, outcome: CallOutcome) =>
    eventCodesText(await confirm(removal, prepared, outcome), outcome, place);

  it('fault 68: asks again with new numbers for codes that came while the question was open, and copies them too', async () => {
    const { removal, asked } = codesRemoval((_, time) => (time === 1 ? upload('LATE-1', 'LATE-2') : undefined));
    const prepared = await prepare(removal);
    assert.deepEqual(
      asked.map(({ isAgain }) => isAgain),
      [false, true],
    );
    assert.equal(asked[1]!.count, asked[0]!.count + 2);
    const sum = [...asked[1]!.tickets.values()].reduce((all, count) => all + count, 0);
    assert.equal(sum, asked[1]!.count);
    const copy = readFileSync(prepared.copy, 'utf8');
    assert.match(copy, /^ticket,code\r\n/);
    assert.equal(copy.trimEnd().split('\r\n').length, asked[1]!.count + 1);
    assert.ok(copy.includes('LATE-1') && copy.includes('LATE-2'));
    const told = await report(removal, prepared, { reply: await deleteAll() });
    const count = asked[1]!.count.toLocaleString();
    assert.equal(told.message, `${count} codes of Festival were deleted in stg. There were ${count} before; there are 0 now.`);
    assert.equal(told.isGood, true);
    assert.equal(withCopy(told.message, prepared.copy), `${told.message} A copy was kept: ${basename(prepared.copy)}.`);
  });

  it('fault 68: asks again when something is gone that was shown, and not when nothing has changed', async () => {
    const [first] = recordsIn(await lists.codes(itemId)({ pageSize: 1 }));
    const remove = () => client.call('deleteCode', { path: { itemId, codeId: Number(first!.id) } });
    const changed = codesRemoval((_, time) => (time === 1 ? remove() : undefined));
    await prepare(changed.removal);
    assert.equal(changed.asked.length, 2);
    assert.equal(changed.asked[1]!.count, changed.asked[0]!.count - 1);
    const same = codesRemoval();
    await prepare(same.removal);
    assert.equal(same.asked.length, 1);
  });

  it('fault 68: says that there is nothing to delete when all is gone by the yes', async () => {
    const { removal, asked } = codesRemoval(deleteAll);
    await assert.rejects(prepare(removal), { message: 'nothing is there' });
    assert.equal(asked.length, 1);
    assert.deepEqual(copies(), []);
  });

  it('fault 68: keeps no copy before the yes, none after a no, and a whole one that only its owner can read after a yes', async () => {
    const refusing = codesRemoval(() => {
      assert.deepEqual(copies(), []);
      throw no;
    });
    await assert.rejects(prepare(refusing.removal), no);
    assert.deepEqual(copies(), []);
    const { removal, asked } = codesRemoval(() => assert.deepEqual(copies(), []));
    const { copy } = await prepare(removal);
    assert.deepEqual(
      copies().map((name) => join(folder, name)),
      [copy],
    );
    if (process.platform !== 'win32') assert.equal(statSync(copy).mode & 0o777, 0o600);
    assert.equal(readFileSync(copy, 'utf8').trimEnd().split('\r\n').length, asked[0]!.count + 1);
  });

  it('fault 68: flushes a copy before it gets its name, and shows no half of one', async () => {
    const probe = await open(folder, 'r');
    const prototype = Object.getPrototypeOf(probe) as { sync: () => Promise<void> };
    await probe.close();
    const { sync } = prototype;
    const atSync: string[][] = [];
    prototype.sync = function (this: unknown) {
      atSync.push(copies());
      return sync.call(this);
    };
    try {
      const seen: string[][] = [];
      const rows = function* () {
        for (let row = 0; row < 50_000; row++) {
          if (row % 10_000 === 0) seen.push(copies());
          yield ['Pista', `CODE-${row}`];
        }
      };
      const copy = await keepRows(folder, 'stg', 'codes', rows());
      assert.ok(seen.flat().every((name) => name.endsWith('.tmp')) && seen.length === 5);
      assert.ok(atSync[0]!.length === 1 && atSync[0]![0]!.endsWith('.tmp'), 'its bytes first');
      if (process.platform !== 'win32') assert.deepEqual(atSync.slice(1), [copies()], 'then its name');
      assert.deepEqual(copies(), [copy.slice(folder.length + 1)]);
    } finally {
      prototype.sync = sync;
    }
  });

  it('fault 68: does not happen when its copy cannot be written', async function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) {
      // Nothing is forbidden there: a file stands where the folder should be.
      rmSync(folder, { recursive: true });
      writeFileSync(folder, '');
    } else chmodSync(folder, 0o500);
    await assert.rejects(prepare(codesRemoval().removal), (error: NodeJS.ErrnoException) => error.code !== undefined);
  });

  it('fault 68: removes the copy of what was refused, and keeps that of what may be done', async () => {
    for (const [error, kept] of [
      [refused, 0],
      [no, 0],
      [lost, 1],
    ] as const) {
      const { removal } = codesRemoval();
      const prepared = await prepare(removal);
      const { copy } = await confirm(removal, prepared, { error });
      assert.equal(copies().length, kept, error.message);
      assert.equal(copy, kept === 1 ? prepared.copy : undefined);
    }
  });

  it('fault 68: keeps the copy of what was refused after a part of it was done, or when nobody can look', async () => {
    for (const isReadable of [true, false]) {
      const { removal } = codesRemoval();
      const prepared = await prepare(removal);
      const [gone] = prepared.entries;
      if (isReadable) await client.call('deleteCode', { path: { itemId, codeId: gone!.key.split('/')[1]! } });
      const read = () => (isReadable ? removal.read() : Promise.reject(new Error('down')));
      const confirmed = await confirm({ ...removal, read }, prepared, { error: refused });
      assert.ok(existsSync(prepared.copy));
      assert.equal(confirmed.copy, prepared.copy);
      const { message } = eventCodesText(confirmed, { error: refused }, place);
      assert.match(
        message,
        isReadable
          ? /^1 codes of Festival were deleted in stg\. There were 30 before; there are 29 now\. no /
          : /^no It is not known .*: down$/,
      );
    }
  });

  it('fault 68: tells how many are really gone, not what the service says, and names those that are still there', async () => {
    const { removal } = codesRemoval();
    const prepared = await prepare(removal);
    const [gone, ...left] = prepared.entries.filter(({ key }) => key.startsWith(`${itemId}/`));
    await client.call('deleteCode', { path: { itemId, codeId: Number(gone!.key.split('/')[1]) } });
    const told = await report(removal, prepared, { reply: { data: { deleted: prepared.entries.length } } });
    assert.equal(told.isGood, false);
    assert.ok(told.message.startsWith('1 codes of Festival were deleted in stg. '), told.message);
    const count = (prepared.entries.length - 1).toLocaleString();
    assert.ok(told.message.includes(`${count} are still there: `), told.message);
    const [, named = ''] = / are still there: (.*)$/.exec(told.message) ?? [];
    assert.ok(!named.split(', ').includes(gone!.name) && named.startsWith(`${left[0]!.name}, `), told.message);
  });

  describe('of the codes of one ticket by a query', () => {
    const ticket = 'Entrada gratuita';
    const others = ['OTHER-1', 'OTHER-2'].map((code) => `Acompanhante,${code}`);
    const isAsked = ({ record }: RemovalEntry<CodeOfTicket>) => record.ticket === ticket;
    const remove = (query: Record<string, string>) => client.call('deleteEventCodes', { path: { eventId }, query });
    beforeEach(() => upload('ticket,code', ...others));

    it('fault 61: says loudly when more is gone than was asked for, and the copy has it', async () => {
      const { removal } = codesRemoval();
      const prepared = await prepare(removal);
      // A service that ignores the query.
      const confirmed = await confirm(removal, prepared, { reply: await remove({}) });
      const told = eventCodesText(confirmed, { reply: {} }, { ...place, isAsked });
      assert.equal(
        told.message,
        '32 codes of Festival were deleted in stg. There were 32 before; there are 0 now. MORE IS GONE THAN WAS ASKED FOR: 2 codes of other tickets (OTHER-1, OTHER-2). The copy has them.',
      );
      assert.equal(told.isGood, false);
      const copy = readFileSync(prepared.copy, 'utf8');
      assert.ok(others.every((line) => copy.includes(line)));
    });

    it('is good when exactly those are gone', async () => {
      const { removal } = codesRemoval();
      const prepared = await prepare(removal);
      const confirmed = await confirm(removal, prepared, { reply: await remove({ name: ticket }) });
      const told = eventCodesText(confirmed, { reply: {} }, { ...place, isAsked });
      const message = '30 codes of Festival were deleted in stg. There were 32 before; there are 2 now.';
      assert.deepEqual(told, { message, isGood: true });
    });

    it('names what should be gone and is there', async () => {
      const { removal } = codesRemoval();
      const prepared = await prepare(removal);
      const confirmed = await confirm(removal, prepared, { reply: {} });
      const told = eventCodesText(confirmed, { reply: {} }, { ...place, isAsked });
      assert.match(told.message, /^0 codes .* There were 32 before; there are 32 now\. 30 are still there: CODE-0, /);
      assert.equal(told.isGood, false);
    });

    it('only counts where nobody knows what the service makes of it', async () => {
      const { removal } = codesRemoval();
      const prepared = await prepare(removal);
      const confirmed = await confirm(removal, prepared, { reply: await remove({ name: 'Acompanhante' }) });
      const told = eventCodesText(confirmed, { reply: {} }, { ...place, isAsked: undefined });
      assert.equal(told.message, '2 codes of Festival were deleted in stg. There were 32 before; there are 30 now.');
    });
  });

  describe('shows the tickets of an event', () => {
    const ticketCodes = { items: lists.items, codes: lists.codes };
    const wholePage = (rows: readonly object[]) => ({ data: rows, pagination: { page: 1, lastPage: 1, total: rows.length } });
    const twoOfAName = () =>
      Promise.resolve(
        wholePage([
          { id: 1, name: 'Friday' },
          { id: 2, name: 'Saturday' },
          { id: 11, name: '1º lote', parent: 1 },
          { id: 12, name: '1º lote', parent: 2 },
        ]),
      );
    const dialect = {};

    it('with their group, their id, their count and how many are used', async () => {
      const codes = (id: string) => () =>
        Promise.resolve(
          wholePage(
            id === '11'
              ? [
                  { id: 1, code: 'A', used: true },
                  { id: 2, code: 'B', used: false },
                ]
              : id === '12'
                ? [{ id: 3, code: 'C' }]
                : [],
          ),
        );
      const tickets = await ticketsOfEvent({ items: twoOfAName, codes }, { dialect });
      assert.deepEqual(
        tickets.map(({ itemId, label, count, used }) => [itemId, label, countText(count, used)]),
        [
          ['1', 'Friday', '0 codes, 0 used'],
          ['2', 'Saturday', '0 codes, 0 used'],
          ['11', 'Friday › 1º lote', '2 codes, 1 used'],
          ['12', 'Saturday › 1º lote', '1 codes, used: not known'],
        ],
      );
      const only = await codesOfEvent({ items: twoOfAName, codes }, { dialect, itemId: '12' });
      assert.deepEqual(
        only.map(({ key, name }) => [key, name]),
        [['12/3', 'C']],
      );
    });

    it('with the reason where a list is not proved whole, or not there', async () => {
      const missing = new ApiError('not there', { kind: 'notFound', operation: 'listCodes', status: 404 });
      const codes = (id: string) => () => {
        if (id === '1') return Promise.reject(missing);
        return Promise.resolve(
          id === '11' ? { ...wholePage([{ id: 1, code: 'A' }]), pagination: { page: 1, lastPage: 1, total: 9 } } : wholePage([]),
        );
      };
      const tickets = await ticketsOfEvent({ items: twoOfAName, codes }, { dialect });
      assert.deepEqual(
        tickets.map(({ itemId, count, problem }) => [itemId, count, problem?.message]),
        [
          ['1', 0, 'It is not known which codes Friday (1) has: not there'],
          ['2', 0, undefined],
          ['11', 1, 'The service says that there are 9, and gave only 1 of them.'],
          ['12', 0, undefined],
        ],
      );
      await assert.rejects(codesOfEvent({ items: twoOfAName, codes }, { dialect }), {
        message: /^It is not known which codes Friday/,
      });
      const refusal = new ApiError('no', { kind: 'forbidden', operation: 'listCodes', status: 403 });
      await assert.rejects(
        ticketsOfEvent({ items: twoOfAName, codes: () => () => Promise.reject(refusal) }, { dialect }),
        refusal,
      );
    });

    it('and refuses to delete one by one what has no ids', async () => {
      const codes = () => () => Promise.resolve(wholePage(['A', 'B'] as unknown as object[]));
      await assert.rejects(codesOfEvent({ items: twoOfAName, codes }, { dialect, itemId: '11' }), {
        message: 'The service gives no ids for the codes of Friday › 1º lote, so they cannot be deleted one by one.',
      });
    });

    it('as a real service has them', async () => {
      const tickets = await ticketsOfEvent(ticketCodes, { dialect });
      assert.deepEqual(
        tickets.map(({ label, count, used, problem }) => [label, count, used, problem]),
        [
          ['Entrada gratuita', 30, 0, undefined],
          ['Acompanhante', 0, 0, undefined],
        ],
      );
    });
  });

  it('fault 68: warns of codes that came after the copy and are still there', async () => {
    const { removal } = codesRemoval();
    const prepared = await prepare(removal);
    const reply = await deleteAll();
    await upload('AFTER-1');
    const told = await report(removal, prepared, { reply });
    assert.equal(told.isGood, false);
    assert.match(told.message, / 1 came in between and are still there: AFTER-1\.$/);
  });

  it('fault 68: warns when the service deleted more than the copy has', async () => {
    const { removal } = codesRemoval();
    const prepared = await prepare(removal);
    await upload('LAST-MOMENT');
    const told = await report(removal, prepared, { reply: await deleteAll() });
    const [had, deleted] = [prepared.entries.length, prepared.entries.length + 1].map((count) => count.toLocaleString());
    assert.equal(told.isGood, false);
    assert.ok(told.message.startsWith(`${had} codes of Festival were deleted in stg. `), told.message);
    assert.ok(told.message.includes(`The service says that it deleted ${deleted}`), told.message);
  });

  it('fault 68: says what is gone after a reply that was lost, as a warning', async () => {
    const { removal } = codesRemoval();
    const prepared = await prepare(removal);
    await deleteAll();
    const told = await report(removal, prepared, { error: lost });
    const count = prepared.entries.length.toLocaleString();
    assert.deepEqual(told, {
      message: `${count} codes of Festival were deleted in stg. There were ${count} before; there are 0 now. It is not known.`,
      isGood: false,
    });
  });

  it('fault 68: says that it is not known what is gone when it cannot be read back, and keeps the copy', async () => {
    const { removal } = codesRemoval();
    const prepared = await prepare(removal);
    const blind = { ...removal, read: () => Promise.reject(new Error('nobody answers')) };
    const told = await report(blind, prepared, { reply: await deleteAll() });
    const count = prepared.entries.length.toLocaleString();
    const message = `It is not known which of the ${count} codes of Festival in stg are gone: nobody answers`;
    assert.deepEqual(told, { message, isGood: false });
    assert.ok(withCopy(told.message, prepared.copy).endsWith(`A copy was kept: ${basename(prepared.copy)}.`));
    assert.ok(statSync(prepared.copy).size > 0);
  });

  for (const [title, paging] of [
    ['total', { page: 1, lastPage: 1, total: 3 }],
    ['last page', { page: 1, lastPage: 3 }],
  ] as const) {
    it(`fault 68: deletes nothing when the list is shorter than its ${title} says, before and after the yes`, async () => {
      const short = ({ page }: PageQuery) => ({
        data:
          page === 1
            ? [
                { id: 1, code: 'A' },
                { id: 2, code: 'B' },
              ]
            : [],
        pagination: paging,
      });
      const whole = () => ({
        data: [
          { id: 1, code: 'A' },
          { id: 2, code: 'B' },
        ],
        pagination: { page: 1, lastPage: 1, total: 2 },
      });
      const items = () => Promise.resolve({ data: [{ id: 7, name: 'Pista' }], pagination: { page: 1, lastPage: 1, total: 1 } });
      for (const wholeReads of [0, 1]) {
        let reads = 0;
        const { removal, asked } = codesRemoval();
        const read = () => {
          const isWhole = reads++ < wholeReads;
          const codes = () => (page: PageQuery) => Promise.resolve(isWhole ? whole() : short(page));
          return codesOfEvent({ items, codes }, { dialect: {} });
        };
        await assert.rejects(prepare({ ...removal, read }), {
          name: 'UserError',
          message: /gave (?:only )?2.* Describe Service… tells how this service pages\. Nothing was deleted\.$/,
        });
        assert.equal(asked.length, wholeReads);
        assert.deepEqual(copies(), []);
      }
    });
  }

  it('fault 68: deletes nothing when the list cannot be read any more after the yes', async () => {
    let isOff = false;
    const { removal } = codesRemoval(() => (isOff = true));
    const read = () => (isOff ? Promise.reject(new Error('off')) : removal.read());
    await assert.rejects(prepare({ ...removal, read }), { message: 'off' });
    assert.deepEqual(copies(), []);
  });

  describe('of things one by one', () => {
    const code = (id: string): CodeResource => ({ kind: 'code', environment: 'stg', id, label: id, value: undefined, itemId });

    /** Codes of an item, as Delete Code removes them. */
    async function someCodes(count: number, answer: () => unknown = () => undefined) {
      const ids = recordsIn(await lists.codes(itemId)({ pageSize: count })).map(({ id }) => String(id));
      const asked: (readonly string[])[] = [];
      const removal: Removal<CodeResource> = {
        read: () => findCodes(ids.map(code), lists.codes),
        ask: async (codes) => {
          asked.push(codes.map(({ name }) => name));
          if (asked.length === 1) await answer();
        },
        copy: (codes) =>
          keepCopy(
            folder,
            'stg',
            'codes',
            codes.map(({ record }) => record.value),
          ),
        whenEmpty: () => new Error('nothing is there'),
      };
      return { ids, asked, removal };
    }

    const deleteOne = (id: string) => client.call('deleteCode', { path: { itemId, codeId: Number(id) } });
    const idOf = ({ record }: RemovalEntry<CodeResource>) => record.id;

    it('fault 68: reads them again, asks again without one that is gone, and tells what a look shows', async () => {
      const { ids, asked, removal } = await someCodes(3, () => deleteOne(ids[0]!));
      const prepared = await prepare(removal);
      assert.deepEqual(asked, [asked[0], asked[0]!.slice(1)]);
      assert.ok(
        asked[0]!.every((name) => !ids.includes(name)),
        'by their codes, not their ids',
      );
      const copy = readFileSync(prepared.copy, 'utf8');
      assert.deepEqual(
        asked[0]!.map((name) => copy.includes(name)),
        [false, true, true],
      );
      const confirmed = await confirmGone(removal, prepared, await forEach(prepared.entries, (entry) => deleteOne(idOf(entry))));
      assert.equal(countsOf(confirmed), '2 deleted');
      assert.equal(isGood(confirmed), true);
      assert.equal(confirmed.copy, prepared.copy);
    });

    it('says why it was refused within its own sentence, which ends once', async () => {
      const { removal } = await someCodes(1);
      const prepared = await prepare(removal);
      const error = new Error('stg refused "Delete code" (in use). It was not deleted.');
      const failed = prepared.entries.map((target) => ({ target, error }));
      const confirmed = await confirmGone(removal, prepared, { done: [], unknown: [], gone: [], failed, left: [] });
      assert.equal(countsOf(confirmed), '0 deleted · 1 not deleted · stg refused "Delete code" (in use). It was not deleted');
    });

    it('fault 68: counts what is still there as not deleted, whatever the service said, and what is gone as deleted', async () => {
      const { ids, removal } = await someCodes(4);
      const prepared = await prepare(removal);
      await deleteOne(ids[1]!);
      const [said, unclear, gone, unsent] = prepared.entries;
      const confirmed = await confirmGone(removal, prepared, {
        done: [said!],
        unknown: [{ target: unclear!, error: lost }],
        gone: [gone!],
        failed: [],
        left: [unsent!],
      });
      assert.equal(countsOf(confirmed), `1 deleted · 2 not deleted · 1 not sent · ${said!.name} is still there`);
      assert.equal(isGood(confirmed), false);
      assert.equal(onlyOne(confirmed), undefined);
    });

    it('fault 68: removes the copy when nothing of it was deleted', async () => {
      const { removal } = await someCodes(2);
      const prepared = await prepare(removal);
      const [one, other] = prepared.entries;
      const result = { done: [], gone: [], unknown: [], failed: [{ target: one!, error: refused }], left: [other!] };
      const confirmed = await confirmGone(removal, prepared, result);
      assert.equal(confirmed.copy, undefined);
      assert.deepEqual(copies(), []);
      assert.equal(withCopy('No.', confirmed.copy), 'No.');
    });

    it('fault 68: counts what is gone although it was refused, and keeps its copy', async () => {
      const { removal } = await someCodes(2);
      const prepared = await prepare(removal);
      const [one, other] = prepared.entries;
      await client.call('deleteCode', { path: { itemId, codeId: one!.key.split('/').at(-1)! } });
      const result = { done: [], gone: [], unknown: [], failed: [{ target: one!, error: refused }], left: [other!] };
      const confirmed = await confirmGone(removal, prepared, result);
      assert.deepEqual([confirmed.copy, confirmed.result.done], [prepared.copy, [one]]);
      assert.ok(existsSync(prepared.copy));
    });

    it('fault 68: says that it is not known what is gone when they cannot be read back', async () => {
      const { ids, removal } = await someCodes(1);
      const prepared = await prepare(removal);
      await deleteOne(ids[0]!);
      const blind = { ...removal, read: () => Promise.reject(new Error('nobody answers')) };
      const confirmed = await confirmGone(blind, prepared, resultOf(prepared, { reply: {} }));
      assert.equal(countsOf(confirmed), 'the service says that it deleted 1, which could not be checked: nobody answers');
      assert.equal(isGood(confirmed), false);
      assert.equal(confirmed.copy, prepared.copy);
      const unsure = await confirmGone(blind, prepared, resultOf(prepared, { error: lost }));
      assert.equal(
        countsOf(unsure),
        'what is gone could not be checked: nobody answers · 1 unknown: look before you try again · It is not known',
      );
    });

    it('fault 68: takes a reply that was lost for a delete when it is gone', async () => {
      const { ids, removal } = await someCodes(1);
      const prepared = await prepare(removal);
      await deleteOne(ids[0]!);
      const confirmed = await confirmGone(removal, prepared, resultOf(prepared, { error: lost }));
      assert.equal(onlyOne(confirmed)?.name, prepared.entries[0]!.name);
    });

    it('fault 68: leaves out records that are gone, and stops at one that cannot be read', async () => {
      const { signal } = new AbortController();
      const passkeys = recordsIn(await client.call('listPasskeys', { query: { eventId: 1001 } })).map(({ id }) => Number(id));
      await client.call('deletePasskey', { path: { id: passkeys[0]! } });
      const read = (id: number) => client.call('getPasskey', { path: { id } });
      const found = await readEach(passkeys, read, signal);
      assert.deepEqual(
        found.map(([id]) => id),
        passkeys.slice(1),
      );
      const failing = (id: number) => (id === passkeys[2] ? Promise.reject(refused) : read(id));
      await assert.rejects(readEach(passkeys, failing, signal), refused);
    });
  });

  it('fault 68: removes copies that are older than 30 days with the next one, and nothing else', async () => {
    const day = 24 * 60 * 60 * 1000;
    const nameAt = (age: number, rest: string) => `${new Date(Date.now() - age * day).toISOString().replaceAll(':', '-')}${rest}`;
    const old = [
      nameAt(31, ' stg passkeys.json'),
      nameAt(31, ' stg passkeys.json.restored'),
      nameAt(2, '-ab12 stg codes.csv.1f.tmp'),
    ];
    const kept = [nameAt(29, ' stg passkeys.json'), nameAt(0.5, '-ab12 stg codes.csv.1f.tmp'), 'notes.txt'];
    for (const name of [...old, ...kept]) writeFileSync(join(folder, name), '');
    const copy = await keepCopy(folder, 'stg', 'codes', [{ id: 1 }]);
    assert.deepEqual(copies().sort(), [...kept, copy.slice(folder.length + 1)].sort());
    mkdirSync(join(folder, nameAt(40, ' a folder')));
    await removeOldCopies(folder, Date.now()).catch(() => undefined);
    await keepCopy(folder, 'stg', 'codes', []);
    assert.equal(copies().length, kept.length + 3, 'what cannot be removed is no reason to keep no copy');
  });
});
