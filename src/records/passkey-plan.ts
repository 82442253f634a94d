// An edited passkey as operations: its own fields, and the set of items that it opens.
import { isBeforeToday, judgingZone, readPasskey } from '../client/index.ts';
import { asPath, Planner, shownRecord, type Fields, type SavePlan, type PlanContext, type Step } from './plan.ts';
import { passkeyReading } from './readings.ts';
import { isSame, toWriteDayOrTime } from './write-format.ts';

/** What the service works out by itself, or takes only when a passkey is made. */
export const readOnlyPasskeyFields: readonly string[] = ['id', 'used', 'status', 'limit'];
const edges = ['start', 'finish'];
/** What the interface's payload of an update has. */
const payload = ['eventId', 'passkey', 'start', 'finish'];
const rules = { readOnly: readOnlyPasskeyFields, clearable: edges, elsewhere: ['itemIds', 'event'] };

export function planPasskey(base: Fields, edited: Fields, context: PlanContext): SavePlan {
  const { fields: before } = passkeyReading(base, context.dialect);
  const { fields: after, place } = readPasskey(edited, context.dialect);
  const planner = new Planner(context, place, shownRecord(passkeyReading, context, base));
  planData(planner, before, after);
  const [key = 'itemIds'] = place(['itemIds']);
  // A set in a shape that is not understood is read as none: an edit of it must not be lost without a word.
  const isUnread = before.itemIds === undefined && after.itemIds === undefined;
  if (isUnread && !isSame(base[key], edited[key])) planner.refuse(['itemIds'], 'list', 'value');
  planItems(planner, before, after);
  return planner.plan;
}

/** The step that would write a section of a passkey that has nothing of it yet. */
export function passkeySection(record: Fields, writes: string, context: PlanContext): Step | undefined {
  const { fields, place } = passkeyReading(record, context.dialect);
  const planner = new Planner(context, place, shownRecord(passkeyReading, context, record));
  if (writes === 'itemIds') planItems(planner, {}, fields);
  else planData(planner, {}, fields);
  return planner.stepThatWrites(writes);
}

/** All that the payload has is sent: a service may clear what it is not sent. */
function planData(planner: Planner, before: Fields, after: Fields): void {
  const changed = planner.editedKeys([], before, after, rules);
  if (changed.length === 0) return;
  const isKnown = (key: string) => after[key] !== undefined && after[key] !== null && after[key] !== '';
  const cleared = edges.filter((key) => changed.includes(key) && (after[key] === undefined || after[key] === null));
  const sent = [
    ...payload.filter((key) => !cleared.includes(key) && (changed.includes(key) || isKnown(key))),
    ...changed.filter((key) => !payload.includes(key) && !cleared.includes(key)),
  ];
  const { elsewhere } = rules;
  const others = ['id', 'used', 'status', 'start', 'finish', ...elsewhere];
  const written = (key: string) =>
    edges.includes(key)
      ? planner.time([key], after[key], toWriteDayOrTime)
      : planner.writtenField(key, { [key]: planner.whole(key, after[key], after, elsewhere) });
  const body: Record<string, unknown> = {
    ...Object.fromEntries(sent.map((key) => [key, written(key)])),
    ...Object.fromEntries(cleared.flatMap((key) => Object.entries(planner.cleared(key)))),
    ...planner.carried(before, after, { sent, others, elsewhere }),
  };
  if (!changed.includes('start') && isPast(planner, body.start)) {
    const { dialect, choices } = planner.context;
    if (dialect.put === undefined) planner.ask({ kind: 'put', left: ['start'], isPast: true });
    // A service that replaces what it has clears it.
    else if (dialect.put === 'replaces' && !choices?.leavesOutStart)
      planner.ask({ kind: 'pastStart', start: String(body.start) });
    delete body.start;
  }
  planner.add({
    operation: 'updatePasskey',
    body,
    clears: cleared,
    writes: 'data',
    paths: changed.map((key) => [key]),
    locate: asPath,
  });
}

/** The interface takes no start before the current day, though a passkey that works has one. */
function isPast({ context: { dialect, now } }: Planner, start: unknown): boolean {
  const timeZone = judgingZone(dialect.clock);
  return typeof start === 'string' && isBeforeToday(start, timeZone, now);
}

/** The whole set is written, and its order means nothing. */
function planItems(planner: Planner, before: Fields, { itemIds: after }: Fields): void {
  if (after === undefined && before.itemIds === undefined) return;
  if (!Array.isArray(after)) return planner.refuse(['itemIds'], 'list');
  const asSet = (list: unknown) => (Array.isArray(list) ? [...new Set(list.map(String))].sort() : undefined);
  if (isSame(asSet(before.itemIds), asSet(after))) return;
  const itemIds = [...new Map((after as unknown[]).map((id) => [String(id), id])).values()];
  if (before.itemIds === undefined && !planner.context.choices?.replacesItems)
    planner.ask({ kind: 'replaceItems', count: itemIds.length });
  planner.add({ operation: 'setPasskeyItems', body: { itemIds }, writes: 'itemIds', paths: [['itemIds']], locate: asPath });
}
