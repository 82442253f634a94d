import assert from 'node:assert/strict';
import { accessibilityProblems, draftKept, focused, passkeysOf, pictureInEveryTheme, signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';

describe('the form of any operation', () => {
  const ui = useWorkbench({
    service: { seed: 1 },
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer', timeZone: 'America/Sao_Paulo' },
  });

  before(() => signIn(ui));

  const page = () => ui.workbench.webview;
  const find = async (passkey: string) => (await passkeysOf(ui, '1001')).find((row) => row.passkey === passkey);

  it('reads, and shows the reply beside the form', async () => {
    await open('Get event', 'GET /event/{id}');
    await page().getByLabel('id *').fill('1001');
    await page().getByRole('button', { name: 'Read' }).click();
    await page().getByRole('region', { name: 'Reply' }).getByText('Festival da Primavera').waitFor();
    await pictureInEveryTheme(ui, 'operation form');
  });

  it('fault 57: has what was typed and the reply again after its tab was hidden', async () => {
    await ui.workbench.run('File: New Untitled Text File');
    await page().getByLabel('id *').waitFor({ state: 'detached' });
    await ui.workbench.page.getByRole('tab', { name: 'Get event' }).click();
    await page().getByRole('region', { name: 'Reply' }).getByText('Festival da Primavera').waitFor();
    assert.equal(await page().getByLabel('id *').inputValue(), '1001');
    await page().getByRole('button', { name: 'Open as Document' }).waitFor();
    await page().getByLabel('id *').fill('');
    await ui.workbench.page.getByRole('tab', { name: 'Untitled-1' }).click();
    await page().getByLabel('id *').waitFor({ state: 'detached' });
    await ui.workbench.page.getByRole('tab', { name: 'Get event' }).click();
    await page().getByRole('region', { name: 'Reply' }).waitFor();
    assert.equal(await page().getByLabel('id *').inputValue(), '', 'what was taken away stays away');
  });

  it('marks every field that is wrong and goes to the first', async () => {
    await open('Create passkeys', 'POST /event/{eventId}/passkeys');
    await page().getByLabel('start').fill('2020-01-01');
    await page().getByRole('button', { name: 'Send' }).click();
    await page().getByText('must be given').first().waitFor();
    assert.equal(await page().getByLabel('codes *').getAttribute('aria-invalid'), 'true');
    await focused(ui, page().getByLabel('eventId *'));
    await ui.workbench.screenshot('operation form, problems');
    assert.deepEqual(await accessibilityProblems(ui), []);
  });

  it('gives back what was typed after a reload in the middle of it', async () => {
    await page().getByLabel('codes *').fill('FORM-1\nFORM-2');
    await draftKept(ui, 'FORM-2');
    await ui.workbench.reload();
    await page().getByRole('heading', { name: 'Create passkeys' }).waitFor();
    assert.equal(await page().getByLabel('codes *').inputValue(), 'FORM-1\nFORM-2');
    await signIn(ui);
  });

  it('writes with the keyboard alone', async () => {
    const { keyboard } = ui.workbench.page;
    await page().getByLabel('start').fill('');
    await page().getByLabel('eventId *').fill('1001');
    await page().getByLabel('eventId *').press('Control+s');
    await page().getByRole('region', { name: 'Reply' }).getByText('"created": 2').waitFor();
    assert.ok(await find('FORM-1'));
    await keyboard.press('Tab');
  });

  it('asks before it destroys', async () => {
    const made = await find('FORM-1');
    await open('Delete passkey', 'DELETE /passkeys/{id}');
    await page().getByLabel('id *').fill(String(made?.id));
    await page().getByRole('button', { name: 'Send…' }).click();
    await ui.workbench.dialog.getByText('Delete passkey').first().waitFor();
    await ui.workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.ok(await find('FORM-1'));
    await page().getByRole('button', { name: 'Send…' }).click();
    await ui.workbench.dialog.getByRole('button', { name: 'Delete passkey' }).click();
    await page().getByRole('region', { name: 'Reply' }).getByText('"deleted": true').waitFor();
    assert.equal(await find('FORM-1'), undefined);
  });

  async function open(title: string, call: string): Promise<void> {
    await ui.workbench.run('Box Office: Open Operation Form…');
    await ui.workbench.quickInput.locator('input').first().fill(title);
    await ui.workbench.quickInput.locator('.monaco-list-row').filter({ hasText: call }).first().click();
    await page().getByRole('heading', { name: title, exact: true }).waitFor();
  }
});
