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
 * In which file each module goes: what the first entry needs at once is the base; what one entry alone needs is apart from what several do.
 * @param {Outputs} outputs by the name of the file
 * @param {string[]} entries
 */
export function packNames(outputs, entries) {
  const [first = ''] = entries;
  const atOnce = reach(outputs, first);
  const users = entries.map((entry) => ({ entry, modules: reach(outputs, entry, true) }));
  const packOf = (/** @type {string} */ name) => {
    if (atOnce.has(name)) return 'base';
    const [user, ...others] = users.filter(({ modules }) => modules.has(name));
    return others.length === 0 && user ? user.entry.replace(/\.\w+$/, '') : 'shared';
  };
  return new Map(Object.keys(outputs).map((name) => [name, packOf(name)]));
}

/**
 * The files of the given modules: one for each entry, which starts it, and those that hold the code.
 * @param {{ outputs: Outputs, texts: Map<string, string>, entries: string[], settings: import('esbuild').TransformOptions }} build
 * @returns {Promise<File[]>}
 */
export async function packsOf({ outputs, texts, entries, settings }) {
  const packs = packNames(outputs, entries);
  const ids = new Map([...packs.keys()].sort().map((name, index) => [name, `${packs.get(name) ?? ''}/${index}`]));
  /** @type {Map<string, string[]>} */
  const members = new Map();
  for (const [name, id] of ids) {
    const { code } = await transform(texts.get(name) ?? '', { ...settings, sourcefile: name });
    const linked = code.trim().replaceAll(/\brequire\("\.\/([^"]+)"\)/g, (call, other) => {
      const target = ids.get(other);
      return target === undefined ? call : `require("${target}")`;
    });
    const pack = packs.get(name) ?? '';
    members.set(pack, [...(members.get(pack) ?? []), `"${id}"(module,exports,require){${linked}\n}`]);
  }
  const table = (/** @type {string} */ pack) => `{${(members.get(pack) ?? []).join(',\n')}}`;
  const later = [...members.keys()].filter((pack) => pack !== 'base');
  const files = later.map((pack) => named(pack, `"use strict";module.exports=${table(pack)};\n`));
  const places = Object.fromEntries(later.map((pack, index) => [pack, `./${files[index]?.name ?? ''}`]));
  const base = named('base', `"use strict";${loader(places, table('base'))}`);
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
  return `const places=${JSON.stringify(places)},tables={base:${base}},loaded={};
module.exports=function load(id){
const known=loaded[id];
if(known)return known.exports;
const pack=id.slice(0,id.indexOf("/"));
if(!(pack in tables)&&!(pack in places))return require(id);
const run=(tables[pack]??=require(places[pack]))[id],module=loaded[id]={exports:{}};
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
