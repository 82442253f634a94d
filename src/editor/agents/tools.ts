// What a tool does when a model calls it. A read is read; a write goes out only after a person has said yes to that very write.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { ApiError, Redactor, stringifyJson, titleOf, type Operation } from '../../client/index.ts';
import { requireConnection, type Connection, type Connections } from '../account/index.ts';
import type { AnyInput } from '../account/connection.ts';
import { checkContext } from '../ask/operation-input.ts';
import { problemsOf } from '../ask/input-fields.ts';
import { operationText } from '../records/change-lines.ts';
import { changeBy, type Changes } from '../platform/changes.ts';
import { answerText, markedText } from '../../agents/answer.ts';
import { requireKnown } from '../../agents/arguments.ts';
import { replyNote, withReadRecords } from '../../agents/records.ts';
import { excessOf, placeOf, questionFor } from './question.ts';
import { maxAtOnce, operationOfTool } from '../../agents/tool-names.ts';
import { FileTools, type OpenPlan } from './file-tools.ts';

const defaultRoom = 40_000;
/** Rather too few characters for a token than too many. */
const charactersOfToken = 3;

export class Tools {
  readonly #connections: Connections;
  readonly #changes: Changes;
  readonly #files: FileTools;
  /** The environments that were named in a question, by what it asked. */
  readonly #asked = new Map<string, Set<Connection>>();

  constructor(connections: Connections, changes: Changes, openPlan: OpenPlan) {
    this.#connections = connections;
    this.#changes = changes;
    this.#files = new FileTools(openPlan);
  }

  /** For a write, the question. What will be refused is refused here, so that nobody is asked for nothing. */
  async prepare(name: string, given: unknown): Promise<vscode.PreparedToolInvocation> {
    const connection = requireConnection(this.#connections);
    const { environment } = connection;
    requireKnown(name, operationOfTool(name), given);
    if (FileTools.has(name)) return this.#files.prepare(name, given, connection);
    const operation = required(name);
    const invocationMessage = vscode.l10n.t('{0} ({1})', titleOf(operation), environment.label);
    if (operation.effect === 'read') return { invocationMessage };
    const input = checked(connection, operation, given);
    requireWrites(connection, operation, input);
    this.#remember(keyOf(name, input), connection);
    const change = await operationText(connection, operation.id, input);
    const { title, lines } = questionFor(vscode.l10n.t, environment, operation, input, change);
    return { invocationMessage, confirmationMessages: { title, message: plainText(lines) } };
  }

  async invoke(
    name: string,
    { input: given, tokenizationOptions }: vscode.LanguageModelToolInvocationOptions<unknown>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const connection = requireConnection(this.#connections);
    requireKnown(name, operationOfTool(name), given);
    const room = Math.min(defaultRoom, (tokenizationOptions?.tokenBudget ?? defaultRoom) * charactersOfToken);
    const redactor = new Redactor();
    // The connection has taken out its own credentials; this takes out whatever else looks like a token.
    const limits = { room, mark: `data-${randomBytes(6).toString('hex')}`, clean: (part: string) => redactor.clean(part) };
    if (FileTools.has(name))
      return resultOf(await withSignal(token, (signal) => this.#files.invoke(name, given, connection, { ...limits, signal })));
    const operation = required(name);
    const input = checked(connection, operation, given);
    const reply = await withSignal(token, (signal) =>
      operation.effect === 'read'
        ? connection.readAny(operation.id, input, { signal, quiet: true })
        : this.#write(name, connection, operation, input, signal),
    );
    const { dialect } = connection.environment;
    const text = answerText({
      // English: a model reads it.
      heading: `Reply of ${operation.id} in the environment ${connection.environment.name}.`,
      note: replyNote(operation, dialect),
      reply: withReadRecords(operation, input, reply, dialect),
      ...limits,
    });
    return resultOf(text);
  }

  async #write(
    name: string,
    connection: Connection,
    operation: Operation,
    input: AnyInput,
    signal: AbortSignal,
  ): Promise<unknown> {
    requireWrites(connection, operation, input);
    this.#requireAsked(keyOf(name, input), connection);
    // VS Code lets people answer its question once and for all; in a protected environment each write is asked for all the same.
    const confirmed = !connection.environment.protected;
    const text = confirmed ? undefined : await operationText(connection, operation.id, input);
    const asked = { target: placeOf(operation, input, text), detail: text?.lines.join('\n') };
    const reply = await connection.writeAny(operation.id, input, { signal, ...asked, confirmed, quiet: true });
    const change = changeBy(connection.environment.name, operation, input);
    if (change) this.#changes.announce(change);
    return reply;
  }

  #remember(key: string, connection: Connection): void {
    this.#asked.set(key, (this.#asked.get(key) ?? new Set()).add(connection));
  }

  /** What a person said yes to in one environment does not happen in another. */
  #requireAsked(key: string, connection: Connection): void {
    const asked = this.#asked.get(key);
    this.#asked.delete(key);
    if (asked?.size === 1 && asked.has(connection)) return;
    throw new Error(vscode.l10n.t('Nothing was sent: the environment has changed since it was asked for. Ask again.'));
  }
}

function resultOf(text: string): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}

function required(name: string): Operation {
  const operation = operationOfTool(name);
  // English: a model reads it.
  if (!operation) throw new Error(`There is no tool ${name}.`);
  return operation;
}

function checked(connection: Connection, operation: Operation, given: unknown): AnyInput {
  const { path, query, body } = (typeof given === 'object' && given !== null ? given : {}) as AnyInput;
  const input = { ...(path && { path }), ...(query && { query }), ...(body && { body }) };
  const [problem] = problemsOf(operation, input, checkContext(connection));
  if (problem) throw new Error(vscode.l10n.t('{0} was not sent: {1} {2}.', titleOf(operation), problem.field, problem.message));
  return input;
}

/** Refuses a write where tools may only read, and one that is too large to be looked through. */
function requireWrites({ environment }: Connection, operation: Operation, input: AnyInput): void {
  if (environment.agents === 'read')
    throw new Error(
      vscode.l10n.t(
        '{0} was not sent: in {1} tools may only read. Its setting "agents" can allow more.',
        titleOf(operation),
        environment.label,
      ),
    );
  const excess = excessOf(input);
  if (!excess) return;
  const message = vscode.l10n.t(
    '{0} was not sent: {1} {2} are too many for a tool.',
    titleOf(operation),
    excess.length,
    excess.name,
  );
  throw new Error(`${message} ${vscode.l10n.t('It sends at most {0}; the commands and forms send any number.', maxAtOnce)}`);
}

function keyOf(name: string, input: AnyInput): string {
  return `${name} ${stringifyJson(input)}`;
}

/** Text as it is: no link, no markup. */
function plainText(lines: readonly string[]): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(lines.join('\n'));
}

async function withSignal<T>(token: vscode.CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const listener = token.onCancellationRequested(() => controller.abort());
  try {
    return await work(controller.signal);
  } catch (error) {
    const isKnown = !(error instanceof ApiError) || error.kind !== 'unknownOutcome';
    throw token.isCancellationRequested && isKnown ? new vscode.CancellationError() : forModel(error);
  } finally {
    listener.dispose();
  }
}

/** A service's own words in an error are data too. */
function forModel(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status === undefined) return error;
  const mark = `data-${randomBytes(6).toString('hex')}`;
  // English: a model reads it.
  const heading = `The service answered ${error.status}.`;
  return new Error(markedText(heading, [], error.message, mark));
}
