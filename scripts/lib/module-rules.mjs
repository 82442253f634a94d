// What the check of modules lets pass, each with its reason.

/** Folders of src/editor, from the lowest; those of one line stand side by side. */
export const editorLayers = [
  ['platform'],
  ['account'],
  ['reading', 'records', 'ask', 'pages'],
  ['explorer', 'documents', 'forms', 'codes', 'runs', 'reports', 'operations', 'plans', 'agents', 'service'],
];

/** At most so many imports may go from one feature to another. */
export const maxFeatureImports = 20;

const documentsReason = 'a reply is shown as a read-only document, and that feature owns its scheme';
const codesReason = 'the form takes passkeys from a file of codes, chosen and explained as everywhere';
const editReason = 'a cell is saved by the session of the form, with its checks, conflicts and drafts';
const runsReason = 'the form starts a run and shows it';
const planReason = 'a plan is applied as a run, and a run is reverted by a plan';

/** From a file of src/editor to one of another feature; whatever opens another feature's page goes through a command instead. */
export const featureImports = [
  {
    file: 'forms/operation.ts',
    imports: 'operations/run-operation.ts',
    reason: 'the form of an operation runs it as Run Operation does',
  },
  {
    file: 'forms/operation.ts',
    imports: 'operations/copy-as-curl.ts',
    reason: 'what the form would send is copied as any row is',
  },
  { file: 'forms/passkeys-file.ts', imports: 'codes/files.ts', reason: codesReason },
  { file: 'forms/passkeys-file.ts', imports: 'codes/messages.ts', reason: codesReason },
  { file: 'forms/passkeys.ts', imports: 'runs/index.ts', reason: runsReason },
  { file: 'forms/passkeys.ts', imports: 'runs/run-client.ts', reason: runsReason },
  { file: 'forms/passkeys.ts', imports: 'runs/run-end.ts', reason: runsReason },
  { file: 'forms/passkeys.ts', imports: 'runs/run-host.ts', reason: runsReason },
  { file: 'operations/index.ts', imports: 'documents/providers.ts', reason: documentsReason },
  { file: 'operations/run-operation.ts', imports: 'documents/read-only.ts', reason: documentsReason },
  {
    file: 'plans/choose-event.ts',
    imports: 'runs/run-client.ts',
    reason: 'an event is read through a client, which a run has of a connection',
  },
  { file: 'reports/event-page.ts', imports: 'forms/item-cells.ts', reason: editReason },
  { file: 'reports/table.ts', imports: 'forms/item-cells.ts', reason: editReason },
  { file: 'plans/plan-runs.ts', imports: 'runs/index.ts', reason: planReason },
  { file: 'plans/plan-runs.ts', imports: 'runs/run-client.ts', reason: planReason },
  { file: 'plans/plan-runs.ts', imports: 'runs/run-end.ts', reason: planReason },
  {
    file: 'reports/table-commands.ts',
    imports: 'documents/addresses.ts',
    reason: 'a document that is open can be shown as a table',
  },
  { file: 'reports/table.ts', imports: 'documents/read-only.ts', reason: documentsReason },
  {
    file: 'reports/table-file.ts',
    imports: 'codes/messages.ts',
    reason: 'why a file cannot be read is said as everywhere',
  },
];

/** Values that only tests import. An index.ts is what others call, and tests are others; types cost nothing. */
export const testOnlyExports = {
  'src/agents/answer.ts shorten': 'each way to shorten is tried by itself',
  'src/cli/words.ts shellWords': 'each is held against the words of the client',
  'src/editor/account/environments.ts localManners': 'an environment of a test has the manners of its service',
  'src/editor/account/vault.ts keyOf': 'a test puts a broken secret into its place',
  'src/editor/agents/question.ts countOf': 'each shape of a payload is counted by itself',
  'src/editor/ask/find-among.ts findLimits': 'a test lowers what is kept of an event',
  'src/editor/forms/item-record.ts applyForm': 'a form is applied without a session',
  'src/editor/forms/passkey-record.ts editedRecord': 'a form is applied without a session',
  'src/editor/operations/copies.ts removeOldCopies': 'a test says what time it is',
  'src/editor/operations/curl.ts quote': 'a shell is asked what it makes of each quoted text',
  'src/editor/reading/tax-amounts.ts isTaxAmount': 'each name of an amount is tried by itself',
  'src/editor/reading/tax-amounts.ts taxUnit': 'what a reply tells of its unit is tried by itself',
  'src/plans/small-plans.ts changedPrice': 'each rounding of a price is tried by itself',
  'src/editor/records/locks.ts withLock': 'several processes wait for one lock',
  'src/editor/reports/table-columns.ts markdownCell': 'each character that Markdown knows is tried',
  'src/extension.ts activate': 'VS Code calls it',
};
