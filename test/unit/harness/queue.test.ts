import assert from 'node:assert/strict';
import { startQueue, type Queue } from '../../harness/queue.ts';
import { randomFrom, seedFor, shuffled } from '../../harness/shuffle.ts';

describe('the queue of test files', () => {
  let queue: Queue;
  afterEach(() => queue.stop());

  const next = async (lane: string) => ((await (await fetch(`${queue.url}/${lane}`)).json()) as { file?: string }).file;
  const end = (lane: string, file: string) =>
    fetch(`${queue.url}/${lane}`, { method: 'POST', body: JSON.stringify({ file, milliseconds: 1, tests: [] }) });

  it('gives each file once, in its order, to whichever lane asks', async () => {
    queue = await startQueue(['a', 'b', 'c'], () => undefined);
    assert.deepEqual([await next('1'), await next('2'), await next('1'), await next('2')], ['a', 'b', 'c', undefined]);
  });

  it('counts a file as failed when its lane dies in the middle of it', async () => {
    const told: string[] = [];
    queue = await startQueue(['a', 'b'], ({ file, tests }) => told.push(`${file} ${tests[0]?.state ?? 'nothing'}`));
    await next('1');
    await end('1', 'a');
    await next('1');
    queue.laneEnded('1', 'killed');
    assert.deepEqual(told, ['a nothing', 'b failed']);
    assert.match(queue.results[1]?.tests[0]?.problem ?? '', /killed/);
  });

  it('names the files that nobody has begun', async () => {
    queue = await startQueue(['a', 'b'], () => undefined);
    await next('1');
    assert.deepEqual(queue.waiting, ['b']);
  });
});

describe('the order of tests', () => {
  const list = Array.from({ length: 50 }, (_, index) => index);

  it('is the same for the same seed, and another for another', () => {
    assert.deepEqual(shuffled(list, randomFrom(7)), shuffled(list, randomFrom(7)));
    assert.notDeepEqual(shuffled(list, randomFrom(7)), shuffled(list, randomFrom(8)));
  });

  it('leaves none out', () => {
    assert.deepEqual(
      shuffled(list, randomFrom(7)).sort((one, other) => one - other),
      list,
    );
  });

  it('of a file is its own', () => {
    assert.notEqual(seedFor(7, 'a.test.ts'), seedFor(7, 'b.test.ts'));
  });
});
