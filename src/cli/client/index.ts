// What programs get as `box-office/client`: the client, the facts of its operations, and what a call needs. `tsc` writes its declarations: they
// pass on what needs neither valibot nor Node, and say everything else here.
import type { LogEntry, Progress, UploadFile } from '../../client/call-parts.ts';
import { createClient as createWholeClient, operations as rows, readDialect as readWholeDialect } from '../../client/index.ts';
import type { Operation } from '../../client/index.ts';
import { localFile as openLocalFile } from '../../codes/index.ts';
import type { plainTypes } from './plain-types.ts';

export { ApiError, type ApiErrorKind, type FieldProblem } from '../../client/errors.ts';
export { LongNumberError, parseJson, stringifyJson } from '../../client/json.ts';
export type { LogEntry, UploadFile };

type Plain = ReturnType<typeof plainTypes>;
export type OperationId = keyof Plain['inputs'];
/** What a call of an operation takes. */
export type CallInput<Id extends OperationId> = Plain['inputs'][Id];
/** What is known of a service beyond the interface document. */
export type Dialect = Plain['dialect'];

type Group = 'event' | 'ticket';

/** The platform's own, where it is declared. */
type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Platform } } ? Platform : { readonly aborted: boolean };

/** Whom a secret goes to. */
interface Receiver {
  readonly group: Group;
  readonly origin: string;
}

export interface ClientOptions {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  /** Gives the token, or undefined where there is none; asked anew for each call. It goes to the origins of the two addresses alone. */
  readonly token: (to: Receiver) => string | undefined | Promise<string | undefined>;
  /** Gives the secrets of a group that does not send the token, by the names of the header or the query parameters that carry them. */
  readonly ownSecrets?: (
    to: Receiver,
  ) => Readonly<Record<string, string>> | undefined | Promise<Readonly<Record<string, string>> | undefined>;
  /** What is known of the service beyond the interface document. */
  readonly dialect?: Dialect;
  /** For a whole call, in milliseconds. */
  readonly timeout?: number;
  /** How many requests may run at once to one origin. */
  readonly concurrency?: number;
  /** Hears of each request; never of a credential. */
  readonly log?: (entry: LogEntry) => void;
}

export interface CallOptions {
  readonly signal?: Signal | undefined;
  /** Bytes of the file that were read for sending; only the reply says that all arrived. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface Client {
  /**
   * Gives the parsed reply; fails with an ApiError, or with the signal's reason. An integer that a number cannot hold is a bigint. Replies are
   * `unknown`: the interface document shows no reply, so a type for one would be a guess. Look at what arrives before you use it.
   */
  call<Id extends OperationId>(operation: Id, input: CallInput<Id>, options?: CallOptions): Promise<unknown>;
}

export function createClient(options: ClientOptions): Client {
  return createWholeClient(options) as Client;
}

/** A file of this machine, to be uploaded: it is read while it is sent. */
export function localFile(path: string): Promise<UploadFile> {
  return openLocalFile(path);
}

/** The dialect that a file describes, or what is wrong with it, with the name of the field. */
export function readDialect(value: unknown): { readonly dialect: Dialect } | { readonly problem: string } {
  return readWholeDialect(value);
}

/** What is known of an operation before it is called. */
export interface OperationFacts {
  readonly id: OperationId;
  readonly group: Group;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** What it does to the service's data. */
  readonly effect: 'read' | 'write' | 'destroy';
  readonly title: string;
  /** Whether its reply is one page of a list. */
  readonly isPaged: boolean;
  /** Whether sending it twice leaves what sending it once does. */
  readonly isIdempotent: boolean;
  readonly isDeprecated: boolean;
}

/** Every operation by its id, in the document's order. */
export const operations = Object.fromEntries(
  Object.values<Operation>(rows).map((row) => [row.id, factsOf(row)]),
) as unknown as Readonly<Record<OperationId, OperationFacts>>;

function factsOf({ id, group, method, path, effect, title, paged, idempotent, deprecated }: Operation): OperationFacts {
  const facts = { id, group, method, path, effect, title };
  return { ...facts, isPaged: paged === true, isIdempotent: idempotent, isDeprecated: deprecated === true };
}
