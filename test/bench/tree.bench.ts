import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { testExtension } from '../../scripts/lib/paths.mjs';
import { startService, type Service } from '../../src/service/index.ts';
import { closeBrowser } from '../harness/browser.ts';
import { startHost } from '../harness/host.ts';
import type { Workbench } from '../harness/workbench.ts';
import { atLeast, atMost, median, stageOnce, type Bench, type Measurement } from './harness.ts';

const categories = ['festivals', 'theatre', 'concerts', 'sports', 'courses', 'parties'];
const folderSize = 200;
const limit = 1.3;
/** As a service is described whose pages were looked at once; where nobody knows how it counts them, a second request finds out. */
const paging = { by: 'page', page: 'page', size: 'pageSize', first: 1 };
/** One VS Code alone has too few folders to tell the code from the machine. */
const hosts = 3;

interface Go {
  readonly shown: number;
  readonly bare: number;
  readonly requests: number;
}

interface Run {
  readonly goes: readonly Go[];
  /** What this VS Code takes for rows that need no request. */
  readonly drawing: number;
}

export const bench: Bench = {
  name: 'tree',
  target: `of 10,000 events, a folder of ${folderSize} shows within ${limit} of (the bare request + the time VS Code takes for ${folderSize} rows that need no request), with one request`,
  async run({ quick }) {
    await stageOnce();
    const service = await startService({ seed: 1, dialect: {}, scale: quick ? 60 : 250 });
    const counter = await Counter.before(service.eventUrl);
    const runs: Run[] = [];
    try {
      for (let run = 0; run < (quick ? 1 : hosts); run++) runs.push(await openFolders(service, counter));
    } finally {
      await closeBrowser();
      counter.stop();
      await service.stop();
    }
    return measurementsOf(runs);
  },
};

/** In a fresh VS Code: no folder has been read there. */
async function openFolders(service: Service, counter: Counter): Promise<Run> {
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
    for (const category of categories) await focusNext(workbench.page, 'ArrowDown', category);
    const goes: Go[] = [];
    for (const category of categories.toReversed()) {
      if (goes.length > 0) await focusNext(workbench.page, 'ArrowUp', category);
      goes.push(await expand(workbench, counter, category));
    }
    // The first one loads what the tree needs to be drawn.
    return { goes: goes.slice(1), drawing };
  } finally {
    await host.stop();
  }
}

function measurementsOf(runs: readonly Run[]): Measurement[] {
  const goes = runs.flatMap((run) => run.goes.map((go) => ({ ...go, drawing: run.drawing, least: go.bare + run.drawing })));
  const of = (part: 'shown' | 'bare' | 'drawing' | 'least') => median(goes.map((go) => go[part]));
  const requests = goes.map((go) => go.requests);
  const ratio = median(goes.map(({ shown, least }) => shown / least));
  const name = `a folder of ${folderSize}`;
  return [
    { name: `${name}: until its rows show`, unit: 'ms', ours: of('shown'), anchor: of('least'), ratio, target: atMost(limit) },
    { name: `${name}: rows that need no request`, unit: 'ms', ours: of('drawing') },
    { name: `${name}: the bare request`, unit: 'ms', ours: of('bare') },
    { name: `${name}: requests, at most`, unit: 'times', ours: Math.max(...requests), target: atMost(1) },
    { name: `${name}: requests, at least`, unit: 'times', ours: Math.min(...requests), target: atLeast(1) },
  ];
}

/** Opens the focused folder, which nobody has opened yet. */
async function expand({ page }: Workbench, counter: Counter, category: string): Promise<Go> {
  const bare = await timeOf(async () => (await fetch(`${counter.url}/${category}?page=1&pageSize=${folderSize}`)).json());
  counter.requests = 0;
  return { shown: await timeToOpen(page), bare, requests: counter.requests };
}

/** The same in a tree whose rows are there already: the median time until they show. */
async function drawConstantRows(workbench: Workbench): Promise<number> {
  const { page } = workbench;
  await workbench.showContainer('Constant');
  await workbench.row('folder 6').click();
  await workbench.row('row 0').waitFor();
  const times: number[] = [];
  for (let folder = 5; folder >= 0; folder--) {
    await focusNext(page, 'ArrowUp', `folder ${folder}`);
    times.push(await timeToOpen(page));
  }
  return median(times.slice(1));
}

async function focusNext(page: Workbench['page'], key: 'ArrowDown' | 'ArrowUp', label: string): Promise<void> {
  await page.keyboard.press(key);
  const focused = page.locator('.sidebar .monaco-list-row.focused');
  await focused.filter({ hasText: new RegExp(`^${label}`, 'i') }).waitFor();
}

/** Opens the focused folder with a key. It stays open: folders are opened from the last to the first, so that none is in the way. */
async function timeToOpen(page: Workbench['page']): Promise<number> {
  await page.evaluate(watchRowBelow);
  await page.keyboard.press('ArrowRight');
  return page.evaluate<number>('globalThis.shown');
}

/** From the key to the first row below the focused one on screen, by the page's own clock: steering the browser takes longer than that. */
const watchRowBelow = `void (globalThis.shown = new Promise((resolve) => {
  let started = 0;
  window.addEventListener('keydown', () => (started = performance.now()), { capture: true, once: true });
  const focused = document.querySelector('.sidebar .monaco-list-row.focused');
  const childLevel = String(Number(focused.getAttribute('aria-level')) + 1);
  const childShows = () => {
    const now = document.querySelector('.sidebar .monaco-list-row.focused');
    const next = now?.parentElement.querySelector('[data-index="' + (Number(now.dataset.index) + 1) + '"]');
    return next?.getAttribute('aria-level') === childLevel;
  };
  const observer = new MutationObserver(() => {
    if (!started || !childShows()) return;
    observer.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - started));
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
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
