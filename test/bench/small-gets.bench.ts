import { inTurnsAgainst } from './callers.ts';
import { atMost, compareTime, compareUndisturbedTime, type Bench } from './harness.ts';

const warmUp = 500;

export const bench: Bench = {
  name: 'small-gets',
  target: '2,000 small GETs, 16 at a time, within 30 % of bare node-fetch with a keep-alive agent',
  async run({ quick, rounds }) {
    const count = quick ? 500 : 2000;
    const name = `${count} small GETs, 16 at a time`;
    const { ours, anchor } = await inTurnsAgainst(6 * rounds, {
      ours: async (child, base) => {
        await child.ask('smallGets', base, warmUp);
        return child.ask('smallGets', base, count);
      },
      anchor: async (child, base) => {
        await child.ask('smallGetsBare', base, warmUp);
        return child.ask('smallGetsBare', base, count);
      },
    });
    return [
      compareTime(`${name}: time`, ours, anchor, ({ milliseconds }) => milliseconds, atMost(1.3)),
      compareUndisturbedTime(`${name}: time of the undisturbed rounds`, ours, anchor, ({ milliseconds }) => milliseconds),
      compareTime(`${name}: CPU`, ours, anchor, ({ cpu }) => cpu),
    ];
  },
};
