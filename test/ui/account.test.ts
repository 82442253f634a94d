import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useWorkbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const statusBar = (text: string) => `.statusbar-item:has-text("${text}")`;

/** All of them: a glob leaves out .vscode/settings.json and whatever else begins with a dot. A link, as to the extension, is left. */
/** Nothing of a file that was only there for a moment. */
function contentOf(path: string): Buffer {
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
  });
}

describe('signing in, as a person does it', () => {
  const ui = useWorkbench({ service: { seed: 1 }, environment: { name: 'stg' } });
  const canary = () => ui.host.service!.token;

  it('asks for the token in a password field, and says who is signed in', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.page.locator(statusBar('stg · signed out')).waitFor();
    await ui.workbench.run('Box Office: Sign In');
    const input = ui.workbench.quickInput.locator('input').first();
    await ui.workbench.quickInput.getByText('It is kept in the secret storage of VS Code').waitFor();
    assert.equal(await input.getAttribute('type'), 'password');
    await ui.workbench.screenshot('sign in');
    await ui.workbench.answer('two words');
    await ui.workbench.quickInput.getByText('It must be one word').waitFor();
    await input.fill('abc');
    await ui.workbench.quickInput.getByText('This does not look like a JWT. It is used as it is.').waitFor();
    await ui.workbench.screenshot('sign in with another token');
    await input.fill(`Bearer ${canary()}`);
    await ui.workbench.quickInput.getByText('This does not look like a JWT').waitFor({ state: 'detached' });
    await ui.workbench.answer(`Bearer ${canary()}`);
    const toast = ui.workbench.notifications.filter({ hasText: 'Signed in to stg as Ana Souza.' });
    await toast.getByRole('button', { name: 'Show Events' }).waitFor();
    const item = ui.workbench.page.locator(statusBar('stg · Ana Souza'));
    await item.waitFor();
    await ui.workbench.screenshot('signed in');
    // What the tooltip says is said to a screen reader as well.
    const said = (await item.locator('[aria-label]').first().getAttribute('aria-label')) ?? '';
    assert.match(said, /Signed in as Ana Souza until \w+ \d+, \d{4}, \d+:\d\d/);
    assert.match(said, /Environment: stg/);
  });

  it('shows in the Accounts menu', async () => {
    const entry = ui.workbench.page.locator('.monaco-menu').getByText('Ana Souza (stg) (Box Office)');
    // A menu has the accounts that were known when it opened.
    await until('the account is listed', async () => {
      await ui.workbench.page.keyboard.press('Escape');
      await ui.workbench.page.locator('.activitybar .action-label[aria-label^="Accounts"]').click();
      return entry.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    });
    await ui.workbench.screenshot('accounts menu');
    await ui.workbench.page.keyboard.press('Escape');
  });

  it('fault 8: the token stands in no file of VS Code or the workspace, raw or encoded', async () => {
    await mkdir(join(ui.host.folder, '.vscode'), { recursive: true });
    await writeFile(join(ui.host.folder, '.vscode', 'settings.json'), '{}');
    const parts = [canary(), Buffer.from(canary()).toString('base64').replace(/=+$/, ''), canary().split('.')[2]!];
    const files = [ui.host.dataFolder, ui.host.folder].flatMap(filesIn);
    assert.ok(files.length > 10);
    assert.ok(files.includes(join(ui.host.folder, '.vscode', 'settings.json')));
    const leaks = files.filter((path) => {
      const content = contentOf(path);
      return parts.some((part) => content.includes(part));
    });
    assert.deepEqual(leaks, []);
  });

  it('fault 9: neither the log nor the console shows it', async () => {
    const said = (await ui.host.readLogs()) + ui.workbench.console;
    assert.ok(said.includes('Box Office'));
    assert.ok(!said.includes(canary()) && !said.includes(canary().split('.')[2]!));
  });

  it('signs out, and forgets', async () => {
    await ui.workbench.run('Box Office: Sign Out');
    const toast = ui.workbench.notifications.filter({ hasText: 'Signed out of stg.' });
    await toast.getByRole('button', { name: 'Sign In' }).waitFor();
    await ui.workbench.page.locator(statusBar('stg · signed out')).waitFor();
    await ui.workbench.page.locator('.activitybar .action-label[aria-label^="Accounts"]').click();
    await ui.workbench.page.locator('.monaco-menu').waitFor();
    assert.equal(await ui.workbench.page.locator('.monaco-menu').getByText('Box Office').count(), 0);
    await ui.workbench.page.keyboard.press('Escape');
  });
});

