// What the database holds as a whole: filled at the start, reset, copied and restored. All of it happens inside the database, so that
// other processes with the same file go on and see the new data.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { recreateSchema, versionOf, type Database } from './database.ts';
import { schemaVersion } from './schema.ts';

/** Fills a new database, once, however many processes start with it. */
export function fillIfNew(database: Database, fill: () => void): void {
  if (!isNew(database)) return;
  database.transaction(() => {
    if (isNew(database)) fill();
  });
}

/** The sample and the secret leave rows here; a start that was cut short before them left none. */
function isNew(database: Database): boolean {
  return !database.get('SELECT 1 FROM meta LIMIT 1');
}

/** Throws everything away and fills the database again; tokens stay valid. */
export function resetStore(database: Database, fill: () => void): void {
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
  database.run('VACUUM INTO ?', unfinished);
  renameSync(unfinished, path);
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
