import * as v from 'valibot';
import { exportFormats, exportTypes } from '../client/schemas.ts';
import { nothing, told, type Draft, type FieldProblems, type PageEnvironment, type PageEvent } from './contract.ts';

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
const fileAction = v.picklist(['open', 'save', 'showMail']);
export type FileAction = v.InferOutput<typeof fileAction>;

/** One that was asked for, as it is kept. */
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
  init: {} as {
    environment: PageEnvironment;
    event: PageEvent;
    /** Whether it is the passkeys report, which has defaults of its own. */
    isReport: boolean;
    /** The local service's mails are announced by the editor. */
    isLocal: boolean;
    defaults: ExportFields;
    requested: RequestedExport[];
    draft?: Draft<ExportFields> | undefined;
  },
  requests: {
    keepDraft: told(exportFields),
    dropDraft: nothing,
    send: {
      payload: exportFields,
      result: {} as FieldProblems | { kind: 'requested'; requested: RequestedExport[] } | { kind: 'unknown'; message: string },
    },
    /** By the time at which it was asked for. */
    useFile: told(v.strictObject({ at: v.number(), action: fileAction })),
  },
  events: {} as { requested: RequestedExport[] },
};
export type ExportContract = typeof exportContract;
