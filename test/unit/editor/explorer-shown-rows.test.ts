import assert from 'node:assert/strict';
import { reads } from '../../../src/editor/reading/reads.ts';
import { mock } from 'node:test';
import type { EventEmitter } from 'vscode';
import { ShownRows } from '../../../src/editor/explorer/shown-rows.ts';
import type { Node } from '../../../src/editor/explorer/nodes.ts';
import { environment } from './explorer-support.ts';

const folder = (key: string): Node => ({
  type: 'folder',
  folder: 'passkeys',
  key,
  environment,
  list: reads.passkeys('1'),
});
const below = (parent: Node, id: string, label = id): Node => {
  const resource = { kind: 'passkey', environment, id, label, value: {} } as const;
  return { type: 'passkey', key: `${parent.key}/${id}`, environment, parent, resource };
};

/** VS Code, as far as it draws rows: it asks for the ones that it is told have changed, at once or when it comes to it. */
class Editor {
  readonly happened: string[] = [];
  readonly counts = new Map<string, string>();
  isBusy = false;
  readonly rows = new ShownRows(
    { fire: (nodes: Node[]) => this.#redraw(nodes) } as EventEmitter<Node | Node[] | undefined>,
    (node) => this.lookOf(node),
  );

  lookOf({ key }: Node): string {
    return `${key} ${this.counts.get(key) ?? ''}`.trim();
  }

  #redraw(nodes: Node[]): void {
    if (!this.isBusy) setImmediate(() => nodes.forEach((node) => this.draw(node)));
  }

  draw(node: Node): void {
    this.happened.push(`draws ${this.lookOf(node)}`);
    this.rows.drawn(node, this.lookOf(node));
  }

  /** Opens a row, whose list is read then and counts so many rows. */
  async open(parent: Node | undefined, count: string | undefined, ...nodes: Node[]): Promise<Node[]> {
    const given = await this.rows.give(parent, () => {
      if (parent && count !== undefined) this.counts.set(parent.key, count);
      return Promise.resolve(nodes);
    });
    this.happened.push(`has ${given.map(({ key }) => key).join(', ')}`);
    return given;
  }
}

describe('the rows that VS Code has', () => {
  let editor: Editor;
  let passkeys: Node;

  beforeEach(async () => {
    editor = new Editor();
    [passkeys] = (await editor.open(undefined, undefined, folder('p'))) as [Node];
    editor.draw(passkeys);
    editor.happened.length = 0;
  });
  afterEach(() => {
    editor.rows.dispose();
    mock.timers.reset();
  });

  it('know how many there are before VS Code has them, which forgets them to draw the row above', async () => {
    await editor.open(passkeys, '2', below(passkeys, '1'), below(passkeys, '2'));
    assert.deepEqual(editor.happened, ['draws p 2', 'has p/1, p/2']);
  });

  it('are not forgotten later either', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    await editor.rows.give(passkeys, () => {
      editor.counts.set('p', '1');
      editor.rows.redrawWhenIdle([passkeys]);
      return Promise.resolve([below(passkeys, '1')]);
    });
    editor.happened.length = 0;
    mock.timers.tick(60_000);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(editor.happened, []);
  });

  it('are given though VS Code is busy with the rows above them, and waits for these', async () => {
    editor.isBusy = true;
    await editor.open(passkeys, '1', below(passkeys, '1'));
    assert.deepEqual(editor.happened, ['has p/1']);
  });

  it('are drawn anew for nothing that nobody sees', async () => {
    await editor.open(passkeys, undefined, below(passkeys, '1'));
    await editor.open(passkeys, undefined, below(passkeys, '1'));
    assert.deepEqual(editor.happened, ['has p/1', 'has p/1']);
  });

  it('stay the same objects, by which VS Code knows them, and hold what was read last', async () => {
    const [before] = await editor.open(passkeys, '1', below(passkeys, '1', 'OLD'));
    const [after] = await editor.open(passkeys, '1', below(folder('p'), '1', 'NEW'));
    assert.equal(after, before);
    assert.equal(before?.resource?.label, 'NEW');
    assert.deepEqual(editor.rows.all().length, 2);
  });

  it('say when VS Code has them', async () => {
    const told = new Promise<void>((resolve) => editor.rows.onDidGive(resolve));
    await editor.open(passkeys, '1', below(passkeys, '1'));
    await told;
  });

  it('are drawn anew elsewhere once nothing is being opened', async () => {
    const [other] = (await editor.open(undefined, undefined, folder('q'))) as [Node];
    editor.draw(other);
    await editor.open(passkeys, '1', below(passkeys, '1'));
    editor.happened.length = 0;
    mock.timers.enable({ apis: ['setTimeout'] });
    editor.counts.set('q', '1');
    editor.rows.redrawWhenIdle([other]);
    mock.timers.tick(399);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(editor.happened, []);
    mock.timers.tick(1);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(editor.happened, ['draws q 1']);
  });
});
