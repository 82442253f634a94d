// Calls the service through the client and holds every request and reply against openapi.json.
import assert from 'node:assert/strict';
import nodeFetch from 'node-fetch';
import {
  ApiError,
  readList,
  stringifyJson,
  type CallInput,
  type Client,
  type Fetch,
  type OperationId,
} from '../../../src/client/index.ts';
import type { ArrivedMail } from '../../../src/service/index.ts';
import { failureOf } from '../client/support.ts';
import { documentProblems, type Exchange } from './document.ts';
import { clientOf, recordsIn, testService, type TestService } from './support.ts';

/** Which suite proves which operations; together they are the interface. */
export const subjects = {
  events: [
    ...(['identifyEvent', 'getEvent', 'getEventTickets', 'getSessionTickets', 'getEventCrew', 'getEventAttributes'] as const),
    ...(['getFeatured', 'getHomeSections', 'getHomeCover', 'getHome', 'searchCategory'] as const),
  ],
  reports: ['getEntryReport', 'getBordero', 'requestExport'],
  exports: ['requestExport', 'requestPasskeysReport'],
  items: [
    ...(['listTypes', 'listItems', 'getItem', 'createItem', 'updateItem', 'removeItem', 'listTriggers'] as const),
    ...(['createAttribute', 'updateAttribute', 'createSalePeriod', 'updateSalePeriod', 'createValues', 'updateValues'] as const),
  ],
  tax: ['calculateTax'],
  passkeys: [
    ...(['listPasskeys', 'getPasskey', 'createPasskey', 'updatePasskey', 'deletePasskey'] as const),
    ...(['setPasskeyItems', 'createPasskeys'] as const),
  ],
  codes: ['uploadCodes', 'listCodes', 'deleteEventCodes', 'deleteCode'],
} as const satisfies Record<string, readonly OperationId[]>;

export const festival = 1001;
export const theatre = 1002;

export class Contract {
  service!: TestService;
  client!: Client;
  readonly exchanges: Exchange[] = [];
  readonly #mails: ArrivedMail[] = [];
  readonly #succeeded = new Set<string>();
  #onMail: (() => void) | undefined;

  async start(): Promise<void> {
    const onMail = (mail: ArrivedMail) => {
      this.#mails.push(mail);
      this.#onMail?.();
    };
    this.service = await testService({ onMail });
    this.client = clientOf(this.service, { fetch: this.fetch });
  }

  readonly fetch: Fetch = async (url, init) => {
    const response = await nodeFetch(url, init as Parameters<typeof nodeFetch>[1]);
    const { status, headers } = response;
    const text = await response.text();
    const contentType = headers.get('content-type') ?? '';
    this.exchanges.push({ method: init.method, url: new URL(url), body: init.body, status, contentType, text });
    return { status, headers, body: [Buffer.from(text)] };
  };

  async call<Id extends OperationId>(id: Id, input: CallInput<Id>): Promise<unknown> {
    const reply = await this.client.call(id, input);
    this.#succeeded.add(id);
    return reply;
  }

  async refusal<Id extends OperationId>(id: Id, input: CallInput<Id>): Promise<ApiError> {
    const error = await failureOf(this.client.call(id, input));
    assert.ok(error instanceof ApiError, String(error));
    return error;
  }

  /** Every row of a list, page by page. */
  async walk<Id extends OperationId>(id: Id, input: CallInput<Id>, pageSize: number): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const query = { ...(input as { query?: object }).query, page, pageSize };
      const reply = await this.call(id, { ...input, query });
      const { paging } = readList(reply);
      assert.equal(paging?.page, page);
      assert.equal(paging.pageSize, pageSize);
      last = paging.lastPage!;
      rows.push(...recordsIn(reply));
      assert.equal(rows.length, Math.min(page * pageSize, paging.total!));
    }
    return rows;
  }

  /** The mail that comes because of what is done. */
  async mailAfter(request: () => Promise<unknown>): Promise<ArrivedMail> {
    const before = this.#mails.length;
    const arrived = new Promise<void>((resolve) => (this.#onMail = resolve));
    await request();
    await arrived;
    assert.equal(this.#mails.length, before + 1);
    return this.#mails[before]!;
  }

  /** That the service met no error of its own, and that all that went over the wire is as documented. */
  requireSound(): void {
    assert.deepEqual(this.service.errors.splice(0), []);
    for (const exchange of this.exchanges.splice(0)) {
      const { method, url, body, status, text } = exchange;
      const told = `${method} ${url.href} ${stringifyJson(body)} → ${status} ${text.slice(0, 300)}`;
      assert.deepEqual(documentProblems(this.service, exchange), [], told);
    }
  }

  requireCalled(operations: readonly OperationId[]): void {
    const missing = operations.filter((id) => !this.#succeeded.has(id));
    assert.deepEqual(missing, [], 'no test of this suite had these operations succeed');
  }
}

/** A service for all tests of a suite, whose every exchange must fit openapi.json and which together reach every operation of it. */
export function useContract(operations: readonly OperationId[] = []): Contract {
  const contract = new Contract();
  before(() => contract.start());
  afterEach(() => contract.requireSound());
  after(() => contract.service.stop());
  // Only once all of them have passed, in whatever order: a filter may have left some out.
  after('every operation of the suite was reached', function () {
    const { tests = [] } = this.test?.parent ?? {};
    if (tests.every(({ state }) => state === 'passed')) contract.requireCalled(operations);
  });
  return contract;
}
