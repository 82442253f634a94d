import assert from 'node:assert/strict';
import type { ServiceFault } from '../../src/service/index.ts';
import { until } from '../harness/until.ts';
import type { OpenList } from './editor/fake-editor.ts';
import { useEditor } from './editor/use-editor.ts';
import { tableEnvironment } from './table.support.ts';

describe('the events that somebody is asked to choose from', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment: tableEnvironment });
  const lists: OpenList[] = [];
  beforeEach(() => {
    lists.length = 0;
    editor.user.browse = (list) => void lists.push(list);
  });
  afterEach(() => {
    faults.length = 0;
    // What one list still waits for would hold up the next.
    for (const list of lists) list.hide();
  });
  const opened = (count = 1) => until('the list', () => lists[count - 1]);
  const rowsOf = ({ items }: OpenList) => items.map(({ label, description }) => `${label}: ${description}`);
  const suggestions = ['getFeatured', 'searchCategory', 'getHomeSections'];

  it('begin with those that are pinned, before the service has said a word', async () => {
    await editor.run('pinEvent', editor.resource('event', '1003', { label: 'Noite do Choro', value: {} }));
    // It never answers.
    faults.push(...suggestions.map((operation) => ({ kind: 'latency' as const, value: 60_000, operation })));
    const form = editor.open('createPasskey');
    const list = await opened();
    assert.equal(list.isComplete, false);
    const pinned = rowsOf(list).indexOf('Noite do Choro: 1003 · pinned');
    assert.ok(pinned >= 0, rowsOf(list).join('\n'));
    list.choose(list.items[pinned]!);
    await (await (await form).page()).getByLabel('Passkey', { exact: true }).waitFor();
  });

  it('go with Settings Sync where they are pinned, and nothing else does', async () => {
    await editor.run(
      'pinEvent',
      editor.resource('event', '1003', { label: 'Noite do Choro', value: { id: 1003, city: 'Recife' } }),
    );
    assert.deepEqual(editor.fake.syncedKeys, ['pinnedEvents']);
    const synced = JSON.parse(String(editor.fake.state.global.get('pinnedEvents'))) as Record<string, { id: string }[]>;
    const pin = synced[editor.environment]?.find(({ id }) => id === '1003');
    assert.deepEqual(pin, { id: '1003', label: 'Noite do Choro' });
  });

  it('begin with the one that was used last, in the next window too', async () => {
    const first = editor.open('createPasskey');
    const list = await opened();
    await until('its rows', () => list.isComplete);
    list.enter('1002');
    list.choose(await until('the event', () => list.items.find(({ description }) => description?.startsWith('1002'))));
    await first;
    await editor.reload();
    faults.push(...suggestions.map((operation) => ({ kind: 'latency' as const, value: 60_000, operation })));
    void editor.run('createPasskey');
    const again = await opened(2);
    assert.match(again.items[0]?.description ?? '', /^1002 · used lately/);
  });

  it('have each but once, with what the service says now', async () => {
    await editor.run('pinEvent', editor.resource('event', '1001', { label: 'An old name', value: {} }));
    void editor.run('createPasskey');
    const list = await opened();
    await until('its rows', () => list.isComplete);
    const own = rowsOf(list).filter((row) => row.includes(': 1001 '));
    assert.equal(own.length, 1);
    assert.match(own[0]!, /^Festival da Primavera: 1001 .*pinned/);
  });
});
