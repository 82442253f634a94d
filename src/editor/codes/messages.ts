// What is said of a file of codes: its problems, why it was refused, what can be fixed.
import * as vscode from 'vscode';
import type { Difference, LineEnd, Problem, ProblemKind, CodeFileErrorData } from '../../codes/index.ts';
import { specialText } from '../ask/file-messages.ts';
import type { FixName } from './fixes.ts';

export function problemText(problem: Problem): string {
  switch (problem.kind) {
    case 'blank':
      return problem.wholeLine ? vscode.l10n.t('A blank line.') : vscode.l10n.t('There is no code in this row.');
    case 'finalBlankLine':
      return vscode.l10n.t('The file ends with blank lines: {0}.', problem.lines);
    case 'duplicate':
      return vscode.l10n.t('{0} is there already, on line {1}.', problem.code, problem.firstLine);
    case 'lookAlike':
      return lookAlikeText(problem.code, problem.firstLine, problem.differsIn);
    case 'whitespace':
      return whitespaceText(problem.where);
    case 'invisible':
      return vscode.l10n.t('The code has an invisible character, {0}.', problem.character);
    case 'control':
    case 'nul':
      return vscode.l10n.t('A control character, {0}.', problem.character);
    case 'replaced':
      return vscode.l10n.t(
        '{0} stands where a character was lost: the file was once saved in another encoding.',
        problem.character,
      );
    case 'decomposed':
      return vscode.l10n.t('An accent is written as a character of its own; typed by hand, the code is another one.');
    case 'tooLong':
      return vscode.l10n.t('The code has {0} characters; the most is {1}.', problem.length, problem.limit);
    case 'exponent':
      return problem.damaged
        ? vscode.l10n.t('{0} was a number in a spreadsheet, which lost digits of it.', problem.code)
        : vscode.l10n.t('A spreadsheet would take {0} for a number and change it.', problem.code);
    case 'spreadsheetError':
      return vscode.l10n.t('{0} is an error of a spreadsheet, not a code.', problem.code);
    case 'lostZeros':
      return vscode.l10n.t(
        '{0} has {1} digits where others have {2}: a spreadsheet may have taken zeros away.',
        problem.code,
        problem.length,
        problem.expected,
      );
    case 'leadingZeros':
      return vscode.l10n.t(
        'Codes that begin with zeros: {0}. A spreadsheet that opens the file takes the zeros away.',
        problem.codes,
      );
    case 'uneven':
      return vscode.l10n.t('The row has {0} cells where others have {1}.', problem.found, problem.expected);
    case 'openQuote':
      return vscode.l10n.t('This quote is never closed: nothing behind it was checked.');
    case 'strayQuote':
      return vscode.l10n.t('A quote in the middle of a cell.');
    case 'mixedLineEnds':
      return vscode.l10n.t('The file mixes line ends: {0}.', lineEndCounts(problem.counts));
    case 'crLineEnds':
      return vscode.l10n.t('Lines end with a carriage return alone, which few programs understand.');
  }
}

function lookAlikeText(code: string, line: number, difference: Difference): string {
  switch (difference) {
    case 'case':
      return vscode.l10n.t('{0} differs from line {1} in upper and lower case only.', code, line);
    case 'spaces':
      return vscode.l10n.t('{0} differs from line {1} in spaces only.', code, line);
    case 'invisible':
      return vscode.l10n.t('{0} differs from line {1} in invisible characters only.', code, line);
    case 'normalisation':
      return vscode.l10n.t('{0} looks the same as line {1} and is written otherwise.', code, line);
  }
}

function whitespaceText(where: 'start' | 'end' | 'inside'): string {
  if (where === 'inside') return vscode.l10n.t('The code has a space that is no plain one.');
  return where === 'start' ? vscode.l10n.t('The code begins with a space.') : vscode.l10n.t('The code ends with a space.');
}

const lineEndNames: Record<LineEnd, string> = { crlf: 'CRLF', lf: 'LF', cr: 'CR' };

function lineEndCounts(counts: Readonly<Record<LineEnd, number>>): string {
  const used = Object.entries(counts).filter(([, count]) => count > 0) as [LineEnd, number][];
  return used.map(([end, count]) => `${lineEndNames[end]} ${number(count)}`).join(', ');
}

