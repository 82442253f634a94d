// `box-office check`: the problems of a file, one line for each. No thread: nothing else waits for it, so the bundle needs no second file.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { countText } from '../client/l10n.ts';
import { stringifyJson } from '../client/index.ts';
import {
  CodeFileError,
  encodings,
  preflight,
  type Delimiter,
  type Encoding,
  type Preflight,
  type PreflightOptions,
  type Problem,
  type ProblemKind,
} from '../codes/index.ts';
import { encodingText, errorText, kindText, problemText } from '../codes/messages.ts';
import { isNote, problemCount } from '../codes/problems.ts';
import { sheetToCsv, withLosses } from '../xlsx/index.ts';
import { exitCodes, UsageError, type Command, type Given, type Io } from './command.ts';
import { visible } from './failures.ts';
import { checkEventFile, checkPlanFile, problemLine, readNamedFile, unreadable, type FoundProblem } from './json-files.ts';

const delimiterNames: Readonly<Record<string, Delimiter>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };
const mostKept = 100;

export const checkCommand: Command = {
  name: 'check',
  usage: '<file> [options]',
  about:
    'Find the problems of a file of codes (CSV, TXT, XLSX), of an event (*.boxoffice.json) or of a plan (*.boxoffice-plan.json).',
  options: [
    { name: 'column', value: 'NAME', about: 'The column of the codes, by its header or its number from 1.' },
    { name: 'header', value: 'yes|no', about: 'Whether the first row is a header; found out by default.' },
    { name: 'delimiter', value: 'NAME', about: `${Object.keys(delimiterNames).join(', ')}; found out by default.` },
    { name: 'encoding', value: 'NAME', about: `${encodings.join(', ')}; found out by default.` },
    { name: 'sheet', value: 'NAME', about: 'The sheet of a workbook; the first one that is shown by default.' },
    { name: 'max-length', value: 'NUMBER', about: 'The longest that a code may be (255).' },
    { name: 'max-problems', value: 'NUMBER', about: `How many are printed of each kind (${mostKept}); all are counted.` },
  ],
  more: `Each problem is one line: file:line:column: kind: message
Leading zeros and blank lines at the end are notes: they are printed, and the exit code stays 0.

Examples
  box-office check codes.csv
  box-office check guests.txt --column Código --delimiter semicolon
  box-office check codes.csv --json`,
  run: check,
};

async function check(given: Given, io: Io): Promise<number> {
  const [file, ...more] = given.positionals;
  if (file === undefined) throw new UsageError('Name the file to check.');
  if (more.length > 0) throw new UsageError('Name one file at a time.');
  const options = optionsOf(given);
  const report = /\.json$/i.test(file) ? await checkJson(file, io) : await checkCodes(file, given, options, io);
  io.signal.throwIfAborted();
  const { problems, summary, facts, count, hidden } = report;
  if (given.isJson)
    io.out(stringifyJson({ file, ...facts, count, problems, more: hidden.reduce((sum, [, left]) => sum + left, 0) }));
  else {
    for (const problem of problems) io.out(problemLine(file, problem));
    for (const [kind, left] of hidden) io.err(`${countText(left)} more of ${kind} are not printed.`);
    io.err(visible(`${file}: ${summary}`));
  }
  return count > 0 ? exitCodes.problems : exitCodes.done;
}

