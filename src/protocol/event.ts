// The page of an event: what it is at once, its items and passkeys as they come.
import * as v from 'valibot';
import { pageEnvironment } from './contract.ts';

/** What the page can do with its event: each is a command of the editor. */
export const eventActions = [
  'createItem',
  'createPasskey',
  'createPasskeys',
  'uploadCodes',
  'requestExport',
  'requestPasskeysReport',
  'calculateTax',
  'showEntryReport',
  'showBordero',
  'showTickets',
  'listCodes',
  'showCrew',
  'showAttributes',
  'showInTree',
  'openAsJson',
] as const;
export type EventAction = (typeof eventActions)[number];

/** The lists of an event that open as tables. */
const eventTables = ['items', 'passkeys'] as const;

const eventItem = v.strictObject({
  /** Without an id it can be shown and not be opened. */
  id: v.optional(v.string()),
  label: v.string(),
  /** How many groups it stands in. */
  depth: v.number(),
  price: v.string(),
  available: v.string(),
  /** The days on which it is sold, and its periods one by one. */
  sale: v.string(),
  periodsText: v.string(),
  /** What is worth noticing. */
  notes: v.array(v.string()),
  /** When it is sold, in milliseconds; open at an end that is not given. */
  periods: v.array(v.strictObject({ from: v.optional(v.number()), to: v.optional(v.number()) })),
});
export type EventItem = v.InferOutput<typeof eventItem>;

const record = v.strictObject({ id: v.optional(v.string()), label: v.string(), text: v.string() });
export type EventRecord = v.InferOutput<typeof record>;

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(500));
/** `isAsked`: somebody asked for it and may be asked to sign in. */
const isAsked = v.boolean();

const event = v.strictObject({
  title: v.string(),
  status: v.optional(v.string()),
  facts: v.array(v.strictObject({ name: v.string(), text: v.string() })),
  sessions: v.array(record),
});
export type EventShown = v.InferOutput<typeof event>;

export const eventContract = {
  init: v.strictObject({
    environment: pageEnvironment,
    id: v.string(),
    isTrusted: v.boolean(),
    actions: v.array(v.picklist(eventActions)),
    /** Without it, `problem` says why: the other group needs no more than the id. */
    event: v.optional(event),
    problem: v.optional(v.strictObject({ text: v.string(), needsSignIn: v.optional(v.literal(true)) })),
  }),
  requests: {
    event: { payload: isAsked, result: event },
    items: {
      payload: isAsked,
      result: v.strictObject({ items: v.array(eventItem), hasMore: v.boolean(), isWhole: v.boolean(), now: v.number() }),
    },
    passkeys: {
      payload: isAsked,
      result: v.strictObject({ passkeys: v.array(record), hasMore: v.boolean(), isWhole: v.boolean() }),
    },
    run: { payload: v.picklist(eventActions), result: v.null() },
    openTable: { payload: v.picklist(eventTables), result: v.null() },
    openItem: { payload: id, result: v.null() },
    openPasskey: { payload: id, result: v.null() },
    openSession: { payload: id, result: v.null() },
  },
  events: {
    /** Something of the event was written. */
    changed: v.picklist(eventTables),
  },
};
export type EventContract = typeof eventContract;
