import type { InitOf, PayloadOf, ResultOf } from '../../protocol/contract.ts';
import type { EventAction, EventContract, EventItem, EventShown, SoldItems } from '../../protocol/event.ts';
import type { EditedCell } from '../../protocol/item-edit.ts';
import { leftOutText } from '../kit/texts.ts';
import { cellEditors } from '../kit/cell-editors.ts';
import { Refusal, type Channel } from '../kit/channel.ts';
import { definitions, h, replaceChildren } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { stateTag } from '../kit/head.ts';
import { countText, t } from '../kit/l10n.ts';
import { describeButton, environmentBadge, loaded, mount, notice, openPage, type Loaded } from '../kit/page.ts';
import { actionBar, reportButtons } from './actions.ts';
import { attentionList } from './attention.ts';
import { sessionTable, tiles, type Counts, type TileName } from './figures.ts';
import { itemTable, passkeyTable, showSold } from './lists.ts';
import { focusSame, menuMaker } from './rows.ts';

type Init = InitOf<EventContract>;
type AttentionAction = PayloadOf<EventContract, 'runOnAttention'>['action'];

function show(init: Init, channel: Channel<EventContract>): void {
  const { environment, id, isTrusted, rowActions } = init;
  channel.saveState({ environment: environment.name, kind: 'event', eventId: id });
  const note = notice();
  const { element: noticeElement, follow } = note;
  const cellOf = ({ id: item, field }: EditedCell) =>
    cellsIn(items.element).find(({ dataset }) => dataset.item === item && dataset.field === field);
  const editors = cellEditors({
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
  /** And whether it is the service that fails. */
  const failed = new Map<Loaded, boolean>();
  function place(
    read: (isAsked: boolean) => Promise<readonly Node[]>,
    ...[loading, said = (message) => message, ...texts]: readonly [
      string?,
      ((message: string) => string)?,
      ((focused: Element | null) => void)?,
      boolean?,
    ]
  ) {
    let isSaid = false;
    const made: Loaded = loaded(
      async (isAsked) => {
        const others = isAsked ? [...failed.keys()].filter((each) => each !== made) : [];
        try {
          const nodes = await read(isAsked);
          failed.delete(made);
          // Whoever tries one again gets all of them, if that one is well.
          for (const each of others) each.load(false);
          return nodes;
        } catch (error) {
          const isServer = error instanceof Refusal && error.why === 'serverFailed';
          // What the service answers stands at the first place; the others only say that they are missing.
          isSaid = isServer && [...failed].some(([each, fails]) => fails && each !== made);
          failed.set(made, isServer && !isSaid);
          const isRefused = error instanceof Refusal && error.needsSignIn;
          // Later: it says first what is missing.
          if (isRefused && mayAsk) setTimeout(() => made.load(true));
          mayAsk &&= !isRefused;
          throw error;
        }
      },
      loading,
      (message) => said(isSaid ? '' : message),
      ...texts,
    );
    return made;
  }

  let given: (() => EventShown) | undefined = () => eventIn(init);
  const readEvent = async (isAsked: boolean) => {
    const first = given;
    given = undefined;
    try {
      return eventParts(first ? first() : await channel.request('event', isAsked));
    } catch (error) {
      if (error instanceof Refusal) arrange(error.why === 'notFound' ? 'missing' : 'whole');
      throw error;
    }
  };
  const event = place(readEvent, undefined, undefined, undefined, true);
  /** What needs attention in the event is looked for in what both lists have shown. */
  const listsRead = new Set<'items' | 'passkeys'>();
  function wasRead(list: 'items' | 'passkeys'): void {
    if (listsRead.add(list).size === 2) attention.event.load(false);
  }
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
      const { leftOut } = reply;
      const left = leftOut === undefined ? [] : [h('p', { className: 'hint' }, leftOutText(leftOut))];
      // That there are none is not known then.
      const own = left.length > 0 && reply.items.length === 0 ? [] : [table];
      return [...own, ...left, ...more(reply)];
    } catch (error) {
      unknownTiles(['left'], error);
      throw error;
    } finally {
      wasRead('items');
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
  const items: Loaded = place(readItems, undefined, undefined, itemsFilled, true);
  const openPasskeys = button(t('Open as Table'), () => follow(channel.request('openTable', 'passkeys')), 'quiet');
  const readPasskeys = async (isAsked: boolean) => {
    const reply = await channel.request('passkeys', isAsked).finally(() => wasRead('passkeys'));
    const table = passkeyTable(reply.passkeys, (each) => follow(channel.request('openPasskey', each)), menus.passkey);
    openPasskeys.textContent = allPasskeys(reply);
    const unproved = reply.isWhole || reply.hasMore || reply.total !== undefined ? [] : more(reply);
    return [table, ...unproved];
  };
  const passkeysFilled = (focused: Element | null) => focusSame(passkeys.element, focused);
  const passkeys: Loaded = place(readPasskeys, undefined, undefined, passkeysFilled, true);

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

  const runOnAttention = (action: AttentionAction, key: string) => follow(channel.request('runOnAttention', { key, action }));
  const attentionMenus = {
    item: menuMaker(rowActions.item, isTrusted, runOnAttention),
    passkey: menuMaker(rowActions.passkey, isTrusted, runOnAttention),
  };
  const openAttention = (key: string) => follow(channel.request('openAttention', key));
  const attentionOf = (of: 'event' | 'others', name: string, nothing: string, tryAgain: () => void): Loaded => {
    const nodesOf = attentionList({
      name,
      nothing,
      open: openAttention,
      menuOf: ({ key, kind, label }) =>
        kind === 'event'
          ? { label, choices: [{ label: t('Open as Table'), run: () => openAttention(key) }] }
          : attentionMenus[kind]({ id: key, label }),
      tryAgain,
    });
    return place(async (isAsked) => {
      const reply = await channel.request('attention', { of, isAsked });
      if (of === 'event') otherEvents.hidden = !reply.hasOthers;
      return nodesOf(reply);
    });
  };
  const attention = {
    event: attentionOf('event', t('Needs attention'), t('Nothing that was looked at in this event needs attention.'), () => {
      for (const each of failed.keys()) each.load(true);
    }),
    others: attentionOf(
      'others',
      t('Other pinned events'),
      t('Nothing that was looked at in the other pinned events needs attention.'),
      () => attention.others.load(true),
    ),
  };
  const otherEvents = section(t('Other pinned events'), [], attention.others.element);
  otherEvents.hidden = true;

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
  let areOthersShown = false;
  function loadOthers(isAsked: boolean): void {
    if (areOthersShown) attention.others.load(isAsked);
  }
  function refresh(): void {
    failed.clear();
    for (const each of ownPlaces) each.load(true);
    loadOthers(true);
  }

  channel.on('changed', (name) => {
    if (arranged !== 'whole') return;
    if (name !== 'attention') return { items, passkeys }[name].load(false);
    if (listsRead.size === 2) attention.event.load(false);
    loadOthers(false);
  });
  document.querySelector('main')?.classList.add('wide');
  const openItems = button(t('Open as Table'), () => follow(channel.request('openTable', 'items')), 'quiet');
  const actions = actionBar(init, run, refresh);
  const header = h('header', { className: 'event' }, title, status, environmentBadge(environment), actions);
  const parts = [
    section(t('Needs attention'), [], attention.event.element),
    section(t('Sales'), reportButtons(init, run), figures.element, sales.element, entries.element),
    sessions,
    section(t('Items'), [openItems], items.element),
    section(t('Passkeys'), [openPasskeys], passkeys.element),
    otherEvents,
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
    void seen(otherEvents).then(() => {
      areOthersShown = true;
      loadOthers(false);
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

export function openEventPage(): void {
  openPage<EventContract>(show);
}
