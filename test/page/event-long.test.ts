import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { everything } from '../harness/everything.ts';
import { accessibilityProblems } from './editor/looks.ts';
import { useEditor, type PageEditor } from './editor/use-editor.ts';
import { tableEnvironment } from './table.support.ts';

const longName = 'Pista Premium com Open Bar e Acesso Antecipado pela Entrada Leste, Lote Promocional de Aniversário';
const longPasskey = 'CONVIDADOS-DA-DIRETORIA-E-DOS-PATROCINADORES-DO-FESTIVAL-2026';

/** Runs in the page: the cells and marks of tables that are not wholly inside of it. */
const cutOff = `[...document.querySelectorAll('.wide-table :is(th, td, .tag, svg)')]
  .filter((part) => part.getBoundingClientRect().right > part.closest('.wide-table').getBoundingClientRect().right + 1)
  .map((part) => part.className + ' ' + part.tagName + ' ' + part.textContent)`;

/** An item and a passkey of long names, and a sale that ends long after all others. */
async function openLong(editor: PageEditor): Promise<Page> {
  const { data } = (await editor.ask('POST', '/items', { eventId: 1001, name: longName })) as { data: { id: number } };
  await editor.ask('POST', `/items/${data.id}/values`, { price: 5000, feeSale: 0, feeProducer: 0 });
  const period = { appCategoryId: 7, start: '2026-01-01 00:00:00', finish: '2061-01-31 00:00:00', available: 4000 };
  await editor.ask('POST', `/items/${data.id}/sales-period`, period);
  await editor.ask('POST', '/passkeys', { eventId: 1001, passkey: longPasskey, finish: '2061-01-31' });
  const page = await (await editor.open('openEvent', editor.resource('event', '1001'))).page();
  for (const kind of ['items', 'passkeys', 'attention', 'sessions']) await page.locator(`.${kind} tbody tr`).first().waitFor();
  return page;
}

const timeLines = {
  'en': /; shortened after that, up to Jan 31, 2061$/,
  'pt-br': /; encurtado depois disso, até 31 de jan\. de 2061$/,
};

// Proved for Portuguese, whose words are longer than those of English.
for (const language of everything ? (['pt-br', 'en'] as const) : (['pt-br'] as const))
  describe(`long names on the page of an event in ${language}`, () => {
    const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment, language });

    it('push nothing out of sight, however narrow the window is, and are whole to who points or listens; a sale that ends long after all others leaves them room', async () => {
      const page = await openLong(editor);
      await page.locator('.items td.sold').filter({ hasText: /\d/ }).first().waitFor();
      for (const width of [1300, 1200, 1021, 1020, 1000, 961, 960, 860, 800, 781, 721, 720, 640, 521, 520, 500, 400]) {
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(await page.evaluate<string[]>(cutOff), [], `at ${width}`);
      }
      for (const name of [longName, longPasskey]) {
        const shown = page.locator('table:not(.attention)').getByRole('button', { name, exact: true });
        assert.ok((await shown.getAttribute('title'))?.startsWith(`${name}\n`));
      }
      // A sale that ends long after all others is cut off on the time line, which says so, and leaves room for the others.
      await page.setViewportSize({ width: 1300, height: 800 });
      await page.locator('.items').getByRole('img', { name: timeLines[language] }).waitFor();
      await page.getByText(/ \/\/ 2061$/).waitFor();
      const widths = await page
        .locator('.items tr')
        .filter({ hasText: 'Camarote' })
        .locator('rect.bar')
        .evaluateAll((bars: readonly { getAttribute(name: string): string | null }[]) =>
          bars.map((bar) => Number(bar.getAttribute('width'))),
        );
      assert.ok(Math.max(...widths) > 300, widths.join());
      assert.deepEqual(await accessibilityProblems(page, { within: '.items' }), []);
    });
  });
