// The declarations of `box-office/client` as one file that needs no other: what the entry exports, and of other files only what that names.
import { dirname, join } from 'node:path';
import { format } from 'prettier';
import ts from 'typescript';
import { root } from './paths.mjs';

const header =
  '// Replies are `unknown`: the interface document shows no reply, so a type for one would be a guess. Look at what arrives before you use it.';

/** Where neither the DOM nor Node has declared it, all that is needed of it. */
const signal = `/** The platform's own, where it is declared. */
type AbortSignal = typeof globalThis extends { AbortSignal: { prototype: infer Signal } } ? Signal : { readonly aborted: boolean };`;

/** These follow from the schemas of the table: they are written out, as whoever installs the package has no valibot. */
const expanded = `
import type { CallInput, OperationId, UploadFile } from './index.ts';
type Plain = string | number | bigint | boolean | null | undefined;
type Spread<T> = unknown extends T ? unknown : T extends Plain | UploadFile ? T : T extends readonly (infer Part)[] ? Spread<Part>[] : { [Name in keyof T]: Spread<T[Name]> };
export type Inputs = { [Id in OperationId]: Spread<CallInput<Id>> };
`;

/** @param {string} entry relative to the root */
export function bundleDeclarations(entry) {
  const path = join(root, entry);
  const extra = join(dirname(path), 'expanded-inputs.ts');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file));
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const settings = { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true, types: ['node'] };
  const host = ts.createCompilerHost(settings);
  const onDisk = { ...host };
  host.fileExists = (file) => file === extra || onDisk.fileExists(file);
  host.getSourceFile = (file, ...rest) =>
    file === extra ? ts.createSourceFile(file, expanded, ts.ScriptTarget.Latest, true) : onDisk.getSourceFile(file, ...rest);
  const program = ts.createProgram([path, extra], settings, host);
  const problems = ts.getPreEmitDiagnostics(program, program.getSourceFile(extra));
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, host));
  return new Bundle(program, inputsIn(program, extra)).write(path);
}

const scalar = 'string | number | bigint | boolean';

/**
 * @param {ts.Program} program
 * @param {string} extra
 */
function inputsIn(program, extra) {
  const checker = program.getTypeChecker();
  const file = /** @type {ts.SourceFile} */ (program.getSourceFile(extra));
  const alias = file.statements.filter(ts.isTypeAliasDeclaration).find(({ name }) => name.text === 'Inputs');
  if (!alias) throw new Error('The inputs are not where they were.');
  const { NoTruncation, InTypeAlias, UseSingleQuotesForStringLiteralType } = ts.TypeFormatFlags;
  const flags = /** @type {ts.TypeFormatFlags} */ (NoTruncation | InTypeAlias | UseSingleQuotesForStringLiteralType);
  return checker
    .getTypeAtLocation(alias)
    .getProperties()
    .map((property) => {
      const text = checker.typeToString(checker.getTypeOfSymbolAtLocation(property, alias), alias, flags);
      const named = text
        .replaceAll(`${scalar} | (${scalar})[] | null | undefined`, 'QueryValue')
        .replaceAll('undefined | undefined', 'undefined');
      return `  ${property.name}: ${named};`;
    });
}

/** @typedef {{ file: ts.SourceFile, own: Map<string, ts.Statement>, from: Map<string, { path: string, name: string, isExport: boolean }> }} Module */

class Bundle {
  /** @type {ts.Program} */
  #program;
  /** @type {Map<string, Module>} by the path of the source */
  #modules = new Map();
  /** @type {Map<string, { statement: ts.Statement, text: string }>} by name */
  #taken = new Map();

  /**
   * @param {ts.Program} program
   * @param {string[]} inputs
   */
  constructor(program, inputs) {
    this.#program = program;
    const generated = `/** What a query parameter can be; a list repeats its name, and null is left out. */
type QueryValue = ${scalar} | (${scalar})[] | null | undefined;

/** What each operation takes. */\nexport interface CallInputs {\n${inputs.join('\n')}\n}
export type OperationId = keyof CallInputs;
export type CallInput<Id extends OperationId> = CallInputs[Id];`;
    const { statements } = ts.createSourceFile('inputs.d.ts', generated, ts.ScriptTarget.Latest, true);
    for (const statement of statements) {
      const [name = ''] = namesOf(statement);
      this.#taken.set(name, { statement, text: statement.getFullText().trim() });
    }
  }

