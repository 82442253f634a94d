// What the tests of the item form do again and again: open it as a person does, and look at the service behind its back.
import type { FrameLocator } from 'playwright-core';
import type { Ui } from '../harness/ui.ts';

export interface Item {
  readonly id: number;
  name: string;
  description: string;
  quantity: number;
  value: Record<string, unknown>;
  salePeriods: { appCategoryId: number; start: string; finish: string; available: number }[];
  attributes: Record<string, unknown>;
}

export function itemForms(ui: Ui) {
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const { ticketUrl, token } = ui.host.service!;
    const headers = { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' };
    const reply = await fetch(`${ticketUrl.replace(/\/$/, '')}/${path}`, { ...init, headers });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return contentOf(await reply.json());
  };
  const shown = async (name: string): Promise<FrameLocator> => {
    const page = ui.workbench.webview;
    await page.getByRole('heading', { level: 1, name }).waitFor();
    return page;
  };
  /** What is searched for comes first once it is found; a row of the list before it may take the click with it when it goes. */
  const choose = async (id: number | string) => {
    const { quickInput } = ui.workbench;
    await quickInput.locator('input').first().fill(String(id));
    const first = quickInput
      .locator('.monaco-list-row')
      .first()
      .filter({ hasText: String(id) });
    for (let tries = 1; ; tries++) {
      await first.click({ timeout: tries === 1 ? 20_000 : 3000 }).catch(() => undefined);
      const isGone = quickInput.waitFor({ state: 'hidden', timeout: 5000 }).then(
        () => true,
        () => false,
      );
      if ((await isGone) || tries === 5) return;
    }
  };
  const forms = {
    shown,
    choose,
    async signIn() {
      await ui.workbench.showContainer('Box Office');
      await ui.workbench.run('Box Office: Sign In');
      await ui.workbench.answer(ui.host.service!.token);
      await ui.workbench.notifications.filter({ hasText: 'Signed in to stg' }).waitFor();
    },
    item: async (id: number) => (await call(`items/${id}`)) as Item,
    itemsOf: async (eventId: string) => (await call(`items?eventId=${eventId}&pageSize=100`)) as Item[],
    put: (path: string, body: unknown) => call(path, { method: 'PUT', body: JSON.stringify(body) }),
    /** One with values and sale periods. */
    async anItem(): Promise<Item> {
      const items = (await call('items?eventId=1001&type=Ticket&pageSize=100')) as Item[];
      return items.find(({ value, salePeriods }) => (value as unknown) !== null && salePeriods.length > 0)!;
    },
    async create(eventId: string): Promise<FrameLocator> {
      await ui.workbench.run('Box Office: Create Item');
      await choose(eventId);
      return shown('New item');
    },
    async edit(id: number): Promise<FrameLocator> {
      const { name } = await forms.item(id);
      await ui.workbench.run('Box Office: Edit Item');
      await choose(id);
      return shown(name);
    },
  };
  return forms;
}

function contentOf(reply: unknown): unknown {
  const { data, responseData } = reply as { data?: unknown; responseData?: unknown };
  return responseData ?? data ?? reply;
}
