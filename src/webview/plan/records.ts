// The records of a plan as a table: groups before what is in them, one line for each field that becomes another.
import type { PlannedField, PlannedRecord, PlanPageChoices } from '../../protocol/plan.ts';
import { freshId, h, rowHead } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';

interface RecordActions {
  /** What somebody said about the records. */
  readonly choices: PlanPageChoices;
  readonly choose: (choices: PlanPageChoices) => void;
  /** Records of the event that the file does not have, or has under another name. */
  readonly onlyThere: readonly PlannedRecord[];
  /** Undefined where there is no file to show. */
  readonly showPlace: ((place: string) => void) | undefined;
}

/** So many records are drawn at first: nobody reads more without asking for them. */
const drawnAtOnce = 300;

export function recordTable(caption: string, records: readonly PlannedRecord[], actions: RecordActions): HTMLElement {
  const made = h(
    'table',
    { className: 'plan' },
    h('caption', {}, caption),
    records.some(({ fields }) => fields.length > 0) &&
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          [t('Field'), t('Now'), t('Will be')].map((text) => h('th', { scope: 'col' }, text)),
        ),
      ),
    records.slice(0, drawnAtOnce).map((record) => recordBody(record, actions)),
  );
  const rest = records.slice(drawnAtOnce);
  if (rest.length === 0) return made;
  const more = button(t('Show {0} More', countText(rest.length)), () => {
    made.append(...rest.map((record) => recordBody(record, actions)));
    more.remove();
  });
  return h('div', {}, made, more);
}

function recordBody(record: PlannedRecord, actions: RecordActions): HTMLElement {
  const { key, depth, isLeftOut, state } = record;
  const level = String(Math.min(depth, 6));
  const head = h('tr', { className: 'head' }, h('th', { scope: 'rowgroup', colSpan: 3 }, recordHead(record, actions)));
  const body = h('tbody', { className: `record ${state}`, attributes: { 'data-key': key, 'data-depth': level } }, head);
  body.classList.toggle('left-out', isLeftOut);
  if (!isLeftOut) body.append(...record.fields.map((field) => fieldRow(field, record.state === 'new')));
  for (const note of record.notes) body.append(h('tr', {}, h('td', { colSpan: 3, className: 'hint' }, note)));
  return body;
}

function recordHead(record: PlannedRecord, actions: RecordActions): HTMLElement {
  const { choices, choose, showPlace } = actions;
  const { key, label, path, state, place, leftOutWith } = record;
  const name = h('span', { className: 'name', id: freshId('record') }, label);
  const about = [
    path !== '' && h('span', { className: 'hint' }, path),
    h('span', { className: `tag ${state}` }, stateText(record)),
    leftOutWith !== undefined && h('span', { className: 'hint' }, t('Left out with {0}, which it needs.', leftOutWith)),
  ];
  const link =
    place !== undefined && showPlace && ['changed', 'new', 'ambiguous'].includes(state)
      ? button(t('Show in File'), () => showPlace(place), 'quiet')
      : undefined;
  link?.setAttribute('aria-describedby', name.id);
  return h(
    'div',
    { className: 'check' },
    boxOf(record, choices, choose, name),
    name,
    about,
    candidateChoice(record, choices, choose) ?? matchByHand(record, actions, name.id),
    link,
  );

  /** On for a change that is made, off for what is only there. */
  function boxOf({ isLeftOut }: PlannedRecord, now: PlanPageChoices, tell: RecordActions['choose'], named: HTMLElement) {
    if (state === 'same') return undefined;
    const isThere = key.startsWith('item ') || key.startsWith('passkey ');
    const isRemoval =
      state === 'onlyThere' || (state === 'removed' && isThere && place === undefined && now.remove.includes(key));
    const words = h('span', { className: 'unseen', id: freshId('box') }, isRemoval ? t('Remove') : t('Apply'));
    const box = h('input', {
      type: 'checkbox',
      checked: isRemoval ? now.remove.includes(key) : !isLeftOut,
      // What goes with another comes back with it.
      disabled: leftOutWith !== undefined,
      attributes: { 'aria-labelledby': `${words.id} ${named.id}` },
      on: {
        change: () => {
          const list = isRemoval ? 'remove' : 'leftOut';
          const others = now[list].filter((one) => one !== key);
          const isIn = isRemoval ? box.checked : !box.checked;
          tell({ ...now, [list]: isIn ? [...others, key] : others });
        },
      },
    });
    return h('span', {}, words, box);
  }
}

function stateText({ kind, state, isLeftOut }: PlannedRecord): string {
  const isItem = kind === 'item';
  if (isLeftOut) return t('left out');
  switch (state) {
    case 'new':
      return isItem ? t({ message: 'new', comment: 'for an item' }) : t({ message: 'new', comment: 'for a passkey' });
    case 'changed':
      return isItem ? t({ message: 'changed', comment: 'for an item' }) : t({ message: 'changed', comment: 'for a passkey' });
    case 'same':
      return t('stays as it is');
    case 'onlyThere':
      return t('only there');
    case 'ambiguous':
      return t('not known which one');
    case 'removed':
      return isItem ? t('will be removed') : t({ message: 'will be removed', comment: 'for a passkey' });
  }
}

/** What seems new may be one that is only there, under another name: whoever knows can say so. */
function matchByHand(
  record: PlannedRecord,
  { onlyThere, choices, choose }: RecordActions,
  named: string,
): HTMLElement | undefined {
  const { state, kind, place, isLeftOut } = record;
  if (state !== 'new' || place === undefined || isLeftOut) return undefined;
  const others = onlyThere.filter((one) => one.kind === kind && one.state === 'onlyThere');
  if (others.length === 0) return undefined;
  const open = button(
    t('It Is There Already…'),
    () => {
      const candidates = others.map(({ key, path, label }) => {
        const id = key.slice(kind.length + 1);
        return { id, label: `${path === '' ? label : `${path} / ${label}`} · ${id}` };
      });
      const select = candidateChoice({ ...record, candidates }, choices, choose);
      if (!select) return;
      open.replaceWith(select);
      select.focus();
    },
    'quiet',
  );
  open.setAttribute('aria-describedby', named);
  return open;
}

/** Which one is meant, or a new one. */
function candidateChoice(
  { key, candidates, chosen, label }: PlannedRecord,
  choices: PlanPageChoices,
  choose: RecordActions['choose'],
) {
  if (!candidates) return undefined;
  const unsaid = '?';
  const select = h(
    'select',
    {
      attributes: { 'aria-label': t('Which one is {0}?', label) },
      on: {
        change: () => {
          const others = choices.byHand.filter((one) => one.key !== key);
          choose({ ...choices, byHand: select.value === unsaid ? others : [...others, { key, id: select.value }] });
        },
      },
    },
    h('option', { value: unsaid }, t('Choose which one is meant')),
    candidates.map(({ id, label: text }) => h('option', { value: id }, text)),
    h('option', { value: '' }, t('A new one')),
  );
  select.value = chosen ?? unsaid;
  return select;
}

/** Of a new record there is nothing now, which need not be said of each field. */
function fieldRow({ label, before, after }: PlannedField, isNew: boolean): HTMLElement {
  const none = (text: string | undefined) => text ?? h('span', { className: 'hint' }, t('none'));
  return h(
    'tr',
    {},
    rowHead(label),
    h('td', { className: 'before' }, isNew ? before : none(before)),
    h('td', { className: 'after' }, none(after)),
  );
}
