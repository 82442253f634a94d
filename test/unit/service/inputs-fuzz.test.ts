import assert from 'node:assert/strict';
import { operations, type Operation, type OperationId } from '../../../src/client/index.ts';
import { withLongNumbers, writes, wrong, wrongInItem } from './inputs.ts';
import { askEvents, askTickets, form, formType, seededRandom, useService } from './support.ts';

describe('random requests to the local service', () => {
  const held = useService();

  it('fuzz: none of thousands fails inside, and the service answers afterwards', async function () {
    this.timeout(60_000);
    const random = seededRandom(20260615);
    const all = Object.values(operations) as Operation[];
    for (let round = 0; round < 400; round++) {
      const requests = Array.from({ length: 8 }, () => randomRequest(all[Math.floor(random() * all.length)]!, random));
      const replies = await Promise.all(
        requests.map(({ operation, path, body, type }) =>
          (operation.group === 'event' ? askEvents : askTickets)(
            held.service,
            operation.method,
            path,
            body,
            body === undefined ? {} : { 'content-type': type },
          ),
        ),
      );
      for (const [index, { status, text }] of replies.entries()) {
        const { operation, path, body } = requests[index]!;
        const told = `${operation.method} ${path} ${String(body)}`.slice(0, 1000);
        assert.ok(status < 500, `${told} → ${status} ${text}`);
        // Node itself refuses a head of more than 16 kB, without a word.
        if (status !== 431) assert.notEqual(codeOf(text), 3000, told);
      }
      assert.deepEqual(held.service.errors, [], JSON.stringify(requests.map(({ path, body }) => [path, body])).slice(0, 3000));
    }
    assert.equal((await askTickets(held.service, 'GET', '/items')).status, 200);
  });

  function codeOf(text: string): unknown {
    const body = JSON.parse(text) as { code?: number; responseError?: { code: number } } | null;
    return body?.responseError?.code ?? body?.code;
  }
});

const oddTexts = [
  ...['', 'x', '1', '0', '-1', '1001', '300002', '700001', 'NaN', '1e400', 'null', 'true', 'undefined', "'", '"; --', '%', '\\'],
  ...[
    '2026-06-15',
    '2026-06-15 10:00:00',
    '2026-02-30',
    '9999-12-31',
    '2026-06-15T10:00:00Z',
    '٣',
    '𝟙',
    '🎟️',
    '\u0000',
    '\ufeff',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'Ticket',
    'Group',
    'integer',
    'passports',
    'x'.repeat(3000),
    '\ud800',
    'ﷺ'.repeat(50),
  ],
];

type Random = () => number;

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!;
}

function randomValue(random: Random, depth = 0): unknown {
  const kind = Math.floor(random() * (depth > 3 ? 6 : 8));
  if (kind < 2) return pick(oddTexts, random);
  if (kind === 2) return pick([0, -0, 1, -1, 1.5, 1e300, -1e-300, 2 ** 53, 2 ** 31, 1001, 300002, 700001], random);
  if (kind === 3) return pick([null, true, false], random);
  if (kind === 4) return pick([9007199254740993n, -12345678901234567890n, 2n ** 63n, 2n ** 64n], random);
  if (kind === 5) return pick(['1001', '300002', 'codes', 'name'], random);
  const length = Math.floor(random() * 4);
  if (kind === 6) return Array.from({ length }, () => randomValue(random, depth + 1));
  return Object.fromEntries(Array.from({ length }, () => [pick(fieldNames, random), randomValue(random, depth + 1)]));
}

const fieldNames = [
  ...Object.keys(wrong),
  ...Object.keys(wrongInItem),
  ...['id', 'attributes', 'salePeriods', 'children', 'data', '__proto__', 'constructor', 'toJSON', 'status', 'x', ''],
];

function randomRequest(
  operation: Operation,
  random: Random,
): { operation: Operation; path: string; body: string | Uint8Array | undefined; type: string } {
  const known = ['1001', '1002', '300002', '300003', '700001', '700002', 'festival-da-primavera', 'passports', 'concerts'];
  const path = operation.path.replace(/\{\w+\}/g, () =>
    random() < 0.7 ? pick(known, random) : encodeURIComponent(pick(oddTexts, random).toWellFormed()) || 'x',
  );
  const names = [
    ...fieldNames,
    'page',
    'pageSize',
    'term',
    'link',
    'fields',
    'method',
    'state',
    'sessionId',
    'tax',
    'taxDistribution',
  ];
  const query = Array.from({ length: Math.floor(random() * 4) }, () => {
    const value = random() < 0.5 ? String(Math.floor(random() * 5)) : pick(oddTexts, random).toWellFormed();
    return `${encodeURIComponent(pick(names, random))}=${encodeURIComponent(value)}`;
  });
  const address = query.length > 0 ? `${path}?${query.join('&')}` : path;
  if (operation.method === 'GET' || random() < 0.05) return { operation, path: address, body: undefined, type: '' };
  if (operation.file) {
    const content = Array.from({ length: Math.floor(random() * 6) }, () => pick(oddTexts, random)).join(
      pick(['\n', ',', ';', '\r\n', '"'], random),
    );
    return { operation, path: address, body: Buffer.from(form({ fileName: 'c.csv', content })), type: formType };
  }
  const sound = (writes as Partial<Record<OperationId, { payload: object }>>)[operation.id]?.payload ?? {};
  const changed = Object.fromEntries(
    [pick([...Object.keys(sound), ...fieldNames], random)].map((name) => [name, randomValue(random)]),
  );
  const payload = random() < 0.7 ? { ...sound, ...changed } : randomValue(random);
  const text = withLongNumbers(payload);
  const body = random() < 0.05 ? text.slice(0, Math.floor(random() * text.length)) : text;
  return { operation, path: address, body, type: 'application/json' };
}
