// What a call takes, from options: each value stays as it was typed, digit for digit, and a name that the operation does not have is refused.
import { resolve } from 'node:path';
import * as v from 'valibot';
import { pathNames } from '../client/addresses.ts';
import { parseJson, type Dialect, type InputPart, type Operation, type UploadFile } from '../client/index.ts';
import { fieldsIn } from '../client/schemas.ts';
import { localFile } from '../codes/index.ts';
import { nearest } from './arguments.ts';
import { UsageError, type Given, type Io } from './command.ts';
import { readText, textIn } from './connect.ts';

type Fields = Record<string, unknown>;

/** What a call is given; the client checks it. */
export interface CallArguments {
  readonly path: Fields;
  readonly query: Fields;
  readonly body?: unknown;
  readonly file?: UploadFile;
}

/** The names that an operation takes in a part of its input, as far as the document and the dialect tell. */
export function namesIn(operation: Operation, part: InputPart, { paging, codesOfTicket }: Dialect): readonly string[] {
  if (part === 'path') return pathNames(operation.path);
  const fields = Object.keys(fieldsIn(part === 'query' ? operation.query : operation.body));
  if (part === 'body') return fields;
  const usual = paging?.by === 'offset' ? ['offset', 'limit'] : paging?.by === 'cursor' ? ['limit'] : ['page', 'pageSize'];
  const pages = operation.paged ? [...usual, paging?.page, paging?.size] : [];
  const ofTicket = operation.removes === 'codesOfEvent' ? [codesOfTicket] : [];
  return [...new Set([...fields, ...pages, ...ofTicket])].filter((name) => name !== undefined);
}

export async function readCallInput(operation: Operation, given: Given, io: Io, dialect: Dialect): Promise<CallArguments> {
  if (given.one('body') === '-' && given.one('query') === '-')
    throw new UsageError('Standard input can be the body or the query, not both.');
  const parts: Record<InputPart, Fields> = { path: {}, query: {}, body: {} };
  for (const [option, texts] of given.values) {
    const [, part, name = ''] = /^(path|query|body)\.(.+)$/.exec(option) ?? [];
    if (part === undefined) continue;
    parts[part as InputPart][name] = fieldValue(operation, part as InputPart, name, texts, dialect);
  }
  const query = { ...requireFields(await wholeOf('query', given, io), '--query'), ...parts.query };
  const body = await bodyOf(given, io, parts.body);
  const file = await fileOf(operation, given, io);
  return { path: parts.path, query, ...(body !== undefined && { body }), ...(file && { file }) };
}

function fieldValue(operation: Operation, part: InputPart, name: string, texts: readonly string[], dialect: Dialect): unknown {
  const names = namesIn(operation, part, dialect);
  if (!names.includes(name)) throw unknownName(operation, part, name, names);
  const schema = part === 'path' ? undefined : fieldsIn(part === 'query' ? operation.query : operation.body)[name];
  if (texts.length > 1) {
    if (part === 'path') throw new UsageError(`--path.${name} is given twice.`);
    return texts.map((text) => typed(undefined, text));
  }
  return typed(schema, texts[0] as string);
}

/** The text itself where the field takes a text, else what the text says as JSON; what fits neither is left to the client's check. */
function typed(schema: v.GenericSchema | undefined, text: string): unknown {
  if (!schema || v.safeParse(schema, text).success) return text;
  try {
    const value = parseJson(text);
    // Whole numbers are cents: 99.00 is money to whoever types it.
    const takesWhole = typeof value === 'number' && !v.safeParse(schema, value + 0.5).success;
    if (takesWhole && !/^-?\d+$/.test(text.trim())) return text;
    // A list of one is easily forgotten.
    const fitting = [value, [value], [text]].find((each) => v.safeParse(schema, each).success);
    return fitting === undefined ? value : fitting;
  } catch {
    return v.safeParse(schema, [text]).success ? [text] : text;
  }
}

function unknownName(operation: Operation, part: InputPart, name: string, names: readonly string[]): UsageError {
  const near = nearest(name, names);
  const hint = near === undefined ? '' : ` Did you mean --${part}.${near}?`;
  const known =
    names.length === 0 ? `It has no ${partNames[part]}.` : `It has ${names.map((each) => `--${part}.${each}`).join(', ')}.`;
  const other = part === 'path' ? '' : ` What only your service knows goes into --${part} JSON.`;
  return new UsageError(`${operation.id} has no --${part}.${name}.${hint} ${known}${other}`, { option: `--${part}.${name}` });
}

const partNames = { path: 'path parameters', query: 'query parameters', body: 'named body fields' } as const;

async function bodyOf(given: Given, io: Io, fields: Fields): Promise<unknown> {
  const whole = await wholeOf('body', given, io);
  if (Object.keys(fields).length === 0) return whole;
  return { ...requireFields(whole, '--body'), ...fields };
}

function requireFields(value: unknown, option: string): Fields {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${option} must be a JSON object.`);
  return value as Fields;
}

/** `@file`, `-` for standard input, or the JSON itself. */
async function wholeOf(option: 'query' | 'body', given: Given, io: Io): Promise<unknown> {
  const text = given.one(option);
  if (text === undefined) return undefined;
  const isFile = text.startsWith('@');
  if (text === '@') throw new UsageError(`--${option} @ names no file: write --${option} @FILE.`);
  const fromInput = async () => textIn(await io.input(), `--${option}: standard input`);
  const json = isFile ? await readText(text.slice(1), io.cwd, `--${option}`) : text === '-' ? await fromInput() : text;
  try {
    return parseJson(json);
  } catch (error) {
    const from = isFile ? text.slice(1) : text === '-' ? 'standard input' : 'its value';
    const hint = !isFile && text !== '-' && /^\s*[^\s[{"]/.test(text) ? ` For a file, write --${option} @${text}.` : '';
    throw new UsageError(`--${option}: ${from} is no JSON (${(error as Error).message}).${hint}`);
  }
}

async function fileOf(operation: Operation, given: Given, { cwd }: Io): Promise<UploadFile | undefined> {
  const path = given.one('file');
  if (path === undefined && operation.file) throw new UsageError(`${operation.id} needs --file FILE.`, { option: '--file' });
  if (path === undefined) return undefined;
  if (!operation.file) throw new UsageError(`${operation.id} takes no --file.`, { option: '--file' });
  try {
    return await localFile(resolve(cwd, path));
  } catch (error) {
    throw new UsageError(
      `--file: ${path} cannot be sent (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}).`,
    );
  }
}
