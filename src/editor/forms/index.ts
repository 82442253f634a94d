// The commands that open a form; each works from a row, and from the palette by asking for what is missing.
import * as vscode from 'vscode';
import { connectionTo, requireConnection, type AccountServices } from '../account/index.ts';
import { LoadedLists } from '../ask/find-among.ts';
import { pickOperation } from '../ask/operation-input.ts';
import { pickEvent, pickItem } from '../ask/pickers.ts';
import type { Pages } from '../pages/pages.ts';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { UserError } from '../platform/user-error.ts';
import { asPreview, eventAround, resourcesFrom, type EventResource, type PasskeyResource } from '../platform/resources.ts';
import type { SectionName } from '../../protocol/item.ts';
import { exportGuestList } from './export.ts';
import { findPasskey } from './find-passkey.ts';
import { pickPasskeyOfEvent } from './operation.ts';
import { openCodeFile } from './passkeys-file.ts';
import { readRequest } from './request-file.ts';

/** The row that a command was called with, and all that are selected. */
type Rows = [row?: unknown, selected?: unknown];

export function registerForms(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  { connections, accounts }: AccountServices,
  pages: Pages,
  changes: Changes,
  codesWorker: string,
): void {
  const chosen = () => requireConnection(connections);

  /** The event that a row is or stands under, or that what stands in it says it belongs to; from the palette it is asked for. */
  async function eventFor(...rows: Rows): Promise<Omit<EventResource, 'kind' | 'value'>> {
    const [given] = resourcesFrom(['event'], ...rows);
    const event = given ?? eventAround(rows[0]);
    if (event) return event;
    const [inside] = resourcesFrom(['item', 'session'], ...rows);
    if (inside?.eventId === undefined) return pickEvent(chosen());
    const { environment, eventId: id } = inside;
    return { environment, id, label: id };
  }

  const onEvent =
    (kind: string, id?: string) =>
    async (...rows: Rows) => {
      const { environment, id: eventId } = await eventFor(...rows);
      pages.show({ environment, kind, id, eventId });
    };
  const onItems =
    (section?: SectionName) =>
    async (...rows: Rows) => {
      const given = resourcesFrom(['item'], ...rows);
      for (const item of given.length > 0 ? given : [await pickItem(chosen())])
        pages.show({ environment: item.environment, kind: 'item', id: item.id }, { section, row: item }, rows[1] === asPreview);
    };
  commands.register('boxOffice.calculateTax', (...rows: Rows) => {
    const [event] = resourcesFrom(['event'], ...rows);
    pages.show({ environment: event?.environment ?? chosen().environment.name, kind: 'tax', eventId: event?.id });
  });
  commands.register('boxOffice.createItem', async (...rows: Rows) => {
    const [started] = resourcesFrom(['item', 'session'], rows[0]);
    const { environment, id: eventId } = await eventFor(...rows);
    // What it stands beside is where its group, its sale period and its type come from.
    const data = started && (started.kind === 'item' ? { itemId: started.id } : { sessionId: started.id });
    pages.show({ environment, kind: 'item', eventId }, { data });
  });
  commands.register('boxOffice.createPasskey', onEvent('passkey'));
  commands.register('boxOffice.requestExport', onEvent('export'));
  commands.register('boxOffice.exportGuestList', async (...rows: Rows) => {
    const event = await eventFor(...rows);
    await exportGuestList(connectionTo(connections, event.environment), context.globalStorageUri.fsPath, event);
  });
  commands.register('boxOffice.requestPasskeysReport', onEvent('export', 'passkeysReport'));
  commands.register('boxOffice.editItem', onItems());
  commands.register('boxOffice.editValues', onItems('values'));
  commands.register('boxOffice.editSalePeriods', onItems('periods'));
  commands.register('boxOffice.editAttributes', onItems('attributes'));
  commands.register('boxOffice.showTriggers', onItems('triggers'));
  commands.register('boxOffice.editPasskey', async (...rows: Rows) => {
    const [given] = resourcesFrom(['passkey'], ...rows);
    const passkey = given ?? (await pickPasskeyOfEvent(chosen()));
    const { environment, id } = passkey;
    pages.show({ environment, kind: 'passkey', id }, { row: passkey }, rows[1] === asPreview);
  });
  const passkeys = new LoadedLists<PasskeyResource>(changes, connections, accounts);
  context.subscriptions.push(passkeys);
  commands.register('boxOffice.findPasskey', (row?: unknown) => findPasskey(connections, passkeys, row));
  commands.register('boxOffice.createPasskeys', async (row?: unknown, selected?: unknown, codes?: unknown) => {
    const file = fileAmong(row, selected);
    const given = Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : selectedLines(row);
    // What is wrong with a file is said before the event is asked for.
    const data = file ? await openCodeFile(codesWorker, file) : { codes: given };
    const { environment, id } = await eventFor(row, selected);
    pages.show({ environment, kind: 'passkeys', eventId: id }, { data });
  });
  commands.register('boxOffice.describeService', (named?: unknown) => {
    const isKnown = typeof named === 'string' && connections.of(named) !== undefined;
    pages.show({ environment: isKnown ? named : chosen().environment.name, kind: 'environment' });
  });
  commands.register('boxOffice.openOperationForm', async (given?: unknown) => {
    const connection = chosen();
    const id = typeof given === 'string' ? given : (await pickOperation(connection, vscode.l10n.t('Open Operation Form'))).id;
    pages.show({ environment: connection.environment.name, kind: 'operation', id });
  });
  commands.register('boxOffice.openRequest', async (file?: unknown) => {
    const environment = chosen().environment.name;
    const { operation, fields } = await readRequest(file);
    pages.show({ environment, kind: 'operation', id: operation }, { data: fields });
  });
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
