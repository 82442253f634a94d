// Find Passkey: one among all passkeys of an event, with what it opens and how often it was used.
import * as vscode from 'vscode';
import { connectionTo, requireConnection, type Connection, type Connections } from '../account/index.ts';
import { findAmong, keepFew, type Loaded, type LoadedLists } from '../ask/find-among.ts';
import { pickEvent } from '../ask/pickers.ts';
import type { Choice, PickAction } from '../ask/search-pick.ts';
import { withoutIcons } from '../platform/notify.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { eventAround, type EventResource, type PasskeyResource } from '../platform/resources.ts';
import { passkeyFacts } from '../reading/passkey-facts.ts';
import { pagerOf, reads } from '../reading/reads.ts';
import { toPasskey } from '../reading/resources.ts';
import { toolsFor } from './record-head.ts';

const { l10n } = vscode;

export async function findPasskey(connections: Connections, lists: LoadedLists<PasskeyResource>, row?: unknown): Promise<void> {
  const known = eventAround(row);
  const connection = known ? connectionTo(connections, known.environment) : requireConnection(connections);
  const event = known ?? (await pickEvent(connection, l10n.t('Find a passkey of which event?')));
  const key = JSON.stringify([event.environment, event.id]);
  const action = (icon: string, title: string, command: string): PickAction<PasskeyResource> => ({
    icon,
    title,
    closes: true,
    run: async (passkey) => {
      await vscode.commands.executeCommand(`boxOffice.${command}`, passkey);
    },
  });
  // The form writes, so that in Restricted Mode its command is refused.
  const open = action('edit', l10n.t('Open'), vscode.workspace.isTrusted ? 'editPasskey' : 'openAsJson');
  const title = l10n.t('Find Passkey · {0}', event.label);
  const loaded = await lists.get({
    ...{ key, title, load: (text) => loadPasskeys(connection, event, text) },
    tooMany: (most) => l10n.t('The event has more than {0} passkeys. Type the passkey, or a part of it.', most),
  });
  await findAmong<PasskeyResource>({
    connection,
    title,
    placeholder: l10n.t('A part of a passkey'),
    loaded,
    accept: open.run,
    rowActions: [action('list-tree', l10n.t('Show in Tree'), 'showInTree')],
    again: async () => {
      lists.forget(key);
      await findPasskey(connections, lists, event);
    },
  });
}

function loadPasskeys(connection: Connection, event: EventResource, text: string): Promise<Loaded<PasskeyResource>> {
  const title = l10n.t('Reading the passkeys of {0}', event.label);
  const tools = toolsFor(connection);
  return withDelayedProgress(title, async (signal, report) => {
    const pager = pagerOf(connection, reads.passkeys(event.id), { signal });
    const choices: Choice<PasskeyResource>[] = [];
    let read = 0;
    for await (const rows of pager) {
      const page = rows.map((row): Choice<PasskeyResource> => {
        const value = toPasskey(connection, row, event.id);
        const facts = row.id === undefined ? [l10n.t('without an id')] : passkeyFacts(value.value, tools).parts;
        return { label: withoutIcons(value.label), description: withoutIcons(facts.join(' · ')), value };
      });
      keepFew(choices, page, text);
      report({ message: (read += rows.length).toLocaleString(vscode.env.language) });
    }
    const doubt = pager.isWhole ? undefined : l10n.t('Nothing shows that all passkeys were read.');
    return { choices, doubt, at: Date.now() };
  });
}
