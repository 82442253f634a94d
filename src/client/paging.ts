// Which page of a list a reply is, whatever its words for it.
import { fold, pick, words } from './fields.ts';
import { isObject, type JsonObject } from './replies.ts';

export interface Paging {
  readonly page?: number;
  readonly lastPage?: number;
  readonly total?: number;
  readonly pageSize?: number;
}

const pageWords = words('currentpage page pagenumber');
const zeroBasedPageWords = words('number');
const lastPageWords = words('lastpage totalpages pagecount pages');
const totalPagesWords = words('totalpages');
const totalWords = words('totalresults total totalelements totalcount totalitems totalrecords totalhits count');
const pageSizeWords = words('pagesize perpage limit size itemsperpage');
const strictPagingBoxes = words('paginationinfo pagination paging pageinfo');
const pagingBoxes = words('paginationinfo pagination paging pageinfo pager page meta _meta metadata');

/** Every word that speaks of paging. */
export const pagingWords = [pageWords, zeroBasedPageWords, lastPageWords, totalWords, pageSizeWords, pagingBoxes].flatMap(
  (table) => [...table.keys()],
);

/** Whether an object names a page, or holds an object about paging. */
export function saysItIsAPage(object: JsonObject): boolean {
  const page =
    pick([object], pageWords, countOf) ?? pick([object], strictPagingBoxes, (value) => (isObject(value) ? value : undefined));
  return page !== undefined;
}

export function pagingIn(holders: readonly JsonObject[]): Paging | undefined {
  const places = holders.toReversed().flatMap((holder) => [...boxesIn(holder, 2), holder]);
  const found = {
    page: pick(places, pageWords, countOf) ?? zeroBasedPage(places),
    lastPage: pick(places, lastPageWords, countOf),
    total: pick(places, totalWords, totalOf),
    pageSize: pick(places, pageSizeWords, (value) => countOf(value) || undefined),
  };
  const known = Object.entries(found).filter(([, value]) => value !== undefined);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** The objects about paging inside an object, such as `meta` and then its `pagination`. */
function boxesIn(object: JsonObject, depth: number): JsonObject[] {
  if (depth === 0) return [];
  const boxes = Object.entries(object).flatMap(([key, value]) => (pagingBoxes.has(fold(key)) && isObject(value) ? [value] : []));
  return boxes.flatMap((box) => [...boxesIn(box, depth - 1), box]);
}

/** `number` counts from zero where `totalPages` stands beside it. */
function zeroBasedPage(places: readonly JsonObject[]): number | undefined {
  for (const place of places) {
    const page = pick([place], zeroBasedPageWords, countOf);
    if (page !== undefined) return pick([place], totalPagesWords, countOf) === undefined ? page : page + 1;
  }
  return undefined;
}

function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** A number, or `{ value }` as a search engine counts its hits. */
function totalOf(value: unknown): number | undefined {
  return countOf(isObject(value) && Object.hasOwn(value, 'value') ? value.value : value);
}
