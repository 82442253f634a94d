// What a command acts upon: the rows it was called with, which are all of one environment, or what is asked for.
import * as vscode from 'vscode';
import { connectionTo, requireConnection, type Connection, type Connections } from '../account/index.ts';
import { UserError } from '../platform/user-error.ts';
import { resourcesFrom, type ResourceKind, type ResourceOf } from '../platform/resources.ts';

interface Targets<Kind extends ResourceKind> {
  readonly connection: Connection;
  readonly resources: readonly ResourceOf<Kind>[];
}

/** What is deleted at once is still looked through by whoever says yes to it. */
const maxRemoved = 500;

/** Refuses more than a person can mean at once, before anything is read or copied. */
export function requireFew({ length }: readonly unknown[]): void {
  if (length <= maxRemoved) return;
  const [given, most] = [length.toLocaleString(), maxRemoved.toLocaleString()];
  throw new UserError(vscode.l10n.t('{0} are too many to delete at once. Choose at most {1}; nothing was deleted.', given, most));
}

export async function targetsOf<Kind extends ResourceKind>(
  connections: Connections,
  kind: Kind,
  row: unknown,
  selected: unknown,
  ask: (connection: Connection) => Promise<readonly ResourceOf<Kind>[]>,
): Promise<Targets<Kind>> {
  const given = resourcesFrom([kind], row, selected);
  const [first] = given;
  if (!first) {
    const connection = requireConnection(connections);
    const asked = await ask(connection);
    if (asked.length === 0) throw new vscode.CancellationError();
    return { connection, resources: asked };
  }
  if (given.some(({ environment }) => environment !== first.environment))
    throw new UserError(vscode.l10n.t('These rows are of more than one environment. Choose rows of one.'));
  return { connection: connectionTo(connections, first.environment), resources: given };
}
