import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildExtension } from '../../esbuild.mjs';
import { startService } from '../../src/service/index.ts';
import { closeBrowser } from '../harness/browser.ts';
import { startHost } from '../harness/host.ts';
import type { Workbench } from '../harness/workbench.ts';
import { atMost, median, type Bench } from './harness.ts';

const categories = ['festivals', 'theatre', 'concerts', 'sports', 'courses', 'parties'];
const folderSize = 200;
/** What drawing may take beside the request, in milliseconds. */
const allowance = 50;

interface Go {
  readonly shown: number;
  readonly bare: number;
  readonly requests: number;
}

export const bench: Bench = {
  name: 'tree',
  target: 'of 10,000 events, a folder of 200 shows within 1.3 times its bare request plus 50 ms, by one request',
  async run({ quick }) {
    await buildExtension({ minify: true });
    const service = await startService({ seed: 1, scale: quick ? 40 : 250 });
    const counter = await Counter.before(service.eventUrl);
    const host = await startHost({
      settings: {
        'boxOffice.environments': { stg: { eventUrl: counter.url, ticketUrl: service.ticketUrl } },
        'boxOffice.environment': 'stg',
        'boxOffice.pageSize': folderSize,
        'boxOffice.categories': categories,
      },
    });
    try {
      const workbench = await host.open();
      await workbench.showContainer('Box Office');
      await workbench.row('Categories').click();
      await workbench.page.locator('.sidebar .monaco-list-row', { hasText: new RegExp(`^${categories[0]}`, 'i') }).waitFor();
      const goes: Go[] = [];
      for (const category of categories) goes.push(await expand(workbench, counter, category));
      // The first one loads what the tree needs to be drawn.
      return measurementsOf(goes.slice(1));
    } finally {
      await host.stop();
      await closeBrowser();
      counter.stop();
      await service.stop();
    }
  },
};

function measurementsOf(goes: readonly Go[]) {
  const [shown, bare] = [median(goes.map((go) => go.shown)), median(goes.map((go) => go.bare))];
  const ratio = median(goes.map((go) => (go.shown - allowance) / go.bare));
  const name = `a folder of ${folderSize}`;
  return [
    {
      name: `${name}: until its rows show (${allowance} ms allowed)`,
      unit: 'ms' as const,
      ours: shown,
      anchor: bare,
      ratio,
      target: atMost(1.3),
    },
    { name: `${name}: requests`, unit: 'times' as const, ours: Math.max(...goes.map((go) => go.requests)), target: atMost(1) },
  ];
}

/** Goes down to a folder that nobody has opened yet, opens it with a key and closes it again. */
async function expand({ page }: Workbench, counter: Counter, category: string): Promise<Go> {
  await page.keyboard.press('ArrowDown');
  await page
    .locator('.sidebar .monaco-list-row.focused')
    .filter({ hasText: new RegExp(`^${category}`, 'i') })
    .waitFor();
  const bare = await timeOf(async () => (await fetch(`${counter.url}/${category}?page=1&pageSize=${folderSize}`)).json());
  counter.requests = 0;
  const shown = page.evaluate<number>(untilRowsShow);
  await page.keyboard.press('ArrowRight');
  const go = { shown: await shown, bare, requests: counter.requests };
  await page.keyboard.press('ArrowLeft');
  await page.locator(childRow).first().waitFor({ state: 'hidden' });
  return go;
}

const childRow = '.sidebar .monaco-list-row[aria-level="3"]';

/** From the key to the first row on screen, by the page's own clock: steering the browser takes longer than that. */
const untilRowsShow = `new Promise((resolve) => {
  let started = 0;
  window.addEventListener('keydown', () => (started = performance.now()), { capture: true, once: true });
  const observer = new MutationObserver(() => {
    if (!document.querySelector('${childRow}')) return;
    observer.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - started));
  });
  observer.observe(document.body, { childList: true, subtree: true });
})`;

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Stands before the service and counts what is asked of it. */
class Counter {
  requests = 0;
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server, path: string) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  }

  static async before(target: string): Promise<Counter> {
    const { hostname, port, pathname } = new URL(target);
    const server = createServer((incoming, outgoing) => {
      counter.requests++;
      const headers = { ...incoming.headers, host: `${hostname}:${port}` };
      const { url, method } = incoming;
      const passed = request({ hostname, port, path: url, method, headers }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      });
      incoming.pipe(passed);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const counter = new Counter(server, pathname);
    return counter;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
