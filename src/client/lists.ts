// Finds what a person wants to see in a reply of any shape: the rows, and which page of them this is.
import {
  endsInId,
  fold,
  idText,
  labelWith,
  meantIn,
  nameAliases,
  otherIdAliases,
  ownField,
  ownId,
  pick,
  ranked,
  rankOf,
  readableText,
  aliases,
} from './fields.ts';
import { alikeIn, isBox, PageRows, type Row } from './page-rows.ts';
import { nextIn, pagingIn, pagingAliases, saysItIsAPage, type Paging } from './paging.ts';
import { isObject, type JsonObject } from './replies.ts';
import { t } from './l10n.ts';

export { labelOf } from './fields.ts';
export type { Row } from './page-rows.ts';

const envelopeAliases = aliases('responsedata data result payload response');
const pagingSide = aliases(
  ...pagingAliases,
  'offset from to next previous prev nextpage previouspage prevpage hasnext hasprevious hasmore hasnextpage haspreviouspage',
  'first last empty numberofelements cursor nextcursor pageable sort links _links self maxscore',
);
/** What stands beside the content without being it. */
const sideAliases = aliases(
  ...pagingSide.keys(),
  'status statuscode httpstatus responsestatus success ok code message messages msg detail details responsedetails info',
  'error errors responseerror warnings requestid traceid correlationid timestamp version apiversion took timedout _shards',
  'jsonapi included extensions filters facets aggregations _typename',
);

const genericLists = aliases('hits edges items results data rows content records list entries elements docs documents nodes');
const knownLists = aliases(
  ...genericLists.keys(),
  'events sections banners featured team crew guests guestlist tickets sessions passkeys codes types groups users members',
  'triggers dates attributes categories',
);

/** The content inside all envelopes around it. */
export function contentOf(reply: unknown): unknown {
  return open(reply, []);
}

const maxEnvelopes = 8;

/** Opens envelope after envelope and notes each in `opened`. */
function open(reply: unknown, opened: JsonObject[]): unknown {
  let content = reply;
  while (isObject(content) && opened.length < maxEnvelopes) {
    const key = envelopeKey(content);
    if (key === undefined) break;
    opened.push(content);
    content = content[key];
  }
  return content;
}

/** The key of the content, when all the rest of the object is about the content. */
function envelopeKey(object: JsonObject): string | undefined {
  const isBeside = (key: string) => sideAliases.has(fold(key)) || envelopeAliases.has(fold(key));
  if (!Object.keys(object).every(isBeside)) return undefined;
  const found = meantIn(object, envelopeAliases);
  const full = found.filter((key) => isBox(object[key]));
  if (full.length > 0) return full.length === 1 ? full[0] : undefined;
  // A text named `data` may be a date; only `responseData` is sure to be the content whatever it is.
  return found.find((key) => typeof object[key] !== 'string' || fold(key) === 'responsedata');
}

interface FoundRows {
  readonly items: readonly unknown[];
  /** The keys of a map of ids, in the order of the items. */
  readonly keys?: readonly string[] | undefined;
  /** The objects around the items, outermost first: the paging is in one of them. */
  readonly holders: readonly JsonObject[];
  readonly isList: boolean;
}

export function readList(reply: unknown): { readonly rows: readonly Row[]; readonly paging?: Paging | undefined } {
  const found = locate(reply);
  return { rows: rowsOf(found), paging: pagingIn(found.holders) };
}

export function pagingOf(reply: unknown): Paging | undefined {
  return pagingIn(locate(reply).holders);
}

/** A list, and where its next page is. */
export interface Page {
  readonly rows: PageRows;
  readonly paging?: Paging | undefined;
  readonly next?: ReturnType<typeof nextIn>;
  /** There is a list in the reply, be it an empty one: `{}` and no content at all say nothing of how much there is. */
  readonly isList: boolean;
}

export function readPage(reply: unknown): Page {
  const found = locate(reply);
  const { items, keys, holders, isList } = found;
  const rows = new PageRows(items.length, () => rowsOf(found), keys ? undefined : alikeIn(items));
  return { rows, paging: pagingIn(holders), next: nextIn(holders), isList };
}

function locate(reply: unknown): FoundRows {
  const holders: JsonObject[] = [];
  const content = open(reply, holders);
  const list = listIn(content);
  if (list) return { ...list, holders, isList: true };
  if (!isObject(content)) return { items: isBlank(content) ? [] : [content], holders, isList: false };
  if (isRecord(content)) return { items: [content], holders, isList: false };
  return search(content, holders) ?? { items: single(content), holders: [...holders, content], isList: false };
}

function isBlank(content: unknown): boolean {
  return content === null || content === undefined || (typeof content === 'string' && content.trim() === '');
}

