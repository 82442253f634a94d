// The interface, once: every operation of the document, in its order. Whatever must know an operation reads this table.
import type * as v from 'valibot';
import { isBeforeToday, isSkipped } from './dates.ts';
import type { FieldProblem } from './errors.ts';
import * as schemas from './schemas.ts';
import { l10nKey, t } from './l10n.ts';

export type Group = 'event' | 'ticket';
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** What a call does to the service's data. */
export type Effect = 'read' | 'write' | 'destroy';

/** What a precondition may look at: the input as it will be sent, and the day it is. */
interface PreconditionInput {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly timeZone: string;
  readonly now: number;
}

interface Precondition {
  /** The rule: `rulesOf` says it to a person. */
  readonly text: string;
  readonly problem: (input: PreconditionInput) => FieldProblem | undefined;
}

export interface OperationRow {
  readonly group: Group;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly effect: Effect;
  /** What it does, as the title of a command: `titleOf` says it to a person. */
  readonly title: string;
  readonly query: v.GenericSchema<never, Record<string, unknown>> | v.GenericSchema;
  readonly body?: v.GenericSchema;
  /** The payload is the environment's choice. */
  readonly removal?: true;
  /** A multipart form with one file field named `file`. */
  readonly file?: true;
  readonly preconditions?: readonly Precondition[];
  /** Whether sending it twice leaves what sending it once does. */
  readonly idempotent: boolean;
  readonly deprecated?: true;
}

const { anyQuery, anyPayload } = schemas;

/** A row that reads. */
const read = { method: 'GET', effect: 'read', idempotent: true, query: anyQuery } as const;
const create = { method: 'POST', effect: 'write', idempotent: false, query: anyQuery } as const;
const update = { method: 'PUT', effect: 'write', idempotent: true, query: anyQuery } as const;
const remove = { method: 'DELETE', effect: 'destroy', idempotent: true, query: anyQuery, body: anyPayload } as const;

const startNotBeforeToday: Precondition = {
  text: l10nKey('start must not be earlier than the current day'),
  problem: ({ body, timeZone, now }) =>
    typeof body.start === 'string' && isBeforeToday(body.start, timeZone, now)
      ? { field: 'body.start', message: t('must not be earlier than today in {0}', timeZone) }
      : undefined,
};

const startAndFinishExist: Precondition = {
  text: l10nKey('start and finish must be times that exist in the time zone'),
  problem({ body, timeZone }) {
    const skipped = ['start', 'finish'].find((name) => {
      const time = body[name];
      return typeof time === 'string' && isSkipped(time, timeZone);
    });
    if (skipped === undefined) return undefined;
    return { field: `body.${skipped}`, message: t('does not exist in {0}: the clock is set forward over it', timeZone) };
  },
};

const eventOrProducer: Precondition = {
  text: l10nKey('eventId or producerId must be given'),
  problem: ({ query }) =>
    query.eventId === undefined && query.producerId === undefined
      ? { field: 'query.eventId', message: t('eventId or producerId must be given') }
      : undefined,
};

const filtersFitType: Precondition = {
  text: l10nKey('guestlist filters have name and value, passkey filters have status'),
  problem({ body }) {
    const wanted = { guestlist: 'name', passkey: 'status' }[String(body.type)];
    const misfit = (body.filters as object[]).findIndex((filter) => wanted !== undefined && !Object.hasOwn(filter, wanted));
    if (misfit < 0) return undefined;
    const message =
      wanted === 'name' ? t('must have a name and a value for the type guestlist') : t('must have a status for the type passkey');
    return { field: `body.filters.${misfit}`, message };
  },
};

