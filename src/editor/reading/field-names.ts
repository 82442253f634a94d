// What the fields of a reply are called on screen: the names that the service is known to use are translated, any other is
// shown in its own words.
import { labelOf } from '../../client/index.ts';
import { fold } from '../../client/fields.ts';
import { remembering } from '../../client/remembering.ts';
import { l10nKey } from '../../client/l10n.ts';
import { fieldLabels } from '../../records/index.ts';
import { spaced } from '../../shared/text.ts';
import type { Translate } from './formats.ts';

const plainPath = /^[a-z]\w*(\.[a-z]\w*)*$/i;

/** What a record costs stands in a box of its own, whose name says nothing. */
const boxPrefix = /^values?\.(?=.)/i;

/** Gives `venue.city` as "Venue · City", and `value.price` as "Price". What was not made up as a name, as an address by which a map goes, stays as it is. */
export function fieldNames(t: Translate): (path: string) => string {
  const known = knownNames(t);
  const name = (part: string) => known.get(fold(part)) ?? spaced(part);
  return (path) => labelOf(plainPath.test(path) ? path.replace(boxPrefix, '').split('.').map(name).join(' · ') : path);
}

/** What a word of the service is called in the field of this path, where it is known. */
export type WordOf = (path: string, word: string) => string | undefined;

/** The status and the type of a record are said as everywhere else; any other word stays as the service gives it. */
export function fieldAliases(t: Translate, of?: 'passkey'): WordOf {
  const types = new Map(Object.entries({ group: t('Group'), ticket: t('Ticket') }));
  const known = new Map(Object.entries({ status: statusAliases(t, of === 'passkey'), type: types }));
  return (path, word) => known.get(ownName(path))?.get(fold(word));
}

/** Whether some words of the field are said otherwise than the service says them. */
export function hasWords(path: string): boolean {
  return ['status', 'type'].includes(ownName(path));
}

const ownName = remembering((path) => fold(path.slice(path.lastIndexOf('.') + 1)));

function statusAliases(t: Translate, isOfPasskey: boolean): ReadonlyMap<string, string> {
  // A passkey has another gender than an event in some languages.
  const approved = isOfPasskey ? t({ message: 'approved', comment: 'for a passkey' }) : t('approved');
  const cancelled = isOfPasskey ? t({ message: 'cancelled', comment: 'for a passkey' }) : t('cancelled');
  return new Map(
    Object.entries({
      approved,
      canceled: cancelled,
      cancelled,
      draft: t('draft'),
      finished: t('finished'),
      notstarted: t('sale not started'),
      pending: t('pending'),
      private: t('private'),
      published: t('published'),
      soldout: t('sold out'),
      unavailable: t('unavailable'),
    }),
  );
}

/** Beside the fields of the table: each is called like its name. */
const otherNames = [
  l10nKey('Action'),
  l10nKey('Attributes'),
  l10nKey('Banner'),
  l10nKey('Category'),
  l10nKey('Checked'),
  l10nKey('Children'),
  l10nKey('City'),
  l10nKey('Code'),
  l10nKey('Country'),
  l10nKey('Date'),
  l10nKey('Dates'),
  l10nKey('E-mail'),
  l10nKey('Event dates'),
  l10nKey('Events'),
  l10nKey('Gate'),
  l10nKey('Gross'),
  l10nKey('Group'),
  l10nKey('ID'),
  l10nKey('Item ID'),
  l10nKey('Link'),
  l10nKey('Location'),
  l10nKey('Maximum'),
  l10nKey('Minimum'),
  l10nKey('Net'),
  l10nKey('Order'),
  l10nKey('Poster'),
  l10nKey('Producer ID'),
  l10nKey('Restrictions'),
  l10nKey('Role'),
  l10nKey('Sale periods'),
  l10nKey('Section'),
  l10nKey('Session ID'),
  l10nKey('Sold'),
  l10nKey('Starts at'),
  l10nKey('State'),
  l10nKey('Status'),
  l10nKey('Street'),
  l10nKey('Target'),
  l10nKey('Tax'),
  l10nKey('Time zone'),
  l10nKey('Title'),
  l10nKey('Triggers'),
  l10nKey('User'),
  l10nKey('Venue'),
  l10nKey('When'),
];

function knownNames(t: Translate): ReadonlyMap<string, string> {
  const others = otherNames.map((label) => [label.replaceAll(' ', ''), label] as const);
  return new Map([
    ...[...fieldLabels(), ...others].map(([name, label]) => [fold(name), t(label)] as const),
    ...Object.entries({
      beginsales: t('Sales begin'),
      endsales: t('Sales end'),
      max: t('Maximum'),
      min: t('Minimum'),
      saleenabled: t('On sale'),
      soldout: t('When sold out'),
    }),
  ]);
}
