import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ServiceFault } from '../../src/service/index.ts';
import { until } from '../harness/until.ts';
import { assertAccessible } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { reportEnvironment } from './report.support.ts';

const item = { id: '300003', more: { eventId: '1001' } };
const named = (page: Page, name: string) => page.getByRole('button', { name });

describe('a page that cannot be filled', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment: { ...reportEnvironment, protected: true } });
  const open = () => editor.open('editItem', editor.resource('item', item.id, item.more));
  afterEach(async () => {
    faults.length = 0;
    await editor.signIn();
  });

  it('says what it is of, in which event and environment, and lets another account be used where this one may not', async () => {
    faults.push({ kind: '403', operation: 'getBordero' });
    const tab = await editor.open('showBordero', editor.resource('event', '1001'));
    const page = await tab.page();
    await page
      .getByRole('alert')
      .filter({ hasText: /^stg does not allow "Get bordero" with this account/ })
      .waitFor();
    await page.getByRole('heading', { name: 'Bordero' }).waitFor();
    await page.getByText('stg (protected)', { exact: true }).waitFor();
    await page.getByRole('link', { name: '1001' }).waitFor();
    await assertAccessible(editor, tab);
    const asked: string[] = [];
    editor.user.type = ({ title = '' }) => {
      asked.push(title);
      faults.length = 0;
      return editor.service.token;
    };
    await named(page, 'Use Another Account…').click();
    await page.getByRole('link', { name: 'Festival da Primavera' }).waitFor();
    assert.equal(asked.length, 1);
  });

  it('says where to sign in, also after the question was left', async () => {
    await editor.signOut();
    editor.user.type = () => undefined;
    const page = await (await open()).page();
    await page
      .getByRole('alert')
      .filter({ hasText: /^Sign in to stg first\.$|^Sign in to stg first\.Sign In/ })
      .waitFor();
    await named(page, 'Sign In').waitFor();
  });

  it('is called as its row was, with the way to its event, where it is gone by now', async () => {
    const gone = { eventId: '1001', eventLabel: 'Festival da Primavera', label: '9º lote' };
    const page = await (await editor.open('editItem', editor.resource('item', '999999', gone))).page();
    await page.getByRole('alert').filter({ hasText: 'stg has no item 999999.' }).waitFor();
    await page.getByText('It was there when its row was read: it may have been deleted since.').waitFor();
    await page.getByRole('heading', { level: 1, name: '9º lote' }).waitFor();
    await page.getByText('stg (protected)', { exact: true }).waitFor();
    const path = page.getByRole('navigation', { name: 'Path' });
    assert.equal(await path.innerText(), 'Festival da Primavera\nItem 999999');
    const event = await editor.openBy(() => path.getByRole('link').click());
    await (await event.page()).getByRole('heading', { level: 1, name: 'Festival da Primavera' }).waitFor();
    await editor.signOut();
    editor.user.type = () => undefined;
    const passkey = editor.resource('passkey', '1', { eventId: '1001', label: 'AMIGOS' });
    const other = await (await editor.open('editPasskey', passkey)).page();
    await named(other, 'Sign In').waitFor();
    await other.getByRole('heading', { level: 1, name: 'AMIGOS' }).waitFor();
    assert.equal(await other.getByRole('navigation', { name: 'Path' }).innerText(), '1001\nPasskey 1');
  });

  it('has one text and one button on the page of an event, for all that waits for one sign-in', async () => {
    await editor.signOut();
    editor.user.type = () => undefined;
    const page = await (await editor.open('openEvent', editor.resource('event', '1001'))).page();
    await until('all places were tried', async () => (await page.locator('.signed-out').count()) === 5);
    assert.equal(await named(page, 'Sign In').count(), 1);
    assert.deepEqual(await page.locator('.signed-out .notice span:visible').allTextContents(), ['Sign in to stg first.']);
    assert.equal(await page.locator('.signed-out > .hint:visible').count(), 3);
    await editor.signIn();
    await named(page, '2º lote').first().waitFor();
    await until('nothing waits', async () => (await page.locator('.signed-out').count()) === 0);
  });

  it('leads to where it is said how it sends a credential, where it sends none', async () => {
    const set = editor.fake.setting('boxOffice.environments') as Readonly<Record<string, object>>;
    try {
      editor.fake.change('boxOffice.environments', { stg: { ...set['stg'], eventCredential: 'nothing', protected: false } });
      faults.push({ kind: '401', operation: 'requestExport' });
      const page = await (await editor.open('requestExport', editor.resource('event', '1001'))).page();
      await named(page, 'Request Export').click();
      const alert = page.getByRole('alert').filter({ hasText: 'Configure Environments says how it sends one.' });
      const asked = new Promise<string>((resolve) => {
        editor.user.type = ({ title = '' }) => {
          resolve(title);
          return undefined;
        };
      });
      await alert.getByRole('button', { name: 'Configure Environments' }).click();
      assert.match(await asked, /Configure/);
    } finally {
      editor.fake.change('boxOffice.environments', set);
    }
  });
});
