import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';
import { tableEnvironment } from './table.support.ts';

interface Row {
  readonly type: string;
  readonly key: string;
}

describe('a sign-in that is refused while pages and rows load', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment });
  const section = (page: Page, name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const rows = (page: Page, name: string) => section(page, name).locator('tbody tr').first();
  const signInIn = (page: Page, name: string) => section(page, name).getByRole('button', { name: 'Sign In' });
  /** The first of them offers it. */
  const bothWait = async (page: Page) => {
    await signInIn(page, 'Items').waitFor();
    await section(page, 'Passkeys').getByText('This loads after the sign-in.').waitFor();
  };
  const event = () => editor.resource('event', '1001');

  beforeEach(() => editor.signIn(editor.environment, 'old-token'));

  /** What stands below the row whose key ends like this. */
  async function childrenOf(...ends: readonly string[]): Promise<Row[]> {
    // It is made when the extension has started.
    const tree = await until('the tree', () => editor.fake.trees.get('boxOffice.events'));
    let below = (await tree.getChildren()) as Row[];
    for (const end of ends) {
      const row = below.find(({ key }) => key.endsWith(end));
      assert.ok(row, `${end} among ${below.map(({ key }) => key).join()}`);
      below = (await tree.getChildren(row)) as Row[];
    }
    return below;
  }
  const itemRows = () => childrenOf('/featured', '1001', '/items');

  it('fault 79: is asked about once, and every place loads by itself after it', async () => {
    const warnings: string[] = [];
    // A notification that nobody answers.
    editor.user.press = (message) => {
      warnings.push(message);
      return new Promise(() => undefined);
    };
    assert.deepEqual(
      (await itemRows()).map(({ type }) => type),
      ['problem'],
    );
    await until('the offer', () => warnings.length > 0);
    const status = () => editor.fake.statusItems.map(({ text, tooltip }) => `${text}\n${tooltip}`).join('\n');
    await until('the status bar says it', () => status().includes('sign-in refused'));
    assert.doesNotMatch(status(), /Signed in/);
    let answer: (token: string) => void = () => undefined;
    const asked: string[] = [];
    editor.user.type = ({ prompt = '' }) => {
      asked.push(prompt);
      return new Promise((resolve) => (answer = resolve));
    };
    const page = await (await editor.open('openEvent', event())).page();
    await until('a question', () => asked.length > 0);
    // However long the question stays open, no place says that it loads.
    await bothWait(page);
    answer(editor.service.token);
    for (const name of ['Items', 'Passkeys']) await rows(page, name).waitFor();
    await until('nothing is refused', () => !status().includes('refused'));
    await until('the rows of the tree', async () => (await itemRows()).every(({ type }) => type !== 'problem'));
    assert.equal(asked.length, 1);
    assert.match(asked[0] ?? '', /The ticket group of stg refused the token \(sent as Authorization: Bearer\)\./);
    assert.deepEqual(warnings, ['The ticket group of stg refused the token (sent as Authorization: Bearer).']);
  });

  it('fault 79: is offered once where places failed and the question was left, and one sign-in fills all of them', async () => {
    let count = 0;
    editor.user.type = () => {
      count++;
      return undefined;
    };
    const page = await (await editor.open('openEvent', event())).page();
    await until('the question', () => count > 0);
    await bothWait(page);
    assert.equal(count, 1);
    editor.user.type = () => {
      count++;
      return editor.service.token;
    };
    await signInIn(page, 'Items').click();
    for (const name of ['Items', 'Passkeys']) await rows(page, name).waitFor();
    assert.equal(count, 2);
  });

  it('fault 79: offers a sign-in in the place in which somebody asked for it, until the question is answered', async () => {
    editor.user.type = () => undefined;
    const page = await (await editor.open('openEvent', event())).page();
    await signInIn(page, 'Items').waitFor();
    let leave: ((answer: undefined) => void) | undefined;
    editor.user.type = () => new Promise((resolve) => (leave = resolve));
    await signInIn(page, 'Items').click();
    const leaveQuestion = await until('the question', () => leave);
    await signInIn(page, 'Items').waitFor();
    // Somebody signs in elsewhere, and leaves the question open.
    await editor.signIn();
    for (const name of ['Items', 'Passkeys']) await rows(page, name).waitFor();
    leaveQuestion(undefined);
  });

  it('fault 79: fills a page whose first read was refused', async () => {
    editor.user.type = () => undefined;
    const page = await (await editor.open('editItem', editor.resource('item', '300003', { eventId: '1001' }))).page();
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    await editor.signIn();
    await page.getByRole('heading', { name: 'Sale periods' }).waitFor();
  });
});

describe('a sign-in on a machine whose keyring fails', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment });

  it('fault 10: lasts while the window is open, is said to be kept in memory, and is written down nowhere', async () => {
    const { fake, service } = editor;
    await editor.signOut();
    const warnings: string[] = [];
    editor.user.press = (message) => void warnings.push(message);
    editor.user.type = () => service.token;
    fake.isKeyringBroken = true;
    await fake.run('boxOffice.signIn');
    await until('the warning', () => warnings.some((text) => text.includes('the sign-in is kept in memory until this window')));
    const page = await (await editor.open('openEvent', editor.resource('event', '1001'))).page();
    await page.locator('section tbody tr').first().waitFor();
    const files = globSync('**/*', { cwd: fake.home, withFileTypes: true }).filter((entry) => entry.isFile());
    const written = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
    const kept = [fake.settings, fake.state.global, fake.state.workspace, fake.secrets].map((values) =>
      JSON.stringify([...values]),
    );
    for (const text of [...written, ...kept, ...fake.logged]) assert.ok(!text.includes(service.token));
    assert.ok(fake.logged.length > 0);
  });
});
