// Writes openapi.json, the interface for other tools, from the operations table: npm run openapi
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { pathNames } from '../src/client/addresses.ts';
import { fieldMeaning, operations, type Effect, type Operation } from '../src/client/operations.ts';
import { anyOf, distinct, isUnion, jsonSchemaOf } from './lib/json-schema.ts';
import { root } from './lib/paths.mjs';

interface Reference {
  readonly $ref: string;
}

interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string | undefined;
  readonly schema: JsonSchema;
}

/** Rows with one method and path: OpenAPI has one operation for them. */
type Rows = readonly [Operation, ...Operation[]];

/** One operation of the document. */
export type OpenApiOperation = ReturnType<typeof operationOf>;

const openApiPath = join(root, 'openapi.json');

const servers = {
  event: { url: 'https://events.example.com', description: 'The event group: put its base address here.' },
  ticket: { url: 'https://tickets.example.com', description: 'The ticket group: put its base address here.' },
};

// Of the event group the interface does not show whether it wants anybody to be signed in.
const security = { event: [{}, { jwt: [] }], ticket: [{ jwt: [] }] };

function pageParameter(name: string, description: string) {
  const notNamed = 'The document names no parameters of pages: a service may ignore it, or refuse it.';
  return {
    name,
    in: 'query',
    required: false,
    description: `${description} ${notNamed}`,
    schema: { type: 'integer', minimum: 1 },
  };
}

const components = {
  parameters: {
    page: pageParameter('page', 'Which page of the list, from 1.'),
    pageSize: pageParameter('pageSize', 'How many rows a page has.'),
  },
  responses: {
    reply: { description: "Any JSON; the shape is the service's.", content: { 'application/json': { schema: {} } } },
    done: { description: 'It was done, and there is nothing to say.' },
    failure: { description: 'A failure; the interface shows neither its status nor its shape.' },
  },
  securitySchemes: {
    jwt: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The interface says that it is a JWT, and not how it travels: a service may want it in another place.',
    },
  },
};

export function openApiDocument() {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const rows of requests()) {
    const [{ path, method }] = rows;
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(rows);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Event ticketing service',
      version: '1.0.0',
      description:
        'Events and ticket items of an event-ticketing service. The two groups have base addresses of their own. Any other query parameter may be sent.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [servers.ticket, servers.event],
    security: [],
    tags: [
      { name: 'event', description: 'Events, home page, categories, exports and reports.' },
      { name: 'ticket', description: 'Ticket types, items, tax, passkeys and codes.' },
    ],
    paths,
    components,
  };
}

/** The table's rows, in its order, with those of one method and path together. */
function requests(): Rows[] {
  const together = new Map<string, [Operation, ...Operation[]]>();
  for (const row of Object.values<Operation>(operations)) {
    const key = `${row.method} ${row.path}`;
    const others = together.get(key);
    if (others) others.push(row);
    else together.set(key, [row]);
  }
  return [...together.values()];
}

function operationOf(rows: Rows) {
  const [{ id, group }] = rows;
  const effect = gravestEffect(rows);
  const description = [effects[effect], descriptionOf(rows)].filter(Boolean).join('\n\n');
  const requestBody = bodyOf(rows);
  return {
    'operationId': id,
    'tags': [group],
    'summary': rows.map(({ title }) => title).join(' / '),
    description,
    ...(rows.every(({ deprecated }) => deprecated) ? { deprecated: true } : {}),
    'x-effect': effect,
    ...(rows.some(({ paged }) => paged) ? { 'x-paged': true } : {}),
    ...(rows.length > 1 ? { 'x-operations': rows.map((row) => row.id) } : {}),
    'servers': [servers[group]],
    'security': security[group],
    'parameters': parametersOf(rows),
    ...(requestBody ? { requestBody } : {}),
    'responses': {
      200: { $ref: '#/components/responses/reply' },
      ...(effect === 'read' ? {} : done),
      default: { $ref: '#/components/responses/failure' },
    },
  };
}

