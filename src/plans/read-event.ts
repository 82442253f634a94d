// Reads an event through the client as the one document that people keep, compare and plan with.
import {
  ApiError,
  contentOf,
  eventOfRow,
  idOf,
  labelOf,
  listPages,
  Pager,
  UnclaimedItems,
  unknownDialect,
  type Client,
  type Dialect,
  type Row,
} from '../client/index.ts';
import { t } from '../client/l10n.ts';
import { Limiter } from '../client/limiter.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import { isCalledGroup, nestItems, type ItemBranch } from '../records/item-groups.ts';
import { documented, idValue, readRecord, tableOf, type RecordKind, type RecordModel } from '../records/index.ts';
import { differences, type RecordDifference } from './differences.ts';
import {
  itemsById,
  onlyOne,
  placedItems,
  type EventFile,
  type FileId,
  type FileItem,
  type FileItemRef,
  type FilePasskey,
} from './event-file.ts';
import type { MatchOptions } from './match.ts';
import { byText, itemPart, passkeyPart, present, withUnit, type ReadPart } from './read-record.ts';

interface ReadEventOptions {
  /** What the environment is called, as the file says it. */
  readonly environment?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((records: number) => void) | undefined;
  /**
   * What becomes of items of which nothing shows whose they are; without a word on it they are an error. `leave`: a person says that they are
   * not the event's; `doubt`: nobody does.
   */
  readonly unclaimed?: 'take' | 'leave' | 'doubt' | undefined;
  /** Items of which a person has said that they are the event's. */
  readonly claimed?: readonly FileId[] | undefined;
  /** Whether they may be left out where a person said so. */
  readonly mayGoWithout?: boolean | undefined;
  /** Hears which were left out. */
  readonly onLeftOut?: ((rows: readonly Row[]) => void) | undefined;
}

/** What a plan needs beside the file: the records as the service gave them. */
export interface EventRecords {
  readonly eventId: string;
  readonly dialect: Dialect;
  readonly items: Map<string, SeenRecord>;
  readonly passkeys: Map<string, SeenRecord>;
  /** Items of which nothing shows that they are the event's, by their ids; `isSaid`: a person says that they are not. */
  readonly leftOut: ReadonlyMap<string, { readonly name: string; readonly isSaid: boolean }>;
  /** The ids of those that are the event's because a person says so. */
  readonly claimed: readonly FileId[];
}

export interface SeenRecord {
  readonly model: RecordModel;
  /** False for a row of a list, which may leave out what the record has. */
  readonly isOwn: boolean;
}

/** An event that is not there is no empty one. */
export class NoEvent extends Error {
  constructor(eventId: string, options?: ErrorOptions) {
    super(t('The service has no event {0}.', eventId), options);
  }
}

/** An event as a file, with the records that it was read from: a plan is made on them. They are no part of the file itself. */
export interface ReadEvent extends EventFile {
  readonly records: EventRecords;
}

/** How many requests run at once. */
const concurrency = 4;

export async function readEvent(client: Client, eventId: FileId, options: ReadEventOptions = {}): Promise<ReadEvent> {
  const { environment, signal, onProgress } = options;
  const dialect = client.dialect ?? unknownDialect;
  let count = 0;
  const reading: Reading = {
    client: limited(client, signal),
    dialect,
    eventId: String(eventId),
    options,
    report: (more) => onProgress?.((count += more)),
  };
  const [name, items, passkeys] = await Promise.all([
    readName(reading),
    readList('item', reading),
    ifShown(() => readList('passkey', reading)),
  ]);
  const read = [...items.records.values()].map(({ model }) => model.raw);
  const tree = await itemTree(items.rows, withUnit(read, dialect), signal);
  const found = await passkeyRows(passkeys?.rows ?? [], dialect, refsOf(tree.items), signal);
  const notKnown = [
    ...(name === undefined ? ['event.name'] : []),
    ...(items.isWhole ? [] : ['items.complete']),
    ...tree.notKnown.map((field) => `items.${field}`),
    ...(passkeys ? [] : ['passkeys']),
    ...(passkeys?.isWhole === false ? ['passkeys.complete'] : []),
    ...found.notKnown.map((field) => `passkeys.${field}`),
  ];
  const file: EventFile = present<EventFile>({
    event: present({ id: idValue(String(eventId)), name, environment }),
    timeZone: dialect.clock,
    items: tree.items,
    passkeys: passkeys && found.passkeys,
    notKnown: notKnown.length === 0 ? undefined : notKnown,
  });
  const records: EventRecords = {
    eventId: String(eventId),
    dialect,
    items: items.records,
    passkeys: passkeys?.records ?? new Map<string, SeenRecord>(),
    leftOut: items.leftOut,
    claimed: items.rows.flatMap(({ id, isUnclaimed }) => (isUnclaimed && id !== undefined ? [idValue(id)] : [])),
  };
  return Object.defineProperty(file, 'records', { value: records }) as ReadEvent;
}

