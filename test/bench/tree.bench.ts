import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { testExtension } from '../../scripts/lib/paths.mjs';
import { stageExtension } from '../../scripts/lib/staging.mjs';
import { startService, type Service } from '../../src/service/index.ts';
import { closeBrowser } from '../harness/browser.ts';
import { startHost } from '../harness/host.ts';
import type { Workbench } from '../harness/workbench.ts';
import { atLeast, atMost, median, type Bench } from './harness.ts';

const categories = ['festivals', 'theatre', 'concerts', 'sports', 'courses', 'parties'];
const folderSize = 200;
/** As a service is described whose pages were looked at once; where nobody knows how it counts them, a second request finds out. */
const paging = { by: 'page', page: 'page', size: 'pageSize', first: 1 };
/** One VS Code alone has too few folders to tell the code from the machine. */
const hosts = 3;
/** What drawing may take beside the request, in milliseconds; a tree whose rows need no request shows what VS Code itself takes. */
const allowance = 50;

interface Go {
  readonly shown: number;
  readonly bare: number;
  readonly requests: number;
}

export const bench: Bench = {
  name: 'tree',
  target: 'of 10,000 events, a folder of 200 shows within 1.3 times its bare request plus 50 ms, by exactly one request',
  async run({ quick }) {
    await stageExtension(testExtension, { minify: true });
    const service = await startService({ seed: 1, scale: quick ? 40 : 250 });
    const counter = await Counter.before(service.eventUrl);
    const runs: { goes: Go[]; drawing: number }[] = [];
    try {
      for (let run = 0; run < (quick ? 1 : hosts); run++) runs.push(await openFolders(service, counter));
    } finally {
      await closeBrowser();
      counter.stop();
      await service.stop();
    }
    return measurementsOf(
      runs.flatMap(({ goes }) => goes),
      median(runs.map(({ drawing }) => drawing)),
    );
  },
};

/** In a fresh VS Code: no folder has been read there. */
async function openFolders(service: Service, counter: Counter): Promise<{ goes: Go[]; drawing: number }> {
  const host = await startHost({
    links: [testExtension, join(import.meta.dirname, 'constant-tree')],
    settings: {
      'boxOffice.environments': { stg: { eventUrl: counter.url, ticketUrl: service.ticketUrl, dialect: { paging } } },
      'boxOffice.environment': 'stg',
      'boxOffice.pageSize': folderSize,
      'boxOffice.categories': categories,
    },
  });
  try {
    const workbench = await host.open();
    const drawing = await drawConstantRows(workbench);
    await workbench.showContainer('Box Office');
    await workbench.row('Categories').click();
    await workbench.page.locator('.sidebar .monaco-list-row', { hasText: new RegExp(`^${categories[0]}`, 'i') }).waitFor();
    const goes: Go[] = [];
    for (const category of categories) goes.push(await expand(workbench, counter, category));
    // The first one loads what the tree needs to be drawn.
    return { goes: goes.slice(1), drawing };
  } finally {
    await host.stop();
  }
}

function measurementsOf(goes: readonly Go[], drawing: number) {
  const requests = goes.map((go) => go.requests);
  const [shown, bare] = [median(goes.map((go) => go.shown)), median(goes.map((go) => go.bare))];
  const ratioBeside = (allowed: number) => median(goes.map((go) => (go.shown - allowed) / go.bare));
  const times = { unit: 'ms' as const, ours: shown, anchor: bare };
  const name = `a folder of ${folderSize}`;
  return [
    { ...times, name: `${name}: until its rows show, less ${allowance} ms`, ratio: ratioBeside(allowance), target: atMost(1.3) },
    { ...times, name: `${name}: until its rows show, less VS Code's own drawing`, ratio: ratioBeside(drawing) },
    { name: `${name}: rows that need no request`, unit: 'ms' as const, ours: drawing },
    { name: `${name}: requests, at most`, unit: 'times' as const, ours: Math.max(...requests), target: atMost(1) },
    { name: `${name}: requests, at least`, unit: 'times' as const, ours: Math.min(...requests), target: atLeast(1) },
  ];
}

/** Goes down to a folder that nobody has opened yet, opens it with a key and closes it again. */
async function expand({ page }: Workbench, counter: Counter, category: string): Promise<Go> {
  await focusNext(page, new RegExp(`^${category}`, 'i'));
  const bare = await timeOf(async () => (await fetch(`${counter.url}/${category}?page=1&pageSize=${folderSize}`)).json());
  counter.requests = 0;
  return { shown: await timeToOpen(page, 3), bare, requests: counter.requests };
}

/** The same in a tree whose rows are there already: the median time until they show. */
async function drawConstantRows(workbench: Workbench): Promise<number> {
  const { page } = workbench;
  await workbench.showContainer('Constant');
  await workbench.row('folder 0').click();
  await workbench.row('row 0').waitFor();
  await page.keyboard.press('ArrowLeft');
  await workbench.row('row 0').waitFor({ state: 'hidden' });
  const times: number[] = [];
  for (let folder = 1; folder < 7; folder++) {
    await focusNext(page, new RegExp(`^folder ${folder}`));
    times.push(await timeToOpen(page, 2));
  }
  return median(times.slice(1));
}

async function focusNext(page: Workbench['page'], label: RegExp): Promise<void> {
  await page.keyboard.press('ArrowDown');
  await page.locator('.sidebar .monaco-list-row.focused').filter({ hasText: label }).waitFor();
}

/** Opens the focused folder with a key and closes it again. */
async function timeToOpen(page: Workbench['page'], level: number): Promise<number> {
  const childRow = `.sidebar .monaco-list-row[aria-level="${level}"]`;
  await page.evaluate(watchFor(childRow));
  await page.keyboard.press('ArrowRight');
  const time = await page.evaluate<number>('globalThis.shown');
  await page.keyboard.press('ArrowLeft');
  await page.locator(childRow).first().waitFor({ state: 'hidden' });
  return time;
}

/** From the key to the first row on screen, by the page's own clock: steering the browser takes longer than that. */
const watchFor = (childRow: string) => `void (globalThis.shown = new Promise((resolve) => {
  let started = 0;
  window.addEventListener('keydown', () => (started = performance.now()), { capture: true, once: true });
  const observer = new MutationObserver(() => {
    if (!started || !document.querySelector('${childRow}')) return;
    observer.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - started));
  });
  observer.observe(document.body, { childList: true, subtree: true });
}))`;

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
