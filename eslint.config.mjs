import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { editorLayers, featureImports } from './scripts/lib/module-rules.mjs';

/**
 * What a layer may not import. Arrows go down only: extension → editor → {runs, codes, service, agents} → client; {webview, editor} → {protocol, shared} → client.
 * @param {string} files
 * @param {{ group: string[], message: string }[]} patterns
 * @returns {import('eslint').Linter.Config}
 */
function layer(files, patterns) {
  return { files: [`src/${files}/**`], rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

const editor = { group: ['vscode', '**/editor/**', '**/extension.ts'], message: 'Only the editor layer knows VS Code.' };
const node = {
  group: [
    'node:*',
    ...['fs', 'path', 'http', 'http2', 'https', 'net', 'tls', 'dns', 'os', 'stream', 'crypto', 'zlib'],
    ...['buffer', 'url', 'querystring', 'events', 'util', 'assert', 'timers', 'child_process', 'worker_threads'],
  ].map((name) => `/${name}`),
  message: 'This layer runs without Node.',
};
const webview = { group: ['**/webview/**'], message: 'Web pages are loaded, never imported.' };
const above = (/** @type {string[]} */ ...names) => ({
  group: names.map((name) => `**/${name}/**`),
  message: 'Arrows go down only: this layer stands above.',
});
const start = { group: ['**/extension.ts'], message: 'The extension starts the editor, not the other way round.' };

/**
 * A folder of the editor may import the layers below it and, unless it is a feature, those beside it. Which files of one feature may import
 * one of another is listed in scripts/lib/module-rules.mjs and checked beside ESLint; here other features are refused.
 * @param {string} name
 * @returns {import('eslint').Linter.Config}
 */
function editorFolder(name) {
  const features = editorLayers.at(-1) ?? [];
  const isFeature = features.includes(name);
  const listed = featureImports.filter(({ file }) => file.startsWith(`${name}/`)).map(({ imports }) => imports.split('/')[0]);
  const above = editorLayers.slice(editorLayers.findIndex((names) => names.includes(name)) + 1).flat();
  const refused = isFeature ? features.filter((each) => each !== name && !listed.includes(each)) : above;
  const regex = `^\\.\\.\\x2f(${refused.join('|')})\\x2f`;
  const message = isFeature ? 'A feature does not import another feature.' : 'Arrows go down only: this folder stands above.';
  return {
    files: [`src/editor/${name}/**`],
    rules: {
      'no-restricted-imports': ['error', { patterns: [webview, start, { regex, message }] }],
      'no-restricted-syntax': ['error', { selector: `ImportExpression[source.value=/${regex}/]`, message }],
    },
  };
}

const elsewhere = (/** @type {string[]} */ ...names) =>
  names.map((name) => ({ name, message: 'The client runs anywhere: pass it in.' }));

export default defineConfig(
  {
    ignores: [
      ...['dist/', 'out/', '.local/', '.vscode-test/', 'scripts/host/'],
      ...['test/bench/*-tree/', 'test/bench/hello-page/', 'test/harness/driver/'],
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // `const { id: _id, ...rest }` is how a field is left out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } }],
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'setHTMLUnsafe', 'createContextualFragment', 'srcdoc'].map(
          (property) => ({
            property,
            message: 'Text from the service is data: use textContent.',
          }),
        ),
      ],
      'eqeqeq': 'error',
      // The type checker knows better which names exist.
      'no-undef': 'off',
    },
  },
  layer('client', [editor, node, webview, above('runs', 'codes', 'service', 'protocol', 'shared')]),
  layer('agents', [editor, webview, above('runs', 'codes', 'service', 'protocol', 'shared')]),
  layer('files', [
    editor,
    webview,
    above('runs', 'codes', 'service', 'protocol', 'shared', 'client', 'csv', 'xlsx', 'plans', 'records'),
  ]),
  layer('csv', [editor, node, webview, above('runs', 'codes', 'service', 'protocol', 'shared', 'client')]),
  layer('codes', [editor, webview, above('runs', 'service', 'protocol', 'shared')]),
  layer('xlsx', [editor, webview, above('runs', 'service', 'protocol', 'shared')]),
  layer('runs', [editor, webview, above('plans', 'codes', 'service', 'protocol', 'shared')]),
  layer('service', [editor, webview, above('runs', 'protocol', 'shared')]),
  layer('records', [editor, node, webview, above('plans', 'runs', 'codes', 'service', 'protocol')]),
  layer('plans', [editor, webview, above('codes', 'service', 'protocol')]),
  layer('protocol', [editor, node, webview, above('runs', 'codes', 'service', 'shared')]),
  layer('shared', [editor, node, webview, above('runs', 'codes', 'service')]),
  layer('webview', [editor, node, above('runs', 'codes', 'service')]),
  layer('editor', [webview, start]),
  ...editorLayers.flat().map(editorFolder),
  {
    files: ['src/shared/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [{ group: ['**/protocol/**'], allowTypeImports: true, message: 'Of a contract only the types are shared.' }],
        },
      ],
    },
  },
  {
    files: ['src/client/**', 'src/protocol/**', 'src/shared/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...elsewhere('process', 'Buffer', 'require', 'global', 'document', 'window', 'localStorage', 'sessionStorage'),
        ...elsewhere('navigator', 'location', 'XMLHttpRequest', 'FormData'),
      ],
    },
  },
  {
    // Mocha's own globals take arrow functions that return promises, and a JSON file's shape is the test's business.
    files: ['test/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['*.mjs', 'scripts/**/*.mjs', 'test/harness/**/*.mjs'],
    rules: {
      'no-restricted-exports': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
);
