// Every command once: its icon, whether it writes, and where it is offered on which condition. `npm run manifest` writes it into package.json;
// its title stands in package.nls.json under `command.<id>`.

interface Place {
  readonly menu: string;
  /** Which part of the menu, and where in it; the palette has none. */
  readonly group?: string;
  readonly when: string;
}

interface Command {
  readonly id: string;
  readonly icon?: string;
  /** Refused in Restricted Mode. */
  readonly writes?: true;
  readonly places?: readonly Place[];
  readonly key?: { readonly key: string; readonly mac: string; readonly when: string; readonly args?: object };
}

const ready = 'boxOffice.state == ready';
const hasAccess = 'boxOffice.access != nothing';
const filtered = 'boxOffice.filtered';
const sorted = 'boxOffice.sorted';
const hasRuns = 'boxOffice.hasRuns';
const serviceRuns = 'boxOffice.localServiceRunning';
const trusted = 'isWorkspaceTrusted';
const isCodeFile = 'resourceExtname =~ /^\\.(csv|tsv|txt|xlsx)$/i';
const isTextFile = 'resourceExtname =~ /^\\.(csv|tsv|txt)$/i';
const isEventFile = 'resourceFilename =~ /\\.boxoffice\\.json$/i';
const isPlanFile = 'resourceFilename =~ /\\.boxoffice-plan\\.json$/i';
const isPlainText = 'editorLangId =~ /^(plaintext|.*[ct]sv.*)$/';
const inEvents = 'view == boxOffice.events';
const inRuns = 'view == boxOffice.runs';

/** VS Code gives a key no row; these arguments, which are those of a button in a view's title, are the focused one when the command gets them. */
const focusedRow = { $treeViewId: 'boxOffice.events', $focusedTreeItem: true };

const codeFileMenu = 'boxOffice.codeFile';
/** The menus within that of an event, in their order: what it shows, what is made in it, what it has. */
export const eventMenus = {
  show: 'boxOffice.eventShow',
  create: 'boxOffice.eventCreate',
  codes: 'boxOffice.eventCodes',
  reports: 'boxOffice.eventReports',
  copy: 'boxOffice.eventCopy',
};

const all = (...conditions: readonly string[]) => conditions.join(' && ');
const not = (condition: string) => `!${condition}`;
/** What a row of a tree says of itself in its `contextValue`. */
const has = (word: string) => `viewItem =~ /\\b${word}\\b/`;

/** A key of the rows of the Events view. */
const rowKey = (key: string, mac: string, ...conditions: string[]) => ({
  key,
  mac,
  when: all('focusedView == boxOffice.events', 'listFocus', '!inputFocus', ...conditions),
  args: focusedRow,
});

const palette = (when: string): Place => ({ menu: 'commandPalette', when });
const title = (group: string, ...conditions: string[]): Place => ({
  menu: 'view/title',
  group,
  when: all(inEvents, ...conditions),
});
const row = (group: string, ...words: string[]): Place => ({
  menu: 'view/item/context',
  group,
  when: all(inEvents, ...words.map(has)),
});
const isEvent = has('openEvent');
/** An entry of a menu within that of an event. */
const event = (menu: keyof typeof eventMenus, group: string, when = isEvent): Place => ({ menu: eventMenus[menu], group, when });
const runRow = (group: string, word: string): Place => ({ menu: 'view/item/context', group, when: all(inRuns, has(word)) });
/** An entry of the one menu that files of codes have. */
const codeFile = (group: string, when = isCodeFile): Place => ({ menu: codeFileMenu, group, when });

/** An entry of the menus of a file of an event. */
const eventFile = (group: string): Place[] => [
  { menu: 'explorer/context', group, when: isEventFile },
  { menu: 'editor/title/context', group, when: isEventFile },
];

