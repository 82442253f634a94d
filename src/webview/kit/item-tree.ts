// Items as a tree of boxes: a group has a box for all that it holds, what is chosen when the list opens stands on top, and arrows move.
import type { ItemChoice } from '../../protocol/contract.ts';
import { foldText } from '../../shared/text.ts';
import { freshId, h } from './dom.ts';
import { countText, t } from './l10n.ts';

interface TreeOptions {
  readonly rows: readonly ItemChoice[];
  /** False: there may be more than these. */
  readonly isWhole: boolean;
  /** Those that are not among the rows are kept, and can be taken away. */
  readonly chosen: readonly string[];
  readonly onInput: () => void;
}

/** A row with its box: that of an item, or that of all items of a group. */
interface Box {
  readonly id: string;
  readonly element: HTMLElement;
  readonly control: HTMLInputElement;
  /** The group that it stands in, here in the list. */
  readonly inside?: Group | undefined;
}

interface Leaf extends Box {
  /** What a search looks in. */
  readonly text: string;
}

interface Group extends Box {
  readonly leaves: Leaf[];
  /** Itself with all that stands in it. */
  readonly frame: HTMLElement;
  readonly content: HTMLElement;
  readonly count: HTMLElement;
  isFolded: boolean;
}

/** Below this, everything is seen at once. */
const searchedFrom = 11;

