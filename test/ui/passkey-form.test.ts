import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  accessibilityProblems,
  ask,
  draftKept,
  focused,
  openForEvent,
  passkeysOf,
  pictureInEveryTheme,
  signIn,
  tabTo,
} from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';

const eventId = '1001';

function killExtensionHost(dataFolder: string): void {
  const [server] = execFileSync('pgrep', ['-f', `server-data-dir ${dataFolder}`], { encoding: 'utf8' }).split('\n');
  execFileSync('pkill', ['-9', '-P', server!, '-f', 'type=extensionHost']);
}

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
    await page().getByRole('button', { name: 'Create Passkey' }).click();
    await page().getByText('A passkey is needed.').waitFor();
    await page().getByText('How often it may be used can be limited only in Create Many Passkeys.').waitFor();
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
    await page().getByRole('button', { name: 'Discard' }).waitFor();
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
    assert.deepEqual(await accessibilityProblems(ui), []);
    await page().getByRole('button', { name: 'Restore' }).press('Enter');
    assert.equal(await page().getByLabel('Passkey', { exact: true }).inputValue(), 'IMPRENSA-2 unfinished');
    await page().getByRole('button', { name: 'Discard' }).click();
    assert.equal(await page().getByLabel('Passkey', { exact: true }).inputValue(), '');
  });

  it('fault 58: has what was typed after a sign-out, and offers it after the next sign-in', async () => {
    const passkey = () => page().getByLabel('Passkey', { exact: true });
    await passkey().fill('SIGNED-OUT');
    await draftKept(ui, 'SIGNED-OUT');
    await ui.workbench.run('Box Office: Sign Out');
    await ui.workbench.notifications.filter({ hasText: 'Signed out of stg' }).waitFor();
    assert.equal(await passkey().inputValue(), 'SIGNED-OUT');
    await ui.workbench.run('View: Close Editor');
    await signIn(ui);
    await openForEvent(ui, 'Create Passkey…', eventId);
    await page().getByRole('button', { name: 'Restore' }).click();
    assert.equal(await passkey().inputValue(), 'SIGNED-OUT');
  });

  it('fault 58: offers what was typed after the program behind it was killed', async () => {
    const passkey = () => page().getByLabel('Passkey', { exact: true });
    await passkey().fill('KILLED');
    await draftKept(ui, 'KILLED');
    killExtensionHost(ui.host.dataFolder);
    await ui.workbench.reload();
    await signIn(ui);
    // VS Code forgets the pages of what has died, unless that was there again in time.
    await ui.workbench.run('View: Close All Editors');
    await openForEvent(ui, 'Create Passkey…', eventId);
    await page().getByRole('button', { name: 'Restore' }).click();
    assert.equal(await passkey().inputValue(), 'KILLED');
    await page().getByRole('button', { name: 'Discard' }).click();
    assert.equal(await passkey().inputValue(), '');
  });

  it('saves only what changed, with the keyboard alone', async () => {
    const before = await find('IMPRENSA-2');
    await openPasskey('IMPRENSA-2');
    const { keyboard } = ui.workbench.page;
    await tabTo(ui, page().getByLabel('Passkey', { exact: true }));
    await keyboard.press('End');
    await keyboard.type('B');
    await page().getByText('Changed: Passkey').waitFor();
    await tabTo(ui, page().getByRole('button', { name: 'Save' }));
    await keyboard.press('Enter');
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
    await page().getByRole('heading', { name: 'Somebody else changed this passkey' }).waitFor();
    const theirs = page().getByRole('group', { name: 'Finish' }).getByLabel('Theirs: 2031-01-01 00:00:00');
    assert.ok(await theirs.isChecked(), 'what only they changed is theirs');
    await ui.workbench.screenshot('passkey form, conflict');
    assert.deepEqual(await accessibilityProblems(ui), []);
    assert.equal((await find('IMPRENSA-2B'))?.finish, '2031-01-01 00:00:00');
    await page().getByRole('button', { name: 'Save with These Choices' }).click();
    await page().getByText('The passkey IMPRENSA-3 was saved.').waitFor();
    const saved = await find('IMPRENSA-3');
    assert.equal(saved?.finish, '2031-01-01 00:00:00', 'their other changes stay');
    assert.match(await page().getByLabel('Finish').inputValue(), /^2031-01-01T00:00/);
  });

  it('fault 38: takes each field from whom it is chosen', async () => {
    const { id } = (await find('IMPRENSA-3'))!;
    await page().getByLabel('Passkey', { exact: true }).fill('MINE');
    await page().getByLabel('Finish').fill('2030-06-06T06:06:06');
    await ask(ui, 'PUT', `/passkeys/${id}`, { passkey: 'THEIRS', start: '2030-01-01 00:00:00', finish: '2030-07-07 07:07:07' });
    await page().getByRole('button', { name: 'Save' }).click();
    const choice = (name: string) => page().getByRole('group', { name });
    await choice('Passkey').getByLabel('Theirs: THEIRS').check();
    await page().getByRole('button', { name: 'Save with These Choices' }).click();
    await page().getByText('Choose for each field first.').waitFor();
    await choice('Finish').getByLabel('Mine: 2030-06-06 06:06:06').check();
    await ui.workbench.screenshot('passkey form, conflict of many fields');
    await page().getByRole('button', { name: 'Save with These Choices' }).click();
    await page().getByText('The passkey THEIRS was saved.').waitFor();
    const { start, finish } = (await find('THEIRS'))!;
    assert.deepEqual([start, finish], ['2030-01-01 00:00:00', '2030-06-06 06:06:06']);
  });

  it('fault 38: has nothing to save when all is taken from somebody else', async () => {
    const { id } = (await find('THEIRS'))!;
    await page().getByLabel('Finish').fill('2030-08-08T08:08:08');
    await ask(ui, 'PUT', `/passkeys/${id}`, { passkey: 'IMPRENSA-3', finish: '2031-01-01 00:00:00' });
    await page().getByRole('button', { name: 'Save' }).click();
    await page().getByRole('group', { name: 'Finish' }).getByLabel('Theirs').check();
    await page().getByRole('button', { name: 'Save with These Choices' }).click();
    await page().getByRole('heading', { name: 'Passkey IMPRENSA-3' }).waitFor();
    assert.equal(await page().getByLabel('Passkey', { exact: true }).inputValue(), 'IMPRENSA-3');
    assert.match(await page().getByLabel('Finish').inputValue(), /^2031-01-01T00:00/);
    await page().getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden' });
  });

  it("fault 58: a draft that is discarded gives way to somebody else's change", async () => {
    const { id } = (await find('IMPRENSA-3'))!;
    await page().getByLabel('Passkey', { exact: true }).fill('IMPRENSA-4');
    await draftKept(ui, 'IMPRENSA-4');
    await ui.workbench.run('View: Close All Editors');
    await ask(ui, 'PUT', `/passkeys/${id}`, { finish: '2032-02-02 00:00:00' });
    await openPasskey('IMPRENSA-3');
    await page().getByText('was not saved').waitFor();
    await page().getByRole('button', { name: 'Discard' }).first().click();
    assert.match(await page().getByLabel('Finish').inputValue(), /^2032-02-02T00:00/);
    assert.equal(await page().getByLabel('Passkey', { exact: true }).inputValue(), 'IMPRENSA-3');
  });

  it("fault 38: a draft that is restored still finds somebody else's change", async () => {
    const { id } = (await find('IMPRENSA-3'))!;
    await page().getByLabel('Passkey', { exact: true }).fill('IMPRENSA-5');
    await draftKept(ui, 'IMPRENSA-5');
    await ui.workbench.run('View: Close All Editors');
    await ask(ui, 'PUT', `/passkeys/${id}`, { finish: '2033-03-03 00:00:00' });
    await openPasskey('IMPRENSA-3');
    await page().getByRole('button', { name: 'Restore' }).click();
    assert.match(await page().getByLabel('Finish').inputValue(), /^2032-02-02T00:00/);
    await page().getByText('Changed: Passkey').waitFor();
    await page().getByRole('button', { name: 'Save' }).click();
    await page().getByText('Somebody else changed this passkey').waitFor();
    assert.equal((await find('IMPRENSA-3'))?.finish, '2033-03-03 00:00:00', 'nothing was saved');
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
