// An edit of a record without a session, as JSON that somebody edited.
import type { Edited } from '../../../src/editor/records/session.ts';
import {
  readRecord,
  stepsFor,
  type Fields,
  type PlanContext,
  type RecordKind,
  type SavePlan,
} from '../../../src/records/index.ts';

function planOf(kind: RecordKind, base: Fields, edited: Fields, context: PlanContext): SavePlan {
  const { dialect } = context;
  return stepsFor(readRecord(kind, base, dialect), readRecord(kind, edited, dialect), context);
}

export const planItem = (base: Fields, edited: Fields, context: PlanContext) => planOf('item', base, edited, context);
export const planPasskey = (base: Fields, edited: Fields, context: PlanContext) => planOf('passkey', base, edited, context);

/** The record itself is edited. */
export function asJson(edited: Fields): Edited {
  return ({ kind, dialect }) => readRecord(kind, edited, dialect);
}