export function itemTree({ rows, isWhole, chosen: given, onInput }: TreeOptions) {
  const chosen = new Set(given);
  const byId = new Map(rows.map((row) => [row.value, row]));
  const holders = new Set(rows.map(({ group }) => group));
  const telling = rows.some(({ sessions }) => sessions !== undefined);
  const top = h(
    'div',
    { attributes: { 'role': 'group', 'aria-label': t('Chosen') } },
    h('div', { className: 'part' }, t('Chosen')),
  );
  const list = h('div', { className: 'list', on: { keydown: move, focusin: ({ target }) => rove(boxOf(target)) } });
  const count = h('div', { className: 'hint', attributes: { role: 'status' } });
  const nothing = h('div', { className: 'hint', hidden: true }, t('No item has this.'));
  const groups = new Map<string, Group>();
  const leaves: Leaf[] = [];
  const below: Leaf[] = [];

  for (const row of rows) {
    if (holders.has(row.value)) groups.set(row.value, groupOf(row));
    // One that only holds others is no item, unless it is chosen as if it were.
    const isItem = !holders.has(row.value) || !row.isGroup || chosen.has(row.value);
    if (isItem && (!row.isArchived || chosen.has(row.value))) place(row);
  }
  for (const id of chosen) if (!byId.has(id)) place({ value: id, label: id, isGroup: false, isHidden: false, isArchived: false });
  for (const group of [...groups.values()].reverse()) if (group.leaves.length === 0) drop(group);
  // The order in which the arrows go.
  const boxes = placed();
  if (top.childElementCount > 1) list.prepend(top);

  function placed(): Box[] {
    const byControl = new Map<Element, Box>([...leaves, ...groups.values()].map((box) => [box.control, box]));
    const controls = [...top.querySelectorAll('input'), ...list.querySelectorAll('input')];
    return controls.flatMap((control) => byControl.get(control) ?? []);
  }

  function pathOf(id: string | undefined): ItemChoice[] {
    const row = byId.get(id ?? '');
    return row ? [...pathOf(row.group), row] : [];
  }

  function namesIn(path: readonly ItemChoice[]): string {
    return path.map(({ label }) => label).join(' › ');
  }

  function rowOf(id: string, label: string, isChosen: boolean, ...notes: (HTMLElement | false)[]) {
    const control = h('input', { type: 'checkbox', id: freshId('item'), checked: isChosen, tabIndex: -1 });
    const said = h('span', { className: 'said', id: freshId('notes') }, notes);
    if (notes.some(Boolean)) control.setAttribute('aria-describedby', said.id);
    const element = h(
      'div',
      { className: 'check', title: t('ID: {0}', id) },
      control,
      h('label', { htmlFor: control.id }, label),
      said,
    );
    return { id, control, element };
  }

  /** What was chosen before stands on top with the whole of its path; anything else in its group. */
  function place(row: ItemChoice): void {
    const { value, isHidden, isArchived } = row;
    const isChosen = chosen.has(value);
    const holder = groups.get(value);
    const owners = pathOf(row.group);
    const group = holder ?? groups.get(row.group ?? '');
    const inside = isChosen ? undefined : group;
    const named = isChosen ? namesIn([...owners, row]) : row.label;
    const tag = (text: string) => h('span', { className: 'tag' }, text);
    const made = rowOf(
      value,
      labelOf(row, named),
      isChosen,
      (holder !== undefined || row.isGroup) && tag(holder ? t('the group itself') : t('group')),
      isHidden && tag(t('hidden')),
      isArchived && tag(t('archived')),
      sessionNote(row),
    );
    const sessions = row.sessions ?? [];
    if (sessions.length > 0) made.element.title += `\n${sessions.join('\n')}`;
    const words = [...owners.map(({ label }) => label), row.label, value, ...sessions];
    const leaf = { ...made, text: foldText(words.join(' ')), inside };
    made.control.addEventListener('change', () => tick([leaf], made.control.checked));
    leaves.push(leaf);
    for (const { value: owner } of holder ? [...owners, row] : owners) groups.get(owner)?.leaves.push(leaf);
    if (!isChosen) below.push(leaf);
    (isChosen ? top : (inside?.content ?? list)).append(made.element);
  }

  function labelOf({ value }: ItemChoice, named: string): string {
    if (byId.has(value)) return named;
    return isWhole ? t('{0} (not an item of this event)', value) : t('{0} (not among those that were read)', value);
  }

  function sessionNote({ value, sessions, isGroup }: ItemChoice): HTMLElement | false {
    if (!telling || isGroup || !byId.has(value)) return false;
    const note = (text: string) => h('span', { className: 'hint' }, text);
    if (sessions === undefined) return note(t('session not known'));
    if (sessions.length === 0) return note(t('no session'));
    return note(sessions.length > 2 ? t('{0} sessions', countText(sessions.length)) : sessions.join(', '));
  }

  function groupOf({ value, label, group, isHidden }: ItemChoice): Group {
    const count = h('span', { className: 'hint' });
    const made = rowOf(value, label, false, isHidden && h('span', { className: 'tag' }, t('hidden')), count);
    const inside = groups.get(group ?? '');
    const content = h('div', { className: 'inside' });
    const fold = h('span', { className: 'fold', attributes: { 'aria-hidden': 'true' }, on: { click: () => setFolded(made.id) } });
    made.element.prepend(fold);
    made.element.classList.add('holder');
    const frame = h('div', { attributes: { 'role': 'group', 'aria-label': label } }, made.element, content);
    (inside?.content ?? list).append(frame);
    made.control.addEventListener('change', () => {
      const shown = groups.get(value)?.leaves.filter(({ element }) => !element.hidden) ?? [];
      tick(shown, made.control.checked);
    });
    made.control.ariaExpanded = 'true';
    return { ...made, inside, leaves: [], frame, content, count, isFolded: false };
  }

  function drop(group: Group): void {
    groups.delete(group.id);
    group.frame.remove();
  }

  function setFolded(id: string, isFolded?: boolean): undefined {
    const group = groups.get(id);
    if (!group) return undefined;
    group.isFolded = isFolded ?? !group.isFolded;
    group.content.hidden = group.isFolded;
    group.control.ariaExpanded = String(!group.isFolded);
    group.frame.classList.toggle('folded', group.isFolded);
    rove();
    return undefined;
  }

  function tick(ticked: readonly Leaf[], isTicked: boolean): void {
    for (const { id, control } of ticked) {
      control.checked = isTicked;
      if (isTicked) chosen.add(id);
      else chosen.delete(id);
    }
    showState();
    onInput();
  }

  /** The box of a group stands for those of its items that are shown. */
  function showState(): void {
    for (const { leaves: all, control, count: text } of groups.values()) {
      const shown = all.filter(({ element }) => !element.hidden);
      const ticked = shown.filter(({ control: box }) => box.checked).length;
      control.checked = ticked > 0 && ticked === shown.length;
      control.indeterminate = ticked > 0 && ticked < shown.length;
      const now = `${countText(ticked)}/${countText(shown.length)}`;
      if (text.textContent !== now) text.textContent = now;
    }
    const [some, all] = [countText(chosen.size), countText(leaves.length)];
    count.textContent = isWhole ? t('{0} of {1} chosen', some, all) : t('{0} of at least {1} chosen', some, all);
  }

  function filter(term: string): void {
    const wanted = foldText(term.trim());
    for (const { element, text } of leaves) element.hidden = !text.includes(wanted);
    const shown = new Set<Group>();
    for (const { inside, element } of below) {
      if (!element.hidden) for (let group = inside; group; group = group.inside) shown.add(group);
    }
    for (const group of groups.values()) {
      group.frame.hidden = wanted !== '' && !shown.has(group);
      // What is found must be seen.
      if (wanted !== '' && shown.has(group)) setFolded(group.id, false);
    }
    top.hidden = [...top.children].slice(1).every((row) => row instanceof HTMLElement && row.hidden);
    nothing.hidden = leaves.some(({ element }) => !element.hidden);
    showState();
    rove();
  }

  function isShown({ id, element, inside }: Box): boolean {
    const own = groups.get(id);
    if (element.hidden || (own?.element === element && own.frame.hidden)) return false;
    for (let group = inside; group; group = group.inside) if (group.isFolded || group.frame.hidden) return false;
    return true;
  }

  function boxOf(target: EventTarget | null): Box | undefined {
    return boxes.find(({ control }) => control === target);
  }

  /** One box can be reached by Tab: the last that was focused, as long as it is shown. */
  function rove(to = boxes.find(({ control }) => control.tabIndex === 0)): void {
    const next = to && isShown(to) ? to : boxes.find(isShown);
    for (const box of boxes) if (box.control.tabIndex === 0 && box !== next) box.control.tabIndex = -1;
    if (next) next.control.tabIndex = 0;
  }

  function move(event: KeyboardEvent): void {
    const box = boxOf(event.target);
    if (!box || event.ctrlKey || event.altKey || event.metaKey) return;
    const own = groups.get(box.id);
    const group = own?.control === box.control ? own : undefined;
    const shown = boxes.filter(isShown);
    const at = shown.indexOf(box);
    const steps: Partial<Record<string, () => Box | undefined>> = {
      ArrowDown: () => shown[at + 1],
      ArrowUp: () => shown[at - 1],
      Home: () => shown[0],
      End: () => shown.at(-1),
      ArrowRight: () => (group?.isFolded ? setFolded(group.id, false) : group && shown[at + 1]),
      ArrowLeft: () => (group && !group.isFolded ? setFolded(group.id, true) : box.inside),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step()?.control.focus();
  }

  const search = h('input', {
    type: 'search',
    placeholder: t('Search'),
    hidden: leaves.length < searchedFrom,
    attributes: { 'aria-label': t('Search in {0}', t('Items')) },
    on: { input: () => filter(search.value) },
  });
  const quiet =
    leaves.length > 0 && !telling && h('div', { className: 'hint' }, t('The service does not say for which sessions they are.'));
  list.append(nothing);
  showState();
  rove();
  return {
    /** What each is called, with the groups that it stands in. */
    namesOf: (ids: readonly string[]) => ids.map((id) => namesIn(pathOf(id)) || id),
    element: h('fieldset', { className: 'pick' }, h('legend', {}, t('Items')), search, list, count, quiet),
    get value() {
      return [...chosen];
    },
    /** The item whose box has the focus, so that another list can give it back. */
    get focused() {
      return boxOf(document.activeElement)?.id;
    },
    focus: (id: string) => boxes.find((box) => box.id === id)?.control.focus(),
  };
}
