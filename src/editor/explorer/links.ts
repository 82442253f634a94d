// Links that open an event or an item in the editor: <scheme>://box-office.box-office/<environment>/event/<id>[/item/<id>].
// Anybody can write one: what it says is data of bounded length, and nothing but the way to a record.
import { t } from '../../client/l10n.ts';
import { canBeId } from '../platform/resources.ts';
import { UserError } from '../platform/user-error.ts';

export interface Link {
  readonly environment: string;
  readonly eventId: string;
  readonly itemId?: string | undefined;
}

/** What VS Code makes of an address; its path is decoded once. */
interface Address {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

const extensionId = 'box-office.box-office';
const maxLength = 1000;
const maxName = 100;
const maxShown = 60;
/** What is not seen: codes without a sign, ends of lines, and letters that fill a place with nothing. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** `scheme`: of the product that runs, since each opens its own. An id that no link could open is refused. */
export function linkTo(scheme: string, { environment, eventId, itemId }: Link): string {
  const parts = [environment, 'event', requireId(eventId), ...(itemId === undefined ? [] : ['item', requireId(itemId)])];
  return `${scheme}://${extensionId}/${parts.map(encodePart).join('/')}`;
}

/** Where a link leads, or a refusal that names what is wrong with it. */
export function readLink({ path, query, fragment }: Address): Link {
  const length = path.length + query.length + fragment.length;
  if (length > maxLength) throw refused(t('This link is too long: {0} characters, of at most {1}.', length, maxLength));
  if (query !== '') throw refused(t('This link cannot be opened: it has a query, {0}.', quoted(query)));
  if (fragment !== '') throw refused(t('This link cannot be opened: it has a fragment, {0}.', quoted(fragment)));
  const [root, environment, event, eventId, item, itemId, ...more] = path.split('/').map(decodePart);
  const isWhole = root === '' && environment !== undefined && event === 'event' && eventId !== undefined;
  const hasItem = item === 'item' && itemId !== undefined;
  if (!isWhole || (item !== undefined && !hasItem) || more.length > 0)
    throw refused(
      t(
        'This link cannot be opened: {0} is not an environment, /event/ and an id, with or without /item/ and an id.',
        quoted(path),
      ),
    );
  if (environment.trim() === '' || environment.length > maxName)
    throw refused(t('This link cannot be opened: {0} is not the name of an environment.', quoted(environment)));
  return { environment, eventId: requireId(eventId), ...(hasItem ? { itemId: requireId(itemId) } : {}) };
}

/** A text of a link as a message shows it: short, and without what is not seen or turns the text around it. */
export function quoted(text: string): string {
  const visible = Array.from(text.toWellFormed().replace(hidden, '\ufffd'));
  return `“${visible.length > maxShown ? `${visible.slice(0, maxShown).join('')}…` : visible.join('')}”`;
}

function requireId(text: string): string {
  if (canBeId(text) && !/^\.+$|\\/.test(text) && text.search(hidden) < 0) return text;
  throw refused(t('This link cannot be opened: {0} is not an id.', quoted(text)));
}

/** VS Code decodes a path before anybody sees where its parts end: what would end one is encoded twice. */
function encodePart(part: string): string {
  const escaped = part.toWellFormed().replace(/[%/\\]|^\.+$/g, (text) => encodeURIComponent(text).replaceAll('.', '%2E'));
  return encodeURIComponent(escaped);
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw refused(t('This link cannot be opened: {0} is not encoded as in an address.', quoted(part)));
  }
}

function refused(message: string): UserError {
  return new UserError(message);
}
