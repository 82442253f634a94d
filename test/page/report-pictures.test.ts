import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { EntryReport } from '../../src/service/reports.ts';
import { useEditor } from './editor/use-editor.ts';
import { fromService, reportEnvironment, reportIn, saveAs } from './report.support.ts';

describe('the pictures of a report', () => {
  const editor = useEditor({ environment: reportEnvironment });
  const chart = 'Entries per hour Carnaval do Terreiro';

  async function open(): Promise<Page> {
    const page = await (await editor.open('showEntryReport', editor.resource('event', '1024'))).page();
    await page.getByRole('link', { name: 'Carnaval do Terreiro' }).waitFor();
    return page;
  }

  it('are saved as SVG in the colours of no theme, and as PNG as wide as they are drawn and twice as fine', async () => {
    const page = await open();
    const { validations_per_hour } = await fromService<EntryReport>(editor, '/event/1024/guestlist?method=report');
    const { offered, content } = await saveAs(editor, page, 'Save Picture › SVG…', 'chart.svg', 'Entries per hour');
    assert.equal(offered, `${chart}.svg`);
    const svg = content.toString();
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.ok(!svg.includes('var(--'), 'a file knows no theme');
    assert.equal(svg.match(/class="bar series-0"/g)?.length, validations_per_hour.length);
    assert.ok(svg.includes('>Entries per hour · Carnaval do Terreiro</text>'));
    assert.ok(!(await readdir(editor.fake.workspace)).some((saved) => saved.endsWith('.tmp')));
    const png = await saveAs(editor, page, 'Save Picture › PNG…', 'chart.png', 'Entries per hour');
    assert.equal(png.offered, `${chart}.png`);
    assert.equal(png.content.subarray(1, 4).toString('latin1'), 'PNG');
    assert.equal(png.content.readUInt32BE(16), 2 * (960 + 32));
  });

  it('say of which session they are, in their file names and in themselves', async () => {
    const page = await open();
    const report = reportIn(page);
    await report.control('Session').selectOption({ index: 1 });
    await page.getByText('Reading…').waitFor({ state: 'detached' });
    const session = (await report.chosen('Session')) ?? '';
    const { offered, content } = await saveAs(editor, page, 'Save Picture › SVG…', 'evening.svg', 'Entries per hour');
    assert.equal(offered, `${chart} ${session.replaceAll(':', '_')}.svg`);
    assert.ok(content.toString().includes(`>Entries per hour · Carnaval do Terreiro · ${session}</text>`));
  });
});
