import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '../harness/until.ts';
import { useEditor, type PageEditor } from './editor/use-editor.ts';

interface Code {
  readonly id: number;
  readonly code: string;
}

/** Two tickets of the festival have 200 codes each; days are in the names of some. */
const [eventId, ticket, other] = ['1001', '300002', '300003'];
const title = 'Delete Codes of Ticket';
const ofEvent = 'Delete Codes of Event';

/** What stands between the editor and its service. */
interface Between {
  /** Answers in the place of the service; undefined lets a request pass. */
  answer: ((method: string, path: string) => { status: number; body: unknown } | undefined) | undefined;
  /** A service that ignores the query of this request. */
  ignoresQuery: ((method: string, path: string) => boolean) | undefined;
  readonly deletes: string[];
  /** What was put. */
  readonly bodies: string[];
}

function useBetween(editor: PageEditor, more: object = {}): Between {
  const between: Between = { answer: undefined, ignoresQuery: undefined, deletes: [], bodies: [] };
  const server = createServer((request, response) => {
    pass(editor, between, request, response).catch(() => response.destroy());
  });
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const through = (url: string) => `${origin}${new URL(url).pathname}`;
    const { eventUrl, ticketUrl } = editor.service;
    const open = { eventCredential: 'nothing', ticketCredential: 'nothing', ...more };
    editor.fake.change('boxOffice.environments', {
      [editor.environment]: { eventUrl: through(eventUrl), ticketUrl: through(ticketUrl), ...open },
    });
  });
  afterEach(() => {
    between.answer = undefined;
    between.ignoresQuery = undefined;
    between.deletes.length = 0;
    between.bodies.length = 0;
  });
  after(() => void server.close());
  return between;
}

async function pass(editor: PageEditor, between: Between, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const body = await text(request);
  const { pathname, search } = new URL(url, 'http://x');
  if (method === 'DELETE') between.deletes.push(url.replace(/^\/[\w-]+(?=\/(?:items|events)\/)/, ''));
  if (method === 'PUT') between.bodies.push(body);
  const given = between.answer?.(method, pathname);
  const query = between.ignoresQuery?.(method, pathname) ? '' : search;
  const origin = new URL(editor.service.ticketUrl).origin;
  const headers = { 'authorization': `Bearer ${editor.service.token}`, 'content-type': request.headers['content-type'] ?? '' };
  const reply = given
    ? Response.json(given.body, { status: given.status })
    : await fetch(`${origin}${pathname}${query}`, { method, headers, ...(body === '' ? {} : { body }) });
  response.writeHead(reply.status, { 'content-type': 'application/json' });
  response.end(await reply.text());
}

const service = { seed: 1, today: '2026-06-15' };

