// The manners of a service that somebody has described: a dialect, read the other way round.
import type { CredentialForm, Dialect } from '../client/index.ts';
import type { Carrier, FieldName, ServiceManners } from './manners.ts';

/** How long a write takes that is done later, in milliseconds. */
const later = 500;

/** What the dialect does not know stays as this service does it. */
export function mannersOf(dialect: Dialect): ServiceManners {
  const { amounts, paging, fields, clock, put, codesOfTicket, removal, success, token } = dialect;
  return {
    ...(amounts === undefined ? {} : { amounts: defined(amounts) }),
    ...(paging === undefined ? {} : { paging: pagingOf(paging) }),
    ...(fields === undefined ? {} : { names: namesIn(fields) }),
    ...(clock === undefined ? {} : { clock }),
    ...(put === undefined ? {} : { put }),
    ...(codesOfTicket === undefined ? {} : { codesOfTicket }),
    ...(removal === undefined ? {} : { removal }),
    ...(success?.failure === undefined ? {} : { failure: success.failure }),
    ...(success?.accepted === undefined ? {} : { acceptedAfter: success.accepted === 'later' ? later : 0 }),
    ...(token?.ticket === undefined ? {} : { token: token.ticket === 'nothing' ? token.ticket : carrierOf(token.ticket) }),
    ...(token?.event === undefined ? {} : accessToEvents(token.event)),
  };
}

function pagingOf({ largest, ...paging }: NonNullable<Dialect['paging']>): NonNullable<ServiceManners['paging']> {
  return { ...defined(paging), ...(largest === undefined ? {} : { cap: largest }) };
}

/** Of several names that a field may have, the first. */
function namesIn(fields: NonNullable<Dialect['fields']>): Partial<Record<FieldName, string>> {
  const entries = Object.entries(fields).map(([name, names]) => [name, [names].flat()[0]] as const);
  return Object.fromEntries(entries.filter((entry) => entry[1] !== undefined));
}

function accessToEvents(form: CredentialForm): Pick<ServiceManners, 'eventToken' | 'eventKey'> {
  if (form === 'nothing') return { eventToken: false };
  // Parameters by their names alone have values of their own.
  const isOwn = Array.isArray(form) || (typeof form === 'object' && 'own' in form && form.own);
  return isOwn ? { eventKey: carrierOf(form) } : { eventToken: carrierOf(form) };
}

function carrierOf(form: Exclude<CredentialForm, 'nothing'>): Carrier {
  if (form === 'bearer') return { header: 'Authorization' };
  if (Array.isArray(form)) return { query: form };
  if ('query' in form) return { query: [form.query] };
  return { header: form.header, prefix: form.prefix ?? '' };
}

type Defined<Box> = { [Name in keyof Box]: Exclude<Box[Name], undefined> };

function defined<Box extends object>(box: Box): Defined<Box> {
  return Object.fromEntries(Object.entries(box).filter(([, value]) => value !== undefined)) as Defined<Box>;
}
