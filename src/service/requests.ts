// What a handler gets, and how it reads its input: every wrong value is named.
import type { Database, SqlRow } from './database.ts';
import { codes, eventNotFound, invalidField, notFound, ServiceProblem } from './problems.ts';
import type { ServiceManners } from './manners.ts';
import { ListPage, offsetIn } from './shapes.ts';
import type { User } from './tokens.ts';

export interface ServiceRequest {
  readonly database: Database;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The checked payload; undefined when none was sent. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly user: User;
  readonly now: number;
  readonly manners: ServiceManners;
}

/** An id that stands in the path; one that is no number names nothing. */
export function pathId(request: ServiceRequest, name: string, what: string): number {
  const text = request.path[name] ?? '';
  if (!/^\d{1,15}$/.test(text)) throw notFound(`${what} ${text}`);
  return Number(text);
}

/** The event that a path names by id or by link. */
export function eventInPath(request: ServiceRequest, name: string): SqlRow {
  return findEvent(request.database, request.path[name] ?? '');
}

export function findEvent(database: Database, idOrLink: string): SqlRow {
  const byId = /^\d{1,15}$/.test(idOrLink) ? database.get('SELECT * FROM events WHERE id = ?', Number(idOrLink)) : undefined;
  const found = byId ?? database.get('SELECT * FROM events WHERE link = ?', idOrLink);
  if (!found) throw eventNotFound();
  return found;
}

const maxPage = 1000;

export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
  readonly offset: number;
}

export function pagingOf({ query, manners: { paging = {} } }: ServiceRequest, defaultSize: number): PageRequest {
  const { by = 'page', cap, first = 1 } = paging;
  if (by === 'none') return { page: 1, pageSize: Number.MAX_SAFE_INTEGER, offset: 0 };
  const { page: position = by, size = by === 'page' ? 'pageSize' : 'limit' } = paging;
  const asked = wholeNumber(query[size], size, 1, cap === undefined ? maxPage : Number.MAX_SAFE_INTEGER) ?? defaultSize;
  const pageSize = Math.min(asked, cap ?? asked);
  const at = query[position];
  if (by === 'page') {
    const page = (wholeNumber(at, position, first, Number.MAX_SAFE_INTEGER / maxPage) ?? first) - first + 1;
    return { page, pageSize, offset: (page - 1) * pageSize };
  }
  const offset = by === 'offset' ? wholeNumber(at, position, 0, Number.MAX_SAFE_INTEGER) : at && offsetIn(at, position);
  return { page: Math.floor(Number(offset ?? 0) / pageSize) + 1, pageSize, offset: Number(offset ?? 0) };
}

function wholeNumber(text: string | undefined, field: string, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most))
    throw invalidField(field, `must be a whole number from ${least} to ${Math.floor(most)}`);
  return value;
}

/** An id in the query that must name something of a table. */
export function queryId({ query }: ServiceRequest, field: string): number | undefined {
  return wholeNumber(query[field], field, 0, Number.MAX_SAFE_INTEGER);
}

/** One page of a query; `order` makes it the same page every time. */
export function pageOf(
  { database }: ServiceRequest,
  paging: PageRequest,
  source: { select: string; from: string; where: readonly string[]; order: string; values: readonly (string | number)[] },
  toWire: (database: Database, rows: readonly SqlRow[]) => unknown[],
): ListPage {
  const where = source.where.length > 0 ? `WHERE ${source.where.join(' AND ')}` : '';
  const total = Number(database.get(`SELECT count(*) AS total FROM ${source.from} ${where}`, ...source.values)?.total);
  const rows = database.all(
    `SELECT ${source.select} FROM ${source.from} ${where} ORDER BY ${source.order} LIMIT ? OFFSET ?`,
    ...source.values,
    paging.pageSize,
    paging.offset,
  );
  return new ListPage(toWire(database, rows), { ...paging, total });
}

/** The event group refuses a page that lies beyond the last one; an offset or a cursor there finds no rows. */
export function withinPages({ manners: { paging = {} } }: ServiceRequest, page: ListPage): ListPage {
  const { by = 'page', first = 1, page: name = 'page' } = paging;
  if (by !== 'page' || page.page <= page.lastPage) return page;
  const [asked, last] = [page.page, page.lastPage].map((number) => number - 1 + first);
  throw new ServiceProblem(404, codes.pageBeyondLast, `Page ${asked} lies beyond the last, ${last}`, [name]);
}

/** A condition for `term`: the words somewhere in one of the columns, whatever their case. */
export function termCondition(columns: readonly string[], term: string): { where: string; values: string[] } {
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`;
  return {
    where: `(${columns.map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR ')})`,
    values: columns.map(() => pattern),
  };
}
