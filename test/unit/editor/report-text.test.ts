import assert from 'node:assert/strict';
import { reportCsv, reportMarkdown, type Head } from '../../../src/editor/reports/report-text.ts';
import { formulasIn } from '../csv/spreadsheet.ts';
import type { Report } from '../../../src/protocol/report.ts';
import { differenceText, plainValue, valueText } from '../../../src/shared/report-values.ts';

const t = (message: string, ...values: (string | number)[]) =>
  message.replace(/\{(\d+)\}/g, (_, place: string) => String(values[Number(place)]));
const head: Head = {
  t,
  title: 'Bordero',
  event: 'Festival',
  environment: 'stg',
  session: 'All sessions',
  currency: 'BRL',
  language: 'en',
};
const report: Report = {
  figures: [
    { key: 'sold', name: 'Sold', kind: 'count', value: 1234 },
    { key: 'gross', name: 'Gross', kind: 'money', value: 123450 },
    { key: 'net', name: 'Net', kind: 'money', value: null },
  ],
  sections: [
    {
      key: 'perTicket',
      title: 'Sales per ticket',
      columns: [
        { name: 'Ticket', kind: 'text' },
        { name: 'Gross', kind: 'money' },
      ],
      rows: [
        ['=1+1', 123455],
        ['a|b [x](command:y) <b>', -5],
      ],
    },
  ],
  notes: [],
};
const at = Date.UTC(2026, 10, 27, 18);

describe('a report as a file', () => {
  it('is a Markdown table in which no name is anything but text', () => {
    const lines = reportMarkdown({ report, at }, head).split('\n');
    assert.equal(lines[0], '# Bordero');
    assert.ok(lines.includes('| Sold | 1,234 |'));
    assert.ok(lines.includes('| Gross | R$1,234.50 |'));
    assert.ok(lines.includes('| Net | – |'));
    assert.ok(lines.includes('| --- | ---: |'));
    assert.ok(lines.includes(String.raw`| a\|b \[x\](command:y) \<b\> | -R$0.05 |`), lines.join('\n'));
  });

  it('fault 20: is a CSV with plain numbers, in which a spreadsheet finds no formula', () => {
    const lines = reportCsv({ report, at }, head).split('\r\n');
    assert.deepEqual(lines, [
      'Bordero,Festival',
      'Environment,stg',
      'Session,All sessions',
      'Read at,2026-11-27T18:00:00.000Z',
      '',
      'Figure,All sessions',
      'Sold,1234',
      'Gross (BRL),1234.50',
      'Net (BRL),',
      '',
      'Sales per ticket',
      'Ticket,Gross (BRL)',
      "'=1+1,1234.55",
      '"a|b [x](command:y) <b>",-0.05',
      '',
    ]);
  });

  it('fault 75: has no formula in a spreadsheet that splits it at a semicolon', () => {
    const sections = report.sections.map((section) => ({ ...section, rows: [['x;=1+1', 5]] }));
    const text = reportCsv({ report: { ...report, sections }, at }, { ...head, event: 'Show;=1+1' });
    assert.ok(text.includes(`"x;'=1+1"`), text);
    for (const split of [',', ';', '\t']) assert.deepEqual(formulasIn(text, split), []);
  });

  it('has both sessions and their difference', () => {
    const figures = report.figures.map((figure) => ({ ...figure, other: 1000 }));
    const both = { report: { ...report, figures }, at };
    const markdown = reportMarkdown(both, { ...head, session: 'Fri', other: 'Sat' });
    assert.match(markdown, /^- Difference: Fri minus Sat$/m);
    assert.match(markdown, /^\| Figure \| Fri \| Sat \| Difference \|$/m);
    assert.match(markdown, /^\| Sold \| 1,234 \| 1,000 \| \+234 \|$/m);
    assert.match(markdown, /^\| Net \| – \| R\$10\.00 \| – \|$/m);
    assert.match(reportCsv(both, { ...head, session: 'Fri', other: 'Sat' }), /^Sold,1234,1000\r$/m);
  });
});

describe('a value of a report', () => {
  const writing = { currency: 'BRL', language: 'pt-BR' };
  const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

  it('is written in the language and the currency', () => {
    assert.equal(plain(valueText(123456, 'money', writing)), 'R$ 1.234,56');
    assert.equal(plain(valueText(0.875, 'rate', writing)), '87,5%');
    assert.equal(valueText(1234, 'count', writing), '1.234');
    assert.equal(valueText(null, 'money', writing), '–');
  });

  it('is the time of the event, wherever it is read', () => {
    assert.equal(plain(valueText('2026-11-27 18:00:00', 'time', { currency: 'BRL', language: 'en' })), 'Fri, Nov 27, 6:00 PM');
    assert.equal(plain(valueText('2026-11-27T18:00:00-03:00', 'time', writing)), 'sex., 27 de nov., 18:00');
    assert.equal(plain(valueText('2026-11-27 07:05:00', 'time', writing)), 'sex., 27 de nov., 07:05');
    assert.equal(valueText('soon', 'time', writing), 'soon');
  });

  it('is an hour from where it begins to where it ends, counted from a start', () => {
    const hour = (from: number, language: string) => plain(valueText(from, 'offset', { currency: 'BRL', language }));
    assert.deepEqual(
      [-1, -0.5, 0, 2].map((from) => hour(from, 'en')),
      ['-1…0h', '-0.5…+0.5h', '0…+1h', '+2…+3h'],
    );
    assert.equal(hour(-0.5, 'pt-br'), '-0,5…+0,5 h');
  });

  it('differs by points where it is a rate', () => {
    assert.equal(differenceText(0.8, 0.6, 'rate', { currency: 'BRL', language: 'en' }), '+20 pp');
    assert.equal(differenceText(5, 8, 'count', writing), '−3');
    assert.equal(differenceText('a', 'b', 'text', writing), '–');
  });

  it('is exact for a program', () => {
    assert.deepEqual(
      [5, -5, 100, 123456, 0].map((cents) => plainValue(cents, 'money')),
      ['0.05', '-0.05', '1.00', '1234.56', '0.00'],
    );
  });
});
