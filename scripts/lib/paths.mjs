import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Everything that a script downloads or writes outside the sources; never committed, never packaged. */
export const local = join(root, '.local');
export const testOutput = join(local, 'test');
export const vsixPath = join(local, 'box-office.vsix');
