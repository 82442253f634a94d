// Compares a file's codes with those of a service, which come page by page in any order. Neither list is ever held in memory.
import { CodeSet, hashOfCode } from './code-set.ts';
import { readCodes, type Code, type ReadCodesOptions } from './read-codes.ts';

export interface CompareOptions extends ReadCodesOptions {
  /** How many codes a check counted. */
  readonly codes: number;
  readonly maxMissing?: number | undefined;
}

export interface Comparison {
  /** Lines with a code. */
  readonly codes: number;
  readonly different: number;
  /** How many of the different ones the service has. */
  readonly there: number;
  /** Lines whose code the service does not have. */
  readonly missing: number;
  /** The first of them. */
  readonly firstMissing: readonly Code[];
}

/** Takes codes of the service; says how many of the file's are among them that were not seen before. */
export type CodeListener = (codes: readonly string[]) => number;

/** Gives all codes of the service to the listener. Called once for every few million codes of the file. */
type CodeSource = (onCodes: CodeListener) => Promise<unknown>;

const defaultCodesInOnePass = 4_000_000;
const defaultMissing = 100;

export async function compareCodes(path: string, source: CodeSource, options: CompareOptions): Promise<Comparison> {
  const { codes: expected, maxMissing = defaultMissing, codesInOnePass = defaultCodesInOnePass, ...reading } = options;
  const parts = Math.max(1, Math.ceil(expected / codesInOnePass));
  const total = { codes: 0, different: 0, there: 0, missing: 0 };
  const firstMissing: Code[] = [];
  for (let part = 0; part < parts; part++) {
    const isMine = (low: number) => low % parts === part;
    const set = new CodeSet(expected / parts);
    for await (const { code } of readCodes(path, reading)) {
      const hash = hashOfCode(code);
      if (!isMine(hash.low)) continue;
      set.add(hash);
      total.codes++;
    }
    await source((codes) => codes.filter((code) => set.mark(hashOfCode(code))).length);
    total.different += set.size;
    total.there += set.found;
    if (set.found === set.size) continue;
    for await (const code of readCodes(path, reading)) {
      const hash = hashOfCode(code.code);
      if (!isMine(hash.low) || set.isMarked(hash)) continue;
      total.missing++;
      keepFirst(firstMissing, code, maxMissing);
    }
  }
  return { ...total, firstMissing };
}

/** Every part of a large file has missing ones of its own; those of the first lines are kept. */
function keepFirst(kept: Code[], code: Code, most: number): void {
  if (kept.length >= most && code.line > (kept.at(-1)?.line ?? 0)) return;
  kept.push(code);
  kept.sort((one, other) => one.line - other.line);
  kept.length = Math.min(kept.length, most);
}
