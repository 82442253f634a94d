import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { inEnglish, setTranslator } from '../../../src/client/l10n.ts';
import { preflightInWorker } from '../../../src/codes/index.ts';
import { Receiver } from '../../../src/editor/pages/receiver.ts';
import { explained, isMissingPart, lazy, MissingPart } from '../../../src/editor/platform/lazy.ts';
import { LocalService } from '../../../src/editor/service/local-service.ts';
import { failureOf } from '../client/support.ts';

const forAPerson = /^A part of Box Office could not be loaded; .*Reload the window\.$/;
const never = () => {
  throw new Error('nobody should have called this');
};

describe('what is loaded with its first use', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lazy-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** What esbuild makes of `import()`. */
  const importOf = (name: string) => {
    const require = createRequire(join(folder, 'extension.cjs'));
    return () => Promise.resolve().then(() => require(`./${name}.cjs`) as { value: number });
  };

  it('is loaded once, also for two that ask at the same time', async () => {
    let loads = 0;
    const part = lazy(() => Promise.resolve({ number: ++loads }));
    const [one, other] = await Promise.all([part(), part()]);
    assert.equal(one, other);
    assert.equal(await part(), one);
    assert.equal(loads, 1);
  });

  it('fault 77: a load that fails is not remembered: the next use tries again', async () => {
    const part = lazy(importOf('later'));
    assert.match((await failureOf(part())).message, forAPerson);
    await writeFile(join(folder, 'later.cjs'), 'exports.value = 7;');
    assert.equal((await part()).value, 7);
  });

  it('fault 77: a part that fails while it is made is made anew', async () => {
    let left = 2;
    const part = lazy(() => (left-- > 0 ? Promise.reject(new Error(`${left} left`)) : Promise.resolve('made')));
    assert.equal((await failureOf(part())).message, '1 left');
    assert.equal((await failureOf(part())).message, '0 left');
    assert.equal(await part(), 'made');
  });

  it('fault 77: two that ask at the same time share one load, and its failure', async () => {
    let loads = 0;
    const part = lazy(async () => {
      loads++;
      return importOf('later')();
    });
    const failures = await Promise.all([failureOf(part()), failureOf(part())]);
    assert.equal(failures[0], failures[1]);
    assert.equal(loads, 1);
    await writeFile(join(folder, 'later.cjs'), 'exports.value = 7;');
    const [one, other] = await Promise.all([part(), part()]);
    assert.equal(one, other);
    assert.equal(loads, 2);
  });

  it('fault 77: a missing file of the extension is told from every other failure', async () => {
    const missing = (path: string) => Object.assign(new Error(), { code: 'ENOENT', path });
    const esm: unknown = await failureOf(import(pathToFileURL(join(folder, 'nothing.mjs')).href) as Promise<unknown>);
    for (const error of [await failureOf(importOf('nothing')()), esm, new MissingPart(), missing('/box/dist/editor-x.cjs')])
      assert.ok(isMissingPart(error), String(error));
    const others = [new Error('x'), missing('/home/codes.csv'), missing('/box/dist/webview/a.js'), undefined, null, 'x'];
    for (const error of others) assert.ok(!isMissingPart(error), String(error));
    for (const error of others) assert.equal(explained(error), error);
  });

  it('fault 77: says so in the language of the person, with what Node said as its cause', async () => {
    setTranslator((message) => `[${message}]`);
    try {
      const error = explained(await failureOf(importOf('nothing')())) as MissingPart;
      assert.match(error.message, /^\[A part of Box Office .*\]$/);
      assert.match(String(error.cause), /nothing\.cjs/);
      assert.equal(explained(error), error);
    } finally {
      setTranslator(inEnglish);
    }
  });

  it('fault 77: a page whose request needs a missing file says so, and the next request works', async () => {
    const contract = {
      init: v.string(),
      requests: { look: { payload: v.string(), result: v.number() } },
      events: {},
    };
    const posted: unknown[] = [];
    const load = importOf('later');
    const look = async () => (await load()).value;
    const receiver = new Receiver(
      { contract, init: () => Promise.resolve(''), handlers: { look } },
      {
        post: (message) => Promise.resolve(posted.push(message)),
        warn: never,
        error: () => undefined,
        l10n: () => ({ l10n: {}, language: 'en' }),
        isCancel: () => false,
        help: () => undefined,
        open: () => undefined,
        unknownRequest: '',
      },
    );
    const ask = (id: number) => receiver.receive({ kind: 'request', id, name: 'look', payload: '' });
    await ask(1);
    assert.match((posted[0] as { problem: string }).problem, forAPerson);
    await writeFile(join(folder, 'later.cjs'), 'exports.value = 7;');
    await ask(2);
    assert.deepEqual(posted[1], { kind: 'reply', id: 2, result: 7 });
  });

  it('fault 77: a thread whose file is missing is known for that', async () => {
    await writeFile(join(folder, 'codes.csv'), 'A1\n');
    assert.ok(isMissingPart(await failureOf(preflightInWorker(join(folder, 'nothing.cjs'), join(folder, 'codes.csv')))));
  });

  it('fault 77: a local service whose program is missing says so', async () => {
    const quiet = { onMail: never, onCrash: never, log: () => undefined };
    const program = join(folder, 'nothing.cjs');
    const error = await failureOf(LocalService.start({ program, folder, lastPort: undefined, ...quiet }));
    assert.match(error.message, forAPerson);
  });
});
