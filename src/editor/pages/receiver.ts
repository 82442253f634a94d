// What a page says, checked before anything is done: only what its contract names, in the shape that the contract gives it.
import * as v from 'valibot';
import {
  pageMessage,
  type Contract,
  type EditorMessage,
  type HelpStep,
  type InitOf,
  type OpenedRecord,
  type PageMessage,
  type PayloadOf,
  type RefusalCause,
  type RequestName,
  type ResultOf,
} from '../../protocol/contract.ts';
import type { ApiError } from '../../client/index.ts';
import { messageOf } from '../platform/user-error.ts';

type Request = Extract<PageMessage, { kind: 'request' }>;

export type Handlers<C extends Contract> = {
  readonly [Name in RequestName<C>]: (payload: PayloadOf<C, Name>) => Promise<HandlerResult<ResultOf<C, Name>>>;
};

/** Where the contract has null, the page only hears that it is done, whatever the handler gives. */
type HandlerResult<Result> = [Result] extends [null] ? unknown : Result;

export interface PageContent<C extends Contract> {
  readonly contract: C;
  /** Asked for each time the page is ready: after it was hidden and shown again, too. */
  readonly init: () => Promise<InitOf<C>>;
  readonly handlers: Handlers<C>;
}

/** What a page needs of the editor. */
export interface PageHost {
  post(message: EditorMessage): PromiseLike<unknown>;
  warn(text: string): void;
  error(text: string, reason: string): void;
  /** The texts of the page, in the language of the editor. */
  l10n(): { readonly l10n: Record<string, string>; readonly language: string };
  isCancel(error: unknown): boolean;
  /** Opens where somebody tells what is not known of the environment, or signs in to it. */
  help(step: HelpStep): void;
  /** Opens what stands in the path of the page. */
  open(record: OpenedRecord): void;
  readonly unknownRequest: string;
}

/** What changes something runs once at a time: a double click gets the first one's answer. */
const oneAtATime = new Set(['save', 'send', 'start', 'resume']);

/** So many answers are kept for a page that asks once more because it did not get one. */
const keptAnswers = 20;

export class Receiver<C extends Contract> {
  readonly #content: PageContent<C>;
  readonly #host: PageHost;
  readonly #running = new Map<string, Promise<unknown>>();
  /** What was asked for by now; undefined while it is under way. */
  readonly #answers = new Map<number, EditorMessage | undefined>();
  #starting: Promise<void> | undefined;
  #prepared: Promise<InitOf<C>> | undefined;

  constructor(content: PageContent<C>, host: PageHost) {
    this.#content = content;
    this.#host = host;
  }

  /** Reads what the page will show while the page itself is being loaded. */
  prepare(): void {
    this.#prepared = this.#content.init();
    // Whoever asks for it is told.
    this.#prepared.catch(() => undefined);
  }

  /** Something was told to a page that may not be listening yet: what was read before that is old. */
  invalidate(): void {
    this.#prepared = undefined;
  }

  async receive(message: unknown): Promise<void> {
    const parsed = v.safeParse(pageMessage, message);
    if (!parsed.success) this.#host.warn(`a page sent something unknown: ${issuePaths(parsed.issues)}`);
    else if (parsed.output.kind === 'request') await this.#answerOnce(parsed.output);
    else if (parsed.output.kind === 'help') this.#host.help(parsed.output.step);
    else if (parsed.output.kind === 'open') this.#host.open(parsed.output);
    // A page that grows impatient asks again; what it asked for is on its way.
    else await (this.#starting ??= this.#sendInit().finally(() => (this.#starting = undefined)));
  }

  async #sendInit(): Promise<void> {
    try {
      const prepared = this.#prepared;
      this.#prepared = undefined;
      const payload = await (prepared ?? this.#content.init());
      await this.#host.post({ kind: 'init', payload, ...this.#host.l10n() });
    } catch (error) {
      const problem = this.#host.isCancel(error) ? '' : messageOf(error);
      await this.#host.post({ kind: 'reply', id: 0, problem, ...causeOf(error), ...this.#host.l10n() });
    }
  }

  /** A request that comes again was lost, or its answer was: it is not carried out twice. */
  async #answerOnce(request: Request): Promise<void> {
    const { id } = request;
    const isKnown = this.#answers.has(id);
    if (!isKnown) {
      this.#answers.set(id, undefined);
      this.#answers.set(id, await this.#answer(request));
      this.#forgetOldAnswers();
    }
    const answer = this.#answers.get(id);
    if (answer) await this.#host.post(answer);
  }

  #forgetOldAnswers(): void {
    const answered = [...this.#answers].filter(([, answer]) => answer !== undefined);
    for (const [id] of answered.slice(0, -keptAnswers)) this.#answers.delete(id);
  }

  async #answer({ id, name, payload }: Request): Promise<EditorMessage> {
    const { requests } = this.#content.contract;
    const wanted = Object.hasOwn(requests, name) ? requests[name] : undefined;
    const parsed = wanted && v.safeParse(wanted.payload, payload);
    if (!parsed?.success) {
      this.#host.warn(`a page asked for "${name}" in a wrong way: ${parsed ? issuePaths(parsed.issues) : 'its name'}`);
      return { kind: 'reply', id, problem: this.#host.unknownRequest };
    }
    try {
      const result = await this.#run(name, parsed.output);
      return { kind: 'reply', id, result: wanted?.result === null ? null : result };
    } catch (error) {
      const isCancel = this.#host.isCancel(error);
      if (!isCancel) this.#host.error(`${name} failed`, messageOf(error));
      return { kind: 'reply', id, problem: isCancel ? '' : messageOf(error), ...causeOf(error) };
    }
  }

  #run<Name extends RequestName<C>>(name: Name, payload: PayloadOf<C, Name>): Promise<unknown> {
    const start = () => this.#content.handlers[name](payload);
    if (!oneAtATime.has(name)) return start();
    const running = this.#running.get(name) ?? start().finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }
}

export function causeOf(error: unknown): { why?: RefusalCause } {
  const { kind, carriedCredential } = (error ?? {}) as Partial<ApiError>;
  if (kind === 'notFound') return { why: 'notFound' };
  if (kind === 'server') return { why: 'serverFailed' };
  if (kind === 'unauthorized') return { why: carriedCredential === false ? 'noCredential' : 'signedOut' };
  return kind === 'forbidden' && carriedCredential ? { why: 'forbidden' } : {};
}

/** What of a message is wrong: where, and never what stood there. */
function issuePaths(issues: readonly v.BaseIssue<unknown>[]): string {
  // English: for a log.
  return issues.map((issue) => v.getDotPath(issue) ?? 'the whole').join(', ');
}
