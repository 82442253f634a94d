import assert from 'node:assert/strict';
import { reads } from '../../../src/editor/reading/reads.ts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { childrenOf } from '../../../src/editor/explorer/children.ts';
import { contextValueOf } from '../../../src/editor/explorer/capabilities.ts';
import { draw } from '../../../src/editor/explorer/draw.ts';
import { Formats } from '../../../src/editor/reading/formats.ts';
import { nestItems, type ItemBranch } from '../../../src/records/item-groups.ts';
import type { Node, ProblemNode } from '../../../src/editor/explorer/nodes.ts';
import type { ListProblem } from '../../../src/editor/explorer/store.ts';
import { readList } from '../../../src/client/index.ts';
import { eventAround } from '../../../src/editor/platform/resources.ts';
import { localDialect } from './dialects.ts';
import { description, drawn, environment, eventNode, folderOf, knownLists, noon, plain, toolsOf } from './explorer-support.ts';

const session = (date: string, status = 'available', id = 1) => ({ id, status, dateTime: { date, time: '18:00:00' } });
const festival = {
  id: 7,
  title: 'Festival da Primavera',
  status: 'published',
  saleEnabled: true,
  link: 'festival-da-primavera',
  venue: { name: 'Parque', city: 'São Paulo' },
  date: [session('20/03/2026'), session('22/03/2026', 'available', 2)],
};

function itemNode(value: object): Node {
  const known = knownLists([[reads.items('7'), [{ id: 1, name: '1º lote', type: 'Ticket', ...value }]]]);
  return childrenOf(folderOf(eventNode(festival), 'items', known), known)[0]!;
}

function passkeyNode(value: object): Node {
  const known = knownLists([[reads.passkeys('7'), [{ id: 1, passkey: 'IMPRENSA', ...value }]]]);
  return childrenOf(folderOf(eventNode(festival), 'passkeys', known), known)[0]!;
}

