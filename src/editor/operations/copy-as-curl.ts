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
import { curlCommand, shells, variableFor, type ShellName } from './curl.ts';
import { notifyWith } from '../platform/notify.ts';

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
  return copyCommands(wanted, usualShell());
}

/** The shell of the terminal; a notification offers the other one. */
function usualShell(): ShellName {
  return /(?:pwsh|powershell)(?:\.exe)?$/i.test(vscode.env.shell) ? 'powershell' : 'bash';
}

async function copyCommands(wanted: readonly CurlRequest[], shell: ShellName): Promise<string> {
  const text = wanted.map((request) => commandFor(request, shell)).join('\n');
  await vscode.env.clipboard.writeText(text);
  const other = shell === 'bash' ? 'powershell' : 'bash';
  const title = other === 'bash' ? vscode.l10n.t('Copy for Bash') : vscode.l10n.t('Copy for PowerShell');
  void notifyWith('info', copiedMessage(wanted, shell), { title, run: () => copyCommands(wanted, other) });
  return text;
}

/** A request that somebody has filled in. */
export function copyRequest(connection: Connection, operation: OperationId, input: AnyInput): Promise<string> {
  return copyCommands([{ connection, operation, input }], usualShell());
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

function commandFor({ connection, operation, input }: CurlRequest, shell: ShellName): string {
  const { environment } = connection;
  const { group } = operations[operation];
  const baseUrl = group === 'event' ? environment.eventUrl : environment.ticketUrl;
  const made = curlCommand(
    operation,
    input,
    { baseUrl, credential: credentialParts(environment.dialect, group) },
    checkContext(connection),
    shells[shell],
  );
  if (made.problem !== undefined) throw new UserError(made.problem);
  return made.command;
}

function copiedMessage(wanted: readonly CurlRequest[], shell: ShellName): string {
  const titles = distinct(wanted.map(({ operation }) => titleOf(operations[operation])));
  const environments = distinct(wanted.map(({ connection }) => connection.environment.label));
  const copied =
    wanted.length === 1
      ? vscode.l10n.t('{0} in {1} is on the clipboard as a cURL command for {2}.', titles, environments, shellNames[shell])
      : vscode.l10n.t(
          '{0} cURL commands for {1} are on the clipboard: {2} in {3}.',
          ...[wanted.length, shellNames[shell], titles, environments],
        );
  const variables = distinct(wanted.flatMap((request) => variablesOf(request, shell)));
  return variables === ''
    ? copied
    : `${copied} ${vscode.l10n.t('The token is not in it: set {0} before you run it.', variables)}`;
}

const shellNames: Readonly<Record<ShellName, string>> = { bash: 'Bash', powershell: 'PowerShell 7.3' };

/** What a shell has to know before it runs the command. */
function variablesOf({ connection, operation }: CurlRequest, shell: ShellName): string[] {
  const parts = credentialParts(connection.environment.dialect, operations[operation].group);
  return parts.map((part) => shells[shell].variable(variableFor(part)));
}

function distinct(texts: readonly string[]): string {
  return [...new Set(texts)].join(', ');
}
