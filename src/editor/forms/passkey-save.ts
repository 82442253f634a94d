// One save of a passkey's form: a new passkey and its items, or what was changed of one that exists.
import { ApiError, checkInput, contentOf, idOf, operations, type FieldProblem } from '../../client/index.ts';
import type { PasskeyFields, PasskeyPart } from '../../protocol/passkey.ts';
import type { Fields, PlanContext, PlanProblem, Step } from '../records/plan.ts';
import { planChanges, saveRecord, type Basis, type RecordStore, type StepOutcome } from '../records/save.ts';
import { editedRecord, fieldsOf } from './passkey-record.ts';

/** The service, as far as the passkeys of one event are concerned. */
export interface PasskeyStore {
  /** The passkey of the event that has this very text. */
  find(passkey: string): Promise<Fields | undefined>;
  create(body: Fields): Promise<unknown>;
  /** The record of an id; `confirm` of the store asks nothing when `asked`. */
  record(id: string, asked: boolean): RecordStore;
  /** The last word before a passkey is made; a refusal is thrown. */
  confirm(fields: PasskeyFields): Promise<void>;
}

interface SaveContext extends PlanContext {
  readonly eventId: string;
}

export type PasskeySave =
  | { readonly kind: 'problems'; readonly problems: readonly PlanProblem[]; readonly exists?: boolean }
  | { readonly kind: 'conflict'; readonly theirs: Fields }
  | {
      readonly kind: 'done';
      readonly parts: readonly PasskeyPart[];
      readonly id?: string | undefined;
      readonly basis?: Basis | undefined;
      readonly isReadBack: boolean;
    };

export async function saveEdited(
  id: string,
  basis: Basis,
  fields: PasskeyFields,
  store: PasskeyStore,
  context: SaveContext,
  asked = false,
): Promise<PasskeySave> {
  const edited = editedRecord(basis.opened, fieldsOf(basis.opened, context.timeZone), fields);
  const { steps, problems } = planChanges('passkey', basis.opened, edited, context);
  if (problems.length > 0) return { kind: 'problems', problems };
  const result = await saveRecord('passkey', basis, edited, steps, store.record(id, asked), context);
  if (result.kind === 'changedElsewhere') return { kind: 'conflict', theirs: result.theirs };
  if (result.kind === 'unchanged') return { kind: 'done', parts: [], id, basis, isReadBack: true };
  const { outcomes, readBack } = result;
  return { kind: 'done', parts: outcomes.map(partOf), id, basis: result.basis, isReadBack: readBack };
}

function partOf({ step, state, error, isShown }: StepOutcome): PasskeyPart {
  return {
    what: whatOf(step),
    state,
    ...(error === undefined ? {} : { message: messageOf(error) }),
    ...(isShown === undefined ? {} : { isShown }),
  };
}

function whatOf({ operation }: Step): PasskeyPart['what'] {
  return operation === 'setPasskeyItems' ? 'items' : 'fields';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export async function saveNew(fields: PasskeyFields, store: PasskeyStore, context: SaveContext): Promise<PasskeySave> {
  const body = newBody(fields, context.eventId);
  const timeZone = context.timeZone ?? machineZone();
  const problems = checkInput(operations.createPasskey, { body }, { ...context, timeZone }).problems.map(asPlanProblem);
  if (problems.length > 0) return { kind: 'problems', problems };
  // Afterwards nobody could tell whose it is.
  if (await store.find(fields.passkey)) return { kind: 'problems', problems: [], exists: true };
  await store.confirm(fields);
  const made = await create(body, fields.passkey, store);
  const wantsItems = fields.itemIds.length > 0;
  const skipped: PasskeyPart[] = wantsItems ? [{ what: 'items', state: 'skipped' }] : [];
  if (made.id === undefined) return { kind: 'done', parts: [made.part, ...skipped], isReadBack: false };
  return withItems(made.id, made.part, fields, store, context, skipped);
}

/** Where "today" is meant when the environment does not say. */
export function machineZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function newBody({ passkey, start, finish }: PasskeyFields, eventId: string): Fields {
  return { eventId, passkey, ...(start === '' ? {} : { start }), ...(finish === '' ? {} : { finish }) };
}

function asPlanProblem({ field, message }: FieldProblem): PlanProblem {
  return { path: [field.replace(/^body\.?/, '')], at: 'value', rule: 'service', text: message };
}

interface Made {
  readonly part: PasskeyPart;
  readonly id?: string | undefined;
}

/** A creation of which nothing is known was done after all when the service has the passkey now, which it had not before. */
async function create(body: Fields, passkey: string, store: PasskeyStore): Promise<Made> {
  const idIn = (record: unknown) => (record === undefined ? undefined : idOf(record));
  try {
    const id = idOf(contentOf(await store.create(body))) ?? idIn(await store.find(passkey));
    return { part: { what: 'create', state: 'saved' }, id };
  } catch (error) {
    const message = messageOf(error);
    if (!(error instanceof ApiError && error.kind === 'unknownOutcome'))
      return { part: { what: 'create', state: 'failed', message } };
    const id = idIn(await store.find(passkey).catch(() => undefined));
    return { part: { what: 'create', state: id === undefined ? 'unknown' : 'saved', message }, id };
  }
}

/** The items of a passkey that was just made: an edit of it like any other. */
async function withItems(
  id: string,
  part: PasskeyPart,
  fields: PasskeyFields,
  store: PasskeyStore,
  context: SaveContext,
  skipped: readonly PasskeyPart[],
): Promise<PasskeySave> {
  const record = await store
    .record(id, true)
    .read()
    .catch(() => undefined);
  if (!record) return { kind: 'done', parts: [part, ...skipped], id, isReadBack: false };
  const basis = { opened: record, seen: record };
  if (fields.itemIds.length === 0) return { kind: 'done', parts: [part], id, basis, isReadBack: true };
  const own = { ...fieldsOf(record, context.timeZone), itemIds: fields.itemIds };
  const saved = await saveEdited(id, basis, own, store, context, true);
  if (saved.kind !== 'done') return { kind: 'done', parts: [part, ...skipped], id, basis, isReadBack: true };
  return { ...saved, parts: [part, ...saved.parts] };
}
