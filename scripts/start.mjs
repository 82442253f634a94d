// `npm start`: sets up what is missing, starts the local service and opens VS Code with the extension loaded.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { local, root } from './lib/paths.mjs';
import { hasDisplay, isRemoteTerminal } from './lib/platform.mjs';
import { run, start, stopAll } from './lib/processes.mjs';
import { stageExtension } from './lib/staging.mjs';
import { step } from './lib/steps.mjs';
import { defaultSettings, linkExtensions, startServer, workbenchUrl } from './lib/vscode-server.mjs';
import { ensureBrowser, ensureDependencies, ensureHost, ensureNode, findOnPath, hostVersions, newestHost } from './setup.mjs';

const help = `npm start -- [options]

Opens VS Code with Box Office loaded, a sample workspace and a local service.
Your own VS Code is used when "code" is on the PATH; otherwise, and in terminals of remote windows, VS Code opens in the browser.

  --web                   use VS Code in the browser even when "code" is on the PATH
  --host-version VERSION  which VS Code runs in the browser: ${Object.keys(hostVersions).join(' or ')} (${newestHost})
  --port N                the port of VS Code in the browser (the first free one from 8137 on)
  --no-browser            print the address and open no browser
  --data FILE             where the local service keeps its data (.local/start/service.db)
  --help                  this text

Ctrl+C ends everything that was started.`;

const { values } = parseArgs({
  options: {
    'web': { type: 'boolean' },
    'host-version': { type: 'string', default: newestHost },
    'port': { type: 'string' },
    'no-browser': { type: 'boolean' },
    'data': { type: 'string' },
    'help': { type: 'boolean', short: 'h' },
  },
});

/** The workspace, the service's data and VS Code's profile; kept from one start to the next. */
const home = process.env.BOX_OFFICE_START_HOME ?? join(local, 'start');
/** A build of its own: what tests, packages or F5 build meanwhile does not touch the open window. */
const extension = join(home, 'extension');
/** Shows the view of the extension, which nobody knows yet, when a window opens for the first time. */
const opener = join(home, 'opener');

async function main() {
  if (values.help) return console.log(help);
  const version = hostVersion(values['host-version']);
  await ensureDependencies();
  await step('Building the extension', () => stageExtension(extension));
  await writeOpener();
  const folder = await sampleWorkspace();
  const desktop = values.web ? undefined : await desktopCode();
  const service = await step('Starting the local service', startLocalService);
  console.log(`\n  Local service   ${service.eventUrl}\n                  ${service.ticketUrl}`);
  // By this the extension knows the service, in whichever VS Code it runs.
  process.env.BOX_OFFICE_LOCAL_SERVICE = JSON.stringify(service);
  if (desktop) await openDesktop(desktop, folder);
  else await openInBrowser(version, folder);
  await stopAll();
}

/** @param {string} text */
function hostVersion(text) {
  if (!Object.hasOwn(hostVersions, text)) {
    throw new Error(`There is no host version ${text}; choose ${Object.keys(hostVersions).join(' or ')}.`);
  }
  return /** @type {import('./setup.mjs').HostVersion} */ (text);
}

/** A copy that a person may change; it is made once. */
async function sampleWorkspace() {
  const folder = join(home, 'workspace');
  if (!existsSync(folder)) await cp(join(root, 'test', 'fixtures', 'workspace'), folder, { recursive: true });
  return folder;
}

