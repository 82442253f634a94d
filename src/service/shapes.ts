// How a reply looks on the wire. The usual shapes, and others that a service of this kind might as well answer with.
import type { Group } from '../client/index.ts';
import type { ServiceManners } from './manners.ts';
import { invalidField, type ServiceProblem } from './problems.ts';

export const shapeNames = ['usual', 'bare', 'hits', 'other'] as const;
export type ShapeName = (typeof shapeNames)[number];

/** One page of a list. */
export class ListPage {
  readonly rows: readonly unknown[];
  readonly page: number;
  readonly pageSize: number;
  readonly offset: number;
  readonly total: number;

  constructor(rows: readonly unknown[], paging: { page: number; pageSize: number; total: number; offset?: number }) {
    this.rows = rows;
    this.page = paging.page;
    this.pageSize = paging.pageSize;
    this.offset = paging.offset ?? (paging.page - 1) * paging.pageSize;
    this.total = paging.total;
  }

  withRows(rows: readonly unknown[]): ListPage {
    return new ListPage(rows, this);
  }

  get lastPage(): number {
    return Math.max(1, Math.ceil(this.total / this.pageSize));
  }

  /** Where the next page begins, if there is one. */
  get next(): number | undefined {
    const next = this.offset + this.rows.length;
    return this.rows.length > 0 && next < this.total ? next : undefined;
  }
}

export interface WireReply {
  readonly status: number;
  /** Undefined: the reply has none. */
  readonly body: unknown;
}

type Paging = NonNullable<ServiceManners['paging']>;

export function wireReply(group: Group, shape: ShapeName, value: unknown, paging: Paging = {}): WireReply {
  if (!(value instanceof ListPage)) return { status: 200, body: valueBody(group, shape, value) };
  const body = pageBody(group, shape, value, paging);
  if (paging.by !== 'cursor') return { status: 200, body };
  // A bare list has no place for a cursor.
  const box = Array.isArray(body) ? { data: body as unknown[] } : (body as object);
  return { status: 200, body: { ...box, nextCursor: value.next === undefined ? null : cursorAt(value.next) } };
}

const pageFigures = ['page', 'pageSize', 'total', 'lastPage'] as const;
/** What a shape calls the figures of a page. */
type PageNames = Readonly<Record<(typeof pageFigures)[number], string>>;

function pageBody(group: Group, shape: ShapeName, page: ListPage, paging: Paging): unknown {
  const { rows, total } = page;
  switch (shape) {
    case 'bare':
      return rows;
    case 'hits': {
      const hits = rows.map((row) => ({ _id: String((row as { id?: string | number }).id ?? ''), _source: row }));
      return { data: { hits, ...(paging.noTotal ? {} : { total }) } };
    }
    case 'other':
      return {
        results: rows,
        ...figures(page, paging, otherNames),
      };
    case 'usual':
      return group === 'event' ? envelope(eventPage(page, paging)) : ticketPage(page, paging);
  }
}

const otherNames: PageNames = { page: 'current_page', pageSize: 'per_page', total: 'total_count', lastPage: 'last_page' };
const eventNames: PageNames = { page: 'currentPage', pageSize: 'pageSize', total: 'totalResults', lastPage: 'lastPage' };
const ticketNames: PageNames = { page: 'page', pageSize: 'pageSize', total: 'total', lastPage: 'lastPage' };

function eventPage(page: ListPage, paging: Paging): unknown {
  return paging.noTotal ? { data: page.rows } : { paginationInfo: figures(page, paging, eventNames), data: page.rows };
}

function ticketPage(page: ListPage, paging: Paging): unknown {
  return paging.noTotal ? { data: page.rows } : { data: page.rows, pagination: figures(page, paging, ticketNames) };
}

function figures(page: ListPage, { by = 'page', first = 1, noTotal }: Paging, names: PageNames): Record<string, number> {
  if (noTotal) return {};
  const total = { [names.total]: page.total };
  const limit = page.pageSize;
  if (by === 'none') return total;
  if (by === 'offset') return { offset: page.offset, limit, ...total };
  if (by === 'cursor') return { limit, ...total };
  const all = { page: page.page - 1 + first, pageSize: limit, total: page.total, lastPage: page.lastPage - 1 + first };
  return Object.fromEntries(pageFigures.map((name) => [names[name], all[name]]));
}

function valueBody(group: Group, shape: ShapeName, value: unknown): unknown {
  if (shape === 'bare' || shape === 'hits') return value;
  if (shape === 'other') return { result: value, status: 'ok' };
  return group === 'event' ? envelope(value) : { data: value };
}

function envelope(responseData: unknown): unknown {
  return { responseData, responseDetails: 'OK', responseError: null, responseStatus: 200 };
}

/**
 * The ticket group reports errors with real statuses; the event group inside HTTP 200, but for those that say that nothing was tried.
 * `isBare`: both do, in words alone.
 */
export function wireProblem(group: Group, problem: ServiceProblem, isWrite: boolean, isBare: boolean): WireReply {
  const { status, code, message, fields } = problem;
  if (isBare) return { status, body: { message } };
  if (group === 'ticket') return { status, body: { code, message, info: fields } };
  const responseError = { status: false, category: categoryOf(code), code, message, fields };
  const responseStatus = status === 503 || (status === 401 && isWrite) ? status : 200;
  return { status: responseStatus, body: { responseData: null, responseDetails: message, responseError, responseStatus } };
}

function categoryOf(code: number): string {
  return { 1: 'usage', 2: 'authorization', 3: 'database', 6: 'context' }[Math.floor(code / 1000)] ?? 'other';
}

/** Where a list goes on, as a text that means something only here. */
function cursorAt(offset: number): string {
  return Buffer.from(`row ${offset}`).toString('base64url');
}

/** The offset behind a cursor that stood in a field. */
export function offsetIn(cursor: string, field: string): number {
  const [, offset] = /^row (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (offset === undefined) throw invalidField(field, 'must be a cursor of this list');
  return Number(offset);
}
