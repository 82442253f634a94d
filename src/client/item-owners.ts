// Whose an item is. The document lets nobody choose the items of one event: `GET /items` may list those of all events, in rows that name none.
import type { Dialect } from './dialect.ts';
import { ApiError } from './errors.ts';
import type { Learned } from './extra-parameters.ts';
import { eventOfRow } from './fields.ts';
import { readList, type Row } from './lists.ts';
import type { PageQuery, ReadPage, Unclaimed } from './page-queries.ts';
import { isObject } from './replies.ts';

type ReadOther = (
  operation: 'listItems' | 'getEventTickets',
  input: { readonly path?: { readonly id: string }; readonly query?: PageQuery },
) => Promise<unknown>;

/** `others`: it belongs to another event. `notKnown`: to this one, or not. */
type Ownership = 'own' | 'others' | 'notKnown';

const maxNames = 10;

export function namesOfRows(rows: readonly Row[]): string {
  const names = rows.slice(0, maxNames).map(({ id, label }) => (id === undefined ? label : `${label} (${id})`));
  return rows.length > maxNames ? `${names.join(', ')}, …` : names.join(', ');
}

/** The list of one event's items. `keepsUnclaimed`: rows of which nothing shows whose they are stay in it, and say so. */
export function itemsOfEvent(read: ReadPage, owners: ItemOwners, keepsUnclaimed = false): ReadPage {
  const { paging, rowOf, learned } = read;
  const readOwn = async (page: PageQuery, signal?: AbortSignal) => {
    const reply = await read(page, signal);
    await owners.look(reply, page);
    return reply;
  };
  const ownRow = (row: Row): Row | undefined => {
    const whose = owners.ownershipOf(row);
    if (whose === 'others') return undefined;
    const shown = rowOf ? rowOf(row) : row;
    if (whose === 'own' || shown === undefined) return shown;
    if (keepsUnclaimed) return { ...shown, isUnclaimed: true };
    owners.open.push(shown);
    return undefined;
  };
  return Object.assign(readOwn, { paging, rowOf: ownRow, learned, owners });
}

/** The items of one event, while its list is read. What is not among the tickets that the event shows is hardly its own. */
export class ItemOwners implements Unclaimed {
  readonly #eventId: string;
  readonly #dialect: Dialect;
  readonly #learned: Learned;
  readonly #read: ReadOther;
  readonly #mayGoWithout: boolean | 'any';
  /** The names of the tickets that the event shows, by their ids. */
  #tickets: ReadonlyMap<string, string> | undefined;
  #hasTickets = false;
  readonly open: Row[] = [];

  /** `mayGoWithout`: what is done with the list may leave out what a person leaves out; `any`: that is whatever has to be. */
  constructor(eventId: string, dialect: Dialect, learned: Learned, read: ReadOther, mayGoWithout: boolean | 'any' = false) {
    this.#mayGoWithout = mayGoWithout;
    this.#eventId = eventId;
    this.#dialect = dialect;
    this.#learned = learned;
    this.#read = read;
  }

  /** Finds out whose the rows of a page are that do not say it themselves. */
  async look(reply: unknown, page: PageQuery): Promise<void> {
    if (this.#learned.eventChooses) return;
    const open = readList(reply).rows.filter((row) => this.#mustBeFound(row));
    if (open.length === 0 || (await this.#eventChooses(open, page))) return;
    this.#tickets ??= await this.#readTickets();
    this.#hasTickets ||= open.some((row) => this.#isTicket(row));
  }

  ownershipOf(row: Row): Ownership {
    const owner = eventOfRow(row.value, this.#dialect);
    if (owner !== undefined) return owner === this.#eventId ? 'own' : 'others';
    return !this.#mustBeFound(row) || this.#isTicket(row) ? 'own' : 'notKnown';
  }

  #saidOf({ id = '' }: Row): boolean | undefined {
    if (this.#dialect.itemsOf?.[this.#eventId]?.includes(id)) return true;
    return this.#learned.said.get(this.#eventId)?.get(id);
  }

  get isProved(): boolean {
    return this.open.length === 0 || this.#hasTickets;
  }

  get isSettled(): boolean {
    const isSaid = (row: Row) => this.#saidOf(row) === false;
    return this.isProved || this.#mayGoWithout === 'any' || (this.#mayGoWithout && this.open.every(isSaid));
  }

  #mustBeFound(row: Row): boolean {
    if (this.#learned.eventChooses || !isObject(row.value)) return false;
    return eventOfRow(row.value, this.#dialect) === undefined && this.#saidOf(row) !== true;
  }

  #isTicket({ id, label }: Row): boolean {
    const name = id === undefined ? undefined : this.#tickets?.get(id);
    return name !== undefined && (name === label || name === id);
  }

  /** Whether `eventId` chooses: without it the list has other items. A service that wants it looks at it. */
  async #eventChooses(rows: readonly Row[], page: PageQuery): Promise<boolean> {
    const { refused, compared } = this.#learned;
    if (refused.has('eventId') || compared.has(this.#eventId) || compared.size > 1) return false;
    compared.add(this.#eventId);
    const own = idsOf(rows);
    const read = async (query: PageQuery) => idsOf(readList(await this.#read('listItems', { query })).rows);
    try {
      const others = [...(await read(page))].filter((id) => !own.has(id));
      if (others.length === 0) return false;
      // An item may have been made between the two reads.
      const again = await read({ ...page, eventId: this.#eventId });
      if (others.every((id) => again.has(id))) return false;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 400 && error.status !== 422) return false;
    }
    this.#learned.eventChooses = true;
    return true;
  }

  async #readTickets(): Promise<ReadonlyMap<string, string>> {
    try {
      return ticketsIn(await this.#read('getEventTickets', { path: { id: this.#eventId } }));
    } catch (error) {
      if (error instanceof ApiError) return new Map();
      throw error;
    }
  }
}

function idsOf(rows: readonly Row[]): ReadonlySet<string> {
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

/** What tickets stand in, where they are in groups. */
const innerLists = ['items', 'tickets', 'type', 'types', 'children'];

function ticketsIn(reply: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (content: unknown): void => {
    for (const { id, label, value } of readList(content).rows) {
      if (id !== undefined) found.set(id, label);
      for (const name of innerLists) if (isObject(value) && Array.isArray(value[name])) add(value[name]);
    }
  };
  add(reply);
  return found;
}
