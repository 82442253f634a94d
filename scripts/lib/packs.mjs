// Puts the many modules of a split build into a few files: each file of a package is compressed alone and has its own head, and many small
// ones weigh half as much again. A module still runs only when it is first asked for.
import { transform } from 'esbuild';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';

/** @typedef {import('esbuild').Metafile['outputs']} Outputs */
/** @typedef {{ name: string, text: string }} File */

/**
 * The names of all modules that one of them needs at once, or also later.
 * @param {Outputs} outputs
 * @param {string} from
 * @param {boolean} [isLater]
 */
function reach(outputs, from, isLater = false) {
  const found = new Set([from]);
  for (const name of found)
    for (const { path, kind, external } of outputs[name]?.imports ?? [])
      if (!external && (isLater || kind !== 'dynamic-import')) found.add(basename(path));
  return found;
}

/**
 * In which file each module goes: what the first entry needs at once is the base; what several need is apart from what one alone does, and what
 * the first alone needs later is a file for each room, so that a first use reads little more than it needs.
 * @param {Outputs} outputs by the name of the file
 * @param {string[]} entries
 */
function packNames(outputs, entries) {
  const [first = ''] = entries;
  const atOnce = reach(outputs, first);
  const users = entries.map((entry) => ({ entry, modules: reach(outputs, entry, true) }));
  const packOf = (/** @type {string} */ name) => {
    if (atOnce.has(name)) return 'base';
    const [user, ...others] = users.filter(({ modules }) => modules.has(name));
    if (!user || others.length > 0) return 'shared';
    const own = user.entry.replace(/\.\w+$/, '');
    return user.entry === first ? `${own}-${roomOf(outputs[name])}` : own;
  };
  const packs = new Map(Object.keys(outputs).map((name) => [name, packOf(name)]));
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const [name, pack] of packs) sizes.set(pack, (sizes.get(pack) ?? 0) + (outputs[name]?.bytes ?? 0));
  const rooms = `${first.replace(/\.\w+$/, '')}-`;
  const isSmall = (/** @type {string} */ pack) => pack.startsWith(rooms) && (sizes.get(pack) ?? 0) < smallRoom;
  return new Map([...packs].map(([name, pack]) => [name, isSmall(pack) ? `${rooms}other` : pack]));
}

/** Rooms of fewer bytes stand together: each file has a head of its own. */
const smallRoom = 20_000;

/**
 * Where most of a module comes from.
 * @param {Outputs[string] | undefined} output
 */
function roomOf(output) {
  const [largest] = Object.entries(output?.inputs ?? {}).sort(([, one], [, other]) => other.bytesInOutput - one.bytesInOutput);
  return /^src\/(?:editor\/)?([^/]+)\//.exec(largest?.[0] ?? '')?.[1] ?? 'other';
}

/**
 * The files of the given modules: one for each entry, which starts it, and those that hold the code.
 * @param {{ outputs: Outputs, texts: Map<string, string>, entries: string[], settings: import('esbuild').TransformOptions }} build
 * @returns {Promise<File[]>}
 */
export async function packsOf({ outputs, texts, entries, settings }) {
  const packs = packNames(outputs, entries);
  // No module that Node has begins so. The letter is that of the file.
  const letters = [...new Set(['base', ...packs.values()])];
  const letterOf = (/** @type {string} */ pack) => String.fromCodePoint(97 + letters.indexOf(pack));
  const ids = new Map([...packs].sort().map(([name, pack], index) => [name, `#${letterOf(pack)}${index}`]));
  /** @type {Map<string, { helpers: Set<string>, functions: string[] }>} */
  const members = new Map();
  for (const [name, id] of ids) {
    const pack = packs.get(name) ?? '';
    const { helpers, functions } = members.get(pack) ?? { helpers: new Set(), functions: [] };
    members.set(pack, { helpers, functions });
    const part = await partOf(texts.get(name) ?? '', settings);
    part.helpers.forEach((helper) => helpers.add(helper));
    const linked = part.body.replaceAll(/\brequire\("\.\/([^"]+)"\)/g, (call, other) => {
      const target = ids.get(other);
      return target === undefined ? call : `require("${target}")`;
    });
    functions.push(`"${id}"(module,exports,require){${linked}\n}`);
  }
  const fileOf = async (/** @type {string} */ pack, /** @type {(table: string) => string} */ textOf) => {
    const { helpers = [], functions = [] } = members.get(pack) ?? {};
    const text = `"use strict";${[...helpers].join('\n')}\n${textOf(`{${functions.join(',\n')}}`)}`;
    return named(pack, (await transform(text, settings)).code);
  };
  const later = [...members.keys()].filter((pack) => pack !== 'base');
  const files = await Promise.all(later.map((pack) => fileOf(pack, (table) => `module.exports=${table};`)));
  const places = Object.fromEntries(later.map((pack, index) => [letterOf(pack), `./${files[index]?.name ?? ''}`]));
  const base = await fileOf('base', (table) => loader(places, table));
  const starts = entries.map((entry) => {
    const needed = new Set([...reach(outputs, entry, true)].map((name) => packs.get(name) ?? ''));
    const others = later.flatMap((pack, index) => (needed.has(pack) ? [files[index]?.name ?? ''] : []));
    // Whoever copies a program copies these with it.
    const comment = `// With ${[base.name, ...others].join(' ')}\n`;
    return { name: entry, text: `${comment}"use strict";module.exports=require("./${base.name}")("${ids.get(entry) ?? ''}");\n` };
  });
  return [...starts, base, ...files];
}

