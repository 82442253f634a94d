import assert from 'node:assert/strict';
import { extname } from 'node:path';
import { commandContributions, eventMenus } from '../../../scripts/commands.ts';
import { contextValueOf } from '../../../src/editor/explorer/capabilities.ts';
import type { Node } from '../../../src/editor/explorer/nodes.ts';
import { rowActions } from '../../../src/protocol/event.ts';
import { isSo, type Context } from '../../harness/when.ts';

const submenu = 'boxOffice.codeFile';
const codeFiles = ['a.csv', 'A.CSV', 'a.TXT', 'a.tsv', 'a.Tsv', 'a.Xlsx', 'A.XLSX'];
const others = ['a.json', 'a.csv.json', 'acsv', 'csv', '.csv.bak', 'a.xls', 'a.xlsm', 'README.md'];
const { menus } = commandContributions();

function eventNode(): Node {
  const resource = { kind: 'event', environment: 'stg', id: '1', label: 'Festival', value: { link: 'festival' } } as const;
  return { type: 'event', key: 'stg/1', environment: 'stg', resource, pinned: false, kept: false };
}

/** What VS Code knows of a file in the menu. */
const ofFile = (name: string, more: Context = {}): Context => ({
  resourceExtname: extname(name),
  resourceFilename: name,
  resourceScheme: 'file',
  isWorkspaceTrusted: true,
  ...more,
});

/** The commands and menus that are offered in a menu. */
function offered(menu: string, context: Context): string[] {
  const items = menus[menu] ?? [];
  return items.filter(({ when }) => isSo(when, context)).map((item) => ('command' in item ? item.command : item.submenu));
}

describe('the menu of files of codes', () => {
  for (const menu of ['explorer/context', 'editor/title/context', 'editor/context', 'editor/title']) {
    it(`stands in ${menu} for every file of codes, however its ending is written, and for no other`, () => {
      for (const name of codeFiles) assert.ok(offered(menu, ofFile(name)).includes(submenu), name);
      for (const name of others) assert.ok(!offered(menu, ofFile(name)).includes(submenu), name);
    });
  }

  it('stands at no folder that is called like a file', () => {
    assert.deepEqual(offered('explorer/context', ofFile('a.csv', { explorerResourceIsFolder: true })), []);
  });

  it('has the same entries for every file, but passkeys only of text, and in a workspace that is trusted', () => {
    const of = (name: string, more?: Context) => offered(submenu, ofFile(name, more)).map((id) => id.split('.').at(-1));
    const always = ['openAsTable', 'uploadCodes', 'checkCodes', 'fixCodes', 'compareCodes'];
    for (const name of ['a.csv', 'A.CSV', 'a.TXT', 'a.tsv']) assert.deepEqual(of(name), [...always, 'createPasskeys'], name);
    for (const name of ['a.Xlsx', 'A.XLSX']) assert.deepEqual(of(name), always, name);
    assert.deepEqual(of('a.csv', { isWorkspaceTrusted: false }), always);
    for (const name of others) assert.deepEqual(of(name), [], name);
  });

  it('makes passkeys of what is selected in plain text and CSV alone', () => {
    const isOffered = (editorLangId: string, more: Context = {}) =>
      offered('editor/context', { editorLangId, editorHasSelection: true, isWorkspaceTrusted: true, ...more }).includes(
        'boxOffice.createPasskeys',
      );
    for (const language of ['plaintext', 'csv', 'tsv', 'csv (semicolon)', 'dynamic csv'])
      assert.ok(isOffered(language), language);
    for (const language of ['json', 'markdown', 'typescript', 'log', 'xml']) assert.ok(!isOffered(language), language);
    assert.ok(!isOffered('csv', { editorHasSelection: false }));
    assert.ok(!isOffered('csv', { isWorkspaceTrusted: false }));
  });
});

