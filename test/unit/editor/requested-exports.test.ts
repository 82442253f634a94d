import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RequestedExports } from '../../../src/editor/pages/requested-exports.ts';

describe('the exports that were asked for', () => {
  let storage: string;
  beforeEach(async () => (storage = await mkdtemp(join(tmpdir(), 'box-office-exports-'))));
  afterEach(() => rm(storage, { recursive: true, force: true }));

  const wanted = { eventId: '7', eventLabel: 'Festival', type: 'guestlist', format: 'csv' } as const;
  const file = (name: string) => ({ path: `/${name}`, name, mail: `/${name}.eml` });

  it('have their files in the order in which they were asked for', async () => {
    const exports = new RequestedExports(storage, 'local');
    await exports.add({ ...wanted, at: 1 });
    await exports.add({ ...wanted, at: 2 });
    await exports.add({ ...wanted, at: 3, format: 'xlsx' });
    await exports.arrived({ ...wanted, file: file('first') });
    await exports.arrived({ ...wanted, file: file('second') });
    const found = await exports.read();
    assert.deepEqual(
      found.map(({ at, file: own }) => [at, own?.name]),
      [
        [3, undefined],
        [2, 'second'],
        [1, 'first'],
      ],
    );
  });

  it('include one that was asked for elsewhere, and are those of one environment', async () => {
    await new RequestedExports(storage, 'local').arrived({ ...wanted, file: file('other') });
    assert.deepEqual(
      (await new RequestedExports(storage, 'local').read()).map(({ file: own }) => own?.name),
      ['other'],
    );
    assert.deepEqual(await new RequestedExports(storage, 'stg').read(), []);
  });
});
