// The tax calculator: it reads and never writes.
import * as vscode from 'vscode';
import { contentOf, labelOf } from '../../client/index.ts';
import { moneyText } from '../../shared/text.ts';
import { taxContract, taxFields, type TaxContract } from '../../protocol/tax.ts';
import { PageDraft } from '../pages/drafts.ts';
import { connectionOf, environmentFor, type PageKind } from '../pages/pages.ts';
import { Latest, readEventLabel } from '../pages/session.ts';
import { anyPage, keyOf } from '../pages/panel.ts';

export const taxPage: PageKind = (host, state) => {
  const draft = new PageDraft(host.drafts, keyOf(state), taxFields);
  const latest = new Latest();
  const title = vscode.l10n.t('Tax Calculator');
  return anyPage<TaxContract>({
    state,
    title,
    icon: 'symbol-number',
    page: 'tax',
    content: (page) => {
      page.panel.onDidDispose(() => latest.stop());
      return {
        contract: taxContract,
        init: async () => {
          const connection = connectionOf(host, state);
          const { eventId } = state;
          const eventLabel = eventId === undefined ? undefined : await readEventLabel(connection, eventId);
          if (eventLabel !== undefined) page.setTitle(`${title} · ${eventLabel}`);
          return { environment: environmentFor(connection), eventId, eventLabel, draft: await draft.read() };
        },
        handlers: {
          ...draft.handlers,
          calculate: async ({ query, isAsked: interactive }) => {
            const connection = connectionOf(host, state);
            const reply = await latest.ask((signal) => connection.read('calculateTax', { query }, { interactive, signal }));
            return readTax(contentOf(reply), connection.environment.currency, vscode.env.language);
          },
        },
      };
    },
  });
};

/** Any reply is shown, name by name; who pays what only where it can be told. */
function readTax(reply: unknown, currency: string, language: string) {
  const entries: [string, unknown][] = typeof reply === 'object' && reply !== null ? Object.entries(reply) : [['', reply]];
  const rows = entries.map(([name, value]) => ({ name, text: amountText(name, value, currency, language) }));
  const amount = (name: string) => entries.find(([key]) => key === name)?.[1];
  const [customer, producer, price] = [amount('customerTax'), amount('producerTax'), amount('price')];
  const areAmounts = [customer, producer, price].every((value) => typeof value === 'number');
  return areAmounts
    ? { rows, shares: { customer, producer, price } as Record<'customer' | 'producer' | 'price', number> }
    : { rows };
}

function amountText(name: string, value: unknown, currency: string, language: string): string {
  if (typeof value !== 'number') return labelOf(value);
  return /distribution|percent|rate/i.test(name) ? `${value} %` : moneyText(value, currency, language);
}
