import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once as event } from 'node:events';
import fs from 'node:fs/promises';
import { mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { start, stop } from '../../../scripts/lib/processes.mjs';
import { RunError } from '../../../src/runs/index.ts';
import { Journal, readJournal } from '../../../src/runs/journal.ts';
import { isLock, tryLock, type Holder, type Lock, type LockTimes } from '../../../src/runs/lock-file.ts';
import { acquireLock, isLocked } from '../../../src/runs/lock.ts';
import { everything } from '../../harness/everything.ts';
import { asProgram } from '../../harness/program.ts';
import { until } from '../../harness/until.ts';
import type { LockAnswer, LockOrder } from './lock-order.ts';
import { useFolder } from './support.ts';

const isLockedError = (error: unknown) => error instanceof RunError && error.kind === 'locked';
const times: LockTimes = { heartbeat: 20, maxSilence: 1000, maxUnreadable: 50 };
const gonePid = 2 ** 22 + 1;
const gone = JSON.stringify({ pid: gonePid, started: '1', host: hostname() });
const days = 24 * 3600 * 1000;

function requireLock(result: Lock | Holder): Lock {
  assert.ok(isLock(result), `process ${'pid' in result ? result.pid : ''} has the lock`);
  return result;
}

describe('a lock', function () {
  this.timeout(60_000);
  const folder = useFolder();
  const home = () => mkdtemp(join(folder.path, 'lock-'));
  const program = () => join(folder.path, 'lock.cjs');
  before(() => build(asProgram('test/unit/runs/lock.child.ts', program())));

  const children: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) {
      // On Windows none was stopped, and no process can be told to go on.
      if (process.platform !== 'win32') child.kill('SIGCONT');
      await stop(child);
    }
  });

  function startChild(...args: string[]): ChildProcess {
    const child = start(process.execPath, [program(), ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    children.push(child);
    return child;
  }

  async function tell(child: ChildProcess, order: LockOrder): Promise<boolean> {
    const answer = event(child, 'message');
    child.send(order);
    return ((await answer) as [LockAnswer])[0].isHeld;
  }

  it('fault 39: lets one writer in at a time', async () => {
    const run = await home();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => acquireLock(run)));
    const won = tries.filter((each) => each.status === 'fulfilled');
    assert.equal(won.length, 1);
    assert.equal(await isLocked(run), true);
    await won[0]!.value.release();
    assert.equal(await isLocked(run), false);
    await (await acquireLock(run)).release();
  });

  it('fault 39: is respected while its process lives, and recognised when it is gone or another has its number', async () => {
    const run = await home();
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await event(child, 'spawn');
    const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '');
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    await writeFile(join(run, 'lock'), JSON.stringify({ pid: child.pid, started, host: hostname() }));
    await assert.rejects(acquireLock(run), (error) => isLockedError(error) && (error as RunError).details.pid === child.pid);
    if (started !== '') {
      await writeFile(join(run, 'lock'), JSON.stringify({ pid: child.pid, started: '7', host: hostname() }));
      await (await acquireLock(run)).release();
      await writeFile(join(run, 'lock'), JSON.stringify({ pid: child.pid, started, host: hostname() }));
    }
    const closed = event(child, 'close');
    child.kill('SIGKILL');
    await closed;
    await (await acquireLock(run)).release();
  });

  it('fault 70: of a process that has ended, but whose exit code nobody has asked for, is taken over', async function () {
    if (process.platform !== 'linux') this.skip();
    const path = join(await home(), 'lock');
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const pid = Number(String(((await event(parent.stdout, 'data')) as [Buffer])[0]));
      const program = () => readFile(`/proc/${parent.pid}/comm`, 'utf8');
      await until('its parent asks for nothing any more', async () => (await program()) === 'sleep\n');
      process.kill(pid, 'SIGKILL');
      const fields = await until('it has ended', async () => {
        const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
        return fields[0] === 'Z' && fields;
      });
      await writeFile(path, JSON.stringify({ pid, started: fields[19], host: hostname() }));
      await requireLock(await tryLock(path, times)).release();
    } finally {
      parent.kill();
    }
  });

  /** What a process that was killed, a full disk, or a process that was killed while it took over leaves behind. */
  const leftBehind = { 'a kill': [gone], 'a full disk': [''], 'a kill while taking over': [gone, gone] };

  it('fault 70: that was left behind is taken over by exactly one of several processes, round after round', async () => {
    const takers = Array.from({ length: 4 }, () => startChild());
    const left = Object.values(leftBehind);
    for (let round = 0; round < (everything ? 200 : 60); round++) {
      const run = await home();
      const path = join(run, 'lock');
      const [text, guard] = left[round % left.length]!;
      await writeFile(path, text!);
      if (guard !== undefined) await writeFile(`${path}.guard`, guard);
      // Mostly at once; at times some come while another takes over.
      const delay = (place: number) => (round % 4 === 3 ? place : 0);
      const order = (place: number) => ({ path, times: { ...times, maxUnreadable: 5 }, delay: delay(place) });
      const held = await Promise.all(takers.map((child, place) => tell(child, order(place))));
      assert.equal(held.filter(Boolean).length, 1, `round ${round}`);
      assert.deepEqual(await readdir(run), ['lock']);
      const still = await Promise.all(takers.map((child) => tell(child, { release: true })));
      assert.deepEqual(still, held);
      assert.deepEqual(await readdir(run), []);
    }
  });

  it('fault 70: of a process that was killed is taken over at once', async () => {
    const path = join(await home(), 'lock');
    const child = startChild();
    assert.ok(await tell(child, { path, times, delay: 0 }));
    assert.deepEqual(await tryLock(path, times), { pid: child.pid });
    const closed = event(child, 'close');
    child.kill('SIGKILL');
    await closed;
    // Whoever watched would not be done before the test is over.
    const lock = requireLock(await tryLock(path, { heartbeat: 20, maxSilence: 3_600_000, maxUnreadable: 3_600_000 }));
    await lock.release();
  });

  for (const [title, text] of [
    ['empty', ''],
    ['torn', gone.slice(0, 20)],
    ['garbage', '\0\0\0'],
    ['JSON of something else', '{"process":1,"since":2}'],
  ] as const)
    it(`fault 70: that is ${title} is taken over, and nobody is said to be at work`, async () => {
      const run = await home();
      await writeFile(join(run, 'lock'), text);
      assert.equal(await isLocked(run), false);
      await requireLock(await tryLock(join(run, 'lock'), times)).release();
      assert.deepEqual(await readdir(run), []);
    });

  for (const [title, owner] of [
    ['whose number another process has, on a system that does not tell when it began,', { pid: process.ppid, host: hostname() }],
    ['of another machine', { pid: 1, host: 'elsewhere' }],
  ] as const)
    it(`fault 70: ${title} is taken over once it has shown no life for a time`, async () => {
      const path = join(await home(), 'lock');
      await writeFile(path, JSON.stringify({ ...owner, started: '' }));
      assert.deepEqual(await tryLock(path, { ...times, maxSilence: 60_000 }), { pid: owner.pid });
      for (const age of [-200 * days, 200 * days]) {
        const date = new Date(Date.now() + age);
        await writeFile(path, JSON.stringify({ ...owner, started: '' }));
        await utimes(path, date, date);
        const lock = requireLock(await tryLock(path, { ...times, maxSilence: 100 }));
        await lock.release();
      }
    });

  it('fault 70: of another machine stays its own while it shows life, however the clock is set', async () => {
    const run = await home();
    const path = join(run, 'lock');
    const child = startChild('elsewhere');
    assert.ok(await tell(child, { path, times, delay: 0 }));
    assert.equal(await isLocked(run), true);
    for (const age of [-200 * days, 200 * days, -100_000, 100_000]) {
      const date = new Date(Date.now() + age);
      await utimes(path, date, date);
      assert.deepEqual(await tryLock(path, { ...times, maxSilence: 10_000 }), { pid: child.pid });
    }
    assert.ok(await tell(child, { release: true }));
    assert.deepEqual(await readdir(run), []);
  });

  it('fault 70: that was taken over while its owner slept is not taken for its own when it wakes', async function () {
    if (process.platform === 'win32') this.skip();
    const run = await home();
    const path = join(run, 'lock');
    const child = startChild('elsewhere');
    assert.ok(await tell(child, { path, times, delay: 0 }));
    child.kill('SIGSTOP');
    const date = new Date(Date.now() - 200 * days);
    const lock = await until('its last sign of life is over', async () => {
      await utimes(path, date, date);
      const result = await tryLock(path, { ...times, maxSilence: 500 });
      return isLock(result) && result;
    });
    child.kill('SIGCONT');
    assert.equal(await tell(child, { release: false }), false);
    assert.equal(await tell(child, { release: true }), false);
    assert.ok(lock.isHeld());
    assert.deepEqual(await readdir(run), ['lock']);
    await lock.release();
  });

  it('fault 70: that is lost stops the journal before it writes into the work of another', async () => {
    const run = await home();
    const lock = await acquireLock(run);
    const { journal } = await Journal.open(run);
    await journal.append({ type: 'intent', attempt: 0, rows: '0' });
    await writeFile(join(run, 'lock'), gone);
    await assert.rejects(journal.append({ type: 'intent', attempt: 1, rows: '1' }), isLockedError);
    await assert.rejects(journal.append({ type: 'intent', attempt: 2, rows: '2' }), isLockedError);
    await journal.close();
    assert.equal((await readJournal(run)).length, 1);
    await lock.release();
    assert.equal(await readFile(join(run, 'lock'), 'utf8'), gone);
  });

  const usual = { link: fs.link, open: fs.open };
  function refuseLinks(): void {
    fs.link = () => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' }));
    syncBuiltinESMExports();
  }
  function restoreFiles(): void {
    Object.assign(fs, usual);
    syncBuiltinESMExports();
  }
  afterEach(restoreFiles);

  it('fault 70: whose file is written at this moment is waited for', async () => {
    const path = join(await home(), 'lock');
    await writeFile(path, '');
    let isSeen = false;
    fs.open = async (...args) => {
      const handle = await usual.open(...args);
      isSeen ||= args[0] === path;
      return handle;
    };
    syncBuiltinESMExports();
    const second = tryLock(path, { ...times, maxSilence: 60_000, maxUnreadable: 20_000 });
    await until('the empty file is seen', () => isSeen);
    await writeFile(path, JSON.stringify({ pid: process.ppid, started: '', host: hostname() }));
    assert.deepEqual(await second, { pid: process.ppid });
  });

  it('fault 70: works where the file system has no links', async () => {
    refuseLinks();
    const path = join(await home(), 'lock');
    for (const text of [undefined, '', gone]) {
      if (text !== undefined) await writeFile(path, text);
      const lock = requireLock(await tryLock(path, times));
      const child = startChild();
      assert.equal(await tell(child, { path, times, delay: 0 }), false);
      assert.ok(lock.isHeld());
      await lock.release();
      assert.deepEqual(await readdir(join(path, '..')), []);
    }
  });

  for (const links of [true, false])
    it(`fault 70: leaves nothing behind on a full disk, with${links ? '' : 'out'} links`, async () => {
      const run = await home();
      if (!links) refuseLinks();
      let whole = links ? 0 : 1;
      fs.open = async (...args) => {
        const handle = await usual.open(...args);
        const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
        if (whole-- <= 0) handle.writeFile = () => Promise.reject(full);
        return handle;
      };
      syncBuiltinESMExports();
      await assert.rejects(acquireLock(run), (error) => error instanceof RunError && error.systemCode === 'ENOSPC');
      restoreFiles();
      assert.deepEqual(await readdir(run), []);
      await (await acquireLock(run)).release();
    });
});
