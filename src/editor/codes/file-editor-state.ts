// What the editor "Codes" shows of a file that is open, and of what its check has found.
import * as vscode from 'vscode';
import { mostCells, type ProblemKind, type RowFile } from '../../codes/index.ts';
import type { CheckState, OpenedFile } from '../../protocol/code-file.ts';
import { columnName, mostText } from './files.ts';
import { isNote, problemCount } from './fixes.ts';
import { encodingText, number, problemText, sheetText, sizeText } from './messages.ts';
import type { FileCheck } from './workbooks.ts';

interface Opened {
  readonly version: number;
  readonly column: number | undefined;
  /** Of a workbook: the check whose CSV is shown. */
  readonly source: FileCheck | undefined;
  /** Why the rows end where they do. */
  readonly failure: string | undefined;
}

export function openedState(file: RowFile, { version, column, source, failure }: Opened): OpenedFile {
  const { header, columns, firstLine } = file.start.head;
  const shown = Math.min(columns, mostCells);
  const stopped = failure ?? stoppedText(file.stoppedAt);
  return {
    kind: 'open',
    version,
    facts: factsOf(file, source),
    columns: Array.from({ length: shown }, (_, index) => columnName({ header }, index).slice(0, 300)),
    moreColumns: columns - shown,
    ...(column !== undefined && column < shown && { column }),
    ...(header && { headerLine: firstLine }),
    ...(source?.workbook && { sheet: source.workbook.facts.sheet }),
    rows: file.count,
    isCounted: file.isCounted,
    isText: !source?.workbook && file.size <= mostText,
    ...(stopped !== undefined && { stopped }),
  };
}

function factsOf({ size, linkTo, start: { found } }: RowFile, source: FileCheck | undefined): string[] {
  if (source?.workbook) return [sheetText(source.workbook.facts)];
  const { encoding, isChosen, markLength } = found;
  const read = { encoding, isEncodingChosen: isChosen, hasByteOrderMark: markLength > 0 };
  return [...(linkTo === undefined ? [] : [vscode.l10n.t('a link to {0}', linkTo)]), sizeText(size), encodingText(read)];
}

function stoppedText(line: number | undefined): string | undefined {
  if (line === undefined) return undefined;
  return vscode.l10n.t('From line {0} on there are no rows: a quote is never closed, or a line has no end.', number(line));
}

export function checkedState(result: FileCheck): CheckState {
  const list = result.problems.map((problem) => ({
    line: problem.line,
    text: problemText(problem, result.workbook ? 'row' : 'line'),
    isNote: isNote(problem.kind),
  }));
  const short = shortOf(result);
  return { kind: 'checked', total: problemCount(result), list, ...(short && { short }) };
}

/** The check keeps the first problems of each kind; behind the last of these, more of it may be anywhere. */
function shortOf({ counts, problems }: FileCheck): { most: number; line: number } | undefined {
  const short = (Object.entries(counts) as [ProblemKind, number][]).flatMap(([kind, count]) => {
    const listed = problems.filter((problem) => problem.kind === kind);
    if (isNote(kind) || count <= listed.length) return [];
    return [{ most: listed.length, line: Math.max(0, ...listed.map(({ line }) => line)) }];
  });
  if (short.length === 0) return undefined;
  return { most: Math.min(...short.map(({ most }) => most)), line: Math.min(...short.map(({ line }) => line)) };
}

/** Whether the rows of both are the same. */
export function isSameSheet(one: FileCheck, other: FileCheck | undefined): boolean {
  return one.sha256 === other?.sha256 && one.workbook?.facts.sheet === other.workbook?.facts.sheet;
}
