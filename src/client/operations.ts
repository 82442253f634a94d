// The interface, once: every operation of the document, in its order. Whatever must know an operation reads this table.
import type * as v from 'valibot';
import type { UploadFile } from './call-parts.ts';
import { idText } from './fields.ts';
import * as schemas from './schemas.ts';
import { l10nKey, t } from './l10n.ts';
import { eventOrProducer, filtersFitType, startAndFinishExist, startNotBeforeToday, type Precondition } from './preconditions.ts';

export type Group = 'event' | 'ticket';
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** What a call does to the service's data. */
export type Effect = 'read' | 'write' | 'destroy';
/** What a field of an input names by its id. */
type Subject = 'event' | 'session' | 'item' | 'items' | 'passkey' | 'code' | 'category';
export type InputPart = 'path' | 'query' | 'body';

export interface OperationRow {
  readonly group: Group;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly effect: Effect;
  /** What it does, as the title of a command: `titleOf` says it to a person. */
  readonly title: string;
  readonly query: v.GenericSchema;
  readonly body?: v.GenericSchema;
  /** The payload is the environment's choice. */
  readonly removal?: true;
  /** A multipart form with one file field named `file`. */
  readonly file?: true;
  readonly preconditions?: readonly Precondition[];
  /** Whether its reply is one page of a list, which takes `page` and `pageSize`. */
  readonly paged?: true;
  /** What the fields of its input name. */
  readonly subjects?: Readonly<Partial<Record<InputPart, Readonly<Record<string, Subject>>>>>;
  /** The kind of record that it writes or removes. */
  readonly changes?: 'item' | 'passkey' | 'code';
  /** What is gone after it, for an operation that destroys. */
  readonly removes?: 'item' | 'passkey' | 'code' | 'codesOfEvent';
  /** Whether sending it twice leaves what sending it once does. */
  readonly idempotent: boolean;
  readonly deprecated?: true;
}

const { anyQuery, anyPayload } = schemas;

const read = { method: 'GET', effect: 'read', idempotent: true, query: anyQuery } as const;
const create = { method: 'POST', effect: 'write', idempotent: false, query: anyQuery } as const;
const eventRead = { ...read, group: 'event' } as const;
const ticketRead = { ...read, group: 'ticket' } as const;
const ticketCreate = { ...create, group: 'ticket' } as const;
const ticketUpdate = { method: 'PUT', effect: 'write', idempotent: true, query: anyQuery, group: 'ticket' } as const;
const ticketRemove = { ...ticketUpdate, method: 'DELETE', effect: 'destroy', body: anyPayload } as const;

const ofEvent = { subjects: { path: { id: 'event' } } } as const;
const byEventId = { subjects: { path: { eventId: 'event' } } } as const;
const ofItem = { subjects: { path: { id: 'item' } } } as const;
const ofPasskey = { subjects: { path: { id: 'passkey' } } } as const;
const inEvent = { subjects: { query: { eventId: 'event' } } } as const;
const itemPart = { ...ofItem, changes: 'item' } as const;
const exportRequest = { ...create, ...byEventId, group: 'event', path: '/event/{eventId}/export' } as const;

