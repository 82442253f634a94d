import type { InitOf } from '../../protocol/contract.ts';
import { eventContract, type EventAction, type EventContract, type EventShown } from '../../protocol/event.ts';
import { Refusal, type Channel } from '../kit/channel.ts';
import { definitions, h } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { menu } from '../kit/menu.ts';
import { describeButton, environmentBadge, loaded, mount, notice, openPage, type Loaded } from '../kit/page.ts';
import { itemTable, recordTable } from './lists.ts';

type Init = InitOf<EventContract>;

function show(init: Init, channel: Channel<EventContract>): void {
  const { environment, id } = init;
  channel.saveState({ environment: environment.name, kind: 'event', eventId: id });
  const { element: noticeElement, follow } = notice();
  const title = h('h1', {}, id);
  const status = h('span', { className: 'tag', hidden: true });

  // The first place that is refused asks, for all of them; who comes back has been asked before.
  let mayAsk = !channel.isBack;
  function place(read: (isAsked: boolean) => Promise<readonly Node[]>): Loaded {
    const made = loaded(async (isAsked) => {
      try {
        return await read(isAsked);
      } catch (error) {
        const isRefused = error instanceof Refusal && error.needsSignIn;
        // Later: it says first what is missing.
        if (isRefused && mayAsk) setTimeout(() => made.load(true));
        mayAsk &&= !isRefused;
        throw error;
      }
    });
    return made;
  }

  let given: (() => EventShown) | undefined = () => eventIn(init);
  const event = place(async (isAsked) => {
    const first = given;
    given = undefined;
    return eventParts(first ? first() : await channel.request('event', isAsked));
  });

  const items = place(async (isAsked) => {
    const reply = await channel.request('items', isAsked);
    const table = itemTable(reply.items, reply.now, (item) => follow(channel.request('openItem', item)));
    return [table, ...more(reply)];
  });
  const passkeys = place(async (isAsked) => {
    const reply = await channel.request('passkeys', isAsked);
    const table = recordTable(reply.passkeys, {
      head: [t('Passkey'), t('Facts')],
      none: t('No passkeys yet'),
      open: (each) => follow(channel.request('openPasskey', each)),
      hint: t('Edit the passkey'),
    });
    return [table, ...more(reply)];
  });

  /** A list that is read by itself, and opens as a table. */
  function section(name: 'items' | 'passkeys', heading: string, list: Loaded): HTMLElement {
    const open = button(t('Open as Table'), () => follow(channel.request('openTable', name)), 'quiet');
    return h('section', {}, h('div', { className: 'section-head' }, h('h2', {}, heading), open), list.element);
  }

  function eventParts(event: EventShown): Node[] {
    title.textContent = event.title;
    status.textContent = event.status ?? '';
    status.hidden = event.status === undefined;
    const facts = h('dl', { className: 'event-facts' }, definitions(event.facts.map(({ name, text }) => [name, text])));
    const table = recordTable(event.sessions, {
      head: [t('Session'), t('Status')],
      none: t('No sessions yet'),
      open: (each) => follow(channel.request('openSession', each)),
      hint: t('Show the tickets of the session'),
    });
    return [facts, h('section', {}, h('h2', {}, t('Sessions')), table)];
  }

  function refresh(): void {
    event.load(true);
    items.load(true);
    passkeys.load(true);
  }

  channel.on('changed', (name) => (name === 'items' ? items : passkeys).load(false));
  event.load(false);
  document.querySelector('main')?.classList.add('wide');
  const actions = actionBar(init, (action) => follow(channel.request('run', action)), refresh);
  mount(
    h('header', { className: 'event' }, title, status, environmentBadge(environment), actions),
    noticeElement,
    event.element,
    section('items', t('Items'), items),
    section('passkeys', t('Passkeys'), passkeys),
  );
  items.load(false);
  passkeys.load(false);
}

function eventIn({ event, problem }: Init): EventShown {
  if (event) return event;
  throw new Refusal(problem?.text ?? '', problem?.needsSignIn);
}

function more({ hasMore, isWhole }: { readonly hasMore: boolean; readonly isWhole: boolean }): Node[] {
  if (hasMore) return [h('p', { className: 'hint' }, t('There are more; all of them open as a table.'))];
  return isWhole ? [] : [h('p', { className: 'hint' }, t('Nothing shows that these are all of them.'), ' ', describeButton())];
}

const writes: ReadonlySet<EventAction> = new Set([
  'createItem',
  'createPasskey',
  'createPasskeys',
  'uploadCodes',
  'requestExport',
  'requestPasskeysReport',
]);

const mainActions: readonly EventAction[] = ['createItem', 'createPasskey', 'uploadCodes', 'requestExport'];

/** What changes the event, what exports it, what reads it, and where else it is. */
const menuGroups: readonly (readonly EventAction[])[] = [
  ['createPasskeys'],
  ['requestPasskeysReport'],
  ['showEntryReport', 'showBordero', 'showTickets', 'listCodes', 'showCrew', 'showAttributes', 'calculateTax'],
  ['showInTree', 'openAsJson'],
];

/** The main actions as buttons, the others in a menu. */
function actionBar({ actions, isTrusted }: Init, run: (action: EventAction) => void, refresh: () => void): HTMLElement {
  const { element, content } = menu(t('More'));
  const make = (label: string, act: () => void, kind: 'primary' | 'secondary' | 'quiet') => {
    const closeAndAct = () => {
      element.open = false;
      act();
    };
    return button(label, closeAndAct, kind);
  };
  const actionButton = (action: EventAction, kind: 'primary' | 'secondary' | 'quiet') => {
    const made = make(actionLabel(action), () => run(action), kind);
    made.disabled = writes.has(action) && !isTrusted;
    return made;
  };
  const [first, ...others] = mainActions.filter((action) => actions.includes(action));
  const groups = menuGroups.map((group) =>
    group.filter((action) => actions.includes(action)).map((action) => actionButton(action, 'quiet')),
  );
  const filled = [...groups, [make(t('Refresh'), refresh, 'quiet')]].filter(({ length }) => length > 0);
  content.append(...filled.flatMap((group, index) => (index === 0 ? group : [h('hr'), ...group])));
  return h(
    'div',
    { className: 'actions', attributes: { 'role': 'toolbar', 'aria-label': t('Actions') } },
    first && actionButton(first, 'primary'),
    others.map((action) => actionButton(action, 'secondary')),
    element,
  );
}

function actionLabel(action: EventAction): string {
  const labels: Record<EventAction, string> = {
    createItem: t('Create Item…'),
    createPasskey: t('Create Passkey…'),
    createPasskeys: t('Create Many Passkeys…'),
    uploadCodes: t('Upload Codes…'),
    requestExport: t('Request Export…'),
    requestPasskeysReport: t('Request Passkeys Report…'),
    calculateTax: t('Calculate Tax…'),
    showEntryReport: t('Entry Report'),
    showBordero: t('Bordero'),
    showTickets: t('Tickets as Table'),
    listCodes: t('List Codes…'),
    showCrew: t('Crew as Table'),
    showAttributes: t('Attributes as Table'),
    showInTree: t('Show in Tree'),
    openAsJson: t('Open as JSON'),
  };
  return labels[action];
}

openPage(eventContract, show);
