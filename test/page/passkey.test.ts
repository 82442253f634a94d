import assert from 'node:assert/strict';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ServiceFault } from '../../src/service/index.ts';
import { focused, problemAt, tabTo } from './editor/looks.ts';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';
import { button, environment, event, findPasskey, makePasskey, passkeysOf } from './passkey.support.ts';

const passkeyIn = (page: Page) => page.getByLabel('Passkey', { exact: true });

describe('the passkey form', () => {
  const editor = useEditor({ service: { seed: 1 }, environment });
  afterEach(() => editor.forgetDrafts());

  const openNew = async () => (await editor.open('createPasskey', event(editor))).page();
  const find = (passkey: string) => findPasskey(editor, passkey);

  it('creates a passkey that opens items, becomes the form of it, keeps a draft of that one, and begins another beside it', async () => {
    const tab = await editor.open('createPasskey', event(editor));
    const page = await tab.page();
    await page.getByText('A limit of uses can be set only when many are created:').waitFor();
    await passkeyIn(page).fill('FIRST OF TWO');
    await page.getByLabel('Start').fill('2030-03-01T10:00:00');
    await page.getByLabel('Finish').fill('2030-03-20T18:30:15');
    const boxes = page.getByRole('checkbox');
    await boxes.nth(1).check();
    await boxes.nth(2).check();
    await page.getByText('2 of').waitFor();
    await tab.isNamed('● New Passkey · Festival da Primavera');
    await page.keyboard.press('Control+s');
    await page.getByText('The passkey FIRST OF TWO was created.').waitFor();
    const made = await find('FIRST OF TWO');
    assert.deepEqual([made?.start, made?.finish, made?.itemIds.length], ['2030-03-01 10:00:00', '2030-03-20 18:30:15', 2]);
    await page.getByRole('heading', { name: 'Passkey FIRST OF TWO' }).waitFor();
    await tab.isNamed('Passkey FIRST OF TWO · Festival da Primavera');
    assert.equal(await passkeyIn(page).inputValue(), 'FIRST OF TWO');
    assert.equal(await page.locator('footer.bar').isVisible(), false, 'there is nothing to save');
    await button(page, 'Create Another').click();
    const another = editor.active;
    await (await another.page()).getByRole('heading', { name: 'New passkey' }).waitFor();
    another.close();
    await passkeyIn(page).fill('RENAMED');
    await page.getByText('was FIRST OF TWO').waitFor();
    await editor.draftKept('RENAMED');
    await editor.reload();
    const again = await tab.page();
    await again.getByRole('heading', { name: 'Passkey FIRST OF TWO' }).waitFor();
    assert.equal(await passkeyIn(again).inputValue(), 'RENAMED');
    await button(again, 'Save').click();
    await again.getByText('The passkey RENAMED was saved.').waitFor();
    assert.deepEqual([await find('FIRST OF TWO'), (await find('RENAMED'))?.id], [undefined, made?.id]);
  });

  it('says at its field that a passkey is needed, or that the event has it, and brings back what was discarded by one click too many', async () => {
    await makePasskey(editor, 'TAKEN');
    const page = await openNew();
    await focused(page, passkeyIn(page));
    await button(page, 'Create Passkey').click();
    assert.equal(await problemAt(page, passkeyIn(page)), 'A passkey is needed.');
    await focused(page, passkeyIn(page));
    await passkeyIn(page).fill('ONE CLICK');
    await button(page, 'Discard').click();
    assert.equal(await passkeyIn(page).inputValue(), '');
    await focused(page, button(page, 'Undo'));
    await button(page, 'Undo').press('Enter');
    assert.equal(await passkeyIn(page).inputValue(), 'ONE CLICK');
    await editor.draftKept('ONE CLICK');
    await passkeyIn(page).fill('TAKEN');
    await button(page, 'Create Passkey').click();
    assert.equal(await problemAt(page, passkeyIn(page)), 'This event has this passkey already.');
    await focused(page, passkeyIn(page));
  });

  it('saves only what changed, with the keyboard alone, and refuses times at their fields: before today, before the start, and that no clock shows', async () => {
    const passkey = await makePasskey(editor, 'KEYS', { start: '2030-01-01 08:00:00', finish: '2030-02-01 09:00:00' });
    const before = await find('KEYS');
    const page = await (await editor.open('editPasskey', passkey)).page();
    await tabTo(page, passkeyIn(page));
    await page.keyboard.press('End');
    await page.keyboard.type('B');
    await page.getByText('Changed: Passkey', { exact: true }).waitFor();
    await tabTo(page, button(page, 'Save'));
    await page.keyboard.press('Enter');
    await page.getByText('The passkey KEYSB was saved.').waitFor();
    assert.deepEqual(await find('KEYSB'), { ...before!, passkey: 'KEYSB' });
    assert.equal(await button(page, 'Save').isVisible(), false, 'there is nothing to save any more');
    await page.getByLabel('Start').fill('2020-01-01T00:00:00');
    assert.equal(await problemAt(page, page.getByLabel('Start')), 'This is before today in America/Sao_Paulo.');
    await button(page, 'Save').click();
    await focused(page, page.getByLabel('Start'));
    await page.getByLabel('Start').fill('2030-03-02T10:00:00');
    assert.equal(await problemAt(page, page.getByLabel('Finish')), 'This is before the start.');
    await page.getByLabel('Start').fill('2018-11-04T00:30:00');
    assert.match(await problemAt(page, page.getByLabel('Start')), /^This time does not exist in America\/Sao_Paulo:/);
    await page.getByText('2 problems').waitFor({ state: 'detached' });
    await page.getByText('1 problem').waitFor();
    await button(page, 'Discard').click();
    assert.match(await page.getByLabel('Start').inputValue(), /^2030-01-01T08:00/);
    assert.equal(await page.locator('[aria-invalid="true"]').count(), 0);
    assert.equal((await find('KEYSB'))?.start, '2030-01-01 08:00:00');
  });

  it('takes a time away, says what it was, and reads back that it is gone', async () => {
    const passkey = await makePasskey(editor, 'CLEARED', { start: '2030-01-01 08:00:00', finish: '2030-02-01 09:00:00' });
    const page = await (await editor.open('editPasskey', passkey)).page();
    const clear = page.locator('.field', { has: page.getByLabel('Finish') }).getByRole('button', { name: 'Clear' });
    await clear.press('Enter');
    await focused(page, page.getByLabel('Finish'));
    await page.getByText('was 2030-02-01 09:00:00').waitFor();
    await button(page, 'Save').click();
    await page.getByText('The passkey CLEARED was saved.').waitFor();
    const { start, finish } = (await find('CLEARED'))!;
    assert.deepEqual([start, finish], ['2030-01-01 08:00:00', null]);
    assert.equal(await page.getByLabel('Finish').inputValue(), '');
  });

  it('leaves a day a day, and makes one of a time when it is asked to', async () => {
    const passkey = await makePasskey(editor, 'DAYS', { start: '2030-01-01', finish: '2030-02-01' });
    const page = await (await editor.open('editPasskey', passkey)).page();
    assert.equal(await page.getByLabel('Start').inputValue(), '2030-01-01');
    await page.getByLabel('Finish').fill('2030-02-03');
    await button(page, 'Save').click();
    await page.getByText('The passkey DAYS was saved.').waitFor();
    assert.deepEqual([(await find('DAYS'))?.start, (await find('DAYS'))?.finish], ['2030-01-01', '2030-02-03']);
    const finish = page.locator('.field', { has: page.getByLabel('Finish') });
    await finish.getByRole('button', { name: 'With a Time' }).click();
    assert.equal(await page.getByLabel('Finish').inputValue(), '2030-02-03T23:59:59');
    await finish.getByRole('button', { name: 'Whole Day' }).click();
    assert.equal(await page.getByLabel('Finish').inputValue(), '2030-02-03');
    await page.getByText('Changed:').waitFor({ state: 'hidden' });
  });

  it('fault 57: has what was typed after its tab was hidden and after a reload, and loads its items once somebody has signed in', async () => {
    const tab = await editor.open('createPasskey', event(editor));
    const page = await tab.page();
    await page.getByRole('checkbox').nth(1).check();
    await passkeyIn(page).fill('HIDDEN');
    await page.getByLabel('Finish').fill('2031-01-02T03:04:05');
    await editor.draftKept('2031-01-02 03:04:05');
    editor.hide();
    const again = await tab.show();
    await again.getByText('1 of').waitFor();
    assert.equal(await passkeyIn(again).inputValue(), 'HIDDEN');
    assert.equal(await again.getByLabel('Finish').inputValue(), '2031-01-02T03:04:05');
    await passkeyIn(again).pressSequentially(' twice');
    await button(again, 'Discard').waitFor();
    await editor.draftKept('HIDDEN twice');
    await editor.signOut();
    try {
      await editor.reload();
      const last = await tab.page();
      await last.getByRole('heading', { name: 'New passkey' }).waitFor();
      await last.getByText('Sign in to stg first.').waitFor();
      assert.equal(await passkeyIn(last).inputValue(), 'HIDDEN twice');
      await editor.signIn();
      await last.getByText(/^1 of \d+ chosen/).waitFor();
      assert.equal(await passkeyIn(last).inputValue(), 'HIDDEN twice');
    } finally {
      await editor.signIn();
    }
  });

  it('fault 58: has what was typed after a sign-out, and offers it when the form is opened again after the next sign-in', async () => {
    const tab = await editor.open('createPasskey', event(editor));
    await passkeyIn(await tab.page()).fill('SIGNED-OUT');
    await editor.draftKept('SIGNED-OUT');
    await editor.run('signOut');
    try {
      assert.match(editor.user.shown.join('\n'), /Signed out of stg/);
      assert.equal(await passkeyIn(await tab.page()).inputValue(), 'SIGNED-OUT');
      tab.close();
    } finally {
      await editor.signIn();
    }
    const page = await openNew();
    await page.getByText('was not saved').waitFor();
    await focused(page, button(page, 'Restore'));
    assert.equal(await page.getByRole('checkbox').nth(1).isEnabled(), true);
    await button(page, 'Restore').press('Enter');
    assert.equal(await passkeyIn(page).inputValue(), 'SIGNED-OUT');
    await button(page, 'Discard').click();
    assert.equal(await passkeyIn(page).inputValue(), '');
  });

  it('fault 58: offers what was on disk in the moment in which the program behind it was killed', async () => {
    const storage = join(editor.fake.home, 'storage');
    await passkeyIn(await openNew()).fill('KILLED');
    await editor.draftKept('KILLED');
    await cp(storage, `${storage}.killed`, { recursive: true });
    await editor.reload();
    editor.active.close();
    // Whatever an orderly end has written since is not there after a kill.
    await rm(storage, { recursive: true });
    await cp(`${storage}.killed`, storage, { recursive: true });
    const page = await openNew();
    await button(page, 'Restore').click();
    assert.equal(await passkeyIn(page).inputValue(), 'KILLED');
  });
});

