// What needs attention in an event, or in others: a row for each thing, what could not be read and another try, and what was not looked at.
import type { ResultOf } from '../../protocol/contract.ts';
import type { AttentionRow, EventContract } from '../../protocol/event.ts';
import { h, replaceChildren, rowHead, table } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';
import { nameOf } from './lists.ts';
import { asRows, type RowMenu } from './rows.ts';

/** More rows would push away what stands below them: they are shown when somebody asks for them. */
const shownAtFirst = 6;

interface AttentionOptions {
  /** What a list of it is called to who cannot see it, and what is said where there is nothing. */
  readonly name: string;
  readonly nothing: string;
  readonly open: (key: string) => void;
  readonly menuOf: (row: AttentionRow) => RowMenu | undefined;
  readonly tryAgain: () => void;
}

export function attentionList({ name, nothing, open, menuOf, tryAgain }: AttentionOptions) {
  let isUnfolded = false;
  const rowsOf = (rows: readonly AttentionRow[]): HTMLElement => {
    const hasEvent = rows.some(({ event }) => event !== undefined);
    const head = [t('Name'), t('What'), t('Details'), hasEvent && t('Event')];
    const cells = rows.map(({ what, detail, label, event, key }) => [
      rowHead(nameOf({ id: key, label }, open, t('Open it')), 'name'),
      h('td', {}, h('span', { className: 'tag warning' }, h('span', { className: 'sign', ariaHidden: 'true' }, '▲'), what)),
      h('td', { className: 'detail' }, detail),
      hasEvent && (event ?? ''),
    ]);
    const made = table({ className: 'lines attention', head }, cells);
    asRows(made, name, (index) => rows[index] && menuOf(rows[index]));
    return made;
  };
  const tableOf = (rows: readonly AttentionRow[]): HTMLElement => {
    const place = h('div', { className: 'wide-table' });
    const all = button(
      t('Show All {0}', countText(rows.length)),
      () => {
        isUnfolded = true;
        replaceChildren(place, rowsOf(rows));
        place.querySelectorAll<HTMLElement>('tbody button')[shownAtFirst]?.focus();
      },
      'quiet',
    );
    const isFolded = !isUnfolded && rows.length > shownAtFirst + 1;
    replaceChildren(place, rowsOf(isFolded ? rows.slice(0, shownAtFirst) : rows), isFolded && all);
    return place;
  };
  return ({ rows, notes, unread }: ResultOf<EventContract, 'attention'>): Node[] => [
    ...(unread.length > 0 ? [unreadNotice(unread, tryAgain)] : []),
    ...(rows.length > 0 ? [tableOf(rows)] : []),
    ...(rows.length + unread.length === 0 ? [h('p', { className: 'hint' }, nothing)] : []),
    ...notes.map((note) => h('p', { className: 'hint' }, note)),
  ];
}

/** Of what was not read nobody knows whether it needs attention. */
function unreadNotice(unread: readonly string[], tryAgain: () => void): HTMLElement {
  const said = h('span', {}, unread.join('\n'));
  return h('div', { className: 'notice warning unread', role: 'status' }, said, button(t('Try Again'), tryAgain));
}
