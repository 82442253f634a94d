// What is changed of an item where it is shown, in a cell: what a page and the editor say to each other of it.
import * as v from 'valibot';
import { told } from './contract.ts';
import type { SaveReply } from './item.ts';

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

/** The cells of an item as they are typed, so that an input is there with the click; what has no text here is edited in the form. */
export interface CellTexts extends Partial<Record<EditedField, string | undefined>> {
  /** What the item is called. */
  label: string;
  /** What a price is typed as. */
  as: 'money' | 'number';
}

/** Nothing is sent: what was typed into the form of the item is not saved, or `why`. */
type Unsent = { kind: 'draft' } | { kind: 'refused'; why: string };

export type EditStart =
  /** What is in it, as it is typed, and what somebody has typed instead; times are those of `timeZone` where that is known. */
  | {
      kind: 'input';
      /** What the item is called. */
      label: string;
      text: string;
      typed?: string | undefined;
      as: 'money' | 'number' | 'count' | 'time';
      timeZone?: string | undefined;
    }
  /** The cell stands for several: the form is open at them. */
  | { kind: 'opened' }
  | Unsent;

export type EditReply =
  | Unsent
  /** Nothing is sent yet: fees were the tax at the old price, and at the new one the tax is another. `price`: as it was understood. */
  | { kind: 'fees'; price: string; offers: { field: 'feeSale' | 'feeProducer'; text: string }[] }
  /** Nothing is sent: the service has another value than the cell. `text`: as it is typed; `now` and `typed`: as a person reads them. */
  | { kind: 'conflict'; text: string; now: string; typed: string }
  | {
      kind: 'reply';
      reply: SaveReply;
      /** What was typed is a draft of the item's form now. */
      isKept: boolean;
      /** What the service shows now, as a cell has it. */
      shown?: string | undefined;
    };

const text = v.pipe(v.string(), v.maxLength(1000));
const cell = { id: v.pipe(v.string(), v.minLength(1), v.maxLength(500)), field: v.picklist(editedFields) };

/** A cell that somebody is typing into. */
const openEdit = v.strictObject({ ...cell, text });
export type OpenEdit = v.InferOutput<typeof openEdit>;
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
  beginEdit: { payload: beginPayload, result: {} as EditStart },
  /** What is typed so far, as the draft of the item's form. */
  keepEdit: told(openEdit),
  saveEdit: { payload: savePayload, result: {} as EditReply },
  /** Nobody wants what was typed. */
  endEdit: told(cellPayload),
  openEdited: told(cellPayload),
};
