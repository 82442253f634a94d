// A report as a file: Markdown to read and to send on, CSV to count with.
import { csvCell } from '../../csv/cell.ts';
import type { Report, Section, Shown } from '../../protocol/report.ts';
import { differenceText, plainValue, valueText, type Writing } from '../../shared/report-values.ts';
import type { Translate } from './report-reading.ts';

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
    rows: figures.map((figure) => [
      figure.name,
      valueText(figure.value, figure.kind, head),
      ...(isPair ? [valueText(figure.other ?? null, figure.kind, head), differenceOf(figure, head)] : []),
    ]),
  };
}

function differenceOf({ value, other = null, kind }: Report['figures'][number], head: Head): string {
  return differenceText(value, other, kind, head);
}

function sectionTable({ columns, rows }: Section, writing: Writing): TextTable {
  return {
    head: columns.map(({ name }) => name),
    right: columns.map(({ kind }) => kind !== 'text' && kind !== 'time'),
    rows: rows.map((row) => columns.map(({ kind }, place) => valueText(row[place] ?? null, kind, writing))),
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
    facts.map((fact) => fact.map((text) => csvText(text)).join(',')),
    figureLines(report, head),
    ...report.sections.map((section) => [csvText(section.title), ...sectionLines(section, head)]),
  ];
  return `${blocks.map((lines) => lines.join('\r\n')).join('\r\n\r\n')}\r\n`;
}

function figureLines({ figures }: Report, { t, session, other, currency }: Head): string[] {
  const titles = [t('Figure'), session, ...(other === undefined ? [] : [other])];
  const lines = figures.map(({ name, kind, value, other: theirs = null }) => {
    const values = other === undefined ? [value] : [value, theirs];
    const cells = values.map((each) => csvValue(plainValue(each, kind), typeof each === 'number'));
    return [csvText(titleWithUnit(name, kind, currency)), ...cells].join(',');
  });
  return [titles.map((text) => csvText(text)).join(','), ...lines];
}

function sectionLines({ columns, rows }: Section, { currency }: Head): string[] {
  const titles = columns.map(({ name, kind }) => csvText(titleWithUnit(name, kind, currency)));
  const lines = rows.map((row) =>
    columns.map(({ kind }, place) => csvValue(plainValue(row[place] ?? null, kind), typeof row[place] === 'number')).join(','),
  );
  return [titles.join(','), ...lines];
}

function titleWithUnit(name: string, kind: string, currency: string): string {
  return kind === 'money' ? `${name} (${currency})` : name;
}

/** A negative number is a number; text that begins like one may be a formula. */
function csvValue(text: string, isNumber: boolean): string {
  return csvCell(text, { guard: !isNumber });
}

function csvText(text: string): string {
  return csvCell(text, { guard: true });
}
