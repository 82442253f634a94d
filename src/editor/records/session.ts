// One record that somebody edits, in a form or as a document: the version the edits are made on (base), what is edited (local), what the
// service has (remote), and a save that writes just the difference and reads it back.
import { ApiError, contentOf, recordId } from '../../client/index.ts';
import type { JsonPath } from '../../records/json-tree.ts';
import { recordKinds } from '../../records/kinds.ts';
import {
  isFields,
  ownField,
  type Fields,
  type SavePlan,
  type PlanChoices,
  type PlanContext,
  type PlanProblem,
  type PlanQuestion,
  type RecordKind,
  type Step,
} from '../../records/plan.ts';
import { asIfNew, changesBeyond, differencesFrom, writtenFields, type WrittenField } from '../../records/compare.ts';
import type { FieldChange } from '../../protocol/contract.ts';
import { isSame } from '../../records/write-format.ts';

type NoteEtag = (etag: string | undefined) => void;

interface ReadRecord {
  /** Whether somebody waits for it, and may be asked to sign in. */
  readonly interactive?: boolean;
  /** Hears the version that was read, where the service tells it. */
  readonly onEtag?: NoteEtag | undefined;
}

/** What a person is asked about. */
interface ConfirmedChange {
  readonly isNew: boolean;
  /** As it is, or as it will be where it is new. */
  readonly record: Fields;
  readonly fields: readonly WrittenField[];
}

/** The service and the person, as far as records of one kind are concerned. */
export interface RecordStore {
  read(id: string, options?: ReadRecord): Promise<Fields>;
  /** `ifMatch`: the version that it may be written to. */
  write(id: string, step: Step, ifMatch?: string): Promise<unknown>;
  create(body: Fields): Promise<unknown>;
  /** The last word before anything is written; a refusal is thrown. */
  confirm(change: ConfirmedChange): Promise<void>;
  /** Asks what has to be known before a write; what is said of the service is kept, what is said of this save is given back. */
  answer(question: PlanQuestion): Promise<PlanChoices>;
  /** Undefined when another window saves the same record. */
  lock<T>(id: string, work: () => Promise<T>): Promise<{ value: T } | undefined>;
}

/** How a record is edited. */
export interface RecordCodec<Local> {
  readonly kind: RecordKind;
  /** The record as it is edited; an empty one is a new one. */
  decode(record: Fields): Local;
  /** The record with what was edited: all else stays as it was read. */
  encode(base: Fields, local: Local): Fields;
  /** The record in the shape that `encode` gives it, where a read leaves something open that the local version knows. */
  align?(record: Fields, local?: Local): Fields;
  /** Whether a version is only another way to write the one that is known. */
  isSame?(known: Versions, now: Fields): boolean;
  /** The local version on a record of which only counters have moved that nobody edits here; undefined where more has changed. */
  moved?(known: Versions, now: Fields, local: Local): Local | undefined;
}

export interface Versions {
  /** What the edits are made on: what differs from it was edited. */
  readonly base: Fields;
  /** What the service had when it was last asked. */
  readonly remote: Fields;
}

export type StepState = 'saved' | 'failed' | 'unknown' | 'skipped';

export interface StepOutcome {
  readonly step: Step;
  readonly state: StepState;
  readonly error?: unknown;
  /** What the record, read again, has instead of what was written; undefined where it could not be read. */
  readonly differences?: readonly FieldChange[];
}

export type SaveResult =
  | { readonly kind: 'unchanged' }
  /** Another window saves it at this moment. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'problems'; readonly problems: readonly PlanProblem[] }
  /** Somebody else changed it, and nothing was written. */
  | { readonly kind: 'conflict'; readonly remote: Fields }
  | SavedRecord;

export interface SavedRecord {
  readonly kind: 'written';
  readonly outcomes: readonly StepOutcome[];
  readonly isReadBack: boolean;
  /** What was edited and is not saved, on the record as it is now. */
  readonly unsaved: Fields;
  /** What nobody edited and is another than before the save. */
  readonly beyond: readonly FieldChange[];
}

interface SaveOptions {
  readonly isConfirmed?: boolean;
  readonly choices?: PlanChoices;
}

