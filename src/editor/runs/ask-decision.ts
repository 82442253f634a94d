// What only a person can decide: whether codes that reading back does not tell about were made.
import * as vscode from 'vscode';
import { ask } from '../platform/questions.ts';
import type { Decision, Undecided } from '../../runs/index.ts';
import { doubtLines, formatCount } from './run-messages.ts';

export async function askDecision(event: string, undecided: readonly Undecided[]): Promise<Decision> {
  const choices: readonly { readonly title: string; readonly decision: Decision }[] = [
    { title: vscode.l10n.t('Count as Created'), decision: 'countAsMade' },
    { title: vscode.l10n.t('Send Again'), decision: 'sendAgain' },
    { title: vscode.l10n.t('Leave as Not Known'), decision: 'leaveUnknown' },
  ];
  const count = undecided.reduce((sum, { codes }) => sum + codes.length, 0);
  const question = vscode.l10n.t(
    'It is not known whether all codes were created in {0}. In doubt: {1}.',
    event,
    formatCount(count),
  );
  const detail = [
    ...doubtLines(undecided),
    vscode.l10n.t('Look at the event before you decide: what is sent again may be there twice.'),
  ].join('\n\n');
  const chosen = await ask(() => vscode.window.showWarningMessage(question, { modal: true, detail }, ...choices));
  if (!chosen) throw new vscode.CancellationError();
  return chosen.decision;
}