  /** @param {string} entry */
  write(entry) {
    const { own, from } = this.#module(entry);
    const exported = [
      ...[...own].filter(([, statement]) => isExported(statement)).map(([name]) => name),
      ...[...from].filter(([, { isExport }]) => isExport).map(([name]) => name),
    ];
    for (const name of exported) this.#take(entry, name);
    const known = new Set([...exported, 'CallInputs']);
    const texts = [...this.#taken].map(([name, { text }]) =>
      known.has(name) ? exportedText(text) : text.replace(/^export /m, ''),
    );
    return format([header, ...texts, signal, 'export {};'].join('\n\n'), {
      parser: 'typescript',
      singleQuote: true,
      printWidth: 120,
    });
  }

  /**
   * @param {string} path
   * @param {string} name
   */
  #take(path, name) {
    const { own, from, file } = this.#module(path);
    const statement = own.get(name);
    const imported = from.get(name);
    if (!statement) {
      if (imported) this.#take(imported.path, imported.name);
      return;
    }
    const before = this.#taken.get(name);
    if (before) {
      const isSame = before.statement === statement || before.statement.getSourceFile().fileName === 'inputs.d.ts';
      if (!isSame) throw new Error(`Two files declare ${name}.`);
      return;
    }
    this.#taken.set(name, { statement, text: documented(statement, file) });
    for (const used of namesUsedIn(statement)) this.#take(path, used);
  }

  /**
   * @param {string} path
   * @returns {Module}
   */
  #module(path) {
    const known = this.#modules.get(path);
    if (known) return known;
    let text = '';
    this.#program.emit(this.#program.getSourceFile(path), (_name, content) => (text = content), undefined, true);
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    /** @type {Module} */
    const module = { file, own: new Map(), from: new Map() };
    this.#modules.set(path, module);
    for (const statement of file.statements) {
      const from = sourceOf(statement);
      if (from?.startsWith('.'))
        for (const [name, original] of passedOn(statement))
          module.from.set(name, { path: join(dirname(path), from), name: original, isExport: ts.isExportDeclaration(statement) });
      else for (const name of namesOf(statement)) module.own.set(name, statement);
    }
    return module;
  }
}

/** @param {ts.Statement} statement */
function sourceOf(statement) {
  const specifier =
    ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) ? statement.moduleSpecifier : undefined;
  return specifier && ts.isStringLiteral(specifier) ? specifier.text : undefined;
}

/**
 * @param {ts.Statement} statement
 * @returns {[string, string][]} each name here with its name there
 */
function passedOn(statement) {
  const bindings = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : ts.isExportDeclaration(statement)
      ? statement.exportClause
      : undefined;
  if (!bindings || ts.isNamespaceImport(bindings) || ts.isNamespaceExport(bindings)) return [];
  return bindings.elements.map(({ name, propertyName }) => [name.text, (propertyName ?? name).text]);
}

/**
 * @param {ts.Statement} statement
 * @returns {string[]}
 */
function namesOf(statement) {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = /** @type {ts.DeclarationStatement} */ (statement);
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

/** @param {ts.Node} node */
function namesUsedIn(node) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {ts.Node} part */
  const visit = (part) => {
    if (ts.isTypeReferenceNode(part)) names.add(part.typeName.getText());
    if (ts.isTypeQueryNode(part)) names.add(part.exprName.getText());
    if (ts.isExpressionWithTypeArguments(part)) names.add(part.expression.getText());
    ts.forEachChild(part, visit);
  };
  visit(node);
  return names;
}

/** @param {ts.Statement} statement */
function isExported(statement) {
  return ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

/**
 * With the comment of its own alone: what stands above the first is about the file.
 * @param {ts.Statement} statement
 * @param {ts.SourceFile} file
 */
function documented(statement, file) {
  const comments = ts.getLeadingCommentRanges(file.text, statement.pos) ?? [];
  const own = comments.filter(({ kind }) => kind === ts.SyntaxKind.MultiLineCommentTrivia).at(-1);
  return file.text.slice(own?.pos ?? statement.getStart(), statement.end);
}

/** @param {string} text */
function exportedText(text) {
  return /^export /m.test(text) ? text : text.replace(/^(?=declare |interface |type |class )/m, 'export ');
}
