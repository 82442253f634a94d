// What a handler gets, and how it reads its input: every wrong value is named.
import type { Database, SqlRow } from './database.ts';
import { codes, eventNotFound, invalidField, notFound, ServiceProblem } from './problems.ts';
import { ListPage } from './shapes.ts';
import type { User } from './tokens.ts';

export interface ServiceRequest {
  readonly database: Database;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The checked payload; undefined when none was sent. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly user: User;
  readonly now: number;
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

export function pagingOf({ query }: ServiceRequest, defaultSize: number): PageRequest {
  const page = wholeNumber(query.page, 'page', 1, Number.MAX_SAFE_INTEGER / maxPage) ?? 1;
  const pageSize = wholeNumber(query.pageSize, 'pageSize', 1, maxPage) ?? defaultSize;
  return { page, pageSize, offset: (page - 1) * pageSize };
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
  return new ListPage(toWire(database, rows), { page: paging.page, pageSize: paging.pageSize, total });
}

/** The event group refuses a page that lies beyond the last one. */
export function withinPages(page: ListPage): ListPage {
  if (page.page > page.lastPage)
    throw new ServiceProblem(404, codes.pageBeyondLast, `Page ${page.page} lies beyond the last, ${page.lastPage}`, ['page']);
  return page;
}

/** A condition for `term`: the words somewhere in one of the columns, whatever their case. */
export function termCondition(columns: readonly string[], term: string): { where: string; values: string[] } {
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`;
  return {
    where: `(${columns.map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR ')})`,
    values: columns.map(() => pattern),
  };
}
