// Which page of a list a reply is, whatever it is called there.
import { wholeNumberIn } from './dialect.ts';
import { fold, pick, aliases } from './fields.ts';
import { isObject, type JsonObject } from './replies.ts';
import { before } from './tails.ts';

export interface Paging {
  readonly page?: number;
  readonly lastPage?: number;
  readonly total?: number;
  /** The total goes by the name `count`, which elsewhere is the number of rows on the page. */
  readonly isCount?: true;
  readonly pageSize?: number;
}

const pageAliases = aliases('currentpage page pagenumber');
const zeroBasedPageAliases = aliases('number');
const lastPageAliases = aliases('lastpage totalpages pagecount pages');
const totalPagesAliases = aliases('totalpages');
const totalAliases = aliases('totalresults total totalelements totalcount totalitems totalrecords totalhits');
const countAliases = aliases('count');
const pageSizeAliases = aliases('pagesize perpage limit size itemsperpage');
const strictPagingBoxes = aliases('paginationinfo pagination paging pageinfo');
const pagingBoxes = aliases('paginationinfo pagination paging pageinfo pager page meta _meta metadata links _links');

/** Every word that speaks of paging. */
export const pagingAliases = [
  pageAliases,
  zeroBasedPageAliases,
  lastPageAliases,
  totalAliases,
  countAliases,
  pageSizeAliases,
  pagingBoxes,
].flatMap((table) => [...table.keys()]);

/** Whether an object names a page, or holds an object about paging. */
export function saysItIsAPage(object: JsonObject): boolean {
  const isPage = (value: unknown) => isObject(value) || undefined;
  return (pick([object], pageAliases, countOf) ?? pick([object], strictPagingBoxes, isPage)) !== undefined;
}

export function pagingIn(holders: readonly JsonObject[]): Paging | undefined {
  const objects = placesIn(holders);
  const total = pick(objects, totalAliases, totalOf);
  const count = total === undefined ? pick(objects, countAliases, totalOf) : undefined;
  const found = {
    page: pick(objects, pageAliases, countOf) ?? zeroBasedPage(objects),
    lastPage: pick(objects, lastPageAliases, countOf),
    total: total ?? count,
    isCount: count === undefined ? undefined : (true as const),
    pageSize: pick(objects, pageSizeAliases, (value) => countOf(value) || undefined),
  };
  const known = Object.entries(found).filter(([, value]) => value !== undefined);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** Where something may be said about paging, the most telling first. */
function placesIn(holders: readonly JsonObject[]): JsonObject[] {
  return holders.toReversed().flatMap((holder) => withBoxes(holder, 2));
}

/** The objects about paging inside an object, such as the `pagination` of its `meta` and then that, before the object. */
function withBoxes(object: JsonObject, depth: number): JsonObject[] {
  const keys = depth === 0 ? [] : Object.keys(object).filter((key) => pagingBoxes.has(fold(key)));
  const boxes = keys.map((key) => object[key]).filter(isObject);
  return [...boxes.flatMap((box) => withBoxes(box, depth - 1)), object];
}

/** `number` counts from zero where `totalPages` stands beside it. */
function zeroBasedPage(objects: readonly JsonObject[]): number | undefined {
  for (const object of objects) {
    const page = pick([object], zeroBasedPageAliases, countOf);
    if (page !== undefined) return pick([object], totalPagesAliases, countOf) === undefined ? page : page + 1;
  }
  return undefined;
}

/** The query of the next page as the service itself names it; `none` where it says that there is none. */
export function nextIn(holders: readonly JsonObject[]): Readonly<Record<string, string>> | 'none' | undefined {
  for (const object of placesIn(holders)) {
    for (const [key, value] of Object.entries(object)) {
      const name = nextAliases.get(fold(key));
      if (name === undefined) continue;
      if (value === null || value === false || value === '') return 'none';
      const text = isObject(value) ? (value.href ?? value.url) : value;
      if (typeof text === 'string' && text.length <= maxNext)
        return queryOf(text) ?? (name === '' ? undefined : { [name]: text });
    }
  }
  return undefined;
}

/** What says where the next page is, and the parameter that takes it where it is no address. */
const nextAliases = new Map([
  ['next', ''],
  ['nextlink', ''],
  ['nexturl', ''],
  ['@odata.nextlink', ''],
  ['nextcursor', 'cursor'],
  ['nextpagetoken', 'pageToken'],
  ['nexttoken', 'token'],
]);
const maxNext = 4000;

/** Of an address only its query is taken: where a request goes is not the reply's to say. */
function queryOf(address: string): Readonly<Record<string, string>> | undefined {
  const start = address.indexOf('?');
  if (start < 0) return undefined;
  const query = Object.fromEntries(new URLSearchParams(before(address.slice(start + 1), /#/)));
  return Object.keys(query).length > 0 ? query : undefined;
}

function countOf(value: unknown): number | undefined {
  const count = wholeNumberIn(value);
  return count !== undefined && count >= 0 ? count : undefined;
}

/** A number, or `{ value }` as a search engine counts its hits; one that counts no further says that there are "at least" so many. */
function totalOf(value: unknown): number | undefined {
  if (!isObject(value) || !Object.hasOwn(value, 'value')) return countOf(value);
  return value.relation === undefined || value.relation === 'eq' ? countOf(value.value) : undefined;
}
