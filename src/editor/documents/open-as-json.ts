// Open as JSON: rows of the tree, or whatever is asked for.
import * as vscode from 'vscode';
import { connectionTo, requireConnection, type Connection, type Connections } from '../account/index.ts';
import { pickCode, pickEvent, pickItem, pickPasskey, pickSession } from '../ask/pickers.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { resourcesFrom, type EventResource, type Resource } from '../platform/resources.ts';
import { editableScheme, pathOf, type DocumentName } from './addresses.ts';
import { showDocument, type ReadOnlyDocuments } from './read-only.ts';
import { readOf, readReply, reads, valueIn, type Read } from '../reading/reads.ts';

/** Gives the addresses of the documents that it opened. */
export async function openAsJson(
  connections: Connections,
  documents: ReadOnlyDocuments,
  row?: unknown,
  selected?: unknown,
): Promise<vscode.Uri[]> {
  const resources = resourcesFrom(['event', 'session', 'item', 'passkey', 'code'], row, selected);
  const given = isReport(row) ? [row] : resources;
  const wanted = given.length > 0 ? given : [await askForResource(requireConnection(connections))];
  const opened: vscode.Uri[] = [];
  for (const each of wanted) {
    const uri =
      'read' in each ? await keepReport(connections, documents, each) : await keepResource(connections, documents, each);
    await showDocument(uri, wanted.length === 1);
    opened.push(uri);
  }
  return opened;
}

/** A report of an event; a row of the tree that stands for one is one. */
interface OpenReport {
  readonly event: EventResource;
  readonly read: Read;
}

function isReport(row: unknown): row is OpenReport {
  return typeof row === 'object' && row !== null && 'event' in row && 'read' in row;
}

function keepReport(connections: Connections, documents: ReadOnlyDocuments, { event, read }: OpenReport): Promise<vscode.Uri> {
  const { environment, id, label } = event;
  const title = read.operation === 'getBordero' ? vscode.l10n.t('Bordero') : vscode.l10n.t('Entry report');
  const name = { kind: read.operation, id, label: `${title} ${label}`, environment };
  return keepRead(connectionTo(connections, environment), documents, name, { ...read, content: true });
}

function keepResource(connections: Connections, documents: ReadOnlyDocuments, resource: Resource): Promise<vscode.Uri> {
  const connection = connectionTo(connections, resource.environment);
  const isEditable = resource.kind === 'item' || resource.kind === 'passkey';
  if (isEditable) return Promise.resolve(vscode.Uri.from({ scheme: editableScheme, path: pathOf(resource) }));
  return keepRead(connection, documents, resource, readOf(resource));
}

async function keepRead(
  connection: Connection,
  documents: ReadOnlyDocuments,
  name: DocumentName,
  read: Read,
): Promise<vscode.Uri> {
  const title = vscode.l10n.t('Reading {0}', name.label);
  const reply = await withDelayedProgress(title, (signal) => readReply(connection, read, { signal }));
  return documents.keep(name, valueIn(reply, read), read);
}

async function askForResource(connection: Connection): Promise<Resource | OpenReport> {
  const inEvent =
    (find: (event: EventResource) => Promise<Resource | OpenReport> | Resource | OpenReport) =>
    async (): Promise<Resource | OpenReport> =>
      find(await pickEvent(connection));
  const kinds: (vscode.QuickPickItem & { readonly find: () => Promise<Resource | OpenReport> })[] = [
    { label: vscode.l10n.t('Event'), find: inEvent((event) => event) },
    { label: vscode.l10n.t('Session'), find: inEvent(({ id }) => pickSession(connection, id)) },
    { label: vscode.l10n.t('Item'), find: () => pickItem(connection) },
    { label: vscode.l10n.t('Passkey'), find: inEvent(({ id }) => pickPasskey(connection, id)) },
    { label: vscode.l10n.t('Code'), find: async () => pickCode(connection, (await pickItem(connection)).id) },
    { label: vscode.l10n.t('Entry report'), find: inEvent((event) => ({ event, read: reads.entryReport(event.id) })) },
    { label: vscode.l10n.t('Bordero'), find: inEvent((event) => ({ event, read: reads.bordero(event.id) })) },
  ];
  const chosen = await vscode.window.showQuickPick(kinds, { title: vscode.l10n.t('Open what as JSON?'), ignoreFocusOut: true });
  if (!chosen) throw new vscode.CancellationError();
  return chosen.find();
}