describe('what a row of the tree says', () => {
  it('of an event: when, where and whether it is on sale', () => {
    assert.equal(drawn(eventNode(festival)).label, 'Festival da Primavera');
    assert.match(description(eventNode(festival)), /^20 – 22 de mar\.? · São Paulo · on sale$/);
  });

  it('of an event in another year: the year too', () => {
    assert.match(description(eventNode({ ...festival, date: [session('20/03/2027')] })), /2027/);
  });

  it('of an event that cannot be bought: why', () => {
    const status = (value: object) => {
      const node = eventNode({ ...festival, ...value });
      return [description(node).split(' · ').at(-1), drawn(node).badge];
    };
    assert.deepEqual(status({ status: 'draft' }), ['draft', 'draft']);
    assert.deepEqual(status({ status: 'private' }), ['private', 'hidden']);
    assert.deepEqual(status({ saleEnabled: false }), ['not on sale', undefined]);
    assert.deepEqual(status({ date: [session('20/03/2026', 'soldout')] }), ['sold out', 'soldOut']);
    assert.deepEqual(status({ date: [session('20/03/2026', 'finished')] }), ['finished', 'over']);
  });

  it('of an item: its price in the currency, what is left and until when', () => {
    const salePeriods = [{ start: '2026-06-01T10:00:00-03:00', finish: '2026-06-28T00:00:00-03:00', available: 340 }];
    assert.match(description(itemNode({ value: { price: 120 }, salePeriods })), /^R\$ 120,00 · 340 left · until 28 de jun\.?$/);
  });

  it('of an item: from when, that its sale has ended, that it is sold out or hidden', () => {
    const periods = (start: string, finish: string, available = 5) => ({ salePeriods: [{ start, finish, available }] });
    const ahead = itemNode({ value: { price: 150.5 }, ...periods('2026-07-01 00:00:00', '2026-07-09 00:00:00') });
    assert.match(description(ahead), /^R\$ 150,50 · 5 left · from 1º? de jul\.?$/);
    const over = itemNode(periods('2026-05-01 00:00:00', '2026-06-15 11:59:59'));
    assert.deepEqual([description(over), drawn(over).badge], ['sale ended', 'over']);
    const period = childrenOf(over, knownLists([])).find((node) => node.type === 'fact' && node.fact === 'salePeriod')!;
    assert.equal(drawn(period).badge, 'over');
    assert.match(description(period), /^sale ended · /);
    const soldOut = itemNode(periods('2026-05-01 00:00:00', '2026-08-01 00:00:00', 0));
    assert.match(description(soldOut), /^sold out · until/);
    assert.equal(drawn(soldOut).badge, 'soldOut');
    assert.deepEqual([description(itemNode({ hidden: true })), drawn(itemNode({ hidden: true })).badge], ['hidden', 'hidden']);
  });

  it('of an item whose availability is only yes or no', () => {
    assert.equal(description(itemNode({ value: { price: 0 }, available: false })), 'R$ 0,00 · unavailable');
    assert.equal(description(itemNode({ value: { price: 0 }, available: true })), 'R$ 0,00');
  });

  it('of an item that was never given a number: nothing of being sold out, which only a number that is shown says', () => {
    const value = { price: 10 };
    const [start, finish] = ['2026-05-01 00:00:00', '2026-08-01 00:00:00'];
    const now = (...salePeriods: object[]) => itemNode({ value, salePeriods });
    assert.equal(description(itemNode({ value, salePeriods: [], available: false, quantity: 0 })), 'R$ 10,00 · no sale period');
    assert.match(description(now({ start, finish })), /^R\$ 10,00 · until/);
    assert.match(description(now({ start, finish, available: 0 }, { start, finish })), /^R\$ 10,00 · until/);
    const none = itemNode({ value, salePeriods: [{ start, finish, available: 0 }], quantity: 0 });
    assert.match(description(none), /^R\$ 10,00 · no quantity set · until/);
    assert.equal(drawn(none).badge, undefined);
  });

  it('of an item whose open sale is sold out: that it is, whatever is left of one that has ended', () => {
    const ended = { start: '2026-04-01 00:00:00', finish: '2026-05-01 00:00:00', available: 5 };
    const open = { start: '2026-05-01 00:00:00', finish: '2026-08-01 00:00:00', available: 0 };
    assert.match(description(itemNode({ salePeriods: [ended, open], quantity: 9 })), /^sold out · until/);
  });

  it('of an item without a session: that it has none, where the service shows its sessions', () => {
    assert.equal(description(itemNode({ value: { price: 10 }, eventDates: [] })), 'R$ 10,00 · no session');
    assert.equal(description(itemNode({ value: { price: 10 }, eventDates: [{ id: 1 }] })), 'R$ 10,00');
    assert.equal(description(itemNode({ value: { price: 10 } })), 'R$ 10,00');
    assert.doesNotMatch(description(itemNode({ type: 'Group', eventDates: [] })), /no session/);
  });

  it('of a passkey: how many items, how much it was used and until when', () => {
    const passkey = { itemIds: [1, 2], used: 14, limit: 50, finish: '2026-06-20', status: 'approved' };
    assert.match(description(passkeyNode(passkey)), /^2 items · 14 of 50 used · until 20 de jun\.?$/);
  });

  it('of a passkey that no longer opens anything: why', () => {
    const of = (value: object) => [description(passkeyNode(value)).split(' · ')[0], drawn(passkeyNode(value)).badge];
    assert.deepEqual(of({ status: 'cancelled' }), ['cancelled', 'cancelled']);
    assert.deepEqual(of({ finish: '2026-06-14' }), ['expired', 'over']);
    assert.deepEqual(of({ used: 5, limit: 5 }), ['used up', 'soldOut']);
  });

  it('takes a last day without a time as the whole of it', () => {
    assert.equal(drawn(passkeyNode({ finish: '2026-06-15' })).badge, undefined);
  });

  it('makes no Intl object for a row', () => {
    const nodes = Array.from({ length: 1000 }, (_row, index) => eventNode({ ...festival, id: index + 1 }));
    const { NumberFormat, DateTimeFormat } = Intl;
    let made = 0;
    const count = () => {
      made += 1;
    };
    class CountedNumbers extends NumberFormat {
      constructor(...args: ConstructorParameters<typeof NumberFormat>) {
        super(...args);
        count();
      }
    }
    class CountedDates extends DateTimeFormat {
      constructor(...args: ConstructorParameters<typeof DateTimeFormat>) {
        super(...args);
        count();
      }
    }
    Object.assign(Intl, { NumberFormat: CountedNumbers, DateTimeFormat: CountedDates });
    try {
      for (const node of nodes) drawn(node);
    } finally {
      Object.assign(Intl, { NumberFormat, DateTimeFormat });
    }
    assert.equal(made, 0);
  });

  it('writes money and days in the language of the editor and the currency of the environment', () => {
    const english = new Formats({ language: 'en-GB', currency: 'EUR', timeZone: 'UTC', dialect: localDialect, now: () => noon });
    assert.equal(plain(english.amount(120, 'items')), '€120.00');
    assert.equal(plain(english.days('2026-03-20', '2026-03-22')).replace(' – ', '–'), '20–22 Mar');
  });
});

