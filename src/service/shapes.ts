// How a reply looks on the wire. The usual shapes, and others that a service of this kind might as well answer with.
import type { Group } from '../client/index.ts';
import type { ServiceProblem } from './problems.ts';

export const shapeNames = ['usual', 'bare', 'hits', 'other'] as const;
export type ShapeName = (typeof shapeNames)[number];

/** One page of a list. */
export class ListPage {
  readonly rows: readonly unknown[];
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;

  constructor(rows: readonly unknown[], paging: { page: number; pageSize: number; total: number }) {
    this.rows = rows;
    this.page = paging.page;
    this.pageSize = paging.pageSize;
    this.total = paging.total;
  }

  get lastPage(): number {
    return Math.max(1, Math.ceil(this.total / this.pageSize));
  }
}

export interface WireReply {
  readonly status: number;
  readonly body: unknown;
}

export function wireReply(group: Group, shape: ShapeName, value: unknown): WireReply {
  const body = value instanceof ListPage ? pageBody(group, shape, value) : valueBody(group, shape, value);
  return { status: 200, body };
}

function pageBody(group: Group, shape: ShapeName, page: ListPage): unknown {
  const { rows, pageSize, total, lastPage } = page;
  switch (shape) {
    case 'bare':
      return rows;
    case 'hits':
      return {
        data: { hits: rows.map((row) => ({ _id: String((row as { id?: string | number }).id ?? ''), _source: row })), total },
      };
    case 'other':
      return { results: rows, total_count: total, current_page: page.page, last_page: lastPage, per_page: pageSize };
    case 'usual':
      return group === 'event'
        ? envelope({ paginationInfo: { currentPage: page.page, lastPage, totalResults: total, pageSize }, data: rows })
        : { data: rows, pagination: { page: page.page, pageSize, total, lastPage } };
  }
}

function valueBody(group: Group, shape: ShapeName, value: unknown): unknown {
  if (shape === 'bare' || shape === 'hits') return value;
  if (shape === 'other') return { result: value, status: 'ok' };
  return group === 'event' ? envelope(value) : { data: value };
}

function envelope(responseData: unknown): unknown {
  return { responseData, responseDetails: 'OK', responseError: null, responseStatus: 200 };
}

/** The ticket group reports errors with real statuses; the event group inside HTTP 200, but for those that say that nothing was tried. */
export function wireProblem(group: Group, problem: ServiceProblem, isWrite = false): WireReply {
  const { status, code, message, fields } = problem;
  if (group === 'ticket') return { status, body: { code, message, info: fields } };
  const responseError = { status: false, category: categoryOf(code), code, message, fields };
  const responseStatus = status === 503 || (status === 401 && isWrite) ? status : 200;
  return { status: responseStatus, body: { responseData: null, responseDetails: message, responseError, responseStatus } };
}

function categoryOf(code: number): string {
  return { 1: 'usage', 2: 'authorization', 3: 'database', 6: 'context' }[Math.floor(code / 1000)] ?? 'other';
}
