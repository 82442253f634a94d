// The HTTP side: who may ask, which operation it is, what faults strike, and the reply.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { checkInput, operations as rows, type Group, type Operation } from '../client/index.ts';
import { drain, readFile, readJson } from './bodies.ts';
import { userOf, withoutSecrets } from './credentials.ts';
import { isDamage } from './damage.ts';
import type { Database } from './database.ts';
import type { ExportQueue } from './export-queue.ts';
import type { FaultPlan, ServiceFault } from './faults.ts';
import { handlers } from './handlers.ts';
import { understand } from './incoming.ts';
import { isLocked } from './sqlite-errors.ts';
import type { ServiceManners } from './manners.ts';
import { codes, notFound, ServiceProblem } from './problems.ts';
import type { ServiceRequest } from './requests.ts';
import type { ReadCache } from './read-cache.ts';
import { bytesOf, etagHeader, readOfWrite, replyOfJob, replyOfProblem, replyTo, requireMatch } from './replies.ts';
import { Router } from './router.ts';
import type { ShapeName, WireReply } from './shapes.ts';
import { failAfter, failBefore, later, sendSlowly } from './inject-fault.ts';
import type { TokenIssuer, User } from './tokens.ts';

interface ServerServices {
  readonly database: Database;
  readonly tokens: TokenIssuer;
  readonly exports: ExportQueue;
  readonly cache: ReadCache;
  readonly faults: FaultPlan;
  readonly shape: ShapeName;
  readonly manners: ServiceManners;
  readonly timeZone: string;
  /** How many writes were only accepted, and those that are yet to be carried out; `age`: those of another one are not any more. */
  readonly jobs: { count: number; age: number; readonly pending: Set<Promise<unknown>> };
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** The two base addresses are two folders of one server. */
export const prefixes: Record<Group, string> = { event: '/events-api', ticket: '/tickets-api' };
const downloads = '/downloads/';

const routers: Record<Group, Router> = { event: new Router('event'), ticket: new Router('ticket') };

/** What a running service knows beside its data. */
interface Parts extends ServerServices {
  /** Records that nobody has read since they were created, by the read that shows them and their id. */
  readonly unread: Set<string>;
  /** Those of them that wait for the next read. */
  readonly awaitingRead: (() => void)[];
}

export function createListener(services: ServerServices): (request: IncomingMessage, response: ServerResponse) => void {
  const parts: Parts = { ...services, unread: new Set(), awaitingRead: [] };
  return (request, response) => {
    answer(parts, request, response).catch((error: unknown) => {
      parts.onError(error);
      response.destroy();
    });
  };
}

async function answer(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path, search] = splitOnce(request.url ?? '/', '?');
  const group = path.startsWith(`${prefixes.event}/`) ? 'event' : 'ticket';
  try {
    refuseForeigners(request);
    if (request.method === 'GET' && path.startsWith(downloads))
      return await parts.exports.download(path.slice(downloads.length), response);
    if (!path.startsWith(`${prefixes[group]}/`)) throw notFound(`The address ${path}`);
    await serve(parts, group, path.slice(prefixes[group].length), search, request, response);
  } catch (error) {
    if (response.destroyed || response.headersSent) return void response.destroy();
    const problem = serviceProblem(error);
    if (problem !== error && !isLocked(error)) parts.onError(error);
    // What is left of a refused body is of no use: the connection ends with the reply.
    if (!request.complete) response.setHeader('connection', 'close');
    for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
    const speaker = problem.code === codes.foreignOrigin ? 'ticket' : group;
    sendReply(response, replyOfProblem(parts, speaker, problem, request.method !== 'GET'));
  }
}

function serviceProblem(error: unknown): ServiceProblem {
  if (error instanceof ServiceProblem) return error;
  if (isLocked(error))
    return new ServiceProblem(503, codes.failed, 'Another program has locked the data; try again', [], { 'retry-after': '1' });
  return new ServiceProblem(500, codes.failed, isDamage(error) ? 'The data is damaged; reset the service' : 'The service failed');
}

/** A page on another site can make a browser call loopback; its Host, Origin or fetch metadata gives it away. */
function refuseForeigners({ headers, socket }: IncomingMessage): void {
  const port = socket.localPort;
  const ownHost = headers.host === `127.0.0.1:${port}` || headers.host === `localhost:${port}`;
  const site = headers['sec-fetch-site'];
  const fromPage = headers.origin !== undefined || (site !== undefined && site !== 'none');
  if (!ownHost || fromPage)
    throw new ServiceProblem(403, codes.foreignOrigin, 'This service answers only programs on this machine');
}

