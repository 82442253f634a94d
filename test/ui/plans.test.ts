// The story of docs/plans.md, by the menus and keys of a person; what the page itself does is tested in test/page/plan.test.ts.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withDearerLot } from '../harness/event-file.ts';
import { applyPlan, ask, signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const event = 'Festival da Primavera';
const lotPath = '/items/300003';

describe('an event as a file', () => {
  const ui = useWorkbench({ service: { seed: 1 }, environment: { name: 'stg', timeZone: 'America/Sao_Paulo' } });
  const page = () => ui.workbench.webview;
  const tab = (name: RegExp) => ui.workbench.page.getByRole('tab', { name });
  beforeEach(() => signIn(ui));

  it('is saved, edited, planned, applied and put back, as docs/plans.md tells', async () => {
    const { workbench } = ui;
    const path = join(ui.host.folder, 'festival.boxoffice.json');
    await workbench.expand('Featured');
    await workbench.rightClick(event, 'Save Event as File…');
    const name = workbench.quickInput.locator('input').first();
    // The dialog writes its own proposal a moment after it has opened.
    await until('a name is proposed', async () => (await name.inputValue()).endsWith('/festival-da-primavera.boxoffice.json'));
    await workbench.answer(path);
    await workbench.notifications.filter({ hasText: 'festival.boxoffice.json was saved' }).waitFor();

    const before = await ask(ui, 'GET', lotPath);
    await writeFile(path, withDearerLot(await readFile(path, 'utf8')));
    await workbench.run('Box Office: Plan Changes…');
    await workbench.choose(event, 'Where the file was read');
    await page().locator('.plan-summary').waitFor();
    await applyPlan(ui);
    assert.notDeepEqual(await ask(ui, 'GET', lotPath), before);

    await workbench.run('Box Office: Revert Plan…');
    await workbench.choose(event);
    await tab(/^Revert/).waitFor();
    await page().locator('.plan-summary').waitFor();
    await applyPlan(ui);
    assert.deepEqual(await ask(ui, 'GET', lotPath), before);
  });
});
