import * as v from 'valibot';
import { told, type Choice, type FieldChange, type PageEnvironment, type TaxShown } from './contract.ts';
import { formRequests, typedEdits, type ChangedElsewhere, type SavedPart } from './record-form.ts';
import type { TypedDraft, TypedEdit, TypedField } from './record-form.ts';
import { recordAction, type RecordHead } from './record-head.ts';

/** The parts of the form, from the top. */
export const sections = ['data', 'values', 'periods', 'attributes', 'triggers'] as const;
export type SectionName = (typeof sections)[number];

export type Rule =
  'missing' | 'amount' | 'negative' | 'count' | 'time' | 'jumped' | 'order' | 'id' | 'twice' | 'whole' | 'group' | 'refused';

/** What is wrong with one field; `text` where it is said in words that are not the form's own. */
export interface FormProblem {
  field: string;
  rule: Rule;
  text?: string | undefined;
}

/** What came of one part of a save. */
export interface SavedSection extends SavedPart {
  section: 'data' | 'values' | 'period' | 'attribute';
  /** The category of a sale period, the key of an attribute. */
  name: string;
}

type AmountText = 'money' | 'number';

/** What is known of the item, and how its amounts are typed: as money, or as the service's own numbers, whose unit is not known. */
export interface ItemKnown {
  price: AmountText;
  fees: AmountText;
  /** Nobody has said in what prices are: they are cents, as the document says. */
  isPresumed: boolean;
  /** The code of ISO 4217; that of no currency where nobody has said it. */
  currency: string;
  /** What the service does not show: it is not known whether there is any. */
  unseen: ('values' | 'periods' | 'attributes')[];
  /** The service shows the sessions of the item, and there are none. */
  isAtNoSession: boolean;
}

/** What a new item is likely to have; its fees only with a price. */
export interface ItemSuggestion {
  /** The item that has it; empty where there is none. */
  from: string;
  fields: TypedField[];
  fees: { feeSale: string; feeProducer: string };
}

export type SaveReply =
  | { kind: 'unchanged' }
  /** Another window saves it at this moment. */
  | { kind: 'busy' }
  | {
      kind: 'problems';
      problems: FormProblem[];
      /** Amounts are shown in another way now: what was typed beside them has to be looked at. */
      shownAnew?: { base: TypedField[]; known: ItemKnown } | undefined;
    }
  | ChangedElsewhere
  /** Nobody knows whether the item was created; these are the items of that name. */
  | { kind: 'unknownCreation'; reason: string; found?: Choice[] | undefined }
  | {
      kind: 'written';
      id: string;
      sections: SavedSection[];
      isReadBack: boolean;
      /** What the service has now, and what is typed and not saved. */
      base: TypedField[];
      edits: TypedEdit[];
      known: ItemKnown;
      /** What nobody edited and is another than before. */
      beyond: FieldChange[];
    };

interface Around {
  event?: string | undefined;
  groups: Choice[];
  types: string[];
  /** The types of value that attributes of the items have. */
  valueTypes: string[];
  /** The groups that the item stands in, from the event on. */
  path: Choice[];
  suggested?: ItemSuggestion | undefined;
}

interface ItemDraft extends TypedDraft {
  /** It was typed into this very page. */
  isOwn: boolean;
}

export const itemContract = {
  init: {} as {
    environment: PageEnvironment;
    timeZone?: string | undefined;
    id?: string | undefined;
    eventId?: string | undefined;
    section?: SectionName | undefined;
    known: ItemKnown;
    base: TypedField[];
    head?: RecordHead | undefined;
    draft?: ItemDraft | undefined;
  },
  requests: {
    ...formRequests,
    previewTax: {
      payload: v.strictObject({ price: v.pipe(v.number(), v.safeInteger()) }),
      result: {} as TaxShown,
    },
    readTriggers: {
      payload: v.null(),
      result: {} as { rows: { when: string; label: string; detail: string; itemId?: string | undefined }[] },
    },
    /** What is good to know and not worth waiting for: the event's name, and the groups that may be a parent. */
    readAround: { payload: v.null(), result: {} as Around },
    save: {
      payload: v.strictObject({
        edits: typedEdits,
        /** The person has seen the other version that was sent last; they are edits of it. */
        isResolved: v.boolean(),
        /** The person wants it created although it may have been. */
        isAgain: v.boolean(),
      }),
      result: {} as SaveReply,
    },
    /** One of those that were found after a creation of which nobody knows. */
    openFound: told(v.strictObject({ id: v.string() })),
    run: told(recordAction),
  },
  events: {} as {
    section: { section: SectionName; isPreview: boolean };
    around: Around;
    /** It was saved, or what is around it was read: what is said of it may be another. */
    head: RecordHead;
    /** What was typed into a cell of another page while this form was open. */
    draft: ItemDraft;
  },
};
export type ItemContract = typeof itemContract;
