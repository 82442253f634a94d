import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client, type Dialect } from '../../../src/client/index.ts';
import {
  parse,
  planChanges,
  readEvent,
  stepsOf,
  storePlan,
  textOf,
  type EventFile,
  type FileItem,
} from '../../../src/plans/index.ts';
import { runPlan } from '../../../src/runs/index.ts';
import { dialectNames, dialectOf, type DialectName } from '../../dialects/dialects.ts';
import { everything } from '../../harness/everything.ts';
import type { HeldItem, Holdings } from '../../dialects/holdings.ts';
import type { MatrixService } from '../../dialects/matrix-service.ts';
import { startDialect } from '../../dialects/services.ts';
import { shortReads } from '../../dialects/waits.ts';

/**
 * `done`: the price, the new item and the new passkey. `unpriced`: a price is asked about, because nobody has said its unit; all else is done. `partly`: done, and
 * the service does not show all of it. `stopped`: nothing is sent. `unclaimed`: nothing shows whose the items are, and nothing is planned.
 */
type Ending = 'done' | 'unpriced' | 'partly' | 'stopped' | 'unclaimed';

const endings: Partial<Record<DialectName, Ending>> = {
  described: 'done',
  text: 'done',
  comma: 'done',
  strangerDescribed: 'done',
  utc: 'partly',
  epoch: 'partly',
  everything: 'partly',
  uuid: 'stopped',
  stranger: 'stopped',
  literalMixed: 'unclaimed',
  literalOne: 'unclaimed',
};

/** Each ending, from services that come to it in their own ways; all of them are tried with all else. */
const alone: readonly DialectName[] = ['plain', ...(Object.keys(endings) as DialectName[])];

/** What a person says of a service of which nobody has described anything. */
const told: readonly (readonly [DialectName, Dialect])[] = [
  ['cents', { amounts: { items: 'cents', fees: 'cents' } }],
  ['cents', { amounts: { items: 'cents' } }],
  ['whole', { amounts: { items: 'whole', fees: 'whole' } }],
  ['fees', { amounts: { items: 'decimals', fees: 'number' } }],
  ['flat', { amounts: { items: 'decimals', fees: 'decimals' } }],
  ['replaces', { amounts: { items: 'decimals', fees: 'decimals' }, put: 'replaces' }],
  ['utc', { amounts: { items: 'decimals', fees: 'decimals' }, clock: 'America/Sao_Paulo' }],
  ['everything', { amounts: { items: 'cents', fees: 'cents' }, clock: 'America/Sao_Paulo', put: 'replaces' }],
];

const environment = 'matrix';
const period = { appCategoryId: 1, start: '2027-01-10 10:00:00', finish: '2027-01-20 10:00:00', available: 10 };
const made: FileItem = { name: 'Lote novo', price: '99.00', feeSale: '0.00', feeProducer: '0.00', salePeriods: [period] };
const finish = '2027-05-01 10:00:00';

describe('a plan at a service', () => {
  for (const name of everything ? dialectNames : alone) {
    const ending = endings[name] ?? 'unpriced';
    it(`${name}: ${ending}`, () => atService(name, {}, (place) => assertPlan(place, ending)));
  }
  for (const [name, known] of told)
    it(`${name}, told ${JSON.stringify(known)}: done`, () => atService(name, known, (place) => assertPlan(place, 'done')));

  it('sends all that an item has where an update replaces it, and asks where nobody knows', async () => {
    const renamed = ({ service, dialect, client }: Place) =>
      readEvent(client, service.sample.eventId, { environment }).then((there) => {
        const wanted = withItem(there, service.sample.item, (item) => [{ ...item, name: 'Another' }]);
        return { there, ...planChanges(wanted, there, { dialect }) };
      });
    await atService('plain', {}, async (place) => {
      const { plan, questions } = await renamed(place);
      assert.deepEqual([plan.steps.length, questions.map(({ kind }) => kind)], [0, ['put']]);
    });
    await atService('replaces', { put: 'replaces' }, async (place) => {
      const { plan, stops, questions } = await renamed(place);
      assert.deepEqual([stops, questions], [[], []]);
      const before = place.service.holdings();
      assert.equal((await apply(place, plan)).state, 'finished');
      const isMeant = ({ id }: HeldItem) => id === place.service.sample.item;
      const items = before.items.map((item) => (isMeant(item) ? { ...item, name: 'Another' } : item));
      assert.deepEqual(place.service.holdings(), { ...before, items });
    });
  });

  it('removes nothing where nobody knows how', () =>
    atService('plain', {}, async ({ service, client }) => {
      const there = await readEvent(client, service.sample.eventId, { environment });
      const wanted = withItem(there, service.sample.item, () => []);
      const { stops } = planChanges(wanted, there, { remove: new Set([`item ${service.sample.item}`]) });
      assert.deepEqual(
        stops.map(({ message }) => message),
        ['How this service removes an item is not known.'],
      );
    }));
});

