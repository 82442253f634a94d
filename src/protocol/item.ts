import * as v from 'valibot';
import { choice, fieldChange, pageEnvironment, taxShown } from './contract.ts';
import { changedElsewhere, formRequests, savedPart, typedDraft, typedEdits, typedFields } from './record-form.ts';
import { recordAction, recordHead } from './record-head.ts';

/** The parts of the form, from the top. */
export const sections = ['data', 'values', 'periods', 'attributes', 'triggers'] as const;
export type SectionName = (typeof sections)[number];

const rule = v.picklist([
  'missing',
  'amount',
  'negative',
  'count',
  'time',
  'jumped',
  'order',
  'id',
  'twice',
  'whole',
  'group',
  'refused',
]);
export type Rule = v.InferOutput<typeof rule>;

/** What is wrong with one field; `text` where it is said in words that are not the form's own. */
const problem = v.strictObject({ field: v.string(), rule, text: v.optional(v.string()) });
export type FormProblem = v.InferOutput<typeof problem>;

/** What came of one part of a save. */
const savedSection = v.strictObject({
  section: v.picklist(['data', 'values', 'period', 'attribute']),
  /** The category of a sale period, the key of an attribute. */
  name: v.string(),
  ...savedPart,
});
export type SavedSection = v.InferOutput<typeof savedSection>;

const cents = v.pipe(v.number(), v.safeInteger());

/** What is known of the item, and how its amounts are typed: as money, or as the service's own numbers, whose unit is not known. */
const itemKnown = v.strictObject({
  price: v.picklist(['money', 'number']),
  fees: v.picklist(['money', 'number']),
  /** Nobody has said in what prices are: they are cents, as the document says. */
  isPresumed: v.boolean(),
  /** The code of ISO 4217; that of no currency where nobody has said it. */
  currency: v.string(),
  /** What the service does not show: it is not known whether there is any. */
  unseen: v.array(v.picklist(['values', 'periods', 'attributes'])),
  /** The service shows the sessions of the item, and there are none. */
  isAtNoSession: v.boolean(),
});
export type ItemKnown = v.InferOutput<typeof itemKnown>;

/** What a new item is likely to have; its fees only with a price. `from`: the item that has it; empty where there is none. */
const suggestion = v.strictObject({
  from: v.string(),
  fields: typedFields,
  fees: v.strictObject({ feeSale: v.string(), feeProducer: v.string() }),
});
export type ItemSuggestion = v.InferOutput<typeof suggestion>;

export const saveReply = v.variant('kind', [
  v.strictObject({ kind: v.literal('unchanged') }),
  /** Another window saves it at this moment. */
  v.strictObject({ kind: v.literal('busy') }),
  v.strictObject({
    kind: v.literal('problems'),
    problems: v.array(problem),
    /** Amounts are shown in another way now: what was typed beside them has to be looked at. */
    shownAnew: v.optional(v.strictObject({ base: typedFields, known: itemKnown })),
  }),
  changedElsewhere,
  /** Nobody knows whether the item was created; these are the items of that name. */
  v.strictObject({ kind: v.literal('unknownCreation'), reason: v.string(), found: v.optional(v.array(choice)) }),
  v.strictObject({
    kind: v.literal('written'),
    id: v.string(),
    sections: v.array(savedSection),
    isReadBack: v.boolean(),
    /** What the service has now, and what is typed and not saved. */
    base: typedFields,
    edits: typedEdits,
    known: itemKnown,
    /** What nobody edited and is another than before. */
    beyond: v.array(fieldChange),
  }),
]);
export type SaveReply = v.InferOutput<typeof saveReply>;

const around = v.strictObject({
  event: v.optional(v.string()),
  groups: v.array(choice),
  types: v.array(v.string()),
  /** The types of value that attributes of the items have. */
  valueTypes: v.array(v.string()),
  /** The groups that the item stands in, from the event on. */
  path: v.array(choice),
  suggested: v.optional(suggestion),
});

/** `isOwn`: it was typed into this very page. */
const draft = v.strictObject({ ...typedDraft, isOwn: v.boolean() });

export const itemContract = {
  init: v.strictObject({
    environment: pageEnvironment,
    timeZone: v.optional(v.string()),
    id: v.optional(v.string()),
    eventId: v.optional(v.string()),
    section: v.optional(v.picklist(sections)),
    known: itemKnown,
    base: typedFields,
    head: v.optional(recordHead),
    draft: v.optional(draft),
  }),
  requests: {
    ...formRequests,
    previewTax: { payload: v.strictObject({ price: cents }), result: taxShown },
    readTriggers: {
      payload: v.null(),
      result: v.strictObject({
        rows: v.array(
          v.strictObject({ when: v.string(), label: v.string(), detail: v.string(), itemId: v.optional(v.string()) }),
        ),
      }),
    },
    /** What is good to know and not worth waiting for: the event's name, and the groups that may be a parent. */
    readAround: {
      payload: v.null(),
      result: around,
    },
    save: {
      payload: v.strictObject({
        edits: typedEdits,
        /** The person has seen the other version that was sent last; they are edits of it. */
        isResolved: v.boolean(),
        /** The person wants it created although it may have been. */
        isAgain: v.boolean(),
      }),
      result: saveReply,
    },
    /** One of those that were found after a creation of which nobody knows. */
    openFound: { payload: v.strictObject({ id: v.string() }), result: v.null() },
    run: { payload: recordAction, result: v.null() },
  },
  events: {
    section: v.strictObject({ section: v.picklist(sections), isPreview: v.boolean() }),
    around,
    /** It was saved, or what is around it was read: what is said of it may be another. */
    head: recordHead,
    /** What was typed into a cell of another page while this form was open. */
    draft,
  },
};
export type ItemContract = typeof itemContract;
