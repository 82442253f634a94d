import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceFault } from '../../src/service/index.ts';
import { chooseFirst, signIn } from '../harness/forms.ts';
import { lastRead, useWorkbench } from '../harness/ui.ts';

const eventId = '1001';
const environment = { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer', timeZone: 'America/Sao_Paulo' };

/** So slow that a run cannot end before somebody has done something to it. */
const slowly = lastRead - 1000;

function codesOf(count: number, mark: string): string[] {
  return Array.from({ length: count }, (_, index) => `${mark}-${String(index).padStart(6, '0')}`);
}

describe('runs, as a person sees them', () => {
  /** How long the service takes for each part of a run, in milliseconds. */
  let pace = 0;
  let asked = 0;
  const slow: ServiceFault = {
    kind: 'latency',
    operation: 'createPasskeys',
    get value() {
      // Some of it is there soon.
      return ++asked <= 4 ? Math.min(pace, 800) : pace;
    },
  };
  const ui = useWorkbench({ service: { seed: 1, faults: [slow] }, environment });

  beforeEach(() => signIn(ui));
  beforeEach(() => ([pace, asked] = [800, 0]));

  const page = () => ui.workbench.webview;
  const run = (file: string) => ui.workbench.row(file).filter({ hasText: '→ Festival da Primavera (stg)' });
  const path = (name: string) => join(ui.host.folder, name);
  const notice = (text: string | RegExp) => ui.workbench.notifications.filter({ hasText: text });

  /** A file of the workspace, from the menu of the Explorer. */
  async function createFrom(name: string): Promise<void> {
    await ui.workbench.showContainer('Explorer');
    await ui.workbench.rightClick(name, 'Box Office', 'Create Many Passkeys…');
  }

  async function chooseEvent(): Promise<void> {
    await ui.workbench.quickInput.getByText('Which event?').waitFor();
    await chooseFirst(ui, eventId);
    await page().getByRole('heading', { name: 'Create Many Passkeys' }).waitFor();
  }

  /** Sends what the form has. */
  async function send(): Promise<void> {
    await page().getByRole('button', { name: 'Create Passkeys…' }).click();
    await page()
      .getByRole('button', { name: /^Create [\d,]+ Passkeys?$/ })
      .click();
  }

  async function passkeysWith(mark: string): Promise<Map<string, number>> {
    const { ticketUrl, token } = ui.host.service!;
    const counts = new Map<string, number>();
    for (let number = 1; ; number++) {
      const address = `${ticketUrl}/passkeys?eventId=${eventId}&pageSize=1000&page=${number}`;
      const reply = await fetch(address, { headers: { Authorization: `Bearer ${token}` } });
      const { data } = (await reply.json()) as { data: { passkey: string }[] };
      for (const { passkey } of data) if (passkey.startsWith(mark)) counts.set(passkey, (counts.get(passkey) ?? 0) + 1);
      if (data.length < 1000) return counts;
    }
  }

  it('fault 43: is offered after the window was reloaded in the middle, and makes each code once', async function () {
    this.timeout(180_000);
    const codes = codesOf(11_000, 'RELOAD');
    await writeFile(path('reload.csv'), codes.join('\n'));
    await createFrom('reload.csv');
    await chooseEvent();
    await page().getByText('reload.csv · Column 1').waitFor();
    pace = slowly;
    await send();
    await ui.workbench.showContainer('Box Office');
    const header = ui.workbench.page.locator('.sidebar .pane-header').filter({ hasText: 'Runs' });
    assert.equal(await header.getAttribute('aria-expanded'), 'false', 'it leaves the room to the events');
    await header.click();
    await run('reload.csv')
      .getByText(/[1-9],?\d* of 11,000 · running/)
      .waitFor();
    await ui.workbench.reload();
    pace = 0;
    const offer = notice(/Creating passkeys in .* was interrupted at/);
    // Below the mouse it stays.
    await offer.hover();
    assert.equal(await offer.count(), 1);
    await run('reload.csv').getByText('interrupted').waitFor();
    await page()
      .getByText(/A run to this event is not at its end: [\d,]+ of 11,000 · interrupted\./)
      .waitFor();
    await offer.getByRole('button', { name: 'Resume' }).click();
    await ui.workbench.answer(ui.host.service!.token);
    await run('reload.csv').getByText('11,000 of 11,000 · finished').waitFor({ timeout: 90_000 });
    const there = await passkeysWith('RELOAD');
    assert.deepEqual([there.size, Math.max(...there.values())], [11_000, 1]);
    await ui.workbench.rightClick('reload.csv', 'Discard Run…');
    await ui.workbench.dialog.getByRole('button', { name: 'Discard', exact: true }).click();
    await header.waitFor({ state: 'hidden' });
  });
});
