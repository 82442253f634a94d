import assert from 'node:assert/strict';
import { slugIn, withLostRows } from '../../../src/editor/platform/resources.ts';
import { toItem } from '../../../src/editor/reading/resources.ts';

describe('rows that VS Code gives a command while it draws them anew', () => {
  const selected = ['one', 'two'];
  const found = (...args: unknown[]) => withLostRows(args, () => selected);

  it('are those that are selected where the menu was that of many', () => {
    assert.deepEqual(found(undefined, [undefined, undefined]), ['one', ['one', 'two']]);
  });

  it('are asked for where somebody has selected others meanwhile', () => {
    assert.deepEqual(found(undefined, [undefined, undefined, undefined]), []);
  });

  it('are asked for where it was one: it need not be the selected one', () => {
    assert.deepEqual(found(undefined, undefined), [undefined, undefined]);
  });

  it('are left as they are where they are known', () => {
    assert.deepEqual(found('two', ['two', 'three']), ['two', ['two', 'three']]);
    assert.deepEqual(found('two'), ['two']);
    assert.deepEqual(found(), []);
  });
});

describe('the slug in a text', () => {
  const slugs: Record<string, string> = {
    'https://tickets.example/event/rock-2026?ref=mail#top': 'rock-2026',
    'HTTPS://tickets.example/event/rock-2026/': 'rock-2026',
    'tickets.example/event/rock-2026': 'rock-2026',
    '/event/rock-2026': 'rock-2026',
    'rock-2026': 'rock-2026',
    '1001': '1001',
    'AC/DC': 'AC/DC',
    'Act 2: the end': 'Act 2: the end',
    '/': '/',
    '': '',
  };
  for (const [text, slug] of Object.entries(slugs)) it(`of "${text}" is "${slug}"`, () => assert.equal(slugIn(text), slug));
});

describe('the event of an item that does not say it', () => {
  const connection = { environment: { name: 'stg', dialect: {} } } as Parameters<typeof toItem>[0];
  const row = { id: '7', label: 'Pista', value: { id: 7, name: 'Pista' } };

  it('is that of the list that it stands in', () => {
    assert.equal(toItem(connection, row, '1001').eventId, '1001');
    assert.equal(toItem(connection, { ...row, value: { ...row.value, event_id: 1002 } }, '1001').eventId, '1002');
  });

  it('is not known where nothing shows that it belongs there', () => {
    assert.equal(toItem(connection, { ...row, isUnclaimed: true }, '1001').eventId, undefined);
  });
});