describe('fault 16: the words of a service in the tree', () => {
  const hostile = '[x](command:boxOffice.deletePasskey) <img src=x> **b**';

  it('fault 16: are shown as the text that they are', () => {
    const { label, tooltip } = drawn(eventNode({ ...festival, title: hostile }));
    assert.equal(label, hostile);
    assert.equal(tooltip?.()[0], hostile);
  });

  it('fault 16: never become Markdown', () => {
    const files = globSync('src/editor/explorer/**/*.ts', { cwd: root });
    assert.ok(files.length > 10);
    for (const file of files)
      assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), /MarkdownString|(?<!workspace\.)isTrusted/, file);
  });
});

describe('the states of a list', () => {
  const problemNode = (problem: ListProblem): ProblemNode => ({
    type: 'problem',
    key: 'x',
    environment,
    list: reads.featured(),
    problem,
  });

  it('says what went wrong and what a click does', () => {
    const look = (kind: ListProblem['kind']) => {
      const { label, description = '', command, icon } = drawn(problemNode({ kind, message: 'Why.' }));
      return [label, description, command?.id, icon?.id];
    };
    assert.deepEqual(look('unauthorized'), ['Sign in to see these', '', 'boxOffice.signIn', 'sign-in']);
    assert.deepEqual(look('network'), ['Offline', 'Try Again · Why.', 'boxOffice.refresh', 'debug-disconnect']);
    assert.deepEqual(look('timeout'), ['Offline', 'Try Again · Why.', 'boxOffice.refresh', 'debug-disconnect']);
    assert.deepEqual(look('server'), ['Could not be read', 'Try Again · Why.', 'boxOffice.refresh', 'error']);
  });

  it('offers what fills an empty list, for the very event or passkey', () => {
    const reply = { data: [], pagination: { total: 0 } };
    const known = knownLists([
      [reads.items('7'), reply],
      [reads.crew('7'), reply],
      [reads.codes('3'), reply],
    ]);
    const event = eventNode(festival);
    const step = (node: Node) => {
      const [empty] = childrenOf(node, known);
      const { description, command } = drawn(empty!);
      return [description, command?.id, command?.on];
    };
    assert.deepEqual(step(folderOf(event, 'items', known)), ['Create Item…', 'boxOffice.createItem', undefined]);
    assert.deepEqual(step(folderOf(event, 'crew', known)), [undefined, undefined, undefined], 'nobody can be added here');
    const codes: Node = {
      type: 'folder',
      folder: 'codes',
      key: 'y',
      environment,
      parent: event,
      list: reads.codes('3'),
    };
    assert.deepEqual(step(codes), ['Upload Codes…', 'boxOffice.uploadCodes', event.resource]);
    const passkey = { kind: 'passkey', environment, id: '5', label: 'VIP', value: { id: 5, itemIds: [] } } as const;
    const row: Node = { type: 'passkey', key: 'z', environment, resource: passkey };
    assert.deepEqual(step(row), ['Choose Items…', 'boxOffice.associatePasskey', row]);
  });

  it('shows one quiet row where there is nothing', () => {
    const known = knownLists([[reads.passkeys('7'), { data: [], pagination: { total: 0 } }]]);
    const nodes = childrenOf(folderOf(eventNode(festival), 'passkeys', known), known);
    assert.deepEqual(
      nodes.map((node) => drawn(node).label),
      ['No passkeys yet'],
    );
  });

  it('fault 28: marks a bad row and shows the others', () => {
    const reply = [{ id: 1, name: 'good' }, null, { name: 'without an id' }, 'text', { id: 2, name: 'good too' }];
    for (const list of ['passkeys', 'items'] as const) {
      const known = knownLists([[reads[list]('7'), reply]]);
      const nodes = childrenOf(folderOf(eventNode(festival), list, known), known);
      assert.deepEqual(
        nodes.map(({ type }) => (type === 'malformed' ? 'bad' : 'good')),
        ['good', 'bad', 'bad', 'bad', 'good'],
        list,
      );
      assert.equal(drawn(nodes[1]!).description, 'This row is empty.');
      assert.equal(drawn(nodes[2]!).description, 'This row has no id.');
      assert.equal(drawn(nodes[2]!).icon?.id, 'warning');
      assert.equal(new Set(nodes.map(({ key }) => key)).size, 5, 'two rows have one key');
    }
  });

  it('fault 28: marks a bad session and shows the others', () => {
    const dated = { dateTime: { date: '21/03/2026', time: '18:00:00' } };
    const sessions = [session('20/03/2026'), null, dated, { status: 'available' }, session('22/03/2026', 'available', 2)];
    const looks = (event: object) => childrenOf(folderOf(eventNode(event), 'sessions', knownLists([])), knownLists([]));
    const nodes = looks({ ...festival, date: sessions });
    assert.deepEqual(
      nodes.map(({ type }) => type),
      ['session', 'malformed', 'malformed', 'malformed', 'session'],
    );
    assert.equal(drawn(nodes[1]!).description, 'This row is empty.');
    assert.equal(drawn(nodes[2]!).description, 'This row has no id.');
    assert.equal(new Set(nodes.map(({ key }) => key)).size, 5, 'two rows have one key');
    assert.deepEqual(
      looks({ ...festival, date: [dated, { dateTime: { date: '22/03/2026' } }] }).map(({ type }) => type),
      ['session', 'session'],
      'where none has an id, a date is enough',
    );
  });

  it('fault 28: marks a bad type of a ticket, and a bad event of a section, and shows the others', () => {
    const rows = readList([{ id: 1, name: 'good' }, null, { id: 2, name: 'good too' }]).rows;
    const place = { key: 'k', environment, parent: eventNode(festival) };
    const ticket: Node = { ...place, type: 'ticket', label: 'Pista', value: {}, types: rows };
    const section: Node = { ...place, type: 'section', label: 'Soon', rows };
    for (const node of [ticket, section]) {
      const nodes = childrenOf(node, knownLists([]));
      assert.deepEqual(
        nodes.map(({ type }) => type === 'malformed'),
        [false, true, false],
        node.type,
      );
      assert.equal(drawn(nodes[1]!).description, 'This row is empty.');
    }
  });

  it('fault 28: copes with fields that are missing, null or of another kind', () => {
    for (const key of Object.keys(festival)) {
      for (const wrong of [undefined, null, 5, 'text', [], {}, true]) {
        if (key === 'id') continue;
        assert.ok(drawn(eventNode({ ...festival, [key]: wrong })).label !== '', `${key} as ${JSON.stringify(wrong)}`);
      }
    }
  });

  it('gives two rows with one id two keys', () => {
    const known = knownLists([[reads.featured(), [festival, festival]]]);
    const folder: Node = { type: 'folder', folder: 'featured', key: 'f', environment, list: reads.featured() };
    assert.equal(new Set(childrenOf(folder, known).map(({ key }) => key)).size, 2);
  });
});

