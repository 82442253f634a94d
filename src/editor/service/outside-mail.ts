// The mails of a local service that somebody else started: it leaves a note of each in its outbox.
import { watch } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArrivedMail } from '../../service/index.ts';
import { privateFolder } from '../../service/private-files.ts';

/** Tells of the mails that arrive from now on; gives the function that ends it. */
export async function watchMails(outbox: string, onMail: (mail: ArrivedMail) => void): Promise<() => void> {
  const folder = join(outbox, 'arrived');
  await mkdir(folder, { recursive: true, mode: privateFolder });
  const seen = new Set(await readdir(folder));
  const watcher = watch(folder, (_, name) => {
    if (name === null || !name.endsWith('.json') || seen.has(name)) return;
    seen.add(name);
    readFile(join(folder, name), 'utf8')
      .then((text) => onMail(JSON.parse(text) as ArrivedMail))
      // It went away again, or is no note: nobody misses what was never announced.
      .catch(() => seen.delete(name));
  });
  // A folder that goes away ends the watch, not the editor.
  watcher.on('error', () => watcher.close());
  return () => watcher.close();
}