const commands: readonly Command[] = [
  {
    id: 'startLocalService',
    icon: 'play',
    places: [palette(not(serviceRuns)), title('8_service@1', not(serviceRuns))],
  },
  { id: 'startLocalServiceAs', icon: 'debug-start', places: [title('8_service@3')] },
  { id: 'stopLocalService', icon: 'debug-stop', places: [palette(serviceRuns), title('8_service@1', serviceRuns)] },
  { id: 'resetLocalService', icon: 'discard', places: [title('8_service@2')] },
  { id: 'getStarted', places: [title('9_log@0')] },
  { id: 'showLog', icon: 'output', places: [title('9_log@1')] },
  { id: 'signIn', icon: 'sign-in', places: [title('1_environment@3', '!boxOffice.signedIn')] },
  { id: 'signOut', icon: 'sign-out', places: [title('1_environment@3', 'boxOffice.signedIn')] },
  { id: 'switchEnvironment', icon: 'server-environment', places: [title('1_environment@1')] },
  { id: 'configureEnvironments', icon: 'gear', places: [title('1_environment@2')] },
  { id: 'describeService', icon: 'server-environment', places: [title('1_environment@4', ready)] },
  {
    id: 'findEvent',
    icon: 'search',
    places: [title('navigation@1', ready, hasAccess)],
    key: { key: 'ctrl+k ctrl+g', mac: 'cmd+k cmd+g', when: all(ready, hasAccess) },
  },
  { id: 'pinEvent', icon: 'pin', places: [row('inline@1', 'pin'), row('2_pin@1', 'pin')] },
  { id: 'unpinEvent', icon: 'pinned', places: [row('inline@1', 'unpin'), row('2_pin@1', 'unpin')] },
  { id: 'browseCategory', icon: 'list-tree', places: [title('2_browse@1', ready)] },
  {
    id: 'refresh',
    icon: 'refresh',
    places: [row('inline@9', 'refresh'), row('2_pin@2', 'refresh')],
  },
  // VS Code gives a button of the title the focused row, which is not what is meant there.
  { id: 'refreshAll', icon: 'refresh', places: [palette('false'), title('navigation@3', ready, hasAccess)] },
  { id: 'filter', icon: 'filter', places: [title('navigation@2', ready, hasAccess, not(filtered))] },
  { id: 'clearFilter', icon: 'clear-all', places: [palette(filtered), title('navigation@2', filtered)] },
  { id: 'sort', icon: 'list-ordered', places: [title('2_browse@2', ready), title('navigation@2', ready, sorted)] },
  { id: 'loadMore', places: [palette('false')] },
  { id: 'openAsJson', icon: 'json', places: [row('6_raw@1', 'json'), event('show', '2_raw@1')] },
  { id: 'openEvent', icon: 'open-preview', places: [row('1_open@0', 'openEvent')] },
  {
    id: 'openAsTable',
    icon: 'table',
    places: [
      row('inline@3', 'table'),
      row('1_open@2', 'table'),
      { menu: 'editor/title', group: 'navigation@1', when: 'resourceScheme == box-office' },
      codeFile('2_open@1'),
    ],
  },
  { id: 'showTickets', icon: 'table', places: [row('1_open@3', 'tickets'), event('show', '1_open@1')] },
  { id: 'showCrew', icon: 'table', places: [event('show', '1_open@2')] },
  { id: 'showAttributes', icon: 'table', places: [event('show', '1_open@3')] },
  { id: 'showInTree', icon: 'list-tree' },
  { id: 'copyId', icon: 'copy', places: [row('5_copy@1', 'id'), event('copy', '1_copy@1')] },
  { id: 'copyLink', icon: 'link', places: [row('5_copy@2', 'editItem'), event('copy', '1_copy@2')] },
  {
    id: 'createItem',
    icon: 'add',
    writes: true,
    places: [
      row('inline@2', 'createItem', 'table'),
      row('3_change@0', 'createItem', 'table'),
      row('1_edit@6', 'createItem', 'editItem'),
      row('1_open@8', 'createItem', 'tickets'),
      event('create', '1_create@1'),
    ],
  },
  { id: 'editItem', icon: 'edit', writes: true, places: [row('inline@1', 'editItem'), row('1_edit@1', 'editItem')] },
  { id: 'editValues', icon: 'symbol-number', writes: true, places: [row('1_edit@2', 'editItem')] },
  { id: 'editSalePeriods', icon: 'calendar', writes: true, places: [row('1_edit@3', 'editItem')] },
  { id: 'editAttributes', icon: 'symbol-field', writes: true, places: [row('1_edit@4', 'editItem')] },
  { id: 'showTriggers', icon: 'zap', places: [row('1_edit@5', 'editItem')] },
  { id: 'removeItem', icon: 'trash', writes: true, places: [row('7_delete@1', 'removeItem')] },
  {
    id: 'deletePasskey',
    icon: 'trash',
    writes: true,
    places: [row('inline@3', 'deletePasskey'), row('7_delete@1', 'deletePasskey')],
  },
  { id: 'restorePasskeys', icon: 'history', writes: true },
  {
    id: 'associatePasskey',
    icon: 'references',
    writes: true,
    places: [row('inline@2', 'associate'), row('1_edit@2', 'associate')],
  },
  {
    id: 'uploadCodes',
    icon: 'cloud-upload',
    writes: true,
    places: [row('3_change@2', 'uploadCodes'), event('codes', '1_codes@2'), codeFile('1_codes@3')],
  },
  { id: 'openSampleCodes', icon: 'file' },
  { id: 'checkCodes', icon: 'checklist', places: [codeFile('1_codes@1')] },
  { id: 'fixCodes', icon: 'wand', writes: true, places: [codeFile('1_codes@2')] },
  { id: 'findCode', icon: 'search', places: [row('1_open@9', 'uploadCodes'), event('codes', '1_codes@1')] },
  {
    id: 'saveCodes',
    icon: 'save-as',
    places: [row('5_copy@4', 'uploadCodes'), row('2_codes@2', 'editItem'), event('codes', '1_codes@4')],
  },
  { id: 'compareCodes', icon: 'diff', places: [event('codes', '1_codes@3'), codeFile('1_codes@4')] },
  { id: 'deleteCode', icon: 'trash', writes: true, places: [row('inline@2', 'deleteCode'), row('7_delete@1', 'deleteCode')] },
  { id: 'deleteEventCodes', icon: 'clear-all', writes: true, places: [event('codes', '7_delete@1')] },
  { id: 'deleteTicketCodes', icon: 'clear-all', writes: true, places: [row('7_delete@2', 'deleteTicketCodes')] },
  {
    id: 'deleteSelected',
    writes: true,
    places: [palette('false')],
    key: rowKey('delete', 'cmd+backspace', trusted),
  },
  { id: 'openRow', places: [palette('false')] },
  { id: 'editRow', writes: true, places: [palette('false')], key: rowKey('f2', 'f2', trusted) },
  { id: 'copyRow', places: [palette('false')], key: rowKey('ctrl+c', 'cmd+c') },
  { id: 'runOperation', icon: 'play', places: [title('3_operations@1', ready)] },
  { id: 'copyAsCurl', icon: 'terminal', places: [row('5_copy@3', 'json'), event('copy', '1_copy@3')] },
  { id: 'copyMcpConfiguration', icon: 'mcp' },
  { id: 'calculateTax', icon: 'symbol-number', places: [row('3_change@5', 'openEvent')] },
  {
    id: 'createPasskey',
    icon: 'add',
    writes: true,
    places: [row('inline@2', 'createPasskey', 'table'), row('3_change@3', 'createPasskey'), event('create', '1_create@2')],
  },
  { id: 'editPasskey', icon: 'edit', writes: true, places: [row('inline@1', 'editPasskey'), row('1_edit@1', 'editPasskey')] },
  { id: 'findPasskey', icon: 'search', places: [row('1_open@7', 'createPasskey', 'table'), event('codes', '2_passkeys@1')] },
  {
    id: 'exportGuestList',
    icon: 'organization',
    writes: true,
    places: [row('3_change@1', 'exports'), event('reports', '2_export@1')],
  },
  {
    id: 'requestExport',
    icon: 'cloud-download',
    writes: true,
    places: [row('3_change@2', 'exports'), event('reports', '2_export@2')],
  },
  {
    id: 'requestPasskeysReport',
    icon: 'cloud-download',
    writes: true,
    places: [row('3_change@3', 'exports'), event('reports', '2_export@3')],
  },
  { id: 'showEntryReport', icon: 'graph', places: [row('1_open@6', 'report'), event('reports', '1_reports@1')] },
  { id: 'showBordero', icon: 'table', places: [row('1_open@7', 'report'), event('reports', '1_reports@2')] },
  { id: 'openOperationForm', icon: 'symbol-method', places: [title('3_operations@2', ready)] },
  {
    id: 'openRequest',
    icon: 'symbol-method',
    places: [
      title('3_operations@3', ready),
      { menu: 'explorer/context', group: '7_boxOffice@2', when: 'resourceFilename =~ /\\.request\\.json$/i' },
    ],
  },
  {
    id: 'createPasskeys',
    icon: 'key',
    writes: true,
    places: [
      row('3_change@4', 'createPasskey'),
      event('create', '1_create@3'),
      codeFile('2_passkeys@1', all(isTextFile, trusted)),
      { menu: 'editor/context', group: '7_boxOffice@1', when: all('editorHasSelection', trusted, isPlainText) },
    ],
  },
  {
    id: 'resumeRuns',
    icon: 'debug-continue',
    writes: true,
    places: [palette(hasRuns), runRow('inline@1', 'resume'), runRow('1_run@1', 'resume')],
  },
  { id: 'cancelRun', icon: 'debug-stop', places: [palette(hasRuns), runRow('inline@1', 'cancel'), runRow('1_run@1', 'cancel')] },
  {
    id: 'openRunResult',
    icon: 'go-to-file',
    places: [palette(hasRuns), runRow('inline@2', 'result'), runRow('1_run@2', 'result')],
  },
  {
    id: 'discardRun',
    icon: 'trash',
    places: [palette(hasRuns), runRow('inline@3', 'discard'), runRow('7_delete@1', 'discard')],
  },
  { id: 'saveEventAsFile', icon: 'save-as', places: [row('6_plan@1', 'openEvent')] },
  { id: 'compareEvents', icon: 'diff', places: [row('6_plan@2', 'openEvent'), ...eventFile('7_boxOffice@4')] },
  {
    id: 'planChanges',
    icon: 'git-compare',
    places: [
      row('6_plan@3', 'openEvent'),
      ...eventFile('7_boxOffice@3'),
      { menu: 'editor/title', group: 'navigation@1', when: isEventFile },
    ],
  },
  {
    id: 'applyPlan',
    icon: 'git-compare',
    writes: true,
    places: [
      { menu: 'explorer/context', group: '7_boxOffice@3', when: isPlanFile },
      { menu: 'editor/title', group: 'navigation@1', when: isPlanFile },
    ],
  },
  { id: 'revertPlan', icon: 'discard', writes: true, places: [palette(hasRuns), runRow('1_run@3', 'revert')] },
  { id: 'shiftEvent', icon: 'calendar', writes: true, places: [row('6_plan@4', 'openEvent')] },
  { id: 'duplicateItem', icon: 'copy', writes: true, places: [row('6_plan@1', 'createItem', 'editItem')] },
  { id: 'copyItems', icon: 'files', writes: true, places: [row('6_plan@2', 'createItem', 'editItem')] },
  { id: 'changeMany', icon: 'edit', writes: true, places: [row('6_plan@3', 'createItem', 'editItem')] },
  { id: 'copyPasskeys', icon: 'files', writes: true, places: [row('6_plan@1', 'editPasskey')] },
  { id: 'listCodes', icon: 'list-flat', places: [row('2_codes@1', 'editItem')] },
];

