import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { JsonSchema } from '@valibot/to-json-schema';
import { checkOpenApi, openApiDocument, type OpenApiOperation } from '../../../scripts/openapi.ts';
import { root } from '../../../scripts/lib/paths.mjs';
import { operations } from '../../../src/client/operations.ts';

/** The tables of the interface document, section 4, written down by hand. */
const interfaceTables = {
  event: [
    'GET /event',
    'GET /event/{id}',
    'GET /event/{id}/tickets',
    'GET /event/{id}/session/{sessionId}/tickets',
    'GET /event/{id}/crew',
    'GET /event/{id}/attributes',
    'GET /featured',
    'GET /home/sections',
    'GET /home/cover',
    'GET /{category}',
    'POST /event/{eventId}/export',
    'GET /event/{eventId}/guestlist',
    'GET /event/{eventId}/bordero',
  ],
  ticket: [
    'GET /types',
    'GET /items',
    'GET /items/{id}',
    'POST /items',
    'PUT /items/{id}',
    'POST /items/{id}/attributes',
    'PUT /items/{id}/attributes',
    'POST /items/{id}/sales-period',
    'PUT /items/{id}/sales-period',
    'POST /items/{id}/values',
    'PUT /items/{id}/values',
    'GET /items/{id}/triggers',
    'GET /tax',
    'GET /passkeys',
    'GET /passkeys/{id}',
    'POST /passkeys',
    'PUT /passkeys/{id}',
    'DELETE /passkeys/{id}',
    'PUT /passkeys/{id}/items',
    'POST /event/{eventId}/passkeys',
    'POST /events/{eventId}/codes',
    'GET /items/{itemId}/codes',
    'DELETE /events/{eventId}/codes',
    'DELETE /items/{itemId}/codes/{codeId}',
  ],
};

const document = openApiDocument();
const all = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ request: `${method.toUpperCase()} ${path}`, operation })),
);

function operationAt(request: string): OpenApiOperation {
  const found = all.find((each) => each.request === request);
  assert.ok(found, `${request} is missing`);
  return found.operation;
}

function parameters(request: string) {
  const named = operationAt(request).parameters.flatMap((parameter) => ('name' in parameter ? [parameter] : []));
  return Object.fromEntries(named.map((parameter) => [parameter.name, parameter]));
}

