// What a form of passkeys reads beside the passkey itself.
import * as vscode from 'vscode';
import type { Row } from '../../client/index.ts';
import type { Choices, ItemChoice } from '../../protocol/contract.ts';
import type { Connection } from '../account/index.ts';
import { getOrInsert } from '../platform/once.ts';
import { pageSize } from '../platform/settings.ts';
import { UserError } from '../platform/user-error.ts';
import { sessionsOfItem } from '../reading/event-facts.ts';
import { isObject } from '../reading/fields.ts';
import { isCalledGroup, nestItems, parentsOf, type ItemBranch } from '../../records/item-groups.ts';
import { pagerOf, reads } from '../reading/reads.ts';
import { toolsFor } from './record-head.ts';

/** The items that a form has given to its page to choose from: no others come back from it. */
export function givenItems(connection: () => Connection) {
  /** With their names. */
  const given = new Map<string, string>();

  async function read(eventId: string, interactive: boolean): Promise<Choices> {
    const choices = await itemChoices(connection(), eventId, interactive);
    for (const { value, label, isArchived } of choices.rows) if (!isArchived) given.set(value, label);
    return choices;
  }

  return {
    read,
    namesOf: (ids: readonly string[]) => ids.map((id) => given.get(id) ?? id),
    /** `known`: those of the record itself. What a draft brings back was given to an earlier page, and is looked up once more. */
    async require(eventId: string, ids: readonly string[], known: readonly string[] = []): Promise<void> {
      const others = () => ids.filter((id) => !given.has(id) && !known.includes(id));
      if (others().length > 0) await read(eventId, true);
      if (others().length === 0) return;
      throw new UserError(vscode.l10n.t('Not items of this event: {0}. Take them out of the choice.', others().join(', ')));
    },
  };
}

/** The items of an event as a tree: each row behind the group that it stands in. */
async function itemChoices(connection: Connection, eventId: string, interactive: boolean): Promise<Choices> {
  const found = new Map<string, Row>();
  const pager = pagerOf(connection, reads.items(eventId), { pageSize: pageSize(), interactive, keepsUnclaimed: true });
  for await (const rows of pager) for (const row of rows) if (row.id !== undefined) getOrInsert(found, row.id, () => row);
  const tools = toolsFor(connection);
  const all = [...found.values()];
  const parents = parentsOf(all);
  const choices = new Map<string, ItemChoice>();
  const add = ({ row: { id = '', label: name, value, isUnclaimed }, inside }: ItemBranch, group?: string): void => {
    const label = isUnclaimed ? vscode.l10n.t('{0} (event not known)', name) : name;
    const { hidden, archived } = isObject(value) ? value : {};
    choices.set(id, {
      value: id,
      label,
      ...(group === undefined ? {} : { group }),
      isGroup: isCalledGroup(value),
      isHidden: hidden === true,
      isArchived: archived === true,
      sessions: sessionsOfItem(value, tools),
    });
    for (const branch of inside) add(branch, id);
  };
  for (const branch of nestItems(all)) {
    const parent = parents.get(branch.row.id ?? '');
    const isElsewhere = parent !== undefined && !found.has(parent);
    if (isElsewhere) getOrInsert(choices, parent, () => unreadGroup(parent));
    add(branch, isElsewhere ? parent : undefined);
  }
  return { rows: [...choices.values()], isWhole: pager.isWhole };
}

/** Items name it, and no row of the list is it. */
function unreadGroup(id: string): ItemChoice {
  return { value: id, label: vscode.l10n.t('Group {0}', id), isGroup: true, isHidden: false, isArchived: false };
}
