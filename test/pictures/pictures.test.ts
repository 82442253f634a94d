// Takes the pictures of the README, docs/ and the walkthrough: npm run pictures. They show the workbench as it is, so they never go stale.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { createClient } from '../../src/client/index.ts';
import { seenDialect } from '../../src/service/own-dialect.ts';
import { readEvent, textOf } from '../../src/plans/index.ts';
import { withDearerLot } from '../harness/event-file.ts';
import { applyPlan, openForEvent, pageFrame, signIn } from '../harness/forms.ts';
import { useWorkbench, type Ui } from '../harness/ui.ts';
import { until } from '../harness/until.ts';
import { drawing, tellColoursApart, type Palette, type Part } from './drawing.ts';

const event = 'Festival da Primavera';
const link = 'festival-da-primavera';
const theme = { 'workbench.colorTheme': 'Dark Modern', 'workbench.layoutControl.enabled': false, 'window.commandCenter': false };

/** Waits until nothing on the window says that it is busy. */
async function settle({ workbench }: Ui): Promise<void> {
  const busy = '.monaco-progress-container.active, .activitybar .badge .codicon-sync, .activitybar .progress-badge';
  await workbench.page.locator(busy).first().waitFor({ state: 'hidden' });
}

async function picture(ui: Ui, name: string, { width, height, x = 0, y = 0 }: Part): Promise<void> {
  const { workbench } = ui;
  await settle(ui);
  const path = join(root, 'media', `${name}.png`);
  await mkdir(dirname(path), { recursive: true });
  await workbench.page.mouse.move(x + width - 1, y + height - 1);
  await workbench.page.locator('.monaco-hover').first().waitFor({ state: 'hidden' });
  await workbench.page.screenshot({ path, clip: { x, y, width, height }, animations: 'disabled', caret: 'hide' });
}

async function clearToasts({ workbench }: Ui): Promise<void> {
  await workbench.run('Notifications: Clear All Notifications');
  await workbench.notifications.first().waitFor({ state: 'detached' });
}

/** Rows say more in a wider side bar. */
async function widenSideBar({ workbench }: Ui, by: number): Promise<void> {
  const { page } = workbench;
  const bar = await page.locator('.part.sidebar').boundingBox();
  const edge = (bar?.x ?? 0) + (bar?.width ?? 0);
  await page.mouse.move(edge, 300);
  await page.mouse.down();
  await page.mouse.move(edge + by, 300, { steps: 5 });
  await page.mouse.up();
}

async function useSize({ workbench }: Ui, width: number, height: number): Promise<void> {
  await workbench.page.setViewportSize({ width, height });
}

const toast = ({ workbench }: Ui, text: string | RegExp) => workbench.notifications.filter({ hasText: text });

async function checkSampleCodes({ workbench }: Ui): Promise<void> {
  await workbench.run('Box Office: Open Sample Codes');
  await workbench.page.locator('.view-line').getByText('WK3DEGZDPC').waitFor();
  await workbench.run('Box Office: Check Codes');
  await workbench.webview.getByRole('row', { name: /Duplicates/ }).waitFor();
}

/** The form of an item, at its prices. */
async function openValues(ui: Ui): Promise<void> {
  await ui.workbench.run('Box Office: Edit Item');
  await ui.workbench.choose('300002', '1º lote');
  await ui.workbench.webview.getByText('The customer pays').first().waitFor();
  const page = await pageFrame(ui);
  await page.evaluate(`[...document.querySelectorAll('h2')].find((part) => part.textContent === 'Values')?.scrollIntoView()`);
}

/** From the check on. */
async function askForUpload(ui: Ui): Promise<void> {
  const { webview, dialog } = ui.workbench;
  await webview.getByRole('button', { name: 'Fix All' }).click();
  await toast(ui, /sample-codes\.fixed.* was written/).waitFor();
  await clearToasts(ui);
  await webview.getByRole('heading', { name: /^sample-codes\.fixed/ }).waitFor();
  await webview.getByRole('button', { name: 'Upload…' }).click();
  await ui.workbench.choose(link, event);
  await dialog.getByText('Upload codes to').first().waitFor();
}

