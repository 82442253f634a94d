import assert from 'node:assert/strict';
import type { Explorer } from '../../../src/editor/explorer/explorer.ts';
import type { Node } from '../../../src/editor/explorer/nodes.ts';
import { reveal } from '../../../src/editor/explorer/reveal.ts';
import { environment } from './explorer-support.ts';

const row = (key: string): Node => ({ type: 'malformed', key, environment, label: key, reason: '', value: {} });

/** A view that shows a row only from the given try on. */
function explorerWith(drawnAt: number, meanwhile: (explorer: Stand, tries: number) => void = () => undefined) {
  const explorer: Stand = {
    environment,
    filterText: undefined,
    asked: [],
    view: {
      visible: true,
      selection: [],
      reveal: (node) => {
        explorer.asked.push(node.key);
        if (explorer.asked.length >= drawnAt) explorer.view.selection = [node];
        meanwhile(explorer, explorer.asked.length);
        return Promise.resolve();
      },
    },
  };
  return explorer;
}

interface Stand {
  environment: string;
  filterText: undefined;
  readonly asked: string[];
  readonly view: { visible: boolean; selection: Node[]; reveal: (node: Node) => Promise<void> };
}

const show = (explorer: Stand, key: string) => reveal(explorer as unknown as Explorer, () => row(key));

describe('a row that is to be shown', () => {
  it('is asked for again until it is drawn, and no more', async () => {
    for (const drawnAt of [1, 2, 4]) {
      const explorer = explorerWith(drawnAt);
      await show(explorer, 'wanted');
      assert.deepEqual(explorer.asked, Array(drawnAt).fill('wanted'));
    }
  });

  it('is given up in the end', async () => {
    const explorer = explorerWith(Infinity);
    await show(explorer, 'never');
    assert.equal(explorer.asked.length, 7);
  });

  const leaving: [string, (explorer: Stand) => void][] = [
    ['selects another row', ({ view }) => (view.selection = [row('another')])],
    ['leaves the view', ({ view }) => (view.visible = false)],
    ['changes the environment', (explorer) => (explorer.environment = 'prod')],
  ];
  for (const [what, leave] of leaving)
    it(`is let go when somebody ${what} meanwhile`, async () => {
      const explorer = explorerWith(Infinity, (stand, tries) => tries === 2 && leave(stand));
      await show(explorer, 'wanted');
      assert.equal(explorer.asked.length, 2);
    });

  it('gives way to one that is asked for later', async () => {
    const explorer = explorerWith(Infinity);
    await Promise.all([show(explorer, 'first'), show(explorer, 'second')]);
    assert.equal(explorer.asked.filter((key) => key === 'first').length, 1);
    assert.equal(explorer.asked.at(-1), 'second');
  });
});
