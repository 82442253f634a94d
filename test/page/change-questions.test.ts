import assert from 'node:assert/strict';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';
import { itemForms, save, type Item } from './item.support.ts';

describe('a question before a write in a protected environment', () => {
  const editor = useEditor({ environment: { name: 'prod', protected: true, agents: 'all' } });
  const forms = itemForms(editor);
  afterEach(() => editor.forgetDrafts());

  const inGroup = async (): Promise<{ readonly item: Item; readonly path: string }> => {
    const group = (await forms.itemsOf()).find(({ type }) => type === 'Group');
    assert.ok(group);
    const item = await forms.make({ parent: group.id });
    return { item, path: `Festival da Primavera › ${group.name} › ${item.name}` };
  };

  /** Says no, and gives what was asked. */
  function refuse(): string[] {
    const questions: string[] = [];
    editor.user.press = (message) => {
      questions.push(message);
      return undefined;
    };
    return questions;
  }

  const values = { price: 15_500, feeSale: 1205, feeProducer: 0 };

  it('shows the path of an item, and of each field that its form changes the old and the new value', async () => {
    const { item, path } = await inGroup();
    const { page } = await forms.edit(item);
    const questions = refuse();
    await page.getByLabel('Price (BRL)').fill('155');
    await page.getByLabel('Name', { exact: true }).fill('2º lote');
    await save(page);
    await page.getByRole('button', { name: 'Save', exact: true, disabled: false }).waitFor();
    const lines = [`Name: ${item.name} → 2º lote`, 'Price: R$120.50 → R$155.00'];
    assert.deepEqual(questions, [`Save item: ${path}?\nEnvironment: prod (protected)\n\n${lines.join('\n')}`]);
  });

  it('shows the same of an operation that is run from the palette', async () => {
    const { item, path } = await inGroup();
    const questions = refuse();
    await editor.run('runOperation', 'updateValues', { path: { id: item.id }, body: values });
    assert.deepEqual(questions, [
      `Update values: ${path} (/items/${item.id}/values)?\nEnvironment: prod (protected)\n\nPrice: R$120.50 → R$155.00`,
    ]);
  });

  it('shows the same of a tool for agents', async () => {
    const { item, path } = await inGroup();
    const tool = await until('the tool', () => editor.fake.tools.get('box_office_update_values'));
    const { confirmationMessages } = await tool.prepareInvocation({ input: { path: { id: item.id }, body: values } });
    const { message } = confirmationMessages as { message: { value: string } };
    assert.match(
      message.value,
      new RegExp(`Target: ${path} \\(/items/${item.id}/values\\)\nPrice: R\\$120\\.50 → R\\$155\\.00\n`),
    );
  });

  it('names the sale period and the attribute that are changed, and the items that a passkey gains and loses', async () => {
    const { item } = await inGroup();
    const questions = refuse();
    const period = { appCategoryId: 7, start: '2030-03-01 10:00:00', finish: '2030-03-21 18:30:00', available: 40 };
    await editor.run('runOperation', 'updateSalePeriod', { path: { id: item.id }, body: period });
    await editor.run('runOperation', 'updateAttribute', {
      path: { id: item.id },
      body: { key: 'maximum', value: 6, type: 'integer' },
    });
    assert.match(questions[0] ?? '', /\n\nSale period 7, Finish: .*20.* → .*21.*$/);
    assert.match(questions[1] ?? '', /\n\nAttribute maximum: 4 → 6$/);
    const passkeys = (await editor.ask('GET', '/passkeys?eventId=1001')) as {
      data: { id: number; passkey: string; itemIds: number[] }[];
    };
    const passkey = passkeys.data.find(({ itemIds }) => itemIds.length > 0);
    assert.ok(passkey);
    const [gone] = passkey.itemIds;
    const itemIds = [...passkey.itemIds.slice(1), item.id];
    await editor.run('runOperation', 'setPasskeyItems', { path: { id: passkey.id }, body: { itemIds } });
    const [head = '', , line = ''] = questions[2]?.split('\n').filter((each) => each !== '') ?? [];
    assert.match(head, new RegExp(`Festival da Primavera › ${passkey.passkey}`));
    const { name } = await forms.item(gone ?? 0);
    assert.match(line, new RegExp(`^Items: (\\d+) → \\1; added: .*${item.name}; taken out: .*${name}`));
  });

  it('shows the group, the price and the sale of an item that is about to go', async () => {
    const { item, path } = await inGroup();
    const questions = refuse();
    await editor.run('removeItem', editor.resource('item', String(item.id)));
    const own = path.split(' › ').slice(1).join(' › ');
    assert.match(questions[0] ?? '', new RegExp(`\n\n${own} · R\\$120\\.50 · 40 left · from .*\n\nThis cannot be undone`));
    assert.equal((await forms.item(item.id)).name, item.name);
  });

  it('shows what a new item will have', async () => {
    const page = await (await editor.open('createItem', editor.resource('event', '1001'))).page();
    const questions = refuse();
    await page.getByLabel('Name', { exact: true }).fill('3º lote');
    await page.getByLabel('Price (BRL)').fill('90');
    for (const fee of ['Sale fee (BRL)', 'Producer fee (BRL)']) await page.getByLabel(fee).fill('0');
    await save(page);
    await until('the question', () => questions.length > 0);
    assert.match(questions[0] ?? '', /^Create item: Festival da Primavera › 3º lote\?\nEnvironment: prod \(protected\)\n/);
    assert.match(questions[0] ?? '', /\nName: 3º lote\n/);
    assert.match(questions[0] ?? '', /\nPrice: R\$90\.00/);
  });
});
