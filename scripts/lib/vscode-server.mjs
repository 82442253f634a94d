import { start, stop } from './processes.mjs';

/** What a developer's VS Code looks like here: no first-run pages, no side panel, no calls home. */
export const defaultSettings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
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
      // Without this flag the page's address could not name the extension to load.
      '--enable-smoke-test-driver',
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
 * The address that opens a folder with the extension under development, and runs tests when they are named.
 * @param {{ port: number, folder: string, extension: string, tests?: string, token?: string }} options
 */
export function workbenchUrl({ port, folder, extension, tests, token }) {
  const authority = `127.0.0.1:${port}`;
  const remote = (/** @type {string} */ path) => `vscode-remote://${authority}${encodeURI(path)}`;
  const payload = [
    ['extensionDevelopmentPath', remote(extension)],
    ['skipWelcome', 'true'],
    ...(tests ? [['extensionTestsPath', remote(tests)]] : []),
  ];
  const query = new URLSearchParams({ ...(token ? { tkn: token } : {}), folder, payload: JSON.stringify(payload) });
  return `http://${authority}/?${query.toString()}`;
}
