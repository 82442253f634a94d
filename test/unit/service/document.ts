// Holds requests and replies against openapi.json.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import openApi from '../../../openapi.json' with { type: 'json' };
import type { Service } from '../../../src/service/index.ts';

/** A request and its reply, as they went over the wire. */
export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

interface Schema {
  readonly [name: string]: unknown;
}
interface Documented {
  readonly parameters: readonly ({ $ref: string } | { name: string; in: 'path' | 'query'; required: boolean; schema: Schema })[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, { schema: Schema }>> };
  readonly responses: Readonly<Record<string, { $ref: string }>>;
  readonly tags: readonly string[];
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

const paths = openApi.paths as unknown as Record<string, Record<string, Documented>>;
const responses = openApi.components.responses as Record<string, Content>;
const strict = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
const coercing = new Ajv2020({ strict: true, strictTypes: false, coerceTypes: true });
const compiled = new Map<unknown, ValidateFunction>();

function problemsOf(ajv: Ajv2020, schema: Schema, value: unknown): string[] {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value) ? [] : [ajv.errorsText(validate.errors)];
}

/** The documented operation of a request: a word of the path wins over a placeholder. */
function documented(
  { eventUrl, ticketUrl }: Service,
  { method, url }: Exchange,
): { operation: Documented; values: Record<string, string> } | undefined {
  const base = [eventUrl, ticketUrl].find((each) => url.href.startsWith(`${each}/`)) ?? '';
  const group = base === eventUrl ? 'event' : 'ticket';
  const segments = url.href.slice(base.length).split('?')[0]!.split('/').slice(1);
  const found = Object.entries(paths)
    .map(([path, methods]) => ({ parts: path.split('/').slice(1), operation: methods[method.toLowerCase()] }))
    .filter(({ parts, operation }) => operation?.tags[0] === group && fits(parts, segments))
    .sort((a, b) => placeholders(a.parts) - placeholders(b.parts))[0];
  if (!found?.operation) return undefined;
  const entries = found.parts.flatMap((part, index) =>
    part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(segments[index]!)] as const] : [],
  );
  return { operation: found.operation, values: Object.fromEntries(entries) };
}

const placeholders = (parts: readonly string[]) => parts.filter((part) => part.startsWith('{')).length;
const fits = (parts: readonly string[], segments: readonly string[]) =>
  parts.length === segments.length && parts.every((part, index) => part.startsWith('{') || part === segments[index]);

function parameterSchema({ parameters }: Documented, place: 'path' | 'query'): Schema {
  const known = compiledParameters.get(parameters)?.[place];
  if (known) return known;
  const named = parameters.flatMap((each) => ('name' in each && each.in === place ? [each] : []));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
    required: named.filter(({ required }) => required).map(({ name }) => name),
  };
  compiledParameters.set(parameters, { ...compiledParameters.get(parameters), [place]: schema });
  return schema;
}
const compiledParameters = new Map<unknown, Partial<Record<'path' | 'query', Schema>>>();

function requestProblems(exchange: Exchange, { operation, values }: NonNullable<ReturnType<typeof documented>>): string[] {
  const query = Object.fromEntries(exchange.url.searchParams);
  const parameters = [
    ...problemsOf(coercing, parameterSchema(operation, 'path'), { ...values }),
    ...problemsOf(coercing, parameterSchema(operation, 'query'), { ...query }),
  ];
  const { requestBody } = operation;
  if (exchange.body === undefined) return [...parameters, ...(requestBody?.required ? ['the body is missing'] : [])];
  if (!requestBody) return [...parameters, 'a body is not declared'];
  const type = typeof exchange.body === 'string' ? 'application/json' : (exchange.body as { type: string }).type.split(';')[0]!;
  const declared = requestBody.content[type];
  if (!declared) return [...parameters, `${type} is not declared for the body`];
  return typeof exchange.body === 'string'
    ? [...parameters, ...problemsOf(strict, declared.schema, JSON.parse(exchange.body))]
    : parameters;
}

function replyProblems({ status, contentType, text }: Exchange, { operation }: { operation: Documented }): string[] {
  const reference = operation.responses[String(status)] ?? operation.responses.default;
  if (!reference) return [`status ${status} is not declared`];
  const { content } = responses[reference.$ref.split('/').at(-1)!]!;
  const declared = content?.[contentType.split(';')[0]!];
  if (content && !declared) return [`${contentType} is not declared for ${status}`];
  return declared ? problemsOf(strict, declared.schema, JSON.parse(text)) : [];
}

/** In what a request and its reply differ from openapi.json. */
export function documentProblems(service: Service, exchange: Exchange): string[] {
  const found = documented(service, exchange);
  return found ? [...requestProblems(exchange, found), ...replyProblems(exchange, found)] : ['not documented'];
}
