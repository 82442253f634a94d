// The page of an event: what it is at once, its items and passkeys as they come.
import * as v from 'valibot';
import { pageEnvironment, refusalCause } from './contract.ts';
import { cellTexts, editRequests, openEdits } from './item-edit.ts';
import { state } from './record-head.ts';

/** What the page can do with its event: each is a command of the editor. */
export const eventActions = [
  'createItem',
  'createPasskey',
  'createPasskeys',
  'uploadCodes',
  'compareCodes',
  'findCode',
  'saveCodes',
  'deleteEventCodes',
  'findPasskey',
  'exportGuestList',
  'requestExport',
  'requestPasskeysReport',
  'calculateTax',
  'showEntryReport',
  'showBordero',
  'showTickets',
  'listCodes',
  'showCrew',
  'showAttributes',
  'copyId',
  'copyLink',
  'copyAsCurl',
  'showInTree',
  'openAsJson',
] as const;
export type EventAction = (typeof eventActions)[number];

/** What can be done with a row of the page, as in the tree: each is a command of the editor. */
export const rowActions = {
  item: [
    ...(['editItem', 'editValues', 'editSalePeriods', 'editAttributes', 'showTriggers', 'createItem'] as const),
    ...(['listCodes', 'saveCodes', 'copyId', 'copyAsCurl', 'openAsJson', 'showInTree', 'removeItem'] as const),
  ],
  passkey: [
    ...(['editPasskey', 'associatePasskey', 'copyId', 'copyAsCurl'] as const),
    ...(['openAsJson', 'showInTree', 'deletePasskey'] as const),
  ],
  session: [
    ...(['showTickets', 'showEntryReport', 'showBordero', 'createItem'] as const),
    ...(['copyId', 'copyAsCurl', 'openAsJson'] as const),
  ],
} as const;
export type RowKind = keyof typeof rowActions;
export type RowAction = (typeof rowActions)[RowKind][number];

/** The lists of an event that open as tables. */
const eventTables = ['items', 'passkeys'] as const;

/** What is shown, or why it is not known. */
const shownValue = v.union([v.string(), v.strictObject({ why: v.string() })]);
export type ShownValue = v.InferOutput<typeof shownValue>;

const eventItem = v.strictObject({
  /** Without an id it can be shown and not be opened. */
  id: v.optional(v.string()),
  label: v.string(),
  /** How many groups it stands in. */
  depth: v.number(),
  price: shownValue,
  quantity: shownValue,
  available: shownValue,
  /** The first and the last day on which it is sold, and its periods one by one. */
  start: shownValue,
  finish: shownValue,
  periodsText: v.string(),
  texts: v.optional(cellTexts),
  states: v.array(state),
  /** When it is sold, in milliseconds; open at an end that is not given. */
  periods: v.array(v.strictObject({ from: v.optional(v.number()), to: v.optional(v.number()) })),
});
export type EventItem = v.InferOutput<typeof eventItem>;

const eventSession = v.strictObject({
  id: v.optional(v.string()),
  label: v.string(),
  state: v.optional(state),
  /** How many can come, where the service says so. */
  capacity: v.optional(v.number()),
  /** It is yet to begin, for certain. */
  isAhead: v.optional(v.literal(true)),
});
export type EventSession = v.InferOutput<typeof eventSession>;

const eventPasskey = v.strictObject({
  id: v.optional(v.string()),
  label: v.string(),
  opens: shownValue,
  used: shownValue,
  until: shownValue,
  state: v.optional(state),
});
export type EventPasskey = v.InferOutput<typeof eventPasskey>;

/** What was sold for each session and how many came in, by its id, as far as a report says it. */
const sessionCounts = v.record(v.string(), v.strictObject({ sold: v.optional(v.number()), entered: v.optional(v.number()) }));
export type SessionCounts = v.InferOutput<typeof sessionCounts>;

/** How many were sold of each item that the bordero names, by its id. */
const soldItems = v.record(v.string(), v.number());
export type SoldItems = v.InferOutput<typeof soldItems>;

/** A figure of a report; `note`: what somebody should know who reads it. */
const figure = v.strictObject({ value: shownValue, note: v.string() });
export type EventFigure = v.InferOutput<typeof figure>;

