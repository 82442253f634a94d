// Checks what a caller wants to send against its row, and fills in the document's defaults.
import * as v from 'valibot';
import { encodeSegment, pathNames, type PathValue } from './addresses.ts';
import type { FieldProblem } from './errors.ts';
import type { OperationRow } from './operations.ts';
import { isObject } from './replies.ts';
import { anyPayload } from './schemas.ts';
import { t } from './l10n.ts';

export interface RawInput {
  readonly path?: Readonly<Record<string, PathValue>> | undefined;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly file?: unknown;
}

export interface CheckedInput {
  readonly segments: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Undefined: the request has no body. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly problems: readonly FieldProblem[];
}

/** The rules that the row alone does not know: what day it is, and what the environment sends to remove an item. */
interface InputContext {
  readonly timeZone: string;
  readonly now: number;
  readonly removalPayload?: Readonly<Record<string, unknown>> | undefined;
}

export function checkInput(row: OperationRow, input: RawInput, context: InputContext): CheckedInput {
  const problems: FieldProblem[] = [];
  const segments = checkPath(row, input.path ?? {}, problems);
  const query = checkPart('query', row.query, input.query ?? {}, problems) ?? {};
  const body = checkBody(row, input.body, context, problems);
  if (row.file && !isFile(input.file)) problems.push({ field: 'file', message: t('a file must be given') });
  if (problems.length === 0) {
    for (const { problem } of row.preconditions ?? []) {
      const found = problem({ query, body: body ?? {}, ...context });
      if (found) problems.push(found);
    }
  }
  return { segments, query, body, problems };
}

function checkPath(
  row: OperationRow,
  path: Readonly<Record<string, PathValue>>,
  problems: FieldProblem[],
): Record<string, string> {
  const segments: Record<string, string> = {};
  for (const name of pathNames(row.path)) {
    const value = Object.hasOwn(path, name) ? (path[name] as unknown) : undefined;
    const encoded = isPathValue(value) ? encodeSegment(value) : { problem: t('must be given') };
    if ('problem' in encoded) problems.push({ field: `path.${name}`, message: encoded.problem });
    else segments[name] = encoded.segment;
  }
  return segments;
}

function isPathValue(value: unknown): value is PathValue {
  return typeof value === 'string' || typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
}

function checkBody(row: OperationRow, given: unknown, context: InputContext, problems: FieldProblem[]): CheckedInput['body'] {
  const body = given ?? (row.removal ? context.removalPayload : undefined);
  if (row.file || row.method === 'GET') {
    if (body !== undefined) problems.push({ field: 'body', message: t('this operation takes no payload') });
    return undefined;
  }
  const mayBeEmpty = row.removal === true || row.method === 'DELETE';
  if (body === undefined && (mayBeEmpty || row.body === undefined)) return undefined;
  return checkPart('body', row.body ?? anyPayload, body ?? {}, problems);
}

function checkPart(
  part: 'query' | 'body',
  schema: v.GenericSchema,
  value: unknown,
  problems: FieldProblem[],
): Record<string, unknown> | undefined {
  if (!isObject(value)) {
    problems.push({ field: part, message: t('must be an object') });
    return undefined;
  }
  const result = v.safeParse(schema, value);
  if (result.success) return result.output as Record<string, unknown>;
  for (const issue of result.issues) {
    const path = v.getDotPath(issue);
    const { received, message } = issue;
    problems.push({
      field: path === null ? part : `${part}.${path}`,
      message: received === 'undefined' ? t('must be given') : t(message),
    });
  }
  return undefined;
}

function isFile(value: unknown): boolean {
  return (
    isObject(value) && typeof value.name === 'string' && typeof value.size === 'number' && typeof value.stream === 'function'
  );
}

/** A query as it goes into the address: lists repeat their name, nothing is sent for null and undefined. */
export function toQueryText(query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const part of [value].flat() as (string | number | boolean | bigint | null | undefined)[])
      if (part !== undefined && part !== null) parameters.append(name, String(part));
  return parameters.toString();
}
