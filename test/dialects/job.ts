// What the jobs of the matrix share: who sits before which service, and how it is told how a job went.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { until } from '../harness/until.ts';
import type { Answer, Desk } from './desk.ts';
import type { Verdict } from './expected.ts';
import type { Holdings } from './holdings.ts';
import type { MatrixService, RightAmounts } from './matrix-service.ts';

/** A service in the editor. */
export interface Seat {
  readonly desk: Desk;
  readonly service: MatrixService;
  readonly environment: string;
}

export interface JobContext extends Seat {
  readonly before: Holdings;
  /** What was asked about the service. */
  readonly asked: readonly string[];
  /** A folder for files. */
  readonly folder: string;
  readonly amounts: RightAmounts;
}

export type Job = (context: JobContext) => Promise<Verdict>;

export function resource({ environment }: Seat, kind: 'event' | 'item' | 'code', id: string, more: object = {}): object {
  return { kind, environment, id, label: id, value: undefined, ...more };
}

export function event(seat: Seat): object {
  const { eventId, title } = seat.service.sample;
  return resource(seat, 'event', eventId, { label: title });
}

/** For a service that does later what it was asked to. */
const patience = 1000;

/** How a write went, by what is held and what was said. What is in doubt may be there, or not, or as far as `meant` says. */
export async function judge(
  context: JobContext,
  said: 'done' | 'doubt' | 'stopped',
  meant: (before: Holdings, after: Holdings) => Holdings | readonly Holdings[],
): Promise<Verdict> {
  const { before, service, asked } = context;
  await service.settled?.();
  const states = () => [meant(before, service.holdings())].flat() as readonly Holdings[];
  if (said === 'doubt') {
    const isOne = (wanted: readonly Holdings[]) => wanted.some((state) => isDeepStrictEqual(service.holdings(), state));
    const isMeant = await until('it is there', () => isOne(states()), patience).catch(() => false);
    assert.ok(isMeant || isOne([before]), 'something else was changed');
    return 'partly';
  }
  const after = service.holdings();
  const [wanted] = states();
  if (said === 'done') {
    assert.deepEqual(after, wanted);
    return asked.length > 0 ? 'asked' : 'done';
  }
  assert.deepEqual(after, before, 'something was changed');
  return 'stopped';
}

/** A page that cannot be filled says why. */
export function given<T>({ result, problem }: Answer<T>): T | undefined {
  if (result === undefined) assert.ok(problem && problem.length > 10, `Nothing is said: ${problem}`);
  return result;
}
