// What a page asks for by an id: only ids that its editor has given it lead anywhere, whatever else it says.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { typing } from '../unit/records/typing.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { everything } from '../harness/everything.ts';
import { until } from '../harness/until.ts';
import { useEditor, type Tab } from './editor/use-editor.ts';
import { allLoaded, openWhole } from './every-page.support.ts';
import { event, findPasskey, makePasskey } from './passkey.support.ts';

/** An item and a session of another event. */
const foreign = { item: '300022', session: '20004' };

interface Reply {
  readonly id: number;
  readonly problem?: string;
  readonly result?: unknown;
}

let lastId = 0;

/** Says something in the name of the page, as a page would that somebody else has taken over, and gives the reply. */
async function say(tab: Tab, name: string, payload: unknown): Promise<Reply> {
  const page = await tab.page();
  await page.evaluate(
    `(window.replies ??= (() => { const all = []; addEventListener('message', ({ data }) => all.push(data)); return all; })(), 0)`,
  );
  const id = ++lastId;
  tab.panel.webview.receive({ kind: 'request', id, name, payload });
  return until(`${name} is answered`, async () =>
    (await page.evaluate<Reply[]>('window.replies')).find((reply) => reply.id === id),
  );
}

describe('a page that asks for an id which its editor never gave it', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults } });
  afterEach(async () => {
    faults.length = 0;
    await editor.forgetDrafts();
  });

  const isRefused = async (tab: Tab, name: string, payload: unknown) => {
    const panels = editor.panels.length;
    const { problem } = await say(tab, name, payload);
    assert.match(problem ?? '', /./, `${name} is refused`);
    assert.equal(editor.panels.length, panels, 'nothing opens');
    assert.deepEqual(editor.fake.executed, []);
  };

  it('fault 13: gets nothing from the page of an event', async () => {
    const { tab } = await openWhole(editor, 'an event');
    await isRefused(tab, 'openItem', foreign.item);
    await isRefused(tab, 'openPasskey', '999999');
    await isRefused(tab, 'openSession', foreign.session);
    await isRefused(tab, 'run', 'deletePasskey');
    await isRefused(tab, 'runOnRow', { kind: 'item', id: foreign.item, action: 'removeItem' });
    await isRefused(tab, 'runOnRow', { kind: 'item', id: '300002', action: 'deletePasskey' });
    await isRefused(tab, 'openTable', 'codes');
    tab.panel.webview.receive({ kind: 'request', id: ++lastId, name: 'openItem', payload: '300002' });
    await until('its own item opens', () => editor.panels.length === 2);
  });

  it('fault 13: gets nothing from a table', async () => {
    const { tab } = await openWhole(editor, 'a table');
    await isRefused(tab, 'openAsJson', 100_000);
    await isRefused(tab, 'showInTree', 100_000);
    await isRefused(tab, 'openAsJson', '300022');
  });

  it('fault 13: gets nothing from an item', async () => {
    const { tab } = await openWhole(editor, 'an item');
    await say(tab, 'openFound', { id: foreign.item });
    assert.equal(editor.panels.length, 1);
    assert.deepEqual(editor.fake.executed, []);
  });

  it('fault 13: puts no item into a group of another event', async () => {
    const { tab } = await openWhole(editor, 'a new item');
    const counted = countedCalls('createItem', 'updateItem');
    faults.push(...counted.faults);
    const edits = (parent: string) => typing([], { name: 'In a foreign group', parent });
    const { result } = await say(tab, 'save', { edits: edits(foreign.item), isResolved: false, isAgain: false });
    assert.deepEqual(
      (result as { problems: { field: string }[] }).problems.map(({ field }) => field),
      ['parent'],
    );
    assert.deepEqual(counted.counts, {});
    const own = { edits: edits('300001'), isResolved: false, isAgain: false };
    assert.equal(((await say(tab, 'save', own)).result as { kind: string }).kind, 'written');
  });

  // Both are the same page, src/editor/reports/report.ts.
  for (const name of everything ? (['an entry report', 'a bordero'] as const) : (['an entry report'] as const))
    it(`fault 13: gets no session of another event from ${name}`, async () => {
      const { tab } = await openWhole(editor, name);
      const counted = countedCalls('getEntryReport', 'getBordero');
      faults.push(...counted.faults);
      await isRefused(tab, 'read', { scope: { session: foreign.session }, isAsked: true });
      await isRefused(tab, 'read', { scope: { session: '20001', other: foreign.session }, isAsked: true });
      assert.deepEqual(counted.counts, {}, 'the service is not asked');
      assert.ok((await say(tab, 'read', { scope: { session: '20001', other: '20002' }, isAsked: true })).result);
    });

  it('fault 13: opens no item of another event with a passkey', async () => {
    const passkey = await makePasskey(editor, 'OWN ITEMS');
    const tab = await editor.open('editPasskey', passkey);
    await allLoaded(await tab.page());
    const edits = (itemIds: string) => typing([], { itemIds });
    const counted = countedCalls('setPasskeyItems');
    faults.push(...counted.faults);
    await isRefused(tab, 'save', { edits: edits(foreign.item), isResolved: false });
    assert.deepEqual(counted.counts, {});
    // A page that comes back with a draft may not have loaded its items yet.
    const own = { edits: edits('300002'), isResolved: false };
    assert.equal(((await say(tab, 'save', own)).result as { kind: string }).kind, 'done');
    assert.deepEqual((await findPasskey(editor, 'OWN ITEMS'))?.itemIds, [300002]);
  });

  it('fault 13: opens no item of another event with many passkeys', async () => {
    const tab = await editor.open('createPasskeys', event(editor));
    const pattern = { prefix: '', length: '8', alphabet: 'AB', count: '1' };
    const fields = { codes: 'FOREIGN-1', start: '', finish: '', limit: '', itemIds: [foreign.item], pattern };
    await isRefused(tab, 'start', fields);
    assert.equal(await findPasskey(editor, 'FOREIGN-1'), undefined);
    const { result } = await say(tab, 'start', { ...fields, codes: 'OWN-1', itemIds: ['300002'] });
    assert.equal((result as { state: string }).state, 'finished');
    assert.deepEqual((await findPasskey(editor, 'OWN-1'))?.itemIds, [300002]);
  });

  it('fault 13: fixes and checks nothing that the check of a file did not offer', async () => {
    const { tab } = await openWhole(editor, 'a file of codes');
    const files = await readdir(editor.fake.workspace);
    for (const name of ['unifyLineEnds', 'removeEverything', '__proto__']) await isRefused(tab, 'fix', name);
    assert.deepEqual(await readdir(editor.fake.workspace), files, 'no file is made');
    await isRefused(tab, 'chooseColumn', 7);
    await isRefused(tab, 'showProblem', 'whatever');
  });
});