/**
 * A module as CommonJS, apart from the helpers that esbuild puts in front of each: a file needs them once.
 * @param {string} text
 * @param {import('esbuild').TransformOptions} settings
 */
async function partOf(text, settings) {
  const { code } = await transform(text, { ...settings, platform: 'neutral', minify: false });
  const start = code.indexOf('var stdin_exports = ');
  const helpers = code.slice(0, Math.max(0, start)).split(/\n(?=var )/);
  return {
    helpers: helpers.map((helper) => helper.trim()).filter((helper) => helper !== ''),
    body: code.slice(Math.max(0, start)),
  };
}

/**
 * A window that has an older build open never takes a part of a newer one for its own: their names differ.
 * @param {string} pack
 * @param {string} text
 * @returns {File}
 */
function named(pack, text) {
  return { name: `parts-${pack}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.cjs`, text };
}

/**
 * A module whose code failed is forgotten, and so is a file that could not be read: the next use tries again.
 * @param {Record<string, string>} places
 * @param {string} base
 */
function loader(places, base) {
  return `const places=${JSON.stringify(places)},tables={a:${base}},loaded={};
module.exports=function load(id){
if(!id.startsWith("#"))return require(id);
const known=loaded[id];
if(known)return known.exports;
const file=id[1],run=(tables[file]??=require(places[file]))[id],module=loaded[id]={exports:{}};
try{run(module,module.exports,load)}catch(error){delete loaded[id];throw error}
return module.exports;
};
`;
}

/**
 * What pages consist of: the code of each module once, and for each page those that it needs, in the order in which they run.
 * @param {{ outputs: Outputs, texts: Map<string, string>, entries: string[], settings: import('esbuild').TransformOptions }} build
 * @returns {Promise<{ pages: Record<string, number[]>, parts: string[] }>}
 */
export async function pagesOf({ outputs, texts, entries, settings }) {
  const names = [...texts.keys()].sort();
  const parts = names.map(async (name, index) => {
    const { code } = await transform(texts.get(name) ?? '', { ...settings, sourcefile: name });
    const linked = code
      .trim()
      .replaceAll(/\brequire\("\.\/([^"]+)"\)/g, (_, other) => `parts[${names.indexOf(/** @type {string} */ (other))}]`);
    return `(module=>{${linked}\nparts[${index}]=module.exports})({exports:{}});`;
  });
  const pages = entries.map((entry) => [entry.replace(/\.\w+$/, ''), inOrder(outputs, entry).map((name) => names.indexOf(name))]);
  return { pages: Object.fromEntries(pages), parts: await Promise.all(parts) };
}

/**
 * A module and all that it needs, each behind what it needs itself.
 * @param {Outputs} outputs
 * @param {string} from
 * @param {Set<string>} [found]
 */
function inOrder(outputs, from, found = new Set()) {
  for (const { path, kind, external } of outputs[from]?.imports ?? []) {
    if (external || kind !== 'import-statement')
      throw new Error(`A page has all its code in its document, but ${from} imports ${path}.`);
    if (!found.has(basename(path))) inOrder(outputs, basename(path), found);
  }
  return [...found.add(from)];
}
