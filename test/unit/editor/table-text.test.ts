import assert from 'node:assert/strict';
import { markdownCell, markdownHead, markdownRow } from '../../../src/editor/reports/table-columns.ts';

describe('a table as Markdown', () => {
  const columns = [
    { key: 'name', label: 'name', isNumber: false },
    { key: 'price', label: 'a|b', isNumber: true },
  ];

  it('has a line for each row and the numbers at the right', () => {
    assert.equal(markdownHead(columns), '| name | a\\|b |\n| --- | ---: |');
    assert.equal(markdownRow(['1º lote', 'R$ 120,00']), '| 1º lote | R$ 120,00 |');
    assert.equal(markdownRow(['', '']), '|  |  |');
  });

  it('keeps a cell one cell: pipes, line ends and backslashes', () => {
    assert.equal(markdownCell('a|b'), 'a\\|b');
    assert.equal(markdownCell('a\\|b'), 'a\\\\\\|b');
    assert.equal(markdownCell('one\r\ntwo\nthree\rfour'), 'one<br>two<br>three<br>four');
    assert.equal(markdownCell('\n edge \n'), 'edge');
  });

  it('fault 16: makes no markup of a text of the service', () => {
    assert.equal(markdownCell('[x](command:evil)'), '\\[x\\](command:evil)');
    assert.equal(markdownCell('<img src=x onerror=alert(1)>'), '\\<img src=x onerror=alert(1)\\>');
    assert.equal(markdownCell('&lt;b&gt; & more'), '&amp;lt;b&amp;gt; & more');
    assert.equal(markdownCell('*a* _b_ `c` ~d~'), '\\*a\\* \\_b\\_ \\`c\\` \\~d\\~');
  });
});