/** The extension itself starts when it is needed; this one alone starts with the window. */
async function writeOpener() {
  const manifest = {
    name: 'box-office-opener',
    displayName: 'Box Office: first sight of npm start',
    publisher: 'box-office-local',
    version: '0.0.1',
    engines: { vscode: '^1.110.0' },
    activationEvents: ['onStartupFinished'],
    main: './index.js',
  };
  const code = `const { commands } = require('vscode');
exports.activate = async ({ workspaceState }) => {
  if (workspaceState.get('isShown')) return;
  await commands.executeCommand('workbench.view.extension.boxOffice');
  await workspaceState.update('isShown', true);
};
`;
  await mkdir(opener, { recursive: true });
  await writeFile(join(opener, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(opener, 'index.js'), code);
}

/** @returns {Promise<{ eventUrl: string, ticketUrl: string, token: string }>} */
async function startLocalService() {
  await mkdir(home, { recursive: true });
  const node = await ensureNode(hostVersions[newestHost].node);
  const main = join(root, 'src', 'service', 'main.ts');
  const child = start(node, [main, '--json', '--data', resolve(values.data ?? join(home, 'service.db'))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding('utf8').once('data', (/** @type {string} */ line) => resolve(JSON.parse(line)));
    child.once('close', (code) => reject(new Error(`The local service ended with ${String(code)}.`)));
  });
}

/** The user's own VS Code, if it is new enough for the extension. */
async function desktopCode() {
  const code = findOnPath('code');
  if (!code) return undefined;
  if (isRemoteTerminal(process.env)) {
    console.log('The VS Code of a remote window cannot load an extension from a folder. VS Code opens in the browser instead.');
    return undefined;
  }
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const floor = Number(/1\.(\d+)/.exec(manifest.engines.vscode)?.[1]);
  const version = (await run(code, ['--version']).catch(() => '')).split('\n')[0] ?? '';
  if (Number(/^1\.(\d+)/.exec(version)?.[1]) >= floor) return code;
  console.log(
    `The VS Code on the PATH is ${version || 'not usable'}; Box Office needs 1.${floor}. VS Code opens in the browser instead.`,
  );
  return undefined;
}

/**
 * @param {string} code
 * @param {string} folder
 */
async function openDesktop(code, folder) {
  console.log('  VS Code         a new window; closing it ends this\n');
  const loaded = [extension, opener].map((path) => `--extensionDevelopmentPath=${path}`);
  await run(code, ['--new-window', '--wait', ...loaded, folder]);
}

/**
 * @param {import('./setup.mjs').HostVersion} version
 * @param {string} folder
 */
async function openInBrowser(version, folder) {
  const host = await ensureHost(version);
  const canShow = hasDisplay(process.platform, process.env);
  const browser = values['no-browser'] || !canShow ? undefined : await ensureBrowser();
  const dataFolder = join(home, `vscode-${version}`);
  await writeSettings(dataFolder);
  await linkExtensions(dataFolder, [extension, opener]);
  // The page can run programs here, so it opens only with this secret in its address.
  const token = randomBytes(16).toString('hex');
  const port = values.port === undefined ? await firstFreePort(8137) : Number(values.port);
  const server = await step(`Starting VS Code ${version}`, () =>
    startServer({ ...host, dataFolder, port, flags: ['--connection-token', token, '--disable-workspace-trust'] }),
  );
  const url = workbenchUrl({ port: server.port, folder, token });
  console.log(`  VS Code ${version}   ${url}\n\n  Ctrl+C ends everything.\n`);
  if (browser) openBrowser(browser, url);
  else if (!canShow) console.log('  There is no display here: open the address in a browser that can reach this machine.\n');
  await new Promise((resolve) => server.child.once('close', resolve));
}

/**
 * A fixed port keeps the address, and so the window's state, the same from one start to the next.
 * @param {number} from
 * @returns {Promise<number>}
 */
async function firstFreePort(from) {
  const free = await new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(from, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
  return free ? from : firstFreePort(from + 1);
}

const startSettings = {
  'workbench.startupEditor': 'readme',
  // The sample workspace stands in the folder of the extension, whose repository VS Code would ask about.
  'git.openRepositoryInParentFolders': 'never',
  // VS Code would announce the ports of whatever runs on this machine.
  'remote.otherPortsAttributes': { onAutoForward: 'silent' },
};

/**
 * What a person has set stays, and so does a file with comments.
 * @param {string} dataFolder
 */
async function writeSettings(dataFolder) {
  const file = join(dataFolder, 'data', 'User', 'settings.json');
  const before = existsSync(file) ? await readFile(file, 'utf8') : undefined;
  const added = before === undefined ? { ...defaultSettings, ...startSettings } : missingSettings(before);
  if (!added) return;
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, JSON.stringify({ ...added, ...JSON.parse(before ?? '{}') }, undefined, 2));
}

/**
 * Those that came after the file was written.
 * @param {string} text
 */
function missingSettings(text) {
  const name = 'remote.otherPortsAttributes';
  try {
    const isSet = Object.keys(JSON.parse(text)).some((key) => /^remote\.(autoForwardPorts|otherPortsAttributes)$/.test(key));
    return isSet ? undefined : { [name]: startSettings[name] };
  } catch {
    return undefined;
  }
}

/**
 * @param {string} browser
 * @param {string} url
 */
function openBrowser(browser, url) {
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  start(browser, [...root, `--user-data-dir=${join(home, 'browser')}`, '--no-first-run', `--app=${url}`], {
    stdio: 'ignore',
    windowsHide: false,
  });
}

await main().catch(async (/** @type {unknown} */ error) => {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  await stopAll();
  process.exitCode = 1;
});
