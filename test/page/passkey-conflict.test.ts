import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible, focused } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { button, environment, findPasskey, makePasskey } from './passkey.support.ts';

const passkeyIn = (page: Page) => page.getByLabel('Passkey', { exact: true });
const choice = (page: Page, name: string) => page.getByRole('group', { name });

describe('the passkey form, of which somebody else changed the record', () => {
  const editor = useEditor({ service: { seed: 1 }, environment });
  afterEach(() => editor.forgetDrafts());

  const find = (passkey: string) => findPasskey(editor, passkey);
  const change = async (passkey: string, fields: object) => editor.ask('PUT', `/passkeys/${(await find(passkey))!.id}`, fields);
  const make = (passkey: string) => makePasskey(editor, passkey, { start: '2030-01-02 08:00:00', finish: '2030-02-01 09:00:00' });

  it('fault 38: shows what somebody else changed, goes back to the form as it was typed, and overwrites nothing without a choice', async () => {
    const tab = await editor.open('editPasskey', await make('SHOWN'));
    const page = await tab.page();
    await passkeyIn(page).fill('SHOWN-2');
    await change('SHOWN', { finish: '2031-01-01 00:00:00' });
    await button(page, 'Save').click();
    const title = page.getByRole('heading', { name: 'Somebody else changed this passkey' });
    await focused(page, title);
    const theirs = choice(page, 'Finish').getByLabel('Theirs: 2031-01-01 00:00:00');
    assert.ok(await theirs.isChecked(), 'what only they changed is theirs');
    assert.equal(await passkeyIn(page).isVisible(), false, 'nothing is typed meanwhile');
    await assertAccessible(editor, tab, { what: 'a conflict', hasOwnColors: true, within: '.conflict' });
    await page.keyboard.press('Control+s');
    assert.equal((await find('SHOWN'))?.finish, '2031-01-01 00:00:00');
    await button(page, 'Back to the Form').click();
    assert.equal(await passkeyIn(page).inputValue(), 'SHOWN-2');
    assert.match(await page.getByLabel('Finish').inputValue(), /^2030-02-01T09:00/);
    assert.ok(await find('SHOWN'), 'nothing was saved');
    await button(page, 'Save').click();
    await title.waitFor();
    await button(page, 'Save with These Choices').click();
    await page.getByText('The passkey SHOWN-2 was saved.').waitFor();
    assert.equal((await find('SHOWN-2'))?.finish, '2031-01-01 00:00:00', 'their other changes stay');
    assert.match(await page.getByLabel('Finish').inputValue(), /^2031-01-01T00:00/);
  });

  it('fault 38: takes each field from whom it is chosen', async () => {
    const page = await (await editor.open('editPasskey', await make('BOTH'))).page();
    await passkeyIn(page).fill('MINE');
    await page.getByLabel('Finish').fill('2030-06-06T06:06:06');
    await change('BOTH', { passkey: 'THEIRS', start: '2030-01-01 00:00:00', finish: '2030-07-07 07:07:07' });
    await button(page, 'Save').click();
    await choice(page, 'Passkey').getByLabel('Theirs: THEIRS').check();
    await button(page, 'Save with These Choices').click();
    await page.getByRole('alert').filter({ hasText: 'Choose for each field first.' }).waitFor();
    await focused(page, choice(page, 'Finish').getByLabel('Theirs'));
    await choice(page, 'Finish').getByLabel('Mine: 2030-06-06 06:06:06').check();
    await button(page, 'Save with These Choices').click();
    await page.getByText('The passkey THEIRS was saved.').waitFor();
    const { start, finish } = (await find('THEIRS'))!;
    assert.deepEqual([start, finish], ['2030-01-01 00:00:00', '2030-06-06 06:06:06']);
  });

  it('fault 38: has nothing to save when all is taken from somebody else', async () => {
    const page = await (await editor.open('editPasskey', await make('OLD NAME'))).page();
    await page.getByLabel('Finish').fill('2030-08-08T08:08:08');
    await change('OLD NAME', { passkey: 'NEW NAME', finish: '2031-01-01 00:00:00' });
    await button(page, 'Save').click();
    await choice(page, 'Finish').getByLabel('Theirs').check();
    await button(page, 'Save with These Choices').click();
    await page.getByRole('heading', { name: 'Passkey NEW NAME' }).waitFor();
    assert.equal(await passkeyIn(page).inputValue(), 'NEW NAME');
    assert.match(await page.getByLabel('Finish').inputValue(), /^2031-01-01T00:00/);
    await button(page, 'Save').waitFor({ state: 'hidden' });
    assert.equal((await find('NEW NAME'))?.finish, '2031-01-01 00:00:00');
  });

  it("fault 58: a draft that is restored still finds somebody else's change, and one that is discarded gives way to it", async () => {
    const resource = await make('DRAFTED');
    const tab = await editor.open('editPasskey', resource);
    await passkeyIn(await tab.page()).fill('DRAFTED-2');
    await editor.draftKept('DRAFTED-2');
    tab.close();
    await change('DRAFTED', { finish: '2032-02-02 00:00:00' });
    const again = await editor.open('editPasskey', resource);
    const page = await again.page();
    await page.getByText('was not saved').waitFor();
    await button(page, 'Restore').click();
    assert.match(await page.getByLabel('Finish').inputValue(), /^2030-02-01T09:00/);
    await page.getByText('Changed: Passkey', { exact: true }).waitFor();
    await button(page, 'Save').click();
    await page.getByText('Somebody else changed this passkey').waitFor();
    assert.equal((await find('DRAFTED'))?.finish, '2032-02-02 00:00:00', 'nothing was saved');
    again.close();
    const last = await (await editor.open('editPasskey', resource)).page();
    await last.getByText('was not saved').waitFor();
    await button(last, 'Discard').first().click();
    assert.match(await last.getByLabel('Finish').inputValue(), /^2032-02-02T00:00/);
    assert.equal(await passkeyIn(last).inputValue(), 'DRAFTED');
  });
});
