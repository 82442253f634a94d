// External codes: uploaded from a CSV file, listed by item, deleted one by one and by event.
import type { Readable } from 'node:stream';
import Papa from 'papaparse';
import type { Database, Row } from './database.ts';
import { codes as problemCodes, invalidField, notFound, ServiceProblem } from './problems.ts';
import { eventInPath, pageOf, pagingOf, pathId, termCondition, type ServiceRequest } from './requests.ts';
import { itemInPath } from './items.ts';

const pageSize = 25;
const shownProblems = 100;
const headerWords = /^(?:codes?|c[óo]digos?|tickets?|items?|names?|nomes?|ingressos?)$/iu;

export function listCodes(request: ServiceRequest): unknown {
  const item = itemInPath(request, 'itemId');
  const { term } = request.query;
  const found = term === undefined ? { where: 'TRUE', values: [] } : termCondition(['code'], term);
  const source = {
    select: '*',
    from: 'codes',
    where: ['item_id = ?', found.where],
    order: 'id',
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
  if (request.database.run('DELETE FROM codes WHERE id = ? AND item_id = ?', codeId, itemId).changes === 0)
    throw notFound(`The code ${codeId}`);
  return { id: codeId, deleted: true };
}

/** All codes of an event, or with `name` those of its items of that name. */
export function deleteEventCodes(request: ServiceRequest): unknown {
  const event = eventInPath(request, 'eventId');
  const { name } = request.query;
  const ofItem = name === undefined ? '' : ' AND item_id IN (SELECT id FROM items WHERE event_id = codes.event_id AND name = ?)';
  const values = name === undefined ? [Number(event.id)] : [Number(event.id), name];
  return { deleted: request.database.run(`DELETE FROM codes WHERE event_id = ?${ofItem}`, ...values).changes };
}

/** The rows of a file, in columns of their own: an object a row would cost more than the reading. */
interface CodeRows {
  /** Undefined for a row that is blank or the header. */
  readonly codes: (string | undefined)[];
  /** The ticket's name, in a file with two columns. */
  readonly tickets: (string | undefined)[];
}

interface Rejection {
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

/** Reads the whole file first and stores it in one transaction: all of it or none. */
export async function uploadCodes(request: ServiceRequest, file: Readable): Promise<unknown> {
  const event = eventInPath(request, 'eventId');
  const rows = await readCodes(file);
  return request.database.transaction(() => storeCodes(request.database, Number(event.id), rows));
}

function storeCodes(database: Database, eventId: number, { codes, tickets }: CodeRows): unknown {
  const itemOf = itemFinder(database, eventId);
  const writer = new CodeWriter(database, eventId);
  const rejected: Rejection[] = [];
  let rejectedCount = 0;
  let received = 0;
  const reject = (row: number, code: string, message: string) => {
    rejectedCount++;
    if (rejected.length < shownProblems) rejected.push({ line: row + 1, code, message });
  };
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row];
    if (code === undefined) continue;
    received++;
    const itemId = itemOf(tickets[row]);
    if (code === '') reject(row, code, 'the code is empty');
    else if (itemId === undefined) reject(row, code, `the event has no ticket named ${tickets[row] ?? ''}`);
    else writer.add(itemId, code);
  }
  writer.flush();
  const stored = writer.stored;
  return { received, stored, existing: received - stored - rejectedCount, rejected: rejectedCount, problems: rejected };
}

const codesInStatement = 5000;

/** Stores codes thousands at a time: a statement for each would take three times as long. */
class CodeWriter {
  readonly #database: Database;
  readonly #eventId: number;
  readonly #waiting = new Map<number, string[]>();
  stored = 0;

  constructor(database: Database, eventId: number) {
    this.#database = database;
    this.#eventId = eventId;
  }

  add(itemId: number, code: string): void {
    let codes = this.#waiting.get(itemId);
    if (!codes) this.#waiting.set(itemId, (codes = []));
    if (codes.push(code) >= codesInStatement) this.#write(itemId, codes);
  }

  flush(): void {
    for (const [itemId, codes] of this.#waiting) this.#write(itemId, codes);
  }

  #write(itemId: number, codes: string[]): void {
    const sql =
      'INSERT INTO codes (event_id, item_id, code) SELECT ?, ?, value FROM json_each(?) WHERE TRUE ON CONFLICT DO NOTHING';
    this.stored += this.#database.run(sql, this.#eventId, itemId, JSON.stringify(codes.splice(0))).changes;
  }
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

/** The codes of a CSV: one column, or the ticket's name and the code; a header is skipped. */
export function readCodes(file: Readable): Promise<CodeRows> {
  return new Promise((resolve, reject) => {
    const rows: CodeRows = { codes: [], tickets: [] };
    if (file.errored) return reject(file.errored);
    file.setEncoding('utf8').on('error', reject);
    file.on('data', (piece: string) => {
      // What stands for bytes that are no UTF-8 would be stored instead of them, and NUL ends a text.
      if (piece.includes('\uFFFD') || piece.includes('\0')) file.destroy(invalidField('file', 'is not UTF-8 text'));
    });
    Papa.parse<string[]>(file as unknown as NodeJS.ReadableStream, {
      delimiter: delimiterIn,
      chunk: ({ data, errors }) => {
        const open = errors.find(({ code }) => code === 'MissingQuotes');
        if (open)
          return reject(
            invalidField('file', `has a quote on line ${rows.codes.length + (open.row ?? 0) + 1} that is not closed`),
          );
        for (const cells of data) addRow(rows, cells);
      },
      error: reject,
      complete: () => {
        if (rows.codes.length > 0) resolve(rows);
        else reject(new ServiceProblem(400, problemCodes.invalidField, 'file is empty', ['file']));
      },
    });
    return undefined;
  });
}

/** What stands once on each of the first lines, or else on the first; Papa Parse guesses wrong when a short file ends with a line end. */
function delimiterIn(text: string): string {
  const unquoted = text.slice(0, 10_000).replace(/"(?:[^"]|"")*"/g, '');
  const lines = unquoted.split(/[\r\n]+/, 20).filter((line) => line.trim() !== '');
  const delimiters = [',', ';', '\t', '|'];
  return (
    delimiters.find((delimiter) => lines.every((line) => line.split(delimiter).length === 2)) ??
    delimiters.find((delimiter) => lines[0]?.includes(delimiter)) ??
    ','
  );
}

function addRow({ codes, tickets }: CodeRows, cells: readonly string[]): void {
  const [first = '', second] = cells;
  if (codes.length === 0) {
    const code = (second ?? first).replace(/^\uFEFF/, '').trim();
    codes.push(code === '' || headerWords.test(code) ? undefined : code);
  } else if (second === undefined) {
    const code = first.trim();
    codes.push(code === '' ? undefined : code);
  } else {
    codes.push(second.trim());
  }
  if (second !== undefined) tickets[codes.length - 1] = first.replace(/^\uFEFF/, '').trim();
}
