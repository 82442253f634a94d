// The client speaks to people in the editor: where it names what only the editor has, a shell has something else.
import { inEnglish } from '../client/l10n.ts';

/**
 * By the client's own message; the numbers in braces mean the same.
 * @internal each is held against the words of the client
 */
export const shellWords: Readonly<Record<string, string>> = {
  'The {0} of {1} refused "{2}"{3}, which carries no credential. Configure Environments says how it sends one.':
    'The {0} of {1} refused "{2}"{3}, which carries no credential. Give one by BOX_OFFICE_TOKEN or --token-command; "token" in the dialect says how a group sends it.',
  'The {0} of {1} refused {2} (sent as {3}) for "{4}"{5}. Sign in again.':
    'The {0} of {1} refused {2} (sent as {3}) for "{4}"{5}. Check what gives it: BOX_OFFICE_TOKEN, --token-command, BOX_OFFICE_EVENT_KEYS or BOX_OFFICE_TICKET_KEYS.',
  '{0} could not be reached for "{1}"{2}. Check the connection, the proxy and the environment\'s address.':
    '{0} could not be reached for "{1}"{2}. Check the connection and the address.',
  '{0} answered "{1}" with something that is not a reply of the service{2}. Check the environment\'s address and the proxy.':
    '{0} answered "{1}" with something that is not a reply of the service{2}. Check the address.',
  '{0} did not finish "{1}" in time{2}. Try again, or raise the time limit.':
    '{0} did not finish "{1}" in time{2}. Try again, or give it longer with --timeout.',
  '"{0}" was not sent: the key for {1} has {2}. Copy it again as plain text, and sign in with it.':
    '"{0}" was not sent: the key for {1} has {2}. Copy it again as plain text.',
  '"{0}" was not sent: the token has {1}. Copy it again as plain text, and sign in with it.':
    '"{0}" was not sent: the token has {1}. Copy it again as plain text.',
  '{0} is {1}, but a character on line {2} is broken, the byte at offset {3}. Correct that line and save the file, or choose on its check page in which encoding it is read.':
    '{0} is {1}, but a character on line {2} is broken, the byte at offset {3}. Correct that line and save the file, or say with --encoding how it is read.',
  '{0} has {1} columns, so there is no column {2}. Check it again and choose another.':
    '{0} has {1} columns, so there is no column {2}. Give --column another.',
};

export function inWordsOfShell(message: string, ...values: (string | number)[]): string {
  return inEnglish(shellWords[message] ?? message, ...values);
}
