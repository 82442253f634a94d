import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../../../scripts/lib/paths.mjs';

describe('box-office as a process', () => {
  let service: Server;
  /** Instead of an answer. */
  let onRequest: (() => void) | undefined;
  before(async () => {
    service = createServer((_, response) => {
      if (onRequest) onRequest();
      // More than a pipe holds.
      else response.end(JSON.stringify({ data: 'x'.repeat(1_000_000) }));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => (onRequest = undefined));
  after(() => {
    service.closeAllConnections();
    service.close();
  });

  function box(args: readonly string[], stdout: 'pipe' | number = 'pipe'): ChildProcess {
    const env = { ...process.env, BOX_OFFICE_TICKET_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}` };
    return spawn(process.execPath, [join(root, 'src', 'cli', 'main.ts'), ...args], { env, stdio: ['ignore', stdout, 'pipe'] });
  }

  async function endOf(child: ChildProcess): Promise<{ code: number | null; err: string }> {
    const [err, [code]] = await Promise.all([text(child.stderr!), once(child, 'close') as Promise<[number | null]>]);
    return { code, err };
  }

  it('ends as ever when whoever reads its output stops early', async () => {
    const child = box(['call', 'listTypes']);
    child.stdout!.once('data', () => child.stdout!.destroy());
    assert.deepEqual(await endOf(child), { code: 0, err: '' });
  });

  it('has an exit code of its own for output that cannot be written', async function () {
    if (process.platform !== 'linux') return this.skip();
    const full = openSync('/dev/full', 'w');
    const [done, failed] = await Promise.all([endOf(box(['call', 'listTypes'], full)), endOf(box(['nothing', '--json'], full))]);
    closeSync(full);
    assert.deepEqual(done, { code: 6, err: 'box-office: The output cannot be written (ENOSPC).\n' });
    assert.equal(failed.code, 2);
  });

  for (const [args, code, words] of [
    [['listTypes'], 130, /^box-office call: Cancelled\.\n$/],
    [['createItem', '--body.name', 'Pit'], 5, /not known whether .* \(it was cancelled under way\)/],
  ] as const)
    it(`ends with ${code} at Ctrl+C: ${args.join(' ')}`, async function () {
      // On Windows a signal ends a process at once.
      if (process.platform === 'win32') return this.skip();
      const child = box(['call', ...args]);
      onRequest = () => child.kill('SIGINT');
      const { code: ended, err } = await endOf(child);
      assert.equal(ended, code, err);
      assert.match(err, words);
    });
});
