import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { everything } from '../harness/everything.ts';
import { assertAccessible } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { openWhole, pageNames } from './every-page.support.ts';

describe('the accessibility of every page', () => {
  const editor = useEditor({ service: { seed: 1 } });
  afterEach(() => editor.forgetDrafts());

  for (const name of pageNames) {
    it(`fault 60: ${name} has no violation that axe-core finds, in any theme, and the Tab key leads to all its controls`, async () => {
      const { tab, page } = await openWhole(editor, name);
      const wanted = await page.evaluate<string[]>(`(${reachable})()`);
      assert.ok(wanted.length > 1, 'there are controls');
      assert.deepEqual(await walk(page, 'Tab', wanted), wanted);
      const back = wanted.toReversed();
      // The browser goes back through the same stops.
      if (everything || name === 'an item') assert.deepEqual(await walk(page, 'Shift+Tab', back), back);
      await assertAccessible(editor, tab, { what: name, hasOwnColors: true, isLast: true });
    });
  }
});

/** Which of the controls a key reaches, each once, until it has reached the last or has gone on for long. */
async function walk(page: Page, key: string, wanted: readonly string[]): Promise<readonly string[]> {
  let reached = await page.evaluate<string[]>(key === 'Tab' ? `(${goToTop})()` : here);
  // A field of a time has a stop for each of its parts.
  for (let presses = 0; presses < wanted.length * 7 + 20 && reached.at(-1) !== wanted.at(-1);) {
    // One press reaches one control at most: to ask after each takes as long as to press.
    for (let left = Math.max(1, wanted.length - reached.length); left > 0; left--, presses++) await page.keyboard.press(key);
    reached = await page.evaluate<string[]>('window.reached');
  }
  return reached;
}

/**
 * Runs in the page: the controls that a person can see and use, in the order of the page. Radio buttons of a group are one; in a grid, a
 * menu or a tree of items the arrows lead from one to the next.
 */
const reachable = `() => {
  const groups = new Set();
  const isMeant = (control) => control.tabIndex >= 0 || (control.matches(controls) && control.closest('[role=grid], [role=menu], .pick .list') === null);
  const controls = 'a[href], button, input, select, textarea, summary';
  return [...document.querySelectorAll(controls + ', [tabindex]')]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.disabled && isMeant(control))
    .filter(({ type, name }) => type !== 'radio' || (!groups.has(name) && groups.add(name)))
    .map((control, place) => (control.dataset.reached = place + ' ' + control.tagName + ' ' + (control.id || control.textContent.slice(0, 40))));
}`;

/** Runs in the page: begins the list of the controls that have had the focus, with the one that has it. */
const here = `(() => {
  const note = () => {
    const control = document.activeElement?.dataset.reached;
    if (control && !window.reached.includes(control)) window.reached.push(control);
  };
  if (!window.reached) addEventListener('keyup', note, true);
  window.reached = [];
  note();
  return window.reached;
})()`;

/** Runs in the page: whatever is pressed next begins before the first control. */
const goToTop = `() => {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
  return ${here};
}`;