const rows = {
  // Event group
  identifyEvent: {
    ...eventRead,
    path: '/event',
    title: 'Identify event',
    query: schemas.identifyQuery,
    subjects: { query: { link: 'event' } },
  },
  getEvent: { ...eventRead, ...ofEvent, path: '/event/{id}', title: 'Get event' },
  getEventTickets: { ...eventRead, ...ofEvent, path: '/event/{id}/tickets', title: 'Get tickets of event' },
  getSessionTickets: {
    ...eventRead,
    path: '/event/{id}/session/{sessionId}/tickets',
    title: 'Get tickets of session',
    paged: true,
    subjects: { path: { id: 'event', sessionId: 'session' } },
  },
  getEventCrew: { ...eventRead, ...ofEvent, path: '/event/{id}/crew', title: 'Get crew of event' },
  getEventAttributes: { ...eventRead, ...ofEvent, path: '/event/{id}/attributes', title: 'Get attributes of event' },
  getFeatured: { ...eventRead, path: '/featured', title: 'Get featured events', query: schemas.featuredQuery, paged: true },
  getHomeSections: { ...eventRead, path: '/home/sections', title: 'Get home sections' },
  getHomeCover: { ...eventRead, path: '/home/cover', title: 'Get home cover' },
  searchCategory: {
    ...eventRead,
    path: '/{category}',
    title: 'Search events by category',
    paged: true,
    subjects: { path: { category: 'category' } },
  },
  requestExport: {
    ...exportRequest,
    title: 'Request export',
    body: schemas.exportPayload,
    preconditions: [filtersFitType],
  },
  requestPasskeysReport: {
    ...exportRequest,
    title: 'Request passkeys report',
    body: schemas.passkeysReportPayload,
    preconditions: [filtersFitType],
  },
  getEntryReport: {
    ...eventRead,
    path: '/event/{eventId}/guestlist',
    title: 'Get entry report',
    query: schemas.entryReportQuery,
    subjects: { path: { eventId: 'event' }, query: { sessionId: 'session' } },
  },
  getBordero: { ...eventRead, ...byEventId, path: '/event/{eventId}/bordero', title: 'Get bordero' },
  getHome: { ...eventRead, path: '/home/sections', title: 'Get home', deprecated: true },

  // Ticket group
  listTypes: { ...ticketRead, path: '/types', title: 'List ticket types' },
  listItems: { ...ticketRead, ...inEvent, path: '/items', title: 'List items', query: schemas.listItemsQuery, paged: true },
  getItem: { ...ticketRead, ...ofItem, path: '/items/{id}', title: 'Get item' },
  createItem: {
    ...ticketCreate,
    path: '/items',
    title: 'Create item',
    body: schemas.itemPayload,
    changes: 'item',
    subjects: { body: { eventId: 'event' } },
  },
  updateItem: {
    ...ticketUpdate,
    path: '/items/{id}',
    title: 'Update item',
    body: schemas.itemPayload,
    changes: 'item',
    subjects: { path: { id: 'item' }, body: { eventId: 'event' } },
  },
  removeItem: {
    ...ticketUpdate,
    ...itemPart,
    path: '/items/{id}',
    title: 'Remove item',
    effect: 'destroy',
    body: anyPayload,
    removal: true,
    removes: 'item',
  },
  createAttribute: {
    ...ticketCreate,
    ...itemPart,
    path: '/items/{id}/attributes',
    title: 'Create attribute',
    body: schemas.attributePayload,
  },
  updateAttribute: {
    ...ticketUpdate,
    ...itemPart,
    path: '/items/{id}/attributes',
    title: 'Update attribute',
    body: schemas.attributePayload,
  },
  createSalePeriod: {
    ...ticketCreate,
    ...itemPart,
    path: '/items/{id}/sales-period',
    title: 'Create sale period',
    body: schemas.salePeriodPayload,
    preconditions: [startAndFinishExist],
  },
  updateSalePeriod: {
    ...ticketUpdate,
    ...itemPart,
    path: '/items/{id}/sales-period',
    title: 'Update sale period',
    body: schemas.salePeriodPayload,
    preconditions: [startAndFinishExist],
  },
  createValues: {
    ...ticketCreate,
    ...itemPart,
    path: '/items/{id}/values',
    title: 'Create values',
    body: schemas.valuesPayload,
  },
  updateValues: {
    ...ticketUpdate,
    ...itemPart,
    path: '/items/{id}/values',
    title: 'Update values',
    body: schemas.valuesPayload,
  },
  listTriggers: { ...ticketRead, ...ofItem, path: '/items/{id}/triggers', title: 'List triggers of item' },
  calculateTax: {
    ...ticketRead,
    ...inEvent,
    path: '/tax',
    title: 'Calculate tax',
    query: schemas.taxQuery,
    preconditions: [eventOrProducer],
  },
  listPasskeys: {
    ...ticketRead,
    ...inEvent,
    path: '/passkeys',
    title: 'List passkeys',
    query: schemas.listPasskeysQuery,
    paged: true,
  },
  getPasskey: { ...ticketRead, ...ofPasskey, path: '/passkeys/{id}', title: 'Get passkey' },
  createPasskey: {
    ...ticketCreate,
    path: '/passkeys',
    title: 'Create passkey',
    body: schemas.newPasskeyPayload,
    preconditions: [startAndFinishExist],
    changes: 'passkey',
    subjects: { body: { eventId: 'event' } },
  },
  updatePasskey: {
    ...ticketUpdate,
    path: '/passkeys/{id}',
    title: 'Update passkey',
    body: schemas.passkeyPayload,
    preconditions: [startNotBeforeToday, startAndFinishExist],
    changes: 'passkey',
    subjects: { path: { id: 'passkey' }, body: { eventId: 'event' } },
  },
  deletePasskey: {
    ...ticketRemove,
    ...ofPasskey,
    path: '/passkeys/{id}',
    title: 'Delete passkey',
    changes: 'passkey',
    removes: 'passkey',
  },
  setPasskeyItems: {
    ...ticketUpdate,
    path: '/passkeys/{id}/items',
    title: 'Associate passkey to items',
    body: schemas.passkeyItemsPayload,
    changes: 'passkey',
    subjects: { path: { id: 'passkey' }, body: { itemIds: 'items' } },
  },
  createPasskeys: {
    ...ticketCreate,
    path: '/event/{eventId}/passkeys',
    title: 'Create passkeys',
    body: schemas.passkeyBatchPayload,
    preconditions: [startNotBeforeToday, startAndFinishExist],
    changes: 'passkey',
    subjects: { path: { eventId: 'event' }, body: { itemIds: 'items' } },
  },
  uploadCodes: {
    ...ticketCreate,
    ...byEventId,
    path: '/events/{eventId}/codes',
    title: 'Upload codes',
    file: true,
    changes: 'code',
  },
  listCodes: {
    ...ticketRead,
    path: '/items/{itemId}/codes',
    title: 'List codes of item',
    paged: true,
    subjects: { path: { itemId: 'item' } },
  },
  deleteEventCodes: {
    ...ticketRemove,
    ...byEventId,
    path: '/events/{eventId}/codes',
    title: 'Delete codes of event',
    // Codes that came since the first try would go with a second one.
    idempotent: false,
    changes: 'code',
    removes: 'codesOfEvent',
  },
  deleteCode: {
    ...ticketRemove,
    path: '/items/{itemId}/codes/{codeId}',
    title: 'Delete code',
    changes: 'code',
    removes: 'code',
    subjects: { path: { itemId: 'item', codeId: 'code' } },
  },
} as const satisfies Record<string, OperationRow>;

