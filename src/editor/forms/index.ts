// The commands that open a form; each works from a row, and from the palette by asking for what is missing.
import * as vscode from 'vscode';
import { connectionTo, requireConnection, type AccountServices, type Connections } from '../account/index.ts';
import { LoadedLists } from '../ask/find-among.ts';
import { pickOperation } from '../ask/operation-input.ts';
import { pickEvent, pickItem, pickPasskey } from '../ask/pickers.ts';
import type { Pages } from '../pages/pages.ts';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { UserError } from '../platform/user-error.ts';
import {
  asPreview,
  eventAround,
  resourcesFrom,
  type EventResource,
  type ItemResource,
  type PasskeyResource,
} from '../platform/resources.ts';
import type { SectionName } from '../../protocol/item.ts';
import { exportGuestList } from './export.ts';
import { findPasskey } from './find-passkey.ts';
import { openCodeFile } from './passkeys-file.ts';
import { readRequest } from './request-file.ts';

export function registerForms(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  { connections, accounts }: AccountServices,
  pages: Pages,
  changes: Changes,
  codesWorker: string,
): void {
  commands.register('boxOffice.calculateTax', (row?: unknown, selected?: unknown) => {
    const [event] = resourcesFrom(['event'], row, selected);
    const environment = event?.environment ?? requireConnection(connections).environment.name;
    return pages.show({ environment, kind: 'tax', eventId: event?.id });
  });
  const onEvent = (kind: string, id?: string) => async (row?: unknown, selected?: unknown) => {
    const event = await eventFor(connections, row, selected);
    pages.show({ environment: event.environment, kind, id, eventId: event.id });
  };
  commands.register('boxOffice.createItem', async (row?: unknown, selected?: unknown) => {
    const [started] = resourcesFrom(['item', 'session'], row);
    const { environment, id: eventId } = await eventFor(connections, row, selected);
    // What it stands beside is where its group, its sale period and its type come from.
    const data = started && {
      itemId: started.kind === 'item' ? started.id : undefined,
      sessionId: started.kind === 'session' ? started.id : undefined,
    };
    pages.show({ environment, kind: 'item', eventId }, { data });
  });
  commands.register('boxOffice.createPasskey', onEvent('passkey'));
  commands.register('boxOffice.requestExport', onEvent('export'));
  commands.register('boxOffice.exportGuestList', async (row?: unknown, selected?: unknown) => {
    const event = await eventFor(connections, row, selected);
    await exportGuestList(connectionTo(connections, event.environment), context.globalStorageUri.fsPath, event);
  });
  commands.register('boxOffice.requestPasskeysReport', onEvent('export', 'passkeysReport'));
  const onItems = (section?: SectionName) => async (row?: unknown, selected?: unknown) => {
    for (const item of await itemsFor(connections, row, selected))
      pages.show({ environment: item.environment, kind: 'item', id: item.id }, { section, row: item }, selected === asPreview);
  };
  commands.register('boxOffice.editItem', onItems());
  commands.register('boxOffice.editValues', onItems('values'));
  commands.register('boxOffice.editSalePeriods', onItems('periods'));
  commands.register('boxOffice.editAttributes', onItems('attributes'));
  commands.register('boxOffice.showTriggers', onItems('triggers'));
  commands.register('boxOffice.editPasskey', async (row?: unknown, selected?: unknown) => {
    const passkey = await passkeyFor(connections, row, selected);
    const { environment, id } = passkey;
    pages.show({ environment, kind: 'passkey', id }, { row: passkey }, selected === asPreview);
  });
  const passkeys = new LoadedLists<PasskeyResource>(changes, connections, accounts);
  context.subscriptions.push(passkeys);
  commands.register('boxOffice.findPasskey', (row?: unknown) => findPasskey(connections, passkeys, row));
  commands.register('boxOffice.createPasskeys', async (row?: unknown, selected?: unknown, codes?: unknown) => {
    const file = fileAmong(row, selected);
    const given = Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : selectedLines(row);
    // What is wrong with a file is said before the event is asked for.
    const data = file ? await openCodeFile(codesWorker, file) : { codes: given };
    const { environment, id } = await eventFor(connections, row, selected);
    pages.show({ environment, kind: 'passkeys', eventId: id }, { data });
  });
  commands.register('boxOffice.describeService', (named?: unknown) => {
    const isKnown = typeof named === 'string' && connections.of(named) !== undefined;
    const environment = isKnown ? named : requireConnection(connections).environment.name;
    return pages.show({ environment, kind: 'environment' });
  });
  commands.register('boxOffice.openOperationForm', async (id?: unknown) => {
    const connection = requireConnection(connections);
    const chosen = typeof id === 'string' ? id : (await pickOperation(connection, vscode.l10n.t('Open Operation Form'))).id;
    pages.show({ environment: connection.environment.name, kind: 'operation', id: chosen });
  });
  commands.register('boxOffice.openRequest', async (file?: unknown) => {
    const { environment } = requireConnection(connections);
    const { operation, fields } = await readRequest(file);
    pages.show({ environment: environment.name, kind: 'operation', id: operation }, { data: fields });
  });
}

/** The event that a row is or stands under; from the palette it is asked for. */
async function eventFor(connections: Connections, row: unknown, selected: unknown): Promise<EventResource> {
  const [given] = resourcesFrom(['event'], row, selected);
  const known = given ?? eventAround(row) ?? eventOf(row);
  if (known) return known;
  return pickEvent(requireConnection(connections));
}

/** The event that what stands in a row says it belongs to. */
function eventOf(row: unknown): EventResource | undefined {
  const [resource] = resourcesFrom(['item', 'session'], row);
  if (resource?.eventId === undefined) return undefined;
  const { environment, eventId: id } = resource;
  return { kind: 'event', environment, id, label: id, value: undefined };
}

async function itemsFor(connections: Connections, row: unknown, selected: unknown): Promise<readonly ItemResource[]> {
  const given = resourcesFrom(['item'], row, selected);
  if (given.length > 0) return given;
  return [await pickItem(requireConnection(connections))];
}

async function passkeyFor(connections: Connections, row: unknown, selected: unknown): Promise<PasskeyResource> {
  const [given] = resourcesFrom(['passkey'], row, selected);
  if (given) return given;
  const connection = requireConnection(connections);
  return pickPasskey(connection, (await pickEvent(connection)).id);
}

/** The Explorer gives the file and all selected ones; the menu of an editor gives the file of the selection. */
function fileAmong(row: unknown, selected: unknown): vscode.Uri | undefined {
  if (!(row instanceof vscode.Uri)) return undefined;
  const files: unknown[] = Array.isArray(selected) ? selected : [];
  if (files.length > 1) throw new UserError(vscode.l10n.t('Choose one file: a run is made of one.'));
  return files.length === 1 || selectedLines(row).length === 0 ? row : undefined;
}

/** The lines of the selections in the active editor, as a column selected in a CSV gives them; not from a row of a tree. */
function selectedLines(uri: unknown): string[] {
  const editor = vscode.window.activeTextEditor;
  const isMeant = uri === undefined || (uri instanceof vscode.Uri && editor?.document.uri.toString() === uri.toString());
  if (!editor || !isMeant) return [];
  const texts = editor.selections.map((selection) => editor.document.getText(selection));
  return texts.flatMap((text) => text.split(/\r\n|\r|\n/)).filter((line) => line.trim() !== '');
}