async function serve(
  parts: Parts,
  group: Group,
  path: string,
  search: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { operations, path: values } = findRoute(group, request, path);
  const asked = readQuery(search);
  const user = userOf(parts, operations, { headers: request.headers, query: asked });
  const key = request.method === 'GET' ? `${group} ${path}?${search}` : undefined;
  const kept = key === undefined ? undefined : await parts.database.whenUnlocked(() => parts.cache.get(key));
  // Only those that were accepted before it began.
  const jobs = request.method === 'GET' ? parts.awaitingRead.splice(0) : [];
  if (jobs.length > 0) response.once('close', () => jobs.forEach((begin) => begin()));
  if (kept && !parts.faults.any) return sendBytes(response, 200, kept, etagHeader(operations[0]?.id, kept));
  const upload = operations[0]?.file ? await readFile(request) : undefined;
  const body = upload ? undefined : await readJson(request);
  const meant = meaningsOf(operations, body, parts.manners.removal ?? undefined);
  const operation = meant[0] as Operation;
  const fault = parts.faults.faultFor(meant.map(({ id }) => id));
  const ifMatch = request.headers['if-match'];
  const understood = understand(parts.manners, operation, { values, query: withoutSecrets(asked, parts.manners), body });
  const { query } = understood;
  const task = { parts, operation, request: { ...understood, user, ifMatch }, file: upload };
  if (fault) return injectFault(task, fault, response);
  const reply = await perform(task);
  const bytes = bytesOf(reply);
  // What a passkey reveals changes with the time of day, without a write.
  if (key !== undefined && query.passkey === undefined) parts.cache.keep(key, bytes);
  sendBytes(response, reply.status, bytes, etagHeader(operation.id, bytes));
}

function findRoute(
  group: Group,
  { method = 'GET' }: IncomingMessage,
  path: string,
): { operations: readonly Operation[]; path: Readonly<Record<string, string>> } {
  const route = findDecoded(group, method, path);
  if (!route) throw notFound(`The address ${path}`);
  if ('allowed' in route) {
    const allow = route.allowed.join(', ');
    throw new ServiceProblem(405, codes.methodNotAllowed, `${method} is not possible here, only ${allow}`, [], { allow });
  }
  return route;
}

function findDecoded(group: Group, method: string, path: string): ReturnType<Router['find']> {
  try {
    return routers[group].find(method, path);
  } catch {
    throw new ServiceProblem(400, codes.usage, `The address ${path} is not well encoded`);
  }
}

/**
 * The rows that a request can mean, of those that share its method and path: a PUT of an item with the payload for it removes it, which is
 * none unless the manners name one, and only an export of passkeys can be their report.
 */
function meaningsOf(operations: readonly Operation[], body: unknown, toRemove: unknown): readonly Operation[] {
  if (operations.length === 1) return operations;
  if (operations.some(({ removal }) => removal))
    return operations.filter(({ removal }) => Boolean(removal) === isDeepStrictEqual(body, toRemove));
  const isOfPasskeys = (body as { type?: unknown } | null | undefined)?.type === 'passkey';
  return operations.filter(({ id }) => id !== 'requestPasskeysReport' || isOfPasskeys);
}

interface Task {
  readonly parts: Parts;
  readonly operation: Operation;
  readonly request: {
    readonly values: Readonly<Record<string, string>>;
    readonly query: Readonly<Record<string, string>>;
    readonly body: unknown;
    readonly user: User;
    readonly ifMatch: string | undefined;
  };
  readonly file: (Readable & { readonly name?: string }) | undefined;
}

/** Does what is asked and says so, or says that it will be done. */
async function perform(task: Task): Promise<WireReply> {
  const { parts, operation, request } = task;
  const wait = operation.effect === 'read' ? undefined : parts.manners.acceptedAfter;
  if (wait === undefined) return replyTo(parts, operation, request.values, await run(task));
  if (wait === 0) await run(task);
  else await runLater(task, wait);
  return replyOfJob(parts, ++parts.jobs.count);
}

/** So many times as long as it was told to wait, a job waits for somebody to look. */
const waitForRead = 10;

