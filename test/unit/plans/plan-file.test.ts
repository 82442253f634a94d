import assert from 'node:assert/strict';
import type { Addresses } from '../../../src/client/index.ts';
import {
  checkPlanText,
  partsOf,
  planText,
  withoutParts,
  wrongTarget,
  type PlanFile,
  type PlanStep,
} from '../../../src/plans/index.ts';

const step = (id: string, more: Partial<PlanStep> = {}): PlanStep => ({
  id,
  operation: 'updateValues',
  record: { kind: 'item', path: 'Pista / 1º lote', id: 11 },
  input: { path: { id: 11 }, body: { price: 13_000, feeSale: 1200, feeProducer: 0 } },
  needs: [],
  expects: { fields: { price: 12_000 } },
  changes: [{ field: 'price', before: '120.00', after: '130.00' }],
  ...more,
});
const made = step('s1', {
  operation: 'createItem',
  record: { kind: 'item', path: 'Frente' },
  input: { body: { name: 'Frente', eventId: 1001 } },
  expects: { absent: true },
});
const inside = step('s2', {
  operation: 'createItem',
  record: { kind: 'item', path: 'Frente / VIP' },
  input: { body: { name: 'VIP', eventId: 1001, parent: { $step: 's1' } } },
  needs: ['s1'],
  expects: { absent: true },
});
const opening = step('s3', {
  operation: 'setPasskeyItems',
  record: { kind: 'passkey', path: 'NOVA', id: 71 },
  input: { path: { id: 71 }, body: { itemIds: [{ $step: 's2' }] } },
  needs: ['s2'],
  expects: { fields: { itemIds: [] } },
});
const plan: PlanFile = {
  version: 2,
  title: 'Prices',
  event: { id: 1001, name: 'Festival', environment: 'stg' },
  addresses: { event: 'https://events.example.com', ticket: 'https://tickets.example.com/v1' },
  made: '2026-06-15T15:00:00.000Z',
  madeFrom: { file: 'a', event: 'b' },
  steps: [made, inside, opening, step('s4')],
};
const problemsOf = (text: string) => checkPlanText(text).problems.map(({ path, message }) => `${path.join('.')} ${message}`);

describe('a plan as a file', () => {
  it('comes back as it was, and is the same text for the same plan', () => {
    const text = planText(plan);
    assert.deepEqual(checkPlanText(text), { plan, problems: [] });
    const [first] = plan.steps;
    const turned = Object.fromEntries(Object.entries({ ...plan, steps: [first, ...plan.steps.slice(1)] }).reverse());
    assert.equal(planText(turned as unknown as PlanFile), text);
  });

  it('keeps ids digit for digit', () => {
    const long = { ...plan, event: { ...plan.event, id: 12345678901234567890n } };
    assert.equal(checkPlanText(planText(long)).plan?.event.id, 12345678901234567890n);
  });

  it('is refused when one character of it is another, with the place that says so', () => {
    const text = planText(plan).replace('13000', '13001');
    const { problems } = checkPlanText(text);
    assert.match(problems[0]?.message ?? '', /^does not fit the rest: the file was changed/);
    assert.equal(text.slice(problems[0]?.start, problems[0]?.end).length, 66, 'the hash in its quotes');
  });

  it('is refused when it is of another version, whatever else it has', () => {
    assert.match(problemsOf(planText(plan).replace('"version": 2', '"version": 3')).join(), /^version is of a newer Box Office/);
    assert.match(problemsOf(planText(plan).replace('"version": 2', '"version": 0')).join(), /^version is not the version/);
    assert.match(problemsOf('{}').join(), /^version is not the version/);
    assert.match(problemsOf('[]').join(), /must be an object/);
    assert.equal(problemsOf('{').length, 1);
  });

  const wrong: readonly [string, Partial<PlanFile>, RegExp][] = [
    [
      'an operation that no plan has',
      { steps: [step('s1', { operation: 'deleteCode' as 'updateItem' })] },
      /^steps\.0\.operation is no operation/,
    ],
    ['an operation of nothing', { steps: [step('s1', { operation: 'constructor' as 'updateItem' })] }, /^steps\.0\.operation/],
    [
      'a record that the operation does not change',
      { steps: [step('s1', { record: { kind: 'passkey', path: 'A' } })] },
      /^steps\.0\.record/,
    ],
    [
      'a step before the one that it needs',
      { steps: [inside, made] },
      /^steps\.0\.needs must be a list of steps that stand before/,
    ],
    [
      'a use of a record that it does not need',
      { steps: [made, { ...inside, needs: [] }] },
      /^steps\.1\.needs must have every step/,
    ],
    ['two steps of one name', { steps: [step('s1'), step('s1')] }, /^steps\.1\.id/],
    ['no environment', { event: { id: 1 } }, /^event must name the environment/],
    ['an address that is none', { addresses: { event: 'stg', ticket: 'https://a.example/b' } }, /^addresses.event/],
    ['one address', { addresses: { ticket: 'https://a.example/b' } as Addresses }, /^addresses.event/],
    [
      'an address with a query',
      { addresses: { event: 'https://a.example', ticket: 'https://a.example/b?c' } },
      /^addresses.ticket/,
    ],
  ];
  for (const [what, part, message] of wrong)
    it(`is refused with ${what}`, () => assert.match(problemsOf(planText({ ...plan, ...part })).join('\n'), message));

  it('fault 106: is refused where it names the origin alone, as older ones do', () => {
    const { addresses: _addresses, ...older } = plan;
    const text = planText({ ...older, origin: 'https://tickets.example.com' } as never).replace('"version": 2', '"version": 1');
    assert.match(problemsOf(text).join('\n'), /make a new plan/);
  });

  it('fault 105: is for one environment, and for the whole addresses of both groups', () => {
    const at = { eventUrl: 'https://events.example.com/', ticketUrl: 'https://tickets.example.com/v1/' };
    const target = { environment: 'stg', at };
    assert.equal(wrongTarget(plan, target), undefined);
    assert.match(wrongTarget(plan, { ...target, environment: 'prod' }) ?? '', /for the environment stg, and not for prod/);
    const moved = (part: object) => wrongTarget(plan, { ...target, at: { ...at, ...part } }) ?? '';
    assert.match(
      moved({ ticketUrl: 'https://tickets.example.com/v2' }),
      /tickets\.example\.com\/v1.*, and not for .*tickets\.example\.com\/v2/,
    );
    assert.match(moved({ eventUrl: 'https://events.example.com/prod' }), /not for .*events\.example\.com\/prod\. Make/);
  });
});

describe('a plan of which something is left out', () => {
  it('is without what needs it, to the last', () => {
    const { plan: rest, alsoLeftOut } = withoutParts(plan, new Set(['new s1']));
    assert.deepEqual(
      rest.steps.map(({ id }) => id),
      ['s4'],
    );
    assert.deepEqual(
      [...alsoLeftOut].map(([key, needed]) => [key, needed.path]),
      [
        ['new s2', 'Frente'],
        ['passkey 71', 'Frente / VIP'],
      ],
    );
  });

  it('keeps what the left-out one needs', () => {
    const { plan: rest } = withoutParts(plan, new Set(['new s2']));
    assert.deepEqual(
      partsOf(rest.steps).map(({ key }) => key),
      ['new s1', 'item 11'],
    );
  });
});
