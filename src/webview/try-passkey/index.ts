import type { InitOf } from '../../protocol/contract.ts';
import { tryPasskeyContract, type Tried, type TriedTicket, type TryPasskeyContract } from '../../protocol/try-passkey.ts';
import type { Channel } from '../kit/channel.ts';
import { freshId, h, rowHead, table } from '../kit/dom.ts';
import { button, selectField, textField } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';
import { onSaveKey } from '../kit/form.ts';
import { eventLine, heading, isPreview, loaded, mountFrame, openPage } from '../kit/page.ts';

function show(init: InitOf<TryPasskeyContract>, channel: Channel<TryPasskeyContract>): void {
  const { environment, event, sessions } = init;
  const onInput = () => {
    // What was found is of a passkey that nobody asks for any more.
    if (passkey.value.trim() === '') region.hidden = true;
  };
  const passkey = textField({ label: t('Passkey'), value: init.passkey, required: true, onInput });
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
    region.hidden = passkey.problem !== undefined;
    if (!region.hidden) result.load(isAsked);
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
  const form = h('div', { className: 'row' }, passkey.element, session.element);
  const bar = h(
    'footer',
    { className: 'bar' },
    h('div', { className: 'state' }),
    button(t('Try'), () => run(true), 'primary'),
  );
  const region = h('section', { attributes: { 'aria-live': 'polite' } }, result.element);
  mountFrame([heading(t('Try Passkey'), environment), eventLine(event), form, region], bar);
  onSaveKey(() => run(true));
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
    ...(tickets.length === 0 ? [] : [ticketTable(tickets, isWhole, head)]),
  ];
}

/** What the passkey changes is there to see; what it does not change unfolds. */
function ticketTable(tickets: readonly TriedTicket[], isWhole: boolean, head: readonly string[]): HTMLElement {
  const isSame = (ticket: TriedTicket) => ticket.without === ticket.with;
  const rowsOf = (shown: readonly TriedTicket[]) => shown.map((ticket) => cellsOf(ticket, isWhole));
  const same = tickets.filter(isSame);
  const other = tickets.filter((ticket) => !isSame(ticket));
  const shown = table({ className: 'tried', head }, rowsOf(other));
  // Nobody wants to hear it row by row.
  shown.setAttribute('aria-live', 'off');
  const rest = table({}, rowsOf(same)).querySelector('tbody');
  if (same.length === 0 || !rest) return shown;
  const label =
    same.length === 1 ? t('1 ticket is the same either way') : t('{0} tickets are the same either way', countText(same.length));
  rest.id = freshId('same');
  const attributes = { 'aria-controls': rest.id };
  const setFolded = (isFolded: boolean) => {
    rest.hidden = isFolded;
    unfold.ariaExpanded = String(!isFolded);
    // Columns without a row say nothing.
    if (shown.tHead) shown.tHead.hidden = isFolded && other.length === 0;
  };
  const unfold = h(
    'button',
    { type: 'button', className: 'quiet unfold', attributes, on: { click: () => setFolded(!rest.hidden) } },
    label,
  );
  shown.append(h('tbody', {}, h('tr', {}, h('td', { colSpan: head.length }, unfold))), rest);
  setFolded(true);
  return shown;
}

/** The tree counts all items that the passkey names: those that it makes no difference for are named here too. */
function itemsText({ items, onlyWith }: Tried, passkey: string): string | false {
  if (!items || items.count === onlyWith || items.count < 2) return false;
  const { count, everybody, nobody } = items;
  const counts = [passkey, ...[count, count - everybody - nobody, everybody, nobody].map((each) => countText(each))];
  return nobody === 0
    ? t('{0} names {1} items: shown only with it {2}, to everybody {3}.', ...counts)
    : t('{0} names {1} items: shown only with it {2}, to everybody {3}, to nobody here {4}.', ...counts);
}

function summaryOf(tried: Tried, passkey: string): string {
  const { tickets, onlyWith, onlyWithout, isWhole, closed } = tried;
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
    return [same, why, itemsText(tried, passkey)].filter(Boolean).join(' ');
  }
  // What is not in a list that may go on is not known to be hidden.
  const opened = isWhole
    ? [
        onlyWith === 1 && t('{0} shows 1 ticket that nobody sees without it.', passkey),
        onlyWith > 1 && t('{0} shows {1} tickets that nobody sees without it.', passkey, countText(onlyWith)),
      ]
    : [onlyWith > 0 && t('Of what was read, shown only with {0}: {1}.', passkey, countText(onlyWith))];
  const parts = [
    ...opened,
    onlyWithout > 0 && t('Shown only without it: {0}.', countText(onlyWithout)),
    itemsText(tried, passkey),
  ];
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

export function openTryPasskeyPage(): void {
  openPage(tryPasskeyContract, show);
}
