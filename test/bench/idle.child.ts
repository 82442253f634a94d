// A process that does nothing: the memory that any process has.
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, residentMegabytes } from './child.ts';

const jobs = {
  async megabytes(): Promise<number> {
    await sleep(50);
    return residentMegabytes();
  },
};

export type IdleJobs = typeof jobs;

answer(jobs);
