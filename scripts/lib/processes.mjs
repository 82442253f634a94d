import { spawn, spawnSync } from 'node:child_process';
import { killCommand, programCommand } from './platform.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const windows = process.platform === 'win32';
/** @type {Set<ChildProcess>} */
const owned = new Set();

/**
 * Runs a command to its end and gives what it printed; throws with that text when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean }} [options]
 * @returns {Promise<string>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, { ...options, stdio: options.show ? 'inherit' : 'pipe' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
    }
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${String(code ?? signal)}\n${output}`.trim()));
    });
  });
}

/**
 * Starts a process that this one owns: it ends, with all that it started, when this one does.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function start(command, args, options) {
  const { file, args: all, verbatim } = programCommand(process.platform, command, args, process.env.ComSpec);
  const own = { shell: false, detached: !windows, windowsVerbatimArguments: verbatim };
  const child = spawn(file, all, { windowsHide: true, ...options, ...own });
  owned.add(child);
  child.once('close', () => owned.delete(child));
  return child;
}

/**
 * Ends a process and everything that it started, and waits until it is gone.
 * @param {ChildProcess} child
 */
export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) {
    killGroup(child, 'SIGKILL');
    return;
  }
  const closed = new Promise((resolve) => child.once('close', resolve));
  killGroup(child, 'SIGTERM');
  const impatient = setTimeout(() => killGroup(child, 'SIGKILL'), 3000);
  await closed;
  clearTimeout(impatient);
  killGroup(child, 'SIGKILL');
}

export async function stopAll() {
  await Promise.all([...owned].map(stop));
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function killGroup(child, signal) {
  if (child.pid === undefined) return;
  // Of a process that has ended Windows knows no children, and its number may be another's by now.
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  if (windows && hasEnded) return;
  try {
    const program = killCommand(process.platform, child.pid, process.env.SystemRoot);
    if (program) spawnSync(program.file, program.args, { stdio: 'ignore', windowsHide: true });
    else process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}

process.on('exit', () => {
  for (const child of owned) killGroup(child, 'SIGKILL');
});
for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])) {
  process.once(signal, () => void stopAll().finally(() => process.exit(code)));
}