describe('pictures of the walkthrough', () => {
  const ui = useWorkbench({ settings: { ...theme, 'workbench.colorCustomizations': {} } });
  let palette: Palette;
  before(async () => {
    await useSize(ui, 1000, 640);
    palette = await tellColoursApart(ui);
  });
  after(() => ui.workbench.driver.run('boxOffice.stopLocalService'));

  async function draw(name: string, part: Part): Promise<void> {
    await settle(ui);
    await writeFile(join(root, 'media', 'walkthrough', `${name}.svg`), await drawing(ui, part, palette));
  }

  // Each begins where the one before has ended.
  it('all of them', async function () {
    this.timeout(240_000);
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.welcome.getByRole('button', { name: 'Start Local Service' }).waitFor();
    await draw('service', { width: 350, height: 360 });

    await ui.workbench.welcome.getByRole('button', { name: 'Start Local Service' }).click();
    await toast(ui, 'The local service is running').waitFor();
    await clearToasts(ui);
    for (const label of ['Featured', event, 'Sessions', 'Items', 'Passkeys']) await ui.workbench.expand(label);
    await ui.workbench.row('VIZINHOS').waitFor();
    await widenSideBar(ui, 210);
    await draw('browse', { width: 510, height: 434, x: 50 });

    await ui.workbench.run('View: Toggle Primary Side Bar Visibility');
    await checkSampleCodes(ui);
    await draw('check', { width: 740, height: 460, x: 150 });

    await askForUpload(ui);
    await draw('upload', { width: 700, height: 360, x: 150, y: 190 });
    await ui.workbench.dialog.getByRole('button', { name: 'Cancel' }).click();

    await ui.workbench.run('View: Close All Editors');
    await openValues(ui);
    await draw('price', { width: 760, height: 400, x: 150, y: 60 });

    await ui.workbench.run('View: Close All Editors');
    await openForEvent(ui, 'Show Entry Report…', '1024');
    await ui.workbench.webview.locator('svg').first().waitFor();
    await draw('report', { width: 950, height: 560, x: 50 });

    await ui.workbench.run('View: Close All Editors');
    await ui.workbench.run('Box Office: Configure Environments');
    await ui.workbench.quickInput.getByText('sandbox').waitFor();
    await draw('environment', { width: 640, height: 220, x: 180 });
    await ui.workbench.page.keyboard.press('Escape');
  });
});

