// Writes what is generated in package.json: npm run manifest. Commands come from scripts/commands.ts, tools from the table of operations,
// the dialect of an environment from its schema, addresses from that of the repository. The schemas of event and plan files, and of edited records,
// are written beside it.
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandContributions } from './commands.ts';
import { eventSchema } from './event-schema.ts';
import { planSchema } from './plan-schema.ts';
import { recordSchema } from './record-schema.ts';
import { withDialect, type Configuration } from './environment-setting.ts';
import { root } from './lib/paths.mjs';
import { chatSkills, languageModelTools, toolTitles } from './tools.ts';

type Strings = Record<string, string>;

interface Manifest {
  readonly repository: { readonly url: string };
  contributes: Record<string, unknown> & { readonly configuration: Configuration };
}

const manifestPath = join(root, 'package.json');
const stringsPath = join(root, 'package.nls.json');
const schemasPath = join(root, 'schemas');

/** Every other address of the project follows from the one of its repository, which alone has to be set. */
function addressesOf({ repository }: Manifest) {
  const base = repository.url.replace(/\.git$/, '');
  return { homepage: `${base}#readme`, bugs: { url: `${base}/issues` }, qna: `${base}/discussions` };
}

function generatedContributions({ configuration }: Manifest['contributes']) {
  return {
    '//': 'npm run manifest writes commands, menus and keybindings from scripts/commands.ts, languageModelTools from src/client/operations.ts, and the dialect of an environment from src/client/dialect.ts.',
    ...commandContributions(),
    'languageModelTools': languageModelTools(),
    'chatSkills': chatSkills(),
    'configuration': withDialect(configuration),
  };
}

/** Each title keeps its place, and those of tools that are gone go. */
function withTitles(strings: Strings): Strings {
  const titles = toolTitles();
  const isGone = (key: string) => /^tool\.(?!(?:reads|writes|plans)$)/.test(key) && !Object.hasOwn(titles, key);
  return { ...Object.fromEntries(Object.entries(strings).filter(([key]) => !isGone(key))), ...titles };
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T;
}

/** Throws when what is generated in the manifest, or the English title of a tool, is not what the tables give. */
export async function checkGenerated(
  paths: { readonly manifest: string; readonly strings: string; readonly schemas?: string } = {
    manifest: manifestPath,
    strings: stringsPath,
  },
): Promise<void> {
  const [manifest, strings] = await Promise.all([readJson<Manifest>(paths.manifest), readJson<Strings>(paths.strings)]);
  const isStale = (there: object) => (entry: [string, unknown]) =>
    JSON.stringify((there as Record<string, unknown>)[entry[0]]) !== JSON.stringify(entry[1]);
  const { contributes } = manifest;
  const stale = [
    ...Object.entries(addressesOf(manifest))
      .filter(isStale(manifest))
      .map(([key]) => key),
    ...Object.entries(generatedContributions(contributes))
      .filter(isStale(contributes))
      .map(([key]) => `contributes.${key}`),
  ];
  const hasTitles = Object.entries(toolTitles()).every(([key, title]) => strings[key] === title);
  if (!hasTitles) stale.push('the titles of tools');
  for (const [name, text] of Object.entries(schemaTexts())) {
    const stored = await readFile(join(paths.schemas ?? schemasPath, name), 'utf8').catch(() => '');
    if (stored !== text) throw new Error(`Stale: schemas/${name}. Run npm run manifest`);
  }
  if (stale.length > 0) throw new Error(`Stale in package.json: ${stale.join(', ')}. Run npm run manifest`);
}

/** By the names of their files. */
function schemaTexts(): Readonly<Record<string, string>> {
  const textOf = (schema: object) => `${JSON.stringify(schema, undefined, 2)}\n`;
  const portuguese = JSON.parse(readFileSync(join(root, 'l10n', 'bundle.l10n.pt-br.json'), 'utf8')) as Strings;
  const records = (['item', 'passkey'] as const).flatMap((kind) => [
    [`${kind}.json`, textOf(recordSchema(kind, (text) => text))],
    [`${kind}-pt-br.json`, textOf(recordSchema(kind, (text) => portuguese[text] ?? text))],
  ]);
  return {
    'event-file.json': textOf(eventSchema()),
    'plan-file.json': textOf(planSchema()),
    ...(Object.fromEntries(records) as Strings),
  };
}

async function writeManifest(): Promise<void> {
  const manifest = await readJson<Manifest>(manifestPath);
  const { '//': note, ...generated } = generatedContributions(manifest.contributes);
  manifest.contributes = { ...manifest.contributes, '//': note, ...generated };
  Object.assign(manifest, addressesOf(manifest));
  await writeFile(manifestPath, `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const [name, text] of Object.entries(schemaTexts())) await writeFile(join(schemasPath, name), text);
  await writeFile(stringsPath, `${JSON.stringify(withTitles(await readJson<Strings>(stringsPath)), undefined, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeManifest();
