import { withChild } from './children.ts';
import { atMost, compareTime, inTurns, median, type Bench } from './harness.ts';
import { applySteps } from './plan-steps.ts';
import type { PlansJobs } from './plans.child.ts';

/** Until then most of the CPU is that of V8's compiler, which works beside it: the first go is held against a second by itself. */
const goesUntilCompiled = 12;

export const bench: Bench = {
  name: 'plans',
  target:
    'an event of 2,000 items with 4 sale periods each and 5,000 passkeys is read with at most 4 requests at once and no stall over 50 ms; its text, difference and plan take under 1 second of CPU, at most 12 times JSON.stringify; 2,000 steps are applied at 0.8 or more of the speed of a bare loop that puts a line on the disk before each request',
  async run(settings) {
    const { quick, rounds } = settings;
    const [items, passkeys] = quick ? [200, 500] : [2000, 5000];
    const ofData = await withChild<PlansJobs, Awaited<ReturnType<Bench['run']>>>('plans', async (child) => {
      const reads = await inTurns(rounds, { ours: () => child.ask('read', items, passkeys) });
      const stall = median(reads.ours.map((sample) => sample.stall));
      const most = Math.max(...reads.ours.map((sample) => sample.most));
      const first = await child.ask('plan');
      for (let go = 1; go < goesUntilCompiled; go++) await child.ask('plan');
      const goes = await inTurns(rounds, { ours: () => child.ask('plan'), anchor: () => child.ask('stringify') });
      const cpu = compareTime(`text, difference and plan of ${items} items: CPU`, goes.ours, goes.anchor, (ms) => ms, atMost(12));
      return [
        { name: `read of ${items} items: longest stall`, unit: 'ms', ours: stall, target: atMost(50) },
        { name: `read of ${items} items: requests at once`, unit: 'times', ours: most, target: atMost(4) },
        cpu,
        {
          name: `text, difference and plan of ${items} items: CPU of the first go`,
          unit: 'ms',
          ours: first,
          target: atMost(1000),
        },
      ];
    });
    return [...ofData, ...(await applySteps(settings))];
  },
};
