import * as v from 'valibot';
import { exportFormats, exportTypes } from '../client/schemas.ts';
import { fieldProblem, pageEnvironment } from './contract.ts';

export { exportFormats, exportTypes };
const type = v.picklist(exportTypes);
const format = v.picklist(exportFormats);
const text = v.pipe(v.string(), v.maxLength(10_000));

const filters = v.pipe(v.array(v.strictObject({ name: text, value: text })), v.maxLength(100));

/** What is typed: all of it, whichever type is chosen, so that another choice loses nothing. */
export const exportFields = v.strictObject({
  type,
  format,
  /** Of a guest list or of transactions. */
  filters,
  /** Of passkeys; empty for all. */
  status: text,
});
export type ExportFields = v.InferOutput<typeof exportFields>;

/** What can be done with the file of an export. */
const fileActions = ['open', 'save', 'showMail'] as const;
export type FileAction = (typeof fileActions)[number];

/** One that was asked for. */
export const requestedExport = v.strictObject({
  at: v.number(),
  eventId: v.string(),
  eventLabel: v.string(),
  type,
  format,
  /** What it was filtered by; absent where nobody knows. */
  choices: v.optional(v.strictObject({ filters, status: text })),
  /** The file, where it came to this machine. */
  file: v.optional(v.strictObject({ path: v.string(), name: v.string(), mail: v.string() })),
});
export type RequestedExport = v.InferOutput<typeof requestedExport>;

export const exportContract = {
  init: v.strictObject({
    environment: pageEnvironment,
    event: v.strictObject({ id: v.string(), label: v.string() }),
    /** Whether it is the passkeys report, which has defaults of its own. */
    isReport: v.boolean(),
    /** The local service's mails are announced by the editor. */
    isLocal: v.boolean(),
    defaults: exportFields,
    requested: v.array(requestedExport),
    draft: v.optional(v.strictObject({ at: v.number(), fields: exportFields })),
  }),
  requests: {
    keepDraft: { payload: exportFields, result: v.null() },
    dropDraft: { payload: v.null(), result: v.null() },
    send: {
      payload: exportFields,
      result: v.variant('kind', [
        v.strictObject({
          kind: v.literal('problems'),
          problems: v.array(fieldProblem),
        }),
        v.strictObject({ kind: v.literal('requested'), requested: v.array(requestedExport) }),
        v.strictObject({ kind: v.literal('unknown'), message: v.string() }),
      ]),
    },
    /** By the time at which it was asked for. */
    useFile: { payload: v.strictObject({ at: v.number(), action: v.picklist(fileActions) }), result: v.null() },
  },
  events: { requested: v.array(requestedExport) },
};
export type ExportContract = typeof exportContract;
