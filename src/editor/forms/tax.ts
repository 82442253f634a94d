// The tax calculator: it reads and never writes.
import * as vscode from 'vscode';
import { centsOf, contentOf, labelOf } from '../../client/index.ts';
import { fold } from '../../client/fields.ts';
import type { Environment } from '../account/environments.ts';
import { isTaxAmount, taxUnit } from '../reading/tax-amounts.ts';
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
            return readTax(contentOf(reply), query.price, connection.environment, vscode.env.language);
          },
        },
      };
    },
  });
};

/** Any reply is shown, name by name; amounts as money, and who pays what, only where their unit is known. */
function readTax(reply: unknown, price: number | undefined, { currency, dialect }: Environment, language: string) {
  const entries: [string, unknown][] = typeof reply === 'object' && reply !== null ? Object.entries(reply) : [['', reply]];
  const unit = taxUnit(reply, price, dialect);
  const centsIn = (name: string, value: unknown) => (unit !== undefined && isTaxAmount(name) ? centsOf(value, unit) : undefined);
  const rows = entries.map(([name, value]) => {
    const cents = centsIn(name, value);
    const isPercent = fold(name) === 'taxdistribution' && typeof value === 'number';
    const text = isPercent ? `${value} %` : labelOf(value);
    return { name, text: cents === undefined ? text : moneyText(cents, currency, language) };
  });
  const amount = (name: string) => centsIn(name, entries.find(([key]) => key === name)?.[1]);
  const shares = { customer: amount('customerTax'), producer: amount('producerTax'), price: amount('price') };
  const areAmounts = Object.values(shares).every((value) => value !== undefined);
  return {
    rows,
    isUnitKnown: unit !== undefined,
    ...(areAmounts ? { shares: shares as Record<'customer' | 'producer' | 'price', number> } : {}),
  };
}