const effects: Readonly<Record<Effect, string>> = {
  read: 'It only reads.',
  write: 'It writes.',
  destroy: 'What it removes is gone for good.',
};

/** A write may be answered by any of these. */
const done = {
  201: { $ref: '#/components/responses/reply' },
  202: { $ref: '#/components/responses/reply' },
  204: { $ref: '#/components/responses/done' },
};

/** What a caller must reckon with. */
function gravestEffect(rows: Rows): Effect {
  const gravity: readonly Effect[] = ['destroy', 'write', 'read'];
  return gravity.find((effect) => rows.some((row) => row.effect === effect)) ?? 'read';
}

function descriptionOf(rows: Rows): string {
  const rules = rows.flatMap(({ query, preconditions = [] }) => [
    ...(isUnion(query) && typeof query.message === 'string' ? [`the query ${query.message}`] : []),
    ...preconditions.map(({ text }) => text),
  ]);
  const merged = rows.length > 1 ? rows.map(describeMerged) : [];
  return [...list('Several operations send this request:', merged), ...list('Preconditions:', distinct(rules))].join('\n\n');
}

function describeMerged({ id, title, effect, removal, deprecated }: Operation): string {
  const notes = [effect, ...(removal ? ["the payload is the environment's choice"] : []), ...(deprecated ? ['deprecated'] : [])];
  return `\`${id}\`: ${title} (${notes.join('; ')})`;
}

function list(heading: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [heading, lines.map((line) => `- ${line}`).join('\n')] : [];
}

function parametersOf(rows: Rows): (OpenApiParameter | Reference)[] {
  const inPath = pathNames(rows[0].path).map((name): OpenApiParameter => ({
    name,
    in: 'path',
    required: true,
    description: fieldMeaning(rows[0], 'path', name),
    schema: { type: 'string' },
  }));
  const paging = rows.some(({ paged }) => paged)
    ? (['page', 'pageSize'] as const).map((name) => ({ $ref: `#/components/parameters/${name}` }))
    : [];
  return [...inPath, ...distinct(rows.flatMap(({ query }) => queryParametersOf(query))), ...paging];
}

/** The parameters that are known. Of several shapes, the first names them. */
function queryParametersOf(query: v.GenericSchema): OpenApiParameter[] {
  const shapes = (isUnion(query) ? query.options : [query]).map(jsonSchemaOf);
  const { properties = {} } = shapes[0] ?? {};
  return Object.entries(properties).map(([name, schema]): OpenApiParameter => ({
    name,
    in: 'query',
    required: shapes.every(({ required }) => required?.includes(name)),
    schema: schema as JsonSchema,
  }));
}

function bodyOf(rows: Rows) {
  const merged = rows.length > 1;
  const payloads = rows.flatMap(({ title, body }) => (body ? [{ ...(merged ? { title } : {}), ...jsonSchemaOf(body) }] : []));
  const content: Record<string, { schema: JsonSchema }> = {
    ...(payloads.length > 0 ? { 'application/json': { schema: anyOf(payloads) } } : {}),
    ...(rows.some(({ file }) => file) ? { 'multipart/form-data': { schema: fileForm } } : {}),
  };
  return Object.keys(content).length > 0 ? { required: rows.every(needsBody), content } : undefined;
}

const fileForm: JsonSchema = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary', description: 'The CSV with the codes.' } },
  required: ['file'],
};

export function needsBody({ file, body }: Operation): boolean {
  return file === true || (body !== undefined && !v.is(body, {}));
}

function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}

/** Throws when the stored document is not the one that the table gives. */
export async function checkOpenApi(path = openApiPath): Promise<void> {
  const stored = await readFile(path, 'utf8').catch(() => undefined);
  if (stored !== openApiText()) throw new Error('openapi.json is stale: run npm run openapi');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(openApiPath, openApiText());
