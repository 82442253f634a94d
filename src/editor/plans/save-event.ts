// Save Event as File…: an event as one text that people keep, compare and plan with.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { writeNewFile } from '../../files/new-file.ts';
import { fileNameOf } from '../../plans/asked-changes.ts';
import { placedItems } from '../../plans/event-file.ts';
import { textOf, type EventFile } from '../../plans/index.ts';
import { safeName } from '../../runs/names.ts';
import { connectionTo, requireConnection, type Connections } from '../account/index.ts';
import { pickEvent } from '../ask/pickers.ts';
import { chooseWhereToSave } from '../platform/choose-file.ts';
import { notifyWith } from '../platform/notify.ts';
import { eventAround, resourcesFrom, type EventResource } from '../platform/resources.ts';
import { eventEnding, readWhole } from './choose-event.ts';

const { l10n } = vscode;

/** It goes where others of the project look at it, as any file that an editor makes. */
const fileMode = 0o644;

export async function saveEventAsFile(connections: Connections, row?: unknown, selected?: unknown): Promise<void> {
  for (const event of await eventsOf(connections, row, selected)) await saveEvent(connections, event);
}

export async function eventsOf(connections: Connections, row: unknown, selected: unknown): Promise<readonly EventResource[]> {
  const given = resourcesFrom(['event'], row, selected);
  if (given.length > 0) return given;
  return [eventAround(row) ?? (await pickEvent(requireConnection(connections)))];
}

async function saveEvent(connections: Connections, event: EventResource): Promise<void> {
  const connection = connectionTo(connections, event.environment);
  const path = await chooseWhereToSave({
    title: l10n.t('Save Event as File'),
    name: safeName(fileNameOf(event.label), 'event'),
    ending: eventEnding,
    kind: l10n.t('Event'),
    notOnDisk: l10n.t('An event can only be saved to a disk. Choose a folder of this machine.'),
  });
  const file = await readWhole(connection, event);
  await writeNewFile(path, fileMode, (write) => write(Buffer.from(textOf(file))));
  await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
  const doubts = doubtsOf(file);
  const sentences = [savedText(basename(path), file), ...doubts];
  void notifyWith(doubts.length > 0 ? 'warning' : 'info', sentences.join(' '));
}

function savedText(name: string, file: EventFile): string {
  const count = (number: number) => number.toLocaleString(vscode.env.language);
  const items = count(placedItems(file).length);
  return file.passkeys
    ? l10n.t('{0} was saved. Items and groups: {1}; passkeys: {2}.', name, items, count(file.passkeys.length))
    : l10n.t('{0} was saved. Items and groups: {1}.', name, items);
}

/** What a reader of the file could take for more than it is. */
function doubtsOf(file: EventFile): string[] {
  const isShort = (part: string) => file.notKnown?.includes(`${part}.complete`) === true;
  const hidden = [file, ...placedItems(file).map(({ item }) => item), ...(file.passkeys ?? [])]
    .flatMap(({ notKnown = [] }) => notKnown)
    .filter((name) => !name.endsWith('.complete')).length;
  return [
    ...(isShort('items') ? [l10n.t('Nothing shows that these are all items.')] : []),
    ...(isShort('passkeys') ? [l10n.t('Nothing shows that these are all passkeys.')] : []),
    ...(hidden === 1 ? [l10n.t('1 thing is not known: what the service does not show is left out.')] : []),
    ...(hidden > 1
      ? [
          l10n.t(
            '{0} things are not known: what the service does not show is left out.',
            hidden.toLocaleString(vscode.env.language),
          ),
        ]
      : []),
  ];
}