interface Place {
  readonly service: MatrixService;
  readonly dialect: Dialect;
  readonly client: Client;
  readonly folder: string;
}

async function atService(name: DialectName, more: Dialect, work: (place: Place) => Promise<void>): Promise<void> {
  const service = await startDialect(name);
  const folder = await mkdtemp(join(tmpdir(), 'box-office-plans-'));
  const { token, known } = dialectOf(name);
  const dialect: Dialect = { ...known, ...(token && { token }), ...more };
  const { eventUrl, ticketUrl, eventKey } = service;
  const own = eventKey === undefined ? {} : { ownSecrets: () => ({ event: eventKey }) };
  try {
    const client = createClient({ eventUrl, ticketUrl, token: () => service.token, dialect, ...own });
    await work({ service, dialect, client, folder });
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function apply({ service, dialect, client, folder }: Place, plan: Parameters<typeof storePlan>[0]) {
  const target = { environment, at: service };
  const run = await storePlan(plan, { folder, ...target });
  const steps = stepsOf(client, () => ({ dialect, now: Date.now() }));
  const end = await runPlan(run, { client, target, steps, reconcile: shortReads });
  await service.settled?.();
  return end;
}

/** The event with something else in the place of an item. */
function withItem(event: EventFile, id: string, change: (item: FileItem) => readonly FileItem[]): EventFile {
  const edit = (items: readonly FileItem[]): FileItem[] =>
    items.flatMap((item) => {
      if (String(item.id) === id) return change(item);
      return [item.items ? { ...item, items: edit(item.items) } : item];
    });
  return { ...event, items: edit(event.items ?? []) };
}

function pathOf(items: readonly FileItem[], name: string): string | undefined {
  for (const item of items) {
    const inner = item.name === name ? '' : item.items && pathOf(item.items, name);
    if (inner !== undefined) return inner === '' ? item.name : `${item.name} / ${inner}`;
  }
  return undefined;
}

async function assertPlan(place: Place, ending: Ending): Promise<void> {
  const { service, client } = place;
  if (ending === 'unclaimed')
    return assert.rejects(readEvent(client, service.sample.eventId, { environment }), /belong to the event/);
  const there = await readEvent(client, service.sample.eventId, { environment });
  const text = textOf(there);
  assert.equal(textOf(parse(text)), text);
  const same = planChanges(parse(text), there);
  assert.deepEqual([same.plan.steps, same.stops, same.questions], [[], [], []]);

  const isPriced = ending === 'done';
  const withPrice = (price: object) => withItem(there, service.sample.item, (item) => [{ ...item, ...price }, made]);
  const asked = planChanges(withPrice({ price: '135.00' }), there).questions.map(({ kind }) => kind);
  assert.equal(asked.length > 0, !isPriced, 'fault 107: what cannot be compared is asked about');
  const edited = withPrice(isPriced ? { price: '135.00' } : {});
  const opened = pathOf(edited.items ?? [], made.name) ?? '';
  const passkeys = [...(there.passkeys ?? []), { passkey: 'MATRIX', finish, items: [opened] }];
  const { plan, stops, questions } = planChanges(parse(textOf({ ...edited, passkeys })), there);
  assert.deepEqual(questions, []);
  assert.equal(stops.length > 0, ending === 'stopped', JSON.stringify(stops));
  if (ending === 'stopped') return;

  assert.equal(plan.steps.length, isPriced ? 6 : 5);
  const before = service.holdings();
  const { state, counts } = await apply(place, plan);
  assert.deepEqual([counts.rejected, counts.left, counts.existed], [0, 0, 0], JSON.stringify(counts));
  assert.deepEqual([state, counts.unknown > 0], ending === 'partly' ? ['needsDecision', true] : ['finished', false]);
  assert.deepEqual(service.holdings(), withPlan(before, service.holdings(), place, isPriced));
}

/** What the service has to hold: what it had, and what was planned. */
function withPlan(before: Holdings, after: Holdings, { service }: Place, isPriced: boolean): Holdings {
  const { sample } = service;
  const found = after.items.find(({ name }) => name === made.name);
  assert.ok(found);
  const priced = before.items.map((item) => (isPriced && item.id === sample.item ? { ...item, price: 13_500 } : item));
  const { parent = null } = before.items.find(({ id }) => id === sample.item) ?? {};
  // What the file does not say is the service's own.
  const item = { ...found, eventId: sample.eventId, parent, price: 9900, feeSale: 0, feeProducer: 0, attributes: [] };
  const id = after.passkeys.find(({ passkey }) => passkey === 'MATRIX')?.id ?? '';
  const passkey = { id, eventId: sample.eventId, passkey: 'MATRIX', start: null, finish, limit: null, itemIds: [found.id] };
  return {
    ...before,
    items: [...priced, item],
    periods: [...before.periods, { itemId: found.id, ...period }],
    passkeys: [...before.passkeys, passkey],
  };
}
