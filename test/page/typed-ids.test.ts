import assert from 'node:assert/strict';
import { parseManners, type ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { everything } from '../harness/everything.ts';
import { until } from '../harness/until.ts';
import type { OpenList, QuickPickRow } from './editor/fake-editor.ts';
import { useEditor, type PageEditor } from './editor/use-editor.ts';
import { tableEnvironment } from './table.support.ts';

/** The lists that the extension opens, in their order; `next` waits for one that was not taken yet. */
function useLists(editor: PageEditor) {
  const lists: OpenList[] = [];
  let taken = 0;
  beforeEach(() => {
    lists.length = taken = 0;
    editor.user.browse = (list) => void lists.push(list);
  });
  return {
    next: async (title: RegExp) => {
      const list = await until(`the list ${title}`, () => lists[taken]);
      taken++;
      assert.match(list.title, title);
      await until('its rows', () => list.isComplete);
      return list;
    },
  };
}

/** The text of a row: that of a typed id stands behind its icon. */
const textOf = ({ label, description = '' }: QuickPickRow) => (label === '$(symbol-key)' ? description : label);
const labels = ({ items }: OpenList) => items.map(textOf);

/** Types, and waits for a row of what is found. */
async function rowAfter(list: OpenList, text: string, wanted: string) {
  list.enter(text);
  return until(`"${wanted}"`, () => list.items.find((row) => textOf(row) === wanted));
}

/** Asks for the tickets of a session of an event of the service, and gives the list of its sessions. */
async function askForSession(editor: PageEditor, lists: ReturnType<typeof useLists>) {
  editor.user.pick = (rows) => rows.find(({ label }) => label === 'Tickets of a session');
  const opened = editor.open('openAsTable');
  const events = await lists.next(/Which event/);
  events.enter('1001');
  const event = () => events.items.find(({ description = '' }) => /^1001|id 1001 as/.test(description));
  events.choose(await until('the event', event));
  return { opened, sessions: await lists.next(/Which session/) };
}

describe('an id that is typed', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment: tableEnvironment });
  const lists = useLists(editor);
  afterEach(() => void (faults.length = 0));

  describe('for a session', () => {
    it('is taken beside those that the event shows, and not offered as a text that can be none', async () => {
      const { opened, sessions } = await askForSession(editor, lists);
      const shown = sessions.items.length;
      assert.ok(shown > 0);
      const [first] = sessions.items;
      const ownId = first?.description?.split(' ')[0] ?? '';
      // One that is listed is chosen from the list.
      sessions.enter(ownId);
      await until('it alone', () => sessions.isComplete && sessions.items.length === 1);
      assert.equal(sessions.items[0]?.label, first?.label);
      sessions.enter('two words');
      await until('nothing', () => labels(sessions).includes('$(info) Nothing found'));
      sessions.enter('');
      await until('all again', () => sessions.isComplete && sessions.items.length === shown);
      sessions.choose(await rowAfter(sessions, 'ses_8f2k', 'Use the id ses_8f2k as it is'));
      assert.equal((await opened).title, 'Tickets of ses_8f2k');
    });

    // What tells each kind apart: proved in unit/client/replies.test.ts.
    for (const kind of everything ? (['401', '403', '500', 'html', 'invalid-json'] as const) : (['401'] as const)) {
      it(`is taken where reading the event fails (${kind})`, async () => {
        faults.push(...['getEvent', 'identifyEvent'].map((operation) => ({ kind, operation })));
        const { opened, sessions } = await askForSession(editor, lists);
        assert.deepEqual(labels(sessions), ['$(error) The sessions could not be read. Type the id of one.']);
        const reason = sessions.items[0]?.detail;
        assert.match(reason ?? '', /./);
        const row = await rowAfter(sessions, '20001', 'Use the id 20001 as it is');
        assert.equal(row.detail, reason);
        sessions.choose(row);
        assert.equal((await opened).title, 'Tickets of 20001');
      });
    }
  });

  describe('where several are checked', () => {
    it('is read and checked beside a whole list, which is not asked for again', async () => {
      const { data } = (await editor.ask('POST', '/passkeys', { eventId: 1001, passkey: 'MANY' })) as { data: { id: number } };
      const counted = countedCalls('getItem', 'listItems');
      faults.push(...counted.faults);
      const done = editor.run('associatePasskey', editor.resource('passkey', String(data.id), { eventId: '1001' }));
      const items = await lists.next(/Items of/);
      const { listItems } = counted.counts;
      const listed = items.items[0]?.description?.split(' ')[0] ?? '';
      // A row has it: nothing else is offered.
      items.enter(listed);
      assert.ok(!labels(items).some((label) => label.startsWith('Use the id')));
      items.check(await rowAfter(items, '300022', 'Use the id 300022'));
      await until('it is read', () => items.items.some(({ description }) => description?.startsWith('300022')));
      items.check(...items.items.filter(({ description = '' }) => ['300022', listed].includes(description.split(' ')[0] ?? '')));
      assert.deepEqual(counted.counts, { listItems, getItem: 1 });
      items.accept();
      await done;
      // Both were sent: the local service refuses an item of another event by its id.
      assert.match(editor.user.shown.at(-1) ?? '', /300022/);
    });
  });

  describe('before Enter', () => {
    const chooseEvent = async () => {
      const events = await lists.next(/Which event/);
      events.enter('1001');
      events.choose(await until('the event', () => events.items.find(({ description = '' }) => description.startsWith('1001'))));
    };

    it('takes an event of that name before the text as an id', async () => {
      void editor.run('createPasskey');
      const events = await lists.next(/Which event/);
      events.enter('Prima');
      const rows = await until('the id', () => (labels(events).includes('Use the id Prima') ? events.items : undefined));
      // VS Code sorts by the labels that have the text: those of other rows stay below.
      assert.deepEqual(
        rows.filter(({ label }) => label.includes('Prima')).map(({ label }) => label),
        ['Festival da Primavera'],
      );
      assert.equal(textOf(rows.at(-1)!), 'Use the id Prima');
      events.hide();
    });

    it('shows of an item the name of its event where that is pinned, and its group', async () => {
      await editor.run('pinEvent', editor.resource('event', '1001', { label: 'Festival da Primavera', value: {} }));
      void editor.run('editItem');
      const items = await lists.next(/Which item/);
      items.enter('300002');
      const row = await until('it', () => items.items.find(({ description = '' }) => description.startsWith('300002')));
      assert.match(row.description ?? '', /^300002 · Festival da Primavera, event 1001 · Pista/);
      items.hide();
    });

    it('takes the only passkey that has it where none is ticked, and says so where that is not one', async () => {
      for (const passkey of ['ENTER-A', 'ENTER-B']) await editor.ask('POST', '/passkeys', { eventId: 1001, passkey });
      const done = editor.run('deletePasskey');
      await chooseEvent();
      const passkeys = await lists.next(/Which passkey/);
      const unticked = '$(info) Nothing is ticked. Tick what is meant, then press Enter.';
      for (const text of ['', 'ENTER-']) {
        passkeys.enter(text);
        await until('its rows', () => passkeys.isComplete && !labels(passkeys).includes(unticked));
        passkeys.accept();
        assert.ok(labels(passkeys).includes(unticked), text);
      }
      passkeys.enter('ENTER-B');
      await until('its rows', () => passkeys.isComplete && !labels(passkeys).includes(unticked));
      passkeys.accept();
      await done;
      assert.match(editor.user.shown.join('\n'), /Delete.*ENTER-B/);
      assert.doesNotMatch(editor.user.shown.join('\n'), /ENTER-A/);
    });
  });
});

