// What the fields of a reply are called on screen: the names that the service is known to use are translated, any other is
// shown in its own words.
import { labelOf } from '../../client/index.ts';
import { fold, remembering } from '../../client/fields.ts';
import { spaced } from '../../shared/text.ts';
import type { Translate } from './formats.ts';

const plainPath = /^[a-z]\w*(\.[a-z]\w*)*$/i;

/** Gives `venue.city` as "Venue · City". What was not made up as a name, as an address by which a map goes, stays as it is. */
export function fieldNames(t: Translate): (path: string) => string {
  const known = knownNames(t);
  const name = (part: string) => known.get(fold(part)) ?? spaced(part);
  return (path) => labelOf(plainPath.test(path) ? path.split('.').map(name).join(' · ') : path);
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
      available: t('available'),
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
  return new Map(
    Object.entries({
      action: t('Action'),
      archived: t('Archived'),
      attributes: t('Attributes'),
      available: t('Available'),
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
      description: t('Description'),
      email: t('E-mail'),
      endsales: t('Sales end'),
      eventdates: t('Event dates'),
      events: t('Events'),
      eventid: t('Event ID'),
      feeproducer: t('Producer fee'),
      feesale: t('Sale fee'),
      finalprice: t('Final price'),
      finish: t('Finish'),
      gate: t('Gate'),
      gross: t('Gross'),
      group: t('Group'),
      hidden: t('Hidden'),
      id: t('ID'),
      itemid: t('Item ID'),
      itemids: t('Item IDs'),
      limit: t('Limit'),
      link: t('Link'),
      location: t('Location'),
      max: t('Maximum'),
      maximum: t('Maximum'),
      min: t('Minimum'),
      minimum: t('Minimum'),
      name: t('Name'),
      net: t('Net'),
      order: t('Order'),
      parent: t('Parent'),
      passkey: t('Passkey'),
      poster: t('Poster'),
      price: t('Price'),
      producerid: t('Producer ID'),
      quantity: t('Quantity'),
      restrictions: t('Restrictions'),
      role: t('Role'),
      saleenabled: t('On sale'),
      saleperiods: t('Sale periods'),
      section: t('Section'),
      sessionid: t('Session ID'),
      sold: t('Sold'),
      soldout: t('When sold out'),
      start: t('Start'),
      startsat: t('Starts at'),
      state: t('State'),
      status: t('Status'),
      street: t('Street'),
      target: t('Target'),
      tax: t('Tax'),
      taxdistribution: t('Tax distribution'),
      timezone: t('Time zone'),
      title: t('Title'),
      triggers: t('Triggers'),
      type: t('Type'),
      used: t('Used'),
      user: t('User'),
      value: t('Value'),
      venue: t('Venue'),
      when: t('When'),
    }),
  );
}
