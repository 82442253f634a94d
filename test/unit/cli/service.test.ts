import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { inWordsOfShell, shellWords } from '../../../src/cli/words.ts';
import { box, documentIn, variablesOf } from './support.ts';

interface Ready {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  readonly token: string;
}

describe('box-office service', () => {
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
