import type { CallerJobs } from './caller.child.ts';
import { withChild, type Child } from './children.ts';
import { inTurns, type Sample } from './harness.ts';
import type { ServiceJobs } from './service.child.ts';

type Taken = Record<'ours' | 'anchor', Sample[]>;
type Ask = (child: Child<CallerJobs>, base: string) => Promise<Sample>;

/** The service, our caller and the anchor's, each in a process of its own: none pays for another's garbage or compiled code. */
export function inTurnsAgainst(rounds: number, ways: { readonly ours: Ask; readonly anchor: Ask }): Promise<Taken> {
  return withChild<ServiceJobs, Taken>('service', async (service) => {
    const base = await service.ask('listen');
    return withChild<CallerJobs, Taken>('caller', (our) =>
      withChild<CallerJobs, Taken>('caller', (bare) =>
        inTurns(rounds, { ours: () => ways.ours(our, base), anchor: () => ways.anchor(bare, base) }),
      ),
    );
  });
}
