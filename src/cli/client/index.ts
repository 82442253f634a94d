// What programs get as `box-office/client`: the client, the facts of its operations, and what a call needs. Its declarations stand alone.
import { createClient as createWholeClient, operations as rows } from '../../client/index.ts';
import type { CallInput, Dialect, Group, LogEntry, Operation, OperationId, Progress } from '../../client/index.ts';

export { ApiError, LongNumberError, parseJson, readDialect, stringifyJson } from '../../client/index.ts';
export type { ApiErrorKind, CallInput, Dialect, FieldProblem, LogEntry, OperationId, UploadFile } from '../../client/index.ts';
export { localFile } from '../../codes/index.ts';

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
  readonly signal?: AbortSignal | undefined;
  /** Bytes of the file that were read for sending; only the reply says that all arrived. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface Client {
  /** Gives the parsed reply; fails with an ApiError, or with the signal's reason. An integer that a number cannot hold is a bigint. */
  call<Id extends OperationId>(operation: Id, input: CallInput<Id>, options?: CallOptions): Promise<unknown>;
}

export function createClient(options: ClientOptions): Client {
  return createWholeClient(options);
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
