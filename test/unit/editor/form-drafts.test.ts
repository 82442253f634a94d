import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { Drafts, PageDraft } from '../../../src/editor/pages/drafts.ts';
import { until } from '../../harness/until.ts';
import type { TypedField } from '../../../src/protocol/record-form.ts';
import { RecordDraft } from '../../../src/editor/records/draft.ts';

describe('what was typed into a form', () => {
  let folder: string;
  beforeEach(async () => (folder = join(await mkdtemp(join(tmpdir(), 'drafts-')), 'drafts')));
  afterEach(() => rm(join(folder, '..'), { recursive: true }));

  const file = async () => join(folder, (await readdir(folder))[0]!);
  const schema = v.strictObject({ name: v.string() });

  it('is there again in another window, apart for each resource and environment', async () => {
    await new Drafts(folder).keep('stg item 1', { name: 'One', id: 9007199254740993n });
    await new Drafts(folder).keep('prod item 1', { name: 'Two' });
    const drafts = new Drafts(folder);
    assert.deepEqual((await drafts.read('stg item 1'))?.value, { name: 'One', id: 9007199254740993n });
    assert.deepEqual((await drafts.read('prod item 1'))?.value, { name: 'Two' });
    assert.equal(await drafts.read('stg item 2'), undefined);
  });

  it('says when it was typed', async () => {
    const before = Date.now();
    const drafts = new Drafts(folder);
    await drafts.keep('key', {});
    const at = (await drafts.read('key'))?.at ?? 0;
    assert.ok(at >= before && at <= Date.now());
  });

  it('is what was typed last, however fast', async () => {
    const drafts = new Drafts(folder);
    for (let length = 1; length <= 50; length++) void drafts.keep('key', 'x'.repeat(length));
    assert.equal((await drafts.read('key'))?.value, 'x'.repeat(50));
    assert.equal((await readdir(folder)).length, 1);
  });

  it('is gone after it was dropped, also while it was being written', async () => {
    const drafts = new Drafts(folder);
    void drafts.keep('key', 'typed');
    await drafts.drop('key');
    assert.equal(await drafts.read('key'), undefined);
    assert.deepEqual(await readdir(folder), []);
    await drafts.drop('key');
  });

  it('is gone a while after its page was closed, but not where the window was', async () => {
    const closed = new Drafts(folder);
    await closed.keep('closed', 'typed');
    await closed.keep('reopened', 'typed');
    closed.dropSoon('closed');
    closed.dropSoon('reopened');
    await closed.keep('reopened', 'typed again');
    const ended = new Drafts(folder);
    await ended.keep('open', 'typed');
    ended.dropSoon('open');
    ended.dispose();
    ended.dropSoon('open');
    await until('it is gone', async () => (await closed.read('closed')) === undefined);
    assert.equal((await ended.read('open'))?.value, 'typed');
    assert.equal((await closed.read('reopened'))?.value, 'typed again');
  });

  it('is dropped when it is old and of a page that a crash has closed, and no other is', async () => {
    const drafts = new Drafts(folder);
    for (const key of ['plan 1', 'item 1']) await drafts.keep(key, 'typed');
    await writeFile(join(folder, 'odd.json'), '{');
    const days = (count: number) => Date.now() + count * 24 * 60 * 60 * 1000;
    const isPlan = (key: string) => key.startsWith('plan');
    await drafts.dropOld(isPlan, days(29));
    assert.equal((await drafts.read('plan 1'))?.value, 'typed');
    await drafts.dropOld(isPlan, days(31));
    assert.equal(await drafts.read('plan 1'), undefined);
    assert.equal((await drafts.read('item 1'))?.value, 'typed');
    await new Drafts(join(folder, 'none')).dropOld(isPlan);
  });

  it('survives two windows that write it at once: one of both is there, whole', async () => {
    const [one, two] = [new Drafts(folder), new Drafts(folder)];
    const [long, short] = ['a'.repeat(200_000), 'b'];
    for (let round = 0; round < 20; round++) {
      await Promise.all([one.keep('key', long), two.keep('key', short)]);
      const kept = (await new Drafts(folder).read('key'))?.value;
      assert.ok(kept === long || kept === short, `round ${round}`);
    }
    assert.equal((await readdir(folder)).length, 1);
  });

  it('can be read by its owner alone', async function () {
    if (process.platform === 'win32') this.skip();
    await new Drafts(folder).keep('key', 'codes');
    assert.equal((await stat(await file())).mode & 0o777, 0o600);
  });

  it('fault 59: starts anew where the file was torn, and is kept again', async () => {
    const drafts = new Drafts(folder);
    await drafts.keep('key', { name: 'One' });
    const path = await file();
    const whole = await readFile(path, 'utf8');
    for (const torn of ['', whole.slice(0, whole.length / 2), 'null', '[]', '"text"', '{"key":"key"}', '\u0000'.repeat(20)]) {
      await writeFile(path, torn);
      assert.equal(await drafts.read('key'), undefined, torn);
    }
    await drafts.keep('key', { name: 'Two' });
    assert.deepEqual((await drafts.read('key'))?.value, { name: 'Two' });
  });

  it('is never shown in the form of another resource', async () => {
    const drafts = new Drafts(folder);
    await drafts.keep('key', { name: 'One' });
    const path = await file();
    await writeFile(path, (await readFile(path, 'utf8')).replace('"key":"key"', '"key":"other"'));
    assert.equal(await drafts.read('key'), undefined);
  });

  it('of an older version that the page no longer understands is left alone', async () => {
    const drafts = new Drafts(folder);
    await drafts.keep('key', { title: 'One' });
    assert.equal(await new PageDraft(drafts, 'key', schema).read(), undefined);
    assert.deepEqual((await drafts.read('key'))?.value, { title: 'One' });
  });

  it('is still shown by its page after it was sent, but by no other', async () => {
    const drafts = new Drafts(folder);
    const page = new PageDraft(drafts, 'key', schema);
    await page.keep({ name: 'One' });
    await page.clear({ name: 'One' });
    assert.deepEqual((await page.read())?.fields, { name: 'One' });
    assert.equal(await new PageDraft(drafts, 'key', schema).read(), undefined);
    await page.drop();
    assert.equal(await page.read(), undefined);
  });

  it('of a record is there with the record that it was typed on, also as earlier versions kept it', async () => {
    const drafts = new Drafts(folder);
    const draft = new RecordDraft(drafts, () => 'key');
    const opened = { id: 9007199254740993n, name: 'Opened' };
    const edits = [{ section: 'data', key: '', name: 'name', text: 'Typed' } as const];
    await draft.keep({ edits, base: opened, id: '7', typedAs: 'money/money' });
    const { at, editsOn, ...kept } = (await draft.read())!;
    assert.deepEqual([typeof at, kept.base, kept.id, kept.typedAs], ['number', opened, '7', 'money/money']);
    assert.deepEqual(editsOn([]), edits);
    const shown = [{ section: 'data', key: '', name: 'name', text: 'Opened' } as const];
    const form = { name: 'Typed', hidden: false, periods: [], attributes: [] };
    for (const former of [
      { local: form, base: opened, id: '7', typedAs: 'money/number' },
      { form, opened },
      { fields: { name: 'Typed', itemIds: [] }, opened, id: '7' },
    ]) {
      await drafts.keep('key', former);
      const read = await draft.read();
      assert.deepEqual(
        [read?.base, read?.id, read?.typedAs],
        [opened, 'id' in former ? '7' : undefined, 'local' in former ? 'money/number' : undefined],
      );
      assert.deepEqual(read?.editsOn(shown), edits);
    }
    await drafts.keep('key', { opened });
    assert.equal(await draft.read(), undefined);
  });

  it('of an earlier version has all that was typed, in rows and sets too', async () => {
    const drafts = new Drafts(folder);
    const [period, attribute] = [
      { row: 'row-1', isNew: false, appCategoryId: '1', start: 'a', finish: 'b', available: '4' },
      { row: 'new-1', isNew: true, isFixed: false, key: 'gate', value: 'B', type: 'string' },
    ];
    await drafts.keep('key', { local: { price: '13,00', periods: [period], attributes: [attribute], itemIds: ['5', '7'] } });
    const base = [
      { section: 'value', key: '', name: 'price', text: '12,00' },
      ...['a', 'b', '40'].map((text, at) => ({
        section: 'salePeriods',
        key: '1',
        name: ['start', 'finish', 'available'][at]!,
        text,
        row: 'row-1',
      })),
      { section: 'itemIds', key: '', name: 'itemIds', text: '' },
    ] as TypedField[];
    assert.deepEqual((await new RecordDraft(drafts, () => 'key').read())?.editsOn(base), [
      { section: 'value', key: '', name: 'price', text: '13,00' },
      { section: 'salePeriods', key: '1', name: 'available', text: '4' },
      { section: 'attributes', key: 'gate', name: 'value', text: 'B', added: 'new-1' },
      { section: 'attributes', key: 'gate', name: 'type', text: 'string', added: 'new-1' },
      { section: 'itemIds', key: '', name: 'itemIds', text: '5\n7' },
    ]);
  });
});
