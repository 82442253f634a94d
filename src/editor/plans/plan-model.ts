// One plan that somebody looks at: what the event should become, what it is, and what was said about the difference.
import * as vscode from 'vscode';
import type { Client } from '../../client/index.ts';
import {
  differences,
  parse,
  planChanges,
  readEvent,
  readOwnRecords,
  textOf,
  type EventFile,
  type ReadEvent,
  type PlanFile,
  type PlannedChanges,
  type Reverse,
} from '../../plans/index.ts';
import { lookAtSteps, type Looks } from '../../plans/apply.ts';
import type { PlanPageChoices } from '../../protocol/plan.ts';
import type { PlanChoices } from '../../records/index.ts';
import type { Connection } from '../account/index.ts';
import { withOwnItems } from '../ask/own-items.ts';
import { UserError } from '../platform/user-error.ts';
import { PlanWords } from '../reading/plan-words.ts';
import { fileState } from './file-view.ts';
import type { ReadOnce } from './open-plan.ts';
import { keyOf, plannedState, type Candidates, type PlanState } from './planned-view.ts';

/** What is kept of a plan over a reload of the window. */
interface KeptPlan {
  readonly title: string;
  /** The event as it should become, once that is known. */
  readonly wanted?: string | undefined;
  readonly cannotUndo: readonly string[];
  readonly choices: PlanPageChoices;
}

const noChoices: PlanPageChoices = { leftOut: [], remove: [], byHand: [] };

export abstract class PlanModel {
  choices: PlanPageChoices = noChoices;
  cannotUndo: readonly string[] = [];
  readAt = 0;

  /** Reads the event, and the file where there is one. */
  abstract read(connection: Connection, client: Client, signal: AbortSignal): Promise<void>;
  /** Plans on what was read. */
  abstract state(connection: Connection): PlanState;
  abstract readonly eventName: string | undefined;
  abstract readonly isRead: boolean;
}

/** A plan that is made here, of what somebody wants. */
export class MadePlan extends PlanModel {
  readonly #eventId: string;
  readonly #wish: ((there: EventFile) => EventFile | Reverse | Promise<EventFile>) | undefined;
  /** Whether what is wanted is asked for again with each read: it stands in a file. */
  readonly #isFile: boolean;
  #wanted: EventFile | undefined;
  /** In which unit the event was read that it was made of. */
  #unit: unknown;
  #there: ReadEvent | undefined;
  /** What the first read gives. */
  #given: ReadOnce | undefined;
  #said: PlanChoices = {};

  constructor(eventId: string, wish: MadePlan['wish'], isFile: boolean, kept?: KeptPlan, given?: ReadOnce) {
    super();
    this.#eventId = eventId;
    this.#wish = wish;
    this.#isFile = isFile;
    this.#given = given;
    if (!kept) return;
    this.choices = kept.choices;
    this.cannotUndo = kept.cannotUndo;
    if (kept.wanted !== undefined) this.#wanted = parse(kept.wanted);
  }

  get wish() {
    return this.#wish;
  }

  get wantedText(): string | undefined {
    return this.#wanted && textOf(this.#wanted);
  }

