import assert from 'node:assert/strict';
import type { Dialect } from '../../../src/client/index.ts';
import { reads } from '../../../src/editor/reading/reads.ts';
import { childrenOf, rootsOf } from '../../../src/editor/explorer/children.ts';
import { filterTree, isShown } from '../../../src/editor/explorer/filter.ts';
import { eventAbove, type Node } from '../../../src/editor/explorer/nodes.ts';
import { syncedPins, type Memory } from '../../../src/editor/platform/memory.ts';
import { Pins } from '../../../src/editor/reading/pins.ts';
import { sortNodes } from '../../../src/editor/explorer/sorting.ts';
import { listsTouchedBy, rowsTouchedBy } from '../../../src/editor/explorer/touched.ts';
import type { Change } from '../../../src/editor/platform/changes.ts';
import { shapeNames } from '../../../src/service/index.ts';
import { clientOf, testService, useService } from '../service/support.ts';
import { environment, TestTree } from './explorer-support.ts';
import { foldText } from '../../../src/shared/text.ts';

const showing = (tree: TestTree, nodes: readonly Node[]) => nodes.map((node) => tree.draw(node).label);
const types = (nodes: readonly Node[]) => [...new Set(nodes.map(({ type }) => type))];

for (const shape of shapeNames) {
  describe(`the tree over a service that answers in the ${shape} shape`, () => {
    const held = useService({ shape });
    const makeTree = (size?: number) => new TestTree(held.client, size);

    it('lists the events of the featured, of a category and of the home page', async () => {
      const tree = makeTree();
      assert.ok(showing(tree, await tree.path('Featured')).includes('Festival da Primavera'));
      assert.ok(showing(tree, await tree.path('Categories', 'festivals')).includes('Festival da Primavera'));
      assert.ok(showing(tree, await tree.path('Home', 'Destaques')).includes('Festival da Primavera'));
      assert.deepEqual(types(await tree.path('Home', 'Cover')), ['event']);
    });

    it('asks for featured events with what the service is known to take, and with nothing else', async () => {
      const tree = makeTree();
      const listAt = (dialect?: Dialect) =>
        rootsOf(environment, Object.assign(makeTree(), { dialectOf: () => dialect }))[1]?.list;
      for (const dialect of [undefined, {}, { categories: ['x'] }]) assert.deepEqual(listAt(dialect)?.input, {});
      const inSaoPaulo = Object.assign(tree, { dialectOf: (): Dialect => ({ featured: { state: 'SP' } }) });
      assert.deepEqual(rootsOf(environment, inSaoPaulo)[1]?.list?.input, { query: { state: 'SP' } });
      const all = await makeTree().path('Featured');
      const some = await inSaoPaulo.path('Featured');
      assert.ok(some.length > 0 && some.length < all.length, `${some.length} of ${all.length}`);
    });

    it('asks once for each list that is opened', async () => {
      const tree = makeTree();
      const items = await tree.path('Featured', 'Festival da Primavera', 'Items');
      assert.deepEqual(tree.asked, ['getFeatured 1', 'listItems 1']);
      assert.deepEqual(types(items), ['item']);
      await tree.path('Categories', 'festivals', 'Festival da Primavera', 'Items');
      assert.deepEqual(tree.asked, ['getFeatured 1', 'listItems 1', 'searchCategory 1']);
    });

    it('has the sessions without asking, and their tickets with one request', async () => {
      const tree = makeTree();
      const sessions = await tree.path('Featured', 'Festival da Primavera', 'Sessions');
      assert.deepEqual(
        sessions.map((node) => tree.draw(node).description),
        ['available', 'sold out', 'available'],
      );
      const groups = await tree.open(sessions[0]);
      assert.deepEqual(types(groups), ['ticket']);
      assert.deepEqual(tree.asked, ['getFeatured 1', 'getSessionTickets 1']);
      assert.equal((await tree.open(groups[0])).length, 3);
    });

    it('reads the sessions of an event that came without them', async () => {
      const tree = makeTree();
      assert.equal((await tree.path('Home', 'Cover', 'Festival da Primavera', 'Sessions')).length, 3);
      assert.deepEqual(tree.asked, ['getHomeSections 1', 'getHomeCover 1', 'getEvent 1']);
    });

    it('shows what belongs to an item, and its codes page by page', async () => {
      const tree = makeTree(30);
      const items = await tree.path('Featured', 'Festival da Primavera', 'Items');
      const lots = await tree.open(items[0]);
      assert.deepEqual(showing(tree, lots), ['1º lote', '2º lote', '3º lote']);
      const lines = await tree.open(lots[0]);
      assert.deepEqual(showing(tree, lines).slice(0, 2), ['Values', 'Sale period, category 1']);
      assert.ok(showing(tree, lines).includes('When sold out'));
      const codes = await tree.open(lines.at(-1));
      assert.ok(codes.filter(({ type }) => type === 'code').length > 0);
      assert.deepEqual([codes[0]?.resource?.kind, eventAbove(codes[0])?.label], ['code', 'Festival da Primavera']);
    });

    it('names the items that a passkey opens once they are loaded', async () => {
      const tree = makeTree();
      const passkeys = await tree.path('Featured', 'Festival da Primavera', 'Passkeys');
      const [passkey] = passkeys;
      assert.match(showing(tree, await tree.open(passkey))[0] ?? '', /^Item \d+$/);
      await tree.path('Featured', 'Festival da Primavera', 'Items');
      const opened = await tree.open(passkey);
      assert.doesNotMatch(showing(tree, opened)[0] ?? '', /^Item \d+$/);
      // Every day has its `1º lote`.
      const described = opened.map((node) => tree.draw(node).description ?? '');
      assert.ok(
        described.some((text) => /^(Pista|Passaporte|Convidados|Camarote)/.test(text)),
        described.join('\n'),
      );
    });

    it('shows crew, attributes and reports', async () => {
      const tree = makeTree();
      const below = (name: string) => tree.path('Featured', 'Festival da Primavera', name);
      assert.deepEqual(types(await below('Crew')), ['member']);
      const [member] = await below('Crew');
      assert.match(tree.draw(member!).description ?? '', /^\S.* · \S+@example\.\w+$/);
      assert.ok(showing(tree, await below('Attributes')).includes('age_rating'));
      assert.deepEqual(showing(tree, await below('Reports')), ['Entry report', 'Bordero']);
    });

    it('counts sessions, and items without the groups that hold them, without another request', async () => {
      const tree = makeTree();
      const folders = await tree.path('Featured', 'Festival da Primavera');
      const count = (label: string) => tree.draw(tree.find(folders, label)).description;
      const sessions = await tree.open(tree.find(folders, 'Sessions'));
      assert.equal(count('Items'), '');
      const groups = await tree.open(tree.find(folders, 'Items'));
      const inside = await Promise.all(
        groups.map(async (group) => (group.type === 'item' && group.group ? tree.open(group) : [group])),
      );
      assert.ok(inside.flat().length > groups.length);
      assert.deepEqual([count('Sessions'), count('Items')], [String(sessions.length), String(inside.flat().length)]);
      assert.deepEqual(tree.asked, ['getFeatured 1', 'listItems 1']);
    });

    it('offers more where there is more, and has it all in the end', async () => {
      const tree = makeTree(3);
      let nodes = await tree.path('Featured');
      const pages: number[] = [];
      while (nodes.at(-1)?.type === 'more') {
        pages.push(nodes.length - 1);
        await tree.store.loadMore(environment, reads.featured());
        nodes = await tree.path('Featured');
      }
      assert.deepEqual(pages, [3, 6]);
      assert.equal(nodes.length, 8);
    });

    it('gives every row a key of its own', async () => {
      const tree = makeTree();
      const keys: string[] = [];
      const visit = async (node: Node, depth: number): Promise<void> => {
        keys.push(node.key);
        if (depth > 0) for (const child of await tree.open(node)) await visit(child, depth - 1);
      };
      const [, featured] = rootsOf(environment, tree);
      await visit(featured!, 3);
      assert.ok(keys.length > 100);
      assert.equal(new Set(keys).size, keys.length);
    });
  });
}

