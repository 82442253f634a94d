// What a workbook has lost in the column of the codes is a problem of the file; in other columns it stays a note.
import type { Preflight } from '../codes/preflight.ts';
import type { Problem, ProblemKind } from '../codes/problems.ts';
import { placeOf, placesKept, type Loss, type LossKind, type Notes } from './notes.ts';
import type { WorkbookFacts } from './to-csv.ts';

const kindOf = {
  dates: 'date',
  lostDigits: 'lostDigits',
  formulasWithoutResult: 'noResult',
  errors: 'spreadsheetError',
} as const satisfies Record<LossKind, ProblemKind>;

interface CheckedSheet {
  readonly result: Preflight;
  readonly workbook: WorkbookFacts;
}

/** `result`: of the CSV, of which line N is row N of the sheet. */
export function withLosses(result: Preflight, workbook: WorkbookFacts): CheckedSheet {
  const { column } = result;
  if (column === undefined) return { result, workbook };
  // What stands above the rows is no code; without rows, only formulas below may have been meant as such.
  const firstRow = result.sampleLines[0] ?? workbook.rows + 1;
  const isOfCodes = (loss: Loss, row: number) => loss.column === column && row >= firstRow;
  const mine = workbook.losses.flatMap((loss) => {
    const cells = loss.cells.filter(({ row }) => isOfCodes(loss, row));
    const count = loss.count - (loss.cells.length - cells.length);
    return loss.column === column && count > 0 ? [{ ...loss, cells, count }] : [];
  });
  if (mine.length === 0) return { result, workbook };
  const notes: Record<LossKind, Notes[LossKind]> = { ...workbook.notes };
  for (const { kind, count } of mine) {
    const others = workbook.losses.filter((loss) => loss.kind === kind);
    const places = others
      .flatMap((loss) => loss.cells.filter(({ row }) => !isOfCodes(loss, row)).map(({ row }) => ({ row, column: loss.column })))
      .sort((one, other) => one.row - other.row || one.column - other.column)
      .slice(0, placesKept);
    notes[kind] = { count: notes[kind].count - count, places: places.map((place) => placeOf(place.row, place.column)) };
  }
  return { result: mine.reduce(withLoss, result), workbook: { ...workbook, notes: { ...workbook.notes, ...notes } } };
}

function withLoss(result: Preflight, loss: Loss): Preflight {
  const { count, cells, column } = loss;
  const kind = kindOf[loss.kind];
  const rows = new Set(cells.map(({ row }) => row));
  // An error is found by its text, a cell without a result as a row without a code: each counts once.
  const twin = kind === 'noResult' ? 'blank' : kind === 'spreadsheetError' ? kind : undefined;
  const isTwin = (problem: Problem) => problem.kind === twin && rows.has(problem.line);
  const twins = result.problems.filter(isTwin).length;
  const further = Math.min((twin ? (result.counts[twin] ?? 0) : 0) - twins, count - cells.length);
  const counts = { ...result.counts };
  if (twin) counts[twin] = (counts[twin] ?? 0) - twins - Math.max(0, further);
  counts[kind] = (counts[kind] ?? 0) + count;
  const made = cells.map(({ row, text }): Problem => {
    const at = { line: row, column: 1 };
    if (kind === 'spreadsheetError')
      return result.problems.find((one) => isTwin(one) && one.line === row) ?? { kind, ...at, code: text };
    return { kind, ...at, place: placeOf(row, column), code: text };
  });
  const problems = [...result.problems.filter((problem) => !isTwin(problem)), ...made];
  return {
    ...result,
    counts: Object.fromEntries(Object.entries(counts).filter(([, many]) => many > 0)),
    problems: problems.sort((one, other) => one.line - other.line || one.column - other.column),
  };
}
