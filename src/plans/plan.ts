// Makes the plan that turns an event into what a file says.
import { createHash } from 'node:crypto';
import { differences, type EventDifferences, type ItemDifference, type PasskeyDifference } from './differences.ts';
import type { EventFile } from './event-file.ts';
import { Planner } from './planner.ts';
import type { Plan, PlannedChanges, PlanOptions } from './plan-types.ts';
import type { EventRecords, ReadEvent } from './read-event.ts';
import { textOf } from './text.ts';
import { warningsOf } from './warnings.ts';

export type { Plan, PlannedChanges, PlanStep } from './plan-types.ts';

/** The steps are made on the records of an event that was read. */
export function planChanges(wanted: EventFile, there: ReadEvent, options: PlanOptions = {}): PlannedChanges {
  const { records } = there;
  const found = differences(there, wanted, options);
  const planner = new Planner(there, found, options);
  planner.plan();
  const { id = records.eventId, name, environment } = there.event;
  const plan: Plan = {
    version: 2,
    event: { id, ...(name === undefined ? {} : { name }), ...(environment === undefined ? {} : { environment }) },
    made: new Date(options.now ?? Date.now()).toISOString(),
    madeFrom: { file: hashOf(wanted), event: hashOf(there) },
    ...(records.claimed.length > 0 && { itemsOf: records.claimed }),
    steps: planner.steps,
  };
  const { stops, questions, asked } = planner;
  return { plan, differences: found, stops, questions, asked, warnings: warningsOf(wanted, there, found, planner.context) };
}

/** Which records have to be read by themselves before they are planned: a row of a list may leave out what an update must carry. */
export function recordsToRead(
  found: EventDifferences,
  { records }: ReadEvent,
): { readonly items: string[]; readonly passkeys: string[] } {
  const changed = (list: readonly (ItemDifference | PasskeyDifference)[], known: EventRecords['items']) =>
    list.flatMap(({ state, id }) => (state === 'changed' && id !== undefined && known.get(id)?.isOwn !== true ? [id] : []));
  return { items: changed(found.items, records.items), passkeys: changed(found.passkeys, records.passkeys) };
}

/** An event is planned again after each answer of a person. */
const hashes = new WeakMap<EventFile, string>();

function hashOf(file: EventFile): string {
  let hash = hashes.get(file);
  if (hash === undefined) hashes.set(file, (hash = createHash('sha256').update(textOf(file)).digest('hex')));
  return hash;
}
