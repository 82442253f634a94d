// Tells whether the compiler would refuse a source that is changed, without writing it anywhere.
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** @param {string} path */
const fileExists = (path) => ts.sys.fileExists(path);
/** @param {string} path */
const readFile = (path) => ts.sys.readFile(path);

/** @typedef {(path: string, text: string) => boolean} TypeCheck whether a file with this text in place of its own has errors */

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
 * @param {string} configPath
 * @returns {TypeCheck}
 */
function checkWith(configPath) {
  const folder = dirname(configPath);
  const { fileNames, options } = ts.parseJsonConfigFileContent(ts.readConfigFile(configPath, readFile).config, ts.sys, folder);
  let changed = { path: '', text: '', version: 0 };
  /** @param {string} path */
  const textOf = (path) => (path === changed.path ? changed.text : readFile(path));
  const service = ts.createLanguageService({
    getScriptFileNames: () => fileNames,
    getScriptVersion: (path) => (path === changed.path ? String(changed.version) : ''),
    getScriptSnapshot: (path) => {
      const text = textOf(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists,
    readFile,
    readDirectory: (...args) => ts.sys.readDirectory(...args),
    directoryExists: (path) => ts.sys.directoryExists(path),
    getDirectories: (path) => ts.sys.getDirectories(path),
  });
  return (path, text) => {
    changed = { path, text, version: changed.version + 1 };
    return service.getSyntacticDiagnostics(path).length > 0 || service.getSemanticDiagnostics(path).length > 0;
  };
}
