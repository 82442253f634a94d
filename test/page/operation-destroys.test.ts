import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';
import { environment, findPasskey, makePasskey } from './passkey.support.ts';

const itemWithCodes = '300002';

describe('the form of an operation that destroys', () => {
  const editor = useEditor({ service: { seed: 1 }, environment });
  afterEach(() => editor.forgetDrafts());

  const open = async (operation: string) => (await editor.open('openOperationForm', operation)).page();
  const send = (page: Page) => page.locator('footer.bar button.danger');
  const isReady = (page: Page) => send(page).and(page.locator(':enabled')).waitFor();
  const replied = (page: Page, text: string) => page.getByRole('region', { name: 'Reply' }).getByText(text).waitFor();

  const codes = async () =>
    ((await editor.ask('GET', `/items/${itemWithCodes}/codes?pageSize=1000`)) as { data: { id: number; code: string }[] }).data;

  /** What was kept of all that was to go. */
  const copies = () => {
    const folder = join(editor.fake.home, 'storage', 'copies');
    return globSync('*', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'));
  };

  it('fault 40: asks before it destroys, names what goes, keeps a copy after the yes and offers to undo it', async () => {
    const { id } = (await makePasskey(editor, 'GOES')) as { id: string };
    const page = await open('deletePasskey');
    await page.getByLabel('id *').fill(id);
    const asked: string[] = [];
    editor.user.press = (message) => {
      asked.push(message);
      assert.doesNotMatch(copies().join('\n'), /"passkey": "GOES"/);
      return undefined;
    };
    await send(page).click();
    await until('it asks', () => asked.length > 0);
    assert.match(asked[0]!, /^Delete Passkey: GOES\?/);
    await isReady(page);
    assert.ok(await findPasskey(editor, 'GOES'), 'without a yes it stays');
    editor.user.press = (message, buttons) => buttons.find((name) => name === 'Delete Passkey');
    await send(page).click();
    await replied(page, '"deleted": true');
    assert.equal(await findPasskey(editor, 'GOES'), undefined);
    assert.match(copies().join('\n'), /"passkey": "GOES"/);
    assert.match(editor.user.shown.join('\n'), /Passkey GOES was deleted in stg\..*\| Undo/);
  });

  it('fault 40: gives back what was deleted', async () => {
    const { id } = (await makePasskey(editor, 'COMES BACK')) as { id: string };
    const page = await open('deletePasskey');
    await page.getByLabel('id *').fill(id);
    editor.user.press = (_, buttons) => buttons.find((name) => name === 'Delete Passkey' || name === 'Undo');
    await send(page).click();
    await until('it is there again', () =>
      editor.user.shown.some((text) => text.startsWith('Passkey COMES BACK is there again, with a new id.')),
    );
    assert.ok(await findPasskey(editor, 'COMES BACK'));
  });

  it('fault 40: names the one code that goes', async () => {
    const code = (await codes())[0]!;
    const page = await open('deleteCode');
    await page.getByLabel('itemId *').fill(itemWithCodes);
    await page.getByLabel('codeId *').fill(String(code.id));
    editor.user.press = (_, buttons) => buttons.find((name) => name === 'Delete Code');
    await send(page).click();
    await replied(page, '"deleted"');
    assert.match(editor.user.shown[0]!, new RegExp(`^Delete Code: ${code.code}\\?`));
    assert.ok(!(await codes()).some(({ id }) => id === code.id));
    assert.ok(copies().some((copy) => copy.includes(code.code)));
  });
});

describe('the form that deletes the codes of an event', () => {
  const editor = useEditor({ service: { seed: 1 }, environment });

  const codes = async () =>
    ((await editor.ask('GET', `/items/${itemWithCodes}/codes?pageSize=1000`)) as { data: { code: string }[] }).data;

  it('fault 40: deletes them only after their count, their tickets and a typed answer, and keeps a copy', async () => {
    const before = await codes();
    const page = await (await editor.open('openOperationForm', 'deleteEventCodes')).page();
    await page.getByLabel('eventId *').fill('1001');
    const asked: string[] = [];
    editor.user.press = (message, buttons) => {
      asked.push(message);
      return buttons.find((name) => name === 'Delete Codes of Event');
    };
    const prompts: unknown[] = [];
    editor.user.type = ({ prompt }) => {
      prompts.push(prompt);
      return prompts.length === 1 ? undefined : 'stg';
    };
    await page.locator('footer.bar button.danger').click();
    await until('an answer is wanted', () => prompts.length === 1);
    await page.locator('footer.bar button.danger').and(page.locator(':enabled')).waitFor();
    assert.match(asked[0]!, /^Delete Codes of Event: [\d,]+ codes of Festival da Primavera\?\n[^]*› 1º lote · 300002: [\d,]+/);
    assert.equal(prompts[0], 'Type stg to confirm.');
    assert.equal((await codes()).length, before.length, 'nothing goes without the answer');
    await page.locator('footer.bar button.danger').click();
    await page.getByRole('region', { name: 'Reply' }).getByText('"deleted"').waitFor();
    assert.equal((await codes()).length, 0);
    const folder = join(editor.fake.home, 'storage', 'copies');
    const kept = globSync('*', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'));
    assert.ok(kept.some((copy) => copy.startsWith('ticket,code') && before.every(({ code }) => copy.includes(code))));
  });
});
