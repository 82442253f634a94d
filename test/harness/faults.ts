// Faults of the local service that tests can follow.
import type { ServiceFault } from '../../src/service/index.ts';

/** Makes every reply to an operation slow, and counts them: a test can wait until one is on its way. */
export function slowReplies(
  operation: string,
  milliseconds: number,
): ServiceFault & { readonly begun: (count: number) => Promise<void> } {
  let count = 0;
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  return {
    kind: 'latency',
    operation,
    get value() {
      count++;
      for (const one of waiting) if (count >= one.count) one.resolve();
      return milliseconds;
    },
    begun: (wanted) =>
      new Promise((resolve) => {
        if (count >= wanted) resolve();
        else waiting.push({ count: wanted, resolve });
      }),
  };
}

/** Counts what arrives at the service, operation by operation, and changes nothing of it. */
export function countedCalls(...names: readonly string[]): {
  readonly faults: readonly ServiceFault[];
  readonly counts: Readonly<Record<string, number>>;
} {
  const counts: Record<string, number> = {};
  const faults = names.map((operation): ServiceFault => ({
    kind: 'latency',
    operation,
    get value() {
      counts[operation] = (counts[operation] ?? 0) + 1;
      return 0;
    },
  }));
  return { faults, counts };
}
