// Why a run could not begin or go on, in words that say what to do.
import * as vscode from 'vscode';
import { RunError } from '../../runs/index.ts';
import { UserError } from '../platform/user-error.ts';
import { formatCount } from './run-messages.ts';

const { l10n } = vscode;

/** The error of a run as a refusal; any other error as it is. */
export function asUserError(error: unknown): unknown {
  return error instanceof RunError ? new UserError(wordsOf(error)) : error;
}

function wordsOf(error: RunError): string {
  switch (error.kind) {
    case 'stalePlan':
      return changeText(error);
    case 'locked':
      return l10n.t('Another window is at work on this run. Wait until it is done.');
    case 'busy':
      return l10n.t('Another run creates passkeys in this event. Wait until it is done, or cancel it.');
    case 'finished':
      return l10n.t('This run is finished. Open its result to see what became of each code.');
    case 'missing':
      return l10n.t('This run is gone. Begin a new one.');
    case 'corrupt':
      return l10n.t('The files of this run are damaged, so it cannot go on. What it created stays; discard the rest.');
    case 'listIncomplete':
      return l10n.t('The service did not give the whole list of passkeys, so nothing was sent. Try again.');
    case 'storage':
    case 'journal':
      return l10n.t(
        'The journal of the run cannot be written ({0}), so nothing more is sent. Make room for it, then resume the run.',
        error.systemCode ?? error.message,
      );
    case 'invalidPayload':
      return (error.details.problems ?? []).map(({ field, message }) => `${field}: ${message}`).join('\n') || error.message;
  }
}

function changeText({ details: { changed, count = 0 } }: RunError): string {
  switch (changed) {
    case 'input':
      return l10n.t('The file is not what it was when the run was planned. Begin a new run with it.');
    case 'service':
      return l10n.t(
        'Somebody else created some of the codes in the meantime: {0}. Look at them and begin again.',
        formatCount(count),
      );
    default:
      return l10n.t(
        'The environment has another address than when the run was planned, so the run does not go on there. Configure the old address, or begin a new run.',
      );
  }
}
