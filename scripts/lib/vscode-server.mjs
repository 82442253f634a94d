import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { folderAddress } from './platform.mjs';
import { start, stop } from './processes.mjs';

/** What a developer's VS Code looks like here: no first-run pages, no side panel, no calls home. */
export const defaultSettings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'window.autoDetectColorScheme': false,
  'window.autoDetectHighContrast': false,
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
};

/**
 * Starts the VS Code server and waits until it listens.
 * @param {{ node: string, main: string, dataFolder: string, port?: number, flags: string[], env?: NodeJS.ProcessEnv }} options
 */
export async function startServer({ node, main, dataFolder, port = 0, flags, env = {} }) {
  const child = start(
    node,
    [
      main,
      ...['--host', '127.0.0.1', '--port', String(port), '--server-data-dir', dataFolder],
      ...['--accept-server-license-terms', '--telemetry-level', 'off'],
      ...flags,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  );
  let output = '';
  const listening = /** @type {Promise<number>} */ (
    new Promise((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
          output += text;
          const bound = /Extension host agent listening on (\d+)/.exec(output);
          if (bound) resolve(Number(bound[1]));
        });
      }
      child.once('error', reject);
      child.once('close', () => reject(new Error(`VS Code did not start.\n${output}`)));
    })
  );
  const boundPort = await listening;
  return { port: boundPort, child, output: () => output, stop: () => stop(child) };
}

/**
 * Makes folders of extensions look installed. Loading one as "under development" would need VS Code's test mode, which shows no notification and
 * ignores the theme.
 * @param {string} dataFolder
 * @param {string[]} folders
 */
export async function linkExtensions(dataFolder, folders) {
  const extensions = join(dataFolder, 'extensions');
  await rm(extensions, { recursive: true, force: true });
  await mkdir(extensions, { recursive: true });
  for (const folder of folders) {
    const { publisher, name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    await symlink(folder, join(extensions, `${publisher}.${name}-${version}`), 'junction');
  }
}

/**
 * The address that opens a folder.
 * @param {{ port: number, folder: string, token?: string, payload?: string[][] }} options
 * @param {NodeJS.Platform} [platform]
 */
export function workbenchUrl({ port, folder, token, payload }, platform = process.platform) {
  const query = new URLSearchParams({ folder: folderAddress(platform, folder) });
  if (token) query.set('tkn', token);
  if (payload) query.set('payload', JSON.stringify(payload));
  return `http://127.0.0.1:${port}/?${query.toString()}`;
}

/**
 * The address of a file or folder of the machine that the server runs on.
 * @param {number} port
 * @param {string} path
 * @param {NodeJS.Platform} [platform]
 */
export function remoteUri(port, path, platform = process.platform) {
  const parts = folderAddress(platform, path).split('/').map(encodeURIComponent);
  return `vscode-remote://127.0.0.1:${port}${parts.join('/')}`;
}
