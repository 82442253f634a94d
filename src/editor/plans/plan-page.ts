// The page of a plan: what would change, what prevents it, and one button that applies it as a run.
import { addressesOf, addressText } from '../../client/index.ts';
import { basename } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { hashText } from '../../runs/index.ts';
import { planText, type Plan, type PlanFile } from '../../plans/index.ts';
import { questionKey, questionText } from '../../plans/plan-notes.ts';
import { changesIn } from '../../plans/summary.ts';
import type { InitOf } from '../../protocol/contract.ts';
import { planContract, type PlanContract, type PlanEnd, type PlanView } from '../../protocol/plan.ts';
import { confirmRemoval, confirmWrite } from '../account/confirm.ts';
import { PageDraft } from '../pages/drafts.ts';
import type { PageKind, PageServices } from '../pages/pages.ts';
import {
  anyPage,
  keyOf,
  type Handlers,
  type Opening,
  type PageContent,
  type PagePanel,
  type SavedState,
} from '../pages/panel.ts';
import { Latest, PageSession, readEventLabel } from '../pages/session.ts';
import { UserError } from '../platform/user-error.ts';
import { summaryText } from '../reading/plan-words.ts';
import { answerQuestion } from '../records/unknowns.ts';
import type { PlanRequest } from './open-plan.ts';
import { PageRun } from './page-run.ts';
import { readEventFile, readPlanFile } from './plan-files.ts';
import { MadePlan, SavedPlan, type PlanModel } from './plan-model.ts';
import { readingClient, type RunHost } from './plan-runs.ts';
import type { PlanState } from './planned-view.ts';
import { savePlan, showPlace } from './save-plan.ts';

const { l10n } = vscode;

interface PlanServices {
  readonly runs: RunHost;
}
type Services = PageServices & PlanServices;

export const planPage =
  (services: PlanServices): PageKind =>
  (host, state, opening) =>
    anyPage<PlanContract>({
      state,
      title: l10n.t('Plan'),
      icon: 'git-compare',
      page: 'plan',
      content: (panel) => new PlanSession({ ...host, ...services }, state, panel, opening),
    });

const texts = v.array(v.string());
const keptPlan = v.strictObject({
  title: v.string(),
  wanted: v.optional(v.string()),
  cannotUndo: texts,
  choices: planContract.requests.choose.payload,
  /** The run that applies it, once there is one. */
  runId: v.optional(v.string()),
});

const counts = (records: Parameters<typeof changesIn>[0]) =>
  changesIn(records, (count) => count.toLocaleString(vscode.env.language));

class PlanSession extends PageSession<PlanContract, Services> implements PageContent<PlanContract> {
  readonly contract = planContract;
  readonly #request: PlanRequest | undefined;
  readonly #draft = new PageDraft(this.host.drafts, keyOf(this.state), keptPlan);
  readonly #latest = new Latest();
  readonly #run: PageRun;
  readonly #following: vscode.Disposable[] = [];
  #title = '';
  #model: PlanModel | undefined;
  #shown: PlanState | undefined;

  constructor(host: Services, state: SavedState, panel: PagePanel<PlanContract>, opening: Opening | undefined) {
    super(host, state, panel);
    this.#request = opening?.data as PlanRequest | undefined;
    this.#run = new PageRun(host.runs, panel);
    this.#following.push(
      this.#run,
      host.changes.onDidChange(({ environment, eventId }) => {
        const isOurs = environment === state.environment && (eventId === undefined || eventId === state.eventId);
        if (isOurs && !this.#run.stands.isRunning && this.#shown) panel.send('changed', null);
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.toString() === this.#source?.toString() && !this.#run.stands.isRunning) panel.send('changed', null);
      }),
    );
    void host.drafts.dropOld((key) => (JSON.parse(key) as unknown[])[2] === state.kind).catch(() => undefined);
    panel.onReopen = () => panel.send('changed', null);
    panel.panel.onDidDispose(() => {
      this.#latest.stop();
      // A page that is closed is done with; one that is open comes back with the window.
      this.#draft.dropSoon();
      for (const one of this.#following) one.dispose();
    });
  }

  /** The file that the plan is made from, or that it is. */
  get #source(): vscode.Uri | undefined {
    const [, kind, uri] = /^(file|plan) (.*)$/s.exec(this.state.id ?? '') ?? [];
    return kind === undefined || uri === undefined ? undefined : vscode.Uri.parse(uri);
  }

