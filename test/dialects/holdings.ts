// What a service holds, read from its database and not through its replies; ids are those of the wire.
import { DatabaseSync } from 'node:sqlite';
import type { IdKind } from '../../src/service/wire-ids.ts';

export interface HeldItem {
  readonly id: string;
  readonly eventId: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly type: string;
  readonly quantity: number | null;
  readonly parent: string | null;
  readonly hidden: number;
  /** Cents. */
  readonly price: number | null;
  readonly feeSale: number | null;
  readonly feeProducer: number | null;
  readonly attributes: readonly string[];
}

export interface HeldPeriod {
  readonly itemId: string;
  readonly appCategoryId: number;
  /** By the clock of the service. */
  readonly start: string | null;
  readonly finish: string | null;
  readonly available: number | null;
}

interface HeldPasskey {
  readonly id: string;
  readonly eventId: string;
  readonly passkey: string;
  readonly start: string | null;
  readonly finish: string | null;
  readonly limit: number | null;
  /** In the order of their texts. */
  readonly itemIds: readonly string[];
}

export interface HeldCode {
  readonly id: string;
  readonly eventId: string;
  readonly itemId: string;
  readonly code: string;
  readonly used: number;
}

interface HeldSession {
  readonly id: string;
  readonly eventId: string;
}

export interface Holdings {
  readonly sessions: readonly HeldSession[];
  readonly items: readonly HeldItem[];
  readonly periods: readonly HeldPeriod[];
  readonly passkeys: readonly HeldPasskey[];
  readonly codes: readonly HeldCode[];
}

const itemColumns =
  'id, event_id AS eventId, name, description, type, quantity, parent_id AS parent, hidden, price, fee_sale AS feeSale, fee_producer AS feeProducer';

/** A row as the database has it, its ids being numbers. */
type Stored<T> = { readonly [Key in keyof T]: Key extends 'id' | 'eventId' | 'itemId' | 'parent' ? number : T[Key] };

/** Reads what a service holds now; as long as nobody writes, it is what was read before. */
export class HoldingsReader {
  readonly #database: DatabaseSync;
  /** What an id of the database is called on the wire. */
  readonly #idOf: (kind: IdKind, id: number) => string;
  #last: { readonly version: unknown; readonly holdings: Holdings } | undefined;

  constructor(file: string, idOf: (kind: IdKind, id: number) => string) {
    this.#database = new DatabaseSync(file, { readOnly: true });
    this.#idOf = idOf;
  }

  /** Another one after each write. */
  get version(): unknown {
    return this.#database.prepare('PRAGMA data_version').get()?.data_version;
  }

  read(): Holdings {
    const { version } = this;
    if (this.#last === undefined || this.#last.version !== version) this.#last = { version, holdings: this.#readAll() };
    return this.#last.holdings;
  }

  close(): void {
    this.#database.close();
  }

  #all<T>(sql: string): Stored<T>[] {
    return this.#database.prepare(sql).all() as Stored<T>[];
  }

  #readAll(): Holdings {
    const idOf = this.#idOf;
    const attributesOf = Map.groupBy(
      this.#all<{ id: number; text: string }>(
        "SELECT item_id AS id, key || '=' || value || ':' || type AS text FROM item_attributes ORDER BY 1, 2",
      ),
      ({ id }) => id,
    );
    const openedBy = Map.groupBy(
      this.#all<{ id: number; item: number }>('SELECT passkey_id AS id, item_id AS item FROM passkey_items ORDER BY 1, 2'),
      ({ id }) => id,
    );
    const orNull = (kind: IdKind, id: number | null) => (id === null ? null : idOf(kind, id));
    return {
      sessions: this.#all<HeldSession>('SELECT id, event_id AS eventId FROM sessions ORDER BY id').map(({ id, eventId }) => ({
        ...{ id: idOf('session', id), eventId: idOf('event', eventId) },
      })),
      items: this.#all<HeldItem>(`SELECT ${itemColumns} FROM items ORDER BY id`).map((item) => ({
        ...item,
        id: idOf('item', item.id),
        eventId: orNull('event', item.eventId),
        parent: orNull('item', item.parent),
        attributes: (attributesOf.get(item.id) ?? []).map(({ text }) => text),
      })),
      periods: this.#all<HeldPeriod>(
        'SELECT item_id AS itemId, app_category_id AS appCategoryId, start, finish, available FROM sale_periods ORDER BY 1, 2',
      ).map((period) => ({ ...period, itemId: idOf('item', period.itemId) })),
      passkeys: this.#all<Omit<HeldPasskey, 'itemIds'>>(
        'SELECT id, event_id AS eventId, passkey, start, finish, usage_limit AS "limit" FROM passkeys ORDER BY id',
      ).map((passkey) => ({
        ...passkey,
        id: idOf('passkey', passkey.id),
        eventId: idOf('event', passkey.eventId),
        itemIds: (openedBy.get(passkey.id) ?? []).map(({ item }) => idOf('item', item)).sort(),
      })),
      codes: this.#all<HeldCode>('SELECT id, event_id AS eventId, item_id AS itemId, code, used FROM item_codes ORDER BY id').map(
        ({ id, eventId, itemId, code, used }) => ({
          ...{ id: idOf('code', id), eventId: idOf('event', eventId), itemId: idOf('item', itemId), code, used },
        }),
      ),
    };
  }
}

export function grossIn(file: string, eventId: number): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const sum = database.prepare("SELECT sum(price) AS gross FROM sales WHERE event_id = ? AND status = 'approved'");
  const { gross } = sum.get(eventId) as { gross: number };
  database.close();
  return gross;
}
