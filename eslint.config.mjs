import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const elsewhere = (/** @type {string[]} */ ...names) =>
  names.map((name) => ({ name, message: 'This room runs anywhere: pass it in.' }));

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
  {
    files: ['src/{client,records,protocol,shared,csv}/**'],
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
