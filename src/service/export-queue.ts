// Takes requests for exports, makes the files a little later, and "sends the e-mail" with the link.
import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stringifyJson } from '../client/index.ts';
import type { Database, SqlRow } from './database.ts';
import { isLocked } from './sqlite-errors.ts';
import {
  exportFileName,
  ExportProblem,
  exportRows,
  writeExport,
  type ExportFormat,
  type ExportRequest,
  type ExportType,
} from './exports.ts';
import { exportMail, writeMail } from './mail.ts';
import { codes, notFound, ServiceProblem } from './problems.ts';
import { eventInPath, type ServiceRequest } from './requests.ts';

/** A mail in the outbox, and the file that it links to. */
export interface ArrivedMail {
  readonly subject: string;
  readonly path: string;
  readonly link: string;
  readonly file: string;
  readonly fileName: string;
  /** What was asked for. */
  readonly request: {
    readonly eventId: string;
    readonly eventTitle: string;
    readonly type: ExportType;
    readonly format: ExportFormat;
  };
}

interface ExportQueueOptions {
  readonly database: Database;
  readonly outbox: string;
  /** How long a file takes, in milliseconds. */
  readonly delay: number;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
  readonly onMail: ((mail: ArrivedMail) => void) | undefined;
}

export class ExportQueue {
  readonly #options: ExportQueueOptions;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #working = new Set<Promise<void>>();
  #origin = '';
  #stopped = false;

  constructor(options: ExportQueueOptions) {
    this.#options = options;
  }

  /** Begins to work; what a stop or a crash left undone is made now. */
  start(origin: string): void {
    this.#origin = origin;
    for (const { key } of this.#options.database.all('SELECT key FROM exports WHERE ready = 0 ORDER BY id'))
      this.#schedule(String(key));
  }

  request(request: ExportRequest & { format: ExportFormat }, requestedBy: string): unknown {
    const { database, now } = this.#options;
    const { eventId, type, format, filters = [] } = request;
    // A wrong filter is said now, not in a mail that never comes.
    exportRows(database, request);
    const requestedAt = new Date(now()).toISOString();
    const key = randomBytes(16).toString('hex');
    const { id } = database.run(
      'INSERT INTO exports (event_id, type, format, filters, requested_by, requested_at, key) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[eventId, type, format, stringifyJson(filters), requestedBy, requestedAt, key],
    );
    this.#schedule(key);
    return {
      id,
      type,
      format,
      status: 'requested',
      message: 'An e-mail with a download link will be sent when the file is ready',
    };
  }

  /** Sends the file that a mail links to. The link knows a key; no part of it becomes a path. */
  async download(key: string, response: ServerResponse): Promise<void> {
    const { database } = this.#options;
    const found = await database.whenUnlocked(() => database.get('SELECT * FROM exports WHERE key = ? AND ready = 1', key));
    // The outbox is the user's own folder: the file may be gone.
    const file = found && (await open(this.#path(found)).catch(() => undefined));
    if (!file) throw notFound('The file');
    const name = this.#fileName(found);
    response.writeHead(200, {
      'content-type':
        found.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'x-content-type-options': 'nosniff',
    });
    await pipeline(file.createReadStream(), response);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#working);
  }

  /** By its key, which is never given to another export as an id is after a reset. */
  #schedule(key: string): void {
    if (this.#stopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const work = this.#make(key).catch((error: unknown) => {
        // Nobody asks for it again, so it is tried until the lock is gone.
        if (isLocked(error)) this.#schedule(key);
        else this.#options.onError(error);
      });
      this.#working.add(work);
      void work.finally(() => this.#working.delete(work));
    }, this.#options.delay);
    this.#timers.add(timer);
  }

  async #make(key: string): Promise<void> {
    const { database, outbox, now, onMail } = this.#options;
    const sql = 'SELECT exports.*, title FROM exports JOIN events ON events.id = event_id WHERE key = ? AND ready = 0';
    const row = await database.whenUnlocked(() => database.get(sql, key));
    // A reset threw it away, or another process has made it.
    if (!row) return;
    const { type, format } = row as { type: ExportType; format: ExportFormat };
    const filters = JSON.parse(String(row.filters)) as unknown[];
    const file = this.#path(row);
    const wanted = { eventId: Number(row.event_id), type, filters };
    await writeExport(file, format, await database.whenUnlocked(() => exportRows(database, wanted)));
    const link = `${this.#origin}/downloads/${key}`;
    const eventTitle = String(row.title);
    const { subject, text } = exportMail({ eventTitle, type, format, link });
    const path = await writeMail(outbox, {
      to: String(row.requested_by),
      subject,
      text,
      date: new Date(now()),
      id: key,
    });
    const finish = () => database.run('UPDATE exports SET ready = 1 WHERE key = ? AND ready = 0', key);
    if ((await database.whenUnlocked(finish)).changes === 0) return;
    const request = { eventId: String(row.event_id), eventTitle, type, format };
    onMail?.({ subject, path, link, file, fileName: this.#fileName(row), request });
  }

  #path({ id, format }: SqlRow): string {
    return join(this.#options.outbox, 'files', `${Number(id)}.${format === 'csv' ? 'csv' : 'xlsx'}`);
  }

  #fileName(row: SqlRow): string {
    const title = row.title ?? this.#options.database.get('SELECT title FROM events WHERE id = ?', row.event_id ?? null)?.title;
    return exportFileName(
      String(title),
      row.type as ExportType,
      row.format as ExportFormat,
      String(row.requested_at).slice(0, 10),
    );
  }
}

export function requestExport(request: ServiceRequest, { exports }: { exports: ExportQueue }): unknown {
  const event = eventInPath(request, 'eventId');
  const { type, format, filters } = request.body as { type: ExportType; format: ExportFormat; filters: unknown[] };
  try {
    return exports.request({ eventId: Number(event.id), type, format, filters }, request.user.email);
  } catch (error) {
    if (error instanceof ExportProblem) throw new ServiceProblem(400, codes.invalidField, error.message, [error.field]);
    throw error;
  }
}
