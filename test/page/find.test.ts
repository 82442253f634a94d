import assert from 'node:assert/strict';
import { findLimits } from '../../src/editor/ask/find-among.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { until } from '../harness/until.ts';
import type { OpenList } from './editor/fake-editor.ts';
import { useEditor } from './editor/use-editor.ts';
import { useHostileService } from './hostile-service.support.ts';
import { eventId, makePasskey } from './passkey.support.ts';

describe('finding a code or a passkey of an event', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults } });
  const codes = Array.from({ length: 350 }, (_, place) => `ACHADO-${String(place + 1).padStart(4, '0')}`);

  before(async () => {
    const { ticketUrl, token } = editor.service;
    await editor.ask('DELETE', `/events/${eventId}/codes`);
    const body = new FormData();
    body.append('file', new Blob([['code', ...codes].join('\n')]), 'codes.csv');
    const headers = { Authorization: `Bearer ${token}` };
    await fetch(`${ticketUrl}/events/${eventId}/codes`, { method: 'POST', headers, body });
    for (const passkey of ['AMIGOS DO BAIRRO', 'IMPRENSA']) await makePasskey(editor, passkey);
  });
  beforeEach(() => void (faults.length = 0));

  const lists: OpenList[] = [];
  async function open(command: 'findCode' | 'findPasskey'): Promise<{ list: OpenList; done: Promise<unknown> }> {
    lists.length = 0;
    editor.user.browse = (opened) => void lists.push(opened);
    const done = editor.run(command, editor.resource('event', eventId));
    return { list: await until('the list', () => lists[0]?.isComplete && lists[0]), done };
  }

  it('says of a code which ticket it is of and whether it was used, in the list and when it is chosen, and opens it', async () => {
    const { list, done } = await open('findCode');
    assert.match(list.title, /^Find Code · /);
    assert.match(list.items.at(-1)?.label ?? '', /150 more: type more of it/);
    list.enter('achado-0333');
    const [found] = await until('it is found', () => list.items.length === 1 && list.items);
    assert.match(found?.description ?? '', / › .* · not used$/);
    assert.ok(found);
    editor.user.press = (message, buttons) => (message.startsWith('ACHADO-0333: ') ? buttons.at(-1) : undefined);
    list.choose(found);
    await done;
    assert.match(editor.user.shown.at(-1) ?? '', /^ACHADO-0333: .* › .* · not used/);
    await until('it is opened', () => editor.fake.documents.at(-1)?.text.includes('ACHADO-0333'));
  });

  it('reads the lists once for several looks, and again when somebody asks for it', async () => {
    const asked = countedCalls('listCodes');
    const first = await open('findCode');
    faults.push(...asked.faults);
    first.list.press('Read Again');
    const again = await until('they are read again', () => lists[1]?.isComplete && lists[1]);
    const once = asked.counts.listCodes ?? 0;
    assert.ok(once > 0);
    again.choose(again.items[0]!);
    await first.done;
    const second = await open('findCode');
    second.list.choose(second.list.items[0]!);
    await second.done;
    // Opening one reads it, and nothing else.
    assert.ok((asked.counts.listCodes ?? 0) <= once + 2, JSON.stringify(asked.counts));
  });

  it('shows a code in the tree, and leaves the list at Escape without a word', async () => {
    const first = await open('findCode');
    first.list.enter('achado-0007');
    const [found] = await until('it is found', () => first.list.items.length === 1 && first.list.items);
    first.list.press('Show in Tree', found);
    await first.done;
    const row = await until('its row', () =>
      editor.fake.executed
        .filter(([id]) => id === 'reveal')
        .map(([, node]) => (node as { resource?: { kind: string; label: string } }).resource)
        .find((resource) => resource?.kind === 'code'),
    );
    assert.equal(row.label, 'ACHADO-0007');
    const second = await open('findCode');
    second.list.hide();
    await second.done;
    // Only that it was pinned to be shown there.
    assert.ok(
      editor.user.shown.every((text) => text.includes('it was pinned')),
      editor.user.shown.join('\n'),
    );
  });

  it('keeps nothing of what was cancelled while it was read', async () => {
    const first = await open('findCode');
    faults.push({ kind: 'latency', operation: 'listCodes', value: 30_000 });
    editor.user.cancel = (title) => title.startsWith('Reading the codes of');
    first.list.press('Read Again');
    await first.done;
    assert.equal(lists.length, 1);
    assert.deepEqual(editor.user.shown, []);
    editor.user.cancel = () => false;
    const asked = countedCalls('listCodes');
    faults.splice(0, 1, ...asked.faults);
    const second = await open('findCode');
    assert.ok((asked.counts.listCodes ?? 0) > 0, 'they are read again');
    second.list.hide();
    await second.done;
  });

  const forgotten: readonly [string, () => Promise<unknown>][] = [
    ['somebody has signed out and in', () => editor.signOut().then(() => editor.signIn())],
    [
      'the settings of the environment have changed',
      () => {
        const all = editor.fake.setting('boxOffice.environments') as Record<string, object>;
        editor.fake.change('boxOffice.environments', { ...all, stg: { ...all.stg, label: `Staging ${Date.now()}` } });
        return Promise.resolve();
      },
    ],
    [
      'something of it was changed here',
      () => {
        editor.user.press = (_message, buttons) => buttons.find((one) => one === 'Delete Passkey');
        return makePasskey(editor, 'SAI JÁ').then((row) => editor.run('deletePasskey', row));
      },
    ],
  ];
  for (const [when, change] of forgotten)
    it(`reads them again when ${when}`, async () => {
      for (const [command, operation] of [
        ['findCode', 'listCodes'],
        ['findPasskey', 'listPasskeys'],
      ] as const) {
        const first = await open(command);
        first.list.hide();
        await first.done;
        const asked = countedCalls(operation);
        faults.push(...asked.faults);
        const second = await open(command);
        second.list.hide();
        await second.done;
        const calls = () => asked.counts[operation] ?? 0;
        assert.equal(calls(), 0, 'it was kept');
        await change();
        const before = calls();
        const third = await open(command);
        third.list.hide();
        await third.done;
        assert.ok(calls() > before);
        faults.length = 0;
      }
    });

  it('finds a passkey by a part of it, and opens its form', async () => {
    const { list, done } = await open('findPasskey');
    list.enter('bairro');
    const [found] = await until('it is found', () => list.items.length === 1 && list.items);
    assert.equal(found?.label, 'AMIGOS DO BAIRRO');
    list.choose(found);
    await done;
    const page = await editor.active.page();
    await page.getByRole('heading', { name: 'Passkey AMIGOS DO BAIRRO' }).waitFor();
  });
});

