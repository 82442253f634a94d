// A plan that was made on an event just read, as the page shows it: what becomes new, changes, stays, and is only there.
import * as vscode from 'vscode';
import {
  partsByPlace,
  withoutParts,
  type EventFile,
  type Plan,
  type PlannedChanges,
  type RecordDifference,
} from '../../plans/index.ts';
import type { PlannedRecord, PlanNote, PlanPageChoices } from '../../protocol/plan.ts';
import type { PlanQuestion } from '../../records/plan.ts';
import type { CountedRecord } from '../../plans/summary.ts';
import type { PlanWords } from '../reading/plan-words.ts';

const { l10n } = vscode;

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
  const shown = new Map(all.map((one) => [one, recordOf(one)] as const));

  function recordOf(difference: RecordDifference): PlannedRecord {
    const { kind, state, path, place, fields, kept } = difference;
    const key = keyOf(difference);
    const also = partial.alsoLeftOut.get(keys.get(key) ?? '');
    const isRemoved = state === 'onlyThere' && remove.has(key);
    const depth = kind === 'item' ? depthOf(difference.wanted ?? difference.there) : 0;
    const own = kind === 'item' ? ((difference.wanted ?? difference.there)?.item.name ?? path) : path;
    const isNested = state !== 'onlyThere' && depth > 0;
    const names = (list: readonly string[]) => list.map((field) => words.label(field)).join(', ');
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
      notes: [
        ...reasonsOf(difference).map(({ reason, fields: of }) => reasonText[reason](names(of))),
        ...(kept.length > 0 ? [l10n.t('Stays, because the interface cannot remove it: {0}.', names(kept))] : []),
      ],
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
    stops: [
      ...stops
        .filter((stop) => isMeant(stop) && (stop.ifNew === undefined || isMade(stop.ifNew)))
        .map(({ record, place, message }) => note(record === undefined ? message : l10n.t('{0}: {1}', record, message), place)),
    ],
    questions: unique(asked.filter(isMeant).map(({ question }) => question)),
    warnings: warningNotes(warnings.filter(isMeant)),
    notCompared: notComparedNotes(all.filter(isMeant), words),
    same: all.filter(({ state }) => state === 'same').map(({ path }) => path),
    notes: [
      ...(found.isSameEvent ? [] : [otherEventText(wanted)]),
      ...(there.notKnown && there.notKnown.length > 0
        ? [l10n.t('The service does not show these, and they stay as they are: {0}.', there.notKnown.join(', '))]
        : []),
    ],
  };
}

export function keyOf({ kind, place, id }: RecordDifference): string {
  return place ?? `${kind} ${id}`;
}

