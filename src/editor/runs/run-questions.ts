// What a run asks a person before it begins or goes on: whether a list is whole, and what to do with what nobody knows.
import * as vscode from 'vscode';
import { readPasskeys, RunError, type Decision, type ListedPasskey, type RunPlan, type Undecided } from '../../runs/index.ts';
import type { Connection } from '../account/index.ts';
import { ask } from '../platform/questions.ts';
import { readingClient } from './run-client.ts';
import { doubtLines, formatCount } from './run-messages.ts';

/** A little of what the run reads, to be let in. */
export async function tryRead(connection: Connection, { kind, eventId, deletion }: RunPlan): Promise<void> {
  if (kind === 'applyPlan') await connection.read('listItems', { query: { eventId, page: 1, pageSize: 1 } });
  else if (deletion) await connection.read('listCodes', { path: { itemId: deletion.itemId } });
  else await connection.read('listPasskeys', { query: { eventId, page: 1, pageSize: 1 } });
}

/** The passkeys of an event; a person may go on where nothing shows that these are all. */
export async function* existingPasskeys(
  connection: Connection,
  { id, label }: { readonly id: string; readonly label: string },
  signal: AbortSignal,
  onUnproved: () => void,
): AsyncGenerator<ListedPasskey> {
  let unproved: number | undefined;
  const onIncomplete = (count: number, total: number | undefined) => {
    if (total !== undefined && total > count)
      throw new RunError('listIncomplete', `Only ${count} of ${total} passkeys could be read.`);
    unproved = count;
  };
  yield* readPasskeys(readingClient(connection), id, { signal, onIncomplete });
  if (unproved === undefined) return;
  await askWhetherTheseAreAll(label, unproved);
  onUnproved();
}

async function askWhetherTheseAreAll(label: string, count: number): Promise<void> {
  const question = vscode.l10n.t('Are the {0} passkeys that were read all passkeys of {1}?', formatCount(count), label);
  const detail = vscode.l10n.t(
    'The service does not say how many there are. A code of this run that exists beyond them would be created a second time.',
  );
  const [describe, goOn] = [vscode.l10n.t('Describe Service…'), vscode.l10n.t('Create Anyway')];
  const answer = await ask(() => vscode.window.showWarningMessage(question, { modal: true, detail }, describe, goOn));
  if (answer === describe) await vscode.commands.executeCommand('boxOffice.describeService');
  if (answer !== goOn) throw new vscode.CancellationError();
}

/** Only a person can decide whether codes that reading back does not tell about were made. */
export async function askDecision(event: string, undecided: readonly Undecided[]): Promise<Decision> {
  const choices: readonly { readonly title: string; readonly decision: Decision }[] = [
    { title: vscode.l10n.t('Count as Created'), decision: 'countAsMade' },
    { title: vscode.l10n.t('Send Again'), decision: 'sendAgain' },
    { title: vscode.l10n.t('Leave as Not Known'), decision: 'leaveUnknown' },
  ];
  const count = formatCount(undecided.reduce((sum, { codes }) => sum + codes.length, 0));
  const question = vscode.l10n.t('It is not known whether all codes were created in {0}. In doubt: {1}.', event, count);
  const advice = vscode.l10n.t('Look at the event before you decide: what is sent again may be there twice.');
  const detail = [...doubtLines(undecided), advice].join('\n\n');
  const chosen = await ask(() => vscode.window.showWarningMessage(question, { modal: true, detail }, ...choices));
  if (!chosen) throw new vscode.CancellationError();
  return chosen.decision;
}
