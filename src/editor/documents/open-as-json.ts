// Open as JSON: rows of the tree, or whatever is asked for.
import * as vscode from 'vscode';
import { connectionTo, requireConnection, type Connection, type Connections } from '../account/index.ts';
import { pickCode, pickEvent, pickItem, pickPasskey, pickSession } from '../ask/pickers.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { resourcesFrom, type EventResource, type Resource } from '../platform/resources.ts';
import { editableScheme, pathOf } from './addresses.ts';
import { showDocument, type ReadOnlyDocuments } from './read-only.ts';
import { sourceOf, valueIn, type Source } from '../reading/sources.ts';

/** Gives the addresses of the documents that it opened. */
export async function openAsJson(
  connections: Connections,
  documents: ReadOnlyDocuments,
  row?: unknown,
  selected?: unknown,
): Promise<vscode.Uri[]> {
  if (isReport(row)) return [await openReport(connections, documents, row)];
  const given = resourcesFrom(['event', 'session', 'item', 'passkey', 'code'], row, selected);
  const resources = given.length > 0 ? given : await ask(requireConnection(connections), documents);
  if (!Array.isArray(resources)) return [resources];
  const opened: vscode.Uri[] = [];
  for (const resource of resources) opened.push(await open(connections, documents, resource, resources.length === 1));
  return opened;
}

/** A row of the tree that stands for a report. */
interface ReportRow {
  readonly type: 'report';
  readonly event: EventResource;
  readonly source: Source;
}

function isReport(row: unknown): row is ReportRow {
  return typeof row === 'object' && row !== null && (row as Partial<ReportRow>).type === 'report';
}

async function openReport(
  connections: Connections,
  documents: ReadOnlyDocuments,
  { event, source }: ReportRow,
): Promise<vscode.Uri> {
  const name = source.operation === 'getBordero' ? vscode.l10n.t('Bordero') : vscode.l10n.t('Entry report');
  return showReport(connectionTo(connections, event.environment), documents, event, { name, source });
}

async function showReport(
  connection: Connection,
  documents: ReadOnlyDocuments,
  event: EventResource,
  { name, source }: { name: string; source: Source },
): Promise<vscode.Uri> {
  const document = { kind: source.operation, id: event.id, label: `${name} ${event.label}`, environment: event.environment };
  const uri = await keepRead(connection, documents, document, { ...source, content: true });
  await showDocument(uri);
  return uri;
}

async function open(
  connections: Connections,
  documents: ReadOnlyDocuments,
  resource: Resource,
  preview: boolean,
): Promise<vscode.Uri> {
  const connection = connectionTo(connections, resource.environment);
  const isEditable = resource.kind === 'item' || resource.kind === 'passkey';
  const uri = isEditable
    ? vscode.Uri.from({ scheme: editableScheme, path: pathOf(resource) })
    : await keepRead(connection, documents, resource, sourceOf(resource));
  await showDocument(uri, preview);
  return uri;
}

async function keepRead(
  connection: Connection,
  documents: ReadOnlyDocuments,
  name: { kind: string; id: string; label: string; environment: string },
  source: Source,
): Promise<vscode.Uri> {
  const title = vscode.l10n.t('Reading {0}', name.label);
  const reply = await withDelayedProgress(title, (signal) => connection.readAny(source.operation, source.input, { signal }));
  return documents.keep(name, valueIn(reply, source), source);
}

type What = Resource['kind'] | 'getEntryReport' | 'getBordero';

/** The resource that is meant, or the address of the report that was asked for. */
async function ask(connection: Connection, documents: ReadOnlyDocuments): Promise<Resource[] | vscode.Uri> {
  const kinds = [
    { label: vscode.l10n.t('Event'), what: 'event' },
    { label: vscode.l10n.t('Session'), what: 'session' },
    { label: vscode.l10n.t('Item'), what: 'item' },
    { label: vscode.l10n.t('Passkey'), what: 'passkey' },
    { label: vscode.l10n.t('Code'), what: 'code' },
    { label: vscode.l10n.t('Entry report'), what: 'getEntryReport' },
    { label: vscode.l10n.t('Bordero'), what: 'getBordero' },
  ] satisfies (vscode.QuickPickItem & { what: What })[];
  const chosen = await vscode.window.showQuickPick(kinds, { title: vscode.l10n.t('Open what as JSON?'), ignoreFocusOut: true });
  if (!chosen) throw new vscode.CancellationError();
  if (chosen.what === 'item') return [await pickItem(connection)];
  if (chosen.what === 'code') return [await pickCode(connection, (await pickItem(connection)).id)];
  const event = await pickEvent(connection);
  switch (chosen.what) {
    case 'event':
      return [event];
    case 'session':
      return [await pickSession(connection, event.id)];
    case 'passkey':
      return [await pickPasskey(connection, event.id)];
    default: {
      const source = { operation: chosen.what, input: { path: { eventId: event.id } }, content: true };
      return showReport(connection, documents, event, { name: chosen.label, source });
    }
  }
}
