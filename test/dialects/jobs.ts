// What people do all day, once with each service. Each job tells how it went by what the service holds and what was said, or fails.
import type { JobName } from './expected.ts';
import type { Job } from './job.ts';
import { applyFile } from './plan-job.ts';
import { readingJobs } from './reading-jobs.ts';
import { writingJobs } from './writing-jobs.ts';

export const jobs: Readonly<Record<JobName, Job>> = { ...readingJobs, ...writingJobs, plan: applyFile };
