// Copy as cURL: the read of a row, or any operation that is asked for, without a credential in it.
import * as vscode from 'vscode';
import { connectionTo, requireConnection, type Connection, type Connections } from '../account/index.ts';
import { readOf, reads, type Read } from '../reading/reads.ts';
import { UserError } from '../platform/user-error.ts';
import { resourcesFrom, type Resource } from '../platform/resources.ts';
import { operations, titleOf, type OperationId } from '../../client/index.ts';
import { askInput, checkContext, pickOperation } from '../ask/operation-input.ts';
import type { AnyInput } from '../account/connection.ts';
import { credentialParts } from '../../client/credential-forms.ts';
import { curlCommand, variableFor } from './curl.ts';
import { notify } from '../platform/notify.ts';

interface CurlRequest {
  readonly connection: Connection;
  readonly operation: OperationId;
  readonly input: AnyInput;
}

export async function copyAsCurl(connections: Connections, row?: unknown, selected?: unknown): Promise<string> {
  const resources = resourcesFrom(['event', 'session', 'item', 'passkey', 'code'], row, selected);
  const report = reportIn(row);
  const given = report
    ? [wantedOf(connections, report.environment, report.read)]
    : resources.map((resource) => wantedOf(connections, resource.environment, resourceRead(resource)));
  const wanted = given.length > 0 ? given : [await askForRequest(connections)];
  const commands = wanted.map(commandFor);
  const text = commands.join('\n');
  await vscode.env.clipboard.writeText(text);
  void notify.info(copiedMessage(wanted));
  return text;
}

/** A row of the tree that stands for a report. */
interface ReportRow {
  readonly environment: string;
  readonly read: Read;
}

function reportIn(row: unknown): ReportRow | undefined {
  return typeof row === 'object' && row !== null && 'read' in row ? (row as ReportRow) : undefined;
}

function wantedOf(connections: Connections, environment: string, read: Read): CurlRequest {
  return { connection: connectionTo(connections, environment), ...read };
}

function resourceRead(resource: Resource): Read {
  // A session has no read of its own; its tickets do.
  return resource.kind === 'session' ? reads.ticketsOfSession(resource.eventId, resource.id) : readOf(resource);
}

async function askForRequest(connections: Connections): Promise<CurlRequest> {
  const connection = requireConnection(connections);
  const operation = await pickOperation(connection, vscode.l10n.t('Copy as cURL'));
  return { connection, operation: operation.id, input: await askInput(connection, operation) };
}

function commandFor({ connection, operation, input }: CurlRequest): string {
  const { environment } = connection;
  const { group } = operations[operation];
  const baseUrl = group === 'event' ? environment.eventUrl : environment.ticketUrl;
  const made = curlCommand(
    operation,
    input,
    { baseUrl, credential: credentialParts(environment.dialect, group) },
    checkContext(connection),
  );
  if (made.problem !== undefined) throw new UserError(made.problem);
  return made.command;
}

function copiedMessage(wanted: readonly CurlRequest[]): string {
  const titles = distinct(wanted.map(({ operation }) => titleOf(operations[operation])));
  const environments = distinct(wanted.map(({ connection }) => connection.environment.label));
  const copied =
    wanted.length === 1
      ? vscode.l10n.t('{0} in {1} is on the clipboard as a cURL command.', titles, environments)
      : vscode.l10n.t('{0} cURL commands are on the clipboard: {1} in {2}.', wanted.length, titles, environments);
  const variables = distinct(wanted.flatMap(variablesOf));
  return variables === ''
    ? copied
    : `${copied} ${vscode.l10n.t('The token is not in it: set {0} before you run it.', variables)}`;
}

/** What a shell has to know before it runs the command. */
function variablesOf({ connection, operation }: CurlRequest): string[] {
  const parts = credentialParts(connection.environment.dialect, operations[operation].group);
  return parts.map((part) => `$${variableFor(part)}`);
}

function distinct(texts: readonly string[]): string {
  return [...new Set(texts)].join(', ');
}
