// What differs between Windows, macOS and Linux, as functions of the platform: so that each can be tried on any of them.
import { rename } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {NodeJS.Platform} Platform */

/**
 * How a program is started without a shell. A batch file, as `code.cmd` is, is run by cmd.exe, which reads its line by rules of its own.
 * @param {Platform} platform
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} [shell] cmd.exe, as the variable ComSpec names it
 * @returns {{ file: string, args: string[], verbatim: boolean }} `verbatim`: Node must not quote it once more
 */
export function programCommand(platform, command, args, shell = 'cmd.exe') {
  const isBatch = platform === 'win32' && /\.(cmd|bat)$/i.test(command);
  if (!isBatch) return { file: command, args: [...args], verbatim: false };
  const line = [escapeSigns(win32.normalize(command)), ...args.map((arg) => escapeSigns(quoteArgument(arg)))].join(' ');
  return { file: shell, args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

/**
 * As programs of Windows take their line apart: backslashes count only before a quote.
 * @param {string} text
 */
function quoteArgument(text) {
  return `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
}

/**
 * The signs that mean something to cmd.exe.
 * @param {string} text
 */
function escapeSigns(text) {
  return text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');
}

/**
 * The program that ends a process with all that it started; none where a signal to its group does.
 * @param {Platform} platform
 * @param {number} pid
 * @param {string} [systemRoot]
 * @returns {{ file: string, args: string[] } | undefined}
 */
export function killCommand(platform, pid, systemRoot = 'C:\\Windows') {
  if (platform !== 'win32') return undefined;
  // Programs without a window hear of no gentler way.
  return { file: win32.join(systemRoot, 'System32', 'taskkill.exe'), args: ['/PID', String(pid), '/T', '/F'] };
}

/**
 * Where a program of this name can be, the best place first.
 * @param {Platform} platform
 * @param {string} name
 * @param {string} variable the PATH
 */
export function programPaths(platform, name, variable) {
  const paths = platform === 'win32' ? win32 : posix;
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  const folders = variable
    .split(paths.delimiter)
    .map((folder) => (platform === 'win32' ? folder.replace(/^"(.*)"$/, '$1') : folder));
  const own = folders.filter((folder) => !folder.includes('node_modules'));
  return own.flatMap((folder) => endings.map((ending) => paths.join(folder, name + ending)));
}

/**
 * Where browsers are that the PATH does not name.
 * @param {Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function browserPaths(platform, env) {
  if (platform === 'darwin')
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  if (platform !== 'win32') return [];
  const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
  return folders.flatMap((folder) =>
    folder
      ? [win32.join(folder, 'Google/Chrome/Application/chrome.exe'), win32.join(folder, 'Microsoft/Edge/Application/msedge.exe')]
      : [],
  );
}

/**
 * The npm package with the binary of Node, and where that is within it.
 * @param {Platform} platform
 * @param {string} arch
 */
export function nodePackage(platform, arch) {
  const system = platform === 'win32' ? 'win' : platform;
  // The registry's names: Apple silicon alone has the longer one.
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  return { name: `${prefix}-${system}-${arch}`, binary: platform === 'win32' ? 'node.exe' : 'node' };
}

/**
 * A folder or file as the path of an address: a drive stands behind a slash, in small letters as VS Code has it.
 * @param {Platform} platform
 * @param {string} path
 */
export function folderAddress(platform, path) {
  if (platform !== 'win32') return path;
  const slashed = path.replaceAll('\\', '/').replace(/^\/\/\?\//, '');
  return slashed.replace(/^([A-Za-z]):/, (_all, drive) => `/${String(drive).toLowerCase()}:`);
}

/**
 * In a terminal of a remote window (a container, SSH, WSL) `code` asks that window: it opens folders there, and loads no extension from one.
 * @param {NodeJS.ProcessEnv} env
 */
export function isRemoteTerminal(env) {
  return Boolean(env.VSCODE_IPC_HOOK_CLI);
}

/**
 * Whether a browser could show a window.
 * @param {Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function hasDisplay(platform, env) {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/**
 * Puts a file or folder in its place. A virus scanner of Windows may hold a new file for a while. The sources have the same, which an old Node
 * cannot read.
 * @param {string} from
 * @param {string} to
 * @param {{ platform?: Platform, move?: typeof rename, wait?: (milliseconds: number) => Promise<unknown> }} [options]
 */
export async function moveTo(from, to, { platform = process.platform, move = rename, wait = sleep } = {}) {
  for (let tries = 1; ; tries++) {
    try {
      return await move(from, to);
    } catch (error) {
      const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
      const mayPass = platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(code);
      if (!mayPass || tries === 15) throw error;
      await wait(100 * tries);
    }
  }
}
