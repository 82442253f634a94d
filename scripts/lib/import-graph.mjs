// Which files a program loads, as far as its sources tell.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** What is imported or exported only for its types is not loaded. */
const typesOnly = /\b(?:import|export) type [^;]*;/g;
const pathText = /'([^'\n]+\.(?:ts|mjs))'/g;

/**
 * Gives a function that names all files that a file loads, directly or through others, each with the number of steps to it.
 * Paths are relative to the folder, with `/`.
 * @param {string} folder
 */
export function importGraph(folder) {
  /** @type {Map<string, string[]>} */
  const known = new Map();
  /** @param {string} file */
  const namedBy = (file) => {
    const named = known.get(file) ?? filesNamedIn(folder, file);
    known.set(file, named);
    return named;
  };
  return (/** @type {string} */ first) => {
    const reached = new Map([[first, 0]]);
    for (const [file, steps] of reached) {
      for (const named of namedBy(file)) if (!reached.has(named)) reached.set(named, steps + 1);
    }
    return reached;
  };
}

/**
 * Any text that is the path of a source: a test that starts a program names it so.
 * @param {string} folder
 * @param {string} file
 */
function filesNamedIn(folder, file) {
  const text = readFileSync(join(folder, file), 'utf8').replaceAll(typesOnly, '');
  return [...text.matchAll(pathText)].flatMap(([, name = '']) => {
    const paths = [join(folder, dirname(file), name), join(folder, name)];
    const path = paths.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
    return path === undefined ? [] : [relative(folder, path).replaceAll(sep, '/')];
  });
}