/** The name of a kind, for a list of kinds. */
export function kindText(kind: ProblemKind): string {
  const names: Record<ProblemKind, string> = {
    blank: vscode.l10n.t('Rows without a code'),
    finalBlankLine: vscode.l10n.t('Blank lines at the end'),
    duplicate: vscode.l10n.t('Duplicates'),
    lookAlike: vscode.l10n.t('Look-alikes'),
    whitespace: vscode.l10n.t('Spaces in codes'),
    invisible: vscode.l10n.t('Invisible characters'),
    control: vscode.l10n.t('Control characters'),
    nul: vscode.l10n.t('NUL characters'),
    replaced: vscode.l10n.t('Lost characters'),
    decomposed: vscode.l10n.t('Accents as characters of their own'),
    tooLong: vscode.l10n.t('Codes that are too long'),
    exponent: vscode.l10n.t('Numbers of a spreadsheet'),
    spreadsheetError: vscode.l10n.t('Errors of a spreadsheet'),
    lostZeros: vscode.l10n.t('Lost zeros'),
    leadingZeros: vscode.l10n.t('Leading zeros'),
    uneven: vscode.l10n.t('Rows of other lengths'),
    openQuote: vscode.l10n.t('Open quotes'),
    strayQuote: vscode.l10n.t('Stray quotes'),
    mixedLineEnds: vscode.l10n.t('Mixed line ends'),
    crLineEnds: vscode.l10n.t('Old line ends'),
  };
  return names[kind];
}

export function fixText(fix: FixName): string {
  const names: Record<FixName, string> = {
    removeDuplicates: vscode.l10n.t('Remove Duplicates'),
    trim: vscode.l10n.t('Trim'),
    removeInvisible: vscode.l10n.t('Remove Invisible Characters'),
    dropBlankLines: vscode.l10n.t('Remove Blank Lines'),
    unifyLineEnds: vscode.l10n.t('Unify Line Ends'),
  };
  return names[fix];
}

/** Why nothing was checked, and what to do about it. */
export function errorText(file: string, data: CodeFileErrorData): string {
  switch (data.kind) {
    case 'notAFile':
      return specialText(file, data.what);
    case 'empty':
      return vscode.l10n.t('{0} is empty. Choose another.', file);
    case 'tooLarge':
      return vscode.l10n.t(
        '{0} is too large: {1}, where the most is {2}. Split it.',
        file,
        sizeText(data.bytes),
        sizeText(data.limit),
      );
    case 'binary':
      return vscode.l10n.t(
        '{0} is no CSV file but {1}. Save it as CSV (UTF-8) in the program that made it.',
        file,
        data.format.toUpperCase(),
      );
    case 'encoding':
      return vscode.l10n.t(
        '{0} is not {1}: the byte at offset {2} is wrong. Save it as UTF-8.',
        file,
        data.encoding.toUpperCase(),
        number(data.offset),
      );
    case 'lineTooLong':
      return vscode.l10n.t(
        'Line {1} of {0} is longer than {2}. Is it a CSV file?',
        file,
        number(data.line),
        sizeText(data.limit),
      );
    case 'tooManyColumns':
      return vscode.l10n.t(
        '{0} has {1} columns, where the most is {2}. Is it a CSV file?',
        file,
        number(data.columns),
        number(data.limit),
      );
    case 'tooManyCodes':
      return vscode.l10n.t('{0} has more than {1} codes. Split it.', file, number(data.limit));
    case 'noSuchColumn':
      return vscode.l10n.t(
        '{0} has {1} columns, so there is no column {2}. Check it again and choose another.',
        file,
        number(data.columns),
        number(data.column + 1),
      );
    case 'unclearColumn':
      return vscode.l10n.t('It is not clear which column of {0} holds the codes. Check it and choose the column.', file);
    case 'changed':
      return vscode.l10n.t('Somebody wrote to {0} while it was read. Try again.', file);
    case 'sameFile':
      return vscode.l10n.t('{0} is never written over.', file);
    case 'openQuote':
      return vscode.l10n.t('Line {1} of {0} has a quote that is never closed. Close it, and try again.', file, number(data.line));
  }
}

export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${(bytes / 1024 ** power).toLocaleString(vscode.env.language, { maximumFractionDigits: 1 })} ${units[power]}`;
}

export function number(value: number): string {
  return value.toLocaleString(vscode.env.language);
}
