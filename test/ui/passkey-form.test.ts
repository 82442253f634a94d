import assert from 'node:assert/strict';
import {
  accessibilityProblems,
  ask,
  draftKept,
  focused,
  openForEvent,
  passkeysOf,
  pictureInEveryTheme,
  signIn,
} from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';

const eventId = '1001';

describe('the passkey form', () => {
  const ui = useWorkbench({
    service: { seed: 1 },
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer', timeZone: 'America/Sao_Paulo' },
  });

  before(() => signIn(ui));

  const page = () => ui.workbench.webview;
  const find = async (passkey: string) => (await passkeysOf(ui, eventId)).find((row) => row.passkey === passkey);

  it('creates a passkey and opens items with it', async () => {
    await openForEvent(ui, 'Create Passkey…', eventId);
    await page().getByLabel('Passkey', { exact: true }).fill('IMPRENSA-2');
    await page().getByLabel('Start').fill('2030-03-01T10:00:00');
    await page().getByLabel('Finish').fill('2030-03-20T18:30:15');
    const boxes = page().getByRole('checkbox');
    await boxes.nth(1).check();
    await boxes.nth(2).check();
    await page().getByText('2 of').waitFor();
    await pictureInEveryTheme(ui, 'passkey form');
    await page().getByRole('button', { name: 'Create Passkey' }).click();
    await page().getByText('The passkey IMPRENSA-2 was created.').waitFor();
    const made = await find('IMPRENSA-2');
    assert.equal(made?.start, '2030-03-01 10:00:00');
    assert.equal(made.finish, '2030-03-20 18:30:15');
    assert.equal(made.itemIds.length, 2);
  });

  it('says at the field that the event has it already', async () => {
    await page().getByLabel('Passkey', { exact: true }).fill('IMPRENSA-2');
    await page().getByRole('button', { name: 'Create Passkey' }).click();
    await page().getByText('This event has this passkey already.').waitFor();
    assert.equal(await page().getByLabel('Passkey', { exact: true }).getAttribute('aria-invalid'), 'true');
    await focused(ui, page().getByLabel('Passkey', { exact: true }));
  });

  it('gives back what was typed after a reload in the middle of it', async () => {
    await page().getByLabel('Passkey', { exact: true }).pressSequentially(' unfinished');
    await page().getByText('Changed: Passkey').waitFor();
    await draftKept(ui, 'IMPRENSA-2 unfinished');
    await ui.workbench.reload();
    await page().getByRole('heading', { name: 'Create Passkey' }).waitFor();
    assert.equal(await page().getByLabel('Passkey', { exact: true }).inputValue(), 'IMPRENSA-2 unfinished');
    await page().getByText('Sign in to stg first.').waitFor();
    await signIn(ui);
    await page().getByRole('button', { name: 'Try Again' }).click();
    await page().getByText('0 of').waitFor();
  });

  it('offers it when the form was closed and is opened again', async () => {
    await ui.workbench.run('View: Close Editor');
    await openForEvent(ui, 'Create Passkey…', eventId);
    await page().getByText('was not saved').waitFor();
    await ui.workbench.screenshot('passkey form, draft offered');
    await page().getByRole('button', { name: 'Restore' }).press('Enter');
    assert.equal(await page().getByLabel('Passkey', { exact: true }).inputValue(), 'IMPRENSA-2 unfinished');
    await page().getByRole('button', { name: 'Discard' }).click();
    assert.equal(await page().getByLabel('Passkey', { exact: true }).inputValue(), '');
  });

  it('saves only what changed, with the keyboard alone', async () => {
    const before = await find('IMPRENSA-2');
    await openPasskey('IMPRENSA-2');
    const { keyboard } = ui.workbench.page;
    await page().getByLabel('Passkey', { exact: true }).press('End');
    await keyboard.type('B');
    await page().getByText('Changed: Passkey').waitFor();
    await keyboard.press('Control+s');
    await page().getByText('The passkey IMPRENSA-2B was saved.').waitFor();
    const after = await find('IMPRENSA-2B');
    assert.deepEqual(after, { ...before!, passkey: 'IMPRENSA-2B' });
  });

  it('refuses a start before today at its field', async () => {
    await page().getByLabel('Start').fill('2020-01-01T00:00:00');
    await page().getByText('This is before today in America/Sao_Paulo.').waitFor();
    await page().getByRole('button', { name: 'Save' }).click();
    await focused(ui, page().getByLabel('Start'));
    await ui.workbench.screenshot('passkey form, before today');
    assert.deepEqual(await accessibilityProblems(ui), []);
    await page().getByRole('button', { name: 'Discard' }).click();
  });

  it('fault 38: shows what somebody else changed and overwrites nothing without a choice', async () => {
    const { id } = (await find('IMPRENSA-2B'))!;
    await ask(ui, 'PUT', `/passkeys/${id}`, { finish: '2031-01-01 00:00:00' });
    await page().getByLabel('Passkey', { exact: true }).fill('IMPRENSA-3');
    await page().getByRole('button', { name: 'Save' }).click();
    await page().getByText('Somebody else changed this passkey').waitFor();
    await page()
      .getByRole('row', { name: /Finish.*2030-03-20 18:30:15.*2031-01-01 00:00:00/ })
      .waitFor();
    await ui.workbench.screenshot('passkey form, conflict');
    assert.deepEqual(await accessibilityProblems(ui), []);
    assert.equal((await find('IMPRENSA-2B'))?.finish, '2031-01-01 00:00:00');
    await page().getByRole('button', { name: 'Save Mine' }).click();
    await page().getByText('The passkey IMPRENSA-3 was saved.').waitFor();
    const saved = await find('IMPRENSA-3');
    assert.equal(saved?.finish, '2031-01-01 00:00:00', 'their other changes stay');
    assert.match(await page().getByLabel('Finish').inputValue(), /^2031-01-01T00:00/);
  });

  async function openPasskey(passkey: string): Promise<void> {
    await openForEvent(ui, 'Edit Passkey…', eventId);
    await ui.workbench.quickInput.getByText('Which passkey?').waitFor();
    await ui.workbench.choose(passkey);
    await page()
      .getByRole('heading', { name: `Passkey ${passkey}` })
      .waitFor();
  }
});