const rows = {
  // Event group
  identifyEvent: { ...read, group: 'event', path: '/event', title: 'Identify event', query: schemas.identifyQuery },
  getEvent: { ...read, group: 'event', path: '/event/{id}', title: 'Get event' },
  getEventTickets: { ...read, group: 'event', path: '/event/{id}/tickets', title: 'Get tickets of event' },
  getSessionTickets: {
    ...read,
    group: 'event',
    path: '/event/{id}/session/{sessionId}/tickets',
    title: 'Get tickets of session',
  },
  getEventCrew: { ...read, group: 'event', path: '/event/{id}/crew', title: 'Get crew of event' },
  getEventAttributes: { ...read, group: 'event', path: '/event/{id}/attributes', title: 'Get attributes of event' },
  getFeatured: { ...read, group: 'event', path: '/featured', title: 'Get featured events', query: schemas.featuredQuery },
  getHomeSections: { ...read, group: 'event', path: '/home/sections', title: 'Get home sections' },
  getHomeCover: { ...read, group: 'event', path: '/home/cover', title: 'Get home cover' },
  searchCategory: { ...read, group: 'event', path: '/{category}', title: 'Search events by category' },
  requestExport: {
    ...create,
    group: 'event',
    path: '/event/{eventId}/export',
    title: 'Request export',
    body: schemas.exportPayload,
    preconditions: [filtersFitType],
  },
  requestPasskeysReport: {
    ...create,
    group: 'event',
    path: '/event/{eventId}/export',
    title: 'Request passkeys report',
    body: schemas.passkeysReportPayload,
    preconditions: [filtersFitType],
  },
  getEntryReport: {
    ...read,
    group: 'event',
    path: '/event/{eventId}/guestlist',
    title: 'Get entry report',
    query: schemas.entryReportQuery,
  },
  getBordero: { ...read, group: 'event', path: '/event/{eventId}/bordero', title: 'Get bordero' },
  getHome: { ...read, group: 'event', path: '/home/sections', title: 'Get home', deprecated: true },

  // Ticket group
  listTypes: { ...read, group: 'ticket', path: '/types', title: 'List ticket types' },
  listItems: { ...read, group: 'ticket', path: '/items', title: 'List items', query: schemas.listItemsQuery },
  getItem: { ...read, group: 'ticket', path: '/items/{id}', title: 'Get item' },
  createItem: { ...create, group: 'ticket', path: '/items', title: 'Create item', body: schemas.itemPayload },
  updateItem: { ...update, group: 'ticket', path: '/items/{id}', title: 'Update item', body: schemas.itemPayload },
  removeItem: {
    ...update,
    group: 'ticket',
    path: '/items/{id}',
    title: 'Remove item',
    effect: 'destroy',
    body: anyPayload,
    removal: true,
  },
  createAttribute: {
    ...create,
    group: 'ticket',
    path: '/items/{id}/attributes',
    title: 'Create attribute',
    body: schemas.attributePayload,
  },
  updateAttribute: {
    ...update,
    group: 'ticket',
    path: '/items/{id}/attributes',
    title: 'Update attribute',
    body: schemas.attributePayload,
  },
  createSalePeriod: {
    ...create,
    group: 'ticket',
    path: '/items/{id}/sales-period',
    title: 'Create sale period',
    body: schemas.salePeriodPayload,
    preconditions: [startAndFinishExist],
  },
  updateSalePeriod: {
    ...update,
    group: 'ticket',
    path: '/items/{id}/sales-period',
    title: 'Update sale period',
    body: schemas.salePeriodPayload,
    preconditions: [startAndFinishExist],
  },
  createValues: { ...create, group: 'ticket', path: '/items/{id}/values', title: 'Create values', body: schemas.valuesPayload },
  updateValues: { ...update, group: 'ticket', path: '/items/{id}/values', title: 'Update values', body: schemas.valuesPayload },
  listTriggers: { ...read, group: 'ticket', path: '/items/{id}/triggers', title: 'List triggers of item' },
  calculateTax: {
    ...read,
    group: 'ticket',
    path: '/tax',
    title: 'Calculate tax',
    query: schemas.taxQuery,
    preconditions: [eventOrProducer],
  },
  listPasskeys: { ...read, group: 'ticket', path: '/passkeys', title: 'List passkeys', query: schemas.listPasskeysQuery },
  getPasskey: { ...read, group: 'ticket', path: '/passkeys/{id}', title: 'Get passkey' },
  createPasskey: {
    ...create,
    group: 'ticket',
    path: '/passkeys',
    title: 'Create passkey',
    body: schemas.newPasskeyPayload,
    preconditions: [startAndFinishExist],
  },
  updatePasskey: {
    ...update,
    group: 'ticket',
    path: '/passkeys/{id}',
    title: 'Update passkey',
    body: schemas.passkeyPayload,
    preconditions: [startNotBeforeToday, startAndFinishExist],
  },
  deletePasskey: { ...remove, group: 'ticket', path: '/passkeys/{id}', title: 'Delete passkey' },
  setPasskeyItems: {
    ...update,
    group: 'ticket',
    path: '/passkeys/{id}/items',
    title: 'Associate passkey to items',
    body: schemas.passkeyItemsPayload,
  },
  createPasskeys: {
    ...create,
    group: 'ticket',
    path: '/event/{eventId}/passkeys',
    title: 'Create passkeys',
    body: schemas.passkeyBatchPayload,
    preconditions: [startNotBeforeToday, startAndFinishExist],
  },
  uploadCodes: { ...create, group: 'ticket', path: '/events/{eventId}/codes', title: 'Upload codes', file: true },
  listCodes: { ...read, group: 'ticket', path: '/items/{itemId}/codes', title: 'List codes of item' },
  deleteEventCodes: { ...remove, group: 'ticket', path: '/events/{eventId}/codes', title: 'Delete codes of event' },
  deleteCode: { ...remove, group: 'ticket', path: '/items/{itemId}/codes/{codeId}', title: 'Delete code' },
} as const satisfies Record<string, OperationRow>;

