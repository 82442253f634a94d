// One open passkey form: a new passkey and its items, or what was changed of one that exists.
import { judgingZone, checkInput, labelOf, operations, recordId, type FieldProblem } from '../../client/index.ts';
import { t } from '../../client/l10n.ts';
import type { FieldChange } from '../../protocol/contract.ts';
import type { PasskeySection } from '../../protocol/passkey.ts';
import type { TypedEdit } from '../../protocol/record-form.ts';
import { textIn } from '../../shared/typed-fields.ts';
import { messageOf } from '../platform/user-error.ts';
import type { Fields, FormatContext, PlanContext, PlanProblem, RecordModel } from '../../records/index.ts';
import { RecordSession, type RecordStore, type SaveResult, type StepOutcome } from '../records/session.ts';
import { newBody, partOf, typedFieldsOf, withTyped } from './record-texts.ts';
import type { FoundPasskey } from '../reading/reads.ts';

export interface PasskeyStore extends RecordStore {
  /** The passkey of the event that has this very text. */
  find(passkey: string): Promise<FoundPasskey>;
}

export type PasskeySave =
  | Exclude<SaveResult, { kind: 'written' }>
  /** The event has this passkey already. */
  | { readonly kind: 'exists' }
  | {
      readonly kind: 'done';
      readonly sections: readonly PasskeySection[];
      readonly id?: string | undefined;
      readonly isReadBack: boolean;
      readonly beyond?: readonly FieldChange[];
    };

export function passkeySession(store: PasskeyStore, context: () => PlanContext, opened?: string) {
  const record = new RecordSession('passkey', store, context, opened);
  /** The texts of creations of which nobody knows: they are not repeated by a mere Save. */
  const inDoubt = new Set<string>();
  /** A passkey has no amounts: its texts are the same in every language. */
  const format = (): FormatContext => ({ dialect: context().dialect, language: 'en' });
  const fieldsOf = (model: RecordModel) => typedFieldsOf(model, format());
  const typed = (edits: readonly TypedEdit[]) => withTyped(edits, format());
  /** Whether the record that is edited is known. */
  const isKnown = () => record.id !== undefined && Object.keys(record.base).length > 0;

  async function save(edits: readonly TypedEdit[], eventId: string): Promise<PasskeySave> {
    if (record.id === undefined) return create(edits, eventId);
    // Made by this form, but not read since.
    if (!isKnown()) await record.open(record.id);
    return saved(await record.save(typed(edits)));
  }

  function saved(result: SaveResult, before: readonly PasskeySection[] = []): PasskeySave {
    const { id } = record;
    if (result.kind === 'unchanged' && before.length > 0) return { kind: 'done', sections: before, id, isReadBack: true };
    if (result.kind !== 'written') return result;
    const { outcomes, isReadBack, beyond } = result;
    if (isReadBack && outcomes.every(({ state }) => state === 'saved')) record.rebase(record.versions.remote);
    return { kind: 'done', sections: [...before, ...outcomes.map(sectionOf)], id, isReadBack, beyond };
  }

  async function create(edits: readonly TypedEdit[], eventId: string): Promise<PasskeySave> {
    const passkey = textIn(edits, 'passkey');
    const { dialect, now } = context();
    const body = { eventId, passkey, ...newBody('passkey', edits, dialect) };
    const { problems } = checkInput(operations.createPasskey, { body }, { now, timeZone: judgingZone(dialect.clock) });
    if (problems.length > 0) return { kind: 'problems', problems: problems.map(asPlanProblem) };
    const locked = await store.lock(`new ${eventId} ${passkey}`, async (): Promise<PasskeySave> => {
      // Afterwards nobody could tell whose it is.
      const { record: there, unproved } = await store.find(passkey);
      if (there) return { kind: 'exists' };
      const isInDoubt = inDoubt.has(passkey);
      if (isInDoubt || unproved !== undefined) await store.answer({ kind: 'createAgain', passkey, isInDoubt, unproved });
      await record.confirmCreation(typed(edits), body);
      const { section, id } = await make(body, passkey);
      return withItems(section, id, edits);
    });
    return locked ? locked.value : { kind: 'busy' };
  }

  /** A creation of which nothing is known was done after all when the service has the passkey now, which it had not before. */
  async function make(
    body: Fields,
    passkey: string,
  ): Promise<{ readonly section: PasskeySection; readonly id?: string | undefined }> {
    try {
      const { id, reply, unknown } = await record.create(body);
      if (id !== undefined) return { section: { what: 'create', state: 'saved' }, id };
      const found = await store.find(passkey).catch((error: unknown) => ({ problem: messageOf(error) }));
      const shownId = 'record' in found && found.record ? recordId(found.record, 'passkey') : undefined;
      if (shownId !== undefined) return { section: { what: 'create', state: 'saved' }, id: shownId };
      inDoubt.add(passkey);
      const said = unknown?.message ?? t('The service answered: {0}', labelOf(reply));
      return { section: { what: 'create', state: 'unknown', reason: [said, lookedText(found)].join(' ') } };
    } catch (error) {
      return { section: { what: 'create', ...partOf({ state: 'failed', error }) } };
    }
  }

  /** The items of a passkey that was just made: an edit of it like any other. */
  async function withItems(section: PasskeySection, id: string | undefined, edits: readonly TypedEdit[]): Promise<PasskeySave> {
    const items = edits.filter(({ section }) => section === 'itemIds');
    const skipped: PasskeySection[] = items.some(({ text }) => text !== '') ? [{ what: 'items', state: 'skipped' }] : [];
    const isRead =
      id !== undefined &&
      (await record
        .open(id)
        .then(() => true)
        .catch(() => false));
    if (!isRead) return { kind: 'done', sections: [section, ...skipped], id, isReadBack: false };
    // It was made a moment ago: there is no set of items that nobody has seen.
    const choices = { replacesItems: true };
    const result = saved(await record.save(typed(items), { isConfirmed: true, choices }), [section]);
    return result.kind === 'done' ? result : { kind: 'done', sections: [section, ...skipped], id, isReadBack: true };
  }

  return {
    record,
    fieldsOf,
    save,
    /** The record as it is typed, before anything is. */
    get base() {
      return fieldsOf(record.baseModel);
    },
    get format() {
      return format();
    },
    get isKnown() {
      return isKnown();
    },
  };
}

/** What a look after the creation came to. */
function lookedText(found: FoundPasskey | { readonly problem: string }): string {
  if ('problem' in found) return found.problem;
  if (found.record) return t('The service shows it without an id.');
  return found.unproved === undefined
    ? t('The service does not show it at this moment.')
    : t('It is not among the {0} passkeys that could be read, and nothing shows that these are all.', found.unproved);
}

function sectionOf(outcome: StepOutcome): PasskeySection {
  return { what: outcome.step.operation === 'setPasskeyItems' ? 'items' : 'fields', ...partOf(outcome) };
}

function asPlanProblem({ field, message }: FieldProblem): PlanProblem {
  return { path: [field.replace(/^body\.?/, '')], at: 'value', rule: 'service', text: message };
}
