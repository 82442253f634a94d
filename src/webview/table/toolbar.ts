// What stands above the rows: the search, what can be counted, the columns.
import type { TableListState, TableMark } from '../../protocol/table.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button, checkbox } from '../kit/fields.ts';
import { menu } from '../kit/menu.ts';
import { countText, t } from '../kit/l10n.ts';
import type { TableRows } from './rows.ts';

/** How long nothing is typed before the rows are searched, in milliseconds. */
const pause = 120;

export function filterBox(initial: string, search: (text: string) => void): HTMLInputElement {
  const name = t('Filter rows');
  const input = h('input', { type: 'search', value: initial, placeholder: name, ariaLabel: name, spellcheck: false });
  let timer: ReturnType<typeof setTimeout> | undefined;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => search(input.value), pause);
  });
  // Wherever somebody is in the page; VS Code would do nothing with it.
  const find = (event: KeyboardEvent) => {
    const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f';
    if (!isFind || input.hidden) return;
    event.preventDefault();
    event.stopPropagation();
    input.focus();
    input.select();
  };
  document.addEventListener('keydown', find, { capture: true });
  return input;
}

/** Shows the filters of the columns, or takes them away. */
export function filtersSwitch(isShown: boolean, choose: (isShown: boolean) => void) {
  const element = button(t('Filter Columns'), () => choose(element.ariaPressed !== 'true'));
  const update = (isNow: boolean) => void (element.ariaPressed = String(isNow));
  update(isShown);
  return { element, update };
}

/** How many rows are what, each a switch that leaves only those. */
export function markBar(data: TableRows, marks: readonly TableMark[], choose: (mark: string | undefined) => void) {
  const element = h('div', { className: 'marks', attributes: { 'role': 'group', 'aria-label': t('Show only') } });
  const switches = marks.map(({ name, label }) => {
    const part = button('', () => choose(data.view.mark === name ? undefined : name), 'quiet');
    return { name, label, part };
  });
  element.append(...switches.map(({ part }) => part));
  const update = () => {
    for (const { name, label, part } of switches) {
      const found = data.list.marks?.[name];
      part.hidden = found === undefined;
      if (!found) continue;
      const text = t('{0}: {1}', label, countText(found.count));
      part.textContent = found.unknown === 0 ? text : t('{0} ({1} not known)', text, countText(found.unknown));
      part.setAttribute('aria-pressed', String(data.view.mark === name));
      part.disabled = found.count === 0 && data.view.mark !== name;
    }
    element.hidden = switches.every(({ part }) => part.hidden);
  };
  return { element, update };
}

/** What the check of a file says, and the way to the rows with a problem. */
export function problemSteps(go: (step: 1 | -1) => void) {
  const text = h('span', { attributes: { role: 'status' } });
  const steps = ([-1, 1] as const).map((step) => {
    const name = step > 0 ? t('Next problem (F8)') : t('Previous problem (Shift+F8)');
    return Object.assign(
      button(step > 0 ? '↓' : '↑', () => go(step), 'quiet'),
      { ariaLabel: name, title: name },
    );
  });
  const element = h('span', { className: 'steps', hidden: true }, text, ...steps);
  let hasProblems = false;
  // VS Code would go to a problem of another file.
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'F8' || !hasProblems) return;
    event.preventDefault();
    event.stopPropagation();
    go(event.shiftKey ? -1 : 1);
  };
  document.addEventListener('keydown', key, { capture: true });
  const update = (check: TableListState['check']) => {
    element.hidden = !check;
    hasProblems = check?.hasProblems === true;
    if (text.textContent !== check?.text) text.textContent = check?.text ?? '';
    for (const step of steps) step.hidden = !hasProblems;
  };
  return { element, update };
}

export function columnsMenu(data: TableRows, choose: (shown: string[]) => void) {
  const { element, summary, content } = menu('');
  let drawn = '';
  const boxes = new Map<string, ReturnType<typeof checkbox>>();
  /** Shows the columns as they are now: more may come with more rows. */
  const update = () => {
    const shown = new Set(data.shown.map(({ key }) => key));
    summary.textContent = t('Columns: {0} of {1}', shown.size, data.list.columns.length);
    const keys = JSON.stringify(data.list.columns.map(({ key }) => key));
    if (keys !== drawn) draw();
    drawn = keys;
    for (const [key, box] of boxes) box.checked = shown.has(key);
  };
  const draw = () => {
    boxes.clear();
    for (const { key, label, title = label } of data.list.columns) {
      const box = checkbox(label, false, () => choose([...boxes].filter(([, each]) => each.checked).map(([each]) => each)));
      box.element.title = title;
      boxes.set(key, box);
    }
    const all = button(t('Show All'), () => choose([...boxes.keys()]), 'quiet');
    replaceChildren(
      content,
      all,
      [...boxes.values()].map((box) => box.element),
    );
  };
  update();
  return { element, update };
}
