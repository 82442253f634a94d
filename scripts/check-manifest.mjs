// Proves package.json against the code and the strings: what it promises exists, and what exists is promised.
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';

/**
 * @typedef {{ command: string, title?: string, category?: string, icon?: unknown }} Command
 * @typedef {{ command?: string, submenu?: string, group?: string, when?: string }} MenuItem
 * @typedef {{ description?: string, markdownDescription?: string, scope?: string }} Setting
 * @typedef {{ properties?: Record<string, Setting> }} Settings
 * @typedef {{ id: string, description: string, media: { svg: string }, completionEvents?: string[] }} WalkthroughStep
 * @typedef {{
 *   contributes: {
 *     commands?: Command[],
 *     menus?: Record<string, MenuItem[]>,
 *     keybindings?: { command: string }[],
 *     configuration?: Settings | Settings[],
 *     viewsWelcome?: { contents: string }[],
 *     walkthroughs?: { steps: WalkthroughStep[] }[],
 *   },
 * }} Manifest
 * @typedef {Record<string, string>} Strings
 */

/** Menus in which a command shows as its icon rather than as words. */
const iconMenus = new Set(['view/title', 'view/item/context', 'editor/title']);

/**
 * @param {Manifest} manifest
 * @param {{ english: Strings, translations: Record<string, Strings>, sources: string }} project
 * @returns {string[]} one sentence a problem
 */
export function checkManifest(manifest, { english, translations, sources }) {
  return [
    ...checkCommands(manifest, sources),
    ...checkMenus(manifest),
    ...checkWelcomeLinks(manifest, { english, ...translations }),
    ...checkWalkthroughs(manifest),
    ...checkSettings(manifest, sources),
    ...checkStrings(manifest, english, translations),
    ...checkLiterals(manifest),
  ];
}

/**
 * @param {Manifest} manifest
 * @param {string} sources
 */
