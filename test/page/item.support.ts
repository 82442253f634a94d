// What the tests of the item form do again and again: make an item of their own, open its form, and look at the service behind its back.
import type { Page } from 'playwright-core';
import { operations } from '../../src/client/index.ts';
import type { PageEditor, Tab } from './editor/use-editor.ts';

interface SalePeriod {
  readonly appCategoryId: number;
  readonly start: string;
  readonly finish: string;
  readonly available: number;
}

export interface Trigger {
  readonly itemId: number;
  readonly name: string;
  readonly action: string;
}

export interface Item {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly parent: number | null;
  readonly hidden: boolean;
  readonly quantity: number;
  readonly value: Readonly<Record<string, unknown>> | null;
  readonly salePeriods: readonly SalePeriod[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly triggers: { readonly soldout: readonly Trigger[]; readonly start: readonly Trigger[] };
}

export interface OpenForm {
  readonly tab: Tab;
  readonly page: Page;
}

/** An event that the sample has, with items, groups and triggers. */
export const event = { id: '1001', name: 'Festival da Primavera' };

/** Whatever changes something at the service. */
export const writes = Object.values(operations)
  .filter(({ effect }) => effect !== 'read')
  .map(({ id }) => id);

let made = 0;

export function itemForms(editor: PageEditor) {
  const ask = async (method: string, path: string, body?: unknown) =>
    ((await editor.ask(method, path, body)) as { data: unknown }).data;
  const item = async (id: number) => (await ask('GET', `/items/${id}`)) as Item;
  const forms = {
    item,
    itemsOf: async (eventId = event.id) => (await ask('GET', `/items?eventId=${eventId}&pageSize=100`)) as Item[],
    change: (id: number, body: object) => ask('PUT', `/items/${id}`, body),
    /** An item that no other test has, with values, a sale period and an attribute. */
    async make(body: object = {}): Promise<Item> {
      const made = (await ask('POST', '/items', {
        name: uniqueName('Pista'),
        description: 'Em pé',
        eventId: Number(event.id),
        type: 'Ticket',
        quantity: 60,
        ...body,
      })) as Item;
      await ask('POST', `/items/${made.id}/values`, { price: 12_050, feeSale: 1205, feeProducer: 0 });
      await ask('POST', `/items/${made.id}/sales-period`, {
        appCategoryId: 7,
        start: '2030-03-01 10:00:00',
        finish: '2030-03-20 18:30:00',
        available: 40,
      });
      await ask('POST', `/items/${made.id}/attributes`, { key: 'maximum', value: 4, type: 'integer' });
      return item(made.id);
    },
    async edit({ id, name }: Pick<Item, 'id' | 'name'>, command = 'editItem'): Promise<OpenForm> {
      const tab = await editor.open(command, editor.resource('item', String(id)));
      const page = await tab.page();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      return { tab, page };
    },
    /** The form of an item that is not there yet. */
    async create(): Promise<OpenForm> {
      const tab = await editor.open('createItem', editor.resource('event', event.id));
      const page = await tab.page();
      await page.getByRole('heading', { level: 1, name: 'New item' }).waitFor();
      return { tab, page };
    },
  };
  return forms;
}

export function uniqueName(name: string): string {
  return `${name} ${++made}`;
}

export const nameOf = (page: Page) => page.getByLabel('Name', { exact: true });
export const save = (page: Page) => page.getByRole('button', { name: /^(Save|Create Item)$/ }).click();