export type OperationId = keyof typeof rows;
type Rows = typeof rows;

export type Operation<Id extends OperationId = OperationId> = OperationRow & { readonly id: Id };

/** Every operation by its id, in the document's order. */
export const operations = Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, { ...row, id }])) as unknown as {
  readonly [Id in OperationId]: Rows[Id] & { readonly id: Id };
};

/** In the person's language. */
export function titleOf({ title }: Pick<OperationRow, 'title'>): string {
  return t(title);
}

/** What must hold before it is sent, in the person's language. */
export function rulesOf({ preconditions = [] }: Pick<OperationRow, 'preconditions'>): string[] {
  return preconditions.map(({ text }) => t(text));
}

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;

type PathPart<Row extends OperationRow> = [PathNames<Row['path']>] extends [never]
  ? { path?: Record<string, never> }
  : { path: Record<PathNames<Row['path']>, string | number | bigint> };

type QueryPart<Row extends OperationRow> =
  Record<string, never> extends v.InferInput<Row['query']>
    ? { query?: v.InferInput<Row['query']> }
    : { query: v.InferInput<Row['query']> };

type BodyPart<Row extends OperationRow> = Row extends { body: infer Schema extends v.GenericSchema }
  ? Record<string, never> extends v.InferInput<Schema>
    ? { body?: v.InferInput<Schema> }
    : { body: v.InferInput<Schema> }
  : Row extends { method: 'GET' }
    ? { body?: undefined }
    : { body?: Record<string, unknown> };

type FilePart<Row extends OperationRow> = Row extends { file: true } ? { file: UploadFile } : { file?: undefined };

/** A file to upload: a Blob with a name. */
export interface UploadFile {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  stream(): AsyncIterable<Uint8Array>;
  /** For a file that was checked: a new one each time that it is sent. */
  check?(): ContentCheck;
}

/** Sees every byte as it is sent. */
interface ContentCheck {
  add(piece: Uint8Array): void;
  /** Whether all of it is what was checked; asked once, before the end of the form is sent. */
  isSame(): boolean;
}

/** What a call of an operation takes. */
export type CallInput<Id extends OperationId> = PathPart<Rows[Id]> &
  QueryPart<Rows[Id]> &
  BodyPart<Rows[Id]> &
  FilePart<Rows[Id]>;
