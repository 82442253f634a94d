import assert from 'node:assert/strict';
import { useEditor } from './editor/use-editor.ts';
import { eventText, firstLot, openPlan, type Edit } from './plan.support.ts';

const change: Edit = (file) => {
  const lot = firstLot(file);
  Object.assign(lot, { price: '162.00' });
  Object.assign(lot.salePeriods?.[0] ?? {}, { finish: '2031-11-11 23:59:59' });
  file.items.push({
    name: 'Frente',
    type: 'Group',
    items: [{ name: 'Open bar', type: 'Ticket', price: '0.00', feeSale: '9.00', feeProducer: '0.00', quantity: 10 }],
  });
  file.passkeys.push({ passkey: 'NOVA', items: ['Frente / Open bar'] });
  file.passkeys.splice(0, 1);
};

describe('temporary', () => {
  const editor = useEditor({ service: { seed: 1 } });
  it('pictures', async () => {
    const tab = await openPlan(editor, change);
    const page = await tab.page();
    await page.getByText(/changes:/).waitFor();
    await page.setViewportSize({ width: 1100, height: 1400 });
    await page.screenshot({ path: '/tmp/h6/plan.png', fullPage: true });
    console.log(await page.locator('main').innerText());
  });
});