describe('the menu of an event', () => {
  const context = { view: 'boxOffice.events', viewItem: contextValueOf(eventNode()), isWorkspaceTrusted: true };
  const entries = (menu: string) =>
    (menus[menu] ?? []).filter(({ when, group }) => isSo(when, context) && !group?.startsWith('inline'));
  const idsOf = (menu: string) =>
    entries(menu).map((item) => ('command' in item ? item.command : item.submenu).split('.').at(-1) ?? '');

  it('is short: what is less common stands in menus within it, none of which is empty or long', () => {
    const first = entries('view/item/context');
    const within = first.flatMap((item) => ('submenu' in item ? item.submenu : []));
    assert.deepEqual(within.toSorted(), Object.values(eventMenus).toSorted());
    assert.ok(first.length <= 14, String(first.length));
    for (const menu of within) {
      const { length } = entries(menu);
      assert.ok(length >= 2 && length <= 6, `${menu}: ${length}`);
    }
  });

  it('has every command that can be given an event, each once', () => {
    const all = ['view/item/context', ...Object.values(eventMenus)].flatMap(idsOf).filter((id) => !id.startsWith('event'));
    assert.deepEqual(all.toSorted(), [
      ...[
        'calculateTax',
        'compareCodes',
        'compareEvents',
        'copyAsCurl',
        'copyId',
        'copyLink',
        'createItem',
        'createPasskey',
        'createPasskeys',
      ],
      ...['deleteEventCodes', 'exportGuestList', 'findCode', 'findPasskey', 'openAsJson', 'openEvent', 'pinEvent'],
      ...['planChanges', 'refresh'],
      ...[
        'requestExport',
        'requestPasskeysReport',
        'saveCodes',
        'saveEventAsFile',
        'shiftEvent',
        'showAttributes',
        'showBordero',
        'showCrew',
      ],
      ...['showEntryReport', 'showTickets', 'uploadCodes'],
    ]);
  });
});

describe('the menu of a row of the Events view', () => {
  const position = { key: 'stg/1/x', environment: 'stg' };
  const contextOf = (node: object) => ({
    view: 'boxOffice.events',
    viewItem: contextValueOf({ ...position, ...node } as Node, { mayRemove: true }),
    isWorkspaceTrusted: true,
  });
  /** As VS Code sorts them: by the name of the group, then by the number in it. */
  const inOrder = (node: object) =>
    (menus['view/item/context'] ?? [])
      .filter(({ when, group }) => isSo(when, contextOf(node)) && !group?.startsWith('inline'))
      .map((item) => {
        const [group = '', number = '0'] = (item.group ?? '').split('@');
        return { id: ('command' in item ? item.command : item.submenu).split('.').at(-1) ?? '', group, number: Number(number) };
      })
      .toSorted((a, b) => a.group.localeCompare(b.group) || a.number - b.number);
  const idsOf = (node: object) => inOrder(node).map(({ id }) => id);
  const rows = {
    item: { type: 'item', resource: {}, inside: [], group: false },
    passkey: { type: 'passkey', resource: {} },
    session: { type: 'session', resource: {} },
  };

  for (const kind of ['item', 'passkey', 'session'] as const)
    it(`has what the page of the event has for a row, in the same order: ${kind}`, () => {
      const wanted: readonly string[] = rowActions[kind].filter((action) => action !== 'showInTree');
      assert.deepEqual(
        idsOf(rows[kind]).filter((id) => wanted.includes(id)),
        wanted,
      );
    });

  it('begins with the form and ends with what deletes, which stands alone', () => {
    for (const [kind, first, last] of [
      ['item', 'editItem', 'removeItem'],
      ['passkey', 'editPasskey', 'deletePasskey'],
    ] as const) {
      const entries = inOrder(rows[kind]);
      assert.deepEqual([entries[0]?.id, entries.at(-1)?.id], [first, last]);
      assert.equal(entries.filter(({ group }) => group === entries.at(-1)?.group).length, 1, kind);
    }
  });

  it('is there for the folders of sessions and of reports', () => {
    assert.deepEqual(idsOf({ type: 'folder', folder: 'sessions' }), ['showTickets', 'refresh']);
    assert.deepEqual(idsOf({ type: 'folder', folder: 'reports' }), [
      ...['showEntryReport', 'showBordero'],
      ...['exportGuestList', 'requestExport', 'requestPasskeysReport'],
    ]);
  });
});

describe('the title of the Events view', () => {
  it('has no command that acts upon rows: VS Code gives each the row that has the focus', () => {
    const of = (menu: string) =>
      (menus[menu] ?? []).flatMap((item) => ('command' in item && item.when.includes('boxOffice.events') ? item.command : []));
    const rows = of('view/item/context');
    assert.ok(rows.includes('boxOffice.refresh'));
    assert.deepEqual(
      of('view/title').filter((command) => rows.includes(command)),
      [],
    );
  });
});

describe('the conditions of menus, as tests read them', () => {
  for (const [when, expected] of [
    ['a', true],
    ['!a', false],
    ['a && b', false],
    ['a || b', true],
    ['b || !b && a', true],
    ['name == x', true],
    ['name != x', false],
    ["name == 'x'", true],
    ['name =~ /^X$/', false],
    ['name =~ /^(y|X)$/i', true],
    ['name =~ /a && b/ || a', true],
    ['false', false],
  ] as const)
    it(`${when} is ${expected}`, () => assert.equal(isSo(when, { a: true, b: false, name: 'x' }), expected));

  it('refuse what they do not know', () => assert.throws(() => isSo('a in b', {}), /a in b/));
});
