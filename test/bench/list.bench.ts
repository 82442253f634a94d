import { inTurnsAgainst } from './callers.ts';
import { atMost, compareTime, type Bench } from './harness.ts';

const name = 'list of 100,000 objects';

export const bench: Bench = {
  name: 'list',
  target: 'a list of 100,000 objects within 10 % of node-fetch plus JSON.parse',
  async run({ rounds }) {
    const { ours, anchor } = await inTurnsAgainst(rounds, {
      ours: async (child, base) => {
        await child.ask('list', base);
        return child.ask('list', base);
      },
      anchor: async (child, base) => {
        await child.ask('listBare', base);
        return child.ask('listBare', base);
      },
    });
    return [
      compareTime(`${name}: time`, ours, anchor, ({ milliseconds }) => milliseconds, atMost(1.1)),
      compareTime(`${name}: CPU`, ours, anchor, ({ cpu }) => cpu),
      compareTime(`${name}: longest stall`, ours, anchor, ({ stall }) => stall),
    ];
  },
};