/** A counter may move between the look and the write; a version that never matches must not make saving impossible. */
const maxMismatches = 2;

export class RecordSession<Local> {
  readonly #codec: RecordCodec<Local>;
  readonly #store: RecordStore;
  readonly #context: () => PlanContext;
  /** What the person said on the way of a save. */
  #choices: PlanChoices = {};
  #id: string | undefined;
  #versions: Versions;
  /** As the service showed it last: an edited version may have the document's names. */
  #shown: Fields;
  /** Their version, which the person is asked about. */
  #conflict: Fields | undefined;

  constructor(
    codec: RecordCodec<Local>,
    store: RecordStore,
    context: () => PlanContext,
    id?: string,
    versions: Versions = { base: {}, remote: {} },
  ) {
    this.#codec = codec;
    this.#store = store;
    this.#context = () => ({ ...context(), shown: this.#shown });
    this.#id = id;
    this.#versions = versions;
    this.#shown = versions.remote;
  }

  get id(): string | undefined {
    return this.#id;
  }

  get versions(): Versions {
    return this.#versions;
  }

  get base(): Fields {
    return this.#versions.base;
  }

  /** The record as it is edited, before anything is. */
  get decodedBase(): Local {
    return this.decode(this.base);
  }

  decode(record: Fields): Local {
    return this.#codec.decode(record);
  }

