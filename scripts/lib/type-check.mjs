// Tells whether the compiler would refuse a source that is changed, without writing it anywhere.
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** @param {string} path */
const fileExists = (path) => ts.sys.fileExists(path);
/** @param {string} path */
const readFile = (path) => ts.sys.readFile(path);

/** @typedef {(path: string, text: string) => boolean} TypeCheck whether a source with this text in place of its own has errors */

/**
 * @param {string} root
 * @returns {TypeCheck} for files of the project, relative to its root
 */
export function createTypeCheck(root) {
  /** @type {Map<string, TypeCheck>} by configuration */
  const checks = new Map();
  return (file, text) => {
    const path = join(root, file);
    const config = ts.findConfigFile(dirname(path), fileExists);
    if (config === undefined) throw new Error(`No tsconfig.json is for ${file}.`);
    const check = checks.get(config) ?? checkWith(config);
    checks.set(config, check);
    return check(path, text);
  };
}

/**
 * Nothing but the changed source is read twice.
 * @param {string} config
 * @returns {TypeCheck}
 */
function checkWith(config) {
  const folder = dirname(config);
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(config, readFile).config, ts.sys, folder);
  const resolved = ts.createModuleResolutionCache(folder, (name) => name, options);
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  /** @type {Map<string, ts.SourceFile | undefined>} by path */
  const known = new Map();
  host.getModuleResolutionCache = () => resolved;
  return (path, text) => {
    host.getSourceFile = (name, language) => {
      if (name === path) return ts.createSourceFile(name, text, language);
      if (!known.has(name)) known.set(name, read(name, language));
      return known.get(name);
    };
    const program = ts.createProgram([path], options, host);
    const source = program.getSourceFile(path);
    return program.getSyntacticDiagnostics(source).length > 0 || program.getSemanticDiagnostics(source).length > 0;
  };
}
