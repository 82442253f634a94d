// Files to check, in a folder that goes away with the tests.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

const folder = mkdtempSync(join(tmpdir(), 'box-office-codes-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
let files = 0;

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
