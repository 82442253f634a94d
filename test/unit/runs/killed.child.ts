// Carries a run on and dies at a chosen step of its journal, as a process that is killed does.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type Client } from '../../../src/client/index.ts';
import { resumeRun } from '../../../src/runs/index.ts';
import type { KillOrder } from './kill-order.ts';

const { folder, eventUrl, ticketUrl, token, settle, step } = JSON.parse(process.argv[2]!) as KillOrder;
const results = ['done', 'unknown', 'unsent', 'refused'];
let seen = 0;

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

const client = createClient({ eventUrl, ticketUrl, token: () => token });
let calls = 0;
const call: Client['call'] = (operation, input, options) => {
  const reply = client.call(operation, input, options);
  if (step.record === 'send' && operation === 'createPasskeys' && ++calls === step.nth) setTimeout(die, step.delay ?? 0);
  return reply;
};

void resumeRun(folder, {
  client: { call },
  world: { environment: 'local', origin: ticketUrl },
  concurrency: 2,
  settle,
  observe(when, { type }) {
    const wanted = step.record === 'result' ? results.includes(type) : type === step.record;
    if (!wanted || when !== (step.when === 'torn' ? 'before' : step.when) || ++seen !== step.nth) return;
    if (step.when === 'torn') appendFileSync(join(folder, 'journal'), '1234abcd {"number":3,"ti');
    die();
  },
});
