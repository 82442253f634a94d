// Find Passkey: one among all passkeys of an event, with what it opens and how often it was used.
import * as vscode from 'vscode';
import { connectionTo, requireConnection, type Connection, type Connections } from '../account/index.ts';
import { keepFew, type Loaded, type LoadedLists } from '../ask/find-among.ts';
import { pickEvent } from '../ask/pickers.ts';
import type { Choice } from '../ask/search-pick.ts';
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
  const run = async (command: string, passkey: PasskeyResource) => {
    await vscode.commands.executeCommand(`boxOffice.${command}`, passkey);
  };
  await lists.find({
    connection,
    event,
    title: l10n.t('Find Passkey · {0}', event.label),
    placeholder: l10n.t('A part of a passkey'),
    load: (text) => loadPasskeys(connection, event, text),
    tooMany: (most) => l10n.t('The event has more than {0} passkeys. Type the passkey, or a part of it.', most),
    // The form writes, so that in Restricted Mode its command is refused.
    accept: (passkey) => run(vscode.workspace.isTrusted ? 'editPasskey' : 'openAsJson', passkey),
    rowActions: [
      { icon: 'list-tree', title: l10n.t('Show in Tree'), after: 'close', run: (passkey) => run('showInTree', passkey) },
    ],
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
    return { choices, doubt };
  });
}
