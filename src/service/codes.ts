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
  return pageOf(request, pagingOf(request, pageSize), source, wireCode);
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

interface CodeLine {
  readonly line: number;
  readonly code: string;
  /** The ticket's name, in a file with two columns. */
  readonly ticket: string | undefined;
}

interface Rejection {
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

/** Reads the whole file first and stores it in one transaction: all of it or none. */
export async function uploadCodes(request: ServiceRequest, file: Readable): Promise<unknown> {
  const event = eventInPath(request, 'eventId');
  const lines = await readCodes(file);
  return request.database.transaction(() => storeCodes(request.database, Number(event.id), lines));
}

function storeCodes(database: Database, eventId: number, lines: readonly CodeLine[]): unknown {
  const itemOf = itemFinder(database, eventId);
  const rejected: Rejection[] = [];
  let stored = 0;
  let existing = 0;
  let rejectedCount = 0;
  const reject = (rejection: Rejection) => {
    rejectedCount++;
    if (rejected.length < shownProblems) rejected.push(rejection);
  };
  for (const { line, code, ticket } of lines) {
    const itemId = itemOf(ticket);
    if (code === '') reject({ line, code, message: 'the code is empty' });
    else if (itemId === undefined) reject({ line, code, message: `the event has no ticket named ${ticket ?? ''}` });
    else if (
      database.run('INSERT INTO codes (event_id, item_id, code) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', eventId, itemId, code)
        .changes > 0
    )
      stored++;
    else existing++;
  }
  return { received: lines.length, stored, existing, rejected: rejectedCount, problems: rejected };
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
export function readCodes(file: Readable): Promise<CodeLine[]> {
  return new Promise((resolve, reject) => {
    const lines: CodeLine[] = [];
    let count = 0;
    file.setEncoding('utf8').on('error', reject);
    Papa.parse<string[]>(file as unknown as NodeJS.ReadableStream, {
      delimitersToGuess: [',', ';', '\t', '|'],
      chunk: ({ data }) => {
        for (const cells of data) {
          count++;
          const line = readLine(cells, count);
          if (line) lines.push(line);
        }
      },
      error: reject,
      complete: () =>
        count === 0 ? reject(new ServiceProblem(400, problemCodes.invalidField, 'file is empty', ['file'])) : resolve(lines),
    });
  });
}

function readLine(cells: readonly string[], line: number): CodeLine | undefined {
  const [first = '', second] = line === 1 ? cells.map((cell) => cell.replace(/^\uFEFF/, '')) : cells;
  const isBlank = second === undefined && first.trim() === '';
  const isHeader = line === 1 && headerWords.test((second ?? first).trim());
  if (isBlank || isHeader) return undefined;
  return second === undefined
    ? { line, code: first.trim(), ticket: undefined }
    : { line, code: second.trim(), ticket: first.trim() };
}
