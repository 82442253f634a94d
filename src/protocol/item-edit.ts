// What is changed of an item where it is shown, in a cell: what a page and the editor say to each other of it.
import * as v from 'valibot';
import { saveReply } from './item.ts';

/** The fields that can be changed in a cell; `available` and `finish` are those of a sale period. */
export const editedFields = ['price', 'quantity', 'available', 'finish'] as const;
export type EditedField = (typeof editedFields)[number];

/** The columns of a table of items that have these fields. */
export const editedColumns: Readonly<Record<string, EditedField>> = {
  'value.price': 'price',
  'quantity': 'quantity',
  '#available': 'available',
  '#finish': 'finish',
};

const field = v.picklist(editedFields);
const text = v.pipe(v.string(), v.maxLength(1000));
const cell = { id: v.pipe(v.string(), v.minLength(1), v.maxLength(500)), field };

/** The cells of an item as they are typed, so that an input is there with the click; what has no text here is edited in the form. */
export const cellTexts = v.strictObject({
  /** What the item is called. */
  label: v.string(),
  /** What a price is typed as. */
  as: v.picklist(['money', 'number']),
  price: v.optional(v.string()),
  quantity: v.optional(v.string()),
  available: v.optional(v.string()),
  finish: v.optional(v.string()),
});
export type CellTexts = v.InferOutput<typeof cellTexts>;

const editStart = v.variant('kind', [
  /** What is in it, as it is typed, and what somebody has typed instead; times are those of `timeZone` where that is known. */
  v.strictObject({
    kind: v.literal('input'),
    /** What the item is called. */
    label: v.string(),
    text: v.string(),
    typed: v.optional(v.string()),
    as: v.picklist(['money', 'number', 'count', 'time']),
    timeZone: v.optional(v.string()),
  }),
  /** The cell stands for several: the form is open at them. */
  v.strictObject({ kind: v.literal('opened') }),
  /** What was typed into the form of the item is not saved. */
  v.strictObject({ kind: v.literal('draft') }),
  v.strictObject({ kind: v.literal('refused'), why: v.string() }),
]);
export type EditStart = v.InferOutput<typeof editStart>;

const feeOffer = v.strictObject({ field: v.picklist(['feeSale', 'feeProducer']), text: v.string() });

const editReply = v.variant('kind', [
  v.strictObject({ kind: v.literal('draft') }),
  v.strictObject({ kind: v.literal('refused'), why: v.string() }),
  /** Nothing is sent yet: fees were the tax at the old price, and at the new one the tax is another. `price`: as it was understood. */
  v.strictObject({ kind: v.literal('fees'), price: v.string(), offers: v.array(feeOffer) }),
  /** Nothing is sent: the service has another value than the cell. `text`: as it is typed; `now` and `typed`: as a person reads them. */
  v.strictObject({ kind: v.literal('conflict'), text: v.string(), now: v.string(), typed: v.string() }),
  v.strictObject({
    kind: v.literal('reply'),
    reply: saveReply,
    /** What was typed is a draft of the item's form now. */
    isKept: v.boolean(),
    /** What the service shows now, as a cell has it. */
    shown: v.optional(v.string()),
  }),
]);
export type EditReply = v.InferOutput<typeof editReply>;

const openEdit = v.strictObject({ ...cell, text });
export type OpenEdit = v.InferOutput<typeof openEdit>;

/** Cells that somebody was typing into when the page was hidden. */
export const openEdits = v.array(openEdit);

const beginPayload = v.strictObject({ ...cell, position: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))) });
export type EditBegin = v.InferOutput<typeof beginPayload>;
const savePayload = v.strictObject({
  ...cell,
  text,
  fees: v.optional(v.picklist(['take', 'leave'])),
  /** What somebody else wrote, and the person wants written over. */
  over: v.optional(v.string()),
});
export type EditSave = v.InferOutput<typeof savePayload>;
const cellPayload = v.strictObject(cell);
export type EditedCell = v.InferOutput<typeof cellPayload>;

/** The requests of every page whose cells can be edited. */
export const editRequests = {
  /** `position`: where the row stands in the list of a table. */
  beginEdit: { payload: beginPayload, result: editStart },
  /** What is typed so far, as the draft of the item's form. */
  keepEdit: { payload: openEdit, result: v.null() },
  saveEdit: { payload: savePayload, result: editReply },
  /** Nobody wants what was typed. */
  endEdit: { payload: cellPayload, result: v.null() },
  openEdited: { payload: cellPayload, result: v.null() },
};
