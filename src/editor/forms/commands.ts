// The commands that open a form; each works from a row, and from the palette by asking for what is missing.
import * as vscode from 'vscode';
import { requireConnection, type Connection, type Connections } from '../account/index.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { Refusal } from '../platform/refusal.ts';
import { eventAround, resourcesFrom, type EventResource, type PasskeyResource } from '../platform/resources.ts';

export interface FormTarget {
  readonly environment: string;
  readonly id?: string | undefined;
  readonly eventId?: string | undefined;
}

/** What the commands can open. */
export interface FormDoors {
  readonly passkey: (target: FormTarget) => Promise<void>;
  /** With codes that are added to those in the form. */
  readonly passkeys: (target: FormTarget, codes: readonly string[]) => Promise<void>;
  /** With the codes of a file. What is wrong with the file is said before the event is asked for. */
  readonly passkeysOf: (file: vscode.Uri, target: () => Promise<FormTarget>) => Promise<void>;
  readonly export: (target: FormTarget) => Promise<void>;
  readonly operation: (target: FormTarget) => Promise<void>;
}

export function registerFormCommands(commands: CommandRegistry, connections: Connections, open: FormDoors): void {
  commands.register('boxOffice.createPasskey', async (row?: unknown, selected?: unknown) => {
    const event = await eventFor(connections, row, selected);
    await open.passkey({ environment: event.environment, eventId: event.id });
  });
  commands.register('boxOffice.editPasskey', async (row?: unknown, selected?: unknown) => {
    const { environment, id } = await passkeyFor(connections, row, selected);
    await open.passkey({ environment, id });
  });
  commands.register('boxOffice.createPasskeys', async (row?: unknown, selected?: unknown, codes?: unknown) => {
    const target = async () => {
      const { environment, id } = await eventFor(connections, row, selected);
      return { environment, eventId: id };
    };
    const file = fileAmong(row, selected);
    if (file) return open.passkeysOf(file, target);
    const given = Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : selectedLines(row);
    await open.passkeys(await target(), given);
  });
  commands.register('boxOffice.requestExport', async (row?: unknown, selected?: unknown) => {
    const { environment, id } = await eventFor(connections, row, selected);
    await open.export({ environment, eventId: id });
  });
  commands.register('boxOffice.requestPasskeysReport', async (row?: unknown, selected?: unknown) => {
    const { environment, id } = await eventFor(connections, row, selected);
    await open.export({ environment, eventId: id, id: 'passkeysReport' });
  });
  commands.register('boxOffice.openOperationForm', async (id?: unknown) => {
    const connection = requireConnection(connections);
    const chosen = typeof id === 'string' ? id : await askOperation(connection);
    await open.operation({ environment: connection.environment.name, id: chosen });
  });
}

/** The event that a row is or stands under; from the palette it is asked for. */
export async function eventFor(connections: Connections, row: unknown, selected: unknown): Promise<EventResource> {
  const [given] = resourcesFrom(['event'], row, selected);
  const known = given ?? eventAround(row);
  if (known) return known;
  const { pickEvent } = await import('../ask/pickers.ts');
  return pickEvent(requireConnection(connections));
}

async function passkeyFor(connections: Connections, row: unknown, selected: unknown): Promise<PasskeyResource> {
  const [given] = resourcesFrom(['passkey'], row, selected);
  if (given) return given;
  const { pickEvent, pickPasskey } = await import('../ask/pickers.ts');
  const connection = requireConnection(connections);
  return pickPasskey(connection, (await pickEvent(connection)).id);
}

/** The Explorer gives the file and all selected ones; the menu of an editor gives the file of the selection. */
function fileAmong(row: unknown, selected: unknown): vscode.Uri | undefined {
  if (!(row instanceof vscode.Uri)) return undefined;
  const files: unknown[] = Array.isArray(selected) ? selected : [];
  if (files.length > 1) throw new Refusal(vscode.l10n.t('Choose one file: a run is made of one.'));
  return files.length === 1 || selectedLines(row).length === 0 ? row : undefined;
}

/** The lines of the selections in the active editor, as a column selected in a CSV gives them; not from a row of a tree. */
function selectedLines(place: unknown): string[] {
  const editor = vscode.window.activeTextEditor;
  const isMeant = place === undefined || (place instanceof vscode.Uri && editor?.document.uri.toString() === place.toString());
  if (!editor || !isMeant) return [];
  const texts = editor.selections.map((selection) => editor.document.getText(selection));
  return texts.flatMap((text) => text.split(/\r\n|\r|\n/)).filter((line) => line.trim() !== '');
}

async function askOperation(connection: Connection): Promise<string> {
  const { pickOperation } = await import('../ask/pick-operation.ts');
  return (await pickOperation(connection, vscode.l10n.t('Open Operation Form'))).id;
}