/** What is wrong with the request itself is said at once. Who looks next sees nothing of it yet, however late that is. */
async function runLater(task: Task, wait: number): Promise<void> {
  const request = checkedRequest(task);
  const file = task.file && (await buffer(task.file));
  const { jobs, awaitingRead } = task.parts;
  const { age } = jobs;
  const read = new Promise<void>((resolve) => awaitingRead.push(resolve));
  const soon = Promise.all([read, after(wait)]);
  const done = Promise.race([soon, after(waitForRead * wait)])
    .then(() => (jobs.age === age ? carryOut(file ? { ...task, file: streamOf(file) } : task, request) : undefined))
    .catch(unlessRefused)
    .catch(task.parts.onError)
    .finally(() => jobs.pending.delete(done));
  jobs.pending.add(done);
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

async function run(task: Task): Promise<unknown> {
  return carryOut(task, checkedRequest(task));
}

/** Checks the input against the row, as the client does. */
function checkedRequest({ parts, operation, request, file }: Task): ServiceRequest {
  const { database, timeZone, manners } = parts;
  const { values, query, body, user } = request;
  const now = parts.now();
  const stand = file ? { name: 'file', size: 0, stream: () => file } : undefined;
  const input = { path: values, query: asNumbers(query), body, ...(stand ? { file: stand } : {}) };
  const checked = checkInput(operation, input, { timeZone, now });
  const [problem] = checked.problems;
  if (problem) {
    const fields = checked.problems.map(({ field }) => field.replace(/^(?:body|query|path)\./, ''));
    throw new ServiceProblem(400, codes.invalidField, `${fields[0]} ${problem.message}`, fields);
  }
  return { database, path: values, query, body: checked.body, user, now, manners };
}

/** Lets the operation's handler work. */
async function carryOut({ parts, operation, request: { ifMatch }, file }: Task, request: ServiceRequest): Promise<unknown> {
  const { database, exports } = parts;
  const { id, effect } = operation;
  if (parts.unread.delete(`${id} ${request.path.id}`))
    throw new ServiceProblem(503, codes.failed, 'The record cannot be read yet; try again', [], { 'retry-after': '1' });
  const reading = ifMatch === undefined ? undefined : readOfWrite[id];
  const work = () => {
    if (ifMatch !== undefined && reading) {
      const record = handlers[reading](request, { exports, file });
      requireMatch(ifMatch, bytesOf(replyTo(parts, rows[reading], request.path, record)));
    }
    return handlers[id](request, { exports, file });
  };
  // What a write checks first must still hold when it writes, whatever another process does. An upload waits for its file before that.
  const attempt = effect === 'read' ? work : () => database.transaction(work);
  const value = await (file ? work() : database.whenUnlocked(attempt));
  // Not sooner: a read that came in while an upload was being read would be kept without it.
  if (effect !== 'read') parts.cache.clear();
  if (parts.manners.readFailsAfterCreate) for (const key of created(operation, value)) parts.unread.add(key);
  return value;
}

/** The reads that show what was created. */
function created({ id }: Operation, value: unknown): string[] {
  const { id: own, passkeys = [] } = value as { id?: number; passkeys?: { id: number }[] };
  if (id === 'createItem') return [`getItem ${own}`];
  if (id === 'createPasskey') return [`getPasskey ${own}`];
  return id === 'createPasskeys' ? passkeys.map((passkey) => `getPasskey ${passkey.id}`) : [];
}

function streamOf(file: Buffer): Readable {
  return Readable.from([file], { objectMode: false });
}

async function injectFault(task: Task, fault: ServiceFault, response: ServerResponse): Promise<void> {
  const { parts, operation } = task;
  // A stream could be read only once, and not after its connection was cut.
  const file = task.file && (await buffer(task.file));
  const work = () => perform(file ? { ...task, file: streamOf(file) } : task);
  if (fault.kind === 'late-commit') return later(fault, response, () => work().catch(unlessRefused), parts.onError);
  if (await failBefore(fault, operation, response)) return;
  const reply = await work();
  if (fault.kind === 'duplicate') await work().catch(unlessRefused);
  const text = bytesOf(reply).toString();
  if (fault.kind === 'drip') return sendSlowly(fault, response, reply.status, text);
  if (!failAfter(fault, operation, response, text)) sendReply(response, reply);
}

/** Nobody waits for this reply: a refusal is none of the service's errors. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof ServiceProblem)) throw error;
}

function sendReply(response: ServerResponse, reply: WireReply): void {
  sendBytes(response, reply.status, bytesOf(reply));
}

function sendBytes(response: ServerResponse, status: number, bytes: Buffer, more: Record<string, string> = {}): void {
  const content = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length };
  // A reply without a body does not say what its body is.
  response.writeHead(status, bytes.length > 0 ? { ...content, ...more } : status === 204 ? {} : { 'content-length': 0 });
  if (response.req.complete) return void response.end(bytes);
  response.write(bytes);
  void drain(response.req).then(() => response.end());
}

function readQuery(search: string): Record<string, string> {
  return search === '' ? {} : Object.fromEntries(new URLSearchParams(search));
}

/** The wire has only text; what looks like a number is checked as one. */
function asNumbers(query: Readonly<Record<string, string>>): Record<string, string | number> {
  const entries = Object.entries(query).map(
    ([name, text]) => [name, /^-?\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) : text] as const,
  );
  return Object.fromEntries(entries);
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}
