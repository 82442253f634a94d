// What an operation still needs, found by the very check that the client makes before it sends.
import * as v from 'valibot';
import {
  checkInput,
  judgingZone,
  fieldMeaning,
  parseJson,
  type FieldProblem,
  type InputPart,
  type Operation,
} from '../../client/index.ts';
import { t } from '../../client/l10n.ts';
import { fieldsIn } from '../../client/schemas.ts';
import type { AnyInput } from '../account/connection.ts';

export interface Field {
  readonly part: InputPart;
  readonly name: string;
}

export interface CheckContext {
  readonly timeZone?: string | undefined;
  readonly now: number;
  readonly removalPayload?: Readonly<Record<string, unknown>> | undefined;
}

/** Every problem of an input but that of a missing file. */
export function problemsOf(operation: Operation, input: AnyInput, context: CheckContext): readonly FieldProblem[] {
  const timeZone = judgingZone(context.timeZone);
  return checkInput(operation, input, { ...context, timeZone }).problems.filter(({ field }) => field !== 'file');
}

/** The next field that must be given, preconditions included; undefined when nothing is missing. */
export function nextMissing(operation: Operation, input: AnyInput, context: CheckContext): Field | undefined {
  const own = (part: InputPart, name: string) => input[part]?.[name];
  const problems = [...problemsOf(operation, input, context), ...shapeProblems(operation, input)];
  const fields = problems.map(({ field }) => fieldIn(field)).filter((field) => field !== undefined);
  return fields.find(({ part, name }) => own(part, name) === undefined);
}

/** A query that may be of several shapes is asked for as the first: the others are for those who know them. */
function shapeProblems({ query }: Operation, input: AnyInput): FieldProblem[] {
  const [first] = query.type === 'union' ? (query as unknown as { options: v.GenericSchema[] }).options : [];
  const result = first && v.safeParse(first, input.query ?? {});
  if (!result || result.success || Object.keys(input.query ?? {}).length > 0) return [];
  return result.issues.map((issue) => ({ field: `query.${v.getDotPath(issue) ?? ''}`, message: issue.message }));
}

function fieldIn(field: string): Field | undefined {
  const [, part, name] = /^(path|query|body)\.([^.]+)/.exec(field) ?? [];
  return part === undefined || name === undefined ? undefined : { part: part as InputPart, name };
}

export function withField(input: AnyInput, { part, name }: Field, value: unknown): AnyInput {
  return { ...input, [part]: { ...(input[part] as object | undefined), [name]: value } };
}

/** What a typed text means for a field: the first reading of it that the operation accepts, or why there is none. */
export function readTyped(
  operation: Operation,
  input: AnyInput,
  field: Field,
  text: string,
  context: CheckContext,
): { readonly value: unknown; readonly problem?: undefined } | { readonly problem: string } {
  const problems = readings(text).map((value) => ({
    value,
    problem: problemAt(operation, withField(input, field, value), field, context),
  }));
  const accepted = problems.find(({ problem }) => problem === undefined);
  return accepted ? { value: accepted.value } : { problem: problems[0]?.problem ?? t('must be given') };
}

/** A whole number stays text where it would lose something: 0012. */
function readings(text: string): unknown[] {
  const trimmed = text.trim();
  if (trimmed === '') return [text];
  const asJson = jsonIn(trimmed);
  const listed = trimmed.split(',').map((part) => jsonIn(part.trim()) ?? part.trim());
  const isWhole = /^-?(?:0|[1-9]\d*)$/.test(trimmed);
  return isWhole
    ? [asJson, trimmed, listed, listed.map(String)]
    : [text, asJson, listed, listed.map(String)].filter((value) => value !== undefined);
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function problemAt(operation: Operation, input: AnyInput, { part, name }: Field, context: CheckContext): string | undefined {
  const own = `${part}.${name}`;
  return problemsOf(operation, input, context).find(({ field }) => field === own || field.startsWith(`${own}.`))?.message;
}

/** What a field means, in the person's language, as far as the document tells. */
export function meaningFor(operation: Operation, { part, name }: Field): string {
  const meaning = fieldMeaning(operation, part, name);
  return meaning === undefined ? '' : t(meaning);
}

/** The names that the document gives to what need not be sent. */
export function optionalNames({ query, body }: Operation, part: 'query' | 'body'): string[] {
  return Object.entries(fieldsIn(part === 'query' ? query : body))
    .filter(([, entry]) => entry.type === 'optional')
    .map(([name]) => name);
}

/** Reads the optional fields of a part from JSON; an empty text means none. */
export function readOptional(
  operation: Operation,
  input: AnyInput,
  part: 'query' | 'body',
  text: string,
  context: CheckContext,
): { readonly input: AnyInput; readonly problem?: undefined } | { readonly problem: string } {
  if (text.trim() === '') return { input };
  let fields: unknown;
  try {
    fields = parseJson(text);
  } catch (error) {
    return { problem: t('This is not JSON: {0}', (error as Error).message) };
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return { problem: t('This must be an object: { "field": value }') };
  const whole = { ...input, [part]: { ...(input[part] as object | undefined), ...fields } };
  const [first] = problemsOf(operation, whole, context);
  return first ? { problem: `${first.field} ${first.message}` } : { input: whole };
}
