// Who has a lock, and whether that process still lives.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { systemCodeOf } from './errors.ts';

export interface Owner {
  readonly pid: number;
  /** When the process began, in the system's own count: another process may get the same pid later. Empty where it is not told. */
  readonly started: string;
  readonly host: string;
}

/** The content of a new lock of this process; no two are the same. */
export async function describeOwner(): Promise<string> {
  const owner: Owner = { pid: process.pid, started: await startOf(process.pid), host: hostname() };
  return JSON.stringify({ ...owner, token: randomUUID() });
}

export function parseOwner(text: string): Owner | undefined {
  try {
    const { pid, started, host } = JSON.parse(text) as Partial<Owner>;
    if (typeof pid !== 'number' || typeof started !== 'string' || typeof host !== 'string') return undefined;
    return { pid, started, host };
  } catch {
    return undefined;
  }
}

/** Undefined when it cannot be known: on another machine, or where the system does not tell when a process began. */
export async function isAlive({ pid, started, host }: Owner): Promise<boolean | undefined> {
  if (host !== hostname()) return undefined;
  if (!hasProcess(pid)) return false;
  const now = await startOf(pid);
  return started === '' || now === '' ? undefined : now === started;
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, and belongs to somebody else.
    return systemCodeOf(error) === 'EPERM';
  }
}

/** From Linux's own account of a process, whose name may hold spaces; empty on other systems. */
async function startOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended, though nobody has asked for its exit code yet.
  return state === 'Z' ? 'ended' : (fields[18] ?? '');
}