describe('the filter', () => {
  async function loadedTree(): Promise<{ tree: TestTree; stop: () => Promise<void> }> {
    const service = await testService();
    const tree = new TestTree(clientOf(service));
    await tree.path('Featured', 'Festival da Primavera', 'Items');
    await tree.path('Categories', 'theatre');
    return { tree, stop: () => service.stop() };
  }

  const apply = (tree: TestTree, text: string) => {
    const textOf = (node: Node) => {
      const { label, description = '' } = tree.draw(node);
      return `${label} ${description} ${node.resource?.id ?? ''}`;
    };
    const result = filterTree(text, environment, tree, textOf);
    const below = (node?: Node): Node[] => {
      const nodes = node ? childrenOf(node, tree) : rootsOf(environment, tree);
      return nodes.filter((child) => isShown(child, result)).flatMap((child) => [child, ...below(child)]);
    };
    return { result, rows: below() };
  };

  it('leaves what matches and the way to it, without accents and without asking', async () => {
    const { tree, stop } = await loadedTree();
    const asked = tree.asked.length;
    const { result, rows } = apply(tree, 'camarote sabado');
    assert.deepEqual(showing(tree, rows).slice(0, 3), ['Featured', 'Festival da Primavera', 'Items']);
    assert.match(showing(tree, rows)[3] ?? '', /^Camarote – sábado/);
    assert.deepEqual(types(rows.slice(4)), ['fact', 'folder']);
    assert.equal(result.matches.size, 1);
    assert.equal(tree.asked.length, asked);
    await stop();
  });

  it('finds by an id, and shows all that is below a match', async () => {
    const { tree, stop } = await loadedTree();
    const { rows } = apply(tree, '1001');
    assert.ok(showing(tree, rows).includes('Passkeys'));
    assert.ok(!showing(tree, rows).includes('O Auto da Lua'));
    await stop();
  });

  it('shows nothing where nothing matches', async () => {
    const { tree, stop } = await loadedTree();
    assert.deepEqual(apply(tree, 'no such thing').rows, []);
    await stop();
  });

  it('folds accents and capitals', () => {
    assert.equal(foldText('SÃO Łódź'), 'sao łodz');
  });
});

