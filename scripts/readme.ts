// Writes the tables of README.md and docs/ between their marks: npm run readme. The check fails while they are not those of the manifest and the
// table of operations, or while a link leads nowhere.
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fieldMeaning, operations, type Effect, type InputPart, type Operation } from '../src/client/operations.ts';
import { fieldsIn } from '../src/client/schemas.ts';
import { pathNames } from '../src/client/addresses.ts';
import { isTool } from '../src/agents/tool-names.ts';
import { dialectNames, dialects } from '../test/dialects/dialects.ts';
import { jobNames, matrix } from '../test/dialects/expected.ts';
import { eventMenus } from './commands.ts';
import { anyName } from './environment-setting.ts';
import { brokenLinks } from './lib/links.mjs';
import { root } from './lib/paths.mjs';

interface Setting {
  readonly type: string | readonly string[];
  readonly default?: unknown;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly properties?: Readonly<Record<string, Setting>>;
  readonly patternProperties?: Readonly<Record<string, Pick<Setting, 'properties'>>>;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command?: string; readonly when?: string }[]>>;
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
  };
}

type Strings = Readonly<Record<string, string>>;

/** The pages by their paths, with `/`. */
type Pages = Readonly<Record<string, string>>;

/** The tables by the names of their marks. */
export function tables(manifest: Manifest, strings: Strings) {
  const { commands, menus, configuration } = manifest.contributes;
  const say = (key: string) => strings[key.slice(1, -1)] ?? key;
  const isIn = (menu: string, id: string) => (menus[menu] ?? []).some(({ command }) => command === id);
  const placesOf = (id: string) =>
    Object.entries(places)
      .filter(([menu]) => [menu, ...(within[menu] ?? [])].some((name) => isIn(name, id)))
      .map(([, place]) => place);
  const isInPalette = (id: string) =>
    !(menus.commandPalette ?? []).some(({ command, when }) => command === id && when === 'false');
  return {
    commands: table(
      ['command', 'id', 'also found in'],
      commands
        .filter(({ command }) => isInPalette(command))
        .map(({ command, title }) => [say(title), `\`${command}\``, placesOf(command).join(', ')]),
    ),
    settings: table(['setting', 'default', 'what it says'], settingRows(configuration.properties, say)),
    environment: table(['field', 'default', 'what it says'], settingRows(environmentFields(configuration.properties), say)),
    dialect: table(
      ['field', 'what it says'],
      settingRows(environmentFields(configuration.properties).dialect?.properties ?? {}, say).map(([name = '', , about = '']) => [
        name,
        about,
      ]),
    ),
    operations: table(
      ['operation', 'request', 'group', 'effect', 'tool for agents'],
      Object.values<Operation>(operations).map((operation) => {
        const { id, method, path, group, effect, deprecated } = operation;
        const effectText = deprecated ? `${effects[effect]}, deprecated` : effects[effect];
        return [`\`${id}\``, `\`${method} ${path}\``, group, effectText, isTool(operation) ? 'yes' : ''];
      }),
    ),
    fields: table(['field', 'of', 'what it means'], fieldRows()),
    dialects: table(
      ['the service', ...jobNames],
      dialectNames.map((name) => [dialects[name].about, ...Array.from(matrix[name])]),
    ),
  };
}

/** Each meaning once, with all operations that take a field of it. */
function fieldRows(): string[][] {
  const takers = new Map<string, { name: string; meaning: string; ids: string[] }>();
  for (const operation of Object.values<Operation>(operations))
    for (const [part, name] of fieldNames(operation)) {
      const { id } = operation;
      const meaning = fieldMeaning(operation, part, name);
      if (meaning === undefined) continue;
      const row = takers.get(`${name} ${meaning}`) ?? { name, meaning, ids: [] };
      takers.set(`${name} ${meaning}`, { ...row, ids: [...row.ids, `\`${id}\``] });
    }
  return [...takers.values()].map(({ name, meaning, ids }) => [`\`${name}\``, ids.join(', '), meaning]);
}

function fieldNames({ path, query, body }: Operation): (readonly [InputPart, string])[] {
  const names = { path: pathNames(path), query: Object.keys(fieldsIn(query)), body: Object.keys(fieldsIn(body)) };
  return Object.entries(names).flatMap(([part, all]) => all.map((name) => [part as InputPart, name] as const));
}

