// One record that somebody edits, in a form or as a document: the version the edits are made on (base), what is edited (local), what the
// service has (remote), and a save that writes just the difference and reads it back.
import { ApiError, contentOf, recordId, type Dialect } from '../../client/index.ts';
import type { FieldChange } from '../../protocol/contract.ts';
import {
  asIfNew,
  changesBeyond,
  changesOf,
  differencesFrom,
  shownPut,
  isSameRecord,
  ownChanges,
  rawWith,
  readRecord,
  stepsFor,
  tableOf,
  withChanges,
  withDialect,
  withoutCarried,
  writtenFields,
  type Change,
  type Fields,
  type PlanChoices,
  type PlanContext,
  type PlanProblem,
  type PlanQuestion,
  type RecordKind,
  type RecordModel,
  type SavePlan,
  type Step,
  type WrittenField,
} from '../../records/index.ts';

interface ReadRecord {
  /** Whether somebody waits for it, and may be asked to sign in. */
  readonly interactive?: boolean;
  /** Hears the version that was read, where the service tells it. */
  readonly onEtag?: (etag: string | undefined) => void;
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
  /** Keeps what a read-back showed of the service. */
  learn?(part: Dialect): Promise<void>;
  /** Undefined when another window saves the same record. */
  lock<T>(id: string, work: () => Promise<T>): Promise<{ value: T } | undefined>;
}

/** Gives the record with what was edited: all else stays as it was read. */
export type Edited = (base: RecordModel) => RecordModel;

/** As the service gave them. */
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
  readonly unsaved: RecordModel;
  /** What nobody edited and is another than before the save. */
  readonly beyond: readonly FieldChange[];
}

interface SaveOptions {
  readonly isConfirmed?: boolean;
  readonly choices?: PlanChoices;
}

/** A counter may move between the look and the write; a version that never matches must not make saving impossible. */
const maxMismatches = 2;

/** A save as it was planned. */
interface Planned extends SavePlan {
  readonly before: RecordModel;
  readonly after: RecordModel;
}

export class RecordSession {
  readonly #kind: RecordKind;
  readonly #store: RecordStore;
  readonly #context: () => PlanContext;
  /** What the person said on the way of a save. */
  #choices: PlanChoices = {};
  #id: string | undefined;
  #base: RecordModel;
  #remote: RecordModel;
  /** Their version, which the person is asked about. */
  #conflict: Fields | undefined;
  /** As it was read when it was opened: a draft may have the document's names in the place of the service's own. */
  #opened: RecordModel | undefined;

  constructor(
    kind: RecordKind,
    store: RecordStore,
    context: () => PlanContext,
    id?: string,
    versions: Versions = { base: {}, remote: {} },
  ) {
    this.#kind = kind;
    this.#store = store;
    this.#context = context;
    this.#id = id;
    this.#base = this.modelOf(versions.base);
    this.#remote = this.modelOf(versions.remote);
  }

  get id(): string | undefined {
    return this.#id;
  }

