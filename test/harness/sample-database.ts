// A database with the sample for each service of a test: it is written once for a process, and copied.
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startService, type ServiceOptions } from '../../src/service/index.ts';

/** What decides the sample. */
export type Sample = Pick<ServiceOptions, 'seed' | 'scale' | 'today'>;

const templates = new Map<string, Promise<string>>();
let home: Promise<string> | undefined;

/** A file of its own; all of them are gone when the process ends. */
export async function sampleDatabase(sample: Sample): Promise<string> {
  const key = JSON.stringify([sample.seed, sample.scale, sample.today]);
  const template = templates.get(key) ?? makeTemplate(sample);
  templates.set(key, template);
  const file = join(await newFolder(), 'service.db');
  await copyFile(await template, file);
  return file;
}

async function makeTemplate(sample: Sample): Promise<string> {
  const file = join(await newFolder(), 'template.db');
  await (await startService({ ...sample, file })).stop();
  // Each copy makes a secret of its own: the token of one service is refused by another.
  const database = new DatabaseSync(file);
  database.exec("DELETE FROM meta WHERE name = 'secret'");
  database.close();
  return file;
}

async function newFolder(): Promise<string> {
  home ??= mkdtemp(join(tmpdir(), 'box-office-samples-')).then((folder) => {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  });
  return mkdtemp(join(await home, 'copy-'));
}