function note(text: string, place?: string): PlanNote {
  return { text, ...(place === undefined ? {} : { place }) };
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

/** The same thing is asked once. */
function unique(questions: readonly PlanQuestion[]): PlanQuestion[] {
  return [...new Map(questions.map((question) => [questionKey(question), question])).values()];
}

/** What holds for each category of sale is said once, and fees that stay are said together: a plan of prices has one for each item. */
function warningNotes(warnings: PlannedChanges['warnings']): PlanNote[] {
  const [first, ...others] = warnings.filter(({ kind }) => kind === 'feeStays');
  const fees = (others.length + 1).toLocaleString(vscode.env.language);
  const notes = warnings.flatMap((warning) => {
    if (warning.kind !== 'feeStays' || others.length === 0) return [note(warningText(warning), warning.place)];
    return warning === first ? [note(l10n.t('{0} items: their prices change, and their sale fees stay as they are.', fees))] : [];
  });
  return [...new Map(notes.map((one) => [`${one.place ?? ''} ${one.text}`, one])).values()];
}

export function questionKey(question: PlanQuestion): string {
  return question.kind === 'exists' ? `exists ${question.section}` : question.kind;
}

/** What has to be known before a plan is applied; each is asked as the forms ask it. */
export function questionText(question: PlanQuestion): string {
  switch (question.kind) {
    case 'amounts':
      return l10n.t('The service shows a price as {0}: is that in cents?', String(question.value));
    case 'fees':
      return l10n.t('The service shows a fee as {0}: is that an amount or a plain number?', String(question.value));
    case 'clock':
      return l10n.t('By which clock does the service take {0}?', question.time);
    case 'exists':
      return l10n.t('The service does not show all that an item has: is what the plan writes there already?');
    case 'put':
      return l10n.t('Does the service keep what an update does not carry?');
    case 'replaceItems':
      return l10n.t('The service does not show which items a passkey opens: may they be replaced?');
    case 'pastStart':
      return l10n.t('A passkey has started ({0}): may its start be left out of the update?', question.start);
    case 'createAgain':
      return l10n.t('It is not known whether {0} was created. Create it again?', question.passkey);
  }
}

function warningText({ kind, path, other = '' }: PlannedChanges['warnings'][number]): string {
  switch (kind) {
    case 'overlap':
      return l10n.t('{0} is sold while {1} still is.', path, other);
    case 'gap':
      return l10n.t('Between {1} and {0} nothing of the group is sold.', path, other);
    case 'startsBeforeToday':
      return l10n.t('{0}: its sale starts before today.', path);
    case 'passkeyStartsBeforeToday':
      return l10n.t('{0} starts before today.', path);
    case 'free':
      return l10n.t('{0} costs nothing.', path);
    case 'feeStays':
      return l10n.t('{0}: its price changes, and its sale fee stays as it is.', path);
    case 'opensNowhere':
      return l10n.t('{0} is hidden, and no passkey opens it: nobody could buy it.', path);
  }
}

type Reason = 'hidden' | 'otherUnit';

const reasonText: Readonly<Record<Reason, (fields: string) => string>> = {
  hidden: (fields) => l10n.t('Not compared, because the service does not show it: {0}.', fields),
  otherUnit: (fields) => l10n.t('Not compared, because the file has it in another unit than the service: {0}.', fields),
};

/** Why fields of a record were not compared. */
function reasonsOf({ kind, there, notCompared }: RecordDifference): { readonly reason: Reason; readonly fields: string[] }[] {
  const isShown = (field: string) =>
    kind === 'item' && (there?.item as Record<string, unknown> | undefined)?.[field] !== undefined;
  const reasons = Map.groupBy(notCompared, (field): Reason => (isShown(field) ? 'otherUnit' : 'hidden'));
  return [...reasons].map(([reason, fields]) => ({ reason, fields }));
}

const maxNamed = 3;

/** Each field and reason once, with the first records that it is so for. */
function notComparedNotes(records: readonly RecordDifference[], words: PlanWords): PlanNote[] {
  const found = records.flatMap((record) =>
    reasonsOf(record).flatMap(({ reason, fields }) => fields.map((field) => ({ reason, label: words.label(field), record }))),
  );
  return [...Map.groupBy(found, ({ reason, label }) => `${reason} ${label}`).values()].flatMap((list) => {
    const [first] = list;
    if (!first) return [];
    const named = list.slice(0, maxNamed).map(({ record }) => record.path);
    const names = named.join(', ');
    const more = list.length - named.length;
    const paths = more > 0 ? l10n.t('{0} and {1} more', names, more.toLocaleString(vscode.env.language)) : names;
    const text =
      first.reason === 'hidden'
        ? l10n.t('{0} of {1}: the service does not show it.', first.label, paths)
        : l10n.t('{0} of {1}: the file has it in another unit than the service.', first.label, paths);
    return [note(text, first.record.place)];
  });
}

function otherEventText({ event }: EventFile): string {
  const name = event.name ?? (event.id === undefined ? undefined : String(event.id));
  return name === undefined
    ? l10n.t('The file does not say which event it was read from: its records are found by their names.')
    : l10n.t('The file was read from {0} ({1}): its records are found by their names.', name, event.environment ?? '?');
}
