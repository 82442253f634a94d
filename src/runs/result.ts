// The result of a run as a CSV file: every code of the input and what became of it.
import type { PathLike } from 'node:fs';
import { access, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { csvCell } from '../csv/cell.ts';
import { nameFree, syncFolder } from '../files/move.ts';
import { RunError, systemCodeOf } from './errors.ts';
import { storing, writeDurably } from './files.ts';
import { openRowStates } from './history.ts';
import { safeName } from './names.ts';
import type { CodeResult } from './types.ts';

interface ResultOptions {
  /** Where it goes: beside the input when that is a file, else the run's own folder. */
  readonly folder?: string | undefined;
  /** Without an extension; made safe. */
  readonly name?: string | undefined;
  /** Puts a `'` before what a spreadsheet would take for a formula; it does by default. */
  readonly guardFormulas?: boolean;
  /** The words of the file, for a person. */
  readonly words?: ResultWords;
}

export interface ResultWords {
  readonly header: readonly [row: string, code: string, result: string, reason: string];
  /** What stands there for the code: a step of a plan is no code. */
  code?(result: CodeResult): string;
  result(result: CodeResult): string;
  reason(result: CodeResult): string;
}

const plainWords: ResultWords = {
  header: ['row', 'code', 'result', 'reason'],
  result: ({ outcome }) => outcome,
  reason: ({ rejected, reason }) => reason ?? rejected ?? '',
};

/** Every code of a run and what became of it, in the order of the input. */
export async function* readResults(folder: string): AsyncGenerator<CodeResult> {
  const { codes, states } = await openRowStates(folder);
  for (const [row, code] of codes.entries()) {
    const id = states.idOf(row);
    const own = { ...(id === undefined ? {} : { id }), ...(states.isClaimed(row) ? { isClaimed: true as const } : {}) };
    const unshown = states.isUnshown(row) ? { isUnshown: true as const } : {};
    yield { row: row + 1, code, ...states.resultOf(row), ...own, ...unshown };
  }
}

/** Writes the result and gives its path; a file that is there already is never touched. */
export async function writeResult(folder: string, options: ResultOptions = {}): Promise<string> {
  const { plan } = await openRowStates(folder);
  const target = options.folder ?? (plan.input.path === undefined ? folder : dirname(plan.input.path));
  const temporary = join(target, `.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await writeRows(temporary, folder, options);
    return await giveName(temporary, target, safeName(options.name ?? 'passkeys-result', 'passkeys-result'));
  } catch (error) {
    if (systemCodeOf(error) === undefined) throw error;
    throw new RunError('storage', 'The result cannot be written.', { cause: error });
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

const noteName = 'result.json';

/** Writes the result and notes where it is, so that the run can name it from then on. */
export async function keepResult(folder: string, options: ResultOptions = {}): Promise<string> {
  const path = await writeResult(folder, options);
  await storing(() => writeDurably(join(folder, noteName), `${JSON.stringify({ path })}\n`));
  return path;
}

/** Where the result was kept, as long as it is there. */
export async function keptResult(folder: string): Promise<string | undefined> {
  try {
    const { path } = JSON.parse(await readFile(join(folder, noteName), 'utf8')) as { path?: unknown };
    if (typeof path !== 'string') return undefined;
    await access(path);
    return path;
  } catch {
    // Nothing was kept, or somebody moved it away: it can be written again.
    return undefined;
  }
}

const piece = 2000;

async function writeRows(
  path: PathLike,
  folder: string,
  { guardFormulas = true, words = plainWords }: ResultOptions,
): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  const cell = (text: string) => csvCell(text, { guard: guardFormulas });
  try {
    let lines = [words.header.map(cell).join(',')];
    for await (const result of readResults(folder)) {
      lines.push(
        [
          String(result.row),
          cell(words.code?.(result) ?? result.code),
          cell(words.result(result)),
          cell(words.reason(result)),
        ].join(','),
      );
      if (lines.length < piece) continue;
      await handle.writeFile(`${lines.join('\r\n')}\r\n`);
      lines = [];
    }
    if (lines.length > 0) await handle.writeFile(`${lines.join('\r\n')}\r\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** `name.csv`, or `name (2).csv` and so on: the first that is free. */
async function giveName(temporary: string, folder: string, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? `${name}.csv` : `${name} (${number}).csv`);
    try {
      await nameFree(temporary, path);
      await syncFolder(folder);
      return path;
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST') throw error;
    }
  }
}
