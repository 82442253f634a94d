import type { InitOf, PayloadOf, ResultOf } from '../../protocol/contract.ts';
import {
  eventContract,
  type EventAction,
  type EventContract,
  type EventItem,
  type EventShown,
  type SoldItems,
} from '../../protocol/event.ts';
import type { EditedCell } from '../../protocol/item-edit.ts';
import { CellEditors } from '../kit/cell-editors.ts';
import { Refusal, type Channel } from '../kit/channel.ts';
import { definitions, h, replaceChildren } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { stateTag } from '../kit/head.ts';
import { countText, t } from '../kit/l10n.ts';
import { describeButton, environmentBadge, loaded, mount, notice, openPage, type Loaded } from '../kit/page.ts';
import { actionBar, reportButtons } from './actions.ts';
import { sessionTable, tiles, type Counts, type TileName } from './figures.ts';
import { attentionTables, itemTable, passkeyTable, showSold } from './lists.ts';
import { focusSame, menuMaker } from './rows.ts';

type Init = InitOf<EventContract>;

function show(init: Init, channel: Channel<EventContract>): void {
  const { environment, id, isTrusted, rowActions } = init;
  channel.saveState({ environment: environment.name, kind: 'event', eventId: id });
  const note = notice();
  const { element: noticeElement, follow } = note;
  const cellOf = ({ id: item, field }: EditedCell) =>
    cellsIn(items.element).find(({ dataset }) => dataset.item === item && dataset.field === field);
  const editors = new CellEditors({
    channel,
    currency: environment.currency,
    timeZone: init.timeZone,
    notice: note,
    cellOf,
    focusCell: (cell) => cellOf(cell)?.querySelector('button')?.focus(),
  });
  let restored = init.edits;
  const title = h('h1', {}, id);
  const status = h('span');
  const figures = tiles();
  const counts: { sales: Counts; entries: Counts } = { sales: undefined, entries: undefined };
  const sessions = h('section', { hidden: true }, h('h2', {}, t('Sessions')));
  let shownEvent: EventShown | undefined;
  let shownItems: readonly EventItem[] = [];
  let soldItems: SoldItems | undefined;
  const runOnRow = (on: PayloadOf<EventContract, 'runOnRow'>) => follow(channel.request('runOnRow', on));
  const menus = {
    item: menuMaker(rowActions.item, isTrusted, (action, row) => runOnRow({ kind: 'item', id: row, action })),
    passkey: menuMaker(rowActions.passkey, isTrusted, (action, row) => runOnRow({ kind: 'passkey', id: row, action })),
    session: menuMaker(rowActions.session, isTrusted, (action, row) => runOnRow({ kind: 'session', id: row, action })),
  };

  // The first place that is refused asks, for all of them; who comes back has been asked before.
  let mayAsk = !channel.isBack;
  const failed = new Set<Loaded>();
  function place(
    read: (isAsked: boolean) => Promise<readonly Node[]>,
    ...texts: readonly [string?, ((message: string) => string)?, ((focused: Element | null) => void)?, boolean?]
  ) {
    const { promise: settled, resolve } = Promise.withResolvers<undefined>();
    const made: Loaded = loaded(
      async (isAsked) => {
        const others = isAsked ? [...failed].filter((each) => each !== made) : [];
        try {
          const nodes = await read(isAsked);
          failed.delete(made);
          // Whoever tries one again gets all of them, if that one is well.
          for (const each of others) each.load(false);
          return nodes;
        } catch (error) {
          failed.add(made);
          const isRefused = error instanceof Refusal && error.needsSignIn;
          // Later: it says first what is missing.
          if (isRefused && mayAsk) setTimeout(() => made.load(true));
          mayAsk &&= !isRefused;
          throw error;
        } finally {
          resolve(undefined);
        }
      },
      ...texts,
    );
    return { ...made, settled };
  }

  let given: (() => EventShown) | undefined = () => eventIn(init);
  const readEvent = async (isAsked: boolean) => {
    const first = given;
    given = undefined;
    try {
      return eventParts(first ? first() : await channel.request('event', isAsked));
    } catch (error) {
      if (error instanceof Refusal && error.why === 'notFound') arrange('missing');
      throw error;
    }
  };
  const event = place(readEvent, undefined, undefined, undefined, true);
  const readItems = async (isAsked: boolean) => {
    try {
      const reply = await channel.request('items', isAsked);
      figures.show('left', reply.left);
      shownItems = reply.items;
      const table = itemTable(reply.items, reply.now, {
        open: (item) => follow(channel.request('openItem', item)),
        edit: isTrusted ? (cell, texts) => editors.begin(cell, texts) : undefined,
        menuOf: menus.item,
      });
      showSold(table, shownItems, soldItems);
      return [table, ...more(reply)];
    } catch (error) {
      unknownTiles(['left'], error);
      throw error;
    }
  };
  /** Whoever stands in a cell stays there when the items are read again. */
  const itemsFilled = (focused: Element | null) => {
    const { item = '', field } = focused?.closest('td')?.dataset ?? {};
    editors.attach(focused);
    editors.restore(restored);
    restored = [];
    if (field !== undefined && document.activeElement === document.body)
      cellOf({ id: item, field: field as EditedCell['field'] })
        ?.querySelector('button')
        ?.focus();
    focusSame(items.element, focused);
  };
  const items: Loaded & { settled: Promise<undefined> } = place(readItems, undefined, undefined, itemsFilled, true);
  const openPasskeys = button(t('Open as Table'), () => follow(channel.request('openTable', 'passkeys')), 'quiet');
  const readPasskeys = async (isAsked: boolean) => {
    const reply = await channel.request('passkeys', isAsked);
    const table = passkeyTable(reply.passkeys, (each) => follow(channel.request('openPasskey', each)), menus.passkey);
    openPasskeys.textContent = allPasskeys(reply);
    const unproved = reply.isWhole || reply.hasMore || reply.total !== undefined ? [] : more(reply);
    return [table, ...unproved];
  };
  const passkeysFilled = (focused: Element | null) => focusSame(passkeys.element, focused);
  const passkeys: typeof items = place(readPasskeys, undefined, undefined, passkeysFilled, true);

  /** The figures of a report: what it says stands in the tiles and beside the sessions, and here only why it says nothing. */
  function report(name: 'sales' | 'entries', failed: (message: string) => string, fill: (isAsked: boolean) => Promise<Counts>) {
    const names: readonly TileName[] = name === 'sales' ? ['sold', 'gross'] : ['entered'];
    const read = async (isAsked: boolean) => {
      try {
        counts[name] = await fill(isAsked);
      } catch (error) {
        counts[name] = unknownTiles(names, error);
        throw error;
      } finally {
        showSessions();
      }
      return [];
    };
    return place(read, '', failed);
  }
  const sales = report(
    'sales',
    (message) => (message === '' ? t('The bordero was not loaded.') : t('The bordero was not loaded: {0}', message)),
    async (isAsked) => {
      const reply = await channel.request('sales', isAsked);
      figures.show('sold', reply.sold);
      figures.show('gross', reply.gross);
      soldItems = reply.items;
      showSold(items.element, shownItems, soldItems);
      return reply.sessions;
    },
  );
  const entries = report(
    'entries',
    (message) => (message === '' ? t('The entry report was not loaded.') : t('The entry report was not loaded: {0}', message)),
    async (isAsked) => {
      const reply = await channel.request('entries', isAsked);
      figures.show('entered', reply.entered);
      return reply.sessions;
    },
  );

  function unknownTiles(names: readonly TileName[], error: unknown): { why: string } {
    const value = { why: (error as Error).message || t('This was not loaded.') };
    for (const name of names) figures.show(name, { value, note: '' });
    return value;
  }

  const attention = place(async (isAsked) => {
    const { rows, notes } = await channel.request('attention', isAsked);
    return [
      ...attentionTables(rows, (row) => follow(channel.request('openAttention', row))),
      ...notes.map((note) => h('p', { className: 'hint' }, note)),
    ];
  });

  function showSessions(): void {
    if (!shownEvent) return;
    sessions.hidden = false;
    const focused = buttonsIn(sessions).findIndex((each) => each === document.activeElement);
    const open = (each: string) => follow(channel.request('openSession', each));
    const table = sessionTable(shownEvent.sessions, counts, open, menus.session);
    replaceChildren(sessions, sessions.firstElementChild, table);
    // Whoever stands at a session stays there when its numbers come.
    buttonsIn(sessions)[focused]?.focus();
  }

  function eventParts(event: EventShown): Node[] {
    shownEvent = event;
    title.textContent = event.title;
    replaceChildren(status, event.state && stateTag(event.state));
    showSessions();
    arrange('whole');
    return [h('dl', { className: 'event-facts' }, definitions(event.facts.map(({ name, text }) => [name, text])))];
  }

  const run = (action: EventAction) => follow(channel.request('run', action));
  const ownPlaces = [event, sales, entries, items, passkeys];
  /** All pinned events are read for it: not before somebody sees where it stands. */
  let isAttentionShown = false;
  function loadAttention(isAsked: boolean): void {
    if (isAttentionShown) attention.load(isAsked);
  }
  function refresh(): void {
    failed.clear();
    for (const each of ownPlaces) each.load(true);
    loadAttention(true);
  }

  channel.on('changed', (name) => {
    if (arranged !== 'whole') return;
    if (name === 'attention') loadAttention(false);
    else ({ items, passkeys })[name].load(false);
  });
  document.querySelector('main')?.classList.add('wide');
  const openItems = button(t('Open as Table'), () => follow(channel.request('openTable', 'items')), 'quiet');
  const needsAttention = section(t('Needs attention'), [], attention.element);
  const actions = actionBar(init, run, refresh);
  const header = h('header', { className: 'event' }, title, status, environmentBadge(environment), actions);
  const parts = [
    section(t('Sales'), reportButtons(init, run), figures.element, sales.element, entries.element),
    sessions,
    section(t('Items'), [openItems], items.element),
    section(t('Passkeys'), [openPasskeys], passkeys.element),
    needsAttention,
  ];
  let arranged: 'whole' | 'missing' | undefined;
  /** Of an event that is not there, nothing else is read or offered. */
  function arrange(as: 'whole' | 'missing'): void {
    if (arranged === as) return;
    arranged = as;
    actions.hidden = as === 'missing';
    mount(header, noticeElement, event.element, ...(as === 'whole' ? parts : []));
    if (as === 'missing') return;
    for (const each of [items, passkeys, sales, entries]) each.load(false);
    void Promise.all([items.settled, passkeys.settled])
      .then(() => seen(needsAttention))
      .then(() => {
        isAttentionShown = true;
        loadAttention(false);
      });
  }
  event.load(false);
  if (init.problem?.why !== 'notFound') arrange('whole');
}

const cellsIn = (element: Element) => [...element.querySelectorAll('td')];
const buttonsIn = (element: Element) => [...element.querySelectorAll('button')];

function section(heading: string, buttons: readonly Node[], ...content: readonly Node[]): HTMLElement {
  return h('section', {}, h('div', { className: 'section-head' }, h('h2', {}, heading), buttons), content);
}

function seen(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
  });
}

/** Says how many there are where only the first are shown. */
function allPasskeys({ isWhole, total, passkeys }: ResultOf<EventContract, 'passkeys'>): string {
  if (isWhole && total === passkeys.length) return t('Open as Table');
  return total === undefined ? t('All passkeys…') : t('All {0} passkeys…', countText(total));
}

function eventIn({ event, problem }: Init): EventShown {
  if (event) return event;
  throw new Refusal(problem?.text ?? '', problem?.why);
}

function more({ hasMore, isWhole }: { readonly hasMore: boolean; readonly isWhole: boolean }): Node[] {
  if (hasMore) return [h('p', { className: 'hint' }, t('There are more; all of them open as a table.'))];
  return isWhole ? [] : [h('p', { className: 'hint' }, t('Nothing shows that these are all of them.'), ' ', describeButton())];
}

openPage(eventContract, show);