describe('the passkey form, when the service fails in the middle', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment: { ...environment, name: 'prod', protected: true } });
  afterEach(async () => {
    faults.length = 0;
    await editor.forgetDrafts();
  });

  const fill = async (passkey: string) => {
    const page = await (await editor.open('createPasskey', event(editor))).page();
    await page.getByText('prod (protected)').waitFor();
    await passkeyIn(page).fill(passkey);
    await page.getByRole('checkbox').nth(1).check();
    return page;
  };

  it('asks before it writes in a protected environment, writes nothing without a yes, and keeps what was typed where the service refuses it', async () => {
    const page = await fill('NO');
    const asked = new Promise<string>((resolve) => {
      editor.user.press = (message) => {
        resolve(message);
        return undefined;
      };
    });
    await button(page, 'Create Passkey').click();
    const question = await asked;
    assert.match(question, /^Create passkey: .* › NO\?\nEnvironment: prod \(protected\)\n\nPasskey: NO\nItems: ./);
    await button(page, 'Create Passkey').and(page.locator(':enabled')).waitFor();
    assert.equal(await passkeyIn(page).inputValue(), 'NO');
    assert.equal(await page.getByRole('alert').count(), 0, 'who says no is told of no failure');
    assert.equal(await findPasskey(editor, 'NO'), undefined);
    faults.push({ kind: '403', operation: 'createPasskey' });
    editor.user.press = (_, [yes]) => yes;
    await passkeyIn(page).fill('REFUSED');
    await button(page, 'Create Passkey').click();
    await page
      .getByRole('alert')
      .filter({ hasText: /403|not allowed|refused|may not/i })
      .waitFor();
    assert.equal(await passkeyIn(page).inputValue(), 'REFUSED');
    await editor.draftKept('REFUSED');
    assert.equal(await findPasskey(editor, 'REFUSED'), undefined);
  });

  it('says what is saved and what is not, keeps the rest, and goes on with it', async () => {
    faults.push({ kind: '403', operation: 'setPasskeyItems', times: 1 });
    const page = await fill('HALFWAY');
    editor.user.press = (_, [yes]) => yes;
    await button(page, 'Create Passkey').click();
    await page.getByRole('alert').waitFor();
    assert.match((await page.getByRole('alert').textContent()) ?? '', /^Saved: the new passkey\nNot saved: its items/);
    assert.deepEqual((await findPasskey(editor, 'HALFWAY'))?.itemIds, []);
    assert.ok(await page.getByRole('checkbox').nth(1).isChecked(), 'the choice of items is kept');
    await page.getByRole('heading', { name: 'Passkey HALFWAY' }).waitFor();
    await button(page, 'Save').waitFor();
    assert.equal(await button(page, 'Create Passkey').count(), 0);
    editor.user.shown.length = 0;
    await page.keyboard.press('Control+s');
    await page.getByText('The passkey HALFWAY was saved.').waitFor();
    assert.match(editor.user.shown.join('\n'), /HALFWAY/);
    await page.getByRole('heading', { name: 'Passkey HALFWAY' }).waitFor();
    const made = (await passkeysOf(editor)).filter(({ passkey }) => passkey.startsWith('HALFWAY'));
    assert.deepEqual(
      made.map(({ itemIds }) => itemIds.length),
      [1],
    );
  });

  it('shows what was sent of a passkey that it made and could not read, and saves the next change of it', async () => {
    faults.push({ kind: '403', operation: 'getPasskey' });
    editor.user.press = (_, [yes]) => yes;
    const page = await (await editor.open('createPasskey', event(editor))).page();
    await passkeyIn(page).fill('UNREAD');
    await button(page, 'Create Passkey').click();
    await page.getByText('The passkey UNREAD was created. It could not be read back.').waitFor();
    await page.getByRole('heading', { name: 'Passkey UNREAD' }).waitFor();
    assert.equal(await passkeyIn(page).inputValue(), 'UNREAD');
    assert.equal(await page.locator('footer.bar').isVisible(), false);
    faults.length = 0;
    await page.getByLabel('Finish').fill('2031-01-02T03:04:05');
    await button(page, 'Save').click();
    await page.getByText('The passkey UNREAD was saved.').waitFor();
    assert.equal((await findPasskey(editor, 'UNREAD'))?.finish, '2031-01-02 03:04:05');
  });

  it('has what a passkey was made with again after a reload, where it could not be read and its items were not sent', async () => {
    faults.push({ kind: '403', operation: 'getPasskey' });
    editor.user.press = (_, [yes]) => yes;
    const page = await fill('UNREAD ITEMS');
    await button(page, 'Create Passkey').click();
    await page.getByText('Not sent: its items').waitFor();
    await editor.draftKept('"itemIds"');
    const tab = editor.active;
    editor.hide();
    faults.length = 0;
    const finish = '2031-01-02 03:04:05';
    await editor.ask('PUT', `/passkeys/${(await findPasskey(editor, 'UNREAD ITEMS'))?.id}`, { finish });
    const again = await tab.show();
    assert.equal(await passkeyIn(again).inputValue(), 'UNREAD ITEMS');
    await again.getByText('Changed: Items').waitFor();
    await button(again, 'Save').click();
    await until('its items are there', async () => (await findPasskey(editor, 'UNREAD ITEMS'))?.itemIds.length === 1);
    assert.equal((await findPasskey(editor, 'UNREAD ITEMS'))?.finish, finish, 'what somebody else has set meanwhile stays');
  });
});
