// Files to check, in a folder that goes away with the tests.
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  preflight,
  readCodes,
  type Code,
  type Preflight,
  type PreflightOptions,
  type Problem,
  type ReadCodesOptions,
} from '../../../src/codes/index.ts';

// The folder for such files is itself a link on macOS, and has a short name on Windows.
const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'box-office-codes-')));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/** A test that makes links: on Windows only administrators and developers may. */
export function itWithLinks(title: string, test: () => Promise<void>): void {
  (mayLink() ? it : it.skip)(title, test);
}

function mayLink(): boolean {
  if (process.platform !== 'win32') return true;
  try {
    symlinkSync(folder, newPath());
    return true;
  } catch {
    return false;
  }
}

export function newPath(): string {
  return join(folder, `${++files}.csv`);
}

export function fileOf(content: string | Buffer): string {
  const path = newPath();
  writeFileSync(path, content);
  return path;
}

export function check(content: string | Buffer, options?: PreflightOptions): Promise<Preflight> {
  return preflight(fileOf(content), options);
}

/** The only problem of a file, or an error with all of them. */
export async function onlyProblem(content: string | Buffer, options?: PreflightOptions): Promise<Problem> {
  const { problems, counts } = await check(content, options);
  const [problem] = problems;
  if (!problem || problems.length > 1) throw new Error(`Not one problem: ${JSON.stringify(problems)}`);
  if (Object.keys(counts).length !== 1) throw new Error(`Not one kind: ${JSON.stringify(counts)}`);
  return problem;
}

export async function allCodes(path: string, options?: ReadCodesOptions): Promise<Code[]> {
  const codes: Code[] = [];
  for await (const code of readCodes(path, options)) codes.push(code);
  return codes;
}

export function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

/** The characters of Windows-1252 that are not the ones of Latin-1, by their byte. */
const windowsBytes: Readonly<Record<string, number>> = {
  '\u20ac': 0x80,
  '\u201a': 0x82,
  '\u0192': 0x83,
  '\u201e': 0x84,
  '\u2026': 0x85,
  '\u2020': 0x86,
  '\u2021': 0x87,
  '\u02c6': 0x88,
  '\u2030': 0x89,
  '\u0160': 0x8a,
  '\u2039': 0x8b,
  '\u0152': 0x8c,
  '\u017d': 0x8e,
  '\u2018': 0x91,
  '\u2019': 0x92,
  '\u201c': 0x93,
  '\u201d': 0x94,
  '\u2022': 0x95,
  '\u2013': 0x96,
  '\u2014': 0x97,
  '\u02dc': 0x98,
  '\u2122': 0x99,
  '\u0161': 0x9a,
  '\u203a': 0x9b,
  '\u0153': 0x9c,
  '\u017e': 0x9e,
  '\u0178': 0x9f,
};
export const windowsCharacters = Object.keys(windowsBytes);

/** Text as Excel saves it in Brazil. */
export function windows1252(text: string): Buffer {
  return Buffer.from(Array.from(text, (character) => windowsBytes[character] ?? character.charCodeAt(0)));
}

/** The same numbers every time (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
