// A database with the sample for each service of a test: it is written once for a process, and copied.
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillWithSample, type SampleOptions } from '../../src/service/sample/index.ts';
import { openStore } from '../../src/service/store.ts';

const templates = new Map<string, Promise<string>>();
let home: Promise<string> | undefined;

/** A file of its own for a service that is started with it; all of them are gone when the process ends. */
export async function sampleDatabase({ seed = 1, scale, today }: SampleOptions = {}): Promise<string> {
  // The events of a sample lie around the day on which it is made.
  const sample = { seed, today: today ?? new Date().toISOString().slice(0, 10), ...(scale && { scale }) };
  const key = JSON.stringify(sample);
  const template = templates.get(key) ?? makeTemplate(sample);
  templates.set(key, template);
  const file = await newFile();
  await copyFile(await template, file);
  return file;
}

async function makeTemplate(sample: SampleOptions): Promise<string> {
  const file = await newFile();
  // Without the secret that a service leaves in its data: the token of one copy is worth nothing at another.
  const { database } = await openStore({ file, reset: false, fill: (filled) => fillWithSample(filled, sample) });
  database.close();
  return file;
}

async function newFile(): Promise<string> {
  home ??= mkdtemp(join(tmpdir(), 'box-office-samples-')).then((folder) => {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  });
  return join(await mkdtemp(join(await home, 'copy-')), 'service.db');
}
