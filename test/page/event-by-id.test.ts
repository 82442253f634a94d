import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localErrors } from '../../src/editor/account/environments.ts';
import { seenDialect } from '../../src/service/own-dialect.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { everything } from '../harness/everything.ts';
import { until } from '../harness/until.ts';
import type { OpenList } from './editor/fake-editor.ts';
import { Uri } from './editor/vscode-types.ts';
import { assertAccessible } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { revealedRow, tableEnvironment } from './table.support.ts';

const ofEventGroup = ['getEvent', 'identifyEvent', 'getFeatured', 'searchCategory', 'getHomeSections'];

describe('an event group that cannot be read', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment: tableEnvironment });
  let lists: OpenList[] = [];

  beforeEach(() => {
    lists = [];
    editor.user.browse = (list) => lists.push(list);
  });
  afterEach(() => void (faults.length = 0));

  const breakGroup = (kind: '401' | '403' | 'html') => faults.push(...ofEventGroup.map((operation) => ({ kind, operation })));

  /** Types an id into the list of events, and takes it as it is. */
  async function typeId(id: string): Promise<string> {
    const list = await until('the list of events', () => lists.at(-1));
    await until('it says that nothing could be read', () =>
      list.items.some(({ label }) => label === '$(error) The event group could not be read. Type the id of the event.'),
    );
    list.enter(id);
    const row = await until('the id', () => list.items.find(({ description }) => description === `Use the id ${id} as it is`));
    list.choose(row);
    return row.detail ?? '';
  }

  // What tells each kind apart: proved in unit/client/replies.test.ts.
  for (const kind of everything ? (['401', '403', 'html'] as const) : (['401'] as const)) {
    it(`lets a passkey be made with the id of the event alone (${kind})`, async () => {
      breakGroup(kind);
      const opened = editor.open('createPasskey');
      const detail = await typeId('1001');
      if (kind === '401') assert.match(detail, /^The event group of stg refused "Identify event" .*which carries no credential/);
      const page = await (await opened).page();
      await page.getByRole('link', { name: '1001' }).waitFor();
      await page.getByLabel('Passkey', { exact: true }).fill(`BYID${kind.toUpperCase()}`);
      await page.getByRole('checkbox').first().waitFor();
      await page.getByRole('button', { name: 'Create Passkey' }).click();
      await until('it is at the service', async () => {
        const { data } = (await editor.ask('GET', '/passkeys?eventId=1001&pageSize=1000')) as { data: { passkey: string }[] };
        return data.some(({ passkey }) => passkey === `BYID${kind.toUpperCase()}`);
      });
    });
  }

  it('lets codes be uploaded with the id of the event alone', async () => {
    breakGroup('401');
    const file = join(editor.fake.workspace, 'by-id.csv');
    await writeFile(file, 'BYID-UPLOAD-1\nBYID-UPLOAD-2\n');
    editor.user.press = (_message, buttons) => buttons.find((button) => /^Upload/.test(button));
    const uploaded = editor.run('uploadCodes', Uri.file(file));
    await typeId('1001');
    await uploaded;
    assert.match(editor.user.shown.join('\n'), /2 codes uploaded to 1001/);
  });

  it('opens the form for many passkeys and the tax calculator with the id', async () => {
    breakGroup('403');
    const many = await (await editor.open('createPasskeys', editor.resource('event', '1001'))).page();
    await many.getByRole('link', { name: '1001' }).waitFor();
    const tax = await (await editor.open('calculateTax', editor.resource('event', '1001'))).page();
    await tax.getByLabel('Event', { exact: true }).waitFor();
    assert.equal(await tax.getByLabel('Event', { exact: true }).inputValue(), '1001');
  });

  // As above.
  for (const kind of everything ? (['401', '403', '500', 'html', 'invalid-json'] as const) : (['401', 'invalid-json'] as const)) {
    it(`shows the items and passkeys of the event under its id, says why the event is not shown, and tries again (${kind})`, async () => {
      faults.push({ kind, operation: 'getEvent' });
      const tab = await editor.open('openEvent', editor.resource('event', '1001'));
      const page = await tab.page();
      await page.getByRole('heading', { name: '1001', exact: true }).waitFor();
      await page.getByRole('button', { name: '2º lote' }).first().waitFor();
      const passkeys = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Passkeys', exact: true }) });
      await passkeys.locator('tbody tr').first().waitFor();
      await tab.isNamed('1001');
      assert.equal(await page.getByRole('heading', { name: 'Sessions' }).count(), 0);
      const problem = page.locator('.notice.warning');
      assert.match((await problem.locator('span').textContent()) ?? '', kind === '401' ? /carries no credential/ : /./);
      if (kind === '401') await assertAccessible(editor, tab, { within: 'header, .notice' });
      faults.length = 0;
      await problem.getByRole('button', { name: 'Try Again' }).click();
      await page.getByRole('heading', { name: 'Festival da Primavera' }).waitFor();
      await page.getByRole('heading', { name: 'Sessions' }).waitFor();
      assert.equal(await problem.count(), 0);
      await tab.isNamed('Festival da Primavera');
    });
  }

  it('says of an event that is not there nothing but that, and offers nothing to create', async () => {
    const counted = countedCalls('getBordero', 'getEntryReport', 'listPasskeys');
    faults.push(...counted.faults);
    const tab = await editor.open('openEvent', editor.resource('event', '99999999'));
    const page = await tab.page();
    await page.getByRole('heading', { name: '99999999', exact: true }).waitFor();
    const notice = page.locator('.notice.warning');
    assert.match((await notice.locator('span').textContent()) ?? '', /^stg has no event 99999999\. It says: /);
    assert.equal(await page.locator('section, .tiles').count(), 0);
    assert.deepEqual(await page.getByRole('button').allTextContents(), ['Try Again']);
    await assertAccessible(editor, tab);
    await notice.getByRole('button').click();
    await notice.getByRole('button').waitFor();
    assert.deepEqual(counted.counts, {});
  });

  it('shows an item of it in the tree', async () => {
    faults.push({ kind: '403', operation: 'getEvent' });
    const { data } = (await editor.ask('GET', '/items/300022')) as { data: { eventId: number } };
    await editor.run('showInTree', editor.resource('item', '300022', { eventId: String(data.eventId) }));
    assert.equal((await revealedRow(editor)).id, '300022');
    // What nobody asked for is said, with a way back.
    const pinned = editor.user.shown.find((text) => text.includes('it was pinned, to be shown in the tree.'));
    assert.match(pinned ?? '', /Unpin/);
  });

  it('offers no id as it is where the group can be read and only has no such event', async () => {
    const opened = editor.run('createPasskey');
    const list = await until('the list of events', () => lists.at(-1));
    await until('the events', () => list.items.length > 3);
    list.enter('99999999');
    await until('nothing', () => list.items.some(({ label }) => label === '$(info) Nothing found'));
    list.choose();
    (list as unknown as { hide(): void }).hide();
    await opened;
  });
});

