// A service in memory, for what no dialect of the local service does.
import { ApiError, type Client, type Dialect, type OperationId } from '../../../src/client/index.ts';

export type HeldRecord = Record<string, unknown>;

export const dialect: Dialect = {
  amounts: { items: 'cents', fees: 'cents' },
  clock: 'America/Sao_Paulo',
  put: 'merges',
  removal: null,
};
export const now = Date.UTC(2026, 5, 15, 15);
export const environment = 'stg';

/** A service that holds what it is given, and answers as a test wants it. */
export class OddService {
  readonly items: HeldRecord[];
  readonly passkeys: HeldRecord[];
  readonly writes: string[] = [];
  /** What is done with a write, whose work is `act`. */
  onWrite: (operation: OperationId, act: () => unknown) => unknown = (_operation, act) => act();
  /** What of the lists is shown. */
  shown: (rows: readonly HeldRecord[]) => readonly HeldRecord[] = (rows) => rows;
  /** Items and passkeys have numbers of their own. */
  hasOwnNumbers = false;
  #next = { items: 1000, passkeys: 1000 };

  constructor(items: HeldRecord[], passkeys: HeldRecord[] = []) {
    this.items = items;
    this.passkeys = passkeys;
  }

  get client(): Client {
    // As over a wire: no later write changes what was answered before.
    const call = ((operation: OperationId, input: HeldRecord) =>
      Promise.resolve().then(() => structuredClone(this.#answer(operation, input)))) as Client['call'];
    return { dialect, call };
  }

  #answer(
    operation: OperationId,
    { path = {}, query = {}, body = {} }: { path?: HeldRecord; query?: HeldRecord; body?: HeldRecord },
  ): unknown {
    const page = (rows: readonly HeldRecord[]) => ({ data: Number(query.page ?? 1) > 1 ? [] : rows, total: rows.length });
    const find = (rows: readonly HeldRecord[]) => {
      const found = rows.find(({ id }) => String(id) === String(path.id));
      if (!found) throw new ApiError('no', { kind: 'notFound', operation, status: 404 });
      return found;
    };
    if (operation === 'getEvent') return { data: { id: 1, name: 'Odd' } };
    // It lists the items of an event, and only these.
    if (operation === 'listItems' && query.eventId === undefined)
      throw new ApiError('whose?', { kind: 'invalid', operation, status: 400 });
    if (operation === 'listItems') return page(this.shown(this.items));
    if (operation === 'listPasskeys') return page(this.shown(this.passkeys));
    if (operation === 'getItem') return { data: find(this.shown(this.items)) };
    if (operation === 'getPasskey') return { data: find(this.shown(this.passkeys)) };
    this.writes.push(operation);
    return this.onWrite(operation, () => {
      if (operation === 'createItem') return this.#made(this.items, { ...newItem, ...body });
      if (operation === 'createPasskey')
        return this.#made(this.passkeys, { itemIds: [], start: null, finish: null, limit: null, ...body });
      if (operation === 'setPasskeyItems' || operation === 'updatePasskey') return Object.assign(find(this.passkeys), body);
      if (operation === 'removeItem') return this.items.splice(this.items.indexOf(find(this.items)), 1);
      const item = find(this.items);
      if (operation.endsWith('Values')) return Object.assign(item, { value: body });
      if (operation === 'updateItem') return Object.assign(item, body);
      const [list, name] = operation.endsWith('SalePeriod') ? ['salePeriods', 'appCategoryId'] : ['attributes', 'key'];
      const rows = (item[list] as HeldRecord[]).filter((row) => row[name] !== body[name]);
      return Object.assign(item, { [list]: [...rows, body] });
    });
  }

  #made(rows: HeldRecord[], record: HeldRecord): unknown {
    const id = ++this.#next[this.hasOwnNumbers && rows === this.passkeys ? 'passkeys' : 'items'];
    rows.push({ id, ...record });
    return { data: { id } };
  }
}

const newItem = { description: '', type: 'Ticket', quantity: 0, hidden: false, value: null, salePeriods: [], attributes: [] };
export const ticket = (id: unknown, name: string, more: HeldRecord = {}) => ({
  ...{ ...newItem, id, name, value: { price: 1000, feeSale: 0, feeProducer: 0 } },
  ...more,
});
