// Find Code: one code among those of all items of an event, with its ticket and whether it was used.
import * as vscode from 'vscode';
import { ApiError, readCode, type Row } from '../../client/index.ts';
import { connectionTo, requireConnection, type Connection } from '../account/index.ts';
import { keepFew, type Loaded, type LoadedLists } from '../ask/find-among.ts';
import { pickEvent } from '../ask/pickers.ts';
import { reasonsText } from '../ask/save-rows.ts';
import type { Choice } from '../ask/search-pick.ts';
import { notifyWith, withoutIcons } from '../platform/notify.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { eventAround, type CodeResource, type EventResource } from '../platform/resources.ts';
import { nextStep } from '../platform/user-error.ts';
import { itemPaths } from '../../records/item-groups.ts';
import { pagerOf, reads } from '../reading/reads.ts';
import { toCode } from '../reading/resources.ts';
import { fewAtOnce } from './event-codes.ts';
import type { CodeServices } from './services.ts';

const { l10n } = vscode;

export async function findCode(services: CodeServices, lists: LoadedLists<CodeResource>, row?: unknown): Promise<void> {
  const known = eventAround(row);
  const connection = known ? connectionTo(services.connections, known.environment) : requireConnection(services.connections);
  const event = known ?? (await pickEvent(connection, l10n.t('Find a code of which event?')));
  await lists.find({
    connection,
    event,
    title: l10n.t('Find Code · {0}', event.label),
    placeholder: l10n.t('A part of a code, or of the name of its ticket'),
    load: (text) => loadCodes(connection, event, text),
    tooMany: (most) => l10n.t('The event has more than {0} codes. Type the code, or a part of it.', most),
    accept: (code) => void showCode(connection, code),
    rowActions: [
      { icon: 'copy', title: l10n.t('Copy Code'), run: copy },
      { icon: 'list-tree', title: l10n.t('Show in Tree'), after: 'close', run: (code) => run('showInTree', code) },
    ],
  });
}

const copy = ({ label }: CodeResource) => Promise.resolve(vscode.env.clipboard.writeText(label));

/** What somebody looked for it for: the record of a code names neither its ticket nor, in words, whether it was used. */
function showCode(connection: Connection, code: CodeResource): Promise<void> {
  const { used } = readCode(code.value, connection.environment.dialect);
  return notifyWith(
    'info',
    `${code.label}: ${statesOf(code.itemLabel ?? code.itemId)(used)}`,
    { title: l10n.t('Copy Code'), run: () => copy(code) },
    nextStep.showInTree(code),
    { title: l10n.t('Open as JSON'), run: () => run('openAsJson', code) },
  );
}

async function run(command: 'openAsJson' | 'showInTree', code: CodeResource): Promise<void> {
  await vscode.commands.executeCommand(`boxOffice.${command}`, code);
}

/** Reads all codes of the event's items, or those that have the text. What could not be read is said and hides nothing else. */
function loadCodes(connection: Connection, event: EventResource, text: string): Promise<Loaded<CodeResource>> {
  const title = l10n.t('Reading the codes of {0}', event.label);
  return withDelayedProgress(title, async (signal, report) => {
    const doubts: string[] = [];
    const items = pagerOf(connection, reads.items(event.id), { signal });
    const rowsOfItems: Row[] = [];
    for await (const rows of items) rowsOfItems.push(...rows);
    const labels = itemPaths(rowsOfItems);
    if (!items.isWhole) doubts.push(l10n.t('Nothing shows that all items were read.'));
    const choices: Choice<CodeResource>[] = [];
    let read = 0;
    const readItem = async (itemId: string, signal: AbortSignal) => {
      const itemLabel = labels.get(itemId) ?? itemId;
      const states = statesOf(itemLabel);
      const codes = pagerOf(connection, reads.codes(itemId, event.id), { signal });
      for await (const rows of codes) {
        read += rows.length;
        report({ message: read.toLocaleString(vscode.env.language) });
        const page = rows.map((row): Choice<CodeResource> => {
          const value = { ...toCode(connection, row, itemId), eventId: event.id, itemLabel };
          const { used } = readCode(value.value, connection.environment.dialect);
          return { label: withoutIcons(value.label), description: states(used), value };
        });
        keepFew(choices, page, text);
      }
      if (!codes.isWhole) doubts.push(l10n.t('Nothing shows that all codes of {0} were read.', itemLabel));
    };
    await fewAtOnce(
      [...labels.keys()],
      (itemId, stopped) =>
        readItem(itemId, stopped).catch((error: unknown) => {
          if (!(error instanceof ApiError && error.kind === 'notFound')) throw error;
          doubts.push(l10n.t('{0} has no list of codes: what it has is not known.', labels.get(itemId) ?? itemId));
        }),
      signal,
    );
    return { choices, doubt: doubts.length === 0 ? undefined : withoutIcons(reasonsText(doubts)) };
  });
}

/** What is said of the codes of a ticket: the same text for many of them. */
function statesOf(ticket: string): (used: boolean | undefined) => string {
  const texts = {
    used: withoutIcons(l10n.t('{0} · used', ticket)),
    unused: withoutIcons(l10n.t('{0} · not used', ticket)),
    unknown: withoutIcons(l10n.t('{0} · not known whether it was used', ticket)),
  };
  return (used) => (used === undefined ? texts.unknown : used ? texts.used : texts.unused);
}