describe('items as a tree', () => {
  const tree = (items: object[]) => {
    const outline = (branches: readonly ItemBranch[]): unknown[] =>
      branches.map(({ row, inside }) => (inside.length > 0 ? [row.id, ...outline(inside)] : row.id));
    return outline(nestItems(readList(items).rows));
  };

  it('nests by parent, by children, or by both', () => {
    assert.deepEqual(tree([{ id: 1 }, { id: 2, parent: 1 }, { id: 3, parent: 2 }]), [['1', ['2', '3']]]);
    assert.deepEqual(tree([{ id: 1, children: [2] }, { id: 2 }]), [['1', '2']]);
    assert.deepEqual(
      tree([
        { id: 1, children: [{ id: 2 }] },
        { id: 2, parent: 1 },
      ]),
      [['1', '2']],
    );
  });

  it('shows an item at the top whose group has not been loaded', () => {
    assert.deepEqual(tree([{ id: 2, parent: 1 }]), ['2']);
  });

  it('loses no item where groups hold each other', () => {
    const flat = JSON.stringify(
      tree([
        { id: 1, parent: 2 },
        { id: 2, parent: 1 },
        { id: 3, parent: 3 },
        { id: 4, parent: 1 },
      ]),
    );
    for (const id of ['1', '2', '3', '4']) assert.ok(flat.includes(`"${id}"`), flat);
  });
});

