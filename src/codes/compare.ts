// Compares a file's codes with those of a service, which come page by page in any order. Neither list is ever held in memory.
import { CodePlaces, CodeSet, hashOfCode } from './code-set.ts';
import { readCodes, type Code, type ReadCodesOptions } from './read-codes.ts';

export interface CompareOptions extends ReadCodesOptions {
  /** How many codes a check counted. */
  readonly codes: number;
  readonly maxMissing?: number | undefined;
  /** An earlier comparison of the same codes: what was there then is not new. One of other codes tells nothing. */
  readonly before?: Comparison | undefined;
  /** Whether a later comparison has this one as its `before`. */
  readonly keepsPlaces?: boolean | undefined;
  /** Gets every line whose code the service does not have. */
  readonly onMissing?: ((code: Code) => Promise<void> | undefined) | undefined;
}

export interface Comparison {
  /** Lines with a code. */
  readonly codes: number;
  readonly different: number;
  /** How many of the different ones the service has. */
  readonly there: number;
  /** How many of these it did not have before; undefined: nobody looked before. */
  readonly added?: number;
  /** Lines whose code the service does not have. */
  readonly missing: number;
  /** The first of them. */
  readonly firstMissing: readonly Code[];
  /** Which codes of the file the service has, each by its place among them. */
  readonly places?: CodePlaces;
}

/**
 * What a code of the service is to the file: `new` is in it and was not at the service before, `there` is in it, `other` is not; `later` is held
 * against another part of a large file.
 */
export type SeenAs = 'new' | 'there' | 'other' | 'later';

/** Takes codes of the service; gives of each what it is to the file. */
export type CodeListener = (codes: readonly string[]) => readonly SeenAs[];

/** Gives all codes of the service to the listener. Called once for every few million codes of the file. */
type CodeSource = (onCodes: CodeListener) => Promise<unknown>;

export const codesInOneRead = 4_000_000;
const defaultMissing = 100;

export async function compareCodes(path: string, source: CodeSource, options: CompareOptions): Promise<Comparison> {
  const { codes: expected, maxMissing = defaultMissing, codesInOnePass = codesInOneRead } = options;
  const { before: given, keepsPlaces = false, onMissing, ...reading } = options;
  const before = given?.codes === expected ? given.places : undefined;
  const places = keepsPlaces ? new CodePlaces() : undefined;
  const parts = Math.max(1, Math.ceil(expected / codesInOnePass));
  const total = { codes: 0, different: 0, there: 0, missing: 0 };
  let added = 0;
  const firstMissing: Code[] = [];
  for (let part = 0; part < parts; part++) {
    const isMine = (low: number) => low % parts === part;
    const set = new CodeSet(expected / parts);
    let place = 0;
    for await (const { code } of readCodes(path, reading)) {
      const hash = hashOfCode(code);
      if (isMine(hash.low)) {
        set.add(hash, before?.has(place));
        total.codes++;
      }
      place++;
    }
    const seenAs = (code: string): SeenAs => {
      const hash = hashOfCode(code);
      if (!isMine(hash.low)) return 'later';
      const seen = set.mark(hash);
      return seen === 'new' && !before ? 'there' : seen;
    };
    await source((codes) => codes.map(seenAs));
    total.different += set.size;
    total.there += set.found;
    added += set.added;
    if (set.found === set.size && !places) continue;
    place = 0;
    for await (const code of readCodes(path, reading)) {
      const [at, hash] = [place++, hashOfCode(code.code)];
      if (!isMine(hash.low)) continue;
      if (set.isMarked(hash)) {
        places?.add(at);
        continue;
      }
      total.missing++;
      keepFirst(firstMissing, code, maxMissing);
      // Most calls only note it, and to wait for each would take longer than to read it.
      const writing = onMissing?.(code);
      if (writing) await writing;
    }
  }
  return { ...total, firstMissing, ...(before && { added }), ...(places && { places }) };
}

/** Every part of a large file has missing ones of its own; those of the first lines are kept. */
function keepFirst(kept: Code[], code: Code, most: number): void {
  if (kept.length >= most && code.line > (kept.at(-1)?.line ?? 0)) return;
  kept.push(code);
  kept.sort((one, other) => one.line - other.line);
  kept.length = Math.min(kept.length, most);
}
