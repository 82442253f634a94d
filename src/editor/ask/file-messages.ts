// What is said of a file that is a link, or that is not what was checked any more.
import { t } from '../../client/l10n.ts';

export function linkText(name: string, linkTo: string): string {
  return t('{0} is a link to {1}.', name, linkTo);
}

export function changedBeforeSending(name: string): string {
  return t('{0} is not what was checked any more. Nothing was sent; check it again.', name);
}

export function changedSinceChecked(name: string): string {
  return t('{0} is not what was checked any more. Check it again.', name);
}

/** The codes that were sent are in no file any more. */
export function changedSinceSent(name: string): string {
  return t('{0} is not what was sent any more: what was sent can no longer be compared with the codes there.', name);
}

/** Some of it has left already, and nobody but the service knows what it does with that. */
export function changedWhileSent(name: string, event: string, environment: string): string {
  return t(
    '{0} is not what was checked, so its upload to {1} ({2}) was stopped before its end. It is not known whether any of it was stored: look at the codes there, and check the file again.',
    name,
    event,
    environment,
  );
}
