// A report as a file: Markdown to read and to send on, a sheet or CSV to count with.
import { csvCell } from '../../csv/cell.ts';
import type { Report, Section, Shown, Value, ValueKind } from '../../protocol/report.ts';
import { differenceText, plainValue, rowsWithSums, valueText, type Writing } from '../../shared/report-values.ts';
import type { Translate } from '../../client/l10n.ts';

/** What stands above the figures. */
export interface Head extends Writing {
  readonly t: Translate;
  readonly title: string;
  readonly event: string;
  readonly environment: string;
  /** The session, or that it is all of them. */
  readonly session: string;
  /** The session that it is compared with. */
  readonly other?: string | undefined;
}

export function reportMarkdown({ report, at }: Pick<Shown, 'report' | 'at'>, head: Head): string {
  const { t, title, event } = head;
  const facts = [
    t('Event: {0}', event),
    t('Environment: {0}', head.environment),
    t('Session: {0}', head.session),
    head.other === undefined ? '' : t('Compared with: {0}', head.other),
    head.other === undefined ? '' : t('Difference: {0} minus {1}', head.session, head.other),
    t('Read: {0}', momentText(at, head.language)),
    ...report.notes,
  ].filter(Boolean);
  const parts = [
    `# ${markdownText(title)}`,
    facts.map((fact) => `- ${markdownText(fact)}`).join('\n'),
    markdownTable(figureTable(report, head)),
    ...report.sections.flatMap((section) => [
      `## ${markdownText(section.title)}`,
      section.rows.length === 0 ? t('Nothing yet.') : markdownTable(sectionTable(section, head)),
    ]),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function momentText(at: number, language: string): string {
  return new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' });
}

interface TextTable {
  readonly head: readonly string[];
  /** Which columns are numbers. */
  readonly right: readonly boolean[];
  readonly rows: readonly (readonly string[])[];
}

function figureTable({ figures }: Report, head: Head): TextTable {
  const { t, other } = head;
  const isPair = other !== undefined;
  return {
    head: [t('Figure'), head.session, ...(isPair ? [other, t('Difference')] : [])],
    right: [false, true, ...(isPair ? [true, true] : [])],
    rows: figures.map(({ name, kind, value, other: theirs = null }) => [
      name,
      valueText(value, kind, head),
      ...(isPair ? [valueText(theirs, kind, head), differenceText(value, theirs, kind, head)] : []),
    ]),
  };
}

function sectionTable(section: Section, writing: Writing): TextTable {
  const { columns } = section;
  return {
    head: columns.map(({ name }) => name),
    right: columns.map(({ kind }) => kind !== 'text' && kind !== 'time'),
    rows: rowsWithSums(section, writing).map(({ cells }) => cells),
  };
}

function markdownTable({ head, right, rows }: TextTable): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |`;
  const rule = `| ${right.map((isRight) => (isRight ? '---:' : '---')).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Text of the service on one line, in which nothing is a link, a tag or a mark. */
function markdownText(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\\`*_{}[\]<>|~]/g, String.raw`\$&`)
    .replace(/&(?=#?\w+;)/g, String.raw`\&`)
    .replace(/:(?=\/\/)/g, String.raw`\:`);
}

interface Cell {
  readonly text: string;
  readonly isNumber: boolean;
}

export function reportCsv(shown: Pick<Shown, 'report' | 'at'>, head: Head): string {
  // A negative number is a number; text that begins like one may be a formula.
  const cellOf = ({ text, isNumber }: Cell) => csvCell(text, { guard: !isNumber });
  return reportCells(shown, head)
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('');
}

/** The rows of a sheet. */
export function reportRows(shown: Pick<Shown, 'report' | 'at'>, head: Head): (string | number)[][] {
  return reportCells(shown, head).map((cells) => cells.map(({ text, isNumber }) => (isNumber ? Number(text) : text)));
}

/** All tables below each other with an empty line between, as a spreadsheet takes them. Numbers are plain: no currency, no grouping. */
function reportCells({ report, at }: Pick<Shown, 'report' | 'at'>, head: Head): Cell[][] {
  const { t } = head;
  const facts = [
    [head.title, head.event],
    [t('Environment'), head.environment],
    [t('Session'), head.session],
    ...(head.other === undefined ? [] : [[t('Compared with'), head.other]]),
    [t('Read at'), new Date(at).toISOString()],
    ...report.notes.map((note) => [t('Note'), note]),
  ];
  const blocks = [
    facts.map(textCells),
    figureLines(report, head),
    ...report.sections.map((section) => [textCells([section.title]), ...sectionLines(section, head)]),
  ];
  return blocks.flatMap((lines, index) => (index === 0 ? lines : [[], ...lines]));
}

function figureLines({ figures }: Report, { t, session, other, currency }: Head): Cell[][] {
  const titles = [t('Figure'), session, ...(other === undefined ? [] : [other])];
  const lines = figures.map(({ name, kind, value, other: theirs = null }) => {
    const values = other === undefined ? [value] : [value, theirs];
    return [textCell(titleWithUnit(name, kind, currency)), ...values.map((each) => valueCell(each, kind))];
  });
  return [textCells(titles), ...lines];
}

function sectionLines({ columns, rows }: Section, { currency }: Head): Cell[][] {
  const titles = columns.map(({ name, kind }) => titleWithUnit(name, kind, currency));
  const lines = rows.map((row) => columns.map(({ kind }, index) => valueCell(row[index] ?? null, kind)));
  return [textCells(titles), ...lines];
}

function titleWithUnit(name: string, kind: ValueKind, currency: string): string {
  return kind === 'money' ? `${name} (${currency})` : name;
}

function valueCell(value: Value, kind: ValueKind): Cell {
  return { text: plainValue(value, kind), isNumber: typeof value === 'number' };
}

function textCell(text: string): Cell {
  return { text, isNumber: false };
}

function textCells(texts: readonly string[]): Cell[] {
  return texts.map(textCell);
}
