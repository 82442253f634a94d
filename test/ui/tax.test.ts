import assert from 'node:assert/strict';
import type { ServiceFault } from '../../src/service/index.ts';
import { slowReplies } from '../harness/faults.ts';
import { signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';

describe('the tax calculator', () => {
  const faults: ServiceFault[] = [];
  const ui = useWorkbench({
    service: { seed: 1, faults },
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer' },
  });

  beforeEach(() => signIn(ui));

  it('of an event leaves an open palette alone when it comes back late', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.expand('Featured');
    await ui.workbench.rightClick('Festival da Primavera', 'Calculate Tax…');
    await ui.workbench.webview.getByRole('link', { name: 'Festival da Primavera' }).waitFor();
    const slow = slowReplies('getEvent', 5000);
    faults.push(slow);
    await ui.workbench.reload();
    await ui.workbench.page.getByRole('tab', { name: 'Tax Calculator · Festival da Primavera' }).waitFor();
    // The page is there, and waits for the event.
    await slow.begun(1);
    await ui.workbench.openPalette();
    await ui.workbench.webview.getByRole('link', { name: 'Festival da Primavera' }).waitFor();
    const refusal = ui.workbench.webview.getByRole('alert');
    await refusal.filter({ hasText: 'stg' }).waitFor();
    assert.equal(await ui.workbench.quickInput.locator('input[type="text"]').inputValue(), '>');
    await ui.workbench.page.keyboard.press('Escape');
    await refusal.getByRole('button', { name: 'Sign In' }).click();
    await ui.workbench.answer(ui.host.service!.token);
    await ui.workbench.webview.getByRole('row', { name: /The customer pays/ }).waitFor();
  });
});
