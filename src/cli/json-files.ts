// Files of events and plans that a command line names: read, checked, and each problem with its line and column.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileDoubts } from '../plans/file-doubts.ts';
import { checkPlanText, checkText, type EventFile, type FileProblem, type PlanFile } from '../plans/index.ts';
import { placeText } from '../plans/event-file.ts';
import { RefusedError, UsageError, type Io } from './command.ts';
import { textIn } from './connect.ts';
import { visible } from './failures.ts';

/** Lines and columns count from 1; a column counts UTF-16 units, as an editor does. */
export interface FoundProblem {
  readonly line: number;
  readonly column: number;
  /** `doubt`: it fits, and is hardly meant. */
  readonly kind: string;
  readonly message: string;
}

export async function readNamedFile(path: string, { cwd, signal }: Io): Promise<string> {
  try {
    return textIn(await readFile(resolve(cwd, path), { signal }), path);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UsageError) throw error;
    throw unreadable(path, error);
  }
}

export function unreadable(path: string, error: unknown): UsageError {
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new UsageError(`${path} is not there.`, { file: path });
  if (code === 'EISDIR') return new UsageError(`${path} is a folder.`, { file: path });
  return new UsageError(`${path} cannot be read (${code}).`, { file: path });
}

interface CheckedEvent {
  readonly event?: EventFile | undefined;
  readonly problems: readonly FoundProblem[];
}

export function checkEventFile(text: string): CheckedEvent {
  const { file, problems } = checkText(text);
  if (!file) return { problems: placed(text, problems) };
  return { event: file, problems: placed(text, fileDoubts(file, text), 'doubt') };
}

export function checkPlanFile(text: string): {
  readonly plan?: PlanFile | undefined;
  readonly problems: readonly FoundProblem[];
} {
  const { plan, problems } = checkPlanText(text);
  return { plan, problems: placed(text, problems) };
}

/** A problem ends a sentence that begins with its field; a doubt is one. */
function placed(text: string, problems: readonly FileProblem[], kind?: 'doubt'): FoundProblem[] {
  return problems.map(({ start, path, message }) => {
    const before = text.slice(0, start);
    const isWhole = kind === 'doubt' || path.length === 0;
    return {
      line: before.split('\n').length,
      column: start - before.lastIndexOf('\n'),
      kind: kind ?? (path.length === 0 ? 'syntax' : 'field'),
      message: isWhole ? message : `${placeText(path)} ${message}.`,
    };
  });
}

/** `file:line:column: kind: message`, as compilers print it, so that editors and CI find the place. */
export function problemLine(file: string, { line, column, kind, message }: FoundProblem): string {
  return visible(`${file}:${line}:${column}: ${kind}: ${message}`);
}

const maxNamed = 20;

/** A file that is used for something must have no problem. */
export function refuseProblems(file: string, problems: readonly FoundProblem[]): void {
  if (problems.length === 0) return;
  const lines = problems.slice(0, maxNamed).map((problem) => problemLine(file, problem));
  const more = problems.length > maxNamed ? [`${problems.length - maxNamed} more`] : [];
  const facts = { file, problems: problems.slice(0, maxNamed), more: Math.max(0, problems.length - maxNamed) };
  throw new RefusedError([`${file} cannot be used:`, ...lines, ...more].join('\n'), facts);
}