describe('pictures of the README and docs', () => {
  const ui = useWorkbench({
    settings: theme,
    service: { seed: 1 },
    environment: { name: 'stg', timeZone: 'America/Sao_Paulo' },
  });
  const eventId = '1001';
  /** Whose guests have come. */
  const pastEventId = '1024';
  const whole = { width: 1000, height: 640 };
  const heading = (name: string | RegExp) => ui.workbench.webview.getByRole('heading', { name }).first();

  before(async () => {
    await useSize(ui, whole.width, whole.height);
    await signIn(ui);
    await clearToasts(ui);
    await ui.workbench.run('View: Toggle Primary Side Bar Visibility');
  });
  afterEach(() => ui.workbench.run('View: Close All Editors'));

  it('event', async () => {
    await openForEvent(ui, 'Open Event Page', eventId);
    await heading(event).waitFor();
    const texts = () => ui.workbench.webview.locator('main').innerText();
    await until('all of it is read', async () => /VIZINHOS/.test(await texts()) && !/Loading|…\t/.test(await texts()));
    await picture(ui, 'pictures/event', whole);
  });

  it('item', async () => {
    await openValues(ui);
    await picture(ui, 'pictures/item', whole);
  });

  it('table', async () => {
    await openForEvent(ui, 'Show Tickets', eventId);
    await ui.workbench.webview.locator('tbody tr').nth(3).waitFor();
    await picture(ui, 'pictures/table', whole);
  });

  it('report', async () => {
    await openForEvent(ui, 'Show Entry Report…', pastEventId);
    await heading('Entry report').waitFor();
    await ui.workbench.webview.locator('svg').first().waitFor();
    await picture(ui, 'pictures/report', whole);
  });

  it('passkeys', async () => {
    await openForEvent(ui, 'Create Many Passkeys…', eventId);
    const page = ui.workbench.webview;
    await page.getByLabel('Prefix').fill('VIP-');
    await page.getByLabel('How many').fill('20');
    await page.getByRole('button', { name: 'Generate Codes' }).click();
    await page.locator('.figures > div', { hasText: 'Codes' }).getByText('20').waitFor();
    await page.locator('.figures > div', { hasText: 'At the service already' }).getByText('0', { exact: true }).waitFor();
    await (await pageFrame(ui)).evaluate('window.scrollTo(0, 0)');
    await picture(ui, 'pictures/passkeys', whole);
  });

  it('plan', async () => {
    const { workbench, host } = ui;
    const path = join(host.folder, 'festival.boxoffice.json');
    const { eventUrl, ticketUrl, token } = host.service!;
    const client = createClient({ eventUrl, ticketUrl, token: () => token, dialect: seenDialect });
    const text = withDearerLot(textOf(await readEvent(client, eventId, { environment: 'stg' })));
    await writeFile(path, text);
    const line = text.slice(0, text.indexOf('"162.00"')).split('\n').length;
    await workbench.run('Go to File...');
    await workbench.choose(`festival.boxoffice.json:${line}`, 'festival.boxoffice.json');
    await workbench.page.locator('.view-line').filter({ hasText: '162.00' }).waitFor();
    await picture(ui, 'pictures/plan-file', { width: 560, height: 340, x: 60, y: 180 });
    await workbench.run('Box Office: Plan Changes…');
    await workbench.choose(event, 'Where the file was read');
    await workbench.webview.locator('.plan-summary').waitFor();
    await picture(ui, 'pictures/plan', whole);
    await applyPlan(ui);
    await clearToasts(ui);
    await picture(ui, 'pictures/plan-applied', whole);
    await workbench.run('Box Office: Revert Plan…');
    await workbench.choose(event);
    await workbench.page.getByRole('tab', { name: /^Revert/ }).waitFor();
    await workbench.webview.locator('.plan-summary').waitFor();
    await picture(ui, 'pictures/plan-revert', whole);
    // The other pictures show the event as it was.
    await applyPlan(ui);
  });

  it('tree', async () => {
    const { workbench } = ui;
    await workbench.run('View: Toggle Primary Side Bar Visibility');
    await workbench.showContainer('Box Office');
    for (const label of ['Featured', event, 'Sessions', 'Items', 'Passkeys']) await workbench.expand(label);
    await workbench.row('VIZINHOS').waitFor();
    await widenSideBar(ui, 210);
    await picture(ui, 'pictures/tree', { width: 510, height: 434, x: 50 });
    await workbench.run('View: Toggle Primary Side Bar Visibility');
  });

  it('check and upload', async () => {
    const { workbench } = ui;
    await checkSampleCodes(ui);
    await picture(ui, 'pictures/check', { width: 740, height: 460, x: 150 });
    await askForUpload(ui);
    await picture(ui, 'pictures/upload', { width: 700, height: 360, x: 150, y: 190 });
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('operations', async () => {
    await ui.workbench.run('Box Office: Run Operation');
    await ui.workbench.quickInput.getByText('Identify event').waitFor();
    await picture(ui, 'pictures/operations', { width: 620, height: 300, x: 190 });
    await ui.workbench.page.keyboard.press('Escape');
  });
});

describe('the picture of an agent', () => {
  const ui = useWorkbench({
    settings: theme,
    service: { seed: 1 },
    environment: { name: 'stg' },
  });
  before(async () => {
    await useSize(ui, 1000, 640);
    await signIn(ui);
    await clearToasts(ui);
  });

  it('agent', async () => {
    await ui.workbench.run('Agent: Create Passkeys');
    await ui.workbench.dialog.getByText('Create passkeys in stg?').first().waitFor();
    await picture(ui, 'pictures/agent', { width: 700, height: 400, x: 150, y: 120 });
    await ui.workbench.page.keyboard.press('Escape');
  });
});
