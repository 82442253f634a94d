import { closeBrowser } from './browser.ts';
import { startHost, type Host, type HostOptions } from './host.ts';
import type { Workbench } from './workbench.ts';

export interface Ui {
  readonly host: Host;
  readonly workbench: Workbench;
}

const started = new Map<string, Promise<Host>>();
/** How many suites have yet to use a host: all of them are known before the first runs. */
const awaited = new Map<string, number>();

/**
 * One host and one workbench for the tests of the surrounding `describe`. Suites that ask for the same options share the host;
 * each has a workbench with a fresh profile of its own. A failed test leaves a picture and the logs.
 */
export function useWorkbench(options: HostOptions = {}): Ui {
  const current: { host?: Host; workbench?: Workbench } = {};
  const key = JSON.stringify(options);
  awaited.set(key, (awaited.get(key) ?? 0) + 1);
  before(async function () {
    this.timeout(120_000);
    const host = started.get(key) ?? startHost(options);
    started.set(key, host);
    current.host = await host;
    current.workbench = await current.host.open();
  });
  afterEach(async function () {
    const test = this.currentTest;
    if (test?.state !== 'failed' || !current.workbench || !current.host) return;
    console.log(`      kept in ${await current.workbench.saveFailure(test.fullTitle(), await current.host.readLogs())}`);
  });
  after(async () => {
    await current.workbench?.close();
    const left = (awaited.get(key) ?? 1) - 1;
    awaited.set(key, left);
    if (left > 0) return;
    // A host that nobody needs any more slows the others down.
    started.delete(key);
    await current.host?.stop();
  });
  return {
    get host() {
      return existing(current.host);
    },
    get workbench() {
      return existing(current.workbench);
    },
  };
}

/** Ends every host and the browser; the runner calls it once, after the last test. */
export async function stopHosts(): Promise<void> {
  const hosts = await Promise.allSettled(started.values());
  started.clear();
  await Promise.all(hosts.filter((host) => host.status === 'fulfilled').map((host) => host.value.stop()));
  await closeBrowser();
}

function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The workbench is open only while tests run.');
  return value;
}
