import assert from 'node:assert/strict';
import type { FieldName } from '../../../src/client/dialect.ts';
import type { Dialect } from '../../../src/client/index.ts';
import { typedFieldsOf, withTyped } from '../../../src/editor/forms/record-texts.ts';
import { typing } from '../records/typing.ts';
import { RecordSession, type Edited, type RecordStore, type SaveResult } from '../../../src/editor/records/session.ts';
import { itemEdits, passkeyEdits } from '../../../src/plans/edit-record.ts';
import {
  documented,
  readRecord,
  stepsFor,
  withEdits,
  type Edit,
  type Fields,
  type RecordKind,
  type SavePlan,
  type Step,
} from '../../../src/records/index.ts';
import { asJson } from '../records/support.ts';
import { neverAsked } from './dialects.ts';

const now = Date.UTC(2026, 5, 15, 15);
const puts = ['merges', 'replaces', undefined] as const;
type Names = Partial<Record<FieldName, string>>;

const dialectOf = (put: Dialect['put'], fields?: Names): Dialect => ({
  amounts: { items: 'cents', fees: 'cents' },
  clock: 'America/Sao_Paulo',
  ...(put ? { put } : {}),
  ...(fields ? { fields } : {}),
});

/** A service with one record, whose PUT clears what it is not sent; what other operations write is left alone. */
class ReplacingService {
  now: Fields;
  readonly #kept: readonly string[];
  readonly #setPrice: (record: Fields, cents: unknown) => Fields;

  constructor(record: Fields, kept: readonly string[], setPrice: (record: Fields, cents: unknown) => Fields = (one) => one) {
    this.now = structuredClone(record);
    this.#kept = kept;
    this.#setPrice = setPrice;
  }

