// How a command says that it failed: a sentence and an exit code for a person and a script, or one JSON document.
import { ApiError, stringifyJson } from '../client/index.ts';
import { visible } from '../client/unseen.ts';
import { CommandError, exitCodes, type Io } from './command.ts';

export { visible } from '../client/unseen.ts';

interface Failure {
  readonly exitCode: number;
  /** The `error` of the JSON document. */
  readonly json: Readonly<Record<string, unknown>> & { readonly kind: string; readonly message: string };
}

function failureOf(error: unknown, { signal }: Pick<Io, 'signal'>): Failure {
  if (error instanceof CommandError) {
    const { kind, message, exitCode, facts } = error;
    return { exitCode, json: { kind, ...facts, message } };
  }
  if (error instanceof ApiError) return { exitCode: exitCodeOf(error), json: factsOf(error) };
  if (signal.aborted) return { exitCode: exitCodes.cancelled, json: { kind: 'cancelled', message: 'Cancelled.' } };
  const message = error instanceof Error ? error.message : String(error);
  return { exitCode: exitCodes.failed, json: { kind: 'failed', message } };
}

/** Says it, and gives the exit code. */
export function reportFailure(error: unknown, io: Io, { isJson, name }: { isJson: boolean; name: string }): number {
  const { exitCode, json } = failureOf(error, io);
  if (isJson) io.out(stringifyJson({ error: json }));
  else {
    // Our own sentences may stand on several lines; what others typed is one.
    const lines = error instanceof CommandError ? json.message.split('\n') : [json.message];
    io.err(`${name}: ${visibleLines(lines)}`);
    if (exitCode === exitCodes.usage) io.err(`See ${name} --help.`);
  }
  return exitCode;
}

function exitCodeOf({ kind, status, carriedCredential }: ApiError): number {
  if (kind === 'unknownOutcome') return exitCodes.unknown;
  const wasSent = status !== undefined || carriedCredential !== undefined;
  return wasSent ? exitCodes.failed : exitCodes.refused;
}

function factsOf(error: ApiError): Failure['json'] {
  const { kind, operation, status, code, requestId, retryAfter, problems, accepted, body, message } = error;
  const facts = { kind, operation, status, code, requestId, retryAfter };
  return {
    ...facts,
    ...(problems.length > 0 && { problems }),
    ...(accepted && { accepted }),
    ...(body !== undefined && { body }),
    message,
  };
}

export function visibleLines(lines: readonly string[]): string {
  return lines.map(visible).join('\n');
}
