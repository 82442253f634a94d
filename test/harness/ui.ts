import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostTests, root, testExtension } from '../../scripts/lib/paths.mjs';
import type { Pauses } from '../../src/editor/platform/settings.ts';
import { startService, type Service, type ServiceOptions } from '../../src/service/index.ts';
import { closeBrowser } from './browser.ts';
import { driverExtension } from './driver.ts';
import { environmentSettings, startHost, type Host, type HostOptions } from './host.ts';
import { pageLoads, type Workbench } from './workbench.ts';

/** What a test needs of VS Code itself: only another one of these is another host. */
type HostNeeds = Pick<HostOptions, 'version' | 'language' | 'trusted'>;

/** When a run reads last what is in doubt, in milliseconds: a slow request must have ended before that. */
export const lastRead = 7000;
/** What a service does late, it does soon here. */
const pauses: Partial<Pauses> = { runReads: [0, 1000, 2000, lastRead] };

export interface UiOptions extends HostNeeds {
  /** User settings, as a person would have them in settings.json. */
  readonly settings?: Record<string, unknown>;
  /** Starts a local service, with the faults it is asked to make. */
  readonly service?: ServiceOptions;
  /** Configures that service under this name and chooses it, with whatever else its settings say. */
  readonly environment?: { name: string } & Record<string, unknown>;
  /** A folder to open in a window of its own; copied before use. */
  readonly folder?: string;
  /** A window of its own, in which nothing was done yet. */
  readonly isNew?: boolean;
}

export interface Ui {
  readonly host: Omit<Host, 'service' | 'open' | 'copyFolder' | 'stop'> & { readonly service: Service | undefined };
  readonly workbench: Workbench;
}

interface SharedHost {
  readonly host: Host;
  /** The folder of its extension, which it has for itself. */
  readonly extension: string;
  /** What suites have set. All of it is taken back in each window: one that was not used meanwhile may not have heard of it. */
  readonly settings: Set<string>;
  window?: Promise<Workbench>;
}

/** The hosts of this lane: most tests share one, and its window. */
const hosts = new Map<string, Promise<SharedHost>>();

/**
 * A workbench for the tests of the surrounding `describe`, with its own settings and service. Hosts and windows are shared: what a test opens is closed
 * after it. A failed test leaves a picture and the logs.
 */
export function useWorkbench(options: UiOptions = {}): Ui {
  const current: { shared?: SharedHost; service?: Service | undefined; workbench?: Workbench; folder?: string } = {};
  before(async function () {
    this.timeout(240_000);
    const shared = await hostFor(options);
    current.shared = shared;
    current.service = options.service && (await startService({ dialect: {}, ...options.service }));
    const folder = options.folder === undefined ? undefined : await shared.host.copyFolder(options.folder);
    if (folder === undefined) await resetFolder(shared.host.folder);
    current.folder = folder ?? shared.host.folder;
    const isOwn = folder !== undefined || options.isNew === true;
    current.workbench = isOwn ? await shared.host.open(folder) : await windowOf(shared);
    const settings = { ...environmentSettings(options.environment, current.service), ...options.settings };
    const others = Object.fromEntries([...shared.settings].map((name) => [name, null]));
    await current.workbench.driver.settings({ ...others, ...settings });
    for (const name of Object.keys(settings)) shared.settings.add(name);
  });
  afterEach(async function () {
    const { shared, workbench } = current;
    if (!shared || !workbench) return;
    const test = this.currentTest;
    if (test?.state === 'failed')
      console.log(`      kept in ${await workbench.saveFailure(test.fullTitle(), await shared.host.readLogs())}`);
    await workbench.tidy();
  });
  after(async () => {
    const isOwn = options.folder !== undefined || options.isNew === true;
    if (isOwn) await current.workbench?.close();
    await current.service?.stop();
  });
  return {
    get host() {
      const { host } = existing(current.shared);
      return {
        readLogs: (name?: string) => host.readLogs(name),
        clearLogs: () => host.clearLogs(),
        dataFolder: host.dataFolder,
        folder: existing(current.folder),
        service: current.service,
      };
    },
    get workbench() {
      return existing(current.workbench);
    },
  };
}

function hostFor({ version, language, trusted }: HostNeeds): Promise<SharedHost> {
  const key = JSON.stringify([version, language, trusted]);
  const running = hosts.get(key);
  if (running) return running;
  const started = startShared({ version, language, trusted }).catch((error: unknown) => {
    hosts.delete(key);
    throw error;
  });
  hosts.set(key, started);
  return started;
}

/** A window or a host that failed to open is not waited for by the next suite as well. */
function windowOf(shared: SharedHost): Promise<Workbench> {
  shared.window ??= shared.host.open().catch((error: unknown) => {
    delete shared.window;
    throw error;
  });
  return shared.window;
}

/** The extension, started with other pauses than VS Code would start it with: a copy, for VS Code knows whose code it is by the real path. */
async function extensionWithPauses(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'box-office-extension-'));
  await cp(testExtension, folder, { recursive: true, filter: (path) => path !== hostTests });
  const manifest = JSON.parse(await readFile(join(testExtension, 'package.json'), 'utf8')) as { main: string };
  const main = `const { activate } = require(${JSON.stringify(manifest.main)});
exports.activate = (context) => activate(context, ${JSON.stringify(pauses)});
`;
  await writeFile(join(folder, 'main.cjs'), main);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, main: './main.cjs' }));
  return folder;
}

async function startShared(needs: HostNeeds): Promise<SharedHost> {
  const agent = join(root, 'test', 'harness', 'scripted-agent');
  // The question whether a folder is trusted would keep the window from starting.
  const settings = { 'security.workspace.trust.startupPrompt': 'never' };
  const extension = await extensionWithPauses();
  const links = [extension, driverExtension, agent];
  return { host: await startHost({ ...needs, settings, links, isDriven: true }), settings: new Set(), extension };
}

/** The sample workspace, as if no test had been there. */
async function resetFolder(folder: string): Promise<void> {
  const original = join(root, 'test', 'fixtures', 'workspace');
  const names = new Set(await readdir(original));
  for (const name of await readdir(folder)) if (!names.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  await cp(original, folder, { recursive: true });
}

/** Ends every host and the browser; each lane calls it once, after its last test. */
export async function stopHosts(): Promise<void> {
  const started = await Promise.allSettled(hosts.values());
  if (pageLoads > 0) console.log(`  this lane had ${started.length} hosts and ${pageLoads} page loads`);
  hosts.clear();
  await Promise.all(
    started.map(async (each) => {
      if (each.status === 'rejected') return;
      await each.value.host.stop();
      await rm(each.value.extension, { recursive: true });
    }),
  );
  await closeBrowser();
}

function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The workbench is open only while tests run.');
  return value;
}
