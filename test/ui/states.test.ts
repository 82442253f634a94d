import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useFakeService } from '../harness/fake-service.ts';
import { signIn } from '../harness/forms.ts';
import { useWorkbench, type Ui } from '../harness/ui.ts';

const row = ({ workbench }: Ui, label: string | RegExp) => workbench.row(label).first();
const withText = ({ workbench }: Ui, text: string) =>
  workbench.page.locator('.sidebar .monaco-list-row').filter({ hasText: text });
const welcomeButton = ({ workbench }: Ui, name: string) => workbench.welcome.getByRole('button', { name });

describe('the Events view where nothing is public', () => {
  const ui = useWorkbench({ service: { seed: 11 }, environment: { name: 'stg', eventCredential: 'bearer' } });

  it('asks for a sign-in, and shows the tree after it', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.welcome.getByText('You are signed out').waitFor();
    await welcomeButton(ui, 'Switch Environment').waitFor();
    await ui.workbench.screenshot('state, signed out of everything');
    await welcomeButton(ui, 'Sign In').click();
    await ui.workbench.answer(ui.host.service!.token);
    await row(ui, 'Featured').waitFor();
    await row(ui, 'Signed out').waitFor({ state: 'detached' });
  });
});

describe('the Events view where events are public', () => {
  const ui = useWorkbench({ service: { seed: 12 }, environment: { name: 'stg' } });

  it('shows them signed out, and says first what lacks', async () => {
    await ui.workbench.showContainer('Box Office');
    await withText(ui, 'Sign In… · for items, passkeys and codes').waitFor();
    for (const label of ['Featured', 'Festival da Primavera', 'Items']) await ui.workbench.expand(label);
    await row(ui, 'Sign in to see these').waitFor();
    await ui.workbench.screenshot('state, signed out');
  });

  it('reads by itself after the sign-in what it could not read before', async () => {
    await signIn(ui);
    await row(ui, /^Pista – sexta /).waitFor();
    await row(ui, 'Sign in to see these').waitFor({ state: 'detached' });
    await row(ui, 'Signed out').waitFor({ state: 'detached' });
    await ui.workbench.screenshot('state, signed in');
  });

  it('forgets with a sign-out what only that person could read, and says again what lacks', async () => {
    await ui.workbench.expand('Passkeys');
    await withText(ui, 'used').first().waitFor();
    await ui.workbench.run('Box Office: Sign Out');
    await row(ui, 'Signed out').waitFor();
    await ui.workbench.row('Sign in to see these').nth(1).waitFor();
    assert.equal(await withText(ui, 'used').count(), 0);
    assert.equal(await ui.workbench.row(/^Pista – sexta /).count(), 0);
    await row(ui, 'Virada do Livro').waitFor();
    await ui.workbench.screenshot('state, signed out again');
  });
});

describe('the Events view where events want a value in the query', () => {
  const ui = useWorkbench({
    service: { seed: 12 },
    environment: { name: 'stg', eventCredential: ['key'], ticketCredential: 'nothing' },
  });

  it('offers to sign out after the value was given', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.run('Box Office: Sign In');
    await ui.workbench.answer('a-value');
    await ui.workbench.notifications.filter({ hasText: 'Signed in to stg' }).waitFor();
    await ui.workbench.page
      .locator('.sidebar .composite.title')
      .getByRole('button', { name: /^Views and More Actions/ })
      .click();
    await ui.workbench.page.locator('.monaco-menu').getByText('Sign Out').waitFor();
    assert.equal(await ui.workbench.page.locator('.monaco-menu').getByText('Sign In…').count(), 0);
    await ui.workbench.page.keyboard.press('Escape');
  });
});

