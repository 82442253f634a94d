import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, testExtension } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/processes.mjs';
import { defaultSettings, linkExtensions, remoteUri, startServer, workbenchUrl } from '../../scripts/lib/vscode-server.mjs';
import { ensureHost, newestHost, type HostVersion } from '../../scripts/setup.mjs';
import { startService, type Service, type ServiceOptions } from '../../src/service/index.ts';
import { browser } from './browser.ts';
import { Driver } from './driver.ts';
import { Workbench } from './workbench.ts';
import { seenDialect } from '../../src/service/own-dialect.ts';

export interface HostOptions {
  version?: HostVersion | undefined;
  /** Copied before use, so that a test may change it. The sample workspace by default. */
  folder?: string;
  /** User settings, as a person would have them in settings.json. */
  settings?: Record<string, unknown>;
  /** False opens the folder in Restricted Mode. */
  trusted?: boolean | undefined;
  /** Starts a local service, with the faults it is asked to make. */
  service?: ServiceOptions;
  /** Configures that service under this name and chooses it, with whatever else its settings say. */
  environment?: { name: string } & Record<string, unknown>;
  /** Folders of extensions that are installed as they stand; this project's own by default. */
  links?: string[];
  /** A packaged extension to install instead of the built sources. */
  vsix?: string;
  /** The language in which VS Code asks extensions to speak: `en` by default. Its own words stay in English. */
  language?: string | undefined;
  env?: NodeJS.ProcessEnv;
  /** Its windows take orders from tests. */
  isDriven?: boolean;
}