describe('finding a code of a service that shows it otherwise', () => {
  const editor = useEditor({ service: { seed: 1 } });
  const service = useHostileService(editor);
  const lists: OpenList[] = [];
  const mostKept = findLimits.mostRows;
  let round = 0;
  beforeEach(() => {
    // What another test has read is forgotten with it.
    const all = editor.fake.setting('boxOffice.environments') as Record<string, object>;
    editor.fake.change('boxOffice.environments', { ...all, stg: { ...all.stg, label: `Staging ${++round}` } });
  });
  afterEach(() => void (findLimits.mostRows = mostKept));
  const isCodes = ({ pathname }: URL) => pathname.endsWith('/items/300002/codes');
  const open = async (command: string) => {
    lists.length = 0;
    editor.user.browse = (list) => void lists.push(list);
    const done = editor.run(command, editor.resource('event', eventId, { label: 'Festival' }));
    return { list: await until('the list', () => lists[0]?.isComplete && lists[0]), done };
  };

  it('tells used, not used and not known apart', async () => {
    service.rewrite = (reply, url) => {
      const data = [
        { id: 1, code: 'TRINCO-1', used: true },
        { id: 2, code: 'TRINCO-2', used: false },
        { id: 3, code: 'TRINCO-3' },
      ];
      return isCodes(url) ? { data, total: 3 } : reply;
    };
    const { list, done } = await open('findCode');
    list.enter('trinco');
    const found = await until('they are found', () => list.items.length === 3 && list.items);
    assert.deepEqual(
      found.map(({ label, description = '' }) => [label, description.split(' · ').at(-1)]),
      [
        ['TRINCO-1', 'used'],
        ['TRINCO-2', 'not used'],
        ['TRINCO-3', 'not known whether it was used'],
      ],
    );
    list.hide();
    await done;
  });

  for (const [command, isList, field] of [
    ['findCode', isCodes, 'code'],
    ['findPasskey', ({ pathname }: URL) => pathname.endsWith('/passkeys'), 'passkey'],
  ] as const)
    it(`asks for a part of it where there are too many to keep: ${command}`, async () => {
      findLimits.mostRows = 2000;
      let read = 0;
      service.rewrite = (reply, url) => {
        if (!isList(url)) return reply;
        read++;
        const data = Array.from({ length: 2001 }, (_, place) => ({ id: place + 1, [field]: `MUITOS-${place + 1}` }));
        return { data, total: data.length };
      };
      const typed: string[] = [];
      const prompts: string[] = [];
      editor.user.type = ({ prompt = '' }) => {
        prompts.push(prompt);
        return typed.shift();
      };
      typed.push('muitos', 'Muitos-200');
      const first = await open(command);
      assert.match(prompts[0] ?? '', /^The event has more than 2,000 (codes|passkeys)\. Type the/);
      assert.match(prompts[1] ?? '', /^More than 2,000 have “muitos”\. Type more of it\.$/);
      assert.deepEqual(
        first.list.items.map(({ label }) => label),
        ['MUITOS-200', 'MUITOS-2000', 'MUITOS-2001'],
      );
      first.list.hide();
      await first.done;
      const before = read;
      typed.push('MUITOS-200');
      const second = await open(command);
      assert.equal(read, before, 'what has the same text is kept');
      second.list.hide();
      await second.done;
      editor.user.browse = undefined;
      await editor.run(command, editor.resource('event', eventId, { label: 'Festival' }));
      assert.equal(read, before, 'nothing is read for nobody');
      assert.deepEqual(editor.user.shown, []);
    });
});