export type OperationId = keyof typeof rows;
type OperationRows = typeof rows;

export type Operation<Id extends OperationId = OperationId> = OperationRow & { readonly id: Id };

/** Every operation by its id, in the document's order. */
export const operations = Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, { ...row, id }])) as unknown as {
  readonly [Id in OperationId]: OperationRows[Id] & { readonly id: Id };
};

/** In the person's language. */
export function titleOf({ title }: Pick<OperationRow, 'title'>): string {
  return t(title);
}

/** What must hold before it is sent, in the person's language. */
export function rulesOf({ preconditions = [] }: Pick<OperationRow, 'preconditions'>): string[] {
  return preconditions.map(({ text }) => t(text));
}

const subjectMeanings: Readonly<Record<Subject, string>> = {
  event: l10nKey('Id of the event.'),
  session: l10nKey('Id of the session.'),
  item: l10nKey('Id of the item.'),
  items: l10nKey('Ids of the items.'),
  passkey: l10nKey('Id of the passkey.'),
  code: l10nKey('Id of the code.'),
  category: l10nKey('Name of the category.'),
};

/** What a field of an input means, in English, as far as the document tells. */
export function fieldMeaning({ subjects, query, body }: OperationRow, part: InputPart, name: string): string | undefined {
  const subject = subjects?.[part]?.[name];
  const schema = part === 'path' ? undefined : schemas.fieldsIn(part === 'query' ? query : body)[name];
  return (schema && schemas.meaningOf(schema).meaning) ?? (subject && subjectMeanings[subject]);
}

/** The event, item or other record that the input of a call names. */
export function idIn(
  operation: OperationId,
  input: Readonly<Partial<Record<InputPart, Readonly<Record<string, unknown>> | undefined>>>,
  subject: Subject,
): string | undefined {
  const { subjects = {} }: OperationRow = rows[operation];
  for (const [part, fields] of Object.entries(subjects))
    for (const [name, named] of Object.entries(fields)) {
      const id = named === subject ? idText(input[part as InputPart]?.[name]) : undefined;
      if (id !== undefined) return id;
    }
  return undefined;
}

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;

type PathPart<Row extends OperationRow> = [PathNames<Row['path']>] extends [never]
  ? { path?: Record<string, never> }
  : { path: Record<PathNames<Row['path']>, string | number | bigint> };

/** It may be left out where nothing in it must be given. */
type Part<Name extends InputPart, Value> =
  Record<string, never> extends Value ? { [Key in Name]?: Value } : { [Key in Name]: Value };

type BodyPart<Row extends OperationRow> = Row extends { body: infer Schema extends v.GenericSchema }
  ? Part<'body', v.InferInput<Schema>>
  : Row extends { method: 'GET' }
    ? { body?: undefined }
    : { body?: Record<string, unknown> };

type FilePart<Row extends OperationRow> = Row extends { file: true } ? { file: UploadFile } : { file?: undefined };

/** What a call of an operation takes. */
export type CallInput<Id extends OperationId> = PathPart<OperationRows[Id]> &
  Part<'query', v.InferInput<OperationRows[Id]['query']>> &
  BodyPart<OperationRows[Id]> &
  FilePart<OperationRows[Id]>;
