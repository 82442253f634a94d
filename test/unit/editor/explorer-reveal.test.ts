import assert from 'node:assert/strict';
import type { Explorer } from '../../../src/editor/explorer/explorer.ts';
import type { Node } from '../../../src/editor/explorer/nodes.ts';
import { reveal } from '../../../src/editor/explorer/reveal.ts';
import { environment } from './explorer-support.ts';

const row = (key: string): Node => ({ type: 'malformed', key, environment, label: key, reason: '', value: {} });

/** Something that others can listen to. */
class Signal<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  get listeners(): number {
    return this.#listeners.size;
  }

  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
}

/** A view that shows a row only once it has drawn it. */
class View {
  readonly asked: string[] = [];
  environment = environment;
  readonly filterText = undefined;
  selection: Node[] = [];
  isDrawn = false;
  /** What VS Code does while it is asked. */
  meanwhile: () => unknown = () => undefined;
  readonly selected = new Signal<{ selection: Node[] }>();
  readonly seen = new Signal<{ visible: boolean }>();
  readonly switched = new Signal<void>();
  readonly gave = new Signal<void>();
  readonly rows = { onDidGive: this.gave.event };
  readonly connections = { onDidChange: this.switched.event };
  readonly view = this.#view();

  #view() {
    const selection = () => this.selection;
    return {
      get selection() {
        return selection();
      },
      onDidChangeSelection: this.selected.event,
      onDidChangeVisibility: this.seen.event,
      reveal: async (node: Node) => {
        this.asked.push(node.key);
        await this.meanwhile();
        if (this.isDrawn) this.select(node);
      },
    };
  }

  select(node: Node): void {
    this.selection = [node];
    this.selected.fire({ selection: this.selection });
  }

  show(key: string): Promise<void> {
    return reveal(this as unknown as Explorer, () => row(key));
  }

  /** Everything that can go on without anything new in the view has gone on. */
  async confirmed(): Promise<void> {
    let before = -1;
    while (before < this.asked.length) {
      before = this.asked.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  get listeners(): number {
    return this.selected.listeners + this.seen.listeners + this.switched.listeners + this.gave.listeners;
  }
}

describe('a row that is to be shown', () => {
  it('is asked for once where VS Code has drawn it', async () => {
    const view = new View();
    view.isDrawn = true;
    await view.show('wanted');
    assert.deepEqual(view.asked, ['wanted']);
  });

  it('is waited for as long as it takes, and asked for again when VS Code was given rows', async () => {
    const view = new View();
    const shown = view.show('wanted');
    for (let times = 0; times < 20; times++) {
      await view.confirmed();
      const before = view.asked.length;
      view.gave.fire();
      await view.confirmed();
      assert.ok(view.asked.length > before);
    }
    view.isDrawn = true;
    view.gave.fire();
    await shown;
    assert.deepEqual(view.selection, [row('wanted')]);
  });

  it('is not asked for while nothing changes', async () => {
    const view = new View();
    const shown = view.show('wanted');
    await view.confirmed();
    assert.equal(view.asked.length, 2);
    view.isDrawn = true;
    view.gave.fire();
    await shown;
    assert.equal(view.asked.length, 3);
  });

  it('is asked for again where rows were given in the middle of it', async () => {
    const view = new View();
    view.meanwhile = () => {
      view.isDrawn = view.asked.length > 5;
      view.gave.fire();
    };
    await view.show('wanted');
    assert.equal(view.asked.length, 6);
  });

  it('is asked for again where VS Code has forgotten the rows around it', async () => {
    const view = new View();
    view.meanwhile = () => {
      if (view.asked.length === 1) throw new Error('Cannot resolve tree item for element wanted');
      view.isDrawn = true;
    };
    await view.show('wanted');
    assert.equal(view.asked.length, 2);
  });

  const leaving: [string, (view: View) => void][] = [
    ['selects another row', (view) => view.select(row('another'))],
    ['leaves the view', ({ seen }) => seen.fire({ visible: false })],
    [
      'changes the environment',
      (view) => {
        view.environment = 'prod';
        view.switched.fire();
      },
    ],
  ];
  for (const [what, leave] of leaving)
    it(`is let go when somebody ${what} meanwhile, and no sooner`, async () => {
      const view = new View();
      const shown = view.show('wanted');
      await view.confirmed();
      // These happen without anybody going elsewhere.
      view.selected.fire({ selection: [] });
      view.seen.fire({ visible: true });
      view.switched.fire();
      await view.confirmed();
      const before = view.asked.length;
      leave(view);
      await shown;
      assert.equal(view.asked.length, before);
      assert.equal(view.listeners, 0);
    });

  it('is shown though another one was selected before', async () => {
    const view = new View();
    view.selection = [row('before')];
    const shown = view.show('wanted');
    await view.confirmed();
    view.select(row('before'));
    view.isDrawn = true;
    view.gave.fire();
    await shown;
    assert.deepEqual(view.selection, [row('wanted')]);
  });

  it('gives way to one that is asked for later', async () => {
    const view = new View();
    const first = view.show('first');
    await view.confirmed();
    const second = view.show('second');
    await first;
    view.isDrawn = true;
    view.gave.fire();
    await second;
    assert.equal(view.asked.at(-1), 'second');
    assert.equal(view.listeners, 0);
  });
});
