// What is said after a save: nothing when all went well, exactly what did not when it did not, and a choice in a conflict.
import * as vscode from 'vscode';
import type { FieldChange } from '../../protocol/contract.ts';
import { stepName } from '../../records/index.ts';
import type { StepOutcome, StepState, SavedRecord } from '../records/session.ts';
import { notify } from '../platform/notify.ts';
import { messageOf } from '../platform/user-error.ts';

/** The reason why the document still has unsaved edits; undefined when it has none. */
export function reportSave(label: string, { outcomes, isReadBack, beyond }: SavedRecord): string | undefined {
  const of = (state: StepState) => outcomes.filter((outcome) => outcome.state === state);
  const [failed, unknown, skipped, saved] = [of('failed'), of('unknown'), of('skipped'), of('saved')];
  if (saved.length < outcomes.length)
    return [
      ...failed.map(({ step, error }) => vscode.l10n.t('Not saved: {0} ({1})', stepName(step), messageOf(error))),
      ...unknown.map(({ step, error }) => vscode.l10n.t('Unknown whether saved: {0} ({1})', stepName(step), messageOf(error))),
      ...(unknown.length > 0 && isReadBack ? [vscode.l10n.t('The service does not show it at this moment.')] : []),
      ...(skipped.length > 0 ? [vscode.l10n.t('Not sent: {0}', names(skipped))] : []),
      ...(saved.length > 0 ? [vscode.l10n.t('Saved: {0}', names(saved))] : []),
    ].join(' · ');
  // A service may take a value and keep another.
  const different = saved.flatMap(({ differences = [] }) => differences).map(differenceText);
  if (!isReadBack)
    void notify.warning(
      vscode.l10n.t('{0} was saved, but could not be read back. Open it again to see what the service has.', label),
    );
  else if (different.length > 0)
    void notify.warning(
      vscode.l10n.t(
        'The service accepted {0} and shows another value: {1}. Look at it, and save again where yours must stand.',
        label,
        different.join('; '),
      ),
    );
  if (beyond.length > 0)
    void notify.warning(
      vscode.l10n.t(
        '{0} was saved, and this is another than before, though nobody edited it: {1}.',
        label,
        beyond.map(beyondText).join('; '),
      ),
    );
  return undefined;
}

function differenceText({ field, expected = '', found, isUnshown }: FieldChange): string {
  if (isUnshown) return vscode.l10n.t('{0}: {1} was sent, and the service does not show it', field, expected);
  return found === undefined
    ? vscode.l10n.t('{0}: {1} was sent, and the service shows none', field, expected)
    : vscode.l10n.t('{0}: {1} was sent, and the service shows {2}', field, expected, found);
}

function beyondText({ field, expected, found }: FieldChange): string {
  const none = vscode.l10n.t('nothing');
  return vscode.l10n.t('{0}: {1} before, {2} now', field, expected ?? none, found ?? none);
}

function names(outcomes: readonly StepOutcome[]): string {
  return outcomes.map(({ step }) => stepName(step)).join('; ');
}

/** Shows both versions of a record that somebody else changed, and asks which one stays; `overwrite` is called before mine is saved. */
export async function offerChoice(mine: vscode.Uri, theirs: vscode.Uri, label: string, overwrite: () => void): Promise<void> {
  const title = vscode.l10n.t("{0}: the service's now ↔ yours", label);
  await vscode.commands.executeCommand('vscode.diff', theirs, mine, title, { preview: false });
  const [useMine, useTheirs] = [vscode.l10n.t('Overwrite with Mine'), vscode.l10n.t('Take Theirs')];
  const message = vscode.l10n.t('{0} has changed on the service since you opened it. Which version shall it have?', label);
  const choice = await notify.warning(message, useMine, useTheirs);
  if (choice === undefined) return;
  await closeDiff(theirs);
  const document = await vscode.workspace.openTextDocument(mine);
  await vscode.window.showTextDocument(document, { preview: false });
  if (choice === useTheirs) return vscode.commands.executeCommand('workbench.action.files.revert');
  overwrite();
  await document.save();
}

async function closeDiff(theirs: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const isDiff = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputTextDiff && input.original.toString() === theirs.toString();
  await vscode.window.tabGroups.close(tabs.filter(isDiff));
}
