// The tax calculator: it reads and never writes.
import * as vscode from 'vscode';
import { contentOf } from '../../client/index.ts';
import { taxShown } from '../reading/tax-amounts.ts';
import { taxContract, taxFields, type TaxContract } from '../../protocol/tax.ts';
import { pickEvent } from '../ask/pickers.ts';
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
          pickEvent: async () => {
            const { id, label } = await pickEvent(connectionOf(host, state));
            return { id, label };
          },
          calculate: async ({ query, isAsked: interactive }) => {
            const connection = connectionOf(host, state);
            const reply = await latest.ask((signal) => connection.read('calculateTax', { query }, { interactive, signal }));
            return taxShown(contentOf(reply), query.price, connection.environment, vscode.env.language);
          },
        },
      };
    },
  });
};
