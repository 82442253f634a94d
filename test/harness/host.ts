import { once } from 'node:events';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/processes.mjs';
import { defaultSettings, startServer, workbenchUrl } from '../../scripts/lib/vscode-server.mjs';
import { ensureHost, newestHost, type HostVersion } from '../../scripts/setup.mjs';
import { startService, type Service, type ServiceOptions } from '../../src/service/index.ts';
import { browser } from './browser.ts';
import { Workbench } from './workbench.ts';

export interface HostOptions {
  version?: HostVersion;
  /** Copied before use, so that a test may change it. The sample workspace by default. */
  folder?: string;
  /** User settings, as a person would have them in settings.json. */
  settings?: Record<string, unknown>;
  /** False opens the folder in Restricted Mode. */
  trusted?: boolean;
  /** Starts a local service, with the faults it is asked to make. */
  service?: ServiceOptions;
  /** The extension under development; this one by default. */
  extension?: string;
  /** A packaged extension to install first. */
  vsix?: string;
  env?: NodeJS.ProcessEnv;
}

export interface Host {
  readonly version: HostVersion;
  /** The workspace folder's copy. */
  readonly folder: string;
  /** Everything that VS Code keeps for this host: user settings, storage, logs. */
  readonly dataFolder: string;
  readonly service: Service | undefined;
  open(): Promise<Workbench>;
  runTests(suite: string): Promise<void>;
  /** The text of all log files, output channels included, or of those whose name contains `name`. */
  readLogs(name?: string): Promise<string>;
  clearLogs(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a real VS Code with a fresh profile and the extension loaded. Stop it when the suite ends. */
export async function startHost(options: HostOptions = {}): Promise<Host> {
  const version = options.version ?? newestHost;
  const installed = await ensureHost(version);
  const home = await mkdtemp(join(tmpdir(), 'box-office-'));
  const folder = join(home, 'workspace');
  const dataFolder = join(home, 'data');
  await cp(options.folder ?? join(root, 'test', 'fixtures', 'workspace'), folder, { recursive: true });
  await writeUserSettings(dataFolder, { ...defaultSettings, ...options.settings });
  if (options.vsix) {
    await run(installed.node, [
      installed.main,
      '--server-data-dir',
      dataFolder,
      '--accept-server-license-terms',
      '--install-extension',
      options.vsix,
    ]);
  }
  const service = options.service && (await startService(options.service));
  const flags = options.trusted === false ? [] : ['--disable-workspace-trust'];
  const server = await startServer({
    ...installed,
    dataFolder,
    flags: ['--without-connection-token', ...flags],
    env: options.env,
  });
  const extension = options.extension ?? root;
  const opened: Workbench[] = [];
  const logFiles = (name = '') => globSync('data/logs/**/*.log', { cwd: dataFolder }).filter((path) => path.includes(name));

  return {
    version,
    folder,
    dataFolder,
    service,
    async open() {
      const workbench = await Workbench.open(await browser(), workbenchUrl({ port: server.port, folder, extension }));
      opened.push(workbench);
      return workbench;
    },
    runTests: async (suite) =>
      runTestsInPage(workbenchUrl({ port: server.port, folder, extension, tests: suite }), server.output),
    async readLogs(name) {
      const texts = await Promise.all(logFiles(name).map((path) => readFile(join(dataFolder, path), 'utf8')));
      return texts.join('');
    },
    async clearLogs() {
      await Promise.all(logFiles().map((path) => truncate(join(dataFolder, path))));
    },
    async stop() {
      await Promise.all(opened.map((workbench) => workbench.close()));
      await server.stop();
      await service?.stop();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function writeUserSettings(dataFolder: string, settings: Record<string, unknown>): Promise<void> {
  const user = join(dataFolder, 'data', 'User');
  await mkdir(user, { recursive: true });
  await writeFile(join(user, 'settings.json'), JSON.stringify(settings, undefined, 2));
}

/** Opens the page that makes VS Code run a test suite in its extension host, and waits for the suite's end. */
async function runTestsInPage(url: string, serverOutput: () => string): Promise<void> {
  const context = await (await browser()).newContext();
  const page = await context.newPage();
  const limit = 5 * 60_000;
  try {
    const said: string[] = [];
    await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => said.push(args.join(' ')));
    const ended = new Promise<number>((resolve) => void page.exposeFunction('codeAutomationExit', resolve));
    await page.goto(url);
    const code = await Promise.race([ended, once(AbortSignal.timeout(limit), 'abort').then(() => 'timeout' as const)]);
    if (code !== 0) throw new Error([`The host tests ended with ${code}.`, ...said, serverOutput()].join('\n'));
  } finally {
    await context.close();
  }
}
