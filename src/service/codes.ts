// External codes: uploaded from a CSV file, listed by item, deleted one by one and by event.
import type { Readable } from 'node:stream';
import { codesIn, packOf, readCodes, type CodeFile, type CodePack } from './code-files.ts';
import type { Database, Row } from './database.ts';
import { conflict, invalidField, notFound } from './problems.ts';
import { eventInPath, pageOf, pagingOf, pathId, termCondition, type ServiceRequest } from './requests.ts';
import { itemInPath } from './items.ts';

const pageSize = 25;

export function listCodes(request: ServiceRequest): unknown {
  const item = itemInPath(request, 'itemId');
  const { term } = request.query;
  const found = term === undefined ? { where: 'TRUE', values: [] } : termCondition(['code'], term);
  const source = {
    select: '*',
    from: 'item_codes',
    where: ['item_id = ?', found.where],
    // The order of the ids, in words that spare a sort.
    order: 'first_id, id',
    values: [Number(item.id), ...found.values],
  };
  return pageOf(request, pagingOf(request, pageSize), source, (_database, rows) => rows.map(wireCode));
}

function wireCode({ id, event_id, item_id, code, used }: Row): unknown {
  return { id, eventId: event_id, itemId: item_id, code, used: used === 1 };
}

export function deleteCode(request: ServiceRequest): unknown {
  const itemId = pathId(request, 'itemId', 'The item');
  const codeId = pathId(request, 'codeId', 'The code');
  const sql =
    'DELETE FROM codes WHERE id = ? AND EXISTS (SELECT 1 FROM code_runs WHERE item_id = ? AND id BETWEEN first_id AND last_id)';
  if (request.database.run(sql, codeId, itemId).changes === 0) throw notFound(`The code ${codeId}`);
  return { id: codeId, deleted: true };
}

/** All codes of an event, or with `name` those of its items of that name. */
export function deleteEventCodes({ database, ...request }: ServiceRequest): unknown {
  const event = eventInPath({ database, ...request }, 'eventId');
  const { name } = request.query;
  const ofItem =
    name === undefined ? '' : ' AND item_id IN (SELECT id FROM items WHERE event_id = code_runs.event_id AND name = ?)';
  const values = name === undefined ? [Number(event.id)] : [Number(event.id), name];
  const runs = database.all(`SELECT first_id, last_id FROM code_runs WHERE event_id = ?${ofItem}`, ...values);
  return { deleted: runs.reduce((deleted, run) => deleted + deleteRun(database, run), 0) };
}

function deleteRun(database: Database, { first_id = null, last_id = null }: Row): number {
  database.run('DELETE FROM code_runs WHERE first_id = ?', first_id);
  return database.run('DELETE FROM codes WHERE id BETWEEN ? AND ?', first_id, last_id).changes;
}

/** Reads the whole file first and stores it in one transaction: all of it or none. */
export async function uploadCodes(request: ServiceRequest, upload: Readable): Promise<unknown> {
  const { database } = request;
  const eventId = Number(eventInPath(request, 'eventId').id);
  const itemOf = itemFinder(database, eventId);
  const file = await readCodes(upload, (ticket) => itemOf(ticket) !== undefined);
  return database.transaction(() => storeCodes(database, eventId, file));
}

function storeCodes(database: Database, eventId: number, file: CodeFile): unknown {
  const itemOf = itemFinder(database, eventId);
  const register = new CodeRegister(storedCodes(database, eventId), file.ascending);
  let stored = 0;
  for (const [ticket, { packs }] of file.byTicket) {
    const itemId = itemOf(ticket);
    if (itemId === undefined) throw conflict(`The ticket ${ticket ?? ''} went away during the upload`, 'file');
    stored += writeRun(database, eventId, itemId, register.addNew(packs));
  }
  const { received, rejected, problems } = file;
  return { received, stored, existing: received - stored - rejected, rejected, problems };
}

function storedCodes(database: Database, eventId: number): string[] {
  const sql = 'SELECT json_group_array(code) AS codes FROM item_codes WHERE event_id = ? GROUP BY first_id';
  return database.all(sql, eventId).flatMap(({ codes }) => JSON.parse(String(codes)) as string[]);
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

/** Stores codes under ids that follow each other; gives how many they are. */
function writeRun(database: Database, eventId: number, itemId: number, packs: readonly CodePack[]): number {
  const [start, ...others] = packs;
  if (!start) return 0;
  const count = packs.reduce((sum, pack) => sum + pack.count, 0);
  const first = Number(database.get('SELECT coalesce(max(last_id), 0) + 1 AS first FROM code_runs')?.first);
  database.run('INSERT INTO code_runs VALUES (?, ?, ?, ?)', first, first + count - 1, eventId, itemId);
  database.run('INSERT INTO codes (id, code) SELECT ? + key, value FROM json_each(?)', first, start.json);
  // SQLite counts on from the highest id by itself, which takes half as long as to give it every one.
  for (const { json } of others) database.run('INSERT INTO codes (code) SELECT value FROM json_each(?)', json);
  return count;
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