const attentionRow = v.strictObject({
  /** The same for all rows that are about the same. */
  key: v.string(),
  /** What it is about; of an event, several of its passkeys. */
  kind: v.picklist(['item', 'passkey', 'event']),
  /** What is noticed, and the figure or the time that it is noticed by. */
  what: v.string(),
  detail: v.string(),
  /** The item or the passkey, and its event where it is of another than the page. */
  label: v.string(),
  event: v.optional(v.string()),
});
export type AttentionRow = v.InferOutput<typeof attentionRow>;

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(500));
const attentionKey = v.pipe(v.string(), v.maxLength(2000));
/** `isAsked`: somebody asked for it and may be asked to sign in. */
const isAsked = v.boolean();

const event = v.strictObject({
  title: v.string(),
  state: v.optional(state),
  facts: v.array(v.strictObject({ name: v.string(), text: v.string() })),
  sessions: v.array(eventSession),
});
export type EventShown = v.InferOutput<typeof event>;

export const eventContract = {
  init: v.strictObject({
    environment: pageEnvironment,
    id: v.string(),
    isTrusted: v.boolean(),
    actions: v.array(v.picklist(eventActions)),
    rowActions: v.strictObject({
      item: v.array(v.picklist(rowActions.item)),
      passkey: v.array(v.picklist(rowActions.passkey)),
      session: v.array(v.picklist(rowActions.session)),
    }),
    /** Without it, `problem` says why: the other group needs no more than the id. */
    event: v.optional(event),
    problem: v.optional(v.strictObject({ text: v.string(), why: v.optional(refusalCause) })),
    edits: openEdits,
    /** Of the times that are typed, where it is known. */
    timeZone: v.optional(v.string()),
  }),
  requests: {
    ...editRequests,
    event: { payload: isAsked, result: event },
    items: {
      payload: isAsked,
      result: v.strictObject({
        items: v.array(eventItem),
        left: figure,
        hasMore: v.boolean(),
        isWhole: v.boolean(),
        /** The names of items of which nothing shows that they belong to the event. */
        leftOut: v.optional(v.string()),
        now: v.number(),
      }),
    },
    passkeys: {
      payload: isAsked,
      result: v.strictObject({
        passkeys: v.array(eventPasskey),
        /** How many there are in all, where that is known. */
        total: v.optional(v.number()),
        hasMore: v.boolean(),
        isWhole: v.boolean(),
      }),
    },
    /** The figures of the bordero. */
    sales: {
      payload: isAsked,
      result: v.strictObject({ sold: figure, gross: figure, sessions: sessionCounts, items: soldItems }),
    },
    /** The figures of the entry report. */
    entries: { payload: isAsked, result: v.strictObject({ entered: figure, sessions: sessionCounts }) },
    /** What needs attention in the event, of which nothing is read for it, or in all others that are pinned. */
    attention: {
      payload: v.strictObject({ of: v.picklist(['event', 'others']), isAsked }),
      result: v.strictObject({
        rows: v.array(attentionRow),
        notes: v.array(v.string()),
        /** What could not be read, so that nobody knows what is in it. */
        unread: v.array(v.string()),
        /** Whether others are pinned. */
        hasOthers: v.boolean(),
      }),
    },
    openAttention: { payload: attentionKey, result: v.null() },
    runOnAttention: {
      payload: v.strictObject({ key: attentionKey, action: v.picklist([...rowActions.item, ...rowActions.passkey]) }),
      result: v.null(),
    },
    run: { payload: v.picklist(eventActions), result: v.null() },
    runOnRow: {
      payload: v.variant('kind', [
        v.strictObject({ kind: v.literal('item'), id, action: v.picklist(rowActions.item) }),
        v.strictObject({ kind: v.literal('passkey'), id, action: v.picklist(rowActions.passkey) }),
        v.strictObject({ kind: v.literal('session'), id, action: v.picklist(rowActions.session) }),
      ]),
      result: v.null(),
    },
    openTable: { payload: v.picklist(eventTables), result: v.null() },
    openItem: { payload: id, result: v.null() },
    openPasskey: { payload: id, result: v.null() },
    openSession: { payload: id, result: v.null() },
  },
  events: {
    /** Something of the event was written; or something of another that is pinned, or what is pinned. */
    changed: v.picklist([...eventTables, 'attention']),
  },
};
export type EventContract = typeof eventContract;
