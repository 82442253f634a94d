import * as v from 'valibot';
import { fieldProblem, pageEnvironment } from './contract.ts';

/** One input of an operation: where it goes, and with what control it is typed. */
const operationField = v.strictObject({
  /** `path.id`, `query.page`, `body.name`; or `query` and `body` alone for whatever else there is, as JSON. */
  key: v.string(),
  name: v.string(),
  part: v.picklist(['path', 'query', 'body']),
  kind: v.picklist(['text', 'number', 'time', 'choice', 'list', 'json']),
  isRequired: v.boolean(),
  /** The values that there are, or those that are known of a text. */
  choices: v.array(v.string()),
  /** The document's default, or what is known of the service. */
  initial: v.string(),
  /** Whether it names something that can be chosen from a list. */
  canPick: v.optional(v.boolean()),
  /** What it means, as far as the document tells. */
  meaning: v.optional(v.string()),
});
export type OperationField = v.InferOutput<typeof operationField>;

const maxLength = 5_000_000;
/** What is typed, by the key of its field. */
export const operationTexts = v.record(v.pipe(v.string(), v.maxLength(200)), v.pipe(v.string(), v.maxLength(maxLength)));
export type OperationTexts = v.InferOutput<typeof operationTexts>;

const file = v.strictObject({ name: v.string(), size: v.number() });

/** `isWhole`: a long reply is cut, and opens whole as a document. `isList`: it can be read as a table. */
const reply = v.strictObject({
  kind: v.literal('reply'),
  text: v.string(),
  isWhole: v.boolean(),
  isList: v.boolean(),
  milliseconds: v.number(),
  /** The HTTP status, where there was a reply of its own. */
  status: v.optional(v.number()),
});
export type OperationReply = v.InferOutput<typeof reply>;

export const operationContract = {
  init: v.strictObject({
    environment: pageEnvironment,
    id: v.string(),
    title: v.string(),
    /** As "PUT /items/{id}". */
    call: v.string(),
    effect: v.picklist(['read', 'write', 'destroy']),
    isDeprecated: v.boolean(),
    takesFile: v.boolean(),
    file: v.optional(file),
    /** What must hold beside the fields' own rules. */
    rules: v.array(v.string()),
    /** The command that opens a form with a field for everything, where there is one. */
    ownForm: v.optional(v.string()),
    fields: v.array(operationField),
    /** What the form was opened with. */
    given: v.optional(operationTexts),
    draft: v.optional(v.strictObject({ at: v.number(), fields: operationTexts })),
    /** The last one, in a page that was hidden and is shown again. */
    reply: v.optional(reply),
  }),
  requests: {
    keepDraft: { payload: operationTexts, result: v.null() },
    dropDraft: { payload: v.null(), result: v.null() },
    chooseFile: { payload: v.null(), result: file },
    send: {
      payload: operationTexts,
      result: v.variant('kind', [
        v.strictObject({
          kind: v.literal('problems'),
          problems: v.array(fieldProblem),
        }),
        reply,
      ]),
    },
    /** What somebody chooses for a field, as its text. */
    pick: { payload: v.strictObject({ key: v.string(), texts: operationTexts }), result: v.nullable(v.string()) },
    copyAsCurl: { payload: operationTexts, result: v.array(fieldProblem) },
    saveRequest: { payload: operationTexts, result: v.null() },
    openReply: { payload: v.null(), result: v.null() },
    openTable: { payload: v.null(), result: v.null() },
    openOwnForm: { payload: v.null(), result: v.null() },
  },
  events: {
    /** Another request is opened in the same form. */
    given: operationTexts,
    /** What the service answered where it refused or failed; the request itself ends with why. */
    refused: reply,
  },
};
export type OperationContract = typeof operationContract;
