// What a page and the editor say to each other. Both sides check whatever arrives against the page's contract.
import * as v from 'valibot';

/** One page's contract: what it is opened with, what it may ask for, and what it may be told unasked. */
export interface Contract {
  readonly init: v.GenericSchema;
  readonly requests: Readonly<Record<string, { readonly payload: v.GenericSchema; readonly result: v.GenericSchema }>>;
  readonly events: Readonly<Record<string, v.GenericSchema>>;
}

export type InitOf<C extends Contract> = v.InferOutput<C['init']>;
export type RequestName<C extends Contract> = keyof C['requests'] & string;
export type PayloadOf<C extends Contract, Name extends RequestName<C>> = v.InferOutput<C['requests'][Name]['payload']>;
export type ResultOf<C extends Contract, Name extends RequestName<C>> = v.InferOutput<C['requests'][Name]['result']>;
export type EventName<C extends Contract> = keyof C['events'] & string;
export type EventOf<C extends Contract, Name extends EventName<C>> = v.InferOutput<C['events'][Name]>;

/** From the page. A page that was not answered says the same once more, so nothing is lost; a request is known by its id. */
export const pageMessage = v.variant('kind', [
  v.strictObject({ kind: v.literal('ready') }),
  /** Somebody wants to tell what is not known of the service or how it is signed in to, or to sign in as another. */
  v.strictObject({ kind: v.literal('help'), step: v.picklist(['describe', 'configure', 'signIn']) }),
  /** Somebody follows the path of the page. */
  v.strictObject({
    kind: v.literal('open'),
    what: v.picklist(['event', 'item']),
    id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  }),
  v.strictObject({
    kind: v.literal('request'),
    id: v.pipe(v.number(), v.integer(), v.minValue(1)),
    name: v.pipe(v.string(), v.maxLength(50)),
    payload: v.unknown(),
  }),
]);

/**
 * Why a read or a write failed, where that says what helps: `noCredential` where nothing was sent that could be refused; `serverFailed` where
 * the service failed, whatever it was asked for.
 */
export const refusalCause = v.picklist(['signedOut', 'forbidden', 'noCredential', 'notFound', 'serverFailed']);
export type RefusalCause = v.InferOutput<typeof refusalCause>;

/** Under which key the texts of a page have the name of a field. */
export function fieldKey(name: string): string {
  return `field ${name}`;
}

/** From the editor. */
export const editorMessage = v.variant('kind', [
  v.strictObject({
    kind: v.literal('init'),
    payload: v.unknown(),
    l10n: v.record(v.string(), v.string()),
    language: v.string(),
  }),
  v.strictObject({
    kind: v.literal('reply'),
    id: v.number(),
    result: v.optional(v.unknown()),
    problem: v.optional(v.string()),
    why: v.optional(refusalCause),
    /** Of a page that cannot be filled, and has no texts yet. */
    l10n: v.optional(v.record(v.string(), v.string())),
    language: v.optional(v.string()),
  }),
  /** Somebody has signed in: what was refused can be read again. */
  v.strictObject({ kind: v.literal('signedIn') }),
  v.strictObject({ kind: v.literal('event'), name: v.string(), payload: v.unknown() }),
]);

export type PageMessage = v.InferOutput<typeof pageMessage>;
export type HelpStep = Extract<PageMessage, { kind: 'help' }>['step'];
export type OpenedRecord = Pick<Extract<PageMessage, { kind: 'open' }>, 'what' | 'id'>;
export type EditorMessage = v.InferOutput<typeof editorMessage>;

/** Where a form writes to: the environment it was opened in, whatever is chosen later. */
export const pageEnvironment = v.strictObject({
  name: v.string(),
  label: v.string(),
  protected: v.boolean(),
  currency: v.string(),
});
export type PageEnvironment = v.InferOutput<typeof pageEnvironment>;

/** What is wrong with what was typed into a field. */
export const fieldProblem = v.strictObject({ field: v.string(), message: v.string() });

/** What the service said, name by name; `shares` where it says who pays what, in cents. */
export const taxShown = v.strictObject({
  rows: v.array(v.strictObject({ name: v.string(), text: v.string() })),
  /** How many further fields the reply has. */
  unshown: v.number(),
  /** False: none of them was read as an amount, and they are shown as they came. */
  isUnitKnown: v.boolean(),
  shares: v.optional(
    v.strictObject({ customer: v.number(), producer: v.number(), price: v.number(), tax: v.optional(v.number()) }),
  ),
});
export type TaxShown = v.InferOutput<typeof taxShown>;

/** A field that is another than it should be, or was: in the document's words, and absent where there is none. */
export const fieldChange = v.strictObject({
  field: v.string(),
  expected: v.optional(v.string()),
  found: v.optional(v.string()),
  /** The service shows nothing of the field, not even that there is none. */
  isUnshown: v.optional(v.literal(true)),
});
export type FieldChange = v.InferOutput<typeof fieldChange>;

/** A record to choose from. */
export const choice = v.strictObject({ value: v.string(), label: v.string() });

/** An item to choose from. */
const itemChoice = v.strictObject({
  value: v.string(),
  label: v.string(),
  /** The row that it stands in, which comes before it. */
  group: v.optional(v.string()),
  /** It is there to hold others. */
  isGroup: v.boolean(),
  isHidden: v.boolean(),
  isArchived: v.boolean(),
  /** What the sessions are called that it is for; absent where the service does not say. */
  sessions: v.optional(v.array(v.string())),
});
export type ItemChoice = v.InferOutput<typeof itemChoice>;

/** `isWhole`: it is known that these are all. */
export const choices = v.strictObject({ rows: v.array(itemChoice), isWhole: v.boolean() });
export type Choices = v.InferOutput<typeof choices>;

/** How many rows of a run came where; their sum is `wanted`. */
export const runCounts = v.strictObject({
  wanted: v.number(),
  made: v.number(),
  existed: v.number(),
  rejected: v.number(),
  unknown: v.number(),
  left: v.number(),
});
export type ShownCounts = v.InferOutput<typeof runCounts>;
