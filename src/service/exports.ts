// The lists that an event's people ask for: which rows, and under which file name.
import { withoutTail } from '../client/tails.ts';
import type { Database, SqlRow } from './database.ts';
import { writeWhole } from './private-files.ts';
import { csvChunks, xlsxChunks, type Cell, type CsvOptions, type ExportTable } from './tables.ts';

export type ExportType = 'guestlist' | 'passkey' | 'transactions';
export type ExportFormat = 'csv' | 'xlsx';

export interface ExportRequest {
  readonly eventId: number;
  readonly type: ExportType;
  /** As they come in: `{ name, value }`, or names and values as in `{ status }`. */
  readonly filters?: readonly unknown[];
}

/** An export that cannot be made, with the field at fault. */
export class ExportProblem extends Error {
  override readonly name = 'ExportProblem';
  /** What is wrong, to be read after the name of the field. */
  readonly problem: string;
  readonly field: string;

  constructor(field: string, problem: string) {
    super(`${field} ${problem}`);
    this.field = field;
    this.problem = problem;
  }
}

interface ExportQuery {
  readonly columns: readonly string[];
  /** Selects the columns, ends with its WHERE and takes the event's id. */
  readonly select: string;
  readonly order: string;
  /** What each filter asks of a row. */
  readonly conditions: ReadonlyMap<string, string>;
  /** The columns in which the filter `term` looks. */
  readonly searched: readonly string[];
}

const salesAndTheirTickets = `
  sales JOIN items ON items.id = sales.item_id JOIN sessions ON sessions.id = sales.session_id
  LEFT JOIN items AS parents ON parents.id = items.parent_id`;

const guestlist: ExportQuery = {
  columns: ['id', 'code', 'name', 'email', 'ticket', 'group', 'session', 'channel', 'checked', 'lastUpdate'],
  select: `
    SELECT sales.id, code, sales.name, email, items.name AS ticket, parents.name AS "group", starts_at AS session, channel,
      iif(checked_at IS NULL, 'no', 'yes') AS checked, coalesce(checked_at, sold_at) AS lastUpdate
    FROM ${salesAndTheirTickets} WHERE sales.event_id = ? AND sales.status = 'approved'`,
  order: 'sales.id',
  conditions: new Map([['channel', 'channel = ?']]),
  searched: ['name', 'email', 'code'],
};

const transactions: ExportQuery = {
  columns: [
    ...['id', 'code', 'soldAt', 'status', 'channel', 'session', 'ticket', 'name', 'email'],
    ...['price', 'feeSale', 'feeProducer', 'total'],
  ],
  // The buyer pays the price and fee_sale on top.
  select: `
    SELECT sales.id, code, sold_at AS soldAt, sales.status, channel, starts_at AS session, items.name AS ticket, sales.name, email,
      sales.price, sales.fee_sale AS feeSale, sales.fee_producer AS feeProducer, sales.price + sales.fee_sale AS total
    FROM ${salesAndTheirTickets} WHERE sales.event_id = ?`,
  order: 'sales.id',
  conditions: new Map([
    ['channel', 'channel = ?'],
    ['status', 'sales.status = ?'],
  ]),
  searched: ['name', 'email', 'code'],
};

const passkey: ExportQuery = {
  columns: ['id', 'passkey', 'status', 'start', 'finish', 'limit', 'used', 'items'],
  select: `
    SELECT id, passkey, status, start, finish, usage_limit AS "limit", used, (
      SELECT group_concat(items.name, '; ' ORDER BY items.id) FROM passkey_items JOIN items ON items.id = item_id
      WHERE passkey_id = passkeys.id
    ) AS items
    FROM passkeys WHERE event_id = ?`,
  order: 'id',
  conditions: new Map([['status', 'status = ?']]),
  searched: [],
};

const queries: Readonly<Record<ExportType, ExportQuery>> = { guestlist, passkey, transactions };

