// Whose items are that the service lists for all events: asked once before something is done to all items of one, and kept with the environment.
import * as vscode from 'vscode';
import { UnclaimedItems } from '../../client/index.ts';
import { namesOfRows } from '../../client/item-owners.ts';
import { environmentLine } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { learn } from '../account/learn.ts';
import { ask } from '../platform/questions.ts';
import type { EventResource } from '../platform/resources.ts';

const { l10n } = vscode;

/** Does what needs all items of an event; where nothing shows whose some are, once more after the answer. */
export async function withOwnItems<T>(
  connection: Connection,
  event: Pick<EventResource, 'id' | 'label'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnclaimedItems)) throw error;
    // What was answered is not asked again.
    const said = connection.learned('listItems').said.get(event.id);
    if (error.rows.every(({ id = '' }) => said?.get(id) === false)) throw error;
    await askWhose(connection, event, error);
    return work();
  }
}

async function askWhose(
  connection: Connection,
  { id, label }: Pick<EventResource, 'id' | 'label'>,
  { rows }: UnclaimedItems,
): Promise<void> {
  const { environment } = connection;
  const question =
    rows.length === 1
      ? l10n.t('Does this item belong to {0}?', label)
      : l10n.t('Do these {0} items all belong to {1}?', rows.length, label);
  const reason = l10n.t(
    'The service lists them without an event, and nothing else shows whose they are. What is left out stays as it is. A yes is kept with the environment.',
  );
  const [all, none] = [l10n.t('They Do'), l10n.t('Leave Them Out')];
  const options = { modal: true, detail: [environmentLine(environment), namesOfRows(rows), reason].join('\n\n') };
  const answer = await ask(() => vscode.window.showWarningMessage(question, options, all, none));
  if (answer === undefined) throw new vscode.CancellationError();
  const ids = rows.flatMap((row) => row.id ?? []);
  const { said } = connection.learned('listItems');
  said.set(id, new Map([...(said.get(id) ?? []), ...ids.map((each) => [each, answer === all] as const)]));
  if (answer !== all) return;
  const known = environment.dialect.itemsOf?.[id] ?? [];
  await learn(environment, { itemsOf: { [id]: [...new Set([...known, ...ids])] } });
}