describe('a session of a service whose events show none', () => {
  const editor = useEditor({ service: { seed: 1, dialect: parseManners('no-sessions') }, environment: tableEnvironment });
  const lists = useLists(editor);

  it('is named by its id', async () => {
    const { opened, sessions } = await askForSession(editor, lists);
    assert.deepEqual(labels(sessions), ['$(info) The event shows no sessions. Type the id of one.']);
    sessions.choose(await rowAfter(sessions, '20001', 'Use the id 20001 as it is'));
    const page = await (await opened).page();
    await page.locator('tbody tr:not(.space)').first().waitFor();
  });
});

describe('an id of any form in the lists of items and passkeys', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({
    service: { seed: 1, dialect: parseManners('uuid'), faults },
    environment: tableEnvironment,
    settings: { 'boxOffice.pageSize': 5 },
  });
  const lists = useLists(editor);
  afterEach(() => void (faults.length = 0));
  const rows = async (path: string) => ((await editor.ask('GET', path)) as { data: { id: string; name: string }[] }).data;
  const lastItem = async () => (await rows('/items?pageSize=1000')).at(-1)!;

  it('is read when its row is chosen, and no word that is typed costs a read', async () => {
    const { id, name } = await lastItem();
    const counted = countedCalls('getItem');
    faults.push(...counted.faults);
    const opened = editor.open('editItem');
    const items = await lists.next(/Which item/);
    for (const word of ['l', 'lote']) await rowAfter(items, word, `Use the id ${word}`);
    items.enter('two words');
    await until('no id', () => items.isComplete && !labels(items).some((label) => label.startsWith('Use the id')));
    assert.deepEqual(counted.counts, {});
    items.choose(await rowAfter(items, 'itm_8f2k', 'Use the id itm_8f2k'));
    const note = () => items.items.find(({ label }) => label === '$(error) Nothing could be read by the id itm_8f2k');
    assert.match((await until('why not', note)).detail ?? '', /./);
    assert.deepEqual(counted.counts, { getItem: 1 });
    items.choose(await rowAfter(items, id, `Use the id ${id}`));
    const page = await (await opened).page();
    await page.getByLabel('Name', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), name);
  });

  it('is taken where the list itself cannot be read, digits too', async () => {
    const { id } = await lastItem();
    faults.push({ kind: '403', operation: 'listItems' });
    const opened = editor.open('editItem');
    const items = await lists.next(/Which item/);
    await rowAfter(items, '300002', 'Use the id 300002');
    items.choose(await rowAfter(items, id, `Use the id ${id}`));
    await (await (await opened).page()).getByLabel('Name', { exact: true }).waitFor();
  });
});
