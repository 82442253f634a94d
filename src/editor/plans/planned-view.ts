// A plan that was made on an event just read, as the page shows it: what becomes new, changes, stays, and is only there.
import {
  partsByPlace,
  withoutParts,
  type EventFile,
  type Plan,
  type PlannedChanges,
  type RecordDifference,
} from '../../plans/index.ts';
import {
  notComparedNotes,
  notKnownNotes,
  otherEventText,
  recordNotes,
  stopNotes,
  uniqueQuestions,
  warningNotes,
} from '../../plans/plan-notes.ts';
import type { PlannedRecord, PlanNote, PlanPageChoices } from '../../protocol/plan.ts';
import type { PlanQuestion } from '../../records/index.ts';
import type { CountedRecord } from '../../plans/summary.ts';
import type { PlanWords } from '../reading/plan-words.ts';

/** What a page shows of a plan, and what is applied. */
export interface PlanState {
  /** Without what is left out. */
  readonly plan: Plan;
  readonly records: readonly PlannedRecord[];
  /** Those that are neither left out nor as they were. */
  readonly counted: readonly (CountedRecord & { readonly path: string })[];
  readonly stops: readonly PlanNote[];
  readonly questions: readonly PlanQuestion[];
  readonly warnings: readonly PlanNote[];
  /** What the file says and nobody can hold against the event: it stays as it is. */
  readonly notCompared: readonly PlanNote[];
  readonly same: readonly string[];
  readonly notes: readonly string[];
}

/** Which ones a record of the file may be, by its place. */
export type Candidates = ReadonlyMap<string, readonly { readonly id: string; readonly label: string }[]>;

export function plannedState(
  planned: PlannedChanges,
  there: EventFile,
  wanted: EventFile,
  choices: PlanPageChoices,
  candidates: Candidates,
  words: PlanWords,
): PlanState {
  const { differences: found, stops, asked, warnings } = planned;
  const all: readonly RecordDifference[] = [...found.items, ...found.passkeys];
  const keys = partsByPlace(planned.plan.steps, found);
  const leftOut = withInside(new Set(choices.leftOut), found.items);
  const partial = withoutParts(planned.plan, new Set([...leftOut].flatMap((key) => keys.get(key) ?? [])));
  const remove = new Set(choices.remove);
  const chosen = new Map(choices.byHand.map(({ key, id }) => [key, id]));
  const labelOf = (field: string) => words.label(field);
  const shown = new Map(all.map((one) => [one, recordOf(one)] as const));

  function recordOf(difference: RecordDifference): PlannedRecord {
    const { kind, state, path, place, fields } = difference;
    const key = keyOf(difference);
    const also = partial.alsoLeftOut.get(keys.get(key) ?? '');
    const isRemoved = state === 'onlyThere' && remove.has(key);
    const depth = kind === 'item' ? depthOf(difference.wanted ?? difference.there) : 0;
    const own = kind === 'item' ? ((difference.wanted ?? difference.there)?.item.name ?? path) : path;
    const isNested = state !== 'onlyThere' && depth > 0;
    const of = candidates.get(key);
    return {
      key,
      kind,
      state: isRemoved ? 'removed' : state,
      label: own,
      path: isNested || kind === 'passkey' ? '' : path.slice(0, path.length - own.length).replace(/ \/ $/, ''),
      depth: isNested ? depth : 0,
      // The name of a new one stands above its fields.
      fields: fields
        .filter(({ field }) => state !== 'new' || !['name', 'passkey'].includes(field))
        .map((field) => words.field(field)),
      notes: recordNotes(difference, labelOf),
      isLeftOut: leftOut.has(key) || also !== undefined,
      ...(also
        ? { leftOutWith: also.path }
        : leftOut.has(key) && !choices.leftOut.includes(key)
          ? { leftOutWith: groupOf(difference) }
          : {}),
      ...(of ? { candidates: [...of] } : {}),
      ...(chosen.has(key) ? { chosen: chosen.get(key) } : {}),
      ...(place === undefined ? {} : { place }),
    };
  }

  const isShown = new Set(found.items.filter(({ state, kept }) => state !== 'same' || kept.length > 0).flatMap(withGroups));
  const records = [
    ...found.items.filter((one) => one.state !== 'same' || (one.wanted && isShown.has(one.wanted))),
    ...found.passkeys.filter(({ state, kept }) => state !== 'same' || kept.length > 0),
  ].flatMap((one) => shown.get(one) ?? []);
  const counted = all.flatMap((one) => {
    const { state, kind, isLeftOut } = shown.get(one) ?? {};
    return isLeftOut === false && kind && state ? [{ kind, state, fields: one.fields, path: one.path }] : [];
  });
  const isOut = new Set(all.filter((one) => shown.get(one)?.isLeftOut).map(({ place }) => place));
  const isMeant = ({ place }: { readonly place?: string | undefined }) => place === undefined || !isOut.has(place);
  const isMade = (kind: string) => counted.some((one) => one.kind === kind && one.state === 'new');
  return {
    plan: partial.plan,
    records,
    counted,
    stops: stopNotes(stops.filter(isMeant), isMade),
    questions: uniqueQuestions(asked.filter(isMeant).map(({ question }) => question)),
    warnings: warningNotes(warnings.filter(isMeant)),
    notCompared: notComparedNotes(all.filter(isMeant), labelOf),
    same: all.filter(({ state }) => state === 'same').map(({ path }) => path),
    notes: [...(found.isSameEvent ? [] : [otherEventText(wanted)]), ...notKnownNotes(there.notKnown)],
  };
}

export function keyOf({ kind, place, id }: RecordDifference): string {
  return place ?? `${kind} ${id}`;
}

type Items = PlannedChanges['differences']['items'];

/** Nobody knows where what stands in a record belongs that is left out because it is not known which one it is. */
function withInside(leftOut: ReadonlySet<string>, items: Items): Set<string> {
  const all = new Set(leftOut);
  const unknown = new Set(
    items.filter(({ state, place = '' }) => state === 'ambiguous' && leftOut.has(place)).map(({ wanted }) => wanted),
  );
  for (const { wanted, place } of items)
    for (let group = wanted?.parent; group; group = group.parent) if (unknown.has(group) && place !== undefined) all.add(place);
  return all;
}

function groupOf(difference: RecordDifference): string {
  return difference.kind === 'item' ? (difference.wanted?.parent?.path ?? '') : '';
}

function withGroups({ wanted }: Items[number]) {
  const above: NonNullable<typeof wanted>[] = [];
  for (let one = wanted; one; one = one.parent) above.push(one);
  return above;
}

function depthOf(placed: { readonly parent?: unknown } | undefined): number {
  let depth = 0;
  for (let group = placed?.parent as typeof placed; group; group = group.parent as typeof placed) depth++;
  return depth;
}
