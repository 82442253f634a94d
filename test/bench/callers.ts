import type { CallerJobs } from './caller.child.ts';
import { withChild, type Child } from './children.ts';
import { inTurns, type Sample } from './harness.ts';
import type { ServiceJobs } from './service.child.ts';

type Taken = Record<'ours' | 'anchor', Sample[]>;
type Ask = (child: Child<CallerJobs>, base: string) => Promise<Sample>;

/** Each go in a process of its own: two that do the same differ by up to 15 %, by the luck of the compiler, and only many even that out. */
export function inTurnsAgainst(rounds: number, ways: { readonly ours: Ask; readonly anchor: Ask }): Promise<Taken> {
  return withChild<ServiceJobs, Taken>('service', async (service) => {
    const base = await service.ask('listen');
    const inFreshProcess = (ask: Ask) => () => withChild<CallerJobs, Sample>('caller', (child) => ask(child, base));
    return inTurns(rounds, { ours: inFreshProcess(ways.ours), anchor: inFreshProcess(ways.anchor) });
  });
}
