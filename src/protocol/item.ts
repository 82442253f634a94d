import * as v from 'valibot';
import { choice, fieldChange, pageEnvironment, taxShown } from './contract.ts';
import { recordAction, recordHead } from './record-head.ts';

/** What was typed, right or wrong. */
const typed = v.pipe(v.string(), v.maxLength(100_000));

export const sections = ['data', 'values', 'periods', 'attributes', 'triggers'] as const;
export type SectionName = (typeof sections)[number];

const periodRow = v.strictObject({
  /** Tells the rows of one form apart. */
  row: typed,
  isNew: v.boolean(),
  appCategoryId: typed,
  start: typed,
  finish: typed,
  available: typed,
});
export type PeriodRow = v.InferOutput<typeof periodRow>;

const attributeRow = v.strictObject({
  row: typed,
  isNew: v.boolean(),
  /** Its value is neither text nor a number, so it is shown and not edited. */
  isFixed: v.boolean(),
  key: typed,
  value: typed,
  type: typed,
});
export type AttributeRow = v.InferOutput<typeof attributeRow>;

/** An item as it is typed: amounts as money, times as `YYYY-MM-DD HH:MM:SS`, numbers as their digits. */
export const itemForm = v.strictObject({
  name: typed,
  description: typed,
  type: typed,
  quantity: typed,
  parent: typed,
  hidden: v.boolean(),
  price: typed,
  feeSale: typed,
  feeProducer: typed,
  periods: v.pipe(v.array(periodRow), v.maxLength(1000)),
  attributes: v.pipe(v.array(attributeRow), v.maxLength(1000)),
});
export type ItemForm = v.InferOutput<typeof itemForm>;

/** What the record has of its own. */
const dataField = v.keyof(v.omit(itemForm, ['price', 'feeSale', 'feeProducer', 'periods', 'attributes']));
export type DataField = v.InferOutput<typeof dataField>;

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
  state: v.picklist(['saved', 'failed', 'unknown', 'skipped']),
  reason: v.optional(v.string()),
  /** What the service took and shows otherwise. */
  differences: v.optional(v.array(fieldChange)),
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

/** What a new item is likely to have; empty where nothing is. `from`: the item that has it. */
const suggestion = v.strictObject({
  from: v.string(),
  type: typed,
  parent: typed,
  feeSale: typed,
  feeProducer: typed,
  periods: v.array(v.pick(periodRow, ['appCategoryId', 'start', 'finish', 'available'])),
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
    shownAnew: v.optional(v.strictObject({ base: itemForm, known: itemKnown })),
  }),
  /** Somebody else changed it, and nothing was written. */
  v.strictObject({
    kind: v.literal('changedElsewhere'),
    base: itemForm,
    remote: itemForm,
    /** The names of what changed and is not in the form. */
    others: v.array(v.string()),
  }),
  /** Nobody knows whether the item was created; these are the items of that name. */
  v.strictObject({ kind: v.literal('unknownCreation'), reason: v.string(), found: v.optional(v.array(choice)) }),
  v.strictObject({
    kind: v.literal('written'),
    id: v.string(),
    sections: v.array(savedSection),
    isReadBack: v.boolean(),
    /** What the service has now, and what is in the form now: they differ in what is not saved. */
    base: itemForm,
    form: itemForm,
    shown: v.array(dataField),
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

/** What was typed and not saved; `isOwn` when it was typed into this very page. */
const draft = v.strictObject({ at: v.number(), isOwn: v.boolean(), base: itemForm, form: itemForm });

export const itemContract = {
  init: v.strictObject({
    environment: pageEnvironment,
    timeZone: v.optional(v.string()),
    id: v.optional(v.string()),
    eventId: v.optional(v.string()),
    section: v.optional(v.picklist(sections)),
    /** The fields that the record has. */
    shown: v.array(dataField),
    known: itemKnown,
    base: itemForm,
    head: v.optional(recordHead),
    draft: v.optional(draft),
  }),
  requests: {
    keepDraft: { payload: itemForm, result: v.null() },
    dropDraft: { payload: v.null(), result: v.null() },
    /** From now on the edits are those of the draft, of the record that it was typed on. */
    restoreDraft: { payload: v.null(), result: v.null() },
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
        form: itemForm,
        /** The person has seen the other version that was sent last; the form is made on it. */
        isResolved: v.boolean(),
        /** The person wants it created although it may have been. */
        isAgain: v.boolean(),
      }),
      result: saveReply,
    },
    /** A new item beside the one of this form. */
    createAnother: { payload: v.null(), result: v.null() },
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
