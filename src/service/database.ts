// The service's store: SQLite, in a file that survives restarts and that several processes may have open, or in memory.
import { statSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DamagedFileError, requireDatabase } from './damage.ts';
import { retryWhileLocked } from './sqlite-errors.ts';
import { createPrivateDatabase } from './private-files.ts';
import { migrations, schema, schemaVersion } from './schema.ts';

export type SqlValue = string | number | null;
export type SqlRow = Record<string, SqlValue>;

/** A database with its statements prepared once each. */
export class Database {
  #sqlite: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #lockPatience: number;
  #inTransaction = false;

  constructor(sqlite: DatabaseSync, lockPatience: number) {
    this.#sqlite = sqlite;
    this.#lockPatience = lockPatience;
  }

  /** Does work that another process may keep from its locks, and waits for it while other requests go on. */
  whenUnlocked<T>(work: () => T): Promise<Awaited<T>> {
    return retryWhileLocked(work, this.#lockPatience);
  }

  all(sql: string, ...values: SqlValue[]): SqlRow[] {
    return this.#prepare(sql).all(...values) as SqlRow[];
  }

  get(sql: string, ...values: SqlValue[]): SqlRow | undefined {
    return this.#prepare(sql).get(...values) as SqlRow | undefined;
  }

  /** Runs a statement and gives the id of the last row it inserted and the number of rows it changed. */
  run(sql: string, ...values: SqlValue[]): { id: number; changes: number } {
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

  /** Goes on with what another one has open, for everybody who holds this one. */
  takeOver(other: Database): void {
    this.#statements.clear();
    this.#sqlite = other.#sqlite;
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

/** Milliseconds for which a start waits for another process, which may be making a large sample. */
export const startPatience = 60_000;

/** A start looks for damage in files up to this size: more would take it too long. */
const maxChecked = 16 * 2 ** 20;

interface OpenOptions {
  /** Leaves the tables as they are, whatever made them: they are about to be replaced. */
  readonly anyVersion?: boolean;
  /** Milliseconds for which a request waits for the lock of another process. */
  readonly lockPatience?: number;
}

const defaultLockPatience = 10_000;

/** Opens the file, or a database in memory; SQLite is loaded only now. */
export async function openDatabase(
  file: string | undefined,
  { anyVersion = false, lockPatience = defaultLockPatience }: OpenOptions = {},
): Promise<Database> {
  const { DatabaseSync } = await import('node:sqlite');
  if (file !== undefined) {
    createPrivateDatabase(file);
    requireDatabase(file);
  }
  const sqlite = new DatabaseSync(file ?? ':memory:');
  const database = new Database(sqlite, lockPatience);
  try {
    // SQLite would wait for a lock with the whole process; who needs one tries again instead.
    sqlite.exec('PRAGMA busy_timeout = 0');
    // Readers then go on while another process writes.
    await retryWhileLocked(() => sqlite.exec('PRAGMA journal_mode = WAL'), startPatience);
    sqlite.exec('PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
    if (file !== undefined && statSync(file).size <= maxChecked)
      await retryWhileLocked(() => requireSound(database), startPatience);
    if (!anyVersion) await retryWhileLocked(() => ensureSchema(database, file), startPatience);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return database;
}

/** Looks at every page of the file for damage; those in memory may be older than it. */
export function requireSound(database: Database): void {
  database.execute('PRAGMA shrink_memory');
  const found = String(database.get('PRAGMA quick_check(1)')?.quick_check);
  if (found !== 'ok') throw new DamagedFileError(found);
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