  /** With a draft it can be shown even where the service cannot be asked: from the record that it was typed on. */
  async open(id: string | undefined, draftBase?: Fields): Promise<void> {
    this.#id = id;
    if (id === undefined) return;
    const reading = this.#store.read(id, { interactive: draftBase === undefined });
    this.#shown = draftBase === undefined ? await reading : await reading.catch(() => draftBase);
    this.rebase(this.#shown);
  }

  /** The edits are made on this record, whatever the service has by now. */
  rebase(record: Fields): void {
    this.#versions = { base: record, remote: record };
    this.#conflict = undefined;
  }

  /** The version that the person was asked about. */
  get conflict(): Fields | undefined {
    return this.#conflict;
  }

  plan(local: Local): SavePlan & { readonly edited: Fields } {
    const { kind } = this.#codec;
    const edited = this.#codec.encode(this.base, local);
    const context = { ...this.#context(), choices: this.#choices };
    return { ...recordKinds[kind].plan(this.#aligned(this.base), edited, context), edited };
  }

  /**
   * Makes a record; the edits that belong to it are saved afterwards. Without an id nobody knows whether or as what it was made; the reason
   * is that of the service. A refusal is thrown.
   */
  async create(body: Fields): Promise<{ readonly id?: string; readonly reply: unknown; readonly unknown?: ApiError }> {
    try {
      const reply = contentOf(await this.#store.create(body));
      const id = recordId(reply, this.#codec.kind);
      return id === undefined ? { reply } : { id, reply };
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'unknownOutcome') return { reply: undefined, unknown: error };
      throw error;
    }
  }

  /** What a record was made with and does not show; whose it is is shown by what lists it. */
  unseenOf({ eventId: _eventId, ...body }: Fields): readonly FieldChange[] {
    return differencesFrom(this.#codec.kind, this.#shown, { writes: 'data', body }, this.#context());
  }

  /** `isConfirmed`: the person has said yes to it already. `choices`: what need not be asked. */
  async save(local: Local, { isConfirmed = false, choices = {} }: SaveOptions = {}): Promise<SaveResult> {
    this.#choices = choices;
    const { steps, problems, edited } = await this.#planWithAnswers(local);
    if (problems.length > 0) return { kind: 'problems', problems };
    if (steps.length === 0) return { kind: 'unchanged' };
    const id = this.#id ?? '';
    const locked = await this.#store.lock(id, async () => {
      if (!isConfirmed) {
        const before = this.#aligned(this.base);
        const fields = steps.flatMap((step) => writtenFields(this.#codec.kind, before, step, this.#context()));
        await this.#store.confirm({ isNew: false, record: this.base, fields });
      }
      return this.#write(id, local, edited, steps);
    });
    return locked ? locked.value : { kind: 'busy' };
  }

  /** Asks about a record that is yet to be made, with all that will be written of it. */
  async confirmCreation(local: Local, body: Fields): Promise<void> {
    const { kind } = this.#codec;
    const record = this.#codec.encode({}, local);
    const { steps } = recordKinds[kind].plan({}, record, { ...this.#context(), choices: asIfNew });
    const fields = steps.flatMap((step) => writtenFields(kind, {}, step, this.#context()));
    await this.#store.confirm({ isNew: true, record: { ...record, ...body }, fields });
  }

  /** Nothing is written on a guess: what is not known is asked, one question after the other, before anything is sent. */
  async #planWithAnswers(local: Local): Promise<ReturnType<typeof this.plan>> {
    for (let plan = this.plan(local); ; plan = this.plan(local)) {
      const [question] = plan.questions;
      if (!question || plan.problems.length > 0) return plan;
      const { unseen, ...others } = await this.#store.answer(question);
      this.#choices = { ...this.#choices, ...others, unseen: { ...this.#choices.unseen, ...unseen } };
    }
  }

  async #write(id: string, local: Local, edited: Fields, steps: readonly Step[], isRetry = false): Promise<SaveResult> {
    const { remote, written } = await this.#writeToSeen(id, local, steps);
    if (!written) {
      const isOnlyWritten = this.#codec.isSame?.(this.#versions, remote) ?? false;
      const moved = isOnlyWritten || isRetry ? undefined : this.#codec.moved?.(this.#versions, remote, local);
      if (moved !== undefined) return this.#writeMoved(id, remote, moved);
      if (!isOnlyWritten) {
        this.#conflict = this.#shown = remote;
        return { kind: 'conflict', remote };
      }
      this.#versions = { base: this.base, remote };
      return isRetry ? { kind: 'busy' } : this.#write(id, local, edited, steps, true);
    }
    const readBack = await this.#store.read(id).catch(() => undefined);
    const shown = readBack && this.#aligned(readBack, local);
    const outcomes = shown ? written.map((outcome) => this.#confirmed(outcome, shown)) : written;
    const pathsOf = (isSaved: boolean) =>
      outcomes.filter(({ state }) => (state === 'saved') === isSaved).flatMap(({ step }) => step.paths);
    const base = withPaths(this.#aligned(this.base), edited, pathsOf(true));
    this.#versions = { base, remote: readBack ?? remote };
    this.#shown = this.#versions.remote;
    const unsaved = withPaths(shown ?? base, edited, pathsOf(false));
    const { dialect } = this.#context();
    const beyond = readBack ? changesBeyond(this.#codec.kind, remote, readBack, steps, dialect) : [];
    return { kind: 'written', outcomes, isReadBack: readBack !== undefined, unsaved, beyond };
  }

  /** Tickets are sold while somebody types: what is sent beside the edits is what the service has now. */
  async #writeMoved(id: string, remote: Fields, moved: Local): Promise<SaveResult> {
    const known = this.#versions;
    let result: SaveResult = { kind: 'conflict', remote };
    this.#versions = { base: remote, remote };
    this.#shown = remote;
    try {
      const { steps, problems, questions, edited } = this.plan(moved);
      if (problems.length + questions.length === 0) result = await this.#write(id, moved, edited, steps, true);
      else this.#conflict = remote;
    } finally {
      // What is typed still stands on the version before: its counters would be taken for edits.
      if (result.kind !== 'written') this.#versions = known;
    }
    return result;
  }

  /** Looks at the record and writes if it is the one that is known; nothing is written when the service says that it has changed since. */
  async #writeToSeen(
    id: string,
    local: Local,
    steps: readonly Step[],
  ): Promise<{ readonly remote: Fields; readonly written?: StepOutcome[] }> {
    const known = this.#aligned(this.#versions.remote, local);
    for (let mismatches = 0; ; mismatches++) {
      let etag: string | undefined;
      const remote = await this.#store.read(id, { onEtag: (version) => (etag = version) });
      if (!isSameRecord(this.#codec.kind, this.#aligned(remote, local), known)) return { remote };
      const written = await this.#writeSteps(id, steps, mismatches < maxMismatches ? etag : undefined);
      if (written) return { remote, written };
    }
  }

  /**
   * One after the other; what the service refuses is left out, and a service that cannot be worked with is left alone. Undefined, and nothing
   * is written, when the record has another version than `etag`.
   */
  async #writeSteps(id: string, steps: readonly Step[], etag: string | undefined): Promise<StepOutcome[] | undefined> {
    const outcomes: StepOutcome[] = [];
    let isStopped = false;
    for (const step of steps) {
      if (isStopped) {
        outcomes.push({ step, state: 'skipped' });
        continue;
      }
      // The version is that of the record's own address; what is written below it has others, and later steps come after my own write.
      const ifMatch = outcomes.length === 0 && step.operation === recordKinds[this.#codec.kind].update ? etag : undefined;
      try {
        await this.#store.write(id, step, ifMatch);
        outcomes.push({ step, state: 'saved' });
      } catch (error) {
        if (ifMatch !== undefined && isOutdated(error)) return undefined;
        const kind = error instanceof ApiError ? error.kind : undefined;
        outcomes.push({ step, state: kind === 'unknownOutcome' ? 'unknown' : 'failed', error });
        // A good status without a reply may be all that a service says; what it has done is read afterwards.
        const isAnswered = kind === 'unknownOutcome' && ((error as ApiError).status ?? 500) < 300;
        isStopped = kind !== 'invalid' && kind !== 'conflict' && !isAnswered;
      }
    }
    return outcomes;
  }

  /** A write of which nothing was known was done after all when the service shows what was sent. */
  #confirmed(outcome: StepOutcome, now: Fields): StepOutcome {
    if (outcome.state !== 'unknown' && outcome.state !== 'saved') return outcome;
    const differences = differencesFrom(this.#codec.kind, now, outcome.step, this.#context());
    if (outcome.state === 'saved') return { ...outcome, differences };
    return { ...outcome, state: differences.length === 0 ? 'saved' : 'unknown' };
  }

  #aligned(record: Fields, local?: Local): Fields {
    return this.#codec.align?.(record, local) ?? record;
  }
}

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'conflict' && error.status === 412;
}

/** Counters that move by themselves are nobody's edit. */
function isSameRecord(kind: RecordKind, one: Fields, other: Fields): boolean {
  const { readOnly } = recordKinds[kind];
  const own = (record: Fields) => Object.fromEntries(Object.entries(record).filter(([key]) => !readOnly.includes(key)));
  return isSame(own(one), own(other));
}

/** Their record as if mine had been made from it: what the service works out by itself is not an edit of mine. */
export function asBase(kind: RecordKind, remote: Fields, local: Fields): Fields {
  const { readOnly, readOnlyValues } = recordKinds[kind];
  const record = withFields(remote, local, readOnly);
  return isFields(remote.value) && isFields(local.value)
    ? { ...record, value: withFields(remote.value, local.value, readOnlyValues) }
    : record;
}

function withFields(record: Fields, other: Fields, names: readonly string[]): Fields {
  return { ...record, ...Object.fromEntries(Object.entries(other).filter(([key]) => names.includes(key))) };
}

/** The record with what is at those paths as it was edited. */
export function withPaths(record: Fields, edited: Fields, paths: readonly JsonPath[]): Fields {
  let changed = record;
  for (const [field, part] of paths) {
    if (field === undefined) continue;
    const name = String(field);
    // Unlike an assignment, this makes `__proto__` a field like any other.
    changed = { ...changed, [name]: withPart(ownField(changed, name), ownField(edited, name), part) };
  }
  return changed;
}

function withPart(before: unknown, after: unknown, part: string | number | undefined): unknown {
  if (part === undefined) return after;
  if (typeof part === 'number') return withListed(before, (after as readonly unknown[])[part]);
  return { ...(isFields(before) ? before : {}), [part]: (after as Fields)[part] };
}

/** A sale period takes the place of the one with its category, an attribute of the one with its key; a new one comes last. */
function withListed(list: unknown, entry: unknown): unknown[] {
  const entries = Array.isArray(list) ? (list as unknown[]) : [];
  const nameOf = (value: unknown) => (isFields(value) ? String(value.appCategoryId ?? value.key) : '');
  const index = entries.findIndex((one) => nameOf(one) === nameOf(entry));
  return index < 0 ? [...entries, entry] : entries.with(index, entry);
}
