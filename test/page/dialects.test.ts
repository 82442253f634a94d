import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seenDialect } from '../../src/service/own-dialect.ts';
import { parseManners } from '../../src/service/index.ts';
import { until } from '../harness/until.ts';
import type { OpenList } from './editor/fake-editor.ts';
import { assertAccessible } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { Uri } from './editor/vscode-types.ts';
import { save } from './item.support.ts';

const itemId = '300002';

interface Values {
  readonly price: number;
  readonly feeSale: number;
  readonly feeProducer: number;
}

describe('an item of a service that sends cents, of which nobody has told', () => {
  const editor = useEditor({ service: { seed: 1, dialect: parseManners('cents') }, environment: { name: 'stg', dialect: {} } });
  const values = async () => ((await editor.ask('GET', `/items/${itemId}`)) as { data: { value: Values } }).data.value;
  const questions = () => editor.user.shown.filter((message) => message.includes(': is this '));
  const know = (dialect: object) => {
    const { stg } = editor.fake.setting('boxOffice.environments') as { stg: object };
    editor.fake.change('boxOffice.environments', { stg: { ...stg, dialect } });
  };
  beforeEach(() => know({}));
  afterEach(() => editor.forgetDrafts());

  it('fault 63: is asked about once, with its price, and only the price changes', async () => {
    const before = await values();
    editor.user.press = (_message, [first]) => first;
    const tab = await editor.open('editItem', editor.resource('item', itemId));
    const page = await tab.page();
    await page.getByText('Whether they are is asked before the first price is saved.').waitFor();
    const price = page.getByLabel('Price (BRL)');
    assert.equal(await price.inputValue(), (before.price / 100).toFixed(2));
    await price.fill('130.00');
    await save(page);
    await page.getByText('Saved: Values.').waitFor();
    const { price: now, feeSale, feeProducer } = await values();
    assert.deepEqual([now, feeSale, feeProducer], [13_000, before.feeSale, before.feeProducer]);
    assert.deepEqual(
      questions().map((message) => message.startsWith(`${before.price}: is this R$`)),
      [true],
    );
    await page.getByLabel('Price (BRL)').fill('131.00');
    await save(page);
    await page.getByText('Saved: Values.').waitFor();
    assert.equal((await values()).price, 13_100);
    assert.equal(questions().length, 1);
    await assertAccessible(editor, tab, { within: '.beside, .bar' });
  });

  it('fault 63: takes no number that was typed before its unit was known for another amount', async () => {
    const before = await values();
    const tab = await editor.open('editItem', editor.resource('item', itemId));
    const page = await tab.page();
    await page.getByLabel('Price (BRL)').fill('999.00');
    await page.getByLabel('Name', { exact: true }).fill('Typed before');
    await editor.draftKept('Typed before');
    tab.close();
    know({ amounts: { items: 'decimals' } });
    const again = await (await editor.open('editItem', editor.resource('item', itemId))).page();
    await again.getByRole('button', { name: 'Restore' }).click();
    assert.equal(await again.getByLabel('Name', { exact: true }).inputValue(), 'Typed before');
    assert.equal(await again.getByLabel('Price (BRL)').inputValue(), before.price.toFixed(2));
  });
});

describe('an item of a service of which nobody has told anything, not even the currency', () => {
  const editor = useEditor({
    service: { seed: 1, dialect: parseManners('cents') },
    environment: { name: 'stg', dialect: {}, currency: undefined },
  });

  it('fault 88: is shown in cents, and asked about once, in which currency as well, with the reading of the document first', async () => {
    const { data } = (await editor.ask('GET', `/items/${itemId}`)) as { data: { value: Values } };
    const asked: string[][] = [];
    editor.user.pick = (rows, title) => {
      if (!title.includes('shows a price as')) return undefined;
      asked.push(rows.map(({ label, description = '' }) => `${label} ${description}`));
      return rows.find(({ description }) => description === 'EUR');
    };
    const page = await (await editor.open('editItem', editor.resource('item', itemId))).page();
    await page.getByLabel('Price', { exact: true }).fill('130.00');
    await save(page);
    await page.getByText('Saved: Values.').waitFor();
    const cents = (data.value.price / 100).toFixed(2);
    assert.deepEqual(asked.length, 1);
    assert.ok(asked[0]?.[0]?.includes(cents), asked[0]?.[0]);
    assert.ok(asked[0]?.includes(`€${cents} EUR`), asked[0]?.join());
    assert.equal(asked[0]?.at(-1), 'Another Currency… ');
    const { stg } = editor.fake.setting('boxOffice.environments') as { stg: { currency?: string; dialect?: object } };
    assert.deepEqual([stg.currency, stg.dialect], ['EUR', { amounts: { items: 'cents' } }]);
    await page.getByLabel('Price (EUR)').fill('131.00');
    await save(page);
    await page.getByText('Saved: Values.').waitFor();
    assert.deepEqual(asked.length, 1);
    const after = (await editor.ask('GET', `/items/${itemId}`)) as { data: { value: Values } };
    assert.deepEqual(after.data.value.price, 13_100);
  });
});

