import assert from 'node:assert/strict';
import { join } from 'node:path';
import { globSync, readFileSync } from 'node:fs';
import { operations, type Operation } from '../../../src/client/index.ts';
import type { AnyInput } from '../../../src/editor/account/connection.ts';
import { runClient } from '../../../src/editor/runs/run-client.ts';
import type { FakeEditor } from '../../page/editor/fake-editor.ts';
import { recordingServer, stopServers } from '../client/support.ts';
import { connectionTo, startEditor, stopEditor } from './stand-in.ts';

const writes = Object.values<Operation>(operations).filter(({ effect }) => effect !== 'read');
const start = '2030-01-01 10:00:00';
const period = { appCategoryId: 1, start, finish: start, available: 0 };
const values = { price: 1, feeSale: 1, feeProducer: 1 };
const attribute = { key: 'a', value: 'x', type: 'string' };

/** What each needs besides the ids of its path. */
const inputs: Readonly<Record<string, Omit<AnyInput, 'path'>>> = {
  createItem: { body: { name: 'x' } },
  updateItem: { body: { name: 'x' } },
  createAttribute: { body: attribute },
  updateAttribute: { body: attribute },
  createSalePeriod: { body: period },
  updateSalePeriod: { body: period },
  createValues: { body: values },
  updateValues: { body: values },
  createPasskey: { body: { eventId: 1, passkey: 'x' } },
  setPasskeyItems: { body: { itemIds: [1] } },
  createPasskeys: { body: { codes: ['x'] } },
  uploadCodes: { file: new File(['code\nA\n'], 'codes.csv') },
};

function inputOf({ id }: Operation): AnyInput {
  return { path: { id: 1, eventId: 1, itemId: 1, codeId: 1 }, ...inputs[id] };
}

const refusal = { name: 'UserError', message: 'Box Office writes nothing while this workspace is in Restricted Mode.' };

describe('a write of a connection', () => {
  let editor: FakeEditor | undefined;

  afterEach(async () => {
    await stopServers();
    if (editor) await stopEditor(editor);
    editor = undefined;
  });

  for (const operation of writes) {
    it(`fault 2: ${operation.id} is refused in Restricted Mode before anything is asked or sent`, async () => {
      editor = await startEditor({ trusted: false });
      const server = await recordingServer();
      for (const more of [{}, { protected: true }]) {
        const connection = await connectionTo(server.origin, more);
        for (const confirmed of [false, true])
          await assert.rejects(connection.writeAny(operation.id, inputOf(operation), { target: 'x', confirmed }), refusal);
        await assert.rejects(runClient(connection, 'x').call(operation.id, inputOf(operation) as never), refusal);
        await assert.rejects(connection.readAny(operation.id, inputOf(operation)), { message: `${operation.id} is a write.` });
      }
      assert.deepEqual(server.requests, []);
      assert.deepEqual(editor.user.shown, []);
    });
  }

  it('is sent in a trusted workspace, so that there was something to refuse', async () => {
    editor = await startEditor();
    const server = await recordingServer();
    const connection = await connectionTo(server.origin);
    for (const operation of writes) await connection.writeAny(operation.id, inputOf(operation), { target: 'x' });
    assert.deepEqual(
      server.requests.map(({ method }) => method),
      writes.map(({ method }) => method),
    );
  });

  it('fault 2: is the only way for the editor to send one', () => {
    const makers = globSync('src/editor/**/*.ts').filter((name) => /\bcreateClient\(/.test(readFileSync(name, 'utf8')));
    assert.deepEqual(makers, [join('src', 'editor', 'account', 'connection.ts')]);
  });
});
