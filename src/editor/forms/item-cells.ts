// The cells of a page in which items are edited: the session of the form with the connection, the drafts and the texts of the editor.
import * as vscode from 'vscode';
import { eventOfRow, parseDate } from '../../client/index.ts';
import { documented, type Fields } from '../../records/index.ts';
import type { SaveReply } from '../../protocol/item.ts';
import { connectionOf, type PageServices } from '../pages/pages.ts';
import { keyOf, type SavedState } from '../pages/panel.ts';
import { completeStep, type Changes } from '../platform/changes.ts';
import { itemSale } from '../reading/item-facts.ts';
import { RecordDraft } from '../records/draft.ts';
import { dialectOf, serviceStore } from '../records/store.ts';
import { cellEdits } from './item-edit.ts';
import type { FormatContext } from './record-texts.ts';
import { readTax } from './item-reads.ts';
import { toolsFor } from './record-head.ts';

const { l10n } = vscode;

/** Nobody waits longer for a tax before a price is saved, in milliseconds. */
const taxTime = 5000;

const commands = {
  data: 'editItem',
  values: 'editValues',
  periods: 'editSalePeriods',
  attributes: 'editAttributes',
  triggers: 'showTriggers',
};

export function itemEdits(services: PageServices, state: SavedState) {
  const { environment } = state;
  const connection = () => connectionOf(services, state);
  const format = (): FormatContext => ({ language: vscode.env.language, dialect: dialectOf(connection()) });
  const eventIdOf = (record: Fields) => eventOfRow(record, format().dialect) ?? state.eventId;
  const tools = () => toolsFor(connection());
  return cellEdits({
    format,
    store: (label) => ({
      ...serviceStore(connection, services.storage, 'item', () => label),
      // A cell moves no item and makes none.
      isGroup: () => Promise.resolve(false),
      find: () => Promise.resolve([]),
    }),
    draftOf: (id) => new RecordDraft(services.drafts, () => keyOf({ environment, kind: 'item', id })),
    readTax: async (record, price) => readTax(connection(), eventIdOf(record) ?? '', price, record, AbortSignal.timeout(taxTime)),
    announce: (reply, record) => announceSave(services.changes, reply, environment, eventIdOf(record)),
    announceOther: (id, record) => services.changes.announce({ environment, kind: 'item', id, eventId: eventIdOf(record) }),
    openForm: async (id, section) =>
      vscode.commands.executeCommand(`boxOffice.${commands[section]}`, {
        kind: 'item',
        environment,
        id,
        label: id,
        value: undefined,
      }),
    shown: (field, record) => {
      const { formats } = tools();
      const { price, quantity, left, last } = itemSale(documented('item', record, format().dialect), tools());
      if (field === 'price') return formats.amount(price, 'items');
      if (field === 'finish') return last === undefined ? '' : formats.moment(last);
      const count = field === 'quantity' ? quantity : left;
      return count === undefined ? '' : formats.count(count);
    },
    typed: (field, text) => (field === 'finish' && parseDate(text) ? tools().formats.moment(text) : text),
    money: (cents) => tools().formats.money(cents),
    texts: {
      notShown: l10n.t('The service does not show it.'),
      isGone: l10n.t('This is no longer as it was shown. Refresh the page.'),
    },
  });
}

/** What was saved, or may have been: whoever shows the item reads it again. */
export function announceSave(
  changes: Changes,
  { id, sections }: Extract<SaveReply, { kind: 'written' }>,
  environment: string,
  eventId: string | undefined,
): void {
  if (sections.some(({ section, state }) => section === 'values' && state === 'saved')) void completeStep('priceSaved');
  const wasTouched = sections.some(({ state }) => state === 'saved' || state === 'unknown');
  if (wasTouched) changes.announce({ environment, kind: 'item', id, eventId });
}
