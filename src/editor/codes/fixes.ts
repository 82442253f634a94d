// What can be fixed, and which problem it fixes.
import type { CodeDifference, Fixes, Preflight, Problem, ProblemKind } from '../../codes/index.ts';
import { countOf } from '../../codes/problems.ts';

export { isNote, problemCount } from '../../codes/problems.ts';

const fixNames = [
  'removeDuplicates',
  'trim',
  'removeInvisible',
  'dropBlankLines',
  'dropAboveHeader',
  'unifyLineEnds',
  'toUtf8',
] as const;
export type FixName = (typeof fixNames)[number];

const fixOf: Partial<Record<ProblemKind, FixName>> = {
  duplicate: 'removeDuplicates',
  whitespace: 'trim',
  invisible: 'removeInvisible',
  control: 'removeInvisible',
  nul: 'removeInvisible',
  blank: 'dropBlankLines',
  finalBlankLine: 'dropBlankLines',
  aboveHeader: 'dropAboveHeader',
  mixedLineEnds: 'unifyLineEnds',
  crLineEnds: 'unifyLineEnds',
};

/** What makes two codes the same that only look alike. */
const likeOf: Partial<Record<CodeDifference, FixName>> = { spaces: 'trim', invisible: 'removeInvisible' };

/** What a problem is called where only its name is kept: its kind, and what two codes differ in that look alike. */
export function nameOf(problem: Problem): string {
  return problem.kind === 'lookAlike' ? `lookAlike/${problem.differsIn}` : problem.kind;
}

export function fixFor(name: string): FixName | undefined {
  const [kind, differsIn] = name.split('/');
  return kind === 'lookAlike' ? likeOf[differsIn as CodeDifference] : fixOf[kind as ProblemKind];
}

export function isFixName(name: unknown): name is FixName {
  return (fixNames as readonly unknown[]).includes(name);
}

/** What the fix of its kind leaves as it is. */
function isLeft(problem: Problem): boolean {
  if (problem.kind === 'whitespace') return problem.where === 'inside';
  return problem.kind === 'blank' && !problem.wholeLine;
}

const trimFirst = (one?: FixName, other?: FixName) => Number(other === 'trim') - Number(one === 'trim');

type Found = Pick<Preflight, 'counts' | 'problems'>;

/** The fix that would change something of the problems of a kind. */
export function fixIn({ counts, problems }: Found, kind: ProblemKind): FixName | undefined {
  const mine = problems.filter((problem) => problem.kind === kind);
  // Of those that look alike the first that a fix makes plain says which one; trimming comes first.
  if (kind === 'lookAlike') return mine.map((problem) => fixFor(nameOf(problem))).toSorted(trimFirst)[0];
  return mine.length === counts[kind] && mine.every(isLeft) ? undefined : fixFor(kind);
}

/** Those that would change something. */
export function fixesFor(found: Found & Pick<Preflight, 'encoding'>): FixName[] {
  const { counts, encoding } = found;
  const wanted = new Set(Object.keys(counts).map((kind) => fixIn(found, kind as ProblemKind)));
  if (encoding !== 'utf-8') wanted.add('toUtf8');
  return fixNames.filter((name) => wanted.has(name));
}

type Read = Pick<Preflight, 'encoding' | 'stoppedAt'>;

/** Behind a quote that is never closed nothing can be read, so nothing written either. */
export function canConvert({ encoding, stoppedAt }: Read): boolean {
  return encoding !== 'utf-8' && stoppedAt === undefined;
}

export function isOneByte({ encoding }: Read): boolean {
  return encoding === 'windows-1252' || encoding === 'iso-8859-1';
}

/** Line ends become those that most lines have; of a file that mixes none, the usual ones. */
export function toFixes(names: readonly FixName[], { problems, lineEnd }: Preflight): Fixes {
  const mixed = problems.find((problem) => problem.kind === 'mixedLineEnds');
  const isWindows = mixed ? mixed.counts.crlf > mixed.counts.lf : lineEnd === 'crlf';
  return {
    removeDuplicates: names.includes('removeDuplicates'),
    trim: names.includes('trim'),
    removeInvisible: names.includes('removeInvisible'),
    dropBlankLines: names.includes('dropBlankLines'),
    dropAboveHeader: names.includes('dropAboveHeader'),
    toUtf8: names.includes('toUtf8'),
    ...(names.includes('unifyLineEnds') ? { unifyLineEnds: isWindows ? '\r\n' : '\n' } : {}),
  };
}

/** What a code was is not in the file any more, so that no copy of it can have it. */
const lost = new Set<ProblemKind>(['date', 'lostDigits', 'noResult']);

export function isLost(kind: ProblemKind): boolean {
  return lost.has(kind);
}

/** How many of them nothing but the spreadsheet can mend. */
export function lostCount({ counts }: Pick<Preflight, 'counts'>): number {
  return countOf(counts, isLost);
}
