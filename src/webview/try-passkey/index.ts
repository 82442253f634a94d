import type { InitOf } from '../../protocol/contract.ts';
import { tryPasskeyContract, type Tried, type TriedTicket, type TryPasskeyContract } from '../../protocol/try-passkey.ts';
import type { Channel } from '../kit/channel.ts';
import { h, rowHead, table } from '../kit/dom.ts';
import { button, selectField, textField } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';
import { eventLine, heading, isPreview, loaded, mount, openPage } from '../kit/page.ts';

function show(init: InitOf<TryPasskeyContract>, channel: Channel<TryPasskeyContract>): void {
  const { environment, event, sessions } = init;
  const passkey = textField({ label: t('Passkey'), value: init.passkey, required: true });
  const session = selectField({
    label: t('Tickets of'),
    choices: [{ value: '', label: t('the whole event') }, ...sessions.map(({ id, label }) => ({ value: id, label }))],
    value: init.sessionId ?? '',
    onInput: () => run(true),
  });
  const result = loaded(async (isAsked) => {
    const text = passkey.value.trim();
    const sessionId = session.value === '' ? undefined : session.value;
    channel.saveState({ environment: environment.name, kind: 'tryPasskey', id: text, eventId: event.id, section: sessionId });
    return resultOf(await channel.request('try', { passkey: text, sessionId, isAsked }), text);
  }, t('Reading the tickets…'));

  function run(isAsked: boolean): void {
    passkey.problem = passkey.value.trim() === '' ? t('Give a passkey.') : undefined;
    if (passkey.problem === undefined) result.load(isAsked);
  }

  passkey.element.addEventListener('keydown', (pressed) => {
    if (pressed.key === 'Enter') run(true);
  });
  channel.on('choose', ({ sessionId, label }) => {
    const options = session.element.querySelectorAll('option');
    if (![...options].some(({ value }) => value === sessionId))
      session.element.querySelector('select')?.append(h('option', { value: sessionId }, label));
    session.value = sessionId;
    session.element.hidden = false;
    run(true);
  });
  session.element.hidden = sessions.length === 0;
  const form = h(
    'div',
    {},
    h('div', { className: 'row' }, passkey.element, session.element),
    h(
      'div',
      { className: 'actions' },
      button(t('Try'), () => run(true), 'primary'),
    ),
  );
  const region = h('section', { attributes: { 'aria-live': 'polite' } }, result.element);
  mount(heading(t('Try Passkey'), environment), eventLine(event), form, region);
  if (!channel.isBack && !isPreview()) passkey.focus();
  run(!channel.isBack);
}

function resultOf(tried: Tried, passkey: string): Node[] {
  const { tickets, unlisted, isWhole, refusal, closed } = tried;
  if (refusal !== undefined) {
    const text = t('The service shows tickets without a passkey, and refuses them with {0}: {1}', passkey, refusal);
    const why = closed ?? t('It may not know this passkey, or not take the query “passkey” for tickets.');
    return [h('p', { className: 'notice warning' }, h('span', {}, text)), h('p', { className: 'hint' }, why)];
  }
  const unsure = t('Nothing shows that these are all tickets: there may be more of either.');
  const more = t('{0} more tickets that both show are not listed.', countText(unlisted));
  const notes = [!isWhole && unsure, unlisted > 0 && more].filter((note) => note !== false);
  const head = [t('Ticket'), t('Without a passkey'), t('With {0}', passkey)];
  return [
    h('p', { className: 'notice info' }, summaryOf(tried, passkey)),
    ...notes.map((note) => h('p', { className: 'hint' }, note)),
    ...(tickets.length === 0
      ? []
      : [
          table(
            { className: 'tried', head },
            tickets.map((ticket) => cellsOf(ticket, isWhole)),
          ),
        ]),
  ];
}

function summaryOf({ tickets, onlyWith, onlyWithout, isWhole, closed }: Tried, passkey: string): string {
  if (tickets.length === 0) {
    const none = t('The service shows no tickets here, with {0} or without it.', passkey);
    return closed === undefined ? none : `${none} ${closed}`;
  }
  if (onlyWith === 0 && onlyWithout === 0) {
    const same = isWhole
      ? t('A buyer sees the same tickets with {0} and without it.', passkey)
      : t('Of what was read, the same tickets are shown with {0} and without it.', passkey);
    const why =
      closed ?? t('It opens nothing here at this moment, or the service does not take the query “passkey” for tickets.');
    return `${same} ${why}`;
  }
  // What is not in a list that may go on is not known to be hidden.
  const opened = isWhole
    ? [
        onlyWith === 1 && t('{0} shows 1 ticket that nobody sees without it.', passkey),
        onlyWith > 1 && t('{0} shows {1} tickets that nobody sees without it.', passkey, countText(onlyWith)),
      ]
    : [onlyWith > 0 && t('Of what was read, shown only with {0}: {1}.', passkey, countText(onlyWith))];
  const parts = [...opened, onlyWithout > 0 && t('Shown only without it: {0}.', countText(onlyWithout))];
  return parts.filter((part) => part !== false).join(' ');
}

function cellsOf(ticket: TriedTicket, isWhole: boolean): HTMLElement[] {
  const { name, group } = ticket;
  const label = h('span', {}, name, group !== '' && group !== name && h('span', { className: 'hint' }, ` · ${group}`));
  const absent = isWhole ? t('not shown') : t('not seen');
  return [rowHead(label), cellOf(ticket.without, absent), cellOf(ticket.with, absent, isWhole && ticket.without === undefined)];
}

function cellOf(facts: string | undefined, absent: string, isNew = false): HTMLElement {
  if (facts === undefined) return h('td', { className: 'hint' }, absent);
  const text = facts === '' ? t('shown') : facts;
  return h('td', {}, isNew && h('strong', {}, `${t('only with it')} · `), text);
}

openPage(tryPasskeyContract, show);