/**
 * Reads by themselves the records that a plan will change: an update may have to carry what a row of a list leaves out. A service that keeps
 * what an update does not carry needs none of it.
 */
export async function readOwnRecords(
  client: Client,
  wanted: EventFile,
  there: ReadEvent,
  options: MatchOptions & Pick<ReadEventOptions, 'signal'> = {},
): Promise<void> {
  const { records } = there;
  if (records.dialect.put === 'merges') return;
  const { items, passkeys } = differences(there, wanted, options);
  const { signal } = options;
  const limitedClient = limited(client, signal);
  const read = async ({ kind, state, id }: RecordDifference) => {
    const known = kind === 'item' ? records.items : records.passkeys;
    if (state !== 'changed' || id === undefined || known.get(id)?.isOwn) return;
    const own = await readOwn(limitedClient, kind, id, signal);
    if (own) known.set(id, own);
  };
  await Promise.all([...items, ...passkeys].map(read));
}

/** A record by itself; undefined where the service gives another one. */
export async function readOwn(
  client: Client,
  kind: RecordKind,
  id: string,
  signal?: AbortSignal,
): Promise<SeenRecord | undefined> {
  const own = contentOf(await client.call(tableOf(kind).read, { path: { id } }, { signal }));
  if (!isObject(own) || idOf(own) !== id) return undefined;
  return { model: readRecord(kind, own, client.dialect ?? unknownDialect), isOwn: true };
}

function limited(client: Client, signal: AbortSignal | undefined): Client {
  const limiter = new Limiter(concurrency);
  return { ...client, call: (...wanted) => limiter.run(() => client.call(...wanted), signal) };
}

interface Reading {
  readonly client: Client;
  readonly dialect: Dialect;
  readonly eventId: string;
  readonly options: ReadEventOptions;
  /** How many more records were read. */
  readonly report: (count: number) => void;
}

/** Undefined for an event that has none, or does not show it. */
async function readName({ client, eventId, options: { signal } }: Reading): Promise<string | undefined> {
  try {
    const event = contentOf(await client.call('getEvent', { path: { id: eventId } }, { signal }));
    const name = isObject(event) ? labelOf(event) : '';
    return name === '' ? undefined : name;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === 'notFound' || String(error.code) === '404') throw new NoEvent(eventId, { cause: error });
    // Who may not see it may still see its items.
    if (['unauthorized', 'forbidden', 'reported'].includes(error.kind)) return undefined;
    throw error;
  }
}

async function readList(kind: RecordKind, reading: Reading) {
  const { client, eventId, options, report } = reading;
  const { signal, unclaimed, claimed = [], mayGoWithout, onLeftOut } = options;
  const operation: 'listItems' | 'listPasskeys' = kind === 'item' ? 'listItems' : 'listPasskeys';
  const itemsOf = reading.dialect.itemsOf ?? {};
  const ours = [...(itemsOf[eventId] ?? []), ...claimed.map(String)];
  const dialect = claimed.length > 0 ? { ...reading.dialect, itemsOf: { ...itemsOf, [eventId]: ours } } : reading.dialect;
  const wanted = {
    signal,
    keepsUnclaimed: unclaimed === 'take',
    mayGoWithout: unclaimed === 'leave' ? 'any' : mayGoWithout,
  } as const;
  const read = listPages({ ...client, dialect }, operation, { query: { eventId } }, wanted);
  const isOurs = ({ value }: Row) => (eventOfRow(value, dialect) ?? eventId) === eventId;
  const { rowOf = (row: Row) => (isOurs(row) ? row : undefined) } = read;
  const pager = new Pager(read, { signal, rowOf });
  const listed: Row[] = [];
  for await (const page of pager) {
    listed.push(...page);
    report(page.length);
  }
  const left = pager.unclaimed;
  if (unclaimed === undefined && read.owners?.isSettled === false) throw new UnclaimedItems(left, pager.count);
  if (left.length > 0) onLeftOut?.(left);
  const said = client.learned?.(operation)?.said.get(eventId);
  const leftOut = new Map<string, { readonly name: string; readonly isSaid: boolean }>();
  for (const { id, label } of left)
    if (id !== undefined) leftOut.set(id, { name: label, isSaid: unclaimed === 'leave' || said?.get(id) === false });
  const isWhole = pager.isWhole && (unclaimed === 'leave' || read.owners?.isProved !== false);
  const records = new Map<string, SeenRecord>();
  // A list may leave out what a record has; then it is read by itself.
  const withOwn = async (row: Row): Promise<Row> => {
    const { id, value } = row;
    if (id === undefined || !isObject(value)) return row;
    const model = readRecord(kind, value, reading.dialect);
    // The service may not show it: it may be gone since it was listed, or be shown in lists alone.
    const own = isShort(model) ? await ifShown(() => readOwn(client, kind, id, signal)) : undefined;
    records.set(id, own ?? { model, isOwn: false });
    if (own) report(1);
    return own ? { ...row, value: own.model.raw } : row;
  };
  const rows = await Promise.all(await eachInTurn(listed, signal, withOwn));
  return { rows, records, isWhole, leftOut };
}

