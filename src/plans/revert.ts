// The reverse of a plan that was applied, as the event that it should become again, and what of it the interface cannot undo.
import { isBeforeToday, judgingZone, stringifyJson } from '../client/index.ts';
import { t } from '../client/l10n.ts';
import { isObject } from '../client/replies.ts';
import { idValue, isStepRef, type PlanContext, type RecordKind } from '../records/index.ts';
import type { FieldDifference } from './differences.ts';
import {
  addressOf,
  fieldAt,
  itemsById,
  onlyOne,
  placedItems,
  withField,
  type EventFile,
  type FileItem,
  type FilePasskey,
} from './event-file.ts';
import type { PlanStep } from './plan-types.ts';
import { partsOf } from './plan-parts.ts';

/** A step that was done. */
export interface AppliedStep {
  readonly step: PlanStep;
  /** Of the record that it made. */
  readonly id?: string | undefined;
}

export interface Reverse {
  readonly wanted: EventFile;
  /** The records that the plan made, as `item 7` and `passkey 9`. */
  readonly remove: ReadonlySet<string>;
  /** What stays as the plan made it. */
  readonly notUndone: readonly { readonly path: string; readonly reason: string }[];
}

/** `there`: the event as it is now; only what still is as the plan made it becomes again what it was. */
export function reverseOf(applied: readonly AppliedStep[], there: EventFile, { dialect, now }: PlanContext): Reverse {
  const items = itemsById(placedItems(there));
  const passkeys = new Map(there.passkeys?.map((passkey) => [String(passkey.id), passkey]));
  /** Of the records that steps made. */
  const ids = new Map(applied.map(({ step, id }) => [step.id, id]));
  /** The records that become again what they were, as `item 7` and `passkey 9`. */
  const edited = new Map<string, FileItem | FilePasskey>();
  /** The id of the group that an item goes back to; undefined for none. */
  const moved = new Map<string, string | undefined>();
  const madeAnew: FilePasskey[] = [];
  const remove = new Set<string>();
  const notUndone: Reverse['notUndone'][number][] = [];
  const keep = (path: string, reason: string) => void notUndone.push({ path, reason });
  const recordOf = (kind: RecordKind, id: string) => (kind === 'item' ? items.get(id)?.item : passkeys.get(id));
  const isPast = (start: unknown) => typeof start === 'string' && isBeforeToday(start, judgingZone(dialect.clock), now);
  const staysIn = ({ id }: FileItem) => !moved.has(String(id)) && !remove.has(`item ${String(id)}`);

  for (const { kind, id, path, state, steps } of partsOf(applied.map(({ step }) => step))) {
    if (state === 'new') removeMade(kind, path, ids.get(steps[0]?.id ?? ''));
    else if (state === 'removed') bringBack(kind, path, steps[0]?.changes ?? []);
    // A part of a record that the same plan made goes with it.
    else if (id !== undefined) for (const step of steps) undo(String(id), step);
  }
  // A group goes only with all that is in it.
  for (const { item, path } of [...items.values()].toReversed())
    if (item.items?.some(staysIn) && remove.delete(`item ${String(item.id)}`))
      keep(path, t('It was made, and others that the plan did not make stand in it by now.'));
  const kept = there.passkeys
    ?.filter(({ id }) => !remove.has(`passkey ${String(id)}`))
    .map((passkey) => (edited.get(`passkey ${String(passkey.id)}`) as FilePasskey | undefined) ?? passkey);
  const wanted = {
    ...there,
    ...(there.items && { items: inside(there.items, undefined) }),
    ...(kept && { passkeys: [...kept, ...madeAnew] }),
  };
  return { wanted, remove, notUndone };

  function removeMade(kind: RecordKind, path: string, id: string | undefined): void {
    if (id === undefined) keep(path, t('It was made, and its id is not known.'));
    else if (kind === 'item' && dialect.removal === undefined)
      keep(path, t('It was made, and how this service removes an item is not known.'));
    // Somebody else has removed it by now.
    else if (recordOf(kind, id)) remove.add(`${kind} ${id}`);
  }

  function bringBack(kind: RecordKind, path: string, changes: readonly FieldDifference[]): void {
    const before = Object.fromEntries(changes.map((change) => [change.field, change.before]));
    if (kind === 'item') return keep(path, t('It was removed; the interface has no way to bring an item back.'));
    if (typeof before.passkey !== 'string') return keep(path, t('It was deleted, and the plan does not say what it was.'));
    const { id: _id, start, ...passkey } = before as unknown as FilePasskey;
    if (isPast(start)) keep(path, t('It is made anew without its start, which is before today.'));
    madeAnew.push(isPast(start) || start === undefined ? passkey : { ...passkey, start });
  }

  function undo(id: string, step: PlanStep): void {
    const { kind, path } = step.record;
    const record = recordOf(kind, id);
    if (!record) return keep(path, t('It is not there any more.'));
    for (const change of step.changes) {
      const reason = change.field === 'group' ? moveBack(id, change) : undoField(id, step, change, record);
      if (reason !== undefined) keep(path, reason);
    }
  }

  /** Why it cannot be undone. */
  function undoField(id: string, step: PlanStep, change: FieldDifference, record: FileItem | FilePasskey): string | undefined {
    const { field } = change;
    if (step.operation === 'createSalePeriod')
      return t('A sale period was made ({0}), which the interface cannot remove.', field);
    if (step.operation === 'createAttribute') return t('An attribute was made ({0}), which the interface cannot remove.', field);
    if (step.operation === 'createValues') return t('Values were made ({0}), which the interface cannot remove.', field);
    const shown = fieldAt(record, field);
    // A time may be written otherwise in the file than it is sent and read.
    const sent = step.input.body?.[addressOf(field).name];
    const expected = 'fields' in step.expects ? step.expects.fields.itemIds : undefined;
    const isItems = field === 'items';
    const by = isItems ? opened(shown, true) : shown;
    const former = isItems ? opened(expected) : change.before;
    const given = isItems ? [opened(sent)] : [change.after, sent];
    const isKnown = !isItems || by !== undefined;
    if (isKnown && isSame(by, former)) return undefined;
    if (!isKnown || !given.some((one) => isSame(by, one)))
      return t('{0} is {1} by now, which the plan did not make it.', field, stringifyJson(shown ?? null));
    if (former === undefined) return t('{0} was not known before.', field);
    if (step.record.kind === 'passkey' && field === 'start' && isPast(former))
      return t('Its start was {0}: the interface takes none before today.', textOfValue(former));
    const key = `${step.record.kind} ${id}`;
    const value = isItems ? opened(expected)?.map((one) => ({ id: idValue(one) })) : former;
    edited.set(key, withField(edited.get(key) ?? record, field, value));
    return undefined;
  }

  /** The ids of the items that a passkey opens, by their ids, the steps that make them, or their paths. */
  function opened(refs: unknown, arePaths = false): string[] | undefined {
    const byPath = new Map<string, string>();
    if (arePaths) for (const { path, item } of items.values()) byPath.set(path, String(item.id));
    const idOf = (ref: unknown): string => {
      if (isStepRef(ref)) return ids.get(ref.$step) ?? '';
      return isObject(ref) ? String(ref.id) : (byPath.get(String(ref)) ?? String(ref));
    };
    return Array.isArray(refs) ? refs.map(idOf).sort() : undefined;
  }

  function moveBack(id: string, { before, after }: FieldDifference): string | undefined {
    const group = items.get(id)?.parent?.path;
    if (isSame(group, before)) return undefined;
    if (!isSame(group, after)) return t('It stands in another group by now.');
    const home = onlyOne([...items.values()].filter(({ path }) => path === before));
    if (!home && before !== null && before !== undefined)
      return t('The group {0}, in which it stood, is not there any more.', textOfValue(before));
    moved.set(id, home && String(home.item.id));
    return undefined;
  }

  function inside(list: readonly FileItem[], group: string | undefined): FileItem[] {
    const back = [...moved].flatMap(([id, home]) => (home === group ? (items.get(id)?.item ?? []) : []));
    return [...list.filter(staysIn), ...back].map((item) => {
      const { items: _items, ...own } = (edited.get(`item ${String(item.id)}`) as FileItem | undefined) ?? item;
      const inner = inside(item.items ?? [], String(item.id));
      return inner.length > 0 ? { ...own, items: inner } : own;
    });
  }
}

/** None and nothing are two ways to write it. */
function isSame(one: unknown, other: unknown): boolean {
  return stringifyJson(one ?? '') === stringifyJson(other ?? '');
}

function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
