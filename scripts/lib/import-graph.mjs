// Which files a program loads, as far as its sources tell.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';

/**
 * Gives a function that names all files that a file loads, directly or through others. Paths are relative to the folder, with `/`.
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
    const reached = new Set([first]);
    for (const file of reached) for (const named of namedBy(file)) reached.add(named);
    return reached;
  };
}

/**
 * A text that is the path of a source counts as well: a test that starts a program names it so.
 * @param {string} folder
 * @param {string} file
 */
function filesNamedIn(folder, file) {
  /** @type {string[]} */
  const named = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node) && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return;
    if (ts.isTypeNode(node) || (ts.isExportDeclaration(node) && node.isTypeOnly)) return;
    if (ts.isStringLiteralLike(node) && /\.(?:ts|mjs)$/.test(node.text)) {
      const paths = [join(folder, dirname(file), node.text), join(folder, node.text)];
      const path = paths.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
      if (path) named.push(relative(folder, path).replaceAll(sep, '/'));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest, true));
  return named;
}