  get store(): RecordStore {
    return {
      read: () => Promise.resolve(structuredClone(this.now)),
      write: (_id, { operation, body }: Step) => {
        const kept = Object.entries(this.now).filter(([key]) => ['id', ...this.#kept].includes(key));
        if (operation === 'updateValues') this.now = this.#setPrice(this.now, body.price);
        else this.now = { ...Object.fromEntries(kept), ...structuredClone(body) };
        return Promise.resolve({});
      },
      create: neverAsked,
      confirm: () => Promise.resolve(),
      answer: neverAsked,
      lock: async (_id, work) => ({ value: await work() }),
    };
  }
}

/** What a plan makes of edits that a file wants. */
function planned(kind: RecordKind, record: Fields, edits: readonly Edit[], dialect: Dialect): SavePlan {
  const before = readRecord(kind, record, dialect);
  return stepsFor(before, withEdits(before, edits, { dialect, language: 'en' }), { dialect, now });
}

function opened(kind: RecordKind, record: Fields, dialect: Dialect): RecordSession {
  const { store } = new ReplacingService(record, []);
  return new RecordSession(kind, store, () => ({ dialect, now }), '7', { base: record, remote: record });
}

/** As somebody types it into the form. */
function typed(texts: Readonly<Record<string, string>>): Edited {
  return (base) => {
    const format = { language: 'en', dialect: base.dialect };
    return withTyped(typing(typedFieldsOf(base, format), texts), format)(base);
  };
}

const sent = ({ steps, problems, questions }: SavePlan) => ({
  steps: steps.map(({ operation, body }) => [operation, body]),
  problems: problems.map(({ rule }) => rule),
  questions: questions.map(({ kind }) => kind),
});

/** What a rename sends from the form, from the JSON document and from a plan. */
function renames(kind: RecordKind, record: Fields, dialect: Dialect, nameKey: string) {
  const document = opened(kind, record, dialect).plan(asJson({ ...record, [nameKey]: 'B' }));
  if (kind === 'item') {
    const form = opened('item', record, dialect);
    const edits = itemEdits({ name: 'B' }, [{ field: 'name' }], undefined);
    return { form: form.plan(typed({ name: 'B' })), document, planned: planned(kind, record, edits, dialect) };
  }
  const form = opened('passkey', record, dialect);
  const edits = passkeyEdits({ passkey: 'B' }, [{ field: 'passkey' }], undefined);
  return { form: form.plan(typed({ passkey: 'B' })), document, planned: planned(kind, record, edits, dialect) };
}

interface Case {
  readonly title: string;
  readonly kind?: RecordKind;
  readonly fields?: Names;
  readonly record: Fields;
  readonly nameKey?: string;
  /** What a service is sent that keeps what it is not sent. */
  readonly merging: Fields;
  /** What one is sent beside it that does not. */
  readonly carried?: Fields;
}

const pricing = { amount: 12000, feeSale: 1200, feeProducer: 0, currency: 'BRL' };
const amountsIn = (box: string): Names => ({
  ...{ price: `${box}.amount`, feeSale: `${box}.feeSale`, feeProducer: `${box}.feeProducer` },
});

const cases: readonly Case[] = [
  {
    title: 'names of its own',
    record: { id: 7, name: 'A', descricao: 'Long', event_id: 1001, parent_id: 5 },
    merging: { name: 'B', descricao: 'Long', event_id: 1001, parent_id: 5 },
  },
  {
    title: 'a name of its own for the name, which the document has',
    record: { id: 7, title: 'A', descricao: 'Long' },
    nameKey: 'title',
    merging: { name: 'B', descricao: 'Long' },
  },
  {
    title: 'names that its dialect gives',
    fields: { description: 'blurb', quantity: 'capacity', hidden: 'secret' },
    record: { id: 7, name: 'A', blurb: 'Long', capacity: 60, secret: true, portal: 'B' },
    merging: { name: 'B', blurb: 'Long', capacity: 60, secret: true },
    carried: { portal: 'B' },
  },
  {
    title: 'its event and its group as objects',
    record: { id: 7, name: 'A', event: { id: 1001, name: 'Festival' }, parent: { id: 5, name: 'Setor' } },
    merging: { name: 'B', eventId: 1001, parent: 5 },
  },
  {
    title: 'a group whose id is a text, in an object',
    record: { id: 7, name: 'A', parent: { name: '5', _id: '5' } },
    merging: { name: 'B', parent: '5' },
  },
  {
    title: 'its price in an object with something else',
    fields: { price: 'pricing.amount' },
    record: { id: 7, name: 'A', pricing: { amount: 12000, currency: 'BRL' } },
    merging: { name: 'B' },
    carried: { pricing: { amount: 12000, currency: 'BRL' } },
  },
  {
    title: 'its price and its fees in an object with something else',
    fields: amountsIn('pricing'),
    record: { id: 7, name: 'A', pricing },
    merging: { name: 'B' },
    carried: { pricing },
  },
  {
    title: 'its price alone in an object in an object',
    fields: { price: 'sale.price.amount' },
    record: { id: 7, name: 'A', sale: { price: { amount: 12000 } } },
    merging: { name: 'B' },
    carried: { sale: { price: { amount: 12000 } } },
  },
  {
    title: 'its price in an object in a list',
    fields: { price: 'pricing.amount' },
    record: { id: 7, name: 'A', pricing: [{ amount: 12000, currency: 'BRL' }] },
    merging: { name: 'B' },
    carried: { pricing: [{ amount: 12000, currency: 'BRL' }] },
  },
  {
    title: 'its values as a list of one, which other operations write',
    record: { id: 7, name: 'A', values: [{ preco: 12000, feeSale: 1200, feeProducer: 0 }] },
    merging: { name: 'B' },
  },
  {
    title: 'its sale periods in an object with something else',
    fields: { salePeriods: 'sale.periods' },
    record: {
      id: 7,
      name: 'A',
      sale: { channel: 'web', periods: [{ id: 1, appCategoryId: 1, startsAt: '2026-01-01T10:00:00Z' }] },
    },
    merging: { name: 'B' },
    carried: { sale: { channel: 'web', periods: [{ id: 1, appCategoryId: 1, startsAt: '2026-01-01T10:00:00Z' }] } },
  },
  {
    title: 'its description in an object with something else',
    fields: { description: 'texts.body' },
    record: { id: 7, name: 'A', texts: { body: 'Long', language: 'pt' } },
    merging: { name: 'B', description: 'Long' },
    carried: { texts: { body: 'Long', language: 'pt' } },
  },
  {
    title: 'its values under a name of its own, which other operations write',
    fields: { value: 'pricing', price: 'amount' },
    record: { id: 7, name: 'A', pricing },
    merging: { name: 'B' },
  },
  {
    title: 'its amounts as its own fields, which other operations write',
    record: { id: 7, name: 'A', price: 12000, feeSale: 1200, feeProducer: 0 },
    merging: { name: 'B' },
  },
  {
    title: 'names of its own of a passkey: the document has those of the payload',
    kind: 'passkey',
    record: { id: 7, code: 'A', event_id: 1001, starts_at: '2027-01-01', usage_limit: 5, items: [{ id: 3 }] },
    nameKey: 'code',
    merging: { passkey: 'B', eventId: 1001, start: '2027-01-01' },
    carried: { usage_limit: 5 },
  },
  {
    title: 'the limit of a passkey in an object with something else',
    kind: 'passkey',
    fields: { limit: 'usage.max', used: 'usage.count' },
    record: { id: 7, passkey: 'A', usage: { max: 5, count: 2, each: 1 }, itemIds: [] },
    nameKey: 'passkey',
    merging: { passkey: 'B' },
    carried: { usage: { max: 5, count: 2, each: 1 } },
  },
];

describe('a rename at a service that shows', () => {
  for (const { title, kind = 'item', fields, record, nameKey = 'name', merging, carried = {} } of cases)
    it(`${title}: the same from form, document and plan, and nothing that was read is left out`, () => {
      const operation = kind === 'item' ? 'updateItem' : 'updatePasskey';
      for (const put of puts) {
        const body = put === 'merges' ? merging : { ...merging, ...carried };
        // A limit is sent back as it was read, whatever an update does.
        const doubted = Object.keys(carried).filter((name) => name !== 'usage_limit');
        const questions = put === undefined && doubted.length > 0 ? ['put'] : [];
        for (const [way, plan] of Object.entries(renames(kind, record, dialectOf(put, fields), nameKey)))
          assert.deepEqual(sent(plan), { steps: [[operation, body]], problems: [], questions }, `${way}, ${put}`);
      }
    });
});

describe('a price in an object in a list', () => {
  it('is written as values by form, document and plan, and not sent with the item', () => {
    const record = { id: 7, name: 'A', pricing: [{ ...pricing }] };
    for (const put of ['merges', 'replaces'] as const) {
      const dialect = dialectOf(put, amountsIn('pricing'));
      const form = opened('item', record, dialect);
      const edited = { ...record, pricing: [{ ...pricing, amount: 13000 }] };
      const edits = itemEdits({ name: 'A', price: '130.00' }, [{ field: 'price' }], undefined);
      const plans = {
        form: form.plan(typed({ price: '130.00' })),
        document: opened('item', record, dialect).plan(asJson(edited)),
        planned: planned('item', record, edits, dialect),
      };
      const steps = [['updateValues', { price: 13000, feeSale: 1200, feeProducer: 0 }]];
      for (const [way, plan] of Object.entries(plans))
        assert.deepEqual(sent(plan), { steps, problems: [], questions: [] }, `${way}, ${put}`);
    }
  });
});

describe('a service whose PUT replaces', () => {
  const own: Fields = {
    id: 7,
    name: 'A',
    descricao: 'Long',
    event_id: 1001,
    parent_id: 5,
    capacity: 60,
    hidden: false,
    portal: 'B',
    pricing,
    texts: { body: { html: '<p>' }, language: 'pt' },
    sale_periods: [{ id: 1, app_category_id: 1, starts_at: '2030-01-01T10:00:00Z', ends_at: '2030-02-01T10:00:00Z', left: 4 }],
    attributes: { maximum: 6 },
  };
  const fields: Names = { quantity: 'capacity', ...amountsIn('pricing') };
  const dialect = dialectOf('replaces', fields);
  const priced = (one: Fields, cents: unknown) => ({ ...one, pricing: { ...(one.pricing as Fields), amount: cents } });
  const service = () => new ReplacingService(own, ['sale_periods', 'attributes'], priced);

  async function formAt({ store }: ReplacingService) {
    const session = new RecordSession('item', store, () => ({ dialect, now }), '7');
    await session.open('7');
    return session;
  }

  const said = (result: SaveResult) =>
    result.kind === 'written'
      ? [result.outcomes.map(({ state, differences }) => [state, differences]), result.beyond]
      : [result.kind];

  it('keeps all that it has after a rename in the form, and after another one', async () => {
    const held = service();
    const form = await formAt(held);
    for (const name of ['B', 'C']) {
      assert.deepEqual(said(await form.save(typed({ name }))), [[['saved', []]], []]);
      assert.deepEqual(held.now, { ...own, name });
      form.rebase(form.versions.remote);
    }
  });

  it('has just what was edited where name, description, group and price are edited at once', async () => {
    const edits = { ...own, name: 'B', descricao: 'Short', parent_id: 6, pricing: { ...pricing, amount: 13000 } };
    const held = service();
    const form = await formAt(held);
    const all = typed({ name: 'B', description: 'Short', parent: '6', price: '130.00' });
    const twice = [
      ['saved', []],
      ['saved', []],
    ];
    assert.deepEqual(said(await form.save(all)), [twice, []]);
    assert.deepEqual(held.now, edits);
    const other = service();
    const document = new RecordSession('item', other.store, () => ({ dialect, now }), '7', { base: own, remote: own });
    assert.deepEqual(said(await document.save(asJson(edits))), [twice, []]);
    assert.deepEqual(other.now, edits);
  });

  it('keeps its price where a document edits what stands beside it', () => {
    for (const put of ['merges', 'replaces'] as const) {
      const held = service();
      const edits = { ...own, pricing: { ...pricing, currency: 'EUR' } };
      const context = () => ({ dialect: dialectOf(put, fields), now });
      const document = new RecordSession('item', held.store, context, '7', { base: own, remote: own });
      const { steps } = document.plan(asJson(edits));
      assert.deepEqual(
        steps.map(({ operation, body }) => [operation, body.pricing]),
        [['updateItem', edits.pricing]],
      );
    }
  });

  it('is sent its own names after somebody else changed it, with what it has by then', async () => {
    const held = service();
    const form = await formAt(held);
    const local = typed({ name: 'B' });
    held.now = priced(held.now, 9000);
    assert.equal((await form.save(local)).kind, 'conflict');
    form.rebase(form.conflict ?? {});
    assert.deepEqual(said(await form.save(typed({ name: 'B' }))), [[['saved', []]], []]);
    assert.deepEqual(held.now, { ...own, name: 'B', pricing: { ...pricing, amount: 9000 } });
  });

  it('is sent its own names from a draft whose base has those of the document', async () => {
    const held = service();
    const form = await formAt(held);
    form.rebase(documented('item', own, dialect));
    const [step] = form.plan(typed({ name: 'B' })).steps;
    const { id: _id, sale_periods: _periods, attributes: _attributes, ...data } = own;
    assert.deepEqual(step?.body, { ...data, name: 'B' });
  });

  it('is asked about under the names of the document, and said so when it has something else', async () => {
    const held = service();
    const asked: string[] = [];
    const store: RecordStore = {
      ...held.store,
      confirm: ({ fields: asks }) => {
        asked.push(...asks.map(({ field, before, after }) => `${field}: ${String(before)} → ${String(after)}`));
        return Promise.resolve();
      },
      write: async (id, step) => {
        await held.store.write(id, step);
        held.now = { ...held.now, descricao: 'Cut' };
      },
    };
    const form = new RecordSession('item', store, () => ({ dialect, now }), '7');
    await form.open('7');
    const result = await form.save(typed({ description: 'Short' }));
    assert.deepEqual(asked, ['description: Long → Short']);
    const differences = [{ field: 'description', expected: 'Short', found: 'Cut' }];
    assert.deepEqual(said(result), [[['saved', differences]], []]);
  });
});

describe('what a read-back shows of an update', () => {
  const passkey: Fields = { id: 7, eventId: 1, passkey: 'A', start: '2026-01-01', finish: '2031-01-01', note: 'n' };

  /** A save of a passkey at a service of which somebody said what an update does with what it does not carry. */
  async function saved(said: Dialect['put'], really: 'merges' | 'replaces', edit: Fields, record = passkey) {
    let held = record;
    const learned: Dialect[] = [];
    const store: RecordStore = {
      read: () => Promise.resolve(held),
      write: (_id, { body }) => {
        held = { ...(really === 'merges' ? held : { id: 7 }), ...body };
        return Promise.resolve({});
      },
      create: neverAsked,
      confirm: () => Promise.resolve(),
      answer: () => Promise.resolve({ leavesOutStart: true }),
      learn: (part) => Promise.resolve(void learned.push(part)),
      lock: async (_id, work) => ({ value: await work() }),
    };
    const context = () => ({ dialect: { clock: 'UTC', ...(said && { put: said }) }, now });
    const session = new RecordSession('passkey', store, context, '7', { base: record, remote: record });
    const result = await session.save(asJson({ ...record, ...edit }));
    assert.ok(result.kind === 'written');
    return { learned, beyond: result.beyond.map(({ field }) => field) };
  }

  it('says what nobody has said, where an update left out a start that is past', async () => {
    const { note: _note, ...plain } = passkey;
    assert.deepEqual(await saved(undefined, 'merges', { passkey: 'B' }, plain), { learned: [{ put: 'merges' }], beyond: [] });
    assert.deepEqual(await saved(undefined, 'replaces', { passkey: 'B' }, plain), {
      learned: [{ put: 'replaces' }],
      beyond: ['start'],
    });
  });

  it('corrects what was said of it, and names what was lost', async () => {
    assert.deepEqual(await saved('merges', 'replaces', { passkey: 'B' }), {
      learned: [{ put: 'replaces' }],
      beyond: ['start', 'note'],
    });
    assert.deepEqual((await saved('replaces', 'merges', { finish: null })).learned, [{ put: 'merges' }]);
  });

  it('leaves it as it is where it is so, and names a start that had to go', async () => {
    assert.deepEqual(await saved('merges', 'merges', { passkey: 'B' }), { learned: [], beyond: [] });
    assert.deepEqual(await saved('replaces', 'replaces', { passkey: 'B' }), { learned: [], beyond: ['start'] });
  });
});