const idLike = /^(?:\d+|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i;

/** A list, or a map of ids such as `{ "12": {…}, "13": {…} }`. */
function listIn(value: unknown): Pick<FoundRows, 'items' | 'keys'> | undefined {
  if (Array.isArray(value)) return { items: value };
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  const isMap = keys.every((key) => idLike.test(key) || ownId(value[key]) === key) && keys.some((key) => isObject(value[key]));
  return isMap ? { items: Object.values(value), keys } : undefined;
}

/** A thing with an id or a name, whose arrays are its parts; unless it says that it is a page. */
function isRecord(object: JsonObject): boolean {
  if (saysItIsAPage(object)) return false;
  if (ownId(object) !== undefined) return true;
  return pick([object], nameAliases, readableText) !== undefined && pick([object], genericLists, asArray) === undefined;
}

function asArray(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

interface Candidate extends FoundRows {
  readonly known: boolean;
  /** Compared from the left; the higher one is the better list. */
  readonly score: readonly number[];
}

const maxDepth = 4;
const maxLevel = 200;

/** The best list inside an object, level by level; the parts of a record are no list. */
function search(root: JsonObject, around: readonly JsonObject[]): FoundRows | undefined {
  let best: Candidate | undefined;
  let level: (readonly JsonObject[])[] = [[...around, root]];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const next: (readonly JsonObject[])[] = [];
    for (const holders of level) {
      for (const [key, value] of Object.entries(holders.at(-1) ?? {})) {
        const candidate = candidateIn(key, value, depth, holders);
        if (candidate && isBetter(candidate, best)) best = candidate;
        if (!candidate && isObject(value) && next.length < maxLevel && !isRecord(value)) next.push([...holders, value]);
      }
    }
    level = next;
  }
  const isNoise = best?.items.length === 0 && !best.known && saysMore(root);
  return isNoise ? undefined : best;
}

function candidateIn(key: string, value: unknown, depth: number, holders: readonly JsonObject[]): Candidate | undefined {
  const list = listIn(value);
  if (!list) return undefined;
  const { items } = list;
  const known = rankOf(knownLists, key);
  // An empty list with a list's name is the answer: what else is there is not what was asked for.
  const holdsRows = items.length === 0 ? known < Infinity : items.slice(0, 20).some(isObject);
  const score = [Number(!sideAliases.has(fold(key))), Number(holdsRows), -depth, -known, items.length];
  return { ...list, holders, isList: true, known: known < Infinity, score };
}

function isBetter(candidate: Candidate, best: Candidate | undefined): boolean {
  if (!best) return true;
  const first = candidate.score.findIndex((part, index) => part !== best.score[index]);
  return first >= 0 && (candidate.score[first] ?? 0) > (best.score[first] ?? 0);
}

/** Whether an object has anything to show beside its lists. */
function saysMore(object: JsonObject): boolean {
  return Object.entries(object).some(
    ([key, value]) => !isBlank(value) && typeof value !== 'object' && !sideAliases.has(fold(key)),
  );
}

/** An object without a list is one row; `{ event: {…} }` is the event. */
function single(object: JsonObject): readonly unknown[] {
  const keys = Object.keys(object);
  if (keys.every((key) => pagingSide.has(fold(key)))) return [];
  const telling = keys.filter((key) => !sideAliases.has(fold(key)));
  const inner = telling.length === 1 ? object[telling[0] ?? ''] : undefined;
  return [isObject(inner) && isRecord(inner) ? inner : object];
}

function rowsOf({ items, keys }: FoundRows): readonly Row[] {
  const values = items.map(unwrap);
  const ids = values.map(
    (value, index) => ownId(value) ?? (value === items[index] ? undefined : ownId(items[index])) ?? keys?.[index],
  );
  const hasIds = ids.some((id) => id !== undefined);
  const otherKey = hasIds ? undefined : idKeyOf(values);
  const hasObjects = values.some(isObject);
  return values.map((value, index) => {
    const id = ids[index] ?? (otherKey !== undefined && isObject(value) ? idText(ownField(value, otherKey)) : undefined);
    const problem = hasObjects || value === null ? rowProblem(value, id, hasIds || otherKey !== undefined) : undefined;
    return { value, id, label: labelWith(value, id), problem };
  });
}

/** The row of a record that stands by itself. */
export function rowOfRecord(value: unknown): Row {
  const id = ownId(value);
  return { value, id, label: labelWith(value, id) };
}

/** The row inside a search hit or an edge. */
function unwrap(item: unknown): unknown {
  // Nearly all are neither, and a long list is many.
  if (!isObject(item) || (item._source === undefined && item.node === undefined)) return item;
  if (Object.hasOwn(item, '_source')) return item._source;
  return Object.hasOwn(item, 'node') && isObject(item.node) && !Object.hasOwn(item, 'id') ? item.node : item;
}

/**
 * The one key that tells the rows of a list apart, where none has an id of its own: an `eventId` that several rows share is the id of
 * what they belong to, and a row must never go by the id of another record.
 */
function idKeyOf(values: readonly unknown[]): string | undefined {
  const sample = values.slice(0, 200).filter(isObject);
  const keys = [...new Set(sample.flatMap((row) => Object.keys(row)))];
  return [...ranked(keys, otherIdAliases), ...keys.filter(endsInId)].find((key) => {
    const ids = sample.map((row) => idText(ownField(row, key))).filter((id) => id !== undefined);
    return ids.length > 0 && ids.length * 2 >= sample.length && new Set(ids).size === ids.length;
  });
}

function rowProblem(value: unknown, id: string | undefined, othersHaveIds: boolean): string | undefined {
  if (value === null || value === undefined) return t('This row is empty.');
  if (Array.isArray(value)) return t('This row is a list, not an object.');
  if (isObject(value)) return id === undefined && othersHaveIds ? t('This row has no id.') : undefined;
  if (typeof value === 'string') return t('This row is a string, not an object.');
  return typeof value === 'boolean' ? t('This row is a boolean, not an object.') : t('This row is a number, not an object.');
}
