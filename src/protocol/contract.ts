// What a page and the editor say to each other. The editor checks what a page sends; a page takes what its editor sends as it is.
import * as v from 'valibot';

/**
 * One page's contract: what it is opened with, what it may ask for, and what it may be told unasked. Payloads have schemas. All else comes from the
 * editor and has a type alone, for which `{} as Type` stands here.
 */
export interface Contract {
  readonly init: unknown;
  /** `result` is null: the page only hears that it is done. */
  readonly requests: Readonly<Record<string, { readonly payload: v.GenericSchema; readonly result: unknown }>>;
  readonly events: Readonly<Record<string, unknown>>;
}

export type InitOf<C extends Contract> = C['init'];
export type RequestName<C extends Contract> = keyof C['requests'] & string;
export type PayloadOf<C extends Contract, Name extends RequestName<C>> = v.InferOutput<C['requests'][Name]['payload']>;
export type ResultOf<C extends Contract, Name extends RequestName<C>> = C['requests'][Name]['result'];
export type EventName<C extends Contract> = keyof C['events'] & string;
export type EventOf<C extends Contract, Name extends EventName<C>> = C['events'][Name];

/** A request of which the page only hears that it is done. */
/* @__NO_SIDE_EFFECTS__ */
export function told<Payload extends v.GenericSchema>(payload: Payload) {
  return { payload, result: null };
}

/** The same where its name says all. */
export const nothing = told(v.null());

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
export type PageMessage = v.InferOutput<typeof pageMessage>;
export type HelpStep = Extract<PageMessage, { kind: 'help' }>['step'];
export type OpenedRecord = Pick<Extract<PageMessage, { kind: 'open' }>, 'what' | 'id'>;

/**
 * Why a read or a write failed, where that says what helps: `noCredential` where nothing was sent that could be refused; `serverFailed` where
 * the service failed, whatever it was asked for.
 */
export type RefusalCause = 'signedOut' | 'forbidden' | 'noCredential' | 'notFound' | 'serverFailed';

/** Under which key the texts of a page have the name of a field. */
export function fieldKey(name: string): string {
  return `field ${name}`;
}

type Texts = Record<string, string>;

/** From the editor. */
export type EditorMessage =
  | { kind: 'init'; payload: unknown; l10n: Texts; language: string }
  | {
      kind: 'reply';
      id: number;
      result?: unknown;
      problem?: string;
      why?: RefusalCause;
      /** Of a page that cannot be filled, and has no texts yet. */
      l10n?: Texts;
      language?: string;
    }
  /** Somebody has signed in: what was refused can be read again. */
  | { kind: 'signedIn' }
  | { kind: 'event'; name: string; payload: unknown };

/** Where a form writes to: the environment it was opened in, whatever is chosen later. */
export interface PageEnvironment {
  name: string;
  label: string;
  protected: boolean;
  currency: string;
}

/** The event that a page is of. */
export interface PageEvent {
  id: string;
  label: string;
}

/** What was typed and not saved; `at`: when, in milliseconds. */
export interface Draft<Fields> {
  at: number;
  fields: Fields;
}

/** What is wrong with what was typed into a field. */
export interface FieldProblem {
  field: string;
  message: string;
}

/** Nothing was sent. */
export interface FieldProblems {
  kind: 'problems';
  problems: FieldProblem[];
}

export interface Fact {
  name: string;
  text: string;
}

/** What the service said, name by name; `shares` where it says who pays what, in cents. */
export interface TaxShown {
  rows: Fact[];
  /** How many further fields the reply has. */
  unshown: number;
  /** False: none of them was read as an amount, and they are shown as they came. */
  isUnitKnown: boolean;
  shares?: { customer: number; producer: number; price: number; tax?: number | undefined } | undefined;
}

/** A field that is another than it should be, or was: in the document's words, and absent where there is none. */
export interface FieldChange {
  field: string;
  expected?: string | undefined;
  found?: string | undefined;
  /** The service shows nothing of the field, not even that there is none. */
  isUnshown?: true | undefined;
}

/** A record to choose from. */
export interface Choice {
  value: string;
  label: string;
}

/** An item to choose from. */
export interface ItemChoice extends Choice {
  /** The row that it stands in, which comes before it. */
  group?: string | undefined;
  /** It is there to hold others. */
  isGroup: boolean;
  isHidden: boolean;
  isArchived: boolean;
  /** What the sessions are called that it is for; absent where the service does not say. */
  sessions?: string[] | undefined;
}

/** `isWhole`: it is known that these are all. */
export interface Choices {
  rows: ItemChoice[];
  isWhole: boolean;
}

/** How many rows of a run came where; their sum is `wanted`. */
export interface ShownCounts {
  wanted: number;
  made: number;
  existed: number;
  rejected: number;
  unknown: number;
  left: number;
}
