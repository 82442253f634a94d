// The same request for many things: a few at a time, stoppable, and counted exactly.
import { ApiError, contentOf } from '../../client/index.ts';

export interface Failed<T> {
  readonly target: T;
  readonly error: unknown;
}

export interface BulkResult<T> {
  readonly done: readonly T[];
  /** Were not there any more, which is what was wanted. */
  readonly gone: readonly T[];
  readonly failed: readonly Failed<T>[];
  readonly unknown: readonly Failed<T>[];
  /** Never sent: cancelled, or the service could not be worked with. */
  readonly left: readonly T[];
}

const atOnce = 4;

/** Every target ends up in exactly one of the lists. What was begun before a cancel is finished. */
export async function forEach<T>(
  targets: readonly T[],
  work: (target: T) => Promise<unknown>,
  { signal, onDone }: { signal?: AbortSignal; onDone?: (count: number) => void } = {},
): Promise<BulkResult<T>> {
  const result = { done: [] as T[], gone: [] as T[], failed: [] as Failed<T>[], unknown: [] as Failed<T>[], left: [] as T[] };
  const waiting = [...targets];
  let stopped = false;
  const runner = async () => {
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
      if (stopped || signal?.aborted) {
        result.left.push(target);
        continue;
      }
      try {
        await work(target);
        result.done.push(target);
      } catch (error) {
        const kind = error instanceof ApiError ? error.kind : undefined;
        if (kind === 'notFound') result.gone.push(target);
        else if (kind === 'unknownOutcome') result.unknown.push({ target, error });
        else result.failed.push({ target, error });
        // One that fails again and again is left in peace for a while.
        const isPaused = kind === 'server' && (error as ApiError).retryAfter !== undefined;
        stopped ||= kind === 'unauthorized' || kind === 'forbidden' || kind === 'network' || isPaused;
      }
      onDone?.(targets.length - waiting.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, targets.length) }, runner));
  return result;
}

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