describe('choosing an environment', () => {
  const ui = useWorkbench({
    service: { seed: 2 },
    environment: { name: 'prod', protected: true },
    settings: { 'workbench.colorTheme': 'Default Light Modern' },
  });

  it('a protected one is marked in the status bar', async () => {
    await ui.workbench.showContainer('Box Office');
    const item = ui.workbench.page.locator(statusBar('prod'));
    await item.waitFor();
    assert.match((await item.getAttribute('class')) ?? '', /warning-kind/);
    await ui.workbench.screenshot('protected environment');
  });

  it('switches from the status bar, and offers the local service and the settings', async () => {
    await ui.workbench.page.locator(statusBar('prod')).click();
    const rows = ui.workbench.quickInput.locator('.monaco-list-row');
    await rows.filter({ hasText: 'Local service' }).waitFor();
    await rows.filter({ hasText: 'Configure Environments…' }).waitFor();
    await ui.workbench.screenshot('switch environment');
    await rows.filter({ hasText: 'Local service' }).click();
    await ui.workbench.notifications.filter({ hasText: 'The local service is running' }).waitFor();
    await ui.workbench.page.locator(statusBar('Local service')).waitFor();
  });

  it('a sign-in that is left changes no environment', async () => {
    await ui.workbench.run('Box Office: Sign In');
    await ui.workbench.quickInput.getByText('Sign in to prod').waitFor();
    await ui.workbench.page.locator(statusBar('Local service')).waitFor();
    await ui.workbench.page.keyboard.press('Escape');
    await ui.workbench.quickInput.waitFor({ state: 'hidden' });
    await ui.workbench.page.locator(statusBar('Local service')).waitFor();
  });

  it('a guided input configures one, checks each address and says when nothing answers', async () => {
    await ui.workbench.run('Box Office: Configure Environments');
    await ui.workbench.quickInput.locator('.monaco-list-row').filter({ hasText: 'hmlanot configured yet' }).waitFor();
    await ui.workbench.answer('hmla');
    await ui.workbench.quickInput.getByText('Address of the event group').waitFor();
    await ui.workbench.answer('http://events.example');
    await ui.workbench.quickInput.getByText('Plain http is allowed only for this machine').waitFor();
    await ui.workbench.screenshot('a refused address');
    await ui.workbench.answer('http://127.0.0.1:9');
    await ui.workbench.quickInput.getByText('Address of the ticket group').waitFor();
    await ui.workbench.answer('http://127.0.0.1:9');
    await ui.workbench.quickInput.getByText('its reads are public').waitFor();
    await ui.workbench.page.keyboard.press('Enter');
    await ui.workbench.quickInput.getByText('for trying things').waitFor();
    await ui.workbench.page.keyboard.press('Enter');
    const toast = ui.workbench.notifications.filter({
      hasText: 'hmla is saved, and Local service stays the current environment.',
    });
    await toast.waitFor();
    await ui.workbench.screenshot('an environment that does not answer');
    await ui.workbench.page.locator(statusBar('Local service')).waitFor();
    await toast.getByRole('button', { name: 'Switch to It' }).click();
    await ui.workbench.page.locator(statusBar('hmla')).waitFor();
  });

  it('every step of it leads back to the one before, with what was typed', async () => {
    const { quickInput } = ui.workbench;
    const input = quickInput.locator('input').first();
    const back = () => quickInput.getByRole('button', { name: 'Back' }).click();
    const isTyped = (prompt: string, text: string) =>
      until(
        `${prompt}: ${text}`,
        async () => (await quickInput.getByText(prompt).isVisible()) && (await input.inputValue()) === text,
      );
    await ui.workbench.run('Box Office: Configure Environments');
    await ui.workbench.choose('Another');
    await quickInput.getByText('A short name').waitFor();
    await ui.workbench.answer('mine');
    await quickInput.getByText('Address of the event group').waitFor();
    await ui.workbench.answer('https://evnts.example');
    await isTyped('Address of the ticket group', 'https://evnts.example');
    await ui.workbench.answer('https://evnts.example');
    await quickInput.getByText('its reads are public').waitFor();
    await ui.workbench.screenshot('a step with a way back');
    await back();
    await isTyped('Address of the ticket group', 'https://evnts.example');
    await back();
    await isTyped('Address of the event group', 'https://evnts.example');
    await input.fill('https://events.exa');
    await back();
    await quickInput.getByText('Which environment').or(quickInput.getByText('Another name…')).first().waitFor();
    await ui.workbench.page.keyboard.press('Enter');
    await isTyped('A short name', 'mine');
    await ui.workbench.page.keyboard.press('Enter');
    await isTyped('Address of the event group', 'https://events.exa');
    await ui.workbench.answer('https://events.example');
    await isTyped('Address of the ticket group', 'https://events.example');
    await ui.workbench.page.keyboard.press('Escape');
  });
});

describe('a hostile folder', () => {
  let server: Server;
  let connections = 0;
  const folder = { path: '' };

  before(async () => {
    server = createServer((_request, response) => response.end('{}')).on('connection', () => connections++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    folder.path = await mkdtemp(join(tmpdir(), 'hostile-'));
    await mkdir(join(folder.path, '.vscode'));
    const environments = { stg: { eventUrl: address, ticketUrl: address, eventCredential: 'bearer' } };
    await writeFile(
      join(folder.path, '.vscode', 'settings.json'),
      JSON.stringify({ 'boxOffice.environments': environments, 'boxOffice.environment': 'stg' }),
    );
  });
  after(() => server.close());

  const options = { trusted: true } as { folder?: string; trusted: boolean };
  Object.defineProperty(options, 'folder', { get: () => folder.path, enumerable: true });
  const ui = useWorkbench(options);

  it('fault 1: cannot say where requests go, though it is trusted', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.welcome.getByRole('button', { name: 'Start Local Service' }).waitFor();
    await ui.workbench.page.locator(statusBar('Local service')).waitFor();
    await ui.workbench.run('Box Office: Switch Environment');
    await ui.workbench.quickInput.locator('.monaco-list-row').filter({ hasText: 'Local service' }).waitFor();
    assert.equal(await ui.workbench.quickInput.locator('.monaco-list-row').filter({ hasText: 'stg' }).count(), 0);
    await ui.workbench.page.keyboard.press('Escape');
    assert.equal(connections, 0);
  });
});
