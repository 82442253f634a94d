// What a form of passkeys reads beside the passkey itself.
import * as vscode from 'vscode';
import type { Choices } from '../../protocol/contract.ts';
import type { Connection } from '../account/index.ts';
import { pageSize } from '../platform/settings.ts';
import { UserError } from '../platform/user-error.ts';
import { asId, isObject } from '../reading/fields.ts';
import { pagerOf, reads } from '../reading/reads.ts';

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
      const { parent, archived } = isObject(value) ? value : {};
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