/** The rows of an export; amounts are in cents. Throws an ExportProblem for a filter that the type does not have. */
export function exportRows(database: Database, { eventId, type, filters = [] }: ExportRequest): ExportTable {
  const { columns, select, order, conditions, searched } = queries[type];
  const known = [...conditions.keys(), ...(searched.length > 0 ? ['term'] : [])];
  const wanted = readFilters(filters, (name) => {
    if (!known.includes(name))
      throw new ExportProblem(fieldOf(name), `is no filter of ${type} exports; they have ${known.join(', ')}`);
  });
  const term = wanted.get('term');
  wanted.delete('term');
  const where = [...wanted.keys()].map((name) => ` AND ${conditions.get(name) ?? ''}`).join('');
  const found = database.all(`${select}${where} ORDER BY ${order}`, eventId, ...wanted.values());
  const rows = term === undefined ? found : found.filter(matcher(term, searched));
  return { columns, rows: rows.map((row) => columns.map((column) => row[column] as Cell)) };
}

function readFilters(filters: readonly unknown[], check: (name: string) => void): Map<string, string> {
  const wanted = new Map<string, string>();
  for (const [name, value] of filters.flatMap(namesAndValues)) {
    check(name);
    if (typeof value !== 'string') throw new ExportProblem(fieldOf(name), 'must be text');
    if (wanted.has(name)) throw new ExportProblem(fieldOf(name), 'is given twice');
    wanted.set(name, value);
  }
  return wanted;
}

function namesAndValues(filter: unknown): [string, unknown][] {
  const entries = typeof filter === 'object' && filter !== null ? Object.entries(filter) : [];
  const { name, value } = Object.fromEntries(entries) as { name?: unknown; value?: unknown };
  if (typeof name === 'string') return [[name, value]];
  if (entries.length === 0 || name !== undefined) throw new ExportProblem('filters', 'must have a name and a value, or a status');
  return entries;
}

function fieldOf(filter: string): string {
  return `filters.${filter.slice(0, 50)}`;
}

/** Finds "joao" in "João": SQLite ignores case only in ASCII. */
function matcher(term: string, columns: readonly string[]): (row: SqlRow) => boolean {
  const sought = folded(term);
  return (row) =>
    columns.some((column) => {
      const value = row[column];
      return typeof value === 'string' && folded(value).includes(sought);
    });
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Writes the file whole or not at all. In XLSX, text is stored as text, so that no formula needs guarding. */
export async function writeExport(
  path: string,
  format: ExportFormat,
  table: ExportTable,
  options: CsvOptions = {},
): Promise<void> {
  await writeWhole(path, format === 'csv' ? csvChunks(table, options) : xlsxChunks(table));
}

const maxFileName = 100;
const deviceName = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?=\s*(?:\.|$))/i;

/** A file name that every system takes, such as `Rock in Rio - guestlist - 2026-09-18.csv`; `date` begins with `YYYY-MM-DD`. */
export function exportFileName(eventTitle: string, type: ExportType, format: ExportFormat, date: string): string {
  const ending = ` - ${type} - ${safePart(date.slice(0, 10))}.${format}`;
  const title = safePart(eventTitle).replace(deviceName, '_$&');
  return `${withoutEdges(title.slice(0, maxFileName - ending.length).replace(/\p{Cs}/gu, '')) || 'event'}${ending}`;
}

function safePart(text: string): string {
  const visible = text.normalize('NFC').replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\ufeff]/gu, '');
  return withoutEdges(
    visible
      .replace(/[/\\:*?"<>|]+/g, '-')
      .replace(/\.{2,}/g, '.')
      .replace(/\s+/g, ' '),
  );
}

/** A dot at the start hides a file, a dash makes it an option; Windows drops dots and spaces at the end. */
function withoutEdges(text: string): string {
  return withoutTail(text.replace(/^[-.\s]+/, ''), /[.\s]/);
}
