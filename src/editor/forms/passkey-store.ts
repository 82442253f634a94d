// The service behind the form of a passkey.
import * as vscode from 'vscode';
import { contentOf, Pager, type CallInput, type PageQuery } from '../../client/index.ts';
import type { PasskeyFields } from '../../protocol/passkey.ts';
import { confirmWrite } from '../account/confirm.ts';
import type { ReadOptions } from '../account/connection.ts';
import type { Connection } from '../account/index.ts';
import { stepName } from '../records/messages.ts';
import { isFields, type Fields } from '../records/plan.ts';
import { UserError } from '../platform/user-error.ts';
import { pageSize } from '../platform/settings.ts';
import type { PasskeyStore } from './passkey-save.ts';

export function passkeyStore(connection: Connection, eventId: string, label: string): PasskeyStore {
  const { environment } = connection;
  return {
    find: (passkey) => findPasskey(connection, eventId, passkey),
    create: (body) =>
      connection.write('createPasskey', { body } as unknown as CallInput<'createPasskey'>, { target: label, confirmed: true }),
    confirm: async (fields) => {
      if (!environment.protected) return;
      const title = vscode.l10n.t('Create passkey');
      await confirmWrite({ environment, title, target: label, detail: newDetail(fields) });
    },
    record: (id, asked) => ({
      read: (onEtag) => readPasskey(connection, id, { onEtag }),
      confirm: async (steps) => {
        if (asked || !environment.protected) return;
        const detail = steps.map(stepName).join('\n');
        await confirmWrite({ environment, title: vscode.l10n.t('Save passkey'), target: label, detail });
      },
      write: ({ operation, body }, ifMatch) =>
        connection.writeAny(operation, { path: { id }, body }, { target: label, confirmed: true, ifMatch }),
    }),
  };
}

function newDetail({ itemIds }: PasskeyFields): string {
  return itemIds.length === 1 ? vscode.l10n.t('It opens 1 item.') : vscode.l10n.t('It opens {0} items.', itemIds.length);
}

export async function readPasskey(connection: Connection, id: string, options: ReadOptions = {}): Promise<Fields> {
  const record = contentOf(await connection.read('getPasskey', { path: { id } }, options));
  if (isFields(record)) return record;
  throw new UserError(
    vscode.l10n.t('The service gave no record for {0}. Refresh the tree to see whether it is still there.', id),
  );
}

/** A service may know the query `term` and find parts of it, or not know it and give every passkey. */
async function findPasskey(connection: Connection, eventId: string, passkey: string): Promise<Fields | undefined> {
  const read = (page: PageQuery) => connection.read('listPasskeys', { query: { ...page, eventId, term: passkey } });
  for await (const rows of new Pager(read, { pageSize: pageSize() })) {
    const found = rows.map(({ value }) => value).find((value) => isFields(value) && value.passkey === passkey);
    if (found) return found as Fields;
  }
  return undefined;
}

/** The items that a form has given to its page to choose from: no others come back from it. */
export class ItemChoices {
  readonly #connection: () => Connection;
  readonly #given = new Set<string>();

  constructor(connection: () => Connection) {
    this.#connection = connection;
  }

  async read(eventId: string, interactive: boolean): Promise<{ value: string; label: string }[]> {
    const choices = await itemChoices(this.#connection(), eventId, interactive);
    for (const { value } of choices) this.#given.add(value);
    return choices;
  }

  /** `known`: those of the record itself. What a draft brings back was given to an earlier page, and is looked up once more. */
  async require(eventId: string, ids: readonly string[], known: readonly string[] = []): Promise<void> {
    const others = () => ids.filter((id) => !this.#given.has(id) && !known.includes(id));
    if (others().length > 0) await this.read(eventId, true);
    if (others().length === 0) return;
    throw new UserError(vscode.l10n.t('Not items of this event: {0}. Take them out of the choice.', others().join(', ')));
  }
}

/** The items of an event, each with the group that it stands in; those that are archived cannot be opened. */
async function itemChoices(
  connection: Connection,
  eventId: string,
  interactive: boolean,
): Promise<{ value: string; label: string }[]> {
  const read = (page: PageQuery) => connection.read('listItems', { query: { ...page, eventId } }, { interactive });
  const found: { id: string; label: string; parent: string; isArchived: boolean }[] = [];
  for await (const rows of new Pager(read, { pageSize: pageSize() })) {
    for (const { id, label, value } of rows) {
      const { parent, archived } = (isFields(value) ? value : {}) as { parent?: unknown; archived?: unknown };
      if (id !== undefined) found.push({ id, label, parent: parentId(parent), isArchived: archived === true });
    }
  }
  const names = new Map(found.map(({ id, label }) => [id, label]));
  return found
    .filter(({ isArchived }) => !isArchived)
    .map(({ id, label, parent }) => {
      const group = names.get(parent);
      return { value: id, label: `${group === undefined ? '' : `${group} › `}${label} (${id})` };
    });
}

function parentId(parent: unknown): string {
  const id = isFields(parent) ? parent.id : parent;
  return typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? String(id) : '';
}
