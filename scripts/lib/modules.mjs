// Who imports what from whom, as far as the sources tell: types and `import()` included.
import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import ts from 'typescript';

/**
 * @typedef {object} Import
 * @property {string} from the file that is imported
 * @property {readonly string[] | undefined} names undefined where the whole module is taken: whatever the file says may be meant
 */

/**
 * @typedef {object} Module
 * @property {ReadonlyMap<string, 'type' | 'value'>} exports
 * @property {readonly Import[]} imports
 * @property {ReadonlySet<string>} words every identifier and text in it
 */

/** @typedef {ReadonlyMap<string, Module>} Modules by path, with `/` */

/**
 * @param {string} folder
 * @param {string[]} patterns of files below it
 * @returns {Modules}
 */
export function readModules(folder, patterns) {
  const files = globSync(patterns, { cwd: folder }).map((file) => file.replaceAll(sep, '/'));
  return new Map(files.sort().map((file) => [file, readModule(file, readFileSync(join(folder, file), 'utf8'))]));
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Module}
 */
export function readModule(file, text) {
  /** @type {Map<string, 'type' | 'value'>} */
  const exports = new Map();
  /** @type {Import[]} */
  const imports = [];
  /** @type {Set<string>} */
  const words = new Set();
  /** @type {(specifier: ts.Node | undefined, names?: readonly string[]) => void} */
  const addImport = (specifier, names) => {
    // A test hides the sources of pages from its own type check by `as string`.
    if (specifier && ts.isAsExpression(specifier)) return addImport(specifier.expression, names);
    if (specifier && ts.isStringLiteralLike(specifier) && specifier.text.startsWith('.'))
      imports.push({ from: posix.join(posix.dirname(file), specifier.text), names });
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    // A member of a whole module may be named by a text.
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) words.add(node.text);
    if (ts.isImportDeclaration(node)) addImport(node.moduleSpecifier, importedNames(node.importClause?.namedBindings));
    else if (ts.isExportDeclaration(node)) {
      const elements = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : undefined;
      for (const { name, isTypeOnly } of elements ?? []) exports.set(name.text, isTypeOnly || node.isTypeOnly ? 'type' : 'value');
      addImport(
        node.moduleSpecifier,
        elements?.map(({ name, propertyName }) => (propertyName ?? name).text),
      );
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) addImport(node.arguments[0]);
    else if (ts.isImportTypeNode(node)) addImport(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined);
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
    for (const name of declaredExports(node)) exports.set(name, isType ? 'type' : 'value');
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return { exports, imports, words };
}

/** @param {ts.NamedImportBindings | undefined} bindings */
function importedNames(bindings) {
  if (!bindings) return [];
  if (ts.isNamespaceImport(bindings)) return undefined;
  return bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
}

/**
 * @param {ts.Node} node
 * @returns {string[]}
 */
function declaredExports(node) {
  if (!ts.canHaveModifiers(node) || !ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  const { name } = /** @type {ts.DeclarationStatement} */ (node);
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

/**
 * @param {ts.BindingName} name
 * @returns {string[]}
 */
function boundNames(name) {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}

/**
 * Groups of files each of which reaches every other.
 * @param {Modules} modules
 * @returns {string[][]}
 */
export function circles(modules) {
  /** @type {string[][]} */
  const found = [];
  /** @type {Map<string, { index: number, low: number, isOpen: boolean }>} */
  const seen = new Map();
  /** @type {string[]} */
  const stack = [];
  // Tarjan's algorithm: the lowest index that a file reaches is its own where a group begins.
  /** @param {string} file */
  const visit = (file) => {
    const state = { index: seen.size, low: seen.size, isOpen: true };
    seen.set(file, state);
    stack.push(file);
    for (const { from } of modules.get(file)?.imports ?? []) {
      if (!modules.has(from)) continue;
      const other = seen.get(from) ?? visit(from);
      if (other.isOpen) state.low = Math.min(state.low, other.low);
    }
    if (state.low === state.index) {
      const group = stack.splice(stack.indexOf(file));
      for (const member of group) /** @type {{ isOpen: boolean }} */ (seen.get(member)).isOpen = false;
      if (group.length > 1) found.push(group.sort());
    }
    return state;
  };
  for (const file of modules.keys()) if (!seen.has(file)) visit(file);
  return found.sort();
}

/**
 * Exports that no other file imports.
 * @param {Modules} modules
 * @param {(file: string) => boolean} [isUser] whose imports count
 */
export function unusedExports(modules, isUser = () => true) {
  /** @type {Set<string>} */
  const used = new Set();
  for (const [file, { imports, words }] of modules)
    if (isUser(file))
      for (const { from, names } of imports)
        for (const name of names ?? modules.get(from)?.exports.keys() ?? [])
          if (names || words.has(name)) used.add(`${from} ${name}`);
  const all = [...modules].flatMap(([file, { exports }]) => [...exports].map(([name, kind]) => ({ file, name, kind })));
  return all.filter(({ file, name }) => !used.has(`${file} ${name}`));
}
