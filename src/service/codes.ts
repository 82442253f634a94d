// External codes: uploaded from a CSV file, listed by item, deleted one by one and by event.
import type { Readable } from 'node:stream';
import { codesIn, codesInPack, packOf, readCodeFile, type CodeFile, type CodePack } from './code-files.ts';
import type { Database, SqlRow } from './database.ts';
import { conflict, invalidField, notFound } from './problems.ts';
import { eventInPath, pagingOf, pathId, termCondition, type PageRequest, type ServiceRequest } from './requests.ts';
import { itemInPath } from './items.ts';
import { ListPage } from './shapes.ts';

const pageSize = 25;

export function listCodes(request: ServiceRequest): unknown {
  const itemId = Number(itemInPath(request, 'itemId').id);
  const { term } = request.query;
  const paging = pagingOf(request, pageSize);
  const packs = countInPacks(request.database, itemId, term);
  const total = packs.reduce((sum, { count }) => sum + count, 0);
  return new ListPage(pageOfPacks(request.database, packs, term, paging).map(wireCode), { ...paging, total });
}

interface CountedPack {
  readonly first_id: number;
  /** Of its codes with the term. */
  readonly count: number;
}

function countInPacks(database: Database, itemId: number, term: string | undefined): CountedPack[] {
  const order = 'FROM code_packs WHERE item_id = ? ORDER BY first_id';
  if (term === undefined) return database.all(`SELECT first_id, count ${order}`, itemId) as unknown as CountedPack[];
  // Most packs need not be opened: one without the term in its text has no code with it.
  const inText = termCondition(['codes'], JSON.stringify(term).slice(1, -1));
  const inCode = termCondition(['value'], term);
  const sql = `SELECT first_id, iif(${inText.where}, (SELECT count(*) FROM json_each(codes) WHERE ${inCode.where}), 0) AS count ${order}`;
  return database.all(sql, ...inText.values, ...inCode.values, itemId) as unknown as CountedPack[];
}

/** Opens only the packs that reach into the page. */
function pageOfPacks(database: Database, packs: readonly CountedPack[], term: string | undefined, page: PageRequest): SqlRow[] {
  const found = term === undefined ? { where: 'TRUE', values: [] } : termCondition(['code'], term);
  const sql = `SELECT * FROM item_codes WHERE first_id = ? AND ${found.where} ORDER BY id LIMIT ? OFFSET ?`;
  const rows: SqlRow[] = [];
  let skip = page.offset;
  for (const { first_id, count } of packs) {
    const missing = page.pageSize - rows.length;
    if (missing === 0) break;
    if (skip < count) rows.push(...database.all(sql, first_id, ...found.values, missing, skip));
    skip = Math.max(0, skip - count);
  }
  return rows;
}

function wireCode({ id, event_id, item_id, code, used }: SqlRow): unknown {
  return { id, eventId: event_id, itemId: item_id, code, used: used === 1 };
}

export function deleteCode(request: ServiceRequest): unknown {
  const itemId = pathId(request, 'itemId', 'The item');
  const codeId = pathId(request, 'codeId', 'The code');
  const { database } = request;
  const pack = database.get(
    'SELECT max(first_id) AS first_id FROM code_packs WHERE item_id = ? AND first_id <= ?',
    itemId,
    codeId,
  );
  const path = `$[${codeId - Number(pack?.first_id)}]`;
  const sql = `UPDATE code_packs SET codes = json_set(codes, ?, NULL), count = count - 1
    WHERE first_id = ? AND json_type(codes, ?) = 'text'`;
  if (database.run(sql, path, pack?.first_id ?? null, path).changes === 0) throw notFound(`The code ${codeId}`);
  return { id: codeId, deleted: true };
}

/** All codes of an event, or with `name` those of its items of that name. */
export function deleteEventCodes(request: ServiceRequest): unknown {
  const { database, query } = request;
  const eventId = Number(eventInPath(request, 'eventId').id);
  const ofItem = 'AND item_id IN (SELECT id FROM items WHERE event_id = code_packs.event_id AND name = ?)';
  const where = `event_id = ? ${query.name === undefined ? '' : ofItem}`;
  const values = query.name === undefined ? [eventId] : [eventId, query.name];
  const found = database.get(`SELECT coalesce(sum(count), 0) AS count FROM code_packs WHERE ${where}`, ...values);
  database.run(`DELETE FROM code_packs WHERE ${where}`, ...values);
  return { deleted: found?.count };
}