describe('a list that can no longer be read', () => {
  it('fault 32: keeps its rows, marked, below what went wrong', async () => {
    const service = await testService();
    const tree = new TestTree(clientOf(service, { timeout: 2000 }));
    const before = await tree.path('Featured');
    await service.stop();
    await tree.store.refresh(environment, reads.featured());
    const [problem, ...rows] = await tree.path('Featured');
    assert.equal(tree.draw(problem!).label, 'Offline');
    assert.deepEqual(showing(tree, rows), showing(tree, before));
    assert.equal(tree.draw(rows[0]!).icon?.color, 'disabledForeground');
    assert.match(tree.draw(tree.find(await tree.path(), 'Featured')).description ?? '', /not up to date$/);
  });
});

describe('what a change touches', () => {
  const write = (change: Partial<Change>): Change => ({ environment, kind: 'passkey', ...change });

  async function loaded(): Promise<{ tree: TestTree; shown: Node[]; stop: () => Promise<void> }> {
    const service = await testService();
    const tree = new TestTree(clientOf(service));
    const shown: Node[] = [];
    const keep = async (nodes: Promise<readonly Node[]>) => void shown.push(...(await nodes));
    for (const event of ['Festival da Primavera', 'O Auto da Lua']) {
      await keep(tree.path('Featured', event));
      for (const folder of ['Items', 'Passkeys']) await keep(tree.path('Featured', event, folder));
    }
    return { tree, shown, stop: () => service.stop() };
  }

  it('is the list of that event and kind, and the one row that shows it', async () => {
    const { tree, shown, stop } = await loaded();
    const lists = listsTouchedBy(write({ kind: 'passkey', eventId: '1001' }), tree.store);
    assert.deepEqual(lists, [reads.passkeys('1001')]);
    assert.deepEqual(
      rowsTouchedBy(environment, lists[0]!, shown).map(({ key }) => key),
      [`${environment}/featured/1001/passkeys`],
    );
    assert.equal(listsTouchedBy(write({ kind: 'item' }), tree.store).length, 2);
    assert.deepEqual(listsTouchedBy(write({ environment: 'other' }), tree.store), []);
    await stop();
  });

  it('is the codes of the item, or of the items of the event', async () => {
    const { tree, stop } = await loaded();
    const [first, second] = ['1001', '1002'].map((eventId) => tree.list(environment, reads.items(eventId))!.rows[1]!.id!);
    for (const itemId of [first!, second!]) await tree.store.load(environment, reads.codes(itemId));
    assert.deepEqual(listsTouchedBy(write({ kind: 'code', itemId: second }), tree.store), [reads.codes(second!)]);
    assert.deepEqual(listsTouchedBy(write({ kind: 'code', eventId: '1001' }), tree.store), [reads.codes(first!)]);
    await stop();
  });
});

