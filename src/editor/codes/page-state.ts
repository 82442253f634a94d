// What the check page shows of a file that was checked.
import * as vscode from 'vscode';
import { encodings, type Delimiter, type Encoding, type Problem, type ProblemKind, type Row } from '../../codes/index.ts';
import type { CheckedFile, CheckState, EncodingChoice, KindOfProblem } from '../../protocol/codes-check.ts';
import type { ShownRow, ShownWorkbook } from '../../protocol/codes-check.ts';
import type { FileState } from './checks.ts';
import { columnName } from './files.ts';
import { canConvert, fixIn, isNote, problemCount } from './fixes.ts';
import {
  adviceText,
  encodingName,
  encodingText,
  fixText,
  kindText,
  noteText,
  number,
  problemText,
  sheetText,
  sizeText,
} from './messages.ts';
import type { FileCheck } from './workbooks.ts';

export function checkStateOf(state: FileState | undefined, damage?: CheckedFile['damage']): CheckState {
  if (!state) return { kind: 'checking', bytes: 0, total: 0 };
  if (state.kind === 'checking') return state;
  if (state.kind === 'stopped')
    return { kind: 'stopped', message: state.message, ...(state.mayChooseEncoding && { encoding: encodingChoice(undefined) }) };
  const { result } = state;
  return {
    kind: 'checked',
    codes: result.codes,
    problems: problemCount(result),
    kinds: kindsOf(result),
    facts: factsOf(result),
    ...(result.workbook ? { workbook: workbookOf(result.workbook) } : { encoding: encodingChoice(result) }),
    canConvert: canConvert(result),
    columns: Array.from({ length: result.columns }, (_, column) => columnName(result, column)),
    column: result.column,
    sample: result.sample.map((cells, index) => rowOf(result, { line: result.sampleLines[index] ?? 0, cells })),
    lengths: result.lengths.map(({ length, codes }) => ({ length, codes })),
    stoppedAt: result.stoppedAt,
    ...(damage && { damage: { from: damage.from, codes: damage.codes } }),
  };
}

/** These are about the file, whatever line they are noted at. */
const ofWholeFile = new Set<ProblemKind>(['mixedLineEnds', 'crLineEnds']);
const isOfRow = ({ kind }: Problem) => !isNote(kind) && !ofWholeFile.has(kind);
const textsShown = 3;

/** A row, with what is wrong with it; its cells may hold line ends. */
export function rowOf({ problems, workbook }: FileCheck, { line, cells }: Row): ShownRow {
  const last = line + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
  const mine = problems.filter((problem) => isOfRow(problem) && problem.line >= line && problem.line <= last);
  const texts = [...new Set(mine.map((problem) => problemText(problem, workbook ? 'row' : 'line')))].slice(0, textsShown);
  return { line, cells: [...cells], ...(texts.length > 0 && { problem: texts.join(' ') }) };
}

const furtherRows = 10;

/** The lines with the first problems below the rows that are shown anyway. */
export function furtherLines({ problems, sampleLines, stoppedAt = Infinity }: FileCheck): number[] {
  const end = sampleLines.at(-1) ?? 0;
  const isBelow = ({ line }: Problem) => line > end && line < stoppedAt;
  const below = problems.filter((problem) => isOfRow(problem) && isBelow(problem)).map(({ line }) => line);
  return [...new Set(below)].slice(0, furtherRows);
}

/** The most frequent first, then in the order of the file; notes last. */
function kindsOf(result: FileCheck): KindOfProblem[] {
  const { counts, problems, workbook } = result;
  const inFile = [...new Set(problems.map(({ kind }) => kind))];
  const kinds = (Object.entries(counts) as [ProblemKind, number][]).toSorted(
    ([one], [other]) => inFile.indexOf(one) - inFile.indexOf(other),
  );
  const ordered = kinds.toSorted(([one, many], [other, few]) => Number(isNote(one)) - Number(isNote(other)) || few - many);
  return ordered.map(([kind, count]) => {
    const first = problems.find((problem) => problem.kind === kind);
    const fix = fixIn(result, kind);
    const advice = adviceText(kind);
    return {
      kind,
      text: kindText(kind),
      count,
      isNote: isNote(kind),
      ...(first ? { line: first.line, example: problemText(first, workbook ? 'row' : 'line') } : {}),
      ...(fix ? { fix: { name: fix, text: fixText(fix) } } : {}),
      ...(advice !== undefined && { advice }),
    };
  });
}

/** Of a file that could not be read, nothing was found. */
function encodingChoice(result: FileCheck | undefined): EncodingChoice {
  const named = (encoding: Encoding) => ({ value: encoding, label: encodingName(encoding) });
  const isFound = result && !result.isEncodingChosen;
  const label = isFound ? vscode.l10n.t('{0} (detected)', encodingName(result.encoding)) : vscode.l10n.t('Detect');
  return {
    value: result?.isEncodingChosen ? result.encoding : '',
    choices: [{ value: '', label }, ...encodings.map(named)],
  };
}

const placesShown = 5;
const longest = 100;

function workbookOf({ facts, zeros }: NonNullable<FileCheck['workbook']>): ShownWorkbook {
  const { sheet, sheets, notes, padded } = facts;
  const kinds = (Object.keys(notes) as (keyof typeof notes)[]).filter((kind) => notes[kind].count > 0);
  const [first] = padded;
  return {
    sheet,
    sheets: sheets.map(({ name }) => name),
    notes: kinds.map((kind) => ({
      text: noteText(kind),
      count: notes[kind].count,
      places: notes[kind].places.slice(0, placesShown),
    })),
    ...(first && { zeros: { value: zeros, shown: first.shown.slice(0, longest), stored: first.stored.slice(0, longest) } }),
  };
}

function factsOf(result: FileCheck): string[] {
  const { bytes, delimiter, columns, header, lines, workbook } = result;
  const linkTo = workbook ? workbook.linkTo : result.linkTo;
  const link = linkTo === undefined ? [] : [vscode.l10n.t('a link to {0}', linkTo)];
  const headed = header ? vscode.l10n.t('with a header') : vscode.l10n.t('without a header');
  if (workbook) {
    const { rows } = workbook.facts;
    const wide = columns === 1 ? vscode.l10n.t('1 column') : vscode.l10n.t('{0} columns', number(columns));
    const long = rows === 1 ? vscode.l10n.t('1 row') : vscode.l10n.t('{0} rows', number(rows));
    return [...link, sheetText(workbook.facts), long, wide, headed];
  }
  return [
    ...link,
    sizeText(bytes),
    encodingText(result),
    lines === 1 ? vscode.l10n.t('1 line') : vscode.l10n.t('{0} lines', number(lines)),
    ...(columns > 1 ? [vscode.l10n.t('{0} columns, separated by {1}', number(columns), delimiterName(delimiter))] : []),
    headed,
  ];
}

function delimiterName(delimiter: Delimiter): string {
  if (delimiter === ',') return vscode.l10n.t('commas');
  if (delimiter === ';') return vscode.l10n.t('semicolons');
  return delimiter === '\t' ? vscode.l10n.t('tabs') : delimiter;
}