describe('a passkey of a service that clears what an update does not carry', () => {
  const editor = useEditor({ service: { seed: 1, dialect: parseManners('put-replaces') } });

  it('keeps its times and its event when its text is edited', async () => {
    const body = { eventId: 1001, passkey: 'REPLACED', start: '2030-03-01 10:00:00', finish: '2030-03-02 10:00:00' };
    const { data: made } = (await editor.ask('POST', '/passkeys', body)) as { data: { id: number } };
    const read = async () => ((await editor.ask('GET', `/passkeys/${made.id}`)) as { data: Record<string, unknown> }).data;
    const before = await read();
    const page = await (
      await editor.open('editPasskey', editor.resource('passkey', String(made.id), { eventId: '1001' }))
    ).page();
    await page.getByLabel('Passkey', { exact: true }).fill('REPLACED-2');
    await save(page);
    await page.getByText('The passkey REPLACED-2 was saved.').waitFor();
    assert.deepEqual(await read(), { ...before, passkey: 'REPLACED-2' });
  });
});

describe('an undo at a service that answers writes without a word', () => {
  const editor = useEditor({ service: { seed: 1, dialect: parseManners('empty-replies') } });
  const passkeys = async () => {
    const path = '/passkeys?eventId=1001&pageSize=100';
    return ((await editor.ask('GET', path)) as { data: { id: number; passkey: string; itemIds: number[] }[] }).data;
  };

  it('makes the passkey again, with its items', async () => {
    const [before] = await passkeys();
    assert.ok(before && before.itemIds.length > 0);
    editor.user.press = (_message, buttons) => buttons.find((button) => button === 'Delete Passkey' || button === 'Undo');
    await editor.run('deletePasskey', editor.resource('passkey', String(before.id), { eventId: '1001' }));
    const again = await until('it is there again', async () =>
      (await passkeys()).find(({ id, passkey, itemIds }) => id !== before.id && passkey === before.passkey && itemIds.length > 0),
    );
    assert.deepEqual(again.itemIds, before.itemIds);
    const said = await until('it says so', () => editor.user.shown.find((message) => /restored/i.test(message)));
    assert.doesNotMatch(said, /itemIds/);
  });
});

describe('an upload to a service that is known to do later what it accepts', () => {
  const dialect = { ...seenDialect, success: { accepted: 'later' as const } };
  const manners = { acceptedAfter: 150 };
  const uploadReads: number[] = [];
  beforeEach(() => {
    manners.acceptedAfter = 150;
    // Until the work is done, however busy the disk is.
    uploadReads.splice(0, uploadReads.length, ...Array.from({ length: 100 }, (_, count) => count * 50));
  });
  const editor = useEditor({
    service: { seed: 1, dialect: manners },
    environment: { name: 'stg', dialect },
    pauses: { uploadReads },
  });
  const upload = async (name: string) => {
    const path = join(editor.fake.workspace, `${name}.csv`);
    await writeFile(path, `code\n${name}1\n${name}2\n`);
    editor.user.press = (_message, buttons) => buttons.find((button) => button === 'Upload');
    const event = editor.resource('event', '1001', { label: 'Festival da Primavera', value: {} });
    await editor.run('uploadCodes', Uri.file(path), event);
    return until('the end', () => editor.user.shown.find((message) => message.startsWith(`The upload of ${name}.csv`)));
  };

  it('fault 65: waits for it, and counts what is there', async () => {
    assert.match(await upload('LATER'), /was accepted, to be stored later. 2 of 2 codes uploaded to Festival da Primavera/);
  });

  it('fault 65: offers another look, and no second upload, while nothing is there', async () => {
    manners.acceptedAfter = 600_000;
    uploadReads.length = 2;
    const said = await upload('NEVER');
    assert.match(said, /was accepted, to be stored later. None of its codes was found in Festival da Primavera \(stg\) so far./);
    assert.match(said, /Look Again/);
    assert.doesNotMatch(said, /Upload Again/);
  });
});