/** In the order in which package.json has them. */
const menus = [
  ...['commandPalette', 'view/title', 'view/item/context', 'editor/title'],
  ...['explorer/context', 'editor/title/context', 'editor/context', codeFileMenu],
  ...Object.values(eventMenus),
];

/** Menus within menus, and where each is offered. */
const submenus = [
  { id: eventMenus.show, places: [row('1_open@1', 'openEvent')] },
  { id: eventMenus.create, places: [row('3_change@1', 'openEvent')] },
  { id: eventMenus.codes, places: [row('3_change@2', 'openEvent')] },
  { id: eventMenus.reports, places: [row('3_change@3', 'openEvent')] },
  { id: eventMenus.copy, places: [row('5_copy@1', 'openEvent')] },
  {
    id: codeFileMenu,
    places: [
      { menu: 'explorer/context', group: '7_boxOffice@1', when: all(isCodeFile, '!explorerResourceIsFolder') },
      { menu: 'editor/title/context', group: '7_boxOffice@1', when: isCodeFile },
      { menu: 'editor/title', group: '7_boxOffice@1', when: isCodeFile },
      { menu: 'editor/context', group: '7_boxOffice@2', when: isCodeFile },
    ],
  },
];

/** What `contributes.commands`, `menus` and `keybindings` must be. */
export function commandContributions() {
  return {
    commands: commands.map(({ id, icon, writes }) => ({
      command: `boxOffice.${id}`,
      title: `%command.${id}%`,
      category: 'Box Office',
      ...(icon === undefined ? {} : { icon: `$(${icon})` }),
      ...(writes ? { enablement: trusted } : {}),
    })),
    submenus: submenus.map(({ id }) => ({ id, label: `%menu.${id.split('.').at(-1)}%` })),
    menus: Object.fromEntries(
      menus.map((menu) => [menu, [...commands.flatMap((command) => itemsOf(command, menu)), ...submenusIn(menu)]]),
    ),
    keybindings: commands.flatMap(({ id, key }) => (key ? [{ command: `boxOffice.${id}`, ...key }] : [])),
  };
}

function submenusIn(menu: string) {
  const placed = submenus.flatMap(({ id, places }) => places.map((place) => ({ submenu: id, ...place })));
  return placed.filter((place) => place.menu === menu).map(({ submenu, when, group }) => ({ submenu, when, group }));
}

function itemsOf({ id, writes, places = [] }: Command, menu: string) {
  return places
    .filter((place) => place.menu === menu)
    .map(({ group, when }) => ({
      command: `boxOffice.${id}`,
      // In a menu VS Code shows a refused command in grey; a button in a row would look as if it worked.
      when: writes && group?.startsWith('inline') ? all(when, trusted) : when,
      ...(group === undefined ? {} : { group }),
    }));
}