interface Report {
  readonly problems: readonly FoundProblem[];
  /** Without the notes. */
  readonly count: number;
  /** How many of each kind are not among them. */
  readonly hidden: readonly (readonly [string, number])[];
  readonly summary: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

async function checkJson(file: string, io: Io): Promise<Report> {
  const text = await readNamedFile(file, io);
  // One that is called otherwise is what it has.
  const isPlan =
    /\.boxoffice-plan\.json$/i.test(file) || (!/\.boxoffice\.json$/i.test(file) && /^\s*\{[^]*"steps"\s*:/.test(text));
  const { problems } = isPlan ? checkPlanFile(text) : checkEventFile(text);
  const kind = isPlan ? 'plan' : 'event';
  const counts = Object.fromEntries([...Map.groupBy(problems, (one) => one.kind)].map(([of, list]) => [of, list.length]));
  const kept = problems.slice(0, mostKept);
  const left = problems.length - kept.length;
  return {
    problems: kept,
    count: problems.length,
    hidden: left > 0 ? [['all kinds', left]] : [],
    summary: [isPlan ? 'a plan' : 'an event', problems.length === 0 ? 'no problems' : countedText(problems.length)].join('; '),
    facts: { kind, counts },
  };
}

function countedText(count: number): string {
  return count === 1 ? '1 problem' : `${countText(count)} problems`;
}

async function checkCodes(file: string, given: Given, options: PreflightOptions, io: Io): Promise<Report> {
  const path = resolve(io.cwd, file);
  const isWorkbook = /\.xlsx$/i.test(file);
  if (given.has('sheet') && !isWorkbook) throw new UsageError('--sheet is for a workbook (.xlsx).');
  const read = (choices: PreflightOptions) =>
    isWorkbook
      ? checkWorkbook(path, given.one('sheet'), { ...choices, signal: io.signal })
      : preflight(path, { ...choices, signal: io.signal });
  try {
    const column = given.one('column');
    const isNumber = column !== undefined && /^\d+$/.test(column);
    // Only a header names columns.
    const named = { header: true, ...(options.header === false && { header: false }) };
    let result = await read({ ...options, ...(isNumber ? { column: Number(column) - 1 } : column !== undefined && named) });
    if (column !== undefined && !isNumber) {
      const at = columnCalled(result, column);
      if (at !== result.column) result = await read({ ...options, ...named, column: at });
    }
    if (result.column === undefined) throw unclearColumn(file, result);
    return reportOf(result);
  } catch (error) {
    if (error instanceof CodeFileError) return refusal(file, error);
    if (error instanceof UsageError || io.signal.aborted) throw error;
    if ((error as NodeJS.ErrnoException).code !== undefined) throw unreadable(file, error);
    throw error;
  }
}

/** Its sheet becomes a CSV for the time of the check, where nobody else can read it. */
async function checkWorkbook(path: string, sheet: string | undefined, options: PreflightOptions): Promise<Preflight> {
  const folder = await mkdtemp(join(tmpdir(), 'box-office-check-'));
  try {
    const target = join(folder, 'sheet.csv');
    const facts = await sheetToCsv(path, target, { sheet, signal: options.signal });
    const csv = { encoding: 'utf-8', delimiter: ',' } as const;
    return withLosses(await preflight(target, { ...options, ...csv }), facts).result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const namesOf = ({ header, columns }: Preflight) =>
  Array.from({ length: columns }, (_, column) => header?.[column]?.trim() || `${column + 1}`);

function columnCalled(result: Preflight, name: string): number {
  const plain = (text: string) => text.trim().normalize('NFC').toLowerCase();
  const found = namesOf(result).flatMap((one, column) => (plain(one) === plain(name) ? [column] : []));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const why = only === undefined ? `There is no column ${name}.` : `${found.length} columns are called ${name}: give its number.`;
  throw new UsageError(visible(`${why} The columns: ${namesOf(result).join(', ')}.`), { columns: namesOf(result) });
}

function unclearColumn(file: string, result: Preflight): UsageError {
  const names = namesOf(result);
  const candidates = result.candidates.map((column) => ({ column: column + 1, name: names[column] }));
  const list = candidates.map(({ column, name }) => (name === String(column) ? name : `${name} (${column})`)).join(', ');
  const message = `It is not clear which column of ${file} holds the codes. Say it with --column: ${list || names.join(', ')}.`;
  return new UsageError(visible(message), { file, candidates });
}

function reportOf(result: Preflight): Report {
  const kept = Map.groupBy(result.problems, ({ kind }) => kind);
  const counts = Object.entries(result.counts) as [ProblemKind, number][];
  const hidden = counts
    .map(([kind, count]) => [kind, count - (kept.get(kind)?.length ?? 0)] as const)
    .filter(([, left]) => left > 0);
  const count = problemCount(result);
  const found = counts.map(([kind, of]) => `${kindText(kind)}: ${countText(of)}`);
  const codes = result.codes === 1 ? '1 code' : `${countText(result.codes)} codes`;
  const { bytes, sha256, encoding, delimiter, lines, rows, header, columns, column } = result;
  return {
    problems: result.problems.map(problemOf),
    count,
    hidden,
    summary: [codes, encodingText(result), ...(count === 0 ? ['no problems'] : [countedText(count)]), ...found].join('; '),
    facts: {
      kind: 'codes',
      ...{ bytes, sha256, encoding, delimiter, lines, rows, codes: result.codes, columns },
      header: header ?? null,
      column: column === undefined ? null : column + 1,
      ...(result.stoppedAt === undefined ? {} : { stoppedAt: result.stoppedAt }),
      counts: result.counts,
    },
  };
}

function problemOf(problem: Problem): FoundProblem {
  const { line, column, kind } = problem;
  const own = {
    ...('code' in problem && { code: problem.code }),
    ...('firstLine' in problem && { firstLine: problem.firstLine }),
  };
  const message = problemText(problem);
  return { line, column, kind, message, ...(isNote(kind) && { isNote: true }), ...own };
}

/** Something that the command line says, or a file that is no file, is none of its problems. */
function refusal(file: string, { data, kind }: CodeFileError): Report {
  const message = errorText(file, data);
  if (kind === 'notAFile' || kind === 'noSuchColumn' || kind === 'unclearColumn')
    throw new UsageError(message, { file, ...data });
  const line = 'line' in data ? data.line : 1;
  const column = data.kind === 'openQuote' ? data.column : 1;
  return {
    problems: [{ line, column, kind, message }],
    count: 1,
    hidden: [],
    summary: 'it was not checked',
    facts: { kind: 'codes', counts: { [kind]: 1 } },
  };
}

function optionsOf(given: Given): PreflightOptions {
  const header = oneOf(given, 'header', { yes: true, no: false });
  const delimiter = oneOf(given, 'delimiter', delimiterNames);
  const encoding = oneOf<Encoding>(given, 'encoding', Object.fromEntries(encodings.map((name) => [name, name])));
  const column = given.one('column');
  if (column !== undefined && /^0+$/.test(column)) throw new UsageError('--column counts from 1.');
  return {
    header,
    delimiter,
    encoding,
    maxLength: numberOf(given, 'max-length'),
    maxProblems: numberOf(given, 'max-problems') ?? mostKept,
  };
}

function oneOf<T>(given: Given, name: string, known: Readonly<Record<string, T>>): T | undefined {
  const text = given.one(name);
  if (text === undefined) return undefined;
  if (Object.hasOwn(known, text)) return known[text];
  throw new UsageError(`--${name} must be one of ${Object.keys(known).join(', ')}, not ${text}.`);
}

function numberOf(given: Given, name: string): number | undefined {
  const text = given.one(name);
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`--${name} must be a whole number from 1, not ${text}.`);
}
