// A check's result as its page shows it.
import * as vscode from 'vscode';
import type { Delimiter, Preflight, ProblemKind } from '../../codes/index.ts';
import type { CheckState, KindOfProblem } from '../../protocol/codes-check.ts';
import { columnName } from './column.ts';
import type { FileState } from './checks.ts';
import { fixFor, isNote, problemCount } from './fixes.ts';
import { fixText, kindText, number, problemText, sizeText } from './messages.ts';

export function checkStateOf(state: FileState | undefined): CheckState {
  if (!state) return { kind: 'checking', bytes: 0, total: 0 };
  return state.kind === 'checked' ? checkedFile(state.result) : state;
}

function checkedFile(result: Preflight): CheckState {
  return {
    kind: 'checked',
    codes: result.codes,
    problems: problemCount(result),
    kinds: kindsOf(result),
    facts: factsOf(result),
    columns: Array.from({ length: result.columns }, (_, column) => columnName(result, column)),
    column: result.column,
    sample: result.sample.map((row, index) => ({ line: result.sampleLines[index] ?? 0, cells: [...row] })),
    lengths: result.lengths.map(({ length, codes }) => ({ length, codes })),
    stoppedAt: result.stoppedAt,
  };
}

/** The most frequent first, then in the order of the file; notes last. */
function kindsOf({ counts, problems }: Preflight): KindOfProblem[] {
  const inFile = [...new Set(problems.map(({ kind }) => kind))];
  const kinds = (Object.entries(counts) as [ProblemKind, number][]).toSorted(
    ([one], [other]) => inFile.indexOf(one) - inFile.indexOf(other),
  );
  const ordered = kinds.toSorted(([one, many], [other, few]) => Number(isNote(one)) - Number(isNote(other)) || few - many);
  return ordered.map(([kind, count]) => {
    const first = problems.find((problem) => problem.kind === kind);
    const fix = fixFor(kind);
    return {
      kind,
      text: kindText(kind),
      count,
      isNote: isNote(kind),
      ...(first ? { line: first.line, example: problemText(first) } : {}),
      ...(fix ? { fix: { name: fix, text: fixText(fix) } } : {}),
    };
  });
}

function factsOf({ bytes, linkTo, encoding, hasByteOrderMark, delimiter, columns, header, lines }: Preflight): string[] {
  return [
    ...(linkTo === undefined ? [] : [vscode.l10n.t('a link to {0}', linkTo)]),
    sizeText(bytes),
    hasByteOrderMark ? vscode.l10n.t('{0} with byte order mark', encoding.toUpperCase()) : encoding.toUpperCase(),
    lines === 1 ? vscode.l10n.t('1 line') : vscode.l10n.t('{0} lines', number(lines)),
    ...(columns > 1 ? [vscode.l10n.t('{0} columns, separated by {1}', number(columns), delimiterName(delimiter))] : []),
    header ? vscode.l10n.t('with a header') : vscode.l10n.t('without a header'),
  ];
}

function delimiterName(delimiter: Delimiter): string {
  const names: Partial<Record<string, string>> = {
    ',': vscode.l10n.t('commas'),
    ';': vscode.l10n.t('semicolons'),
    '\t': vscode.l10n.t('tabs'),
  };
  return names[delimiter] ?? delimiter;
}
