// What the database holds as a whole: filled at the start, reset, copied and restored. All of it happens inside the database, so that
// other processes with the same file go on and see the new data.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { moveOverSync } from '../files/move.ts';
import { isDamage, openingError, setAside } from './damage.ts';
import { openDatabase, recreateSchema, requireSound, startPatience, versionOf, type Database } from './database.ts';
import { retryWhileLocked } from './sqlite-errors.ts';
import { privateFile } from './private-files.ts';
import { schemaVersion } from './schema.ts';

interface StoreOptions {
  readonly file: string | undefined;
  readonly reset: boolean;
  readonly lockPatience?: number | undefined;
  readonly fill: (database: Database) => void;
}

interface OpenedStore {
  readonly database: Database;
  /** Where a reset has kept a damaged file. */
  readonly setAside?: string;
}

/** Opens the database, filled or reset. A damaged file is refused in words, and kept under another name by a reset. */
export async function openStore({ file, reset, lockPatience, fill }: StoreOptions): Promise<OpenedStore> {
  const open = async (anew: boolean): Promise<Database> => {
    const patience = lockPatience === undefined ? {} : { lockPatience };
    const database = await openDatabase(file, { anyVersion: anew, ...patience });
    try {
      const work = anew ? resetStore : fillIfNew;
      await retryWhileLocked(() => work(database, () => fill(database)), startPatience);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  };
  try {
    return { database: await open(reset) };
  } catch (error) {
    if (file === undefined || !reset || !isDamage(error)) throw file === undefined ? error : openingError(file, error);
  }
  try {
    const kept = setAside(file);
    return { database: await open(false), setAside: kept };
  } catch (error) {
    throw openingError(file, error);
  }
}

/** Fills a new database, once, however many processes start with it. */
function fillIfNew(database: Database, fill: () => void): void {
  if (!isNew(database)) return;
  database.transaction(() => {
    if (isNew(database)) fill();
  });
}

/** The sample and the secret leave rows here; a start that was cut short before them left none. */
function isNew(database: Database): boolean {
  return !database.get('SELECT 1 FROM meta LIMIT 1');
}

/** Throws everything away and fills the database again; tokens stay valid. A damaged one could not be trusted afterwards. */
export function resetStore(database: Database, fill: () => void): void {
  requireSound(database);
  database.withoutReferences(() =>
    database.transaction(() => {
      const secret = storedSecret(database);
      recreateSchema(database);
      if (secret !== undefined) database.run("INSERT INTO meta (name, value) VALUES ('secret', ?)", secret);
      fill();
    }),
  );
}

/** Writes all data into a file of its own, in place of one with the same name. */
export function copyStore(database: Database, path: string): void {
  const unfinished = `${path}.tmp`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, '', { mode: privateFile });
  database.run('VACUUM INTO ?', unfinished);
  moveOverSync(unfinished, path);
}

/** Puts the data of a copy in place of all there is. */
export function restoreStore(database: Database, path: string): void {
  if (!existsSync(path)) throw new Error(`There is no copy at ${path}.`);
  database.run('ATTACH ? AS former', path);
  try {
    if (versionOf(database, 'former') !== schemaVersion) throw new Error(`${path} was made by another version of Box Office.`);
    resetStore(database, () => {
      for (const { name } of database.all("SELECT name FROM former.sqlite_schema WHERE type = 'table' AND name <> 'meta'"))
        database.execute(`INSERT INTO main.${String(name)} SELECT * FROM former.${String(name)}`);
      database.run("INSERT INTO meta SELECT * FROM former.meta WHERE name <> 'secret'");
    });
  } finally {
    database.execute('DETACH former');
  }
}

function storedSecret(database: Database): string | undefined {
  const hasMeta = database.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'");
  const stored = hasMeta && database.get("SELECT value FROM meta WHERE name = 'secret'");
  return stored && String(stored.value);
}
