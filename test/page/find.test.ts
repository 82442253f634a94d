import assert from 'node:assert/strict';
import type { ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { until } from '../harness/until.ts';
import type { OpenList } from './editor/fake-editor.ts';
import { useEditor } from './editor/use-editor.ts';
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

  it('says of a code which ticket it is of and whether it was used, and opens it', async () => {
    const { list, done } = await open('findCode');
    assert.match(list.title, /^Find Code · /);
    assert.match(list.items.at(-1)?.label ?? '', /150 more: type more of it/);
    list.enter('achado-0333');
    const [found] = await until('it is found', () => list.items.length === 1 && list.items);
    assert.match(found?.description ?? '', / › .* · not used$/);
    assert.ok(found);
    list.choose(found);
    await done;
    assert.match(editor.fake.documents.at(-1)?.text ?? '', /ACHADO-0333/);
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
