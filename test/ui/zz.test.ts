import { useWorkbench } from '../harness/ui.ts';
for (const name of ['a', 'b', 'c'])
  describe(`shared ${name}`, () => {
    const ui = useWorkbench({ service: { seed: 1 }, environment: { name: `env-${name}` } });
    it('is there', async () => {
      await ui.workbench.showContainer('Box Office');
      await ui.workbench.page.locator('.statusbar-item').filter({ hasText: `env-${name}` }).first().waitFor();
      await ui.workbench.run('Box Office: Calculate Tax');
      await ui.workbench.webview.getByLabel('Event').waitFor();
    });
    it('is clean', async () => {
      if (await ui.workbench.page.locator('.tab').count()) throw new Error('tabs');
    });
  });
