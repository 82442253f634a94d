// Carries a run on and dies at a chosen step of its journal, as a process that is killed does.
import fs, { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, systemClock, type Client } from '../../../src/client/index.ts';
import { resumeRun, RunError } from '../../../src/runs/index.ts';
import type { KillOrder } from './kill-order.ts';

const order = JSON.parse(process.argv[2]!) as KillOrder;
const { folder, eventUrl, ticketUrl, token, reconcile, step, concurrency = 2, hours = [0], fullAt } = order;
const results = ['done', 'unknown', 'unsent', 'refused'];
let seen = 0;

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

let records = 0;
const clock = { ...systemClock, now: () => Date.now() + hours[records % hours.length]! * 3_600_000 };

if (fullAt !== undefined) {
  const { writeSync } = fs;
  let writes = 0;
  // As a full disk does: a part of the line is written, and nothing more.
  fs.writeSync = ((file: number, bytes: Buffer, from?: number) => {
    const offset = from ?? 0;
    if (++writes < fullAt) return writeSync(file, bytes, offset);
    if (writes === fullAt) return writeSync(file, bytes, offset, Math.ceil((bytes.length - offset) / 2));
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  }) as typeof writeSync;
}

const client = createClient({ eventUrl, ticketUrl, token: () => token, clock });
let calls = 0;
const call: Client['call'] = (operation, input, options) => {
  const reply = client.call(operation, input, options);
  const isWrite = operation === 'createPasskeys' || operation === 'deleteCode';
  if (step?.record === 'send' && isWrite && ++calls === step.nth) setTimeout(die, step.delay ?? 0);
  return reply;
};

resumeRun(folder, {
  client: { call },
  target: { environment: 'local', at: { eventUrl, ticketUrl } },
  concurrency,
  reconcile,
  clock,
  observe(when, { type }) {
    if (when === 'before') records++;
    if (!step) return;
    const wanted = step.record === 'result' ? results.includes(type) : type === step.record;
    if (!wanted || when !== (step.when === 'torn' ? 'before' : step.when) || ++seen !== step.nth) return;
    if (step.when === 'torn') appendFileSync(join(folder, 'journal'), '1234abcd {"number":3,"ti');
    die();
  },
}).catch((error: unknown) => {
  const isExpected =
    error instanceof RunError && (error.kind === 'finished' || (error.kind === 'journal' && fullAt !== undefined));
  if (!isExpected) throw error;
});
