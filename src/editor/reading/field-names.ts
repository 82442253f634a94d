// What the fields of a reply are called on screen: the names that the service is known to use are translated, any other is
// shown in its own words.
import { labelOf } from '../../client/index.ts';
import { fold } from '../../client/fields.ts';
import { remembering } from '../../client/remembering.ts';
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

/** Of a field whose words are its own. */
const none: ReadonlyMap<string, string> = new Map();

/** The status and the type of a record are said as everywhere else; any other word stays as the service gives it. */
export function fieldAliases(t: Translate, of?: 'passkey'): WordOf {
  const types = new Map(Object.entries({ group: t('Group'), ticket: t('Ticket') }));
  const known = new Map(Object.entries({ status: statusAliases(t, of === 'passkey'), type: types }));
  const wordsOf = remembering((path) => known.get(ownName(path)) ?? none);
  return (path, word) => {
    const words = wordsOf(path);
    return words === none ? undefined : words.get(fold(word));
  };
}

/** Whether some words of the field are said otherwise than the service says them. */
export function hasWords(path: string): boolean {
  return ['status', 'type'].includes(ownName(path));
}

function ownName(path: string): string {
  return fold(path.slice(path.lastIndexOf('.') + 1));
}

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

function knownNames(t: Translate): ReadonlyMap<string, string> {
  const fields = [...fieldLabels()].map(([name, label]) => [fold(name), t(label)] as const);
  return new Map([
    ...fields,
    ...Object.entries({
      action: t('Action'),
      attributes: t('Attributes'),
      banner: t('Banner'),
      beginsales: t('Sales begin'),
      category: t('Category'),
      checked: t('Checked'),
      children: t('Children'),
      city: t('City'),
      code: t('Code'),
      country: t('Country'),
      date: t('Date'),
      dates: t('Dates'),
      email: t('E-mail'),
      endsales: t('Sales end'),
      eventdates: t('Event dates'),
      events: t('Events'),
      gate: t('Gate'),
      gross: t('Gross'),
      group: t('Group'),
      id: t('ID'),
      itemid: t('Item ID'),
      link: t('Link'),
      location: t('Location'),
      max: t('Maximum'),
      maximum: t('Maximum'),
      min: t('Minimum'),
      minimum: t('Minimum'),
      net: t('Net'),
      order: t('Order'),
      poster: t('Poster'),
      producerid: t('Producer ID'),
      restrictions: t('Restrictions'),
      role: t('Role'),
      saleenabled: t('On sale'),
      saleperiods: t('Sale periods'),
      section: t('Section'),
      sessionid: t('Session ID'),
      sold: t('Sold'),
      soldout: t('When sold out'),
      startsat: t('Starts at'),
      state: t('State'),
      status: t('Status'),
      street: t('Street'),
      target: t('Target'),
      tax: t('Tax'),
      timezone: t('Time zone'),
      title: t('Title'),
      triggers: t('Triggers'),
      user: t('User'),
      venue: t('Venue'),
      when: t('When'),
    }),
  ]);
}
