// The tools of events as files: one reads an event, one opens the page of a plan for the person. Neither writes anything.
import * as vscode from 'vscode';
import type { CallInput, Client, OperationId } from '../../client/index.ts';
import { visible } from '../../client/unseen.ts';
import { answerText } from '../../agents/answer.ts';
import { eventFileAnswer, eventIdOf, fileRequestOf } from '../../agents/event-file.ts';
import { fileTools, maxFileText } from '../../agents/tool-names.ts';
import {
  checkText,
  planChanges,
  readEvent,
  readOwnRecords,
  type EventFile,
  type PlannedChanges,
  type ReadEvent,
} from '../../plans/index.ts';
import { summaryOf } from '../../plans/summary.ts';
import type { Connection } from '../account/index.ts';

const { l10n } = vscode;

/** As the page of a plan is opened. */
export type OpenPlan = (request: {
  readonly environment: string;
  readonly eventId: string;
  readonly title: string;
  readonly wanted: () => EventFile;
  /** The event that the answer is about, so that nobody reads it a second time. */
  readonly read: { readonly there: ReadEvent; readonly at: number };
}) => void;

interface AnswerLimits {
  readonly room: number;
  readonly mark: string;
  readonly clean: (text: string) => string;
  readonly signal: AbortSignal;
}

const maxProblems = 20;

export class FileTools {
  readonly #openPlan: OpenPlan;

  constructor(openPlan: OpenPlan) {
    this.#openPlan = openPlan;
  }

  static has(name: string): boolean {
    return Object.values<string>(fileTools).includes(name);
  }

  /** What will be refused is refused here. Somebody is asked only where the file was read from another event: that may be a mistake. */
  prepare(name: string, given: unknown, { environment }: Connection): vscode.PreparedToolInvocation {
    if (name === fileTools.read) {
      fileRequestOf(given);
      return { invocationMessage: l10n.t('Read event as a file ({0})', environment.label) };
    }
    const { eventId, file } = planInput(given);
    const invocationMessage = l10n.t('Plan changes to event ({0})', environment.label);
    const { id, name: of, environment: from } = file.event;
    if (id === undefined || (String(id) === eventId && from === environment.name)) return { invocationMessage };
    const title = l10n.t('{0} in {1}?', l10n.t('Plan changes to event'), environment.label);
    const lines = [
      l10n.t('The file was read from {0}. Plan its changes to {1}?', `${of ?? String(id)} (${from ?? '?'})`, eventId),
      l10n.t('Its records are found by their names. Nothing is sent yet.'),
    ];
    const message = new vscode.MarkdownString().appendText(lines.map(visible).join('\n'));
    return { invocationMessage, confirmationMessages: { title, message } };
  }

  invoke(name: string, given: unknown, connection: Connection, limits: AnswerLimits): Promise<string> {
    if (name === fileTools.plan) return this.#plan(given, connection, limits);
    const { name: environment } = connection.environment;
    // English: a model reads it.
    const where = `the environment ${environment}`;
    return eventFileAnswer(fileRequestOf(given), { client: readerOf(connection), environment, where, ...limits });
  }

  async #plan(given: unknown, connection: Connection, { signal, ...limits }: AnswerLimits): Promise<string> {
    const { eventId, file } = planInput(given);
    const { name: environment, dialect } = connection.environment;
    const client = readerOf(connection);
    const there = await readEvent(client, eventId, { environment, signal, unclaimed: 'doubt' });
    await readOwnRecords(client, file, there, { signal });
    const read = { there, at: Date.now() };
    const planned = planChanges(file, there, { dialect });
    signal.throwIfAborted();
    this.#openPlan({ environment, eventId, title: l10n.t('Changes by an agent'), wanted: () => file, read });
    return answerText({
      // English: a model reads it.
      heading: `The page of a plan for event ${eventId} in the environment ${environment} is open. Nothing was sent: only the person can apply it.`,
      reply: reportOf(planned),
      ...limits,
    });
  }
}

/** What a model may tell whoever asked it. */
function reportOf({ differences: found, stops, questions, warnings }: PlannedChanges) {
  const records = [...found.items, ...found.passkeys];
  return {
    summary: summaryOf(found),
    prevents: stops.map(({ record, message }) => ({ record, message })),
    toAnswer: questions.map(({ kind }) => kind),
    warnings: warnings.map(({ kind, path, other }) => ({ kind, record: path, other })),
    notCompared: records.flatMap(({ path, notCompared }) =>
      notCompared.length > 0 ? [{ record: path, fields: notCompared }] : [],
    ),
    changed: records.flatMap(({ state, kind, path, fields }) =>
      state === 'new' || state === 'changed' ? [{ state, kind, record: path, fields }] : [],
    ),
    onlyThere: records.filter(({ state }) => state === 'onlyThere').map(({ path }) => path),
  };
}

function planInput(given: unknown): { readonly eventId: string; readonly file: EventFile } {
  const eventId = eventIdOf(given);
  const { file: text } = given as { readonly file?: unknown };
  // English: a model reads it.
  if (typeof text !== 'string') throw new Error('file must be given: the text of an event as a file.');
  // English: a model reads it.
  if (text.length > maxFileText) throw new Error(`file is too long for a tool: at most ${maxFileText} characters.`);
  const { file, problems } = checkText(text);
  if (file) return { eventId, file };
  const said = problems.slice(0, maxProblems).map(({ path, message, start }) => {
    const line = text.slice(0, start).split('\n').length;
    return `line ${line}: ${path.join('.')} ${message}`;
  });
  // English: a model reads it.
  throw new Error(`This is no file of an event, and nothing was planned (${problems.length} problems). ${said.join('; ')}`);
}

/** Reads for a model: whoever is refused is told by the answer, not asked beside it. */
function readerOf(connection: Connection): Client {
  return {
    dialect: connection.environment.dialect,
    call: (operation, input, options) => {
      const id: OperationId = typeof operation === 'string' ? operation : operation.id;
      return connection.read(id as 'listPasskeys', input as CallInput<'listPasskeys'>, { ...options, quiet: true });
    },
  };
}
