import type { InitOf } from '../../protocol/contract.ts';
import { eventContract, type EventAction, type EventContract, type EventShown } from '../../protocol/event.ts';
import { connect, type Channel } from '../kit/channel.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { menu } from '../kit/menu.ts';
import { failure, mount, notice } from '../kit/page.ts';
import { t } from '../kit/l10n.ts';
import { itemTable, recordTable } from './lists.ts';
import { part } from './part.ts';

type Init = InitOf<EventContract>;

function show(init: Init, channel: Channel<EventContract>): void {
  const { place, id } = init;
  channel.saveState({ environment: place.name, kind: 'event', eventId: id });
  const news = notice();
  const title = h('h1');
  const status = h('span', { className: 'tag' });
  const facts = h('dl', { className: 'event-facts' });
  const sessions = h('div');
  const where = place.protected ? t('{0} (protected)', place.label) : place.label;
  const open = (name: 'items' | 'passkeys') => button(t('Open as Table'), () => ask(channel.request('openTable', name)), 'quiet');

  const items = part(t('Items'), [open('items')], async (isAsked) => {
    const reply = await channel.request('items', isAsked);
    const table = itemTable(reply.items, reply.now, (item) => ask(channel.request('openItem', item)));
    return [table, ...more(reply.hasMore)];
  });
  const passkeys = part(t('Passkeys'), [open('passkeys')], async (isAsked) => {
    const reply = await channel.request('passkeys', isAsked);
    const names = [t('Passkey'), t('Facts')] as const;
    const table = recordTable(
      reply.passkeys,
      names,
      t('No passkeys yet'),
      (each) => ask(channel.request('openPasskey', each)),
      t('Edit the passkey'),
    );
    return [table, ...more(reply.hasMore)];
  });

  /** What was asked for shows itself; what failed is said. */
  function ask(work: Promise<unknown>): void {
    news.clear();
    work.catch((error: unknown) => {
      const { message } = error as Error;
      if (message !== '') news.show('error', message);
    });
  }

  function showEvent(event: EventShown): void {
    title.textContent = event.title;
    status.textContent = event.status ?? '';
    status.hidden = event.status === undefined;
    replaceChildren(
      facts,
      event.facts.map(({ name, text }) => h('div', {}, h('dt', {}, name), h('dd', {}, text))),
    );
    const names = [t('Session'), t('Status')] as const;
    replaceChildren(
      sessions,
      recordTable(
        event.sessions,
        names,
        t('No sessions yet'),
        (each) => ask(channel.request('openSession', each)),
        t('Show the tickets of the session'),
      ),
    );
  }

  function refresh(): void {
    ask(channel.request('event', null).then(showEvent));
    items.load(true);
    passkeys.load(true);
  }

  channel.on('changed', (name) => (name === 'items' ? items : passkeys).load(false));
  showEvent(init.event);
  document.querySelector('main')?.classList.add('wide');
  mount(
    h(
      'header',
      { className: 'event' },
      title,
      status,
      h('span', { className: place.protected ? 'place protected' : 'place' }, where),
      actionBar(init, (action) => ask(channel.request('run', action)), refresh),
    ),
    news.element,
    facts,
    h('section', {}, h('h2', {}, t('Sessions')), sessions),
    items.element,
    passkeys.element,
  );
  items.load(!channel.isBack);
  passkeys.load(false);
}

function more(hasMore: boolean): Node[] {
  return hasMore ? [h('p', { className: 'hint' }, t('There are more; all of them open as a table.'))] : [];
}

const writes: ReadonlySet<EventAction> = new Set([
  'createItem',
  'createPasskey',
  'createPasskeys',
  'uploadCodes',
  'requestExport',
  'requestPasskeysReport',
]);

const usual: readonly EventAction[] = ['createItem', 'createPasskey', 'uploadCodes', 'requestExport'];

/** What changes the event, what exports it, what reads it, and where else it is. */
const menuGroups: readonly (readonly EventAction[])[] = [
  ['createPasskeys'],
  ['requestPasskeysReport'],
  ['showEntryReport', 'showBordero', 'showTickets', 'listCodes', 'showCrew', 'showAttributes', 'calculateTax'],
  ['showInTree', 'openAsJson'],
];

/** The usual actions as buttons, the others in a menu. */
function actionBar({ actions, isTrusted }: Init, run: (action: EventAction) => void, refresh: () => void): HTMLElement {
  const { element, content } = menu(t('More'));
  const make = (action: EventAction, kind: 'primary' | 'secondary' | 'quiet') => {
    const made = button(
      actionLabel(action),
      () => {
        element.open = false;
        run(action);
      },
      kind,
    );
    made.disabled = writes.has(action) && !isTrusted;
    return made;
  };
  const [first, ...others] = usual.filter((action) => actions.includes(action));
  const refreshing = button(
    t('Refresh'),
    () => {
      element.open = false;
      refresh();
    },
    'quiet',
  );
  const groups = menuGroups.map((group) =>
    group.filter((action) => actions.includes(action)).map((action) => make(action, 'quiet')),
  );
  const filled = [...groups, [refreshing]].filter(({ length }) => length > 0);
  content.append(...filled.flatMap((group, place) => (place === 0 ? group : [h('hr'), ...group])));
  return h(
    'div',
    { className: 'actions', attributes: { 'role': 'toolbar', 'aria-label': t('Actions') } },
    first && make(first, 'primary'),
    others.map((action) => make(action, 'secondary')),
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

connect(eventContract, show, (problem, retry) => mount(failure(problem, retry)));