function payload(request: string) {
  return operationAt(request).requestBody?.content['application/json']?.schema;
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone<Record<string, unknown>>(document));
    assert.equal(valid, true, JSON.stringify(errors, null, 2));
    assert.equal(validator.version, '3.1');
  });

  it('points only at components that exist', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    assert.ok(references.length > 0);
    const components = document.components as Record<string, Record<string, unknown>>;
    for (const [text, kind = '', name = ''] of references) assert.ok(components[kind]?.[name], text);
  });

  it('has the requests of the interface document and no others, each in its group', () => {
    const requests = (group: string) => all.filter(({ operation }) => operation.tags[0] === group).map(({ request }) => request);
    assert.deepEqual(requests('event').toSorted(), interfaceTables.event.toSorted());
    assert.deepEqual(requests('ticket').toSorted(), interfaceTables.ticket.toSorted());
  });

  it('names each operation once', () => {
    const ids = all.flatMap(({ operation }) => operation['x-operations'] ?? [operation.operationId]);
    assert.deepEqual(ids.toSorted(), Object.keys(operations).toSorted());
  });

  it('has no two paths that differ only in the names of their parameters', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
    assert.deepEqual(shapes, [...new Set(shapes)]);
  });

  it('declares every parameter of a path', () => {
    for (const { request, operation } of all) {
      const declared = operation.parameters.flatMap((each) => ('in' in each && each.in === 'path' ? [`{${each.name}}`] : []));
      assert.deepEqual(declared, request.match(/\{\w+\}/g) ?? [], request);
    }
  });

  it('requires what the interface document requires', () => {
    assert.equal(parameters('GET /passkeys').eventId?.required, true);
    assert.deepEqual(payload('POST /passkeys')?.required, ['eventId', 'passkey']);
    assert.deepEqual(payload('POST /event/{eventId}/passkeys')?.required, ['codes']);
    assert.equal(payload('PUT /passkeys/{id}')?.required, undefined);
    assert.equal(parameters('GET /tax').eventId?.required, false);
    assert.equal(operationAt('POST /event/{eventId}/passkeys').requestBody?.required, true);
    assert.equal(operationAt('DELETE /passkeys/{id}').requestBody?.required, false);
  });

  it('leaves the link of an event free, as a whole query of its own may stand instead', () => {
    assert.equal(parameters('GET /event').link?.required, false);
    assert.match(operationAt('GET /event').description, /must have a link, or be a whole query of its own/);
  });

  it('tells the defaults', () => {
    assert.equal(parameters('GET /event').method?.schema.default, 'identify');
    assert.equal(parameters('GET /event/{eventId}/guestlist').method?.schema.default, 'report');
  });

  it('names the parameters of pages where a list has them, and says that the document does not', () => {
    const paged = all.filter(({ operation }) => operation['x-paged']);
    for (const { request, operation } of all) {
      const references = operation.parameters.flatMap((one) => ('$ref' in one ? [one.$ref.replace(/.*\//, '')] : []));
      assert.deepEqual(references, operation['x-paged'] ? ['page', 'pageSize'] : [], request);
    }
    assert.ok(paged.length > 3);
    assert.match(document.components.parameters.page.description, /The document names no parameters of pages/);
    const { eventId } = parameters('GET /items');
    assert.match(JSON.stringify(eventId), /The document does not name it: a service may list all of them/);
  });

  it('says what each does, and takes any good status of a write for success', () => {
    for (const { request, operation } of all) {
      assert.match(operation.description, /^(?:It only reads|It writes|What it removes is gone for good)\./, request);
      const isRead = operation['x-effect'] === 'read';
      assert.deepEqual(
        Object.keys(operation.responses),
        [...(isRead ? ['200'] : ['200', '201', '202', '204']), 'default'],
        request,
      );
    }
    assert.deepEqual(document.servers.length, 2);
  });

  it('keeps both payloads where two operations send one request', () => {
    const both = payload('POST /event/{eventId}/export')?.anyOf as { title: string; properties: Record<string, JsonSchema> }[];
    const told = both.map(({ title, properties }) => [title, properties.type?.default, properties.filters?.default]);
    assert.deepEqual(told, [
      ['Request export', 'transactions', []],
      ['Request passkeys report', 'passkey', [{ status: 'approved' }]],
    ]);
  });

  it('warns of the removal behind the update of an item, and needs no body for it', () => {
    const { 'x-effect': effect, 'x-operations': ids, requestBody } = operationAt('PUT /items/{id}');
    assert.equal(effect, 'destroy');
    assert.deepEqual(ids, ['updateItem', 'removeItem']);
    assert.equal(requestBody?.required, false);
  });

  it('does not call a request deprecated that one of its operations still uses', () => {
    const { deprecated, description } = operationAt('GET /home/sections');
    assert.equal(deprecated, undefined);
    assert.match(description, /`getHome`: Get home \(read; deprecated\)/);
  });

  it('says the preconditions', () => {
    assert.match(operationAt('GET /tax').description, /eventId or producerId must be given/);
    assert.match(operationAt('PUT /passkeys/{id}').description, /start must not be earlier than the current day/);
  });

  it('describes ids as integers and times in words, with nothing left over from the conversion', () => {
    const { appCategoryId, start } = payload('POST /items/{id}/sales-period')?.properties ?? {};
    const { description, ...shape } = JSON.parse(JSON.stringify(appCategoryId)) as Record<string, unknown>;
    assert.deepEqual(shape, { type: 'integer' });
    assert.equal(typeof description, 'string');
    assert.match((start as { description: string }).description, /YYYY-MM-DD HH:MM:SS/);
    assert.doesNotMatch(JSON.stringify(document), /\$schema|\$defs|"not":|9007199254740991/);
  });

  it('uploads codes as a form with one file', () => {
    assert.deepEqual(operationAt('POST /events/{eventId}/codes').requestBody, {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { file: { type: 'string', format: 'binary', description: 'The CSV with the codes.' } },
            required: ['file'],
          },
        },
      },
    });
  });

  it('sends each group to its own server, with a token that the event group may do without', () => {
    for (const { request, operation } of all) {
      const group = operation.tags[0]!;
      assert.equal(operation.servers[0]?.url, `https://${group}s.example.com`, request);
      assert.deepEqual(operation.security, group === 'event' ? [{}, { jwt: [] }] : [{ jwt: [] }], request);
    }
  });
});

describe('the check of openapi.json', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'box-office-openapi-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const stale = { message: 'openapi.json is stale: run npm run openapi' };

  it('finds the stored file fresh', () => checkOpenApi());

  it('finds a changed file stale', async () => {
    const changed = join(folder, 'openapi.json');
    const stored = await readFile(join(root, 'openapi.json'), 'utf8');
    await writeFile(changed, stored.replace('"Get event"', '"Get an event"'));
    await assert.rejects(checkOpenApi(changed), stale);
  });

  it('finds a missing file stale', () => assert.rejects(checkOpenApi(join(folder, 'nowhere.json')), stale));
});
