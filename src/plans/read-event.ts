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
  type CallInput,
  type Client,
  type Dialect,
  type OperationId,
  type Row,
} from '../client/index.ts';
import { t } from '../client/l10n.ts';
import { Limiter } from '../client/limiter.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import { isCalledGroup, nestItems, type ItemBranch } from '../records/item-groups.ts';
import { documented, idValue, readRecord, withDialect, type RecordKind, type RecordModel } from '../records/index.ts';
import {
  grouped,
  placedItems,
  type EventFile,
  type FileId,
  type FileItem,
  type FileItemRef,
  type FilePasskey,
} from './event-file.ts';
import { byText, itemPart, passkeyPart, present, showsSections, withUnit, type ReadPart } from './read-record.ts';

interface ReadEventOptions {
  /** What the environment is called, as the file says it. */
  readonly environment?: string | undefined;
  /** How many requests run at once. */
  readonly concurrency?: number | undefined;
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
  readonly leftOut: ReadonlyMap<string, LeftOut>;
  /** The ids of those that are the event's because a person says so. */
  readonly claimed: readonly FileId[];
}

interface LeftOut {
  readonly name: string;
  readonly isSaid: boolean;
}

/** A record as it was read. A plan is made again after each answer of a person, and reads it once. */
export class SeenRecord<K extends RecordKind = RecordKind> {
  readonly record: JsonObject;
  /** False for a row of a list, which may leave out what the record has. */
  readonly isOwn: boolean;
  readonly #kind: K;
  #model: RecordModel<K> | undefined;

  constructor(kind: K, record: JsonObject, isOwn: boolean) {
    this.#kind = kind;
    this.record = record;
    this.isOwn = isOwn;
  }

