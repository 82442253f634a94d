// Each language is proved on the pages and in test/unit/scripts/l10n.test.ts; this is one whole workbench in another one.
import assert from 'node:assert/strict';
import { cutOff } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';
import { succeeds } from '../harness/workbench.ts';

describe('somebody who reads Portuguese', () => {
  const ui = useWorkbench({
    language: 'pt-br',
    service: { seed: 1, faults: [{ kind: '403', operation: 'listTypes' }] },
    environment: { name: 'stg' },
  });
  const soldOut = "Rock 'n' Rio d'Água <b>ao vivo</b>";
  const toast = (text: string | RegExp) => ui.workbench.notifications.filter({ hasText: text });
  const page = () => ui.workbench.webview;

  before(async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.run('Box Office: Entrar…');
    await ui.workbench.answer(ui.host.service!.token);
    await toast('Você entrou em stg como Ana Souza.').waitFor();
  });
  beforeEach(async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.expand('Destaques');
  });

  it('sees the tree, and hears its states', async () => {
    await ui.workbench.row(soldOut).getByText('esgotado').waitFor();
    // What a screen reader says of the row.
    await ui.workbench.row(soldOut).and(ui.workbench.page.locator('[aria-label*="esgotado"]')).waitFor();
  });

  it('is told more of a row when the mouse stays on it', async () => {
    await ui.workbench.row(soldOut).getByText('esgotado').waitFor();
    const told = ui.workbench.page.locator('.monaco-hover');
    // A row that is drawn anew forgets the mouse.
    await until('it is told', async () => {
      await ui.workbench.page.mouse.move(640, 400);
      await ui.workbench.row(soldOut).locator('.label-name').hover();
      return succeeds(told.getByText('Onde:').waitFor({ timeout: 10_000 }));
    });
    await told
      .getByText(/esgotado/)
      .first()
      .waitFor();
    assert.equal(await told.locator('b').count(), 0, 'a name is text');
  });

  it('sees all of the items of an event', async () => {
    await ui.workbench.row('Festival da Primavera').click();
    await page().getByRole('heading', { name: 'Festival da Primavera' }).waitFor();
    await page().locator('.wide-table tbody tr').first().waitFor();
    assert.deepEqual(await cutOff(ui), []);
  });

  it('runs an operation by its title, and is told why it failed', async () => {
    await ui.workbench.run('Box Office: Executar Operação…');
    await ui.workbench.quickInput.getByText('Obter borderô').waitFor();
    await ui.workbench.choose('Listar tipos de ingresso');
    await ui.workbench.quickInput.getByText('Adicionar parâmetros de consulta…').waitFor();
    await ui.workbench.choose('Nada mais');
    await toast(
      /não permite "Listar tipos de ingresso" com esta conta \(status 403: .*\)\. Peça acesso ou use outra conta\./,
    ).waitFor();
  });

  it('fills in a form, and is told what is wrong with it', async () => {
    await ui.workbench.run('Box Office: Abrir Formulário de Operação…');
    await ui.workbench.choose('Criar período de venda');
    await page().getByRole('heading', { name: 'Criar período de venda' }).waitFor();
    await page().getByLabel('available').fill('muitos');
    await page()
      .getByRole('button', { name: /^Enviar/ })
      .click();
    await page().getByText('deve ser um número inteiro').waitFor();
    await page().getByText('Um valor é necessário aqui.').waitFor();
  });
});
