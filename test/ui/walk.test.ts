import assert from 'node:assert/strict';
import { useWorkbench } from '../harness/ui.ts';

describe('a walk through a protected environment', () => {
  const ui = useWorkbench({ service: { seed: 1 }, environment: { name: 'prod', protected: true } });
  const link = 'festival-da-primavera';
  const eventId = 1001;

  async function fromService(path: string): Promise<{ data: Record<string, unknown>[]; pagination: { total: number } }> {
    const { ticketUrl, token } = ui.host.service!;
    const reply = await fetch(ticketUrl + path, { headers: { authorization: `Bearer ${token}` } });
    return (await reply.json()) as never;
  }

  /** The sample has other names on another day; the first one opens one item. */
  const firstPasskey = async () => String((await fromService(`/passkeys?eventId=${eventId}`)).data[0]?.passkey);

  const choose = (text: string, row = text) => ui.workbench.choose(text, row);

  const chooseEvent = () => choose(link, 'Festival da Primavera');
  const toast = (text: string | RegExp) => ui.workbench.notifications.filter({ hasText: text });

  async function confirm(question: string, answer: string): Promise<void> {
    await ui.workbench.dialog.getByText(question).first().waitFor();
    await ui.workbench.dialog.getByText('Environment: prod (protected)').first().waitFor();
    await ui.workbench.dialog.getByRole('button', { name: answer }).click();
  }

  /** The mark that every dialog and input has here. */
  const mark = () => ui.workbench.quickInput.getByText('Environment: prod (protected)').first();

  it('is marked in the Events view', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.page
      .locator('.sidebar .composite.title')
      .getByText(/prod \(protected\)/)
      .waitFor();
  });

  it('fault 33: shows what a refused sign-in cannot read, asks once, and goes on after a good one', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.run('Box Office: Sign In');
    await mark().waitFor();
    await ui.workbench.answer('eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiT2xkIn0.b2xk');
    for (const label of ['Featured', 'Festival da Primavera', 'Items', 'Passkeys']) await ui.workbench.expand(label);
    await toast('prod no longer accepts the sign-in.').waitFor();
    await ui.workbench.row('Sign in to see these').first().waitFor();
    await ui.workbench.screenshot('refused sign-in');
    assert.equal(await toast('prod no longer accepts the sign-in.').count(), 1, 'one question for two lists');
    await toast('prod no longer accepts the sign-in.').getByRole('button', { name: 'Sign In' }).click();
    await ui.workbench.quickInput.getByText('It is kept in the secret storage').waitFor();
    await ui.workbench.answer(ui.host.service!.token);
    await ui.workbench.row(await firstPasskey()).waitFor();
    await ui.workbench.row(/^Pista – sexta /).waitFor();
  });

  it('uploads a file by a right-click, after a question that names the environment', async () => {
    const before = (await fromService('/items/300002/codes')).pagination.total;
    await ui.workbench.showContainer('Explorer');
    await ui.workbench.rightClick('codes.csv', 'Upload Codes…');
    await chooseEvent();
    await ui.workbench.dialog.getByText('codes.csv').first().waitFor();
    await ui.workbench.screenshot('upload question');
    await confirm('Upload codes to Festival da Primavera?', 'Upload');
    await toast(/codes uploaded to Festival da Primavera \(prod\)/).waitFor();
    assert.ok((await fromService('/items/300002/codes')).pagination.total > before);
  });

  it('chooses the items of a passkey', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.run('Box Office: Choose Items of Passkey');
    await mark().waitFor();
    await chooseEvent();
    const passkey = await firstPasskey();
    await choose(passkey);
    const boxes = ui.workbench.quickInput.locator('.monaco-list-row');
    await ui.workbench.quickInput.getByText('1 Selected').waitFor();
    await ui.workbench.quickInput.locator('input[type="text"]').first().fill('Lista amiga');
    await ui.workbench.tick(boxes.filter({ hasText: 'Lista amiga' }).first(), 2);
    await ui.workbench.screenshot('items of a passkey');
    await ui.workbench.quickInput.getByRole('button', { name: 'OK' }).click();
    await confirm(`Associate passkey to items: ${passkey}?`, 'Associate passkey to items');
    await toast(`${passkey} opens 2 items in prod now.`).waitFor();
    const { data } = await fromService(`/passkeys?eventId=${eventId}`);
    assert.deepEqual(data.find((each) => each.passkey === passkey)?.itemIds, [300020, 300021]);
  });

  it('fault 40: deletes the codes of an event only after names, count, environment and a typed answer, and keeps a copy', async () => {
    await ui.workbench.run('Box Office: Delete Codes of Event');
    await chooseEvent();
    await ui.workbench.choose('All tickets of the event');
    await ui.workbench.dialog
      .getByText(/codes of Festival da Primavera/)
      .first()
      .waitFor();
    await ui.workbench.dialog
      .getByText(/A copy is kept at/)
      .first()
      .waitFor();
    await ui.workbench.screenshot('delete codes question');
    await ui.workbench.dialog.getByRole('button', { name: 'Delete Codes of Event' }).click();
    await ui.workbench.quickInput.getByText('Type prod to confirm.').waitFor();
    await mark().waitFor();
    await ui.workbench.answer('stg');
    await ui.workbench.quickInput.getByText('This is not prod.').waitFor();
    const [first] = (await fromService('/items/300002/codes')).data;
    assert.ok(first, 'nothing was deleted yet');
    await ui.workbench.answer('prod');
    await toast(/codes of Festival da Primavera were deleted in prod/).waitFor();
    assert.equal((await fromService('/items/300002/codes')).pagination.total, 0);
    await toast(/were deleted in prod/)
      .getByRole('button', { name: 'Show Copy' })
      .click();
    await ui.workbench.page.locator('.view-line').getByText(String(first.code)).first().waitFor();
  });

  it('removes an item after its name was typed', async () => {
    await ui.workbench.run('Box Office: Remove Item');
    await choose('300021', 'Lista amiga');
    await confirm('Remove Item: Lista amiga?', 'Remove Item');
    await ui.workbench.quickInput.getByText('Type Lista amiga to confirm.').waitFor();
    await ui.workbench.answer('Lista amiga');
    await toast(/Item Lista amiga was removed in prod/).waitFor();
    const { data } = await fromService(`/items?eventId=${eventId}&pageSize=100`);
    assert.ok(!data.some(({ name }) => name === 'Lista amiga'));
  });

  it('opens a report of the tree as a page, and as JSON from its menu', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.expand('Reports');
    await ui.workbench.row('Bordero').click();
    await ui.workbench.webview.getByRole('heading', { name: 'Bordero' }).waitFor();
    await ui.workbench.webview.getByText('prod (protected)').waitFor();
    await ui.workbench.rightClick('Bordero', 'Open as JSON');
    await ui.workbench.page.locator('.view-line').getByText('"currency"').first().waitFor();
    await ui.workbench.screenshot('bordero as JSON');
  });

  it('opens the entry report of a session', async () => {
    await ui.workbench.expand('Sessions');
    await ui.workbench.rightClick(/^Sat, .* 2:00 PM$/, 'Show Entry Report…');
    const page = ui.workbench.webview;
    await page.getByRole('heading', { name: 'Entry report' }).waitFor();
    assert.equal(await page.getByLabel('Session', { exact: true }).inputValue(), '20002');
  });
});