  by(dialect: Dialect): RecordModel<K> {
    return (this.#model = this.#model ? withDialect(this.#model, dialect) : readRecord(this.#kind, this.record, dialect));
  }
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

export async function readEvent(client: Client, eventId: FileId, options: ReadEventOptions = {}): Promise<ReadEvent> {
  const reader = new EventReader(client, String(eventId), options);
  const [event, items, passkeys] = await Promise.all([reader.event(), reader.items(), reader.passkeys()]);
  const { dialect } = reader;
  const read = [...items.records.values()].map(({ record }) => record);
  const tree = await itemTree(items, withUnit(read, dialect), options.signal);
  const found = await passkeyRows(passkeys, dialect, refsOf(tree.items), options.signal);
  const notKnown = [
    ...(event.name === undefined ? ['event.name'] : []),
    ...(items.isWhole ? [] : ['items.complete']),
    ...tree.notKnown.map((name) => `items.${name}`),
    ...(passkeys ? [] : ['passkeys']),
    ...(passkeys?.isWhole === false ? ['passkeys.complete'] : []),
    ...found.notKnown.map((name) => `passkeys.${name}`),
  ];
  const file: EventFile = present<EventFile>({
    event: present({ id: idValue(String(eventId)), name: event.name, environment: options.environment }),
    timeZone: dialect.clock,
    items: tree.items,
    passkeys: passkeys && found.passkeys,
    notKnown: notKnown.length === 0 ? undefined : notKnown,
  });
  const byId = (list: ReadList | undefined) => new Map(list?.records);
  const records: EventRecords = {
    eventId: String(eventId),
    dialect,
    items: byId(items),
    passkeys: byId(passkeys),
    leftOut: items.leftOut,
    claimed: items.rows.flatMap(({ id, isUnclaimed }) => (isUnclaimed && id !== undefined ? [idValue(id)] : [])),
  };
  return Object.defineProperty(file, 'records', { value: records }) as ReadEvent;
}

interface ReadList {
  readonly kind: RecordKind;
  readonly rows: readonly Row[];
  readonly records: ReadonlyMap<string, SeenRecord>;
  readonly isWhole: boolean;
  readonly leftOut: EventRecords['leftOut'];
}

class EventReader {
  readonly #client: Client;
  readonly #eventId: string;
  readonly #options: ReadEventOptions;
  readonly #limiter: Limiter;
  #count = 0;

  constructor(client: Client, eventId: string, options: ReadEventOptions) {
    this.#client = client;
    this.#eventId = eventId;
    this.#options = options;
    this.#limiter = new Limiter(options.concurrency ?? 4);
  }

  get dialect(): Dialect {
    return this.#client.dialect ?? unknownDialect;
  }

  #call<Id extends OperationId>(operation: Id, input: CallInput<Id>): Promise<unknown> {
    const { signal } = this.#options;
    return this.#limiter.run(() => this.#client.call(operation, input, { signal }), signal);
  }

  /** Only its name is wanted. */
  async event(): Promise<{ readonly name?: string }> {
    try {
      const event = contentOf(await this.#call('getEvent', { path: { id: this.#eventId } }));
      const name = isObject(event) ? labelOf(event) : '';
      return name === '' ? {} : { name };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind === 'notFound' || String(error.code) === '404') throw new NoEvent(this.#eventId, { cause: error });
      // Who may not see it may still see its items.
      if (['unauthorized', 'forbidden', 'reported'].includes(error.kind)) return {};
      throw error;
    }
  }

  async items(): Promise<ReadList> {
    const list = await this.#list('listItems');
    const isShort = ({ value }: Row) =>
      isObject(value) && !isCalledGroup(value) && !showsSections(readRecord('item', value, this.dialect));
    return this.#withOwn(list, isShort, (id) => this.#call('getItem', { path: { id } }));
  }

  /** Undefined where the service does not show them. */
  async passkeys(): Promise<ReadList | undefined> {
    try {
      const list = await this.#list('listPasskeys');
      const isShort = ({ value }: Row) => isObject(value) && !readRecord('passkey', value, this.dialect).sections.itemIds;
      return await this.#withOwn(list, isShort, (id) => this.#call('getPasskey', { path: { id } }));
    } catch (error) {
      if (isNotShown(error)) return undefined;
      throw error;
    }
  }

  async #list(operation: 'listItems' | 'listPasskeys'): Promise<ReadList> {
    const { signal, unclaimed, claimed, mayGoWithout, onLeftOut } = this.#options;
    const { learned } = this.#client;
    const known = this.dialect.itemsOf?.[this.#eventId] ?? [];
    const itemsOf = { ...this.dialect.itemsOf, [this.#eventId]: [...known, ...(claimed ?? []).map(String)] };
    const dialect = claimed ? { ...this.dialect, itemsOf } : this.dialect;
    const limited: Client = {
      ...{ dialect, ...(learned && { learned }) },
      call: (...wanted) => this.#limiter.run(() => this.#client.call(...wanted), signal),
    };
    const wanted = {
      ...{ signal, keepsUnclaimed: unclaimed === 'take' },
      mayGoWithout: unclaimed === 'leave' ? ('any' as const) : mayGoWithout,
    };
    const read = listPages(limited, operation, { query: { eventId: this.#eventId } }, wanted);
    const isOurs = ({ value }: Row) => (eventOfRow(value, dialect) ?? this.#eventId) === this.#eventId;
    const { rowOf = (row: Row) => (isOurs(row) ? row : undefined) } = read;
    const pager = new Pager(read, { signal, rowOf });
    const rows: Row[] = [];
    for await (const page of pager) {
      rows.push(...page);
      this.#report(page.length);
    }
    const left = pager.unclaimed;
    if (unclaimed === undefined && read.owners?.isSettled === false) throw new UnclaimedItems(left, pager.count);
    if (left.length > 0) onLeftOut?.(left);
    const kind = operation === 'listItems' ? ('item' as const) : ('passkey' as const);
    const records = rows.flatMap(({ id, value }): [string, SeenRecord][] =>
      id !== undefined && isObject(value) ? [[id, new SeenRecord(kind, value, false)]] : [],
    );
    const isWhole = pager.isWhole && (unclaimed === 'leave' || read.owners?.isProved !== false);
    const said = learned?.(operation)?.said.get(this.#eventId);
    const isSaid = (id: string) => unclaimed === 'leave' || said?.get(id) === false;
    const leftOut = new Map(
      left.flatMap(({ id, label }): [string, LeftOut][] => (id === undefined ? [] : [[id, { name: label, isSaid: isSaid(id) }]])),
    );
    return { kind, rows, records: new Map(records), isWhole, leftOut };
  }

  /** A list may leave out what a record has; then each is read by itself. */
  async #withOwn(list: ReadList, isShort: (row: Row) => boolean, read: (id: string) => Promise<unknown>): Promise<ReadList> {
    const records = new Map(list.records);
    const readOwn = async (row: Row): Promise<Row> => {
      if (row.id === undefined || !isShort(row)) return row;
      const own = await this.#own(() => read(row.id as string));
      this.#report(1);
      if (!isObject(own) || idOf(own) !== row.id) return row;
      records.set(row.id, new SeenRecord(list.kind, own, true));
      return { ...row, value: own };
    };
    const rows: Promise<Row>[] = [];
    for (const row of list.rows) {
      const own = readOwn(row);
      // Whoever waits for all of them hears of it.
      own.catch(() => undefined);
      rows.push(own);
      await pauseAfter(rows.length, this.#options.signal);
    }
    return { ...list, rows: await Promise.all(rows), records };
  }

  /** Undefined where the service does not show it: it may be gone since it was listed, or be shown in lists alone. */
  async #own(read: () => Promise<unknown>): Promise<unknown> {
    try {
      return contentOf(await read());
    } catch (error) {
      if (isNotShown(error)) return undefined;
      throw error;
    }
  }

  #report(count: number): void {
    this.#count += count;
    this.#options.onProgress?.(this.#count);
  }
}

/** The service has no such list, or not for this person. */
function isNotShown(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'notFound' || error.kind === 'forbidden');
}

/** So many records are worked on before others have their turn. */
const recordsAtOnce = 50;

async function pauseAfter(count: number, signal: AbortSignal | undefined): Promise<void> {
  if (count % recordsAtOnce !== 0) return;
  await new Promise((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}

async function itemTree(list: ReadList, dialect: Dialect, signal: AbortSignal | undefined) {
  const records = new Map<Row, JsonObject>();
  for (const [index, row] of list.rows.entries()) {
    if (!isObject(row.value)) continue;
    const fields = documented('item', row.value, dialect);
    if (fields.archived !== true) records.set({ ...row, value: fields }, row.value);
    await pauseAfter(index + 1, signal);
  }
  const parts = new Map<Row, ReadPart<FileItem>>();
  const branches = nestItems([...records.keys()]);
  let count = 0;
  const addParts = async (branch: ItemBranch): Promise<void> => {
    const isGroup = branch.inside.length > 0 || isCalledGroup(branch.row.value);
    parts.set(branch.row, itemPart(readRecord('item', records.get(branch.row) ?? {}, dialect), isGroup));
    await pauseAfter(++count, signal);
    for (const inner of branch.inside) await addParts(inner);
  };
  for (const branch of branches) await addParts(branch);
  const notKnown = shownByNone([...parts.values()]);
  const build = ({ row, inside }: ItemBranch): FileItem => {
    const { part, missing } = parts.get(row) as ReadPart<FileItem>;
    const items = inside.length > 0 ? inOrder(inside).map(build) : undefined;
    return present({ ...part, notKnown: listed(missing, notKnown), items });
  };
  return { items: inOrder(branches).map(build), notKnown };
}

async function passkeyRows(
  list: ReadList | undefined,
  dialect: Dialect,
  refOf: (id: string) => FileItemRef,
  signal: AbortSignal | undefined,
) {
  const parts: ReadPart<FilePasskey>[] = [];
  for (const { value } of list?.rows ?? []) {
    if (isObject(value)) parts.push(passkeyPart(readRecord('passkey', value, dialect), refOf));
    await pauseAfter(parts.length, signal);
  }
  const notKnown = shownByNone(parts);
  const passkeys = parts.map(({ part, missing }) => present<FilePasskey>({ ...part, notKnown: listed(missing, notKnown) }));
  passkeys.sort((one, other) => byText(one.passkey, other.passkey) || byText(String(one.id), String(other.id)));
  return { passkeys, notKnown };
}

/** What not one of the records shows is said once, for all of them. */
function shownByNone(parts: readonly ReadPart<object>[]): string[] {
  const missing = new Set(parts.flatMap((one) => one.missing));
  return [...missing].filter((name) => !parts.some(({ part }) => Object.hasOwn(part, name.split('.')[0] ?? '')));
}

function listed(missing: readonly string[], all: readonly string[]): string[] | undefined {
  const own = missing.filter((name) => !all.includes(name));
  return own.length === 0 ? undefined : own;
}

const orderNames = ['order', 'position', 'sortOrder', 'sequence'];

/** In the order that the service gives them by a number; the order of a reply is promised by nobody, so that names decide without one. */
function inOrder(branches: readonly ItemBranch[]): ItemBranch[] {
  const orderOf = ({ row: { value } }: ItemBranch) => {
    const fields = isObject(value) ? value : {};
    return orderNames.map((name) => fields[name]).find((field) => typeof field === 'number');
  };
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
  const paths = grouped(placed, ({ path }) => path);
  const byId = new Map(placed.map((one) => [String(one.item.id), one]));
  return (id) => {
    const found = byId.get(id);
    if (!found) return { id: idValue(id) };
    const isOnly = paths.get(found.path)?.length === 1 && found.path.trim() !== '';
    return isOnly ? found.path : { id: found.item.id ?? id, path: found.path };
  };
}
