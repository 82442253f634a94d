import assert from 'node:assert/strict';
import { contentOf, readList } from '../../src/client/index.ts';
import { sectionRows } from '../../src/editor/reading/resources.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { everything } from '../harness/everything.ts';
import { until } from '../harness/until.ts';
import type { OpenList } from './editor/fake-editor.ts';
import { useEditor } from './editor/use-editor.ts';
import { tableEnvironment } from './table.support.ts';

describe('Find Event', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment: tableEnvironment });
  let list: OpenList | undefined;
  beforeEach(() => {
    list = undefined;
    editor.user.browse = (opened) => void (list = opened);
  });
  afterEach(() => {
    faults.length = 0;
    editor.fake.change('boxOffice.categories', undefined);
  });
  const fail = (...operations: string[]) => faults.push(...operations.map((operation) => ({ kind: '403' as const, operation })));

  async function typed(text: string): Promise<OpenList> {
    list?.hide();
    list = undefined;
    void editor.run('findEvent');
    const opened = await until('the list', () => list);
    opened.enter(text);
    await until('what is found', () => opened.isComplete);
    return opened;
  }

  it('finds a name in the sections of the home page, which are asked for once', async () => {
    const { eventUrl, token } = editor.service;
    const reply = await fetch(`${eventUrl}/home/sections`, { headers: { Authorization: `Bearer ${token}` } });
    const [event] = readList(await reply.json()).rows.flatMap((row) => sectionRows(row) ?? []);
    assert.ok(event);
    const counted = countedCalls('getHomeSections');
    faults.push(...counted.faults);
    fail('searchCategory', 'getFeatured');
    const { items } = await typed(event.label);
    assert.ok(items.some(({ detail }) => detail === event.id));
    assert.deepEqual(counted.counts, { getHomeSections: 1 });
  });

  it('says that no name is so when all was read, and what could not be searched when it was not', async () => {
    const { items } = await typed('no-such-name');
    assert.match(items.at(-1)?.label ?? '', /, and no list has this name\. What is not listed is found by its link or id\.$/);
    fail('getHomeSections');
    const { items: fewer } = await typed('no-such-name');
    assert.match(fewer.at(-1)?.label ?? '', /^\$\(circle-slash\) No event has .*; names could not be searched everywhere: ./);
    fail('getFeatured', 'searchCategory');
    const { items: none } = await typed('no-such-name');
    assert.match(none.at(-1)?.label ?? '', /; names could not be searched: ./);
  });

  /** A name of the sample, and whether any list of events has it. */
  async function unlisted(status: 'private' | 'draft') {
    const { data } = (await editor.ask('GET', '/items?pageSize=1000')) as { data: { eventId: number }[] };
    for (const id of new Set(data.map(({ eventId }) => eventId))) {
      const reply = await fetch(`${editor.service.eventUrl}/event/${id}`);
      const event = contentOf(await reply.json()) as { status: string; title: string };
      if (event.status === status) return { id: String(id), title: event.title };
    }
    return assert.fail(`the sample has no ${status} event with items`);
  }

  // Only its items lead to either of them.
  for (const status of everything ? (['private', 'draft'] as const) : (['draft'] as const))
    it(`finds a ${status} event by its name, which only its items lead to`, async () => {
      const { id, title } = await unlisted(status);
      const opened = await typed(title);
      assert.deepEqual(
        opened.items.map(({ label, detail }) => [label, detail]),
        [[title, id]],
      );
    });

  it('finds a name that stands on a later page of a category', async () => {
    editor.fake.change('boxOffice.categories', ['theatre']);
    const { eventUrl } = editor.service;
    const reply = await fetch(`${eventUrl}/theatre?page=2&pageSize=2`);
    const [event] = readList(await reply.json()).rows;
    assert.ok(event);
    fail('getFeatured', 'getHomeSections', 'listItems');
    const { items } = await typed(event.label);
    assert.ok(items.some(({ detail }) => detail === event.id));
  });

  it('opens the page of what is chosen, pins nothing, and begins with it the next time', async () => {
    const first = await typed('O Auto da Lua');
    const row = await until('the event', () => first.items.find(({ label }) => label === 'O Auto da Lua'));
    first.choose(row);
    const page = await (await until('its page', () => editor.panels.length > 0 && editor.active)).page();
    await page.getByRole('heading', { name: 'O Auto da Lua' }).first().waitFor();
    const tree = await until('the tree', () => editor.fake.trees.get('boxOffice.events'));
    const [pinned] = (await tree.getChildren()) as unknown[];
    const below = (await tree.getChildren(pinned)) as { type: string }[];
    assert.deepEqual(
      below.map(({ type }) => type),
      ['empty'],
    );
    list = undefined;
    void editor.run('findEvent');
    const again = await until('the list', () => list);
    assert.equal(again.items[0]?.label, 'O Auto da Lua');
    assert.match(again.items[0].description ?? '', /^used lately/);
    again.press('Pin Event', again.items[0]);
    await until('it is pinned', () => /used lately · pinned/.test(again.items[0]!.description ?? ''));
    again.hide();
  });
});