export interface Host {
  /** The workspace folder's copy. */
  readonly folder: string;
  /** Everything that VS Code keeps for this host: user settings, storage, logs. */
  readonly dataFolder: string;
  readonly service: Service | undefined;
  /** Opens one more window, with a browser profile of its own; of another folder, if there is one. */
  open(folder?: string): Promise<Workbench>;
  /** A copy of a folder that a window can open, and a test may change. */
  copyFolder(original: string): Promise<string>;
  /** The text of all log files, output channels included, or of those whose name contains `name`. */
  readLogs(name?: string): Promise<string>;
  clearLogs(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a real VS Code with a fresh profile and the extension installed. Stop it when the suite ends. */
export async function startHost(options: HostOptions = {}): Promise<Host> {
  const service = options.service && (await startService({ dialect: {}, ...options.service }));
  const settings = { ...environmentSettings(options.environment, service), ...options.settings };
  const { home, folder, dataFolder, server, remove } = await startFreshServer(
    { links: [testExtension], ...options, settings },
    [],
  );
  const opened: Workbench[] = [];
  let copies = 0;
  const logFiles = (name = '') => globSync('data/logs/**/*.log', { cwd: dataFolder }).filter((path) => path.includes(name));

  return {
    folder,
    dataFolder,
    service,
    async open(other) {
      const url = workbenchUrl({ port: server.port, folder: other ?? folder });
      const workbench = await Workbench.open(await browser(), url, {
        language: options.language,
        driver: options.isDriven ? new Driver(driverFile(home)) : undefined,
      });
      opened.push(workbench);
      return workbench;
    },
    async copyFolder(original) {
      const copy = join(home, `folder-${++copies}`);
      await cp(original, copy, { recursive: true });
      return copy;
    },
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
      await remove();
    },
  };
}

function driverFile(home: string): string {
  return join(home, 'driver.json');
}

export function environmentSettings(
  environment: HostOptions['environment'],
  service: Service | undefined,
): Record<string, unknown> {
  if (!environment || !service) return {};
  const { name, ...rest } = environment;
  const { eventUrl, ticketUrl } = service;
  return {
    'boxOffice.environments': { [name]: { eventUrl, ticketUrl, dialect: seenDialect, currency: 'BRL', ...rest } },
    'boxOffice.environment': name,
  };
}

export interface HostTestOptions extends HostOptions {
  /** The extension under development: VS Code runs tests only beside one. */
  extension: string;
  /** The file whose `run` VS Code calls inside its extension host. */
  suite: string;
}

/** Runs a test suite inside the extension host of a fresh VS Code. */
export async function runInHost({ extension, suite, ...options }: HostTestOptions): Promise<void> {
  // Only with the test mode on may a page's address name what to load and run.
  const { folder, server, remove } = await startFreshServer(options, ['--enable-smoke-test-driver']);
  const remote = (path: string) => remoteUri(server.port, path);
  const payload = [
    ['extensionDevelopmentPath', remote(extension)],
    ['extensionTestsPath', remote(suite)],
    ['skipWelcome', 'true'],
  ];
  try {
    await runTestsInPage(workbenchUrl({ port: server.port, folder, payload }), server.output);
  } finally {
    await server.stop();
    await remove();
  }
}

async function startFreshServer(options: HostOptions, flags: string[]) {
  const installed = await ensureHost(options.version ?? newestHost);
  const home = await mkdtemp(join(tmpdir(), 'box-office-'));
  const folder = join(home, 'workspace');
  const dataFolder = join(home, 'data');
  await cp(options.folder ?? join(root, 'test', 'fixtures', 'workspace'), folder, { recursive: true });
  // In a browser VS Code saves by itself, a second after an edit: in the middle of what a test does.
  const settings = { ...defaultSettings, 'files.autoSave': 'off', ...options.settings };
  await writeUserSettings(dataFolder, settings);
  if (options.vsix) await installVsix(installed, dataFolder, options.vsix);
  else if (options.links) await linkExtensions(dataFolder, options.links);
  const trust = options.trusted === false ? [] : ['--disable-workspace-trust'];
  const builtIn = options.vsix ? [] : ['--builtin-extensions-dir', await linkBuiltIn(installed.main, home)];
  const allFlags = ['--without-connection-token', ...trust, ...builtIn, ...flags];
  const env = { ...options.env, ...(options.isDriven ? { BOX_OFFICE_DRIVER: driverFile(home) } : {}) };
  const server = await startServer({ ...installed, dataFolder, flags: allFlags, env });
  return { home, folder, dataFolder, server, remove: () => rm(home, { recursive: true, force: true, maxRetries: 5 }) };
}

/** What shows pages, icons, JSON, settings and Markdown; without the others of VS Code's own, UI tests take a seventh less time. */
const builtInExtensions = [
  ...['configuration-editing', 'json', 'json-language-features', 'markdown-basics', 'markdown-language-features'],
  ...['media-preview', 'search-result', 'theme-defaults', 'theme-modern-icons', 'theme-seti'],
];

async function linkBuiltIn(main: string, home: string): Promise<string> {
  const folder = join(home, 'built-in');
  await mkdir(folder);
  for (const name of builtInExtensions) {
    const source = join(main, '..', '..', 'extensions', name);
    if (existsSync(source)) await symlink(source, join(folder, name), 'junction');
  }
  return folder;
}

async function writeUserSettings(dataFolder: string, settings: Record<string, unknown>): Promise<void> {
  const user = join(dataFolder, 'data', 'User');
  await mkdir(user, { recursive: true });
  await writeFile(join(user, 'settings.json'), JSON.stringify(settings, undefined, 2));
}

async function installVsix({ node, main }: { node: string; main: string }, dataFolder: string, vsix: string): Promise<void> {
  await run(node, [main, '--server-data-dir', dataFolder, '--accept-server-license-terms', '--install-extension', vsix]);
}

/** How long a window may take to load, and all files of a lane together, each test of which has its own end; in milliseconds. */
const startPatience = 90_000;
const lanePatience = 20 * 60_000;

/** Opens the page that makes VS Code run the suite, and waits for the suite's end. */
async function runTestsInPage(url: string, serverOutput: () => string): Promise<void> {
  const context = await (await browser()).newContext({ viewport: { width: 640, height: 480 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  try {
    const said: string[] = [];
    await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => said.push(args.join(' ')));
    const ended = new Promise<number>((resolve) => void page.exposeFunction('codeAutomationExit', resolve));
    await page.goto(url, { timeout: startPatience });
    const code = await Promise.race([ended, timeout(lanePatience)]);
    if (code !== 0) throw new Error([`The host tests ended with ${code}.`, ...said, serverOutput()].join('\n'));
  } finally {
    await context.close();
  }
}

function timeout(milliseconds: number): Promise<'a timeout'> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, 'a timeout').unref());
}