  get eventName(): string | undefined {
    return (this.#there ?? this.#given?.there)?.event.name;
  }

  get isRead(): boolean {
    return this.#there !== undefined;
  }

  /** What a person told for this plan. */
  say(choices: PlanChoices): void {
    this.#said = { ...this.#said, ...choices, unseen: { ...this.#said.unseen, ...choices.unseen } };
  }

  async read(connection: Connection, client: Client, signal: AbortSignal): Promise<void> {
    const { name } = connection.environment;
    const given = this.#given;
    this.#given = undefined;
    const event = { id: this.#eventId, label: this.eventName ?? this.#eventId };
    const read = () => readEvent(client, this.#eventId, { environment: name, signal, mayGoWithout: true });
    const there = given?.there ?? (await withOwnItems(connection, event, read));
    const unit = connection.environment.dialect.amounts?.items ?? 'cents';
    // Amounts that were taken for cents, as the document says, are others by now.
    const isOther = this.#unit !== undefined && this.#unit !== unit;
    if (!this.#wanted || this.#isFile || (isOther && this.#wish)) await this.#want(there);
    this.#unit = unit;
    const wanted = this.#wanted;
    if (!wanted) return;
    await readOwnRecords(client, wanted, there, { signal, byHand: byHandOf(this.choices) });
    this.#there = there;
    this.readAt = given?.at ?? Date.now();
  }

  async #want(there: EventFile): Promise<void> {
    if (!this.#wish) throw new UserError(vscode.l10n.t('What was planned here was not kept. Make the plan again.'));
    const wish = await this.#wish(there);
    if ('wanted' in wish) {
      this.choices = { ...this.choices, remove: [...wish.remove] };
      this.cannotUndo = wish.notUndone.map(({ path, reason }) => vscode.l10n.t('{0}: {1}', path, reason));
      this.#wanted = wish.wanted;
    } else this.#wanted = wish;
  }

  state(connection: Connection): PlanState {
    const [there, wanted] = [this.#there, this.#wanted];
    // English: it never happens.
    if (!there || !wanted) throw new Error('The event was not read.');
    const { environment } = connection;
    const planned: PlannedChanges = planChanges(wanted, there, {
      byHand: byHandOf(this.choices),
      remove: new Set(this.choices.remove),
      choices: this.#said,
      dialect: environment.dialect,
    });
    const candidates = candidatesIn(wanted, there, this.choices);
    return plannedState(planned, there, wanted, this.choices, candidates, new PlanWords(environment));
  }
}

/** A plan that somebody made before, and that is applied as it is. */
export class SavedPlan extends PlanModel {
  readonly #load: () => Promise<PlanFile>;
  #file: PlanFile | undefined;
  #there: ReadEvent | undefined;
  #looks: Looks = new Map();

  constructor(load: () => Promise<PlanFile>) {
    super();
    this.#load = load;
  }

  get file(): PlanFile | undefined {
    return this.#file;
  }

  get eventName(): string | undefined {
    return this.#there?.event.name ?? this.#file?.event.name;
  }

  get isRead(): boolean {
    return this.#there !== undefined;
  }

  async read(connection: Connection, client: Client, signal: AbortSignal): Promise<void> {
    const file = await this.#load();
    const { name, dialect } = connection.environment;
    this.#there = await readEvent(client, file.event.id, { environment: name, signal, unclaimed: 'doubt' });
    this.#looks = await lookAtSteps(file, client, dialect);
    this.#file = file;
    this.readAt = Date.now();
  }

  state({ environment }: Connection): PlanState {
    // English: it never happens.
    if (!this.#file || !this.#there) throw new Error('The event was not read.');
    return fileState(this.#file, this.#looks, this.#there, this.choices, environment.dialect, new PlanWords(environment));
  }
}

function byHandOf({ byHand }: PlanPageChoices): Map<string, string | null> {
  return new Map(byHand.map(({ key, id }) => [key, id === '' ? null : id]));
}

/** Also of those that somebody has chosen for by now; of what would be new, the one that it was said to be. */
function candidatesIn(wanted: EventFile, there: EventFile, { byHand }: PlanPageChoices): Candidates {
  const { items, passkeys, matches } = differences(there, wanted);
  const said = new Map(byHand.map(({ key, id }) => [key, id]));
  const names = new Map([
    ...matches.there.map(({ item, path }) => [`item ${String(item.id)}`, path] as const),
    ...(there.passkeys ?? []).map(({ id, passkey }) => [`passkey ${String(id)}`, passkey] as const),
  ]);
  return new Map(
    [...items, ...passkeys].flatMap((one) => {
      const key = keyOf(one);
      const id = one.state === 'new' ? said.get(key) : undefined;
      const ids = one.state === 'ambiguous' ? (one.candidates ?? []) : id ? [id] : undefined;
      const label = (of: string) => `${names.get(`${one.kind} ${of}`) ?? one.path} · ${of}`;
      return ids ? [[key, ids.map((of) => ({ id: of, label: label(of) }))] as const] : [];
    }),
  );
}
