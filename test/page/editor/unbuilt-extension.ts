// What the extension opens of its own folder, for tests that run its sources: nothing has to be built before them.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../../scripts/lib/paths.mjs';

/** Pages without a script, as nobody shows them, and the thread that checks files. */
export async function unbuiltExtension(home: string): Promise<string> {
  const extension = join(home, 'extension');
  await mkdir(join(extension, 'dist'), { recursive: true });
  await mkdir(join(extension, 'media'));
  await writeFile(join(extension, 'media', 'page.css'), '');
  await writeFile(join(extension, 'dist', 'pages.js'), '');
  const worker = pathToFileURL(join(root, 'src', 'codes', 'worker.ts')).href;
  await writeFile(join(extension, 'dist', 'codes-worker.cjs'), `import(${JSON.stringify(worker)});`);
  return extension;
}
