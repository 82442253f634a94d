import { closeBrowser } from './browser.ts';
import { startHost, type Host, type HostOptions } from './host.ts';
import type { Workbench } from './workbench.ts';

export interface Ui {
  readonly host: Host;
  readonly workbench: Workbench;
}

const started = new Map<string, Promise<Host>>();

/**
 * One host and one workbench for the tests of the surrounding `describe`. Suites that ask for the same options share the host;
 * each has a workbench with a fresh profile of its own. A failed test leaves a picture and the logs.
 */
export function useWorkbench(options: HostOptions = {}): Ui {
  const current: { host?: Host; workbench?: Workbench } = {};
  before(async function () {
    this.timeout(120_000);
    const key = JSON.stringify(options);
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
  after(() => current.workbench?.close());
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