describe('what can be done with a row', () => {
  it('is said in sorted words', () => {
    const has = (node: Node, ...wanted: string[]) => {
      const said = contextValueOf(node).split(' ');
      assert.deepEqual(said, said.toSorted());
      assert.deepEqual(
        wanted.filter((word) => !said.includes(word)),
        [],
      );
    };
    has(eventNode(festival), 'openEvent', 'pin', 'refresh');
    has(passkeyNode({}), 'associate', 'deletePasskey', 'id', 'json');
    has(itemNode({}), 'id', 'json', 'editItem');
  });

  it('is to remove an item only where it is known how', () => {
    const words = (mayRemove?: boolean) => contextValueOf(itemNode({}), { mayRemove }).split(' ');
    assert.deepEqual(words(true), ['createItem', 'editItem', 'id', 'json', 'removeItem']);
    assert.deepEqual(words(false), ['createItem', 'editItem', 'id', 'json']);
    assert.deepEqual(words(), words(false));
    const known = knownLists([]);
    assert.ok(draw(itemNode({}), { ...toolsOf(known), mayRemove: true }).contextValue.includes('removeItem'));
    assert.ok(!draw(itemNode({}), toolsOf(known)).contextValue.includes('removeItem'));
  });

  it('is an upload of codes to the event on the row of the codes of an item', () => {
    const event = eventNode(festival);
    const known = knownLists([[reads.items(event.resource.id), [{ id: 3, name: 'Pista' }]]]);
    const [item] = childrenOf(folderOf(event, 'items', known), known);
    const codes = childrenOf(item!, known).find((node) => node.type === 'folder' && node.folder === 'codes')!;
    assert.ok(contextValueOf(codes).split(' ').includes('uploadCodes'));
    assert.equal(eventAround(codes), event.resource);
  });

  it('offers to unpin what is pinned', () => {
    const known = knownLists([], [{ id: '7', label: 'x', value: {} }]);
    const words = contextValueOf(eventNode(festival, known)).split(' ');
    assert.ok(words.includes('unpin') && !words.includes('pin'));
  });

  it('uses only words that a menu of the manifest looks for', () => {
    const manifest = readFileSync(join(root, 'package.json'), 'utf8');
    const words = contextValueOf(eventNode(festival))
      .split(' ')
      .concat(contextValueOf(passkeyNode({})).split(' '));
    for (const word of words) assert.ok(manifest.includes(`\\\\b${word}\\\\b`), word);
  });

  it('stands on at most three buttons in the row, what is opened or added before what deletes', () => {
    const event = eventNode(festival);
    const folders = ['items', 'passkeys', 'crew'].map((name) => folderOf(event, name, knownLists([])));
    for (const node of [event, itemNode({}), passkeyNode({}), ...folders]) {
      const { length } = buttonsOf(node);
      assert.ok(length >= 1 && length <= 3, `${node.type}: ${length}`);
    }
    assert.deepEqual(buttonsOf(passkeyNode({})), ['editPasskey', 'associatePasskey', 'deletePasskey']);
    const [items, passkeys] = folders;
    assert.deepEqual(buttonsOf(items!), ['createItem', 'openAsTable', 'refresh']);
    assert.deepEqual(buttonsOf(passkeys!), ['createPasskey', 'openAsTable', 'refresh']);
  });
});

/** The commands of the buttons in a row, from left to right. */
function buttonsOf(node: Node): string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    contributes: { menus: { 'view/item/context': { command: string; when: string; group: string }[] } };
  };
  const words = contextValueOf(node);
  const shows = (when: string) =>
    [...when.matchAll(/(!\()?viewItem =~ \/(.+?)\//g)].every(([, not, word]) => new RegExp(word!).test(words) !== Boolean(not));
  return manifest.contributes.menus['view/item/context']
    .filter(({ when, group }) => group.startsWith('inline') && when.includes('boxOffice.events') && shows(when))
    .toSorted((one, other) => one.group.localeCompare(other.group))
    .map(({ command }) => command.replace('boxOffice.', ''));
}
