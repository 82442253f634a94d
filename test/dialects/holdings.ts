// What a service holds, read from its database and not through its replies.
import { DatabaseSync } from 'node:sqlite';

export interface HeldItem {
  readonly id: number;
  readonly eventId: number | null;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly quantity: number;
  readonly parent: number | null;
  readonly hidden: number;
  /** Cents. */
  readonly price: number | null;
  readonly feeSale: number | null;
  readonly feeProducer: number | null;
  readonly attributes: readonly string[];
}

export interface HeldPeriod {
  readonly itemId: number;
  readonly appCategoryId: number;
  /** By the clock of the service. */
  readonly start: string;
  readonly finish: string;
  readonly available: number;
}

export interface HeldPasskey {
  readonly id: number;
  readonly eventId: number;
  readonly passkey: string;
  readonly start: string | null;
  readonly finish: string | null;
  readonly limit: number | null;
  readonly itemIds: readonly number[];
}

export interface HeldCode {
  readonly id: number;
  readonly eventId: number;
  readonly itemId: number;
  readonly code: string;
  readonly used: number;
}

export interface Holdings {
  readonly items: readonly HeldItem[];
  readonly periods: readonly HeldPeriod[];
  readonly passkeys: readonly HeldPasskey[];
  readonly codes: readonly HeldCode[];
}

const itemColumns =
  'id, event_id AS eventId, name, description, type, quantity, parent_id AS parent, hidden, price, fee_sale AS feeSale, fee_producer AS feeProducer';

export function holdingsIn(file: string): Holdings {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const all = <T>(sql: string) =>
      database
        .prepare(sql)
        .all()
        .map((row) => ({ ...row })) as T[];
    const [attributes, opened] = [
      all<{ id: number; text: string }>(
        "SELECT item_id AS id, key || '=' || value || ':' || type AS text FROM item_attributes ORDER BY 1, 2",
      ),
      all<{ id: number; item: number }>('SELECT passkey_id AS id, item_id AS item FROM passkey_items ORDER BY 1, 2'),
    ];
    const [attributesOf, openedBy] = [Map.groupBy(attributes, ({ id }) => id), Map.groupBy(opened, ({ id }) => id)];
    return {
      items: all<HeldItem>(`SELECT ${itemColumns} FROM items ORDER BY id`).map((item) => ({
        ...item,
        attributes: (attributesOf.get(item.id) ?? []).map(({ text }) => text),
      })),
      periods: all(
        'SELECT item_id AS itemId, app_category_id AS appCategoryId, start, finish, available FROM sale_periods ORDER BY 1, 2',
      ),
      passkeys: all<HeldPasskey>(
        'SELECT id, event_id AS eventId, passkey, start, finish, usage_limit AS "limit" FROM passkeys ORDER BY id',
      ).map((passkey) => ({ ...passkey, itemIds: (openedBy.get(passkey.id) ?? []).map(({ item }) => item) })),
      codes: all('SELECT id, event_id AS eventId, item_id AS itemId, code, used FROM item_codes ORDER BY id'),
    };
  } finally {
    database.close();
  }
}

export function grossIn(file: string, eventId: number): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const sum = database.prepare("SELECT sum(price) AS gross FROM sales WHERE event_id = ? AND status = 'approved'");
  const { gross } = sum.get(eventId) as { gross: number };
  database.close();
  return gross;
}
