// The page of an event: what it is at once, its items and passkeys as they come.
import * as v from 'valibot';
import { told, type Fact, type PageEnvironment, type RefusalCause } from './contract.ts';
import { editRequests, type CellTexts, type OpenEdit } from './item-edit.ts';
import type { State } from './record-head.ts';

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

/** What is shown, or why it is not known. */
export type ShownValue = string | { why: string };

export interface EventItem {
  /** Without an id it can be shown and not be opened. */
  id?: string | undefined;
  label: string;
  /** How many groups it stands in. */
  depth: number;
  price: ShownValue;
  quantity: ShownValue;
  available: ShownValue;
  /** The first and the last day on which it is sold, and its periods one by one. */
  start: ShownValue;
  finish: ShownValue;
  periodsText: string;
  texts?: CellTexts | undefined;
  states: State[];
  /** When it is sold, in milliseconds; open at an end that is not given. */
  periods: { from?: number | undefined; to?: number | undefined }[];
}

export interface EventSession {
  id?: string | undefined;
  label: string;
  state?: State | undefined;
  /** How many can come, where the service says so. */
  capacity?: number | undefined;
  /** It is yet to begin, for certain. */
  isAhead?: true | undefined;
}

export interface EventPasskey {
  id?: string | undefined;
  label: string;
  opens: ShownValue;
  used: ShownValue;
  until: ShownValue;
  state?: State | undefined;
}

/** What was sold for each session and how many came in, by its id, as far as a report says it. */
export type SessionCounts = Record<string, { sold?: number | undefined; entered?: number | undefined }>;

/** How many were sold of each item that the bordero names, by its id. */
export type SoldItems = Record<string, number>;

/** A figure of a report; `note`: what somebody should know who reads it. */
export interface EventFigure {
  value: ShownValue;
  note: string;
}

export interface AttentionRow {
  /** The same for all rows that are about the same. */
  key: string;
  /** What it is about; of an event, several of its passkeys. */
  kind: 'item' | 'passkey' | 'event';
  /** What is noticed, and the figure or the time that it is noticed by. */
  what: string;
  detail: string;
  /** The item or the passkey, and its event where it is of another than the page. */
  label: string;
  event?: string | undefined;
}

export interface EventShown {
  title: string;
  state?: State | undefined;
  facts: Fact[];
  sessions: EventSession[];
}

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(500));
const attentionKey = v.pipe(v.string(), v.maxLength(2000));
/** `isAsked`: somebody asked for it and may be asked to sign in. */
const isAsked = v.boolean();

export const eventContract = {
  init: {} as {
    environment: PageEnvironment;
    id: string;
    isTrusted: boolean;
    actions: EventAction[];
    rowActions: { [Kind in RowKind]: (typeof rowActions)[Kind][number][] };
    /** Without it, `problem` says why: the other group needs no more than the id. */
    event?: EventShown | undefined;
    problem?: { text: string; why?: RefusalCause | undefined } | undefined;
    /** Cells that somebody was typing into when the page was hidden. */
    edits: OpenEdit[];
    /** Of the times that are typed, where it is known. */
    timeZone?: string | undefined;
  },
  requests: {
    ...editRequests,
    event: { payload: isAsked, result: {} as EventShown },
    items: {
      payload: isAsked,
      result: {} as {
        items: EventItem[];
        left: EventFigure;
        hasMore: boolean;
        isWhole: boolean;
        /** The names of items of which nothing shows that they belong to the event. */
        leftOut?: string | undefined;
        now: number;
      },
    },
    passkeys: {
      payload: isAsked,
      result: {} as {
        passkeys: EventPasskey[];
        /** How many there are in all, where that is known. */
        total?: number | undefined;
        hasMore: boolean;
        isWhole: boolean;
      },
    },
    /** The figures of the bordero. */
    sales: {
      payload: isAsked,
      result: {} as { sold: EventFigure; gross: EventFigure; sessions: SessionCounts; items: SoldItems },
    },
    /** The figures of the entry report. */
    entries: { payload: isAsked, result: {} as { entered: EventFigure; sessions: SessionCounts } },
    /** What needs attention in the event, of which nothing is read for it, or in all others that are pinned. */
    attention: {
      payload: v.strictObject({ of: v.picklist(['event', 'others']), isAsked }),
      result: {} as {
        rows: AttentionRow[];
        notes: string[];
        /** What could not be read, so that nobody knows what is in it. */
        unread: string[];
        /** Whether others are pinned. */
        hasOthers: boolean;
      },
    },
    openAttention: told(attentionKey),
    runOnAttention: told(v.strictObject({ key: attentionKey, action: v.picklist([...rowActions.item, ...rowActions.passkey]) })),
    run: told(v.picklist(eventActions)),
    runOnRow: told(
      v.variant('kind', [
        v.strictObject({ kind: v.literal('item'), id, action: v.picklist(rowActions.item) }),
        v.strictObject({ kind: v.literal('passkey'), id, action: v.picklist(rowActions.passkey) }),
        v.strictObject({ kind: v.literal('session'), id, action: v.picklist(rowActions.session) }),
      ]),
    ),
    /** A list of the event. */
    openTable: told(v.picklist(['items', 'passkeys'])),
    openItem: told(id),
    openPasskey: told(id),
    openSession: told(id),
  },
  events: {} as {
    /** Something of the event was written; or something of another that is pinned, or what is pinned. */
    changed: 'items' | 'passkeys' | 'attention';
  },
};
export type EventContract = typeof eventContract;