describe('featured events and categories that a service is known to have', () => {
  const dialect = { ...seenDialect, featured: { method: 'list', state: 'SP' }, categories: ['concerts', 'teatro'] };
  const editor = useEditor({ service: { seed: 1 }, environment: { name: 'stg', dialect } });
  beforeEach(() => {
    const { stg } = editor.fake.setting('boxOffice.environments') as { stg: object };
    editor.fake.change('boxOffice.environments', { stg: { ...stg, dialect } });
    editor.fake.change('boxOffice.categories', undefined);
  });
  afterEach(() => editor.forgetDrafts());

  it('stand in the form of the operation, may be typed over, and are not invented where nothing is known', async () => {
    const page = await (await editor.open('openOperationForm', 'getFeatured')).page();
    assert.equal(await page.getByLabel('method').inputValue(), 'list');
    assert.equal(await page.getByLabel('state').inputValue(), 'SP');
    const form = await (await editor.open('openOperationForm', 'searchCategory')).page();
    const options = await form.locator('datalist option').all();
    const offered = await Promise.all(options.map((option) => option.getAttribute('value')));
    assert.deepEqual(offered, ['concerts', 'teatro']);
    await form.getByLabel('category *').fill('festivals');
    await form.getByRole('button', { name: 'Read' }).click();
    await form.getByRole('region', { name: 'Reply' }).getByText('Festival da Primavera').first().waitFor();
    await editor.fake.tabs.closeAll();
    await editor.forgetDrafts();
    const { stg } = editor.fake.setting('boxOffice.environments') as { stg: object };
    editor.fake.change('boxOffice.environments', { stg: { ...stg, dialect: {} } });
    const unknown = await (await editor.open('openOperationForm', 'getFeatured')).page();
    for (const name of ['method', 'state']) assert.equal(await unknown.getByLabel(name).inputValue(), '');
    const empty = await (await editor.open('openOperationForm', 'searchCategory')).page();
    await empty.getByLabel('category *').waitFor();
    assert.equal(await empty.locator('datalist').count(), 0);
  });

  it('are offered where a category is asked for, with those of the settings; any other may be typed', async () => {
    editor.fake.change('boxOffice.categories', ['teatro', 'extra', 7]);
    editor.user.pick = (rows) =>
      rows.find(({ label }) => label === 'Events in a category' || label.endsWith('Another category…'));
    editor.user.type = () => 'festivals';
    const page = await (await editor.open('openAsTable')).page();
    await page.getByRole('heading', { name: 'Events in festivals' }).waitFor();
    const names = editor.user.offered.at(-1)?.map(({ label }) => label);
    assert.deepEqual(names?.slice(0, -1), ['concerts', 'teatro', 'extra']);
  });
});

describe('the page of an environment', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: { name: 'stg', dialect: {} } });

  it('shows what the service was seen to do, with the evidence, and saves it with the environment', async () => {
    const tab = await editor.open('describeService');
    const page = await tab.page();
    const lists: OpenList[] = [];
    editor.user.browse = (list) => void lists.push(list);
    await page.getByText('Delete Item is not offered.').waitFor();
    await page.getByRole('button', { name: 'Choose Event…' }).click();
    const events = await until('a list of events', () => lists[0]);
    events.enter('1001');
    const festival = () => events.isComplete && events.items.find(({ description }) => description?.startsWith('1001'));
    events.choose(await until('the event', festival));
    await page.getByText('Its lists are looked at: Festival da Primavera (1001)').waitFor();
    await page.getByRole('button', { name: 'Look at the Service' }).click();
    await page
      .getByText(/^Seen: GET \/items\?page=1&pageSize=2 begins the list/)
      .first()
      .waitFor();
    assert.equal(await page.getByLabel('Pages go by').inputValue(), 'page');
    assert.equal(await page.getByLabel('Tax calculator').inputValue(), 'cents');
    await save(page);
    await page.getByText('Saved in the settings of this environment.').waitFor();
    const { stg } = editor.fake.setting('boxOffice.environments') as { stg: { dialect: unknown } };
    assert.deepEqual(stg.dialect, {
      paging: { by: 'page', page: 'page', size: 'pageSize', first: 1 },
      amounts: { tax: 'cents' },
    });
    await assertAccessible(editor, tab, { within: '.part:has(.evidence:not([hidden]))' });
  });
});