/** Whether a record does not show what it is sold for and when, or what it opens. */
function isShort({ kind, raw, sections }: RecordModel): boolean {
  const { value, salePeriods, attributes, itemIds } = sections;
  return kind === 'item' ? !isCalledGroup(raw) && [value, salePeriods, attributes].includes(undefined) : !itemIds;
}

/** Undefined where the service has no such thing, or not for this person. */
async function ifShown<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && (error.kind === 'notFound' || error.kind === 'forbidden')) return undefined;
    throw error;
  }
}

/** So many records are worked on before others have their turn. */
const recordsAtOnce = 50;

/** What becomes of each, without keeping others from their work. */
async function eachInTurn<T, R>(values: Iterable<T>, signal: AbortSignal | undefined, work: (value: T) => R): Promise<R[]> {
  const done: R[] = [];
  for (const value of values) {
    const result = work(value);
    // Whoever waits for all of them hears of it.
    if (result instanceof Promise) result.catch(() => undefined);
    if (done.push(result) % recordsAtOnce > 0) continue;
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }
  return done;
}

async function itemTree(rows: readonly Row[], dialect: Dialect, signal: AbortSignal | undefined) {
  const records = new Map<Row, JsonObject>();
  await eachInTurn(rows, signal, (row) => {
    if (!isObject(row.value)) return;
    const fields = documented('item', row.value, dialect);
    if (fields.archived !== true) records.set({ ...row, value: fields }, row.value);
  });
  const branches = nestItems([...records.keys()]);
  const all = (list: readonly ItemBranch[]): ItemBranch[] => list.flatMap((one) => [one, ...all(one.inside)]);
  const parts = new Map<Row, ReadPart<FileItem>>();
  await eachInTurn(all(branches), signal, ({ row, inside }) => {
    const isGroup = inside.length > 0 || isCalledGroup(row.value);
    parts.set(row, itemPart(readRecord('item', records.get(row) ?? {}, dialect), isGroup));
  });
  const notKnown = shownByNone([...parts.values()]);
  const build = ({ row, inside }: ItemBranch): FileItem => {
    const part = withNotKnown(parts.get(row) as ReadPart<FileItem>, notKnown);
    return inside.length > 0 ? { ...part, items: inOrder(inside).map(build) } : part;
  };
  return { items: inOrder(branches).map(build), notKnown };
}

async function passkeyRows(
  rows: readonly Row[],
  dialect: Dialect,
  refOf: (id: string) => FileItemRef,
  signal: AbortSignal | undefined,
) {
  const values = rows.map(({ value }) => value).filter(isObject);
  const parts = await eachInTurn(values, signal, (value) => passkeyPart(readRecord('passkey', value, dialect), refOf));
  const notKnown = shownByNone(parts);
  const passkeys = parts.map((part) => withNotKnown(part, notKnown));
  passkeys.sort((one, other) => byText(one.passkey, other.passkey) || byText(String(one.id), String(other.id)));
  return { passkeys, notKnown };
}

/** What not one of the records shows is said once, for all of them. */
function shownByNone(parts: readonly ReadPart<object>[]): string[] {
  const missing = new Set(parts.flatMap((one) => one.missing));
  return [...missing].filter((name) => !parts.some(({ part }) => Object.hasOwn(part, name.split('.')[0] ?? '')));
}

function withNotKnown<T extends FileItem | FilePasskey>({ part, missing }: ReadPart<T>, all: readonly string[]): T {
  const notKnown = missing.filter((name) => !all.includes(name));
  return notKnown.length === 0 ? part : { ...part, notKnown };
}

const orderNames = ['order', 'position', 'sortOrder', 'sequence'];

/** In the order that the service gives them by a number; the order of a reply is promised by nobody, so that names decide without one. */
function inOrder(branches: readonly ItemBranch[]): ItemBranch[] {
  const orderOf = ({ row: { value } }: ItemBranch) =>
    orderNames.map((name) => (isObject(value) ? value[name] : undefined)).find((field) => typeof field === 'number');
  const isOrdered = branches.every((branch) => orderOf(branch) !== undefined);
  const rank = (branch: ItemBranch) => (isOrdered ? Number(orderOf(branch)) : 0);
  return branches.toSorted(
    (one, other) =>
      rank(one) - rank(other) || byText(one.row.label, other.row.label) || byText(one.row.id ?? '', other.row.id ?? ''),
  );
}

/** What an item is called by: its path, unless others have it too. */
function refsOf(items: readonly FileItem[]): (id: string) => FileItemRef {
  const placed = placedItems({ items });
  const byPath = Map.groupBy(placed, ({ path }) => path);
  const byId = itemsById(placed);
  return (id) => {
    const found = byId.get(id);
    if (!found) return { id: idValue(id) };
    const { path, item } = found;
    return onlyOne(byPath.get(path)) && path.trim() !== '' ? path : { id: item.id ?? id, path };
  };
}
