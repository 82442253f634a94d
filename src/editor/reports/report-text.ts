// A report as a file: Markdown to read and to send on, CSV to count with.
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

/** All tables below each other with an empty line between, as a spreadsheet takes them. Numbers are plain: no currency, no grouping. */
export function reportCsv({ report, at }: Pick<Shown, 'report' | 'at'>, head: Head): string {
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
    facts.map(csvLine),
    figureLines(report, head),
    ...report.sections.map((section) => [csvText(section.title), ...sectionLines(section, head)]),
  ];
  return `${blocks.map((lines) => lines.join('\r\n')).join('\r\n\r\n')}\r\n`;
}

function figureLines({ figures }: Report, { t, session, other, currency }: Head): string[] {
  const titles = [t('Figure'), session, ...(other === undefined ? [] : [other])];
  const lines = figures.map(({ name, kind, value, other: theirs = null }) => {
    const values = other === undefined ? [value] : [value, theirs];
    return [csvText(titleWithUnit(name, kind, currency)), ...values.map((each) => csvValue(each, kind))].join(',');
  });
  return [csvLine(titles), ...lines];
}

function sectionLines({ columns, rows }: Section, { currency }: Head): string[] {
  const titles = columns.map(({ name, kind }) => titleWithUnit(name, kind, currency));
  const lines = rows.map((row) => columns.map(({ kind }, index) => csvValue(row[index] ?? null, kind)).join(','));
  return [csvLine(titles), ...lines];
}

function titleWithUnit(name: string, kind: ValueKind, currency: string): string {
  return kind === 'money' ? `${name} (${currency})` : name;
}

/** A negative number is a number; text that begins like one may be a formula. */
function csvValue(value: Value, kind: ValueKind): string {
  return csvCell(plainValue(value, kind), { guard: typeof value !== 'number' });
}

function csvLine(texts: readonly string[]): string {
  return texts.map(csvText).join(',');
}

function csvText(text: string): string {
  return csvCell(text, { guard: true });
}
