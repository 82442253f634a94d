// The reverse of a plan that was applied, as the event that it should become again, and what of it the interface cannot undo.
import { isBeforeToday, judgingZone, stringifyJson, type Dialect } from '../client/index.ts';
import { t } from '../client/l10n.ts';
import type { FieldDifference } from './differences.ts';
import { placedItems, type EventFile, type FileItem, type FileItemRef, type FilePasskey, type PlacedItem } from './event-file.ts';
import type { PlanStep } from './plan.ts';
import { partsOf } from './plan-parts.ts';
import { idValue, isStepRef } from '../records/index.ts';

/** A step that was done. */
export interface AppliedStep {
  readonly step: PlanStep;
  /** Of the record that it made. */
  readonly id?: string | undefined;
}

/** What stays as the plan made it. */
interface NotUndone {
  readonly path: string;
  readonly reason: string;
}

export interface Reverse {
  readonly wanted: EventFile;
  /** The records that the plan made, as `item 7` and `passkey 9`. */
  readonly remove: ReadonlySet<string>;
  readonly notUndone: readonly NotUndone[];
}

interface RevertContext {
  readonly dialect: Dialect;
  readonly now: number;
}

/** `there`: the event as it is now; only what still is as the plan made it becomes again what it was. */
export function reverseOf(applied: readonly AppliedStep[], there: EventFile, context: RevertContext): Reverse {
  return new Reverser(applied, there, context).reverse();
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

class Reverser {
  readonly #applied: readonly AppliedStep[];
  readonly #there: EventFile;
  readonly #context: RevertContext;
  readonly #items: ReadonlyMap<string, PlacedItem>;
  readonly #passkeys: ReadonlyMap<string, FilePasskey>;
  /** Of the records that steps made. */
  readonly #ids: ReadonlyMap<string, string | undefined>;
  readonly #edited = new Map<string, Mutable<FileItem>>();
  readonly #editedPasskeys = new Map<string, Mutable<FilePasskey>>();
  /** The id of the group that an item goes back to; undefined for none. */
  readonly #moved = new Map<string, string | undefined>();
  readonly #made: FilePasskey[] = [];
  readonly #remove = new Set<string>();
  readonly #notUndone: NotUndone[] = [];

  constructor(applied: readonly AppliedStep[], there: EventFile, context: RevertContext) {
    this.#applied = applied;
    this.#there = there;
    this.#context = context;
    this.#ids = new Map(applied.map(({ step, id }) => [step.id, id]));
    this.#items = new Map(placedItems(there).map((placed) => [String(placed.item.id), placed]));
    this.#passkeys = new Map((there.passkeys ?? []).map((passkey) => [String(passkey.id), passkey]));
  }

  reverse(): Reverse {
    for (const { key, kind, path, state, steps } of partsOf(this.#applied.map(({ step }) => step))) {
      const [first] = steps;
      if (state === 'new' && first) this.#removeMade(kind, path, this.#ids.get(first.id));
      else if (state === 'removed') this.#bringBack(kind, path, first);
      // A part of a record that the same plan made goes with it.
      else if (!key.startsWith('new ')) for (const step of steps) this.#undo(key.slice(kind.length + 1), step);
    }
    this.#keepUsedGroups();
    return { wanted: this.#wanted(), remove: this.#remove, notUndone: this.#notUndone };
  }

  #keep(path: string, reason: string): void {
    this.#notUndone.push({ path, reason });
  }

  #removeMade(kind: 'item' | 'passkey', path: string, id: string | undefined): void {
    const known: ReadonlyMap<string, unknown> = kind === 'item' ? this.#items : this.#passkeys;
    if (id === undefined) this.#keep(path, t('It was made, and its id is not known.'));
    else if (kind === 'item' && this.#context.dialect.removal === undefined)
      this.#keep(path, t('It was made, and how this service removes an item is not known.'));
    // Somebody else has removed it by now.
    else if (known.has(id)) this.#remove.add(`${kind} ${id}`);
  }

  /** A group goes only with all that is in it. */
  #keepUsedGroups(): void {
    for (const { item, path } of [...this.#items.values()].toReversed()) {
      const isUsed = (item.items ?? []).some(({ id }) => !this.#remove.has(`item ${String(id)}`) && !this.#moved.has(String(id)));
      if (isUsed && this.#remove.delete(`item ${String(item.id)}`))
        this.#keep(path, t('It was made, and others that the plan did not make stand in it by now.'));
    }
  }

  #bringBack(kind: 'item' | 'passkey', path: string, step: PlanStep | undefined): void {
    const before = Object.fromEntries((step?.changes ?? []).map((change) => [change.field, change.before]));
    if (kind === 'item') return this.#keep(path, t('It was removed; the interface has no way to bring an item back.'));
    if (typeof before.passkey !== 'string') return this.#keep(path, t('It was deleted, and the plan does not say what it was.'));
    const { id: _id, ...passkey } = before as unknown as FilePasskey;
    if (isBefore(passkey.start, this.#context)) this.#keep(path, t('It is made anew without its start, which is before today.'));
    const { start, ...rest } = passkey;
    this.#made.push(isBefore(start, this.#context) ? rest : passkey);
  }

  #undo(id: string, step: PlanStep): void {
    const { kind, path } = step.record;
    const there = kind === 'item' ? this.#items.get(id)?.item : this.#passkeys.get(id);
    if (!there) return this.#keep(path, t('It is not there any more.'));
    for (const change of step.changes) {
      const reason = this.#undoField(id, step, change, there);
      if (reason !== undefined) this.#keep(path, reason);
    }
  }

  /** Why it cannot be undone. */
  #undoField(id: string, step: PlanStep, change: FieldDifference, there: FileItem | FilePasskey): string | undefined {
    const { field, before, after } = change;
    if (field === 'group') return this.#moveBack(id, before, after);
    if (step.operation === 'createSalePeriod')
      return t('A sale period was made ({0}), which the interface cannot remove.', field);
    if (step.operation === 'createAttribute') return t('An attribute was made ({0}), which the interface cannot remove.', field);
    if (step.operation === 'createValues') return t('Values were made ({0}), which the interface cannot remove.', field);
    const now = valueAt(there, field);
    const wasIds = 'fields' in step.expects ? step.expects.fields.itemIds : undefined;
    const [former, given] = field === 'items' ? [this.#refs(wasIds), this.#refs(step.input.body?.itemIds)] : [before, after];
    if (field === 'items' ? this.#opensSame(there as FilePasskey, former) : isSame(now, former)) return undefined;
    // A time may be written otherwise in the file than it is sent and read.
    const sent = step.input.body?.[field.split('.').at(-1) ?? ''];
    if (field === 'items' ? !this.#opensSame(there as FilePasskey, given) : !isSame(now, given) && !isSame(now, sent))
      return t('{0} is {1} by now, which the plan did not make it.', field, stringifyJson(now ?? null));
    if (former === undefined) return t('{0} was not known before.', field);
    if (step.record.kind === 'passkey' && field === 'start' && isBefore(former, this.#context))
      return t('Its start was {0}: the interface takes none before today.', textOfValue(former));
    if (step.record.kind === 'item') this.#editItem(id, field, former);
    else this.#editPasskey(id, field, former);
    return undefined;
  }

  #refs(ids: unknown): FileItemRef[] | undefined {
    if (!Array.isArray(ids)) return undefined;
    const texts = ids.map((id) => (isStepRef(id) ? (this.#ids.get(id.$step) ?? '') : String(id)));
    return texts.map((id) => ({ id: idValue(id) }));
  }

  #opensSame({ items }: FilePasskey, refs: unknown): boolean {
    const byPath = new Map([...this.#items.values()].map(({ path, item }) => [path, String(item.id)]));
    const ids = (list: readonly FileItemRef[] | undefined) =>
      (list ?? []).map((ref) => (typeof ref === 'string' ? (byPath.get(ref) ?? ref) : String(ref.id))).sort();
    return items !== undefined && isSame(ids(items), ids(refs as FileItemRef[] | undefined));
  }

  #moveBack(id: string, before: unknown, after: unknown): string | undefined {
    const now = this.#items.get(id)?.parent?.path ?? null;
    if (isSame(now, before ?? null)) return undefined;
    if (!isSame(now, after ?? null)) return t('It stands in another group by now.');
    const group = [...this.#items.values()].filter(({ path }) => path === before);
    const [only] = group;
    if (before !== null && before !== undefined && (group.length !== 1 || !only))
      return t('The group {0}, in which it stood, is not there any more.', textOfValue(before));
    this.#moved.set(id, only === undefined ? undefined : String(only.item.id));
    return undefined;
  }

  #editItem(id: string, field: string, value: unknown): void {
    const item = this.#edited.get(id) ?? { ...this.#items.get(id)?.item, name: this.#items.get(id)?.item.name ?? '' };
    this.#edited.set(id, item);
    const [, section = '', name = '', part = ''] =
      /^(salePeriods|attributes)\.(.*?)(?:\.(start|finish|available))?$/s.exec(field) ?? [];
    if (section === 'salePeriods')
      item.salePeriods = item.salePeriods?.map((period) =>
        String(period.appCategoryId) === name ? { ...period, [part]: value } : period,
      );
    else if (section === 'attributes')
      item.attributes = { ...item.attributes, [field.slice('attributes.'.length)]: value as string };
    else Object.assign(item, { [field]: value });
  }

  #editPasskey(id: string, field: string, value: unknown): void {
    const passkey = this.#editedPasskeys.get(id) ?? ({ ...this.#passkeys.get(id) } as Mutable<FilePasskey>);
    this.#editedPasskeys.set(id, Object.assign(passkey, { [field]: value }));
  }

  #wanted(): EventFile {
    const backIn = Map.groupBy(this.#moved.entries(), ([, group]) => group);
    const build = (item: FileItem): FileItem => {
      const id = String(item.id);
      const own = this.#edited.get(id) ?? item;
      const items = inside(own.items ?? [], id);
      const { items: _items, ...rest } = own;
      return items.length > 0 ? { ...rest, items } : rest;
    };
    const inside = (items: readonly FileItem[], group: string | undefined): FileItem[] => {
      const stay = items.filter(({ id }) => !this.#moved.has(String(id)) && !this.#remove.has(`item ${String(id)}`));
      const back = (backIn.get(group) ?? []).flatMap(([id]) => this.#items.get(id)?.item ?? []);
      return [...stay, ...back].map(build);
    };
    const passkeys = (this.#there.passkeys ?? []).flatMap((passkey) =>
      this.#remove.has(`passkey ${String(passkey.id)}`) ? [] : [this.#editedPasskeys.get(String(passkey.id)) ?? passkey],
    );
    return {
      ...this.#there,
      ...(this.#there.items ? { items: inside(this.#there.items, undefined) } : {}),
      ...(this.#there.passkeys ? { passkeys: [...passkeys, ...this.#made] } : {}),
    };
  }
}

function valueAt(record: FileItem | FilePasskey, field: string): unknown {
  const [, category, part] = /^salePeriods\.(.*)\.(\w+)$/s.exec(field) ?? [];
  if ('name' in record && category !== undefined)
    return record.salePeriods?.find(({ appCategoryId }) => String(appCategoryId) === category)?.[part as 'start'];
  if ('name' in record && field.startsWith('attributes.')) return record.attributes?.[field.slice('attributes.'.length)];
  return record[field as 'id'];
}

/** None and nothing are two ways to write it. */
function isSame(one: unknown, other: unknown): boolean {
  return stringifyJson(one ?? '') === stringifyJson(other ?? '');
}

function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

function isBefore(start: unknown, { dialect, now }: RevertContext): boolean {
  const zone = judgingZone(dialect.clock);
  return typeof start === 'string' && isBeforeToday(start, zone, now);
}