function checkCommands({ contributes }, sources) {
  const commands = contributes.commands ?? [];
  const contributed = commands.map(({ command }) => command);
  const registered = [...sources.matchAll(/\.register\(\s*['"](boxOffice\.\w+)['"]/g)].map(([, id]) => id ?? '');
  return [
    ...missing(contributed, registered).map((id) => `${id} is contributed and never registered.`),
    ...missing(registered, contributed).map((id) => `${id} is registered and not contributed.`),
    ...repeated(contributed).map((id) => `${id} is contributed twice.`),
    ...repeated(registered).map((id) => `${id} is registered twice.`),
    ...commands.filter(({ title }) => !title).map(({ command }) => `${command} has no title.`),
    ...commands
      .filter(({ category }) => category !== 'Box Office')
      .map(({ command }) => `${command} is not in the category Box Office.`),
  ];
}

/** @param {Manifest} manifest */
function checkMenus({ contributes }) {
  const commands = new Map((contributes.commands ?? []).map((command) => [command.command, command]));
  const problems = [];
  for (const [menu, items] of Object.entries(contributes.menus ?? {})) {
    for (const { command, group = '' } of items) {
      if (command === undefined || !command.startsWith('boxOffice.')) continue;
      if (!commands.has(command)) problems.push(`The menu ${menu} names the unknown command ${command}.`);
      const showsIcon = iconMenus.has(menu) && /^(navigation|inline)/.test(group);
      if (showsIcon && !commands.get(command)?.icon) problems.push(`${command} shows as an icon in ${menu} and has none.`);
    }
  }
  for (const { command } of contributes.keybindings ?? []) {
    if (command.startsWith('boxOffice.') && !commands.has(command))
      problems.push(`A key is bound to the unknown command ${command}.`);
  }
  return problems;
}

/**
 * The welcome texts and the steps of the walkthrough stand in the strings files, with links that run commands.
 * @param {Manifest} manifest
 * @param {Record<string, Strings>} languages
 */
function checkWelcomeLinks({ contributes }, languages) {
  const commands = (contributes.commands ?? []).map(({ command }) => command);
  const keys = [
    ...(contributes.viewsWelcome ?? []).map(({ contents }) => contents),
    ...stepsOf(contributes).map(({ description }) => description),
  ];
  const texts = Object.values(languages).flatMap((strings) => keys.map((key) => strings[key.slice(1, -1)] ?? key));
  const linked = [...texts.join('\n').matchAll(/\(command:(boxOffice\.\w+)/g)].map(([, id]) => id ?? '');
  return missing(linked, commands).map((id) => `A welcome text links to the unknown command ${id}.`);
}

/** @param {Manifest['contributes']} contributes */
function stepsOf({ walkthroughs = [] }) {
  return walkthroughs.flatMap(({ steps }) => steps);
}

/** @param {Manifest} manifest */
function checkWalkthroughs({ contributes }) {
  const commands = (contributes.commands ?? []).map(({ command }) => command);
  const steps = stepsOf(contributes);
  const awaited = steps.flatMap(({ completionEvents = [] }) => completionEvents);
  const awaitedCommands = awaited.flatMap((event) => /^onCommand:(boxOffice\.\w+)$/.exec(event)?.[1] ?? []);
  return [
    ...missing(awaitedCommands, commands).map((id) => `A step of the walkthrough waits for the unknown command ${id}.`),
    ...steps
      .filter(({ completionEvents = [] }) => completionEvents.length === 0)
      .map(({ id }) => `The step ${id} can never be done.`),
  ];
}

/**
 * @param {Manifest} manifest
 * @param {string} sources
 */
function checkSettings({ contributes }, sources) {
  const sections = [contributes.configuration ?? []].flat();
  const settings = Object.assign({}, ...sections.map(({ properties }) => properties));
  const contributed = Object.keys(settings);
  const read = [...sources.matchAll(/\bsetting(?:<[^>]*>)?\(\s*['"](boxOffice\.\w+)['"]/g)].map(([, id]) => id ?? '');
  return [
    ...missing(contributed, read).map((id) => `The setting ${id} is read by no typed getter.`),
    ...missing(read, contributed).map((id) => `The setting ${id} is read and not contributed.`),
    ...contributed
      .filter((id) => !settings[id].description && !settings[id].markdownDescription)
      .map((id) => `The setting ${id} has no description.`),
    // A folder that somebody opens must not say where a token goes, or what is asked for, how much and how long.
    ...contributed
      .filter((id) => settings[id].scope !== 'application')
      .map((id) => `The setting ${id} decides about requests, so its scope must be application.`),
  ];
}

/**
 * @param {Manifest} manifest
 * @param {Strings} english
 * @param {Record<string, Strings>} translations
 */
function checkStrings(manifest, english, translations) {
  const used = [...JSON.stringify(manifest).matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? '');
  const known = Object.keys(english);
  return [
    ...missing(used, known).map((key) => `The string ${key} is missing in package.nls.json.`),
    ...missing(known, used).map((key) => `The string ${key} is not used by package.json.`),
    ...Object.entries(translations).flatMap(([file, strings]) => [
      ...missing(known, Object.keys(strings)).map((key) => `The string ${key} is missing in ${file}.`),
      ...missing(Object.keys(strings), known).map((key) => `${file} has the unknown string ${key}.`),
    ]),
  ];
}

/** What a person reads; the name of the product is the same in every language. */
const readable = /^(title|shortTitle|category|label|name|contents|description|markdownDescription|userDescription|placeholder)$/;
const readableLists = /^(enumDescriptions|markdownEnumDescriptions|enumItemLabels)$/;
const productName = 'Box Office';

/**
 * Texts that no translator sees. What a language model reads is English in every language.
 * @param {Manifest} manifest
 */
function checkLiterals(manifest) {
  /** @type {string[]} */
  const problems = [];
  /** @param {unknown} value @param {string[]} path @param {boolean} isRead */
  const visit = (value, path, isRead) => {
    if (typeof value === 'string') {
      if (isRead && value !== productName && !/^%[^%]+%$/.test(value))
        problems.push(`${path.join('.')} is "${value}": it belongs into package.nls.json.`);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, part] of Object.entries(value))
        visit(part, [...path, key], Array.isArray(value) ? isRead && readableLists.test(path.at(-1) ?? '') : isReadable(key));
    }
  };
  for (const [point, value] of Object.entries(manifest.contributes))
    if (point !== 'languageModelTools') visit(value, [point], false);
  return problems;
}

/** @param {string} key */
function isReadable(key) {
  return readable.test(key) || readableLists.test(key);
}

/**
 * @param {string[]} wanted
 * @param {string[]} there
 */
function missing(wanted, there) {
  const known = new Set(there);
  return [...new Set(wanted)].filter((name) => !known.has(name));
}

/** @param {string[]} names */
function repeated(names) {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** Checks this project and throws with every problem found. */
export async function checkProject() {
  const json = async (/** @type {string} */ name) => JSON.parse(await readFile(join(root, name), 'utf8'));
  const sourceFiles = globSync('src/**/*.ts', { cwd: root });
  const [manifest, english, portuguese, ...sources] = await Promise.all([
    json('package.json'),
    json('package.nls.json'),
    json('package.nls.pt-br.json'),
    ...sourceFiles.map((name) => readFile(join(root, name), 'utf8')),
  ]);
  const problems = checkManifest(manifest, {
    english,
    translations: { 'package.nls.pt-br.json': portuguese },
    sources: sources.join('\n'),
  });
  const pictures = stepsOf(manifest.contributes).map(({ media }) => media.svg);
  const absent = pictures.filter((name) => !existsSync(join(root, name)));
  problems.push(...absent.map((name) => `The picture ${name} is missing: npm run pictures takes it.`));
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