describe('the order of rows', () => {
  const events = (...list: [string, string | undefined][]) =>
    list.map(([label, date], index): Node => {
      const value = { sessions: date === undefined ? [] : [{ id: 1, date }] };
      const resource = { kind: 'event', environment, id: String(index), label, value } as const;
      return { type: 'event', key: label, environment, resource, pinned: false, kept: false };
    });
  const more: Node = { type: 'more', key: 'more', environment, list: reads.featured(), shown: 3 };
  const keys = (nodes: readonly Node[]) => nodes.map(({ key }) => key);
  const nodes = [...events(['b 10', undefined], ['b 9', '2026-03-02'], ['á', '2026-03-01']), more];

  it('is the name, the date or that of the service, with Load more at the end', () => {
    assert.deepEqual(keys(sortNodes(nodes, 'service', 'pt-BR')), ['b 10', 'b 9', 'á', 'more']);
    assert.deepEqual(keys(sortNodes(nodes, 'name', 'pt-BR')), ['á', 'b 9', 'b 10', 'more']);
    assert.deepEqual(keys(sortNodes(nodes, 'date', 'pt-BR')), ['á', 'b 9', 'b 10', 'more']);
  });
});

describe('pins', () => {
  const memory = (): Memory & { kept: Map<string, unknown> } => {
    const kept = new Map<string, unknown>();
    return { kept, get: (key) => kept.get(key), update: (key, value) => (kept.set(key, value), Promise.resolve()) };
  };
  const pin = (id: string, value: object = {}) => ({ id, label: `event ${id}`, value: { id, ...value } });

  it('are kept by environment, in the order in which they were made, each once', async () => {
    const store = memory();
    const pins = new Pins(store);
    await pins.add('stg', [pin('1'), pin('2')]);
    await pins.add('stg', [pin('2', { title: 'newer' }), pin('3')]);
    await pins.add('sandbox', [pin('9')]);
    await pins.remove('stg', ['1']);
    const read = new Pins(store);
    assert.deepEqual(
      read.of('stg').map(({ id }) => id),
      ['2', '3'],
    );
    assert.deepEqual(read.of('stg')[0]?.value, { id: '2', title: 'newer' });
    assert.equal(read.of('sandbox').length, 1);
  });

  it('keep all digits of an id, and nothing that a row does not show', async () => {
    const store = memory();
    await new Pins(store).add('stg', [
      { id: '9007199254740993', label: 'x', value: { id: 9007199254740993n, apiKey: 'secret' } },
    ]);
    assert.doesNotMatch(JSON.stringify([...store.kept]), /secret/);
    assert.deepEqual(new Pins(store).of('stg')[0]?.value, { id: 9007199254740993n });
  });

  const idsOf = (pins: readonly { readonly id: string }[]) => pins.map(({ id }) => id);

  it('go with Settings Sync by id and name alone, and are what another machine has made of them', async () => {
    const store = memory();
    const pins = new Pins(store);
    await pins.add('stg', [pin('1', { link: 'https://example.com', venue: 'here' }), pin('2')]);
    const synced = '{"stg":[{"id":"1","label":"event 1"},{"id":"2","label":"event 2"}]}';
    assert.equal(store.kept.get(syncedPins), synced);
    // Another machine has unpinned one and pinned two more, one of them in an environment that is not here.
    store.kept.set(
      syncedPins,
      '{"stg":[{"id":"1","label":"event 1"},{"id":"3","label":"event 3"}],"other":[{"id":"9","label":"x"}]}',
    );
    assert.deepEqual(idsOf(pins.of('stg')), ['1', '3']);
    assert.deepEqual(pins.of('stg')[0]?.value, { id: '1', link: 'https://example.com', venue: 'here' });
    assert.deepEqual(pins.of('stg')[1], { id: '3', label: 'event 3', value: undefined });
    await pins.remove('stg', ['1']);
    assert.equal(store.kept.get(syncedPins), '{"other":[{"id":"9","label":"x"}],"stg":[{"id":"3","label":"event 3"}]}');
  });

  it('stay on this machine where they are of its local service, used lately, or too many', async () => {
    const store = memory();
    await new Pins(store).add('local', [pin('1')]);
    await new Pins(store, 'recentEvents').addFirst('stg', pin('1'), 5);
    assert.equal(store.kept.get(syncedPins), undefined);
    const many = Array.from({ length: 101 }, (_, index) => pin(String(index)));
    await new Pins(store).add('stg', many.slice(1));
    await new Pins(store).add('sandbox', [pin('x'.repeat(101))]);
    await new Pins(store).add('named', [{ ...pin('1'), label: 'n'.repeat(1000) }]);
    assert.match(String(store.kept.get(syncedPins)), /^\{"stg":\[.*\],"named":\[\{"id":"1","label":"n{100}"\}\]\}$/);
    await new Pins(store).add('stg', many);
    assert.doesNotMatch(String(store.kept.get(syncedPins)), /stg/);
    assert.equal(new Pins(store).of('stg').length, 101);
    assert.equal(new Pins(store).of('sandbox').length, 1);
  });

  it('are those of this machine where what was synced cannot be read', async () => {
    const store = memory();
    await new Pins(store).add('stg', [pin('1')]);
    for (const kept of ['{', '5', '[]', '{"stg":5}', undefined, 7]) {
      store.kept.set(syncedPins, kept);
      assert.deepEqual(idsOf(new Pins(store).of('stg')), ['1'], String(kept));
    }
    store.kept.set(syncedPins, '{"stg":[null,{"id":5},{"id":"2","label":"y","value":{"token":"z"}}],"__proto__":[]}');
    assert.deepEqual(new Pins(store).of('stg'), [{ id: '2', label: 'y', value: undefined }]);
  });

  it('start afresh where what was kept cannot be read', () => {
    for (const kept of ['{', '5', '[null, {}]', undefined, 7]) {
      const store = memory();
      store.kept.set('pins.stg', kept);
      assert.deepEqual(new Pins(store).of('stg'), []);
    }
  });

  it('are read again before their sessions are shown', async () => {
    const service = await testService();
    const tree = new TestTree(clientOf(service));
    tree.pinned = [{ id: '1001', label: 'kept', value: { date: [{ id: 1, date: '2020-01-01' }] } }];
    assert.equal((await tree.path('Pinned', 'kept', 'Sessions')).length, 3);
    assert.deepEqual(tree.asked, ['getEvent 1']);
    assert.equal((await tree.path('Pinned'))[0]?.resource?.label, 'Festival da Primavera');
    await service.stop();
  });
});
