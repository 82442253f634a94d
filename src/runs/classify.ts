// The codes of a run in a file of its own: a line each, the plan's classification and the code as JSON text.
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RunError } from './errors.ts';
import { hashText, storing } from './files.ts';

const codesName = 'codes';

/** What a plan says of a code: create it, skip it since it exists, or reject it and why; or delete it. Or it is no code but a step. */
export type Classification = 'create' | 'skip' | 'blank' | 'tooLong' | 'duplicate' | 'delete' | 'step';

const letters: Readonly<Record<Classification, string>> = {
  create: 'c',
  skip: 's',
  blank: 'b',
  tooLong: 'l',
  duplicate: 'd',
  delete: 'x',
  step: 't',
};
const classes = new Map(Object.entries(letters).map(([classification, letter]) => [letter, classification as Classification]));

type ClassificationCounts = Readonly<Partial<Record<Classification, number>>>;

/** A code that a run deletes: where it is, and the text that it had when somebody said yes. */
export interface CodeTarget {
  readonly itemId: string;
  readonly codeId: string;
  readonly code: string;
}

export interface CodesSummary {
  readonly sha256: string;
  readonly rows: number;
  readonly counts: ClassificationCounts;
}

interface ClassifyOptions {
  readonly existing: ReadonlySet<string>;
  readonly maximumLength: number;
}

type Classify = (code: string) => Exclude<Classification, 'delete' | 'step'>;

const visible = /[^\s\p{Cc}\p{Cf}]/u;

export function createClassifier({ existing, maximumLength }: ClassifyOptions): Classify {
  const seen = new Set<string>();
  return (code) => {
    if (!visible.test(code)) return 'blank';
    if (code.length > maximumLength) return 'tooLong';
    if (seen.has(code)) return 'duplicate';
    seen.add(code);
    return existing.has(code) ? 'skip' : 'create';
  };
}

const piece = 5000;

/** Judges the codes one after the other and writes them down, flushed to the disk. */
export async function writeCodes(
  folder: string,
  codes: Iterable<string> | AsyncIterable<string>,
  classify: Classify,
): Promise<CodesSummary> {
  const counts = { create: 0, skip: 0, blank: 0, tooLong: 0, duplicate: 0 };
  const hash = createHash('sha256');
  const handle = await storing(() => open(join(folder, codesName), 'wx', 0o600));
  let rows = 0;
  try {
    for await (const batch of batches(codes)) {
      const lines = batch.map((code) => {
        const classification = classify(code);
        counts[classification]++;
        return `${letters[classification]}${JSON.stringify(code)}\n`;
      });
      rows += batch.length;
      const text = lines.join('');
      hash.update(text);
      await storing(() => handle.writeFile(text));
    }
    await storing(() => handle.sync());
  } finally {
    await handle.close();
  }
  return { sha256: hash.digest('hex'), rows, counts };
}

/** Waiting for each code alone would take longer than all the rest. */
async function* batches(codes: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string[]> {
  const batch: string[] = [];
  if (Symbol.iterator in codes) {
    for (const code of codes) if (batch.push(code) === piece) yield batch.splice(0);
  } else {
    for await (const code of codes) if (batch.push(code) === piece) yield batch.splice(0);
  }
  if (batch.length > 0) yield batch;
}

/** Writes down the codes that a run deletes, flushed to the disk. */
export async function writeTargets(folder: string, targets: readonly CodeTarget[]): Promise<CodesSummary> {
  const lines = targets.map(({ itemId, codeId, code }) => `${letters.delete}${JSON.stringify([itemId, codeId, code])}\n`);
  await writeLines(folder, lines.join(''));
  return { sha256: hashText(lines.join('')), rows: targets.length, counts: { delete: targets.length } };
}

/** Writes down the steps of a plan, a text each, flushed to the disk. */
export async function writeSteps(folder: string, steps: readonly string[]): Promise<CodesSummary> {
  const text = steps.map((step) => `${letters.step}${JSON.stringify(step)}\n`).join('');
  await writeLines(folder, text);
  return { sha256: hashText(text), rows: steps.length, counts: { step: steps.length } };
}

async function writeLines(folder: string, text: string): Promise<void> {
  const handle = await storing(() => open(join(folder, codesName), 'wx', 0o600));
  try {
    await storing(() => handle.writeFile(text));
    await storing(() => handle.sync());
  } finally {
    await handle.close();
  }
}

interface PlannedCodes {
  readonly codes: readonly string[];
  readonly classes: readonly Classification[];
  /** Of a run that deletes. */
  readonly targets: readonly CodeTarget[];
}

/** Reads the codes of a plan; they must be exactly the ones that were planned. */
export async function readPlannedCodes(folder: string, { sha256, rows }: CodesSummary): Promise<PlannedCodes> {
  let text: string;
  try {
    text = await readFile(join(folder, codesName), 'utf8');
  } catch (error) {
    throw new RunError('corrupt', 'The codes of the plan cannot be read.', { cause: error });
  }
  const lines = text.split('\n');
  if (hashText(text) !== sha256 || lines.length !== rows + 1)
    throw new RunError('corrupt', 'The codes of the plan are not the ones that were planned.');
  lines.pop();
  const targets = lines.filter((line) => line.startsWith(letters.delete)).map(targetIn);
  return {
    codes: targets.length > 0 ? targets.map(({ code }) => code) : lines.map(unquoted),
    classes: lines.map((line) => classes.get(line.slice(0, 1)) as Classification),
    targets,
  };
}

function targetIn(line: string): CodeTarget {
  const [itemId, codeId, code] = JSON.parse(line.slice(1)) as [string, string, string];
  return { itemId, codeId, code };
}

/** Few codes need JSON to be read back. */
function unquoted(line: string): string {
  return line.includes('\\') ? (JSON.parse(line.slice(1)) as string) : line.slice(2, -1);
}
