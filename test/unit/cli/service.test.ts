import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { readDialect, type Dialect } from '../../../src/client/index.ts';
import { parse } from '../../../src/plans/index.ts';
import { inWordsOfShell, shellWords } from '../../../src/cli/words.ts';
import { Folder } from './in-folder.ts';
import { box, documentIn, variablesOf, type Around } from './support.ts';

interface Ready {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  readonly token: string;
  readonly dialect: Dialect;
}

/** Until it is stopped by the signal. */
function started(args: readonly string[], around: Around): Promise<{ ready: Ready; ended: ReturnType<typeof box> }> {
  return new Promise((resolve, reject) => {
    const onOut = (line: string) => resolve({ ready: JSON.parse(line) as Ready, ended });
    const ended = box(['service', '--json', ...args], { ...around, onOut });
    ended.then(({ out }) => reject(new Error(out)), reject);
  });
}

describe('box-office service', () => {
  for (const manners of ['', 'cents,fees=number,offset,cap=7,put-replaces,token-header=X-Access-Token,event-token'])
    it(`tells what is to be known of it, so that a plan shows prices at once: ${manners || 'its own manners'}`, async () => {
      const folder = await Folder.make();
      const stop = new AbortController();
      const args = ['--dialect', manners, '--dialect-out', 'dialect.json'];
      const { ready, ended } = await started(args, { signal: stop.signal, cwd: folder.path });
      const dialect = JSON.parse(await folder.read('dialect.json')) as Dialect;
      assert.deepEqual(readDialect(dialect), { dialect: ready.dialect });
      const around = { env: variablesOf(ready) };
      const { code, out, err } = await folder.run(['plan', '--read', '1001', '--dialect', 'dialect.json'], around);
      assert.deepEqual([code, err], [0, '']);
      assert.match(out, /"price": "150\.00"/);
      assert.equal(parse(out).passkeys?.length, 3);
      stop.abort();
      assert.equal((await ended).code, 0);
      await folder.remove();
    });

  it('replaces no other file with its dialect, and does not start then', async () => {
    const folder = await Folder.make();
    await folder.write('mine.json', '{ "put": "merges" }');
    const refused = await folder.run(['service', '--dialect-out', 'mine.json']);
    assert.deepEqual([refused.code, refused.out], [3, '']);
    assert.match(refused.err, /mine\.json is another file, and is not replaced/);
    assert.equal(await folder.read('mine.json'), '{ "put": "merges" }');
    await folder.write('broken.db', 'no database at all');
    const broken = await folder.run(['service', '--data', join(folder.path, 'broken.db')]);
    assert.deepEqual([broken.code, broken.out], [2, '']);
    assert.match(broken.err, /broken\.db is damaged/);
    await folder.remove();
  });

  it('prints one line when it is ready, answers, and ends when it is told to', async () => {
    const stop = new AbortController();
    const lines: string[] = [];
    let ended: ReturnType<typeof box> | undefined;
    const ready = await new Promise<Ready>((resolve) => {
      const onOut = (line: string) => {
        lines.push(line);
        resolve(JSON.parse(line) as Ready);
      };
      ended = box(['service', '--json', '--faults', 'listTypes:403#1'], { signal: stop.signal, onOut });
    });
    const first = await box(['call', 'listTypes', '--json'], { env: variablesOf(ready) });
    assert.deepEqual([first.code, (documentIn(first).error as { kind: string }).kind], [4, 'forbidden']);
    assert.equal((await box(['call', 'listTypes'], { env: variablesOf(ready) })).code, 0);
    const taken = await box(['service', '--port', new URL(ready.ticketUrl).port]);
    assert.equal(taken.code, 2);
    assert.match(taken.err, /another program listens there/);
    stop.abort();
    assert.equal((await ended)?.code, 0);
    assert.equal(lines.length, 1);
    assert.equal((await box(['call', 'listTypes'], { env: variablesOf(ready) })).code, 4);
  });

  for (const args of [
    ['--port', 'x'],
    ['--port', '65536'],
    ['--today', '2027-13-45'],
    ['--empty', '--sample'],
    ['--faults', 'nothing'],
    ['--dialect', 'odd'],
    ['--shape', 'odd'],
    ['--dialect-file', 'nothing.json'],
    ['extra'],
  ])
    it(`says what is wrong: ${args.join(' ')}`, async () => {
      const { code, out, err } = await box(['service', ...args]);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, new RegExp(args.at(-1) ?? ''));
    });
});

describe('the words of the client in a shell', () => {
  it('replace messages that the client has, with the same values', async () => {
    const bundle = JSON.parse(await readFile(join(root, 'l10n', 'bundle.l10n.json'), 'utf8')) as Record<string, string>;
    const valuesIn = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([value]) => value).sort();
    for (const [message, words] of Object.entries(shellWords)) {
      assert.ok(Object.hasOwn(bundle, message), message);
      assert.deepEqual(valuesIn(words), valuesIn(message));
    }
    assert.equal(inWordsOfShell('{0} of {1}', 1, 2), '1 of 2');
  });
});
