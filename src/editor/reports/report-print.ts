// A report as a page for a browser, which can print it: a webview cannot. Nothing in it is a script, and nothing is loaded.
import type { Report, Shown } from '../../protocol/report.ts';
import { rowsWithSums, valueText } from '../../shared/report-values.ts';
import type { Head } from './report-text.ts';

// English: a style sheet.
const style = `
  body { margin: 2em; font: 10pt/1.4 system-ui, sans-serif; color: #000; background: #fff; }
  h1 { margin: 0; font-size: 16pt; }
  h2 { margin: 1.5em 0 0.5em; font-size: 12pt; break-after: avoid; }
  p { margin: 0.2em 0; }
  table { border-collapse: collapse; width: 100%; }
  th, td { padding: 3px 6px; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top; }
  tr { break-inside: avoid; }
  thead { display: table-header-group; }
  .number { text-align: right; font-variant-numeric: tabular-nums; }
  .sum th, .sum td { border-top: 1px solid #000; font-weight: 600; }
  .note { padding: 4px 8px; border: 1px solid #000; }
`;

export function reportHtml({ report, at }: Pick<Shown, 'report' | 'at'>, head: Head): string {
  const { t, language } = head;
  const facts = [
    t('Event: {0}', head.event),
    t('Environment: {0}', head.environment),
    t('Session: {0}', head.session),
    ...(head.other === undefined ? [] : [t('Compared with: {0}', head.other)]),
    t('Read: {0}', new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' })),
  ];
  return [
    '<!DOCTYPE html>',
    `<html lang="${escaped(language)}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${escaped(`${head.title} · ${head.event}`)}</title><style>${style}</style></head><body>`,
    `<h1>${escaped(head.title)}</h1>`,
    ...facts.map((fact) => `<p>${escaped(fact)}</p>`),
    ...report.notes.map((note) => `<p class="note">${escaped(note)}</p>`),
    figureTable(report, head),
    ...report.sections.map((section) => sectionPart(section, head)),
    '</body></html>\n',
  ].join('\n');
}

function figureTable({ figures }: Report, head: Head): string {
  const isPair = head.other !== undefined;
  const rows = figures.map(({ name, kind, value, other = null }) => {
    const values = isPair ? [value, other] : [value];
    return rowOf([name, ...values.map((each) => valueText(each, kind, head))], (index) => index > 0);
  });
  return rows.length === 0 ? '' : `<table><tbody>${rows.join('\n')}</tbody></table>`;
}

function sectionPart(section: Report['sections'][number], head: Head): string {
  const isNumber = (index: number) => !['text', 'time'].includes(section.columns[index]?.kind ?? 'text');
  const titles = section.columns.map(({ name }, index) => cellOf('th', name, isNumber(index))).join('');
  const rows = rowsWithSums(section, head).map(({ cells, isSum }) => rowOf(cells, isNumber, isSum));
  const content =
    rows.length === 0
      ? `<p>${escaped(head.t('Nothing yet.'))}</p>`
      : `<table><thead><tr>${titles}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
  return `<h2>${escaped(section.title)}</h2>\n${content}`;
}

function rowOf(cells: readonly string[], isNumber: (index: number) => boolean, isSum = false): string {
  const inside = cells.map((text, index) => cellOf(index === 0 ? 'th' : 'td', text, isNumber(index))).join('');
  return isSum ? `<tr class="sum">${inside}</tr>` : `<tr>${inside}</tr>`;
}

function cellOf(tag: 'th' | 'td', text: string, isNumber: boolean): string {
  return `<${tag}${isNumber ? ' class="number"' : ''}>${escaped(text)}</${tag}>`;
}

/** Text of the service is text, in an element and in an attribute. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
