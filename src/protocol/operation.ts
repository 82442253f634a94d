import * as v from 'valibot';
import { nothing, told, type Draft, type FieldProblem, type FieldProblems, type PageEnvironment } from './contract.ts';

/** One input of an operation: where it goes, and with what control it is typed. */
export interface OperationField {
  /** `path.id`, `query.page`, `body.name`; or `query` and `body` alone for whatever else there is, as JSON. */
  key: string;
  name: string;
  part: 'path' | 'query' | 'body';
  kind: 'text' | 'number' | 'time' | 'choice' | 'list' | 'json';
  isRequired: boolean;
  /** The values that there are, or those that are known of a text. */
  choices: string[];
  /** The document's default, or what is known of the service. */
  initial: string;
  /** Whether it names something that can be chosen from a list. */
  canPick?: boolean | undefined;
  /** What it means, as far as the document tells. */
  meaning?: string | undefined;
}

const maxLength = 5_000_000;
/** What is typed, by the key of its field. */
export const operationTexts = v.record(v.pipe(v.string(), v.maxLength(200)), v.pipe(v.string(), v.maxLength(maxLength)));
export type OperationTexts = v.InferOutput<typeof operationTexts>;

interface ChosenFile {
  name: string;
  size: number;
}

export interface OperationReply {
  kind: 'reply';
  text: string;
  /** False: a long reply is cut, and opens whole as a document. */
  isWhole: boolean;
  /** It can be read as a table. */
  isList: boolean;
  milliseconds: number;
  /** The HTTP status, where there was a reply of its own. */
  status?: number | undefined;
}

export const operationContract = {
  init: {} as {
    environment: PageEnvironment;
    id: string;
    title: string;
    /** As "PUT /items/{id}". */
    call: string;
    effect: 'read' | 'write' | 'destroy';
    isDeprecated: boolean;
    takesFile: boolean;
    file?: ChosenFile | undefined;
    /** What must hold beside the fields' own rules. */
    rules: string[];
    /** The command that opens a form with a field for everything, where there is one. */
    ownForm?: string | undefined;
    fields: OperationField[];
    /** What the form was opened with. */
    given?: OperationTexts | undefined;
    draft?: Draft<OperationTexts> | undefined;
    /** The last one, in a page that was hidden and is shown again. */
    reply?: OperationReply | undefined;
  },
  requests: {
    keepDraft: told(operationTexts),
    dropDraft: nothing,
    chooseFile: { payload: v.null(), result: {} as ChosenFile },
    send: { payload: operationTexts, result: {} as FieldProblems | OperationReply },
    /** What somebody chooses for a field, as its text. */
    pick: { payload: v.strictObject({ key: v.string(), texts: operationTexts }), result: {} as string | null },
    copyAsCurl: { payload: operationTexts, result: {} as FieldProblem[] },
    saveRequest: told(operationTexts),
    openReply: nothing,
    openTable: nothing,
    openOwnForm: nothing,
  },
  events: {} as {
    /** Another request is opened in the same form. */
    given: OperationTexts;
    /** What the service answered where it refused or failed; the request itself ends with why. */
    refused: OperationReply;
  },
};
export type OperationContract = typeof operationContract;
