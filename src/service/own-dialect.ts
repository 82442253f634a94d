// What there is to know of this service: its manners as a dialect, so that whoever calls it need not find them out.
import type { CredentialForm, Dialect } from '../client/index.ts';
import { documentedManners, type AmountForm, type Carrier, type ServiceManners } from './manners.ts';
import { serviceZone } from './zone.ts';

/** Of thousands: 1 wrong use, 2 not allowed, 3 the database, which may fail after half of the work, 6 the context. */
export const localErrors: NonNullable<Dialect['errors']> = {
  signIn: ['2005', '2006', '6062', '6065'],
  notFound: ['2004', '3002', '3020'],
  forbidden: ['2*'],
  refused: ['1*', '6*'],
  failed: ['3*'],
};

/**
 * What there is to know of it when it speaks as one service was seen to.
 *
 * @internal most tests call it so
 */
export const seenDialect: Dialect = {
  amounts: { items: 'decimals', tickets: 'decimals', fees: 'decimals', tax: 'cents', reports: 'cents' },
  paging: { by: 'page', page: 'page', size: 'pageSize', first: 1, largest: 1000, beyond: ['2004'] },
  clock: serviceZone,
  put: 'merges',
  codesOfTicket: 'name',
  removal: null,
  errors: localErrors,
  categories: ['festivals', 'theatre', 'concerts', 'sports', 'courses', 'parties'],
};

/** The other way round than `mannersOf`. */
export function dialectOf(manners: ServiceManners): Dialect {
  const { codesOfTicket, errors, ...usual } = seenDialect;
  const { clock = usual.clock, put = usual.put, removal = null, names, failure, acceptedAfter } = manners;
  const isQueryIgnored = manners.deleteIgnoresQuery ?? (manners.documentedQuery && manners.codesOfTicket === undefined);
  const success = {
    ...(failure && { failure }),
    ...(acceptedAfter !== undefined && { accepted: acceptedAfter > 0 ? ('later' as const) : ('done' as const) }),
  };
  return {
    token: tokenOf(manners),
    ...usual,
    amounts: amountsOf(manners),
    paging: pagingOf(manners),
    ...(names && { fields: names }),
    ...(clock !== undefined && { clock }),
    ...(put && { put }),
    ...(!isQueryIgnored && { codesOfTicket: manners.codesOfTicket ?? codesOfTicket }),
    removal,
    // Without codes, the statuses say it.
    ...(!manners.bare && errors && { errors }),
    ...(Object.keys(success).length > 0 && { success }),
  };
}

function amountsOf({ amounts = {} }: ServiceManners): NonNullable<Dialect['amounts']> {
  const unit = (form: AmountForm) => (form === 'text-comma' ? 'text' : form);
  const { items = 'decimals', tickets = 'decimals', tax = 'cents', reports = 'cents', fees = items } = amounts;
  return {
    items: unit(items),
    tickets: unit(tickets),
    fees: fees === 'number' ? fees : unit(fees),
    tax: unit(tax),
    reports: unit(reports),
  };
}

function pagingOf({ paging = {} }: ServiceManners): NonNullable<Dialect['paging']> {
  const { by = 'page', first = 1, cap } = paging;
  if (by === 'none') return { by };
  const { page = by, size = by === 'page' ? 'pageSize' : 'limit' } = paging;
  return { by, page, size, ...(by === 'page' && { first, beyond: ['2004'] }), largest: cap ?? 1000 };
}

/** A read of the event group may carry the token where it need not; a write there must. */
function tokenOf({ token = {}, eventToken, eventKey }: ServiceManners): NonNullable<Dialect['token']> {
  const ticket = token === 'nothing' ? token : formOf(token);
  if (eventKey) return { event: formOf(eventKey, true), ticket };
  if (typeof eventToken === 'object') return { event: formOf(eventToken), ticket };
  return { event: ticket === 'nothing' ? 'bearer' : ticket, ticket };
}

function formOf({ header, prefix, query = [] }: Carrier, own = false): CredentialForm {
  const [name, ...more] = query;
  if (header === undefined && name !== undefined)
    return own && more.length > 0 ? [...query] : { query: name, ...(own && { own }) };
  const place = header ?? 'Authorization';
  const before = prefix ?? (/^authorization$/i.test(place) ? 'Bearer ' : '');
  if (!own && /^authorization$/i.test(place) && before === 'Bearer ') return 'bearer';
  return { header: place, ...(before !== '' && { prefix: before }), ...(own && { own }) };
}

/** What there is to know of the local service, unless it was told to have other manners. */
export const localManners: Dialect = dialectOf(documentedManners);
