// What has to be known before a plan is applied, as the page lists it; each is asked as the forms ask it.
import * as vscode from 'vscode';
import type { PlanQuestion } from '../../records/plan.ts';

const { l10n } = vscode;

export function questionText(question: PlanQuestion): string {
  switch (question.kind) {
    case 'amounts':
      return l10n.t('The service shows a price as {0}: is that in cents?', String(question.value));
    case 'fees':
      return l10n.t('The service shows a fee as {0}: is that an amount or a plain number?', String(question.value));
    case 'clock':
      return l10n.t('By which clock does the service take {0}?', question.time);
    case 'exists':
      return l10n.t('The service does not show all that an item has: is what the plan writes there already?');
    case 'put':
      return l10n.t('Does the service keep what an update does not carry?');
    case 'replaceItems':
      return l10n.t('The service does not show which items a passkey opens: may they be replaced?');
    case 'pastStart':
      return l10n.t('A passkey has started ({0}): may its start be left out of the update?', question.start);
    case 'createAgain':
      return l10n.t('It is not known whether {0} was created. Create it again?', question.passkey);
  }
}