describe('the names of fields on the page of an environment', () => {
  const service = { seed: 1, dialect: parseManners('rename=price:valor,rename=code:cupom') };
  const editor = useEditor({ service, environment: { name: 'stg', dialect: {} } });

  it('are pointed at in a real reply, with what was seen there, and the item is read by them', async () => {
    const tab = await editor.open('describeService', editor.resource('event', '1001'));
    const page = await tab.page();
    const lists: OpenList[] = [];
    editor.user.browse = (list) => void lists.push(list);
    await page.getByRole('button', { name: 'Choose Event…' }).click();
    const events = await until('a list of events', () => lists[0]);
    events.enter('1001');
    const festival = () => events.isComplete && events.items.find(({ description }) => description?.startsWith('1001'));
    events.choose(await until('the event', festival));
    assert.equal(await page.getByLabel('price in a reply', { exact: true }).count(), 0, 'before anything was read');
    await page.getByRole('button', { name: 'Look at the Service' }).click();
    const pointer = page.getByLabel('price in a reply', { exact: true });
    await pointer.waitFor();
    const options = await pointer.locator('option').allTextContents();
    const valor = options.find((option) => /^value\.valor: \d/.test(option));
    assert.ok(valor, options.join('\n'));
    await pointer.selectOption({ label: valor });
    const price = page.getByLabel('price', { exact: true });
    assert.equal(await price.inputValue(), 'value.valor');
    // Whoever types something else has not pointed at anything.
    await price.fill('other');
    assert.equal(await pointer.inputValue(), '');
    await pointer.selectOption({ label: valor });
    const cupom = page.getByLabel('code in a reply', { exact: true });
    assert.ok((await cupom.locator('option').allTextContents()).some((option) => option.startsWith('cupom: ')));
    await cupom.selectOption('cupom');
    await assertAccessible(editor, tab, { within: '.part[title$=price]' });
    await save(page);
    await page.getByText('Saved in the settings of this environment.').waitFor();
    const { stg } = editor.fake.setting('boxOffice.environments') as { stg: { dialect: { fields: unknown } } };
    assert.deepEqual(stg.dialect.fields, { price: 'value.valor', code: 'cupom' });
    const item = await (await editor.open('editItem', editor.resource('item', itemId))).page();
    const { data } = (await editor.ask('GET', `/items/${itemId}`)) as { data: { value: { valor: number } } };
    await item.getByLabel(/^Price/).waitFor();
    assert.equal(Number(await item.getByLabel(/^Price/).inputValue()), data.value.valor / 100);
  });
});

describe('the tax beside the price of an item, of a service with names of its own', () => {
  const service = {
    seed: 1,
    dialect: parseManners('rename=price:ticketAmount,rename=tax:platformFee,rename=finalPrice:encargo'),
  };
  const editor = useEditor({ service, environment: { name: 'stg', dialect: {} } });
  afterEach(() => editor.forgetDrafts());

  it('has every field of the reply, as money where the unit is known and else as it came, and says where the reply does not tell it', async () => {
    const tab = await editor.open('createItem', editor.resource('event', '1001'));
    const page = await tab.page();
    await page.getByLabel(/^Price/).fill('250.00');
    const panel = page.getByRole('complementary', { name: 'Tax' });
    const cell = (name: string) => panel.getByRole('row', { name }).getByRole('cell');
    const note = panel.getByText('In what these figures are given is not known');
    await panel.getByText('Tax at R$250.00, by the service').waitFor();
    for (const [name, text] of [
      ['Ticket amount', 'R$250.00'],
      ['Platform fee', 'R$25.00'],
      // A name that says nothing of an amount.
      ['Encargo', '27500'],
    ] as const)
      assert.equal(await cell(name).textContent(), text);
    assert.equal(await note.count(), 0);
    await assertAccessible(editor, tab, { within: 'aside' });
    // Nothing can be told by a price of nothing.
    await page.getByLabel(/^Price/).fill('0.00');
    await note.waitFor();
    assert.equal(await cell('Platform fee').textContent(), '0');
  });
});
