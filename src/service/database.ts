// The service's store: SQLite, in a file that survives restarts and that several processes may have open, or in memory.
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { migrations, schema, schemaVersion } from './schema.ts';

export type Value = string | number | null;
export type Row = Record<string, Value>;

/** A database with its statements prepared once each. */
export class Database {
  readonly #sqlite: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #inTransaction = false;

  constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite;
  }

  all(sql: string, ...values: Value[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  get(sql: string, ...values: Value[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined;
  }

  /** Runs a statement and gives the id of the last row it inserted and the number of rows it changed. */
  run(sql: string, ...values: Value[]): { id: number; changes: number } {
    const { lastInsertRowid, changes } = this.#prepare(sql).run(...values);
    return { id: Number(lastInsertRowid), changes: Number(changes) };
  }

  /**
   * All of it or none; one inside another is a part of it. The work must not wait for anything: other requests would slip into it.
   */
  transaction<T>(work: () => T): T {
    if (this.#inTransaction) return work();
    this.#sqlite.exec('BEGIN IMMEDIATE');
    this.#inTransaction = true;
    try {
      const result = work();
      this.#sqlite.exec('COMMIT');
      return result;
    } catch (error) {
      this.#sqlite.exec('ROLLBACK');
      throw error;
    } finally {
      this.#inTransaction = false;
    }
  }

  /** Does work that empties whole tables: checking what refers to each row would make it slow. */
  withoutReferences<T>(work: () => T): T {
    this.#sqlite.exec('PRAGMA foreign_keys = OFF');
    try {
      return work();
    } finally {
      this.#sqlite.exec('PRAGMA foreign_keys = ON');
    }
  }

  execute(sql: string): void {
    this.#sqlite.exec(sql);
  }

  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#sqlite.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

const sqliteBusy = 5;
/** Milliseconds for which a write waits for another process, which may be making a large sample. */
const patience = 60_000;

export interface OpenOptions {
  /** Leaves the tables as they are, whatever made them: they are about to be replaced. */
  readonly anyVersion?: boolean;
}

/** Opens the file, or a database in memory; SQLite is loaded only now. */
export async function openDatabase(file: string | undefined, { anyVersion = false }: OpenOptions = {}): Promise<Database> {
  const { DatabaseSync } = await import('node:sqlite');
  const sqlite = new DatabaseSync(file ?? ':memory:');
  sqlite.exec(`PRAGMA busy_timeout = ${patience}`);
  const database = new Database(sqlite);
  try {
    await keepLogBeside(sqlite);
    sqlite.exec('PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
    if (!anyVersion) ensureSchema(database, file);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return database;
}

/** Readers then go on while another process writes. Two processes that turn it on at once are refused without any waiting. */
async function keepLogBeside(sqlite: DatabaseSync): Promise<void> {
  for (let left = 100; ; left--) {
    try {
      return sqlite.exec('PRAGMA journal_mode = WAL');
    } catch (error) {
      if (left === 0 || (error as { errcode?: number }).errcode !== sqliteBusy) throw error;
      await wait(20);
    }
  }
}

function ensureSchema(database: Database, file: string | undefined): void {
  if (versionOf(database) === schemaVersion) return;
  database.transaction(() => {
    // Only now: another process may have made the tables while this one waited for its turn.
    const version = versionOf(database);
    if (version === 0) createSchema(database);
    else if (version !== schemaVersion) migrate(database, version, file);
  });
}

function migrate(database: Database, version: number, file: string | undefined): void {
  const migration = migrations[version];
  if (migration === undefined)
    throw new Error(
      `${file ?? 'The database'} was made by another version of Box Office (${version}). Start with --reset, or name another file.`,
    );
  database.execute(migration);
  database.execute(`PRAGMA user_version = ${schemaVersion}`);
}

function createSchema(database: Database): void {
  database.execute(schema);
  database.execute(`PRAGMA user_version = ${schemaVersion}`);
}

/** Makes every table anew, empty, in whatever state the database is. */
export function recreateSchema(database: Database): void {
  const all = database.all("SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT GLOB 'sqlite_*'");
  for (const { type, name } of all) database.execute(`DROP ${String(type)} "${String(name).replaceAll('"', '""')}"`);
  createSchema(database);
}

/** The version of the tables in the database, or in one that is attached to it under a name. */
export function versionOf(database: Database, name = 'main'): number {
  return Number(database.get(`PRAGMA ${name}.user_version`)?.user_version);
}
