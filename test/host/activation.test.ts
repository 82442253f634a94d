import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';

interface Manifest {
  contributes: { commands: { command: string }[] };
}

function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension('box-office.box-office');
  assert.ok(found, 'the extension is not installed');
  return found;
}

/** What Node tells of connections, requests, names that are looked up, processes and threads. */
const channels = [
  'net.client.socket',
  'udp.socket',
  'http.client.request.start',
  'http2.client.stream.start',
  'undici:request:create',
  'undici:client:beforeConnect',
  'undici:websocket:open',
  'child_process',
  'worker_threads',
];
const measured = ['dns', 'net', 'http'] as const;

/** Everything of that kind that happens while `work` is done, with whoever did it. */
async function followed(work: () => Promise<unknown>): Promise<string[]> {
  const happened: string[] = [];
  const notes = channels.map((channel) => {
    const note = (): void => {
      const stack = new Error('by').stack ?? '';
      if (!isOfVsCode(channel, stack)) happened.push(`${channel} ${stack}`);
    };
    diagnostics.subscribe(channel, note);
    return () => diagnostics.unsubscribe(channel, note);
  });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) happened.push(JSON.stringify(entry));
  });
  observer.observe({ entryTypes: measured });
  try {
    await work();
  } finally {
    observer.disconnect();
    for (const end of notes) end();
  }
  return happened;
}

/** VS Code asks the system for its own processes now and then, and its own extensions start theirs, such as Git. */
function isOfVsCode(channel: string, stack: string): boolean {
  const caller = stack.split('\n').find((line) => /^\s*at /.test(line) && !/\bnode:|\bnote\b/.test(line));
  // An extension that is not VS Code's own has a folder with its publisher's name, and so a dot.
  return channel === 'child_process' && /extensionHostProcess\.js|[\\/]extensions[\\/][\w-]+[\\/]/.test(caller ?? '');
}

/** The connections of this process and of all that it has started, as the kernel counts them: not even native code is missed. */
function connectionsNow(): Set<string> {
  if (!existsSync('/proc/self/net/tcp')) return new Set();
  const remote = new Map(
    ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((kind) =>
      linesOf(`/proc/self/net/${kind}`).map((fields) => [fields[9] ?? '', `${kind} ${fields[2]}`] as const),
    ),
  );
  const sockets = ownProcesses().flatMap((pid) =>
    entriesOf(`/proc/${pid}/fd`).flatMap((name) => remote.get(linkOf(`/proc/${pid}/fd/${name}`)) ?? []),
  );
  // What only listens has nobody at its other end.
  return new Set(sockets.filter((socket) => !/ 0+:0000$/.test(socket)));
}

function linesOf(path: string): string[][] {
  const lines = textOf(path).split('\n').slice(1);
  return lines.map((line) => line.trim().split(/\s+/));
}

/** A process can end between any two looks at it, so its file is not asked for before it is read. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A process that has ended meanwhile has nothing. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The number by which the kernel knows the socket behind a file, or nothing. */
function linkOf(path: string): string {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(path))?.[1] ?? '';
  } catch {
    return '';
  }
}

function ownProcesses(): number[] {
  const own = new Set([process.pid]);
  const all = entriesOf('/proc').filter((name) => /^\d+$/.test(name));
  for (const pid of all.map(Number).sort((one, other) => one - other)) {
    const parent = /\) \w (\d+)/.exec(textOf(`/proc/${pid}/stat`))?.[1];
    if (own.has(Number(parent))) own.add(pid);
  }
  return [...own];
}

describe('activation', () => {
  let wasActive: boolean;
  let happened: string[];
  const seen = new Set<string>();

  // Whatever test comes first, this is what comes before it. Here the seconds are the promise itself, so they are waited for.
  before(async () => {
    wasActive = extension().isActive;
    const known = connectionsNow();
    happened = await followed(async () => {
      await extension().activate();
      const end = performance.now() + 5000;
      while (performance.now() < end) {
        for (const connection of connectionsNow()) if (!known.has(connection)) seen.add(connection);
        await wait(50);
      }
    });
  });

  it('fault 21: opens no connection within five seconds, whoever would open it', () => {
    assert.equal(wasActive, false, 'it was active before anybody asked for it');
    assert.deepEqual(happened, []);
    assert.deepEqual([...seen], []);
  });

  it('registers every command of the manifest and no other', async () => {
    await extension().activate();
    const manifest = extension().packageJSON as Manifest;
    const contributed = manifest.contributes.commands.map(({ command }) => command);
    const ownView = /^boxOffice\.(?:events|runs)\./;
    const registered = (await vscode.commands.getCommands(true)).filter((id) => id.startsWith('boxOffice.') && !ownView.test(id));
    assert.deepEqual(registered.sort(), contributed.sort());
  });

  it('exports nothing that another extension could call', async () => {
    assert.equal(await extension().activate(), undefined);
  });
});
