// Which file may import which. The test suite `lint` holds it; CONTRIBUTING.md draws it.

/**
 * Rooms of `src`, and the rooms that each may import besides itself. Arrows go down only.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const rooms = {
  client: [],
  files: [],
  csv: [],
  protocol: ['client'],
  // Of a contract only the types are shared.
  shared: ['client', 'csv', 'protocol'],
  records: ['client', 'shared'],
  codes: ['client', 'csv', 'files', 'xlsx'],
  // A sheet is checked as a file of codes is, and a file of codes may be a workbook.
  xlsx: ['client', 'csv', 'files', 'codes'],
  runs: ['client', 'csv', 'files', 'records'],
  plans: ['client', 'records', 'runs', 'shared'],
  service: ['client', 'codes', 'csv', 'files', 'xlsx'],
  agents: ['client', 'files', 'plans', 'records'],
  cli: ['client', 'agents', 'codes', 'files', 'plans', 'records', 'runs', 'service', 'xlsx'],
  webview: ['client', 'protocol', 'shared'],
  editor: [...['client', 'agents', 'codes', 'csv', 'files', 'plans', 'protocol', 'records', 'runs', 'service', 'shared', 'xlsx']],
};

/** Rooms that run without Node as well: in a page, in a browser, in somebody else's program. */
const withoutNode = ['client', 'csv', 'protocol', 'records', 'shared', 'webview'];

/** Folders of `src/editor`, from the lowest; those of one line stand side by side, and the last line are the features. */
export const editorLayers = [
  ['platform'],
  ['account'],
  ['reading', 'records', 'ask', 'pages'],
  ['explorer', 'documents', 'forms', 'codes', 'runs', 'reports', 'operations', 'plans', 'agents', 'service'],
];

/** At most so many imports may go from one feature to another. */
const maxFeatureImports = 20;

/** From a file of one feature to one of another. Anything else opens another feature's page with a command. */
export const featureImports = [
  // The form of an operation runs it as Run Operation does, and copies it as any row is copied.
  ['forms/operation.ts', 'operations/run-operation.ts'],
  ['forms/operation.ts', 'operations/copy-as-curl.ts'],
  // The form takes passkeys from a file of codes, chosen and explained as everywhere.
  ['forms/passkeys-file.ts', 'codes/files.ts'],
  ['forms/passkeys-file.ts', 'codes/messages.ts'],
  // The form starts a run and shows it.
  ['forms/passkeys.ts', 'runs/index.ts'],
  ['forms/passkeys.ts', 'runs/run-client.ts'],
  ['forms/passkeys.ts', 'runs/run-end.ts'],
  ['forms/passkeys.ts', 'runs/run-host.ts'],
  // A reply is shown as a read-only document, and that feature owns its scheme.
  ['operations/index.ts', 'documents/providers.ts'],
  ['operations/run-operation.ts', 'documents/read-only.ts'],
  ['reports/table.ts', 'documents/read-only.ts'],
  // A document that is open can be shown as a table.
  ['reports/table-commands.ts', 'documents/addresses.ts'],
  // A cell is saved by the session of the form, with its checks, conflicts and drafts.
  ['reports/event-page.ts', 'forms/item-cells.ts'],
  ['reports/table.ts', 'forms/item-cells.ts'],
  // The reason why a file cannot be read is said as everywhere.
  ['reports/table-file.ts', 'codes/messages.ts'],
  // An event is read through a client, which a run has of a connection.
  ['plans/choose-event.ts', 'runs/run-client.ts'],
  // A plan is applied as a run, and a plan reverts a run.
  ['plans/plan-runs.ts', 'runs/index.ts'],
  ['plans/plan-runs.ts', 'runs/run-client.ts'],
  ['plans/plan-runs.ts', 'runs/run-end.ts'],
];

if (featureImports.length > maxFeatureImports)
  throw new Error(`${featureImports.length} imports between features; at most ${maxFeatureImports}.`);

/** @param {readonly string[]} names */
const oneOf = (names) => `(${names.join('|')})`;
/** @param {string} file of src/editor */
const exactly = (file) => `^src/editor/${file.replaceAll('.', '[.]')}$`;

const features = editorLayers.at(-1) ?? [];
const kernel = editorLayers.slice(0, -1);
const belowFeatures = `^src/editor/${oneOf(kernel.flat())}/`;
const filesOfOthers = Map.groupBy(featureImports, ([file = '']) => file);

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'no circle',
    comment: 'Files that import each other can only be read together. Types and import() count.',
    from: { path: '^src/' },
    to: { circular: true },
  },
  ...Object.entries(rooms).map(([room, allowed]) => ({
    name: `arrows of ${room}`,
    comment: 'The table of rooms says what a room may import.',
    from: { path: `^src/${room}/` },
    to: { path: '^src/', pathNot: `^src/${oneOf([room, ...allowed])}/` },
  })),
  {
    name: 'arrows of extension.ts',
    comment: 'It registers what VS Code calls, and loads the editor.',
    from: { path: '^src/[^/]+$' },
    to: { path: '^src/', pathNot: '^src/(client|editor)/' },
  },
  {
    name: 'vscode',
    comment: 'Only the editor knows VS Code.',
    from: { path: '^src/', pathNot: '^src/(editor/|extension[.]ts$)' },
    to: { path: '(^|/)vscode($|/)' },
  },
  {
    name: 'without Node',
    comment: 'This room runs without Node: what it needs of Node is passed in.',
    from: { path: `^src/${oneOf(withoutNode)}/` },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'types of a contract',
    comment: 'Of a contract only the types are shared.',
    from: { path: '^src/shared/' },
    to: { path: '^src/protocol/', dependencyTypesNot: ['type-only'] },
  },
  ...kernel.map((layer, index) => ({
    name: `layer of ${layer.join(', ')}`,
    comment: 'A folder of the editor imports the layers below it and the folders beside it.',
    from: { path: `^src/editor/${oneOf(layer)}/` },
    to: { path: '^src/editor/', pathNot: `^src/editor/${oneOf(kernel.slice(0, index + 1).flat())}/` },
  })),
  {
    name: 'another feature',
    comment: 'A feature imports another one only where featureImports lists it with its reason.',
    from: { path: `^src/editor/${oneOf(features)}/`, pathNot: [...filesOfOthers.keys()].map(exactly) },
    to: { path: '^src/editor/', pathNot: [belowFeatures, '^src/editor/$1/'] },
  },
  ...[...filesOfOthers].map(([file, listed]) => ({
    name: `another feature, from ${file}`,
    comment: 'A feature imports another one only where featureImports lists it with its reason.',
    from: { path: exactly(file) },
    to: {
      path: '^src/editor/',
      pathNot: [belowFeatures, `^src/editor/${file.split('/')[0]}/`, ...listed.map(([, other = '']) => exactly(other))],
    },
  })),
];

/** @type {import('dependency-cruiser').IConfiguration} */
const config = {
  forbidden: forbidden.map((rule) => ({ ...rule, severity: 'error' })),
  required: featureImports.map(([file = '', other = '']) => ({
    severity: 'error',
    name: 'listed, but not imported',
    comment: 'Take the line out of featureImports.',
    module: { path: exactly(file) },
    to: { path: exactly(other) },
  })),
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'tsc',
    enhancedResolveOptions: { extensions: ['.ts', '.mjs', '.json'] },
  },
};
export default config;
