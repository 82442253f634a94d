// Which event is meant, in which environment, and all of it as a file: read while somebody can see how far it is, and leave.
import * as vscode from 'vscode';
import { readEvent, type ReadEvent } from '../../plans/index.ts';
import { connectionTo, requireConnection, type Connection, type Connections } from '../account/index.ts';
import { whereabouts } from '../account/sign-in-input.ts';
import { withOwnItems } from '../ask/own-items.ts';
import { pickEvent } from '../ask/pickers.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { ask } from '../platform/questions.ts';
import type { EventResource } from '../platform/resources.ts';
import { readingClient } from '../runs/run-client.ts';

const { l10n } = vscode;

export const eventEnding = 'boxoffice.json';

export function isEventFile(uri: vscode.Uri): boolean {
  return uri.path.toLowerCase().endsWith(`.${eventEnding}`);
}

export function readWhole(connection: Connection, { id, label }: Pick<EventResource, 'id' | 'label'>): Promise<ReadEvent> {
  const { environment } = connection;
  const read = () =>
    withDelayedProgress(l10n.t('Reading {0} in {1}', label, environment.label), (signal, report) => {
      const onProgress = (records: number) =>
        report({ message: l10n.t('{0} records', records.toLocaleString(vscode.env.language)) });
      return readEvent(readingClient(connection), id, { environment: environment.name, signal, onProgress, mayGoWithout: true });
    });
  return withOwnItems(connection, { id, label }, read);
}

/** An environment that somebody chooses, the current one first; the only one is not asked for. */
async function pickEnvironment(connections: Connections, title: string): Promise<Connection> {
  const { environments } = connections.environments();
  const [only, ...more] = environments;
  if (!only) return requireConnection(connections);
  if (more.length === 0) return connectionTo(connections, only.name);
  const isCurrent = (name: string) => name === connections.chosenName;
  const choices = environments.map((environment) => ({
    label: isCurrent(environment.name) ? `$(check) ${environment.label}` : environment.label,
    description: whereabouts(environment),
    name: environment.name,
  }));
  choices.sort((one, other) => Number(isCurrent(other.name)) - Number(isCurrent(one.name)));
  const options = { title, placeHolder: l10n.t('In which environment?'), matchOnDescription: true, ignoreFocusOut: true };
  const chosen = await ask(() => vscode.window.showQuickPick(choices, options));
  if (!chosen) throw new vscode.CancellationError();
  return connectionTo(connections, chosen.name);
}

/** An event in any environment. */
export async function pickEventAnywhere(
  connections: Connections,
  title: string,
): Promise<{ readonly connection: Connection; readonly event: EventResource }> {
  const connection = await pickEnvironment(connections, title);
  return { connection, event: await pickEvent(connection, title) };
}

export async function chooseEventFile(openLabel: string): Promise<vscode.Uri> {
  const filters = { [l10n.t('Event')]: ['json'] };
  const [uri] = (await ask(() => vscode.window.showOpenDialog({ filters, openLabel }))) ?? [];
  if (!uri) throw new vscode.CancellationError();
  return uri;
}