/** Reads the whole file first and stores it in one transaction: all of it or none. */
export async function uploadCodes(request: ServiceRequest, upload: Readable): Promise<unknown> {
  const { database } = request;
  const [eventId, itemOf] = await database.whenUnlocked(() => {
    const id = Number(eventInPath(request, 'eventId').id);
    return [id, itemFinder(database, id)] as const;
  });
  const file = await readCodeFile(upload, (ticket) => itemOf(ticket) !== undefined);
  return database.whenUnlocked(() => database.transaction(() => storeCodes(database, eventId, file)));
}

function storeCodes(database: Database, eventId: number, file: CodeFile): unknown {
  const itemOf = itemFinder(database, eventId);
  const register = new CodeRegister(storedCodes(database, eventId), file.ascending);
  let stored = 0;
  for (const [ticket, { packs }] of file.byTicket) {
    const itemId = itemOf(ticket);
    if (itemId === undefined) throw conflict(`The ticket ${ticket ?? ''} went away during the upload`, 'file');
    stored += writePacks(database, eventId, itemId, register.addNew(packs));
  }
  const { received, rejected, problems } = file;
  return { received, stored, existing: received - stored - rejected, rejected, problems };
}

function storedCodes(database: Database, eventId: number): string[] {
  const packs = database.all('SELECT codes FROM code_packs WHERE event_id = ?', eventId);
  return packs.flatMap(({ codes }) => JSON.parse(String(codes)) as (string | null)[]).filter((code) => code !== null);
}

/** So few codes that to compare each with every pack costs nothing. */
const fewCodes = 1000;

/** Which codes an event has. */
class CodeRegister {
  readonly #stored: readonly string[];
  readonly #known: Set<string>;
  readonly #ascending: boolean;

  /** Codes that come in ascending order are all different: to put a million of them into a set would take as long as storing them. */
  constructor(stored: readonly string[], ascending: boolean) {
    this.#stored = stored;
    this.#known = new Set(stored);
    this.#ascending = ascending;
  }

  /** Those of the codes that were not there, which are there from now on. */
  addNew(packs: readonly CodePack[]): CodePack[] {
    return packs.map((pack) => (this.#isAllNew(pack) ? pack : this.#addOneByOne(pack))).filter(({ count }) => count > 0);
  }

  #isAllNew({ first, last }: CodePack): boolean {
    if (!this.#ascending || this.#stored.length > fewCodes) return false;
    return !this.#stored.some((code) => code >= first && code <= last);
  }

  #addOneByOne(pack: CodePack): CodePack {
    const isNew = this.#ascending
      ? (code: string) => !this.#known.has(code)
      : (code: string) => !this.#known.has(code) && Boolean(this.#known.add(code));
    return packOf(codesIn(pack).filter(isNew));
  }
}

/** Gives how many codes they are. */
function writePacks(database: Database, eventId: number, itemId: number, packs: readonly CodePack[]): number {
  const sql = 'INSERT INTO code_packs (first_id, event_id, item_id, count, codes) VALUES (?, ?, ?, ?, ?)';
  let first = Number(database.get('SELECT coalesce(max(first_id), 0) AS last FROM code_packs')?.last);
  for (const { count, json } of packs) database.run(sql, (first += codesInPack), eventId, itemId, count, json);
  return packs.reduce((sum, { count }) => sum + count, 0);
}

/** A code without a ticket's name belongs to the event's first ticket. */
function itemFinder(database: Database, eventId: number): (ticket: string | undefined) => number | undefined {
  const items = database.all(
    "SELECT id, name FROM items WHERE event_id = ? AND type = 'Ticket' AND archived = 0 ORDER BY position DESC, id DESC",
    eventId,
  );
  const byName = new Map(items.map(({ id, name }) => [String(name), Number(id)]));
  const first = items.at(-1)?.id;
  if (first === undefined) throw invalidField('eventId', 'names an event without tickets');
  return (ticket) => (ticket === undefined ? Number(first) : byName.get(ticket));
}
