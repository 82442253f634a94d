// Two sessions beside each other: their figures in pairs, and each series of one next to that of the other.
import type { Report, Section, Value } from '../../protocol/report.ts';

interface Named {
  readonly name: string;
  readonly report: Report;
}

export function compareReports(one: Named, other: Named): Report {
  const keys = union(one.report.figures, other.report.figures);
  return {
    figures: keys.flatMap((key) => {
      const [mine, theirs] = [one, other].map(({ report }) => report.figures.find((figure) => figure.key === key));
      const known = mine ?? theirs;
      return known ? [{ ...known, value: mine?.value ?? null, other: theirs?.value ?? null }] : [];
    }),
    sections: union(one.report.sections, other.report.sections).flatMap((key) => sectionsFor(key, one, other)),
    notes: [...new Set([...one.report.notes, ...other.report.notes])],
  };
}

function union(mine: readonly { readonly key: string }[], theirs: readonly { readonly key: string }[]): string[] {
  return [...new Set([...mine, ...theirs].map(({ key }) => key))];
}

/** Those with a chart are laid over each other; other tables stay two. */
function sectionsFor(key: string, one: Named, other: Named): Section[] {
  const [mine, theirs] = [one, other].map(({ report }) => report.sections.find((section) => section.key === key));
  const canMerge = mine?.chart && theirs?.chart && mine.columns[0]?.kind === theirs.columns[0]?.kind;
  if (canMerge) return [mergeSections(mine, theirs, one.name, other.name)];
  return [mine && apart(mine, 'one', one.name), theirs && apart(theirs, 'other', other.name)].filter(
    (section) => section !== undefined,
  );
}

function apart(section: Section, side: string, name: string): Section {
  return { ...section, key: `${section.key}:${side}`, title: `${section.title} · ${name}` };
}

function mergeSections(mine: Section, theirs: Section, myName: string, theirName: string): Section {
  const values = [...mine.columns.slice(1), ...theirs.columns.slice(1)];
  const kinds = new Map(values.map(({ name, kind }) => [name, kind]));
  const [myCells, theirCells] = [cellsOf(mine), cellsOf(theirs)];
  const columns = [...kinds].flatMap(([name, kind]) =>
    [myName, theirName].map((session) => ({ name: `${name} · ${session}`, kind })),
  );
  const rows = orderedLabels(mine, theirs).map((label) => [
    label,
    ...[...kinds.keys()].flatMap((name) => [myCells(label, name), theirCells(label, name)]),
  ]);
  const drawn = [...kinds.keys()].indexOf(mine.columns[mine.chart?.columns[0] ?? 1]?.name ?? '');
  const chart = { columns: [drawn * 2 + 1, drawn * 2 + 2], isTime: mine.chart?.isTime ?? false };
  return { key: mine.key, title: mine.title, columns: [...mine.columns.slice(0, 1), ...columns], rows, chart };
}

function orderedLabels(mine: Section, theirs: Section): Value[] {
  const labels = [...new Set([...mine.rows, ...theirs.rows].map(([label]) => label ?? null))];
  return mine.chart?.isTime ? labels.sort(inTime) : labels;
}

function inTime(one: Value, other: Value): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : 1;
}

/** Finds a cell by the label of its row and the name of its column. */
function cellsOf({ columns, rows }: Section): (label: Value, name: string) => Value {
  const byLabel = new Map(rows.map((row) => [row[0] ?? null, row]));
  const indexes = new Map(columns.map(({ name }, index) => [name, index]));
  return (label, name) => byLabel.get(label)?.[indexes.get(name) ?? -1] ?? null;
}
