// What is said after a save: nothing when all went well, and exactly what did not when it did not.
import * as vscode from 'vscode';
import { stepName } from '../records/plan.ts';
import type { StepOutcome, StepState, Written } from '../records/session.ts';
import { notify } from '../platform/notify.ts';
import { messageOf } from '../platform/user-error.ts';

/** The reason why the document still has unsaved edits; undefined when it has none. */
export function reportSave(label: string, { outcomes, isReadBack }: Written): string | undefined {
  const of = (state: StepState) => outcomes.filter((outcome) => outcome.state === state);
  const [failed, unknown, skipped, saved] = [of('failed'), of('unknown'), of('skipped'), of('saved')];
  if (failed.length + unknown.length + skipped.length === 0) {
    warnOfDifference(label, saved, isReadBack);
    return undefined;
  }
  const sentences = [
    ...failed.map(({ step, error }) => vscode.l10n.t('Not saved: {0} ({1})', stepName(step), messageOf(error))),
    ...unknown.map(({ step, error }) => vscode.l10n.t('Unknown whether saved: {0} ({1})', stepName(step), messageOf(error))),
    ...(unknown.length > 0 && isReadBack ? [vscode.l10n.t('The service does not show it at this moment.')] : []),
    ...(skipped.length > 0 ? [vscode.l10n.t('Not sent: {0}', names(skipped))] : []),
    ...(saved.length > 0 ? [vscode.l10n.t('Saved: {0}', names(saved))] : []),
  ];
  return sentences.join(' · ');
}

/** A service may take a value and keep another. */
function warnOfDifference(label: string, saved: readonly StepOutcome[], isReadBack: boolean): void {
  const different = saved.filter(({ isShown }) => isShown === false);
  if (!isReadBack) {
    void notify.warning(
      vscode.l10n.t('{0} was saved, but could not be read back. Open it again to see what the service has.', label),
    );
  } else if (different.length > 0) {
    const message = vscode.l10n.t(
      'The service accepted {0} and shows another value for: {1}. Look at it, and save again where yours must stand.',
      label,
      names(different),
    );
    void notify.warning(message);
  }
}

function names(outcomes: readonly StepOutcome[]): string {
  return outcomes.map(({ step }) => stepName(step)).join('; ');
}
