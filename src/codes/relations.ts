// Names the codes that are there twice, or that look like another; their records are read again for it.
import type { CodeIndex } from './code-index.ts';
import { differenceOf } from './code-text.ts';
import { cellStart, locationAt, positionInCell, type Location } from './locations.ts';
import { shown, type ProblemLog } from './problems.ts';
import type { Delimiter } from './records.ts';
import type { Reread } from './reread.ts';

interface Where {
  readonly reread: Reread;
  readonly delimiter: Delimiter;
  readonly column: number;
}

export function reportRelations(index: CodeIndex, where: Where, log: ProblemLog): void {
  const { reread } = where;
  for (const { kind, line, offset, firstLine, firstOffset } of index.relations(reread)) {
    log.addUnordered(kind, line, () => {
      const code = reread.codeAt(offset);
      const first = locationOf(where, firstOffset, firstLine).line;
      const common = { ...locationOf(where, offset, line), code: shown(code), firstLine: first };
      if (kind === 'duplicate') return { kind, ...common };
      return { kind, ...common, differsIn: differenceOf(code, reread.codeAt(firstOffset)) };
    });
  }
}

/** Where the code is: its record may begin on an earlier line. */
function locationOf({ reread, delimiter, column }: Where, offset: number, line: number): Location {
  const text = reread.recordAt(offset);
  return locationAt(text, line, positionInCell(text, cellStart(text, delimiter, column), 0));
}