describe('an event group whose key is refused', () => {
  const faults: ServiceFault[] = [{ kind: '401', operation: 'getEvent' }];
  const environment = { dialect: { token: { event: { header: 'X-Token' }, ticket: 'bearer' }, errors: localErrors } };
  const editor = useEditor({ service: { seed: 1, faults }, environment });

  it('leaves the items on the page of the event, and offers to sign in', async () => {
    const page = await (await editor.open('openEvent', editor.resource('event', '1001'))).page();
    await page.locator('.notice.warning').getByRole('button', { name: 'Sign In' }).waitFor();
    await page.getByRole('button', { name: '2º lote' }).first().waitFor();
    faults.length = 0;
    await editor.signIn();
    await page.locator('.notice.warning').getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { name: 'Festival da Primavera' }).waitFor();
  });
});

describe('an event group that does not find an event', () => {
  const faults: ServiceFault[] = [];
  // What was made to fail is not there.
  const environment = { ...tableEnvironment, dialect: { ...seenDialect, errors: { notFound: ['3000'] } } };
  const editor = useEditor({ service: { seed: 1, faults }, environment });
  afterEach(() => void (faults.length = 0));

  it('shows all of an event that was not found and is there at the next try, and nothing of one that is gone by then', async () => {
    faults.push({ kind: '403', operation: 'getEvent' }, { kind: '403', operation: 'listItems' });
    const page = await (await editor.open('openEvent', editor.resource('event', '1001'))).page();
    await page.getByRole('button', { name: 'Try Again' }).waitFor();
    assert.equal(await page.locator('section').count(), 0);
    faults.length = 0;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('button', { name: '2º lote' }).first().waitFor();
    faults.push({ kind: '403', operation: 'getEvent' }, { kind: '403', operation: 'listItems' });
    await page.getByText('More', { exact: false }).first().click();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.locator('.notice.warning').waitFor();
    await until('nothing else is shown', async () => (await page.locator('section').count()) === 0);
  });

  it('shows the items of an event that only the event group does not find, also after neither did', async () => {
    faults.push({ kind: '403', operation: 'getEvent' }, { kind: '403', operation: 'listItems' });
    const page = await (await editor.open('openEvent', editor.resource('event', '1001'))).page();
    await page.getByRole('button', { name: 'Try Again' }).waitFor();
    faults.pop();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('button', { name: '2º lote' }).first().waitFor();
    await page.getByRole('button', { name: 'Create Item…' }).waitFor();
  });
});