const effects: Readonly<Record<Effect, string>> = { read: 'reads', write: 'writes', destroy: 'deletes' };

const places: Readonly<Record<string, string>> = {
  'view/title': 'title of the view',
  'view/item/context': 'rows of the tree',
  'boxOffice.codeFile': 'files of codes',
  'explorer/context': 'files',
  'editor/context': 'selected text',
};

/** Menus within menus: they are in the same place. */
const within: Readonly<Record<string, readonly string[]>> = { 'view/item/context': Object.values(eventMenus) };

function settingRows(settings: Readonly<Record<string, Setting>>, say: (key: string) => string): string[][] {
  return Object.entries(settings).map(([name, setting]) => [`\`${name}\``, defaultOf(setting), descriptionOf(setting, say)]);
}

function environmentFields(settings: Readonly<Record<string, Setting>>): Readonly<Record<string, Setting>> {
  const { patternProperties } = settings['boxOffice.environments'] ?? {};
  return patternProperties?.[anyName]?.properties ?? {};
}

function defaultOf({ default: value }: Setting): string {
  const isNothing = value === undefined || value === '' || JSON.stringify(value) === '{}';
  return isNothing ? '' : `\`${JSON.stringify(value).replaceAll('","', '", "')}\``;
}

/** Without what only VS Code understands: links that run commands, and names of settings between #. */
function descriptionOf({ description, markdownDescription }: Setting, say: (key: string) => string): string {
  return say(description ?? markdownDescription ?? '')
    .replace(/\[([^\]]*)\]\(command:[^)]*\)/g, '**$1**')
    .replace(/`#([^#`]+)#`/g, '`$1`');
}

/** As Prettier writes a table, which checks it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [first = '', ...others] = all.map((row) => line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
  return [first, line(widths.map((width) => '-'.repeat(width))), ...others].join('\n');
}

/** The pages with every table between its marks; marks that name no table, and tables without marks, are mistakes. */
export function withTables(pages: Pages, all: Readonly<Record<string, string>>): Pages {
  const used = new Set<string>();
  const fill = (page: string, text: string) =>
    text.replace(/(<!-- (\w+) -->\n)[^]*?(<!-- end of \2 -->)/g, (_all, begin: string, name: string, end: string) => {
      const wanted = all[name];
      if (wanted === undefined) throw new Error(`${page} has marks for a table "${name}" that does not exist.`);
      used.add(name);
      return `${begin}\n${wanted}\n\n${end}`;
    });
  const filled = Object.fromEntries(Object.entries(pages).map(([page, text]) => [page, fill(page, text)]));
  const unused = Object.keys(all).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`No page has marks for: ${unused.join(', ')}`);
  return filled;
}

const pagePatterns = ['*.md', 'docs/*.md'];

async function storedPages(folder: string): Promise<Pages> {
  const names = globSync(pagePatterns, { cwd: folder }).map((name) => name.replaceAll('\\', '/'));
  return Object.fromEntries(
    await Promise.all(names.sort().map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

async function freshPages(stored: Pages): Promise<Pages> {
  const [manifest, strings] = await Promise.all(
    ['package.json', 'package.nls.json'].map((name) => readFile(join(root, name), 'utf8')),
  );
  return withTables(stored, tables(JSON.parse(manifest ?? '') as Manifest, JSON.parse(strings ?? '') as Strings));
}

/** Throws when a table is not what the manifest and the operations say, or a link of a page leads nowhere. */
export async function checkReadme(folder = root): Promise<void> {
  const stored = await storedPages(folder);
  const fresh = await freshPages(stored);
  const stale = Object.keys(stored).filter((name) => stored[name] !== fresh[name]);
  const problems = [
    ...stale.map((name) => `The tables of ${name} are stale: run npm run readme`),
    ...brokenLinks(stored, root).map(({ page, target }) => `${page} points to ${target}, which is not there.`),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** Writes the tables of `docs/` where they are stale. */
export async function writePages(): Promise<void> {
  const stored = await storedPages(root);
  for (const [name, text] of Object.entries(await freshPages(stored)))
    if (text !== stored[name]) await writeFile(join(root, name), text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writePages();