describe('Delete Codes of Event', () => {
  const editor = useEditor({ service });
  const between = useBetween(editor);

  const codes = async (itemId: string) =>
    ((await editor.ask('GET', `/items/${itemId}/codes?pageSize=1000`)) as { data: Code[] }).data;
  const event = () => editor.resource('event', eventId, { label: 'Festival da Primavera' });
  const isSaid = (start: string | RegExp) => editor.user.shown.find((said) => said.search(start) === 0);
  const copies = () => {
    const folder = join(editor.fake.home, 'storage', 'copies');
    return globSync('*', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'));
  };

  /** Codes of a ticket that has none of its own. */
  async function upload(name: string, marks: readonly string[]): Promise<void> {
    const form = new FormData();
    form.append('file', new File([['ticket,code', ...marks.map((mark) => `${name},${mark}`)].join('\n')], 'codes.csv'));
    const { ticketUrl, token } = editor.service;
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(`${ticketUrl}/events/${eventId}/codes`, { method: 'POST', body: form, headers });
    const said = await reply.text();
    assert.match(said, new RegExp(`"stored":${marks.length},`));
  }

  const rows: { label: string; description?: string | undefined }[] = [];
  const answer = (wanted: string) => {
    rows.length = 0;
    editor.user.pick = (shown) => {
      rows.push(...shown);
      return shown.find(({ label, description = '' }) => `${label} ${description}`.includes(wanted));
    };
    editor.user.press = (_message, buttons) => buttons.find((button) => button === title || button === ofEvent);
    editor.user.type = () => 'stg';
  };

  it('shows every ticket that has codes by group, name, id, count and how many are used', async () => {
    editor.user.pick = (shown) => void rows.splice(0, Infinity, ...shown);
    await editor.run('deleteEventCodes', editor.resource('event', '1002'));
    const used = async (id: string) => (await codes(id)).filter((code) => (code as { used?: boolean }).used).length;
    const [whole, half] = [await used('300023'), await used('300024')];
    assert.ok(whole > 0 && half > 0);
    assert.deepEqual(
      rows.map(({ label, description }) => [label, description]),
      [
        ['$(warning) All tickets of the event', `400 codes, ${whole + half} used`],
        ['Plateia › Inteira', `300023 · 200 codes, ${whole} used`],
        ['Plateia › Meia-entrada', `300024 · 200 codes, ${half} used`],
      ],
    );
    assert.deepEqual(between.deletes, []);
  });

  it('fault 61: of a service that ignores every query deletes only the codes of the ticket that was named, one by one', async () => {
    const marks = Array.from({ length: 7 }, (_, index) => `VIP-${index}`);
    await upload('Camarote – sexta 03/07', marks);
    between.ignoresQuery = (method) => method === 'DELETE';
    const goes = await codes('300013');
    assert.equal(goes.length, 7);
    const [first, second] = [await codes(ticket), await codes(other)];
    answer('300013');
    await editor.run('deleteEventCodes', event());
    const said = await until('it is said', () => isSaid(/^7 of 7 codes of Camarote/));
    assert.match(
      said,
      /^7 of 7 codes of Camarote – sexta 03\/07 deleted in Festival da Primavera \(stg\)\. 400 codes of other tickets are as they were\..* A copy was kept: [^/]*\.csv\. \| /,
    );
    assert.match(isSaid(title) ?? '', /^Delete Codes of Ticket: 7 codes of Camarote – sexta 03\/07\?.*300013: 7 codes, 0 used/s);
    assert.deepEqual(await codes('300013'), []);
    assert.deepEqual([await codes(ticket), await codes(other)], [first, second]);
    assert.deepEqual(between.deletes.toSorted(), goes.map(({ id }) => `/items/300013/codes/${id}`).toSorted());
    assert.ok(copies().some((copy) => marks.every((mark) => copy.includes(mark))));
  });

  it('deletes those of the ticket whose row it is called on, named with its group and its counts', async () => {
    await upload('Camarote – domingo 05/07', ['ROW-1', 'ROW-2']);
    const [first, second] = [await codes(ticket), await codes(other)];
    answer('nothing is picked');
    const item = editor.resource('item', '300015', { label: 'Camarote – domingo 05/07', eventId });
    await editor.run('deleteTicketCodes', { folder: 'codes', parent: { resource: item, parent: { resource: event() } } });
    await until('it is said', () => isSaid(/^2 of 2 codes of Camarote – domingo/));
    assert.deepEqual(rows, []);
    assert.match(
      isSaid(title) ?? '',
      /^Delete Codes of Ticket: 2 codes of Camarote – domingo 05\/07\?.*300015: 2 codes, 0 used/s,
    );
    assert.deepEqual(await codes('300015'), []);
    assert.deepEqual([await codes(ticket), await codes(other)], [first, second]);
    await editor.run('deleteTicketCodes', item);
    assert.ok(isSaid('Camarote – domingo 05/07 has no codes. Nothing was deleted.'));
  });

  it('fault 68: asks again where the list of the ticket changed after the question, and deletes nothing without an answer to that', async () => {
    const [name, id] = ['Camarote – domingo 05/07', '300015'];
    await upload(name, ['MUDA-1', 'MUDA-2']);
    answer('nothing is picked');
    let asked = 0;
    editor.user.press = async (_message, buttons) => {
      if (!buttons.includes(title)) return undefined;
      if (++asked === 1) await upload(name, ['MUDA-3']);
      return asked === 1 ? title : undefined;
    };
    const row = { resource: editor.resource('item', id, { label: name, eventId }), parent: { resource: event() } };
    await editor.run('deleteTicketCodes', { folder: 'codes', parent: row });
    const questions = editor.user.shown.filter((said) => said.startsWith(title));
    assert.equal(questions.length, 2, editor.user.shown.join('\n'));
    assert.match(questions[0] ?? '', /: 2 codes of Camarote/);
    assert.match(questions[1] ?? '', /: 3 codes of Camarote/);
    assert.deepEqual(between.deletes, []);
    const left = await codes(id);
    assert.deepEqual(
      left.map(({ code }) => code),
      ['MUDA-1', 'MUDA-2', 'MUDA-3'],
    );
    for (const code of left) await editor.ask('DELETE', `/items/${id}/codes/${code.id}`);
  });

  it('is a run that pauses, stands in the Runs view and can be resumed', async () => {
    await upload('Camarote – sábado 04/07', ['A', 'B', 'C', 'D', 'E', 'F']);
    let count = 0;
    between.answer = (method) =>
      method === 'DELETE' && ++count > 2 ? { status: 401, body: { message: 'not any more' } } : undefined;
    answer('300014');
    await editor.run('deleteEventCodes', event());
    await until('it pauses', () => isSaid(/^\d of 6 codes of Camarote – sábado.*It paused:/));
    assert.ok((await codes('300014')).length > 0);
    const tree = await until('the view of runs', () => editor.fake.trees.get('boxOffice.runs'));
    const nodes = ((await tree.getChildren()) ?? []) as { runId: string }[];
    const items = await Promise.all(nodes.map((node) => tree.getTreeItem(node)));
    const shown = items.map((item) => item as { label: string; description: string; tooltip: string });
    const place = shown.findIndex(({ label }) => label === 'Delete codes of Camarote – sábado 04/07');
    assert.match(shown[place]?.description ?? '', /of 6 · paused → Festival da Primavera/);
    assert.match(shown[place]?.tooltip ?? '', /Copy: /);
    const paused = nodes[place];
    between.answer = undefined;
    await editor.run('resumeRuns', paused);
    await until('it is done', () => isSaid(/^6 of 6 codes of Camarote – sábado 04\/07 deleted/));
    assert.deepEqual(await codes('300014'), []);
    const result = await (await editor.openBy(() => editor.run('openRunResult', paused))).page();
    await result.getByText('codes-result.csv').waitFor();
  });

  it('deletes nothing of a list that is not proved whole, and shows how many there are at least', async () => {
    between.answer = (method, path) =>
      method === 'GET' && path.endsWith(`/items/${ticket}/codes`)
        ? { status: 200, body: { data: [{ id: 1, code: 'A', used: false }], pagination: { page: 1, lastPage: 1, total: 90 } } }
        : undefined;
    for (const wanted of [ticket, 'All tickets']) {
      answer(wanted);
      await editor.run('deleteEventCodes', event());
      const reason =
        /^The service says that there are 90, and gave only 1 of them\. Describe Service… tells how this service pages\. Nothing was deleted\..*\| Describe Service…$/;
      assert.ok(isSaid(reason), editor.user.shown.join('\n'));
      editor.user.shown.length = 0;
    }
    assert.equal(rows.find(({ description }) => description?.startsWith(ticket))?.description, `${ticket} · at least 1 codes`);
    assert.equal(rows[0]?.description, 'at least 201 codes');
    assert.deepEqual(between.deletes, []);
  });

  it('takes a list that is not there for no empty one: the item is named, and the event as a whole stays', async () => {
    await upload('Camarote – domingo 05/07', ['X', 'Y']);
    between.answer = (method, path) =>
      method === 'GET' && path.endsWith('/items/300001/codes') ? { status: 404, body: { message: 'no codes here' } } : undefined;
    answer('All tickets');
    await editor.run('deleteEventCodes', event());
    assert.ok(isSaid(/^It is not known which codes Pista – sexta 03\/07 \(300001\) has: /), editor.user.shown.join('\n'));
    assert.equal(rows.find(({ description }) => description?.startsWith('300001'))?.description, '300001 · codes: not known');
    assert.deepEqual(between.deletes, []);
    answer('300015');
    await editor.run('deleteEventCodes', event());
    await until('it is said', () => isSaid(/^2 of 2 codes of Camarote – domingo.*could not be read: Pista – sexta 03\/07\./));
    assert.deepEqual(await codes('300015'), []);
  });
});

describe('Delete Codes of Event by Run Operation', () => {
  const editor = useEditor({ service });
  const between = useBetween(editor);

  it('fault 61: says that all may go with a query, copies all, and tells what was there before and after', async () => {
    between.ignoresQuery = (method) => method === 'DELETE';
    const codes = async (itemId: string) =>
      ((await editor.ask('GET', `/items/${itemId}/codes?pageSize=1000`)) as { data: Code[] }).data;
    const all = [...(await codes(ticket)), ...(await codes(other))];
    const isSaid = (start: RegExp) => editor.user.shown.find((said) => said.search(start) === 0);
    const input = { path: { eventId }, query: { name: '2º lote' } };
    editor.user.type = () => 'stg';
    await editor.run('runOperation', 'deleteEventCodes', input);
    assert.match(
      isSaid(/^Delete Codes of Event: 400 codes of Festival da Primavera\?/) ?? '',
      /The interface document knows no query for this \(name=2º lote\): ALL 400 codes of the event may go\./,
    );
    assert.deepEqual(between.deletes, [], 'without a yes nothing is sent');
    editor.user.press = (_message, buttons) => buttons.find((button) => button === title || button === ofEvent);
    await editor.run('runOperation', 'deleteEventCodes', input);
    await until('it is said', () =>
      isSaid(
        /^400 codes of Festival da Primavera were deleted in stg\. There were 400 before; there are 0 now\. A copy was kept: [^/]*\.csv\. \| /,
      ),
    );
    const folder = join(editor.fake.home, 'storage', 'copies');
    const copies = globSync('*', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'));
    assert.ok(copies.some((copy) => all.every(({ code }) => copy.includes(code))));
  });
});

describe('Delete Codes of Event where the environment names a query', () => {
  const editor = useEditor({ service });
  const between = useBetween(editor, { dialect: { codesOfTicket: 'name' } });
  const isSaid = (start: RegExp) => editor.user.shown.find((said) => said.search(start) === 0);
  const codes = async (itemId: string) =>
    ((await editor.ask('GET', `/items/${itemId}/codes?pageSize=1000`)) as { data: Code[] }).data;
  const vip = 'Camarote – sexta 03/07';

  /** More codes than are deleted one by one. */
  async function makeMany(): Promise<void> {
    const lines = Array.from({ length: 201 }, (_, index) => `${vip},MANY-${index}`);
    const form = new FormData();
    form.append('file', new File([['ticket,code', ...lines].join('\n')], 'codes.csv'));
    const { ticketUrl, token } = editor.service;
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${ticketUrl}/events/${eventId}/codes`, { method: 'POST', body: form, headers });
    assert.equal((await codes('300013')).length, 201);
    editor.user.pick = (shown) => shown.find(({ description = '' }) => description.startsWith('300013'));
    editor.user.press = (_message, buttons) => buttons.find((button) => button === title || button === ofEvent);
    editor.user.type = () => 'stg';
  }
  const run = () => editor.run('deleteEventCodes', editor.resource('event', eventId, { label: 'Festival' }));

  it('fault 61: uses it for many codes, reads back, and says loudly when more is gone', async () => {
    await makeMany();
    await run();
    await until('it is said', () =>
      isSaid(
        /^201 codes of Festival were deleted in stg\. There were 601 before; there are 400 now\. A copy was kept: [^/]*\.csv\. \| /,
      ),
    );
    assert.match(isSaid(/^Delete Codes of Ticket: 201 codes of Camarote/) ?? '', /All 601 codes of the event are copied/);
    const query = new URLSearchParams({ name: vip }).toString();
    assert.deepEqual(
      between.deletes
        .map((url) => new URL(url, 'http://x'))
        .map(({ pathname, searchParams }) => `${pathname}?${searchParams.toString()}`),
      [`/events/${eventId}/codes?${query}`],
    );
    await makeMany();
    editor.user.shown.length = 0;
    between.ignoresQuery = (method) => method === 'DELETE';
    await run();
    await until('it is said', () =>
      isSaid(
        /^601 codes of Festival were deleted in stg\. There were 601 before; there are 0 now\. MORE IS GONE THAN WAS ASKED FOR: 400 codes/,
      ),
    );
  });
});

describe('Delete Item', () => {
  const removalPayload = { gone: 1 };
  const editor = useEditor({ service });
  const between = useBetween(editor, { removalPayload });
  const isSaid = (start: string) => editor.user.shown.find((said) => said.startsWith(start));
  const press = (_message: string, buttons: readonly string[]) => buttons.find((button) => button === 'Delete Item');

  async function make(name: string): Promise<object> {
    const { data } = (await editor.ask('POST', '/items', { name, eventId: Number(eventId) })) as { data: { id: number } };
    return editor.resource('item', String(data.id), { label: name });
  }

  /** A service that answers a removal, and shows the item so from then on. */
  const answering = (shown: object) => {
    let isAnswered = false;
    between.answer = (method, path) => {
      if (method === 'PUT') isAnswered = true;
      if (method === 'PUT') return { status: 200, body: { ok: true } };
      return isAnswered && /\/items\/\d+$/.test(path) ? { status: 200, body: { data: shown } } : undefined;
    };
  };

  it('is proved by reading: what is archived is removed, and what is only answered is still there', async () => {
    editor.user.press = press;
    const goes = (await make('Goes')) as { id: string };
    answering({ id: goes.id, name: 'Goes', archived: true });
    await editor.run('removeItem', goes);
    await until('it is said', () => isSaid('Item Goes was deleted in stg.'));
    assert.deepEqual(between.bodies, [JSON.stringify(removalPayload)]);
    const stays = (await make('Stays')) as { id: string };
    answering({ id: stays.id, name: 'Stays', archived: false, updatedAt: 'now' });
    await editor.run('removeItem', stays);
    await until('it is said', () =>
      isSaid('Items in stg: 0 deleted · 1 not deleted · the service answered, and Stays is still there.'),
    );
  });

  it('is refused where nobody knows how, and leads to the environments', async () => {
    const stays = (await make('Stays here')) as { id: string };
    const { stg } = editor.fake.setting('boxOffice.environments') as { stg: object };
    editor.fake.change('boxOffice.environments', { stg: { ...stg, removalPayload: undefined } });
    try {
      await editor.run('removeItem', stays);
      assert.match(editor.user.shown.join('\n'), /^Nobody knows how stg removes an item: .*\| Configure Environments/);
      assert.ok(await editor.ask('GET', `/items/${stays.id}`));
    } finally {
      editor.fake.change('boxOffice.environments', { stg });
    }
  });
});
