// A plan that came as a file, held against the event before anything is sent: what has changed since, and what is refused by now.
import { checkInput, judgingZone, operations, type Client, type Dialect } from '../client/index.ts';
import { t } from '../client/l10n.ts';
import { withIds } from '../records/index.ts';
import type { StepLook } from '../runs/index.ts';
import { stepsOf, storedSteps } from './apply.ts';
import type { PlanFile } from './plan-file.ts';
import type { PlanStep } from './plan-types.ts';

/** What the service shows of each step now, by its place in the plan. */
export type Looks = ReadonlyMap<number, StepLook>;

export function lookAtSteps(plan: PlanFile, client: Client, dialect: Dialect): Promise<Looks> {
  const work = stepsOf(client, () => ({ dialect, now: Date.now() }))(storedSteps(plan));
  return work.look([...plan.steps.keys()], () => undefined, true);
}

/** What has changed since the plan was made, or is refused by now. */
export function stepStops({ operation, input, record }: PlanStep, look: StepLook | undefined, dialect: Dialect): string[] {
  const seen =
    look?.state === 'other' || look?.state === 'notKnown' ? [t('Changed since the plan was made: {0}', look.reason)] : [];
  const timeZone = judgingZone(dialect.clock);
  const given = withIds(input) as Parameters<typeof checkInput>[1];
  const { problems } = checkInput(operations[operation], given, { timeZone, now: Date.now() });
  return [
    ...seen,
    ...problems.map(({ field, message }) => t('{0}: {1}', record.path, `${field.replace(/^body\.?/, '')} ${message}`)),
  ];
}
