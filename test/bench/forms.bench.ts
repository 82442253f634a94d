import { join } from 'node:path';
import { testExtension } from '../../scripts/lib/paths.mjs';
import { startService } from '../../src/service/index.ts';
import { closeBrowser } from '../harness/browser.ts';
import { startHost } from '../harness/host.ts';
import type { Workbench } from '../harness/workbench.ts';
import { atMost, median, stageOnce, type Bench } from './harness.ts';

/** From the panel on screen to a field in it, in milliseconds. */
const limit = 300;

type Open = (workbench: Workbench) => Promise<void>;

const forms: Readonly<Record<string, Open>> = {
  'item': async (workbench) => {
    await workbench.run('Box Office: Edit Item');
    await workbench.choose('300002');
  },
  'passkey': async (workbench) => {
    await workbench.run('Box Office: Create Passkey');
    await workbench.choose('festival-da-primavera', 'Festival da Primavera');
  },
  'many passkeys': async (workbench) => {
    await workbench.run('Box Office: Create Many Passkeys');
    await workbench.choose('festival-da-primavera', 'Festival da Primavera');
  },
  'export': async (workbench) => {
    await workbench.run('Box Office: Request Export');
    await workbench.choose('festival-da-primavera', 'Festival da Primavera');
  },
  'any operation': async (workbench) => {
    await workbench.run('Box Office: Open Operation Form');
    await workbench.choose('Create sale period');
  },
  'tax': (workbench) => workbench.run('Box Office: Calculate Tax'),
  'environment': (workbench) => workbench.run('Box Office: Describe Service'),
};

/** A small one, a large one, and one that asks the service nothing. */
const quickForms = ['passkey', 'item', 'tax'];

const openHelloPage: Open = (workbench) => workbench.run('Hello Page: Open');

export const bench: Bench = {
  name: 'forms',
  target: `a form shows its first field within ${limit} ms of its panel`,
  async run({ quick, rounds }) {
    await stageOnce();
    const service = await startService({ seed: 1, dialect: {} });
    const { eventUrl, ticketUrl, token } = service;
    const host = await startHost({
      links: [testExtension, join(import.meta.dirname, 'hello-page')],
      settings: { 'boxOffice.environments': { stg: { eventUrl, ticketUrl } }, 'boxOffice.environment': 'stg' },
    });
    try {
      const workbench = await host.open();
      await workbench.showContainer('Box Office');
      await workbench.run('Box Office: Sign In');
      await workbench.answer(token);
      await workbench.notifications.filter({ hasText: 'Signed in to' }).waitFor();
      await workbench.page.evaluate(notePanel);
      const bare = await timeOf(workbench, openHelloPage, rounds);
      const measurements = [];
      for (const [name, open] of Object.entries(forms)) {
        if (quick && !quickForms.includes(name)) continue;
        const ours = await timeOf(workbench, open, rounds);
        // Beside what VS Code takes for a page with one field and nothing else; the promise is the time itself.
        const times = { unit: 'ms' as const, ours, anchor: bare };
        measurements.push({ ...times, name: `${name}: until its first field shows`, target: atMost(limit) });
      }
      return measurements;
    } finally {
      await host.stop();
      await closeBrowser();
      await service.stop();
    }
  },
};

/** The workbench notes when a panel comes. */
const notePanel = `new MutationObserver(() => {
  if (document.querySelector('iframe.webview')) globalThis.panelShown ??= performance.timeOrigin + performance.now();
  else delete globalThis.panelShown;
}).observe(document, { childList: true, subtree: true })`;

/** The median of some openings, after one that loads what the others find loaded. */
async function timeOf(workbench: Workbench, open: Open, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) times.push(await openOnce(workbench, open));
  return median(times.slice(1));
}

async function openOnce(workbench: Workbench, open: Open): Promise<number> {
  const { page } = workbench;
  await open(workbench);
  const field = workbench.webview.locator('input, select, textarea').first();
  const fieldShown = await field.evaluate<number, unknown>(firstContent);
  const panelShown = await page.evaluate<number>('panelShown');
  await workbench.run('View: Close All Editors');
  await page.locator('iframe.webview').waitFor({ state: 'detached' });
  return fieldShown - panelShown;
}

/** The browser's own word for when the page had something to show: our pages are empty until they show their form. */
const firstContent = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const [paint] = list.getEntriesByName('first-contentful-paint');
    if (paint) resolve(performance.timeOrigin + paint.startTime);
  }).observe({ type: 'paint', buffered: true });
})`;
