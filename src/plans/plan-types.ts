// A plan: the steps that make an event what a file says, each with what it needs and what it was made on. It is a file too.
import type { Dialect, OperationId } from '../client/index.ts';
import { isStepRef, type PlanChoices, type PlanQuestion, type RecordKind, type StepRef } from '../records/index.ts';
import type { EventDifferences, FieldDifference } from './differences.ts';
import type { FileId } from './event-file.ts';
import type { MatchOptions } from './match.ts';
import type { PlanWarning } from './warnings.ts';

/** What has to be there when the step is sent. */
type Expected =
  /** These fields of what it writes have these values, in the format of writes, and all others have what it sends. */
  | { readonly fields: Readonly<Record<string, unknown>> }
  /** No record of this name. */
  | { readonly absent: true }
  /** The record, by its name. */
  | { readonly name: string };

export interface PlanStep {
  readonly id: string;
  readonly operation: OperationId;
  readonly record: { readonly kind: RecordKind; readonly path: string; readonly id?: FileId | StepRef };
  readonly input: {
    readonly path?: Readonly<Record<string, unknown>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
  /** Steps that have to be done before. */
  readonly needs: readonly string[];
  readonly expects: Expected;
  /** What a person is shown. */
  readonly changes: readonly FieldDifference[];
}

/** Why nothing may be sent. */
export interface PlanStop {
  /** What a person calls the record; none where the whole plan is meant. */
  readonly record?: string;
  /** Where it stands in the file. */
  readonly place?: string | undefined;
  /** It stops only while a record of this kind is made. */
  readonly ifNew?: RecordKind;
  readonly message: string;
  /** What would have to be known of the service. */
  readonly answer?: 'lists' | 'removal' | undefined;
}

export interface Plan {
  readonly version: 2;
  readonly event: { readonly id: FileId; readonly name?: string | undefined; readonly environment?: string | undefined };
  /** When it was made. */
  readonly made: string;
  /** The hashes of the file and of the event that it was made from. */
  readonly madeFrom: { readonly file: string; readonly event: string };
  /** Items that are the event's because a person says so. */
  readonly itemsOf?: readonly FileId[] | undefined;
  readonly steps: readonly PlanStep[];
}

export interface PlannedChanges {
  readonly plan: Plan;
  readonly differences: EventDifferences;
  /** While there is one, the plan is not applied. */
  readonly stops: readonly PlanStop[];
  /** What only a person can tell before anything is written. */
  readonly questions: readonly PlanQuestion[];
  /** The same for each record, by its place in the file. */
  readonly asked: readonly { readonly question: PlanQuestion; readonly place?: string | undefined }[];
  readonly warnings: readonly PlanWarning[];
}

export interface PlanOptions extends MatchOptions {
  readonly now?: number;
  /** The ids of records that are only there and are to go, as `item 7` and `passkey 9`. */
  readonly remove?: ReadonlySet<string>;
  readonly choices?: PlanChoices;
  /** What is known of the service; what the event was read with by default. */
  readonly dialect?: Dialect;
}

/** The steps whose records an input names: those are not there yet. */
export function stepsIn(value: unknown): string[] {
  if (isStepRef(value)) return [value.$step];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stepsIn) : [];
}