describe('the Events view of a service that does not answer', () => {
  const settings = {
    'boxOffice.environments': { stg: { eventUrl: 'http://127.0.0.1:9', ticketUrl: 'http://127.0.0.1:9' } },
    'boxOffice.environment': 'stg',
  };
  const ui = useWorkbench({ settings });

  it('says that it is offline, and what to do', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.expand('Featured');
    await withText(ui, 'OfflineTry Again').waitFor();
    await ui.workbench.screenshot('state, offline');
  });

  it('a command that fails there says so, and offers another try and the log', async () => {
    await ui.workbench.run('Box Office: Run Operation');
    await ui.workbench.choose('Get home sections');
    await ui.workbench.choose('Nothing more');
    const toast = ui.workbench.notifications.filter({ hasText: '127.0.0.1:9' });
    await toast.getByRole('button', { name: 'Show Log' }).waitFor();
    await ui.workbench.screenshot('notification, offline');
    await toast.getByRole('button', { name: 'Try Again' }).click();
    await ui.workbench.quickInput.getByText('Get home sections').waitFor();
    await ui.workbench.page.keyboard.press('Escape');
  });
});

describe('the Events view of a service that fails, and then has nothing', () => {
  let isWell = false;
  const settings = useFakeService(() =>
    isWell ? { body: { data: [] } } : { status: 500, body: { message: 'The database is full.' } },
  );
  const ui = useWorkbench({ settings });

  it('says that it could not be read, and reads again by a click', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.expand('Featured');
    await withText(ui, 'Could not be readTry Again').waitFor();
    await ui.workbench.screenshot('state, failed');
    isWell = true;
    await row(ui, 'Could not be read').click();
    await row(ui, 'Could not be read').waitFor({ state: 'detached' });
  });

  it('says that there is nothing, and finds an event by a click', async () => {
    await withText(ui, 'Nothing here yetFind Event…').waitFor();
    await ui.workbench.screenshot('state, empty');
    await row(ui, 'Nothing pinned yet').click();
    await ui.workbench.quickInput.locator('input').first().waitFor();
    await ui.workbench.page.keyboard.press('Escape');
  });
});

describe('the Events view of a service that gives icons for names', () => {
  const title = '$(bell) Alarm $(sync~spin)';
  const settings = useFakeService(() => ({ body: { data: [{ id: 7, title, city: '$(flame)' }] } }), 'odd');
  const ui = useWorkbench({ settings });

  it('shows them as text', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.expand('Featured');
    await row(ui, title).waitFor();
    await ui.workbench.screenshot('state, icons for names');
    assert.equal(await row(ui, title).locator('.codicon-bell, .codicon-sync, .codicon-flame').count(), 0);
  });

  it('and in the list to choose from', async () => {
    await ui.workbench.run('Box Office: Find Event');
    await ui.workbench.quickInput.locator('input').first().fill('Alarm');
    const found = ui.workbench.quickInput.locator('.monaco-list-row').filter({ hasText: 'Alarm' }).first();
    await found.waitFor();
    assert.equal(await found.locator('.codicon-bell, .codicon-sync, .codicon-flame').count(), 0);
    await ui.workbench.page.keyboard.press('Escape');
  });
});

describe('the Events view of an environment that is not in the settings', () => {
  const ui = useWorkbench({ settings: { 'boxOffice.environment': 'gone' } });

  it('offers to configure it or to take another', async () => {
    await ui.workbench.showContainer('Box Office');
    await welcomeButton(ui, 'Configure Environments').waitFor();
    await welcomeButton(ui, 'Switch Environment').waitFor();
    await ui.workbench.screenshot('state, unknown environment');
  });
});

describe('the Runs view', () => {
  const ui = useWorkbench({ service: { seed: 13 }, environment: { name: 'stg' } });

  it('is not there while there is no run, whatever else lies in its folder', async () => {
    const folder = join(ui.host.dataFolder, 'data', 'User', 'globalStorage', 'box-office.box-office', 'runs');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '.DS_Store'), '');
    await ui.workbench.reload();
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.expand('Featured');
    await row(ui, 'Festival da Primavera').waitFor();
    assert.equal(await ui.workbench.page.locator('.sidebar .pane-header').filter({ hasText: 'Runs' }).count(), 0);
  });
});
