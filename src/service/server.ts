// The HTTP side: who may ask, which operation it is, what faults strike, and the reply.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { checkInput, stringifyJson, type Group, type Operation } from '../client/index.ts';
import { drain, readFile, readJson } from './bodies.ts';
import { isDamage } from './damage.ts';
import type { Database } from './database.ts';
import type { ExportQueue } from './export-queue.ts';
import type { FaultPlan, ServiceFault } from './faults.ts';
import { handlers } from './handlers.ts';
import { isLocked } from './locks.ts';
import { codes, notFound, ServiceProblem } from './problems.ts';
import type { ServiceRequest } from './requests.ts';
import type { ReadCache } from './read-cache.ts';
import { Router } from './router.ts';
import { wireProblem, wireReply, type ShapeName, type WireReply } from './shapes.ts';
import { failAfter, failBefore, later, sendSlowly } from './inject-fault.ts';
import type { TokenIssuer, User } from './tokens.ts';
import { etagHeader, readOfWrite, requireMatch } from './versions.ts';

interface ServerServices {
  readonly database: Database;
  readonly tokens: TokenIssuer;
  readonly exports: ExportQueue;
  readonly cache: ReadCache;
  readonly faults: FaultPlan;
  readonly shape: ShapeName;
  readonly timeZone: string;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** The two base addresses are two folders of one server. */
export const prefixes: Record<Group, string> = { event: '/events-api', ticket: '/tickets-api' };
const downloads = '/downloads/';

const routers: Record<Group, Router> = { event: new Router('event'), ticket: new Router('ticket') };
const anonymous: User = { name: 'Anonymous', email: 'anonymous@example.com' };

export function createListener(parts: ServerServices): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    answer(parts, request, response).catch((error: unknown) => {
      parts.onError(error);
      response.destroy();
    });
  };
}

async function answer(parts: ServerServices, request: IncomingMessage, response: ServerResponse): Promise<void> {
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
    sendReply(response, wireProblem(speaker, problem, request.method !== 'GET'));
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
  parts: ServerServices,
  group: Group,
  path: string,
  search: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { operations, path: values } = findRoute(group, request, path);
  const user = userOf(parts, operations, request);
  const key = request.method === 'GET' ? `${group} ${path}?${search}` : undefined;
  const kept = key === undefined ? undefined : await parts.database.whenUnlocked(() => parts.cache.get(key));
  if (kept && !parts.faults.any) return sendBytes(response, 200, kept, etagHeader(operations[0]?.id, kept));
  const query = readQuery(search);
  const upload = operations[0]?.file ? await readFile(request) : undefined;
  const body = upload ? undefined : await readJson(request);
  const meant = meaningsOf(operations, body);
  const operation = meant[0] as Operation;
  const fault = parts.faults.faultFor(meant.map(({ id }) => id));
  const ifMatch = request.headers['if-match'];
  const task = { parts, operation, request: { values, query, body, user, ifMatch }, file: upload };
  if (fault) return injectFault(task, fault, response);
  const reply = wireReply(group, parts.shape, await run(task));
  const bytes = Buffer.from(stringifyJson(reply.body));
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

/** Reads of the event group are public. */
function userOf({ tokens, now }: ServerServices, operations: readonly Operation[], { headers }: IncomingMessage): User {
  const isPublic = operations.every(({ group, effect }) => group === 'event' && effect === 'read');
  return isPublic && headers.authorization === undefined ? anonymous : tokens.check(headers.authorization, now());
}

/**
 * The rows that a request can mean, of those that share its method and path: a PUT of an item without a payload removes it, and only an
 * export of passkeys can be their report.
 */
function meaningsOf(operations: readonly Operation[], body: unknown): readonly Operation[] {
  if (operations.length === 1) return operations;
  if (operations.some(({ removal }) => removal))
    return operations.filter(({ removal }) => Boolean(removal) === (body === undefined));
  const isOfPasskeys = (body as { type?: unknown } | null | undefined)?.type === 'passkey';
  return operations.filter(({ id }) => id !== 'requestPasskeysReport' || isOfPasskeys);
}

interface Task {
  readonly parts: ServerServices;
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

/** Checks the input against the row, as the client does, and lets the operation's handler work. */
async function run({ parts, operation, request, file }: Task): Promise<unknown> {
  const { database, timeZone, exports } = parts;
  const { values, query, body, user, ifMatch } = request;
  const now = parts.now();
  const stand = file ? { name: 'file', size: 0, stream: () => file } : undefined;
  const input = { path: values, query: asNumbers(query), body, ...(stand ? { file: stand } : {}) };
  const checked = checkInput(operation, input, { timeZone, now });
  const [problem] = checked.problems;
  if (problem) {
    const fields = checked.problems.map(({ field }) => field.replace(/^(?:body|query|path)\./, ''));
    throw new ServiceProblem(400, codes.invalidField, `${fields[0]} ${problem.message}`, fields);
  }
  const serviceRequest: ServiceRequest = { database, path: values, query, body: checked.body, user, now };
  const reading = ifMatch === undefined ? undefined : readOfWrite[operation.id];
  const work = () => {
    if (ifMatch !== undefined && reading)
      requireMatch(ifMatch, bytesOf(parts, handlers[reading](serviceRequest, { exports, file })));
    return handlers[operation.id](serviceRequest, { exports, file });
  };
  // What a write checks first must still hold when it writes, whatever another process does. An upload waits for its file before that.
  const attempt = operation.effect === 'read' ? work : () => database.transaction(work);
  const value = await (file ? work() : database.whenUnlocked(attempt));
  // Not sooner: a read that came in while an upload was being read would be kept without it.
  if (operation.effect !== 'read') parts.cache.clear();
  return value;
}

/** A record as it would be read now. */
function bytesOf({ shape }: ServerServices, record: unknown): Buffer {
  return Buffer.from(stringifyJson(wireReply('ticket', shape, record).body));
}

async function injectFault(task: Task, fault: ServiceFault, response: ServerResponse): Promise<void> {
  const { parts, operation } = task;
  // A stream could be read only once, and not after its connection was cut.
  const file = task.file && (await buffer(task.file));
  const work = () => run(file ? { ...task, file: Readable.from([file], { objectMode: false }) } : task);
  if (fault.kind === 'late-commit') return later(fault, response, () => work().catch(unlessRefused), parts.onError);
  if (await failBefore(fault, operation, response)) return;
  const value = await work();
  if (fault.kind === 'duplicate') await work().catch(unlessRefused);
  const reply = wireReply(operation.group, parts.shape, value);
  if (fault.kind === 'drip') return sendSlowly(fault, response, reply.status, stringifyJson(reply.body));
  if (!failAfter(fault, operation, response, stringifyJson(reply.body))) sendReply(response, reply);
}

/** Nobody waits for this reply: a refusal is none of the service's errors. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof ServiceProblem)) throw error;
}

function sendReply(response: ServerResponse, { status, body }: WireReply): void {
  sendBytes(response, status, Buffer.from(stringifyJson(body)));
}

function sendBytes(response: ServerResponse, status: number, bytes: Buffer, more: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length, ...more });
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
