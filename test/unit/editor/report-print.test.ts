import assert from 'node:assert/strict';
import { reportHtml } from '../../../src/editor/reports/report-print.ts';

const hostile = `<img src=x onerror="alert('1')">&amp;`;
const t = (message: string, ...values: (string | number)[]) =>
  message.replace(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)]));
const head = {
  ...{ t, title: 'Bordero', event: hostile, environment: hostile, session: hostile, currency: 'BRL', language: 'en' },
};

describe('a report that is printed', () => {
  it('fault 12: has what the service says as text, wherever it stands', () => {
    const report = {
      figures: [{ key: 'a', name: hostile, kind: 'text' as const, value: hostile }],
      sections: [
        {
          ...{ key: 'b', title: hostile, columns: [{ name: hostile, kind: 'text' as const }], rows: [[hostile], [hostile]] },
          sums: [{ after: 2, name: hostile, values: [null] }],
        },
      ],
      notes: [hostile],
    };
    const html = reportHtml({ at: 0, report }, head);
    assert.equal(html.includes('<img'), false);
    assert.equal(html.match(/&#60;img src=x onerror=&#34;alert\(&#39;1&#39;\)&#34;&#62;&#38;amp;/g)?.length, 12);
  });

  it('says of a section without rows that there is nothing yet', () => {
    const section = { key: 'b', title: 'Lines', columns: [{ name: 'Ticket', kind: 'text' as const }], rows: [] };
    const html = reportHtml({ at: 0, report: { figures: [], sections: [section], notes: [] } }, head);
    assert.match(html, /<h2>Lines<\/h2>\n<p>Nothing yet\.<\/p>/);
  });
});
