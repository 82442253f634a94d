// Writes THIRD-PARTY-NOTICES.txt: npm run notices. It names every package whose code is part of the build, with its licence.
import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './lib/paths.mjs';

const noticesPath = join(root, 'THIRD-PARTY-NOTICES.txt');
/** Those that ask for no more than their own text beside the code. */
const allowedLicences = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];
const line = '-'.repeat(80);

/**
 * The folders of the packages that files belong to: `node_modules/@scope/name`, or one within another.
 * @param {string[]} files
 */
export function packagesOf(files) {
  const folders = files.flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/**
 * @param {string} folder of a package, below that of the project
 * @param {string} [from] the folder of the project
 */
export async function noticeOf(folder, from = root) {
  const { name, version, license } = JSON.parse(await readFile(join(from, folder, 'package.json'), 'utf8'));
  if (!allowedLicences.includes(license))
    throw new Error(`${name} has the licence ${String(license)}, which is not allowed here.`);
  return `${line}\n${name} ${version} (${license})\n${line}\n\n${await licenceText(join(from, folder), name)}\n`;
}

/**
 * @param {string} folder
 * @param {string} name
 */
async function licenceText(folder, name) {
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)(\.|$)/i.test(each));
  if (file) return plain(await readFile(join(folder, file), 'utf8'));
  // Some packages have theirs at the end of what they say of themselves.
  const readme = existsSync(join(folder, 'README.md')) ? await readFile(join(folder, 'README.md'), 'utf8') : '';
  const part = /^(?:#+ *licen[cs]e *|licen[cs]e *\n-+)\n([^]*)$/im.exec(readme)?.[1] ?? '';
  if (!/copyright/i.test(part)) throw new Error(`${name} has no licence text.`);
  return plain(part);
}

/** @param {string} text */
function plain(text) {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trim();
}

async function noticesText() {
  const { bundledFiles } = await import('../esbuild.mjs');
  const notices = await Promise.all(packagesOf(await bundledFiles()).map((folder) => noticeOf(folder)));
  return `Box Office contains code of the packages below, under their own licences.\n\n${notices.join('\n')}`;
}

/** Throws when the stored notices are not those of what is built, or a licence does not fit. */
export async function checkNotices() {
  const stored = await readFile(noticesPath, 'utf8').catch(() => '');
  if (stored !== (await noticesText())) throw new Error('Stale: THIRD-PARTY-NOTICES.txt. Run npm run notices');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(noticesPath, await noticesText());