  get versions(): Versions {
    return { base: this.#base.raw, remote: this.#remote.raw };
  }

  /** As the service gave it. */
  get base(): Fields {
    return this.#base.raw;
  }

  /** By what is known of the service now. */
  get baseModel(): RecordModel {
    return (this.#base = withDialect(this.#base, this.#context().dialect));
  }

  get remoteModel(): RecordModel {
    return (this.#remote = withDialect(this.#remote, this.#context().dialect));
  }

  modelOf(record: Fields): RecordModel {
    return readRecord(this.#kind, record, this.#context().dialect);
  }

  /** With a draft it can be shown even where the service cannot be asked: from the record that it was typed on. */
  async open(id: string | undefined, draftBase?: Fields): Promise<void> {
    this.#id = id;
    if (id === undefined) return;
    const reading = this.#store.read(id, { interactive: draftBase === undefined });
    const record = draftBase === undefined ? await reading : await reading.catch(() => draftBase);
    this.#opened = undefined;
    this.rebase(record);
    this.#opened = this.#base;
  }

  /** The edits are made on this record, whatever the service has by now. */
  rebase(record: Fields): void {
    const [model, opened] = [this.modelOf(record), this.#opened];
    // What the service gave is taken as it is; a draft of before may have other names.
    const isOther = opened !== undefined && ![opened.raw, this.#conflict, this.#remote.raw].includes(record);
    this.#base = this.#remote = isOther ? this.modelOf(rawWith(opened, model, changesOf(opened, model))) : model;
    this.#conflict = undefined;
  }

  /** The version that the person was asked about. */
  get conflict(): Fields | undefined {
    return this.#conflict;
  }

  plan(edited: Edited): Planned {
    return this.#planned(this.baseModel, edited(this.#base));
  }

  #planned(before: RecordModel, after: RecordModel): Planned {
    const choices = { ...this.#choices, triesToClear: true };
    return { before, after, ...stepsFor(before, after, { ...this.#context(), choices }) };
  }

  /**
   * Makes a record; the edits that belong to it are saved afterwards. Without an id nobody knows whether or as what it was made; the reason
   * is that of the service. A refusal is thrown.
   */
  async create(body: Fields): Promise<{ readonly id?: string; readonly reply: unknown; readonly unknown?: ApiError }> {
    try {
      const reply = contentOf(await this.#store.create(body));
      const id = recordId(reply, this.#kind);
      return id === undefined ? { reply } : { id, reply };
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'unknownOutcome') return { reply: undefined, unknown: error };
      throw error;
    }
  }

  /** What a record was made with and does not show; whose it is is shown by what lists it. */
  unseenOf({ eventId: _eventId, ...body }: Fields): readonly FieldChange[] {
    return differencesFrom(this.remoteModel, { section: 'data', key: '', body });
  }

  /** `isConfirmed`: the person has said yes to it already. `choices`: what need not be asked. */
  async save(edited: Edited, { isConfirmed = false, choices = {} }: SaveOptions = {}): Promise<SaveResult> {
    this.#choices = choices;
    const planned = await this.#planWithAnswers(edited);
    const { before, steps, problems } = planned;
    if (problems.length > 0) return { kind: 'problems', problems };
    if (steps.length === 0) return { kind: 'unchanged' };
    const id = this.#id ?? '';
    const locked = await this.#store.lock(id, async () => {
      if (!isConfirmed) await this.#confirm(false, this.base, before, steps);
      return this.#write(id, planned, true);
    });
    return locked ? locked.value : { kind: 'busy' };
  }

  /** Asks about a record that is yet to be made, with all that will be written of it. */
  async confirmCreation(edited: Edited, body: Fields): Promise<void> {
    const nothing = this.modelOf({});
    const { steps } = stepsFor(nothing, edited(nothing), { ...this.#context(), choices: asIfNew });
    await this.#confirm(true, body, nothing, steps);
  }

  #confirm(isNew: boolean, record: Fields, before: RecordModel, steps: readonly Step[]): Promise<void> {
    return this.#store.confirm({ isNew, record, fields: steps.flatMap((step) => writtenFields(before, step)) });
  }

  /** Nothing is written on a guess: what is not known is asked, one question after the other, before anything is sent. */
  async #planWithAnswers(edited: Edited): Promise<Planned> {
    for (;;) {
      const plan = this.plan(edited);
      const [question] = plan.questions;
      if (!question || plan.problems.length > 0) return plan;
      const { unseen, ...others } = await this.#store.answer(question);
      this.#choices = { ...this.#choices, ...others, unseen: { ...this.#choices.unseen, ...unseen } };
    }
  }

  async #write(id: string, { before, after, steps }: Planned, mayMove: boolean): Promise<SaveResult> {
    const { remote, written } = await this.#writeToSeen(id, mayMove ? [this.remoteModel, before] : [before], steps);
    if (!written) {
      const moved = mayMove ? this.#moved(remote, before, after) : undefined;
      if (moved && moved.problems.length + moved.questions.length === 0) return this.#write(id, moved, false);
      this.#conflict = remote.raw;
      return { kind: 'conflict', remote: remote.raw };
    }
    const readBack = await this.#store.read(id).then(
      (record) => this.modelOf(record),
      () => undefined,
    );
    const outcomes = readBack ? written.map((outcome) => confirmed(outcome, readBack)) : written;
    const done = outcomes.filter(({ state }) => state === 'saved').map(({ step }) => step);
    const left = outcomes.filter(({ state }) => state !== 'saved').map(({ step }) => step.change);
    const put = readBack && shownPut(before, readBack, done);
    if (put) await this.#store.learn?.({ put });
    const saved = done.map(({ change }) => change);
    this.#base = { ...withChanges(before, saved), raw: rawWith(before, after, saved) };
    this.#remote = readBack ?? remote;
    const result: SavedRecord = {
      kind: 'written',
      outcomes,
      isReadBack: readBack !== undefined,
      unsaved: withChanges(readBack ?? this.#base, left),
      beyond: readBack ? changesBeyond(remote, readBack, steps) : [],
    };
    return put === 'merges' && readBack ? this.#clearByNull(id, readBack, result, left) : result;
  }

  /** What was left out to be taken away and is still there is sent as null, once it is known that the service keeps what it is not sent. */
  async #clearByNull(id: string, now: RecordModel, result: SavedRecord, failed: readonly Change[]): Promise<SaveResult> {
    const isKept = ({ step, differences = [] }: StepOutcome) => step.clears.length > 0 && differences.length > 0;
    const kept = result.outcomes.filter(isKept);
    if (kept.length === 0 || this.#context().dialect.put !== 'merges') return result;
    this.#base = this.#remote = this.modelOf(now.raw);
    const wanted = withChanges(
      this.#base,
      kept.map(({ step }) => step.change),
    );
    const again = await this.#write(id, this.#planned(this.#base, wanted), false);
    if (again.kind !== 'written') return result;
    const others = result.outcomes.filter((outcome) => !isKept(outcome));
    return {
      ...again,
      outcomes: [...others, ...again.outcomes],
      unsaved: withChanges(again.unsaved, failed),
      beyond: [...result.beyond, ...again.beyond],
    };
  }

  /** Tickets are sold while somebody types: where nothing else has moved, the edits are edits of the record as it is now. */
  #moved(remote: RecordModel, before: RecordModel, after: RecordModel): Planned | undefined {
    const mine = changesOf(before, after);
    const isCounter = ({ section, key, before: former, after: now, fields }: Change) =>
      section === 'salePeriods' &&
      former &&
      now &&
      fields.every((name) => name === 'available') &&
      !mine.some((change) => change.section === section && change.key === key && change.fields.includes('available'));
    const theirs = ownChanges(this.remoteModel, remote);
    return theirs.length > 0 && theirs.every(isCounter) ? this.#planned(remote, withChanges(remote, mine)) : undefined;
  }

  /** Looks at the record and writes if it is the one that is known; nothing is written when the service says that it has changed since. */
  async #writeToSeen(
    id: string,
    seen: readonly RecordModel[],
    steps: readonly Step[],
  ): Promise<{ readonly remote: RecordModel; readonly written?: StepOutcome[] }> {
    for (let mismatches = 0; ; mismatches++) {
      let etag: string | undefined;
      const remote = this.modelOf(await this.#store.read(id, { onEtag: (version) => (etag = version) }));
      if (!seen.some((known) => isSameRecord(known, remote))) return { remote };
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
      const ifMatch = outcomes.length === 0 && step.operation === tableOf(this.#kind).update ? etag : undefined;
      try {
        outcomes.push({ step: await this.#send(id, step, ifMatch), state: 'saved' });
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

  /** Gives the step as it was sent. */
  async #send(id: string, step: Step, ifMatch: string | undefined): Promise<Step> {
    try {
      await this.#store.write(id, step, ifMatch);
      return step;
    } catch (error) {
      const isRefused = error instanceof ApiError && error.kind === 'invalid';
      const body = isRefused ? withoutCarried(step.operation, step.body, this.#context().dialect) : undefined;
      if (!body) throw error;
      await this.#store.write(id, { ...step, body }, ifMatch);
      return { ...step, body };
    }
  }
}

/** A write of which nothing was known was done after all when the service shows what was sent. */
function confirmed(outcome: StepOutcome, now: RecordModel): StepOutcome {
  if (outcome.state !== 'unknown' && outcome.state !== 'saved') return outcome;
  const differences = differencesFrom(now, outcome.step);
  if (outcome.state === 'saved') return { ...outcome, differences };
  return { ...outcome, state: differences.length === 0 ? 'saved' : 'unknown' };
}

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'conflict' && error.status === 412;
}
