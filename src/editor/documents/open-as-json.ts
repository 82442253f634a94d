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
    const uri = await keep(connections, documents, each);
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

type Wanted = Resource | OpenReport;

function isReport(row: unknown): row is OpenReport {
  return typeof row === 'object' && row !== null && 'event' in row && 'read' in row;
}

function nameOf({ event, read }: OpenReport): DocumentName {
  const title = read.operation === 'getBordero' ? vscode.l10n.t('Bordero') : vscode.l10n.t('Entry report');
  return { environment: event.environment, kind: read.operation, id: event.id, label: `${title} ${event.label}` };
}

async function keep(connections: Connections, documents: ReadOnlyDocuments, wanted: Wanted): Promise<vscode.Uri> {
  const name = 'read' in wanted ? nameOf(wanted) : wanted;
  const connection = connectionTo(connections, name.environment);
  if (name.kind === 'item' || name.kind === 'passkey') return vscode.Uri.from({ scheme: editableScheme, path: pathOf(name) });
  const read = 'read' in wanted ? { ...wanted.read, content: true } : readOf(wanted);
  const title = vscode.l10n.t('Reading {0}', name.label);
  const reply = await withDelayedProgress(title, (signal) => readReply(connection, read, { signal }));
  return documents.keep(name, valueIn(reply, read), read);
}

async function askForResource(connection: Connection): Promise<Wanted> {
  const inEvent = (find: (event: EventResource) => Promise<Wanted> | Wanted) => async () => find(await pickEvent(connection));
  const kinds: (vscode.QuickPickItem & { readonly find: () => Promise<Wanted> })[] = [
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
