// Records that are read one by one, a few at a time.
import { contentOf } from '../../client/index.ts';
import { forEach } from './bulk.ts';

/** Those that are there, with their records, in the order of the targets; an error where one could not be read. */
export async function readEach<T>(
  targets: readonly T[],
  read: (target: T) => Promise<unknown>,
  signal: AbortSignal,
): Promise<(readonly [T, unknown])[]> {
  const records = new Map<T, unknown>();
  const { failed, unknown } = await forEach(targets, async (target) => records.set(target, contentOf(await read(target))), {
    signal,
  });
  const [problem] = [...failed, ...unknown];
  if (problem) throw problem.error;
  signal.throwIfAborted();
  return targets.flatMap((target) => (records.has(target) ? [[target, records.get(target)] as const] : []));
}
