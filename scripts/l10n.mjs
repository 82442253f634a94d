// `npm run l10n`: writes the English bundle from the messages in the sources. The check fails while a translation lacks one or has too many, or a text stands outside.
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { operations } from '../src/client/operations.ts';
import { root } from './lib/paths.mjs';

/** @typedef {Record<string, string>} Bundle */

const english = 'l10n/bundle.l10n.json';
/** Its titles are messages as they stand. */
const table = 'src/client/operations.ts';
const translations = ['l10n/bundle.l10n.pt-br.json'];

/**
 * The messages of a source: the first argument of every `l10n.t(…)`, `t(…)`, `localized(…)` and `l10nKey(…)`. One that says what it is for, as
 * `t({ message: 'finished', comment: 'for a run' })`, is `finished/for a run`, as VS Code has it.
 * @param {string} source
 * @param {string} name
 */
export function messagesIn(source, name) {
  /** @type {string[]} */
  const messages = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && isTranslation(node.expression)) {
      const [message] = node.arguments;
      if (message && ts.isStringLiteralLike(message)) messages.push(message.text);
      else if (message && ts.isObjectLiteralExpression(message)) messages.push(keyOf(message));
      // A key that `l10nKey` made is found where it stands.
      else if (
        message &&
        !ts.isIdentifier(message) &&
        !ts.isPropertyAccessExpression(message) &&
        !ts.isElementAccessExpression(message)
      )
        throw new Error(`${name}: a message must be one plain text, not ${message.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true));
  return messages;
}

/** @param {ts.ObjectLiteralExpression} object */
function keyOf({ properties }) {
  const texts = properties.map((part) => (ts.isPropertyAssignment(part) ? textOf(part.initializer) : ''));
  return texts.join('/');
}

/** @param {string} message */
function englishOf(message) {
  return message.replace(/\/for .*$/, '');
}

/** @param {ts.Expression} callee */
function isTranslation(callee) {
  const name = nameOf(callee);
  return name === 't' || name === 'localized' || name === 'l10nKey';
}

/** @param {ts.Expression} callee */
function nameOf(callee) {
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text;
  return ts.isIdentifier(callee) ? callee.text : '';
}

/** Who shows a text to a person, by the name of the function. */
const notifiers = new Set([
  'showInformationMessage',
  'showWarningMessage',
  'showErrorMessage',
  'setStatusBarMessage',
  'UserError',
]);
/**
 * What of a call a page shows, be it one word.
 * @type {ReadonlyMap<string, (given: readonly ts.Expression[]) => readonly ts.Expression[]>}
 */
const shownParts = new Map([
  ['button', (given) => given.slice(0, 1)],
  ['checkbox', (given) => given.slice(0, 1)],
  ['heading', (given) => given.slice(0, 1)],
  ['h', (given) => given.slice(2)],
  ['replaceChildren', (given) => given.slice(1)],
  ['mount', (given) => given],
  ['show', (given) => (/^'(info|warning|error)'$/.test(given[0]?.getText() ?? '') ? given.slice(1) : [])],
]);
/** Fields whose text a person sees, be it one word. */
const shownFields = new Set(
  [
    'title label description detail tooltip prompt placeHolder placeholder openLabel saveLabel ariaLabel aria-label',
    'message problem textContent heading summary',
  ].flatMap((names) => names.split(' ')),
);
/** Whoever reads these is no person: a log, a style sheet, the page's own document, a table of words to look for. */
const machines = new Set([
  'debug',
  'info',
  'warn',
  'error',
  'trace',
  'aliases',
  'capabilities',
  'querySelector',
  'querySelectorAll',
  'closest',
]);
/** Said beside a text that stays in English, with the reason. */
const englishMark = /\bEnglish: /;

/**
 * Texts that a person would see in one language only: whatever is given to a person without asking for its translation, and whatever
 * reads like a sentence.
 * @param {string} source
 * @param {string} name
 * @returns {string[]} one sentence a problem
 */
export function looseTextsIn(source, name) {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const lines = source.split('\n');
  /** @type {Map<number, string>} */
  const problems = new Map();
  /** @param {ts.Node} node */
  const report = (node) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    if ([lines[line], lines[line - 1]].some((text) => englishMark.test(text ?? ''))) return;
    problems.set(node.getStart(), `${name}:${line + 1} says ${node.getText()} outside the bundles.`);
  };
  /** @param {ts.Node | undefined} node */
  const check = (node) => node && hasWord(textOf(node)) && report(node);
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isForMachines(node, name)) return;
    if (isSentence(textOf(node))) report(node);
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && isSayer(node.expression)) node.arguments?.forEach(check);
    if (ts.isCallExpression(node)) shownParts.get(nameOf(node.expression))?.(node.arguments).forEach(check);
    if (ts.isPropertyAssignment(node) && shownFields.has(unquoted(node.name.getText()))) check(node.initializer);
    if (isAssignment(node) && shownFields.has(nameOf(node.left))) check(node.right);
    if (ts.isCallExpression(node) && isTranslation(node.expression)) node.arguments.slice(1).forEach(visit);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return [...problems.values()];
}

/** @param {ts.Expression} callee */
function isSayer(callee) {
  return notifiers.has(nameOf(callee)) || isNotify(callee);
}

/** @param {ts.Expression} callee */
function isNotify(callee) {
  return ts.isPropertyAccessExpression(callee) && callee.expression.getText() === 'notify';
}

/**
 * @param {ts.Node} node
 * @param {string} file
 */
function isForMachines(node, file) {
  if (ts.isPropertyAssignment(node)) return isOfMachines(node.name.getText(), file);
  if (isAssignment(node)) return isOfMachines(nameOf(node.left), file);
  if (ts.isCallExpression(node)) return machines.has(nameOf(node.expression)) && !isNotify(node.expression);
  // What the client throws at people is an ApiError, with its own sentence; what a run throws is asUserError by its kind.
  const isInside = file.startsWith('src/client/') ? /Error$/ : /^RunError$/;
  return ts.isNewExpression(node) && isInside.test(node.expression.getText());
}

/**
 * @param {string} field
 * @param {string} file
 */
function isOfMachines(field, file) {
  return field === 'className' || field === 'class' || (file === table && field === 'title');
}

/**
 * @param {ts.Node} node
 * @returns {node is ts.BinaryExpression}
 */
function isAssignment(node) {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}

/** @param {string} name */
function unquoted(name) {
  return name.replace(/^'(.*)'$/, '$1');
}

/**
 * The text of a node, without the product's own name and icons; `…` stands for what is put in.
 * @param {ts.Node} node
 */
function textOf(node) {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return '';
  const text = ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
    : node.text;
  return text.replaceAll('Box Office', '').replace(/\$\([\w~-]+\)/g, '');
}

/** @param {string} text */
function hasWord(text) {
  return /\p{L}{2,}/u.test(text);
}

/**
 * Two words side by side, unless it is the source of a page.
 * @param {string} text
 */
function isSentence(text) {
  return /(?<![-\p{L}])\p{L}{2,},? \p{L}+(?![-\p{L}=])/u.test(text) && !text.startsWith('<');
}

/**
 * @param {string[]} messages
 * @param {Record<string, Bundle>} bundles
 * @returns {string[]} one sentence a problem
 */
export function checkBundles(messages, bundles) {
  const wanted = new Set(messages);
  return Object.entries(bundles).flatMap(([file, bundle]) => [
    ...messages.filter((message) => !Object.hasOwn(bundle, message)).map((message) => `${file} lacks "${message}".`),
    ...Object.keys(bundle)
      .filter((message) => !wanted.has(message))
      .map((message) => `${file} has "${message}", which nothing says.`),
    ...Object.entries(bundle)
      .filter(([message, text]) => wanted.has(message) && places(message) !== places(text))
      .map(([message]) => `${file} does not have the same {0} places in "${message}".`),
  ]);
}

/** @param {string} text */
function places(text) {
  return [...new Set(text.match(/\{\d+\}/g) ?? [])].sort().join();
}

/**
 * What is found in the sources that speak to a person.
 * @param {(source: string, name: string) => string[]} find
 */
async function inSources(find) {
  // The local service, the server for agents and the command line speak to programs and scripts, in English.
  const names = globSync('src/**/*.ts', { cwd: root })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !/^src\/(?:service|agents|cli)\//.test(name));
  const found = await Promise.all(names.map(async (name) => find(await readFile(join(root, name), 'utf8'), name)));
  return found.flat();
}

async function projectMessages() {
  const titles = Object.values(operations).map(({ title }) => title);
  return [...new Set([...(await inSources(messagesIn)), ...titles])].sort();
}

/** @param {string} file */
async function readBundle(file) {
  return /** @type {Bundle} */ (JSON.parse(await readFile(join(root, file), 'utf8')));
}

/** Checks this project and throws with every problem found. */
export async function checkWords() {
  const files = [english, ...translations];
  const bundles = Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readBundle(file)])));
  const problems = [...checkBundles(await projectMessages(), bundles), ...(await inSources(looseTextsIn))];
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\n"npm run l10n" writes the English bundle.`);
}

async function main() {
  const messages = await projectMessages();
  const text = JSON.stringify(Object.fromEntries(messages.map((message) => [message, englishOf(message)])), undefined, 2);
  await writeFile(join(root, english), `${text}\n`);
  for (const file of translations) {
    const bundle = await readBundle(file);
    const kept = Object.fromEntries(
      messages.filter((message) => Object.hasOwn(bundle, message)).map((message) => [message, bundle[message]]),
    );
    await writeFile(join(root, file), `${JSON.stringify(kept, undefined, 2)}\n`);
    const lacking = messages.filter((message) => !Object.hasOwn(kept, message)).map((message) => JSON.stringify(message));
    console.log(lacking.length > 0 ? `${file} lacks:\n${lacking.join('\n')}` : `${file} has every message.`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
