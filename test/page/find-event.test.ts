import assert from 'node:assert/strict';
import { readList } from '../../src/client/index.ts';
import { sectionRows } from '../../src/editor/reading/resources.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
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
  afterEach(() => void (faults.length = 0));
  const fail = (...operations: string[]) => faults.push(...operations.map((operation) => ({ kind: '403' as const, operation })));

  async function typed(text: string): Promise<OpenList> {
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

  it('says that names could not be searched everywhere when a part could not be read', async () => {
    fail('getHomeSections');
    const { items } = await typed('no-such-name');
    assert.match(items.at(-1)?.label ?? '', /^\$\(circle-slash\) No event has .*; names could not be searched everywhere: ./);
  });

  it('says that names could not be searched when nothing could be read', async () => {
    fail('getHomeSections', 'getFeatured', 'searchCategory');
    const { items } = await typed('no-such-name');
    assert.match(items.at(-1)?.label ?? '', /; names could not be searched: ./);
  });

  it('says that no name is so when all was read', async () => {
    const { items } = await typed('no-such-name');
    assert.match(items.at(-1)?.label ?? '', /, and none of those that are shown has this name$/);
  });
});
