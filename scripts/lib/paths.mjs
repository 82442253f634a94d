import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Everything that a script downloads or writes outside the sources; never committed, never packaged. */
export const local = join(root, '.local');
export const testOutput = join(local, 'test');
export const tarballPath = join(local, 'box-office.tgz');
export const vsixPath = join(local, 'box-office.vsix');
/** What tests load: a copy of the extension with its own `dist`, so that a window that `npm start` opened keeps its files. */
export const testExtension = join(local, 'build', 'extension');
/** Below the extension: only there VS Code gives a file the same `vscode` as the extension, in which tests take a person's place. */
export const hostTests = join(testExtension, 'host-tests');
