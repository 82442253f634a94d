// `npm run l10n`: writes the English bundle from the messages in the sources. The check fails while a translation lacks one or has too many, or a text stands outside.
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { root } from './lib/paths.mjs';

/** @typedef {Record<string, string>} Bundle */

const english = 'l10n/bundle.l10n.json';
const translations = ['l10n/bundle.l10n.pt-br.json'];

/**
 * The messages of a source: the first argument of every `l10n.t(…)` and `t(…)`.
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
      else if (message && !ts.isIdentifier(message))
        throw new Error(`${name}: a message must be one plain text, not ${message.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true));
  return messages;
}

/** @param {ts.Expression} callee */
function isTranslation(callee) {
  if (ts.isIdentifier(callee)) return callee.text === 't';
  return ts.isPropertyAccessExpression(callee) && callee.name.text === 't';
}

/** Who shows a text to a person, by the name of the function. */
const sayers = new Set(['showInformationMessage', 'showWarningMessage', 'showErrorMessage', 'setStatusBarMessage', 'Refusal']);
/** Fields whose text a person sees. */
const shownFields = new Set(['title', 'placeHolder', 'prompt', 'detail', 'openLabel', 'saveLabel', 'tooltip', 'ariaLabel']);

/**
 * Texts that a person would see in one language only: words given to a person without asking for their translation.
 * @param {string} source
 * @param {string} name
 * @returns {string[]} one sentence a problem
 */
export function looseTextsIn(source, name) {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  /** @type {string[]} */
  const problems = [];
  /** @param {ts.Node | undefined} node */
  const check = (node) => {
    if (!node || !isWords(node)) return;
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    problems.push(`${name}:${line + 1} says ${node.getText()} outside the bundles.`);
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && isSayer(node.expression)) node.arguments?.forEach(check);
    if (ts.isPropertyAssignment(node) && shownFields.has(node.name.getText())) check(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return problems;
}

/** @param {ts.Expression} callee */
function isSayer(callee) {
  if (ts.isIdentifier(callee)) return sayers.has(callee.text);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  return sayers.has(callee.name.text) || callee.expression.getText() === 'say';
}

/**
 * A text with at least one word in it, the product's own name aside.
 * @param {ts.Node} node
 */
function isWords(node) {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false;
  const text = ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ')
    : node.text;
  return /\p{L}{2,}/u.test(text.replaceAll('Box Office', '').replace(/\$\([\w~-]+\)/g, ''));
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
  const names = globSync(['src/editor/**/*.ts', 'src/webview/**/*.ts'], { cwd: root });
  const found = await Promise.all(names.map(async (name) => find(await readFile(join(root, name), 'utf8'), name)));
  return found.flat();
}

async function projectMessages() {
  return [...new Set(await inSources(messagesIn))].sort();
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
  const text = JSON.stringify(Object.fromEntries(messages.map((message) => [message, message])), undefined, 2);
  await writeFile(join(root, english), `${text}\n`);
  for (const file of translations) {
    const bundle = await readBundle(file);
    const kept = Object.fromEntries(
      messages.filter((message) => Object.hasOwn(bundle, message)).map((message) => [message, bundle[message]]),
    );
    await writeFile(join(root, file), `${JSON.stringify(kept, undefined, 2)}\n`);
    console.log(
      `${file} lacks:\n${messages
        .filter((message) => !Object.hasOwn(kept, message))
        .map((message) => JSON.stringify(message))
        .join('\n')}`,
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