  get #isPlanFile(): boolean {
    return this.state.id?.startsWith('plan ') === true;
  }

  async init(): Promise<InitOf<PlanContract>> {
    const model = await this.#load();
    const { environment, eventId = '' } = this.state;
    const label = model.eventName ?? (await readEventLabel(this.connection, eventId));
    const source = this.#source;
    this.panel.setTitle(`${this.#title} · ${label}`);
    return {
      environment: this.environment,
      event: { id: eventId, label },
      title: this.#title,
      state: { environment, kind: 'plan', id: this.state.id, eventId },
      isFromFile: this.#isPlanFile,
      source: source && basename(source.path),
      choices: { ...model.choices },
      run: this.#run.stands,
    };
  }

  async #load(): Promise<PlanModel> {
    if (this.#model) return this.#model;
    const source = this.#source;
    const kept = this.#request ? undefined : (await this.#draft.read())?.fields;
    if (kept?.runId !== undefined && this.#run.id === undefined) await this.#run.find(kept.runId);
    if (this.#isPlanFile && source) {
      this.#title = l10n.t('Plan');
      const saved = new SavedPlan(() => readPlanFile(source, this.host.connections));
      if (kept) saved.choices = kept.choices;
      return (this.#model = saved);
    }
    this.#title = this.#request?.title ?? kept?.title ?? l10n.t('Plan');
    const wish = source ? () => readEventFile(source) : this.#request?.wanted;
    return (this.#model = new MadePlan(this.state.eventId ?? '', wish, source !== undefined, kept, this.#request?.read));
  }

  readonly handlers: Handlers<PlanContract> = {
    plan: ({ isAsked }) => this.#read(isAsked),
    choose: async (choices) => {
      const model = await this.#load();
      const isOther = JSON.stringify(choices.byHand) !== JSON.stringify(model.choices.byHand);
      model.choices = choices;
      this.panel.pin();
      // A page that comes back begins by asking for what somebody said before; a record that is meant by now may have to be read by itself.
      if (!model.isRead || isOther) return this.#read(false);
      await this.#keep();
      return this.#view();
    },
    answer: async ({ id }) => {
      const question = this.#shown?.questions.find((one) => questionKey(one) === id);
      const model = await this.#load();
      if (question && model instanceof MadePlan) model.say(await answerQuestion(this.connection, question));
      // What was told of the service changes how the event is read.
      return this.#read(true);
    },
    start: ({ changes, readAt }) => this.#start(changes, readAt),
    resume: () => this.#run.follow((runs) => runs.resume(this.#run.id ?? '')),
    cancel: () => {
      this.#run.cancel();
      return Promise.resolve();
    },
    save: () => savePlan(this.#planFile(), this.#title),
    showPlace: async ({ place }) => {
      const source = this.#source;
      if (source) await showPlace(source, place);
    },
    openResult: async () => vscode.commands.executeCommand('boxOffice.openRunResult', { runId: this.#run.id }),
    showRuns: async () => vscode.commands.executeCommand('boxOffice.runs.focus'),
    revert: async () => vscode.commands.executeCommand('boxOffice.revertPlan', { runId: this.#run.id }),
  };

  #read(isAsked: boolean): Promise<PlanView> {
    return this.#latest.ask(async (signal) => {
      const model = await this.#load();
      await model.read(this.connection, readingClient(this.connection, { interactive: isAsked }), signal);
      await this.#keep();
      return this.#view();
    });
  }

  async #keep(): Promise<void> {
    const model = this.#model;
    if (!model) return;
    // What stands in a file is read from it again.
    const wanted = model instanceof MadePlan && !this.#source ? model.wantedText : undefined;
    const { choices, cannotUndo } = model;
    await this.#draft.keep({ title: this.#title, wanted, cannotUndo: [...cannotUndo], choices, runId: this.#run.id });
  }

  #view(): PlanView {
    const model = this.#model;
    // English: it never happens.
    if (!model) throw new Error('The plan is not there.');
    const shown = model.state(this.connection);
    this.#shown = shown;
    const { counted, stops, questions, warnings, notCompared, records, same, notes } = shown;
    const changes = counts(counted);
    const toLookAt = stops.length + questions.length + warnings.length + notCompared.length + model.cannotUndo.length;
    return {
      summary: summaryText(changes.text, toLookAt),
      changes: changes.total,
      cannotUndo: [...model.cannotUndo],
      stops: [...stops],
      questions: questions.map((question) => ({ id: questionKey(question), text: questionText(question) })),
      warnings: [...warnings],
      notCompared: [...notCompared],
      records: [...records],
      same: [...same],
      notes: [...notes],
      readAt: model.readAt,
    };
  }

  #planFile(): PlanFile {
    const model = this.#model;
    if (!this.#shown || !model) throw new UserError(l10n.t('There is no plan yet.'));
    const { stops, questions, plan } = this.#shown;
    if (questions.length > 0) throw new UserError(l10n.t('Answer the questions first: the plan is not whole without them.'));
    if (stops.length > 0) throw new UserError(l10n.t('What prevents the plan must be solved or left out before it is saved.'));
    return { ...plan, title: this.#title, addresses: addressesOf(this.connection.environment) };
  }

  /** Applies exactly what is shown, after one question. */
  async #start(changes: number, readAt: number): Promise<PlanEnd> {
    const model = this.#model;
    const shown = this.#shown;
    if (!model || !shown || readAt !== model.readAt || changes !== counts(shown.counted).total)
      throw new UserError(l10n.t('The plan is another than the page shows. Refresh it and look again.'));
    const file = this.#planFile();
    if (file.steps.length === 0) throw new UserError(l10n.t('There is nothing to apply.'));
    await this.#confirm(shown, changes, model.eventName ?? String(file.event.id));
    const { title: _title, addresses: _addresses, ...plan } = file;
    // A page that comes back after a crash knows by it which run is its own.
    const onPlanned = (id: string) => {
      this.#run.begin(id);
      return this.#keep().catch(() => undefined);
    };
    return this.#run.follow((runs) => runs.applyPlan(this.connection, plan, { input: this.#input(plan), onPlanned }));
  }

  /** The result of a plan from a file goes beside it. */
  #input(plan: Plan) {
    const source = this.#source;
    if (!this.#isPlanFile || source?.scheme !== 'file') return undefined;
    return { kind: 'plan', path: source.fsPath, sha256: hashText(planText({ ...plan, addresses: { event: '', ticket: '' } })) };
  }

  async #confirm({ counted, warnings }: PlanState, changes: number, target: string): Promise<void> {
    const { environment } = this.connection;
    const title =
      changes === 1 ? l10n.t('Apply 1 Change') : l10n.t('Apply {0} Changes', changes.toLocaleString(vscode.env.language));
    const names = counted.filter(({ state }) => state === 'removed').map(({ path }) => path);
    const doubt = warnings.length > 0 ? l10n.t('Warnings that you saw: {0}', warnings.length) : '';
    // Behind one host there may be several services.
    const detail = [addressText(addressesOf(environment)), counts(counted).text, doubt].filter(Boolean).join('\n');
    if (names.length === 0) return confirmWrite({ environment, title, target, detail });
    await confirmRemoval({ environment, title, target, names, detail: `${l10n.t('These go away for good.')}\n${detail}` });
  }
}
