// What a form of passkeys reads beside the passkey itself.
import * as vscode from 'vscode';
import { readPasskey } from '../../client/index.ts';
import type { Choices } from '../../protocol/contract.ts';
import type { Connection } from '../account/index.ts';
import { pageSize } from '../platform/settings.ts';
import { UserError } from '../platform/user-error.ts';
import { asId } from '../reading/fields.ts';
import { pagerOf, reads } from '../reading/reads.ts';
import { isFields, type Fields } from '../records/plan.ts';

/** Whether an event has a passkey: it may be there where not all could be read. */
export interface FoundPasskey {
  readonly record?: Fields | undefined;
  /** How many were looked at, where it is not known that these are all. */
  readonly unproved?: number | undefined;
}

/** A service may know the query `term` and find parts of it, or not know it and give every passkey. */
export async function findPasskey(connection: Connection, eventId: string, passkey: string): Promise<FoundPasskey> {
  const wanted = reads.passkeys(eventId);
  const list = { ...wanted, input: { query: { ...wanted.input.query, term: passkey } } };
  const { dialect } = connection.environment;
  const pager = pagerOf(connection, list, { pageSize: pageSize() });
  let isReadable = true;
  for await (const rows of pager)
    for (const { value } of rows) {
      const text = isFields(value) ? readPasskey(value, dialect).fields.passkey : undefined;
      if (text === passkey) return { record: value as Fields };
      isReadable &&= text !== undefined;
    }
  return pager.isWhole && isReadable ? {} : { unproved: pager.count };
}

/** The items that a form has given to its page to choose from: no others come back from it. */
export class ItemChoices {
  readonly #connection: () => Connection;
  readonly #given = new Set<string>();

  constructor(connection: () => Connection) {
    this.#connection = connection;
  }

  async read(eventId: string, interactive: boolean): Promise<Choices> {
    const choices = await itemChoices(this.#connection(), eventId, interactive);
    for (const { value } of choices.rows) this.#given.add(value);
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
async function itemChoices(connection: Connection, eventId: string, interactive: boolean): Promise<Choices> {
  const found: { id: string; label: string; parent: string; isArchived: boolean }[] = [];
  const pager = pagerOf(connection, reads.items(eventId), { pageSize: pageSize(), interactive });
  for await (const rows of pager) {
    for (const { id, label, value } of rows) {
      const { parent, archived } = isFields(value) ? value : {};
      if (id !== undefined) found.push({ id, label, parent: asId(parent) ?? '', isArchived: archived === true });
    }
  }
  const names = new Map(found.map(({ id, label }) => [id, label]));
  const rows = found
    .filter(({ isArchived }) => !isArchived)
    .map(({ id, label, parent }) => {
      const group = names.get(parent);
      return { value: id, label: `${group === undefined ? '' : `${group} › `}${label} (${id})` };
    });
  return { rows, isWhole: pager.isWhole };
}
