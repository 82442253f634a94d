// Choose Items of Passkey: the present ones are checked, and the whole set is written.
import * as vscode from 'vscode';
import { contentOf, eventOfRow } from '../../client/index.ts';
import type { Connection } from '../account/index.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import type { ItemResource, PasskeyResource } from '../platform/resources.ts';
import { answerQuestion } from '../records/unknowns.ts';
import { isSame, openedItems } from '../../records/index.ts';
import { pickEvent, pickItems, pickPasskey } from '../ask/pickers.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { targetsOf } from '../ask/targets.ts';
import { notifyWith } from '../platform/notify.ts';
import type { CommandServices } from './copies.ts';

export async function associatePasskey(services: CommandServices, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(services.connections, 'passkey', row, selected, async (asked) => [
    await pickPasskey(asked, (await pickEvent(asked)).id),
  ]);
  // Each has items of its own, so each is asked for in its turn; whoever leaves one leaves those after it.
  for (const [index, passkey] of resources.entries()) {
    const position = resources.length > 1 ? ` · ${vscode.l10n.t('{0} of {1}', index + 1, resources.length)}` : '';
    await chooseItems(services, connection, passkey, vscode.l10n.t('Items of {0}', passkey.label) + position);
  }
}

async function chooseItems(
  services: CommandServices,
  connection: Connection,
  passkey: PasskeyResource,
  title: string,
): Promise<void> {
  const present = await itemIdsOf(connection, passkey);
  const eventId = present.eventId ?? passkey.eventId;
  const chosen = await pickItems(
    connection,
    { eventId, title },
    (present.ids ?? []).map((id) => standIn(connection, id, eventId)),
  );
  const wanted = chosen.map(({ id }) => id);
  if (areSame(wanted, present.ids)) return;
  if (present.ids === undefined) await answerQuestion(connection, { kind: 'replaceItems', count: wanted.length });
  await writeItems(services, connection, { ...passkey, eventId }, present.ids, wanted);
}

/** Writes the set, unless somebody else changed it since it was shown. */
async function writeItems(
  { changes }: CommandServices,
  connection: Connection,
  passkey: PasskeyResource,
  shown: readonly string[] | undefined,
  wanted: readonly string[],
): Promise<void> {
  const now = await itemIdsOf(connection, passkey);
  if (!areSame(now.ids, shown))
    throw new UserError(
      vscode.l10n.t('The items of {0} have changed in the meantime. Nothing was written: choose again.', passkey.label),
      { title: vscode.l10n.t('Choose Items…'), command: 'boxOffice.associatePasskey', args: [passkey] },
    );
  await withDelayedProgress(vscode.l10n.t('Items of {0}', passkey.label), (signal) =>
    connection.write(
      'setPasskeyItems',
      { path: { id: passkey.id }, body: { itemIds: [...wanted] } },
      { target: passkey.label, signal },
    ),
  );
  changes.announce({ environment: connection.environment.name, kind: 'passkey', id: passkey.id, eventId: passkey.eventId });
  const { label } = connection.environment;
  const readBack = await itemIdsOf(connection, passkey).catch(() => undefined);
  if (!readBack?.ids || !areSame(readBack.ids, wanted)) {
    const problem = readBack?.ids
      ? vscode.l10n.t(
          '{0} was accepted in {1}, and the service shows other items: {2}.',
          passkey.label,
          label,
          readBack.ids.join(', ') || '–',
        )
      : vscode.l10n.t('{0} was accepted in {1}. Which items it opens now could not be read back.', passkey.label, label);
    void notifyWith('warning', problem, nextStep.showInTree(passkey));
    return;
  }
  const message =
    wanted.length === 1
      ? vscode.l10n.t('{0} opens 1 item in {1} now.', passkey.label, label)
      : vscode.l10n.t('{0} opens {1} items in {2} now.', passkey.label, wanted.length, label);
  void notifyWith('info', message, nextStep.showInTree(passkey));
}

async function itemIdsOf(
  connection: Connection,
  { id }: PasskeyResource,
): Promise<{ ids: readonly string[] | undefined; eventId: string | undefined }> {
  const record = contentOf(await connection.read('getPasskey', { path: { id } }));
  const { dialect } = connection.environment;
  return { ids: openedItems(record, dialect), eventId: eventOfRow(record, dialect) };
}

/** What is not known is the same as nothing but itself. */
function areSame(some: readonly string[] | undefined, others: readonly string[] | undefined): boolean {
  return isSame(some?.toSorted(), others?.toSorted());
}

/** A checked item that may be on a page that was not read yet. */
function standIn({ environment }: Connection, id: string, eventId: string | undefined): ItemResource {
  return { kind: 'item', environment: environment.name, id, label: id, value: undefined, eventId };
}
