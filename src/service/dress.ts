// Gives what the handlers answer the looks that the manners ask for: amounts, times, ids, and which fields a record has.
import type { OperationId } from '../client/index.ts';
import type { AmountForm, FieldName, ServiceManners } from './manners.ts';
import { ListPage } from './shapes.ts';
import { uuidOf, type IdKind } from './wire-ids.ts';
import { wireTime } from './wire-times.ts';

interface DressContext {
  readonly manners: ServiceManners;
  /** Of the service's clock. */
  readonly zone: string;
  /** Of the event that the path names. */
  readonly eventZone: () => string;
}

type Fields = Readonly<Record<string, unknown>>;
/** What becomes of a value; `within` is the record that it stands in, before anything of it was changed. */
type Part = (value: unknown, context: DressContext, within: Fields) => unknown;

/** The answer to an operation as it goes out, still without the box around it. */
export function dress(operation: OperationId, value: unknown, context: DressContext): unknown {
  const part = replies[operation];
  if (!part) return value;
  if (!(value instanceof ListPage)) return part(value, context, {});
  return value.withRows(value.rows.map((row) => part(row, context, {})));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const unchanged = (fields: Fields): Fields => fields;

function record(
  parts: Readonly<Record<string, Part>>,
  finish: (fields: Fields, context: DressContext) => Fields = unchanged,
): Part {
  return (value, context) => {
    if (!isFields(value)) return value;
    const entries = Object.entries(value).map(([key, field]) => {
      const part = Object.hasOwn(parts, key) ? parts[key] : undefined;
      return [key, part ? part(field, context, value) : field] as const;
    });
    return finish(Object.fromEntries(entries), context);
  };
}

const list =
  (part: Part): Part =>
  (value, context, within) =>
    Array.isArray(value) ? value.map((each) => part(each, context, within)) : value;

const id =
  (kind: IdKind): Part =>
  (value, { manners }) =>
    manners.uuid && typeof value === 'number' ? uuidOf(kind, value) : value;

type AmountKind = keyof NonNullable<ServiceManners['amounts']>;

const amount =
  (kind: AmountKind, stored: 'cents' | 'decimals'): Part =>
  (value, { manners: { amounts = {} } }) => {
    const form = kind === 'fees' ? (amounts.fees ?? amounts.items) : amounts[kind];
    if (form === undefined || typeof value !== 'number') return value;
    return writeAmount(stored === 'cents' ? value : Math.round(value * 100), form);
  };

function writeAmount(cents: number, form: AmountForm | 'number'): number | string {
  switch (form) {
    case 'cents':
    case 'number':
      return cents;
    case 'decimals':
    case 'whole':
      // A fraction is sent as it is: rounded, it would be another price.
      return cents / 100;
    case 'text':
    case 'text-comma': {
      const digits = String(Math.abs(cents)).padStart(3, '0');
      const mark = form === 'text' ? '.' : ',';
      return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
    }
  }
}

/** A time by the service's clock. */
const time =
  (timeOfDay?: string): Part =>
  (value, { manners, zone }) =>
    manners.times === undefined || manners.times === 'iso' ? value : wireTime(value, manners.times, zone, timeOfDay);

/** A time by the clock of the event. */
const eventTime: Part = (value, { manners, eventZone }) =>
  manners.times === undefined || manners.times === 'iso' ? value : wireTime(value, manners.times, eventZone());

/** Shown with the offset of São Paulo, which is another one where the clock is. */
const periodTime: Part = (value, { manners, zone }) => {
  if (manners.times === undefined && manners.clock === undefined) return value;
  return wireTime(typeof value === 'string' ? value.replace(/-03:00$/, '') : value, manners.times ?? 'iso', zone);
};

/** Fields under the names that the manners give them. */
function named(fields: Fields, { manners: { names } }: DressContext): Fields {
  if (!names) return fields;
  const entries = Object.entries(fields).map(([key, value]) => [names[key as FieldName] ?? key, value] as const);
  return Object.fromEntries(entries);
}

const sessions: Part = (value, context, event) => {
  const { times = 'iso' } = context.manners;
  const zone = typeof event.timezone === 'string' ? event.timezone : context.zone;
  // Written as the day and the time, each by itself, unless the manners want one text.
  const dateTime: Part = (box) => {
    if (times === 'iso' || !isFields(box)) return box;
    const { date, time: clock } = box as { date: string; time: string };
    return wireTime(`${date.split('/').reverse().join('-')} ${clock}`, times, zone);
  };
  return list(record({ id: id('session'), dateTime }))(value, context, event);
};

const event = record(
  { id: id('event'), producerId: id('producer'), venue: record({ id: id('venue') }), date: sessions },
  (fields, { manners }) => (manners.noSessions ? without(fields, 'date') : fields),
);

function without(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

const banner = record({ id: id('event') });

const ticketGroups = list(ticketGroup);

function ticketGroup(value: unknown, context: DressContext): unknown {
  return record({ id: id('item'), type: list(ticketType) })(value, context, {});
}

const ticketType = record({
  id: id('item'),
  price: amount('tickets', 'decimals'),
  tax: amount('tickets', 'decimals'),
  beginSales: time(),
  endSales: time(),
  dates: list(id('session')),
});

const reportAmounts = {
  price: amount('reports', 'cents'),
  gross: amount('reports', 'cents'),
  fee_sale: amount('reports', 'cents'),
  fee_producer: amount('reports', 'cents'),
  net: amount('reports', 'cents'),
};
const reportLine = record({ ...reportAmounts, session_id: id('session'), item_id: id('item'), starts_at: eventTime });

const bordero = record({
  event: record({ id: id('event') }),
  lines: list(reportLine),
  by_session: list(reportLine),
  by_item: list(reportLine),
  totals: reportLine,
});

const entryReport = record({
  started_at: eventTime,
  finished_at: eventTime,
  validations_per_hour: list(record({ hour: eventTime })),
  validations_per_type: list(record({ item_id: id('item') })),
  sessions: list(record({ id: id('session'), starts_at: eventTime })),
});

const period = record({ id: id('period'), start: periodTime, finish: periodTime }, named);

const values = (stored: 'cents' | 'decimals') =>
  record(
    {
      price: amount('items', stored),
      finalPrice: amount('items', stored),
      feeSale: amount('fees', stored),
      feeProducer: amount('fees', stored),
    },
    named,
  );

const trigger = record({ id: id('trigger'), itemId: id('item') });
const triggers = record({ soldout: list(trigger), start: list(trigger) });

const item = record(
  {
    id: id('item'),
    eventId: id('event'),
    parent: id('item'),
    children: list(id('item')),
    eventDates: list(
      record({ id: id('session'), datetime: (value, context, within) => datedInItsZone(value, context, within.timezone) }),
    ),
    salePeriods: list(period),
    value: values('decimals'),
    triggers,
  },
  (fields, context) => named(arranged(fields, context.manners), context),
);

function datedInItsZone(value: unknown, { manners: { times = 'iso' } }: DressContext, zone: unknown): unknown {
  return times === 'iso' ? value : wireTime(value, times, String(zone));
}

const noAmounts = { price: null, feeSale: null, feeProducer: null };

/** Without the parts that the manners leave out, and with the amounts where they want them. */
function arranged(fields: Fields, { noPeriods, noValues, flatAmounts }: ServiceManners): Fields {
  const shown = without(fields, ...(noPeriods ? ['salePeriods'] : []), ...(noValues ? ['value'] : []));
  if (!flatAmounts || !Object.hasOwn(shown, 'value')) return shown;
  return { ...without(shown, 'value'), ...(isFields(shown.value) ? shown.value : noAmounts) };
}

const passkey = record(
  { id: id('passkey'), eventId: id('event'), itemIds: list(id('item')), start: time(), finish: time('23:59:59') },
  (fields, context) => {
    const { itemIds, ...rest } = fields;
    const form = context.manners.passkeyItems;
    if (form === undefined || !Array.isArray(itemIds)) return named(fields, context);
    return named(form === 'none' ? rest : { ...rest, items: itemIds.map((each: unknown) => ({ id: each })) }, context);
  },
);

const code = record({ id: id('code'), eventId: id('event'), itemId: id('item') }, named);

const taxAmount = amount('tax', 'cents');
const tax = record({
  ...{ price: taxAmount, tax: taxAmount, customerTax: taxAmount, producerTax: taxAmount },
  ...{ finalPrice: taxAmount, producerReceives: taxAmount },
});

const exported = record({ id: id('export') });

const replies: Partial<Record<OperationId, Part>> = {
  identifyEvent: event,
  getEvent: event,
  getEventTickets: ticketGroups,
  getSessionTickets: ticketGroup,
  getEventCrew: record({ team: list(record({ user: record({ id: id('person') }) })) }),
  getFeatured: event,
  getHomeSections: list(record({ id: id('section'), events: list(event) })),
  getHome: list(record({ id: id('section'), events: list(event) })),
  getHomeCover: list(banner),
  searchCategory: event,
  requestExport: exported,
  requestPasskeysReport: exported,
  getEntryReport: entryReport,
  getBordero: bordero,
  listTypes: record({ id: id('type') }),
  listItems: item,
  getItem: item,
  createItem: item,
  updateItem: item,
  removeItem: record({ id: id('item') }, named),
  createSalePeriod: period,
  updateSalePeriod: period,
  createValues: values('cents'),
  updateValues: values('cents'),
  listTriggers: triggers,
  calculateTax: tax,
  listPasskeys: passkey,
  getPasskey: passkey,
  createPasskey: passkey,
  updatePasskey: passkey,
  deletePasskey: record({ id: id('passkey') }),
  setPasskeyItems: passkey,
  createPasskeys: record({ passkeys: list(record({ id: id('passkey') }, named)) }),
  listCodes: code,
  deleteCode: record({ id: id('code') }),
};
