import assert from 'node:assert/strict';
import { ApiError, type AmountUnit, type Dialect } from '../../../src/client/index.ts';
import { itemSession, type ItemSession, type ItemStore } from '../../../src/editor/forms/item-session.ts';
import type { Fields, PlanQuestion } from '../../../src/records/index.ts';
import { textIn } from '../../../src/shared/typed-fields.ts';
import { typing } from '../records/typing.ts';
import { RecordSession } from '../../../src/editor/records/session.ts';
import { asJson } from '../records/support.ts';

type Amounts = Record<'price' | 'feeSale' | 'feeProducer', number>;
const plainly = { isResolved: false, isAgain: false };

/** How a service shows an amount that it holds in cents. */
const shownBy: Record<'cents' | 'decimals' | 'text', (cents: number) => unknown> = {
  cents: (cents) => cents,
  decimals: (cents) => cents / 100,
  text: (cents) => (cents / 100).toFixed(2).replace('.', ','),
};
type Unit = keyof typeof shownBy;

/** A service that takes cents, as the document says, and shows amounts in its own unit; and a person who knows which. */
class Service {
  readonly #shown: (cents: number) => unknown;
  readonly #unit: AmountUnit;
  readonly held: Amounts = { price: 12000, feeSale: 1200, feeProducer: 250 };
  name = 'Pista';
  /** Every payload of values, and every name that was sent. */
  readonly sent: Fields[] = [];
  readonly asked: PlanQuestion[] = [];
  dialect: Dialect;
  /** What the person says of fees. */
  fees: AmountUnit | 'number';
  isAnswered = true;
  /** What the next write ends with. */
  refusal: Error | undefined;
  /** Of so many reads the next one after them is lost. */
  readsBeforeLoss = Infinity;

  constructor(unit: Unit, dialect: Dialect) {
    this.#shown = shownBy[unit];
    this.#unit = unit;
    this.fees = unit;
    this.dialect = dialect;
  }

  get record(): Fields {
    const value = Object.fromEntries(Object.entries(this.held).map(([name, cents]) => [name, this.#shown(cents)]));
    return { id: 1, eventId: 7, name: this.name, value, salePeriods: [], attributes: {} };
  }

  get store(): ItemStore {
    return {
      read: () =>
        this.readsBeforeLoss-- === 0 ? Promise.reject(new Error('lost')) : Promise.resolve(structuredClone(this.record)),
      write: (_id, { body }) => {
        if (this.refusal) return Promise.reject(this.refusal);
        this.sent.push(body);
        if ('price' in body) Object.assign(this.held, body);
        if (typeof body.name === 'string') this.name = body.name;
        return Promise.resolve({});
      },
      answer: (question) => {
        assert.deepEqual(this.sent, [], 'it is asked before anything is written');
        this.asked.push(question);
        if (!this.isAnswered) return Promise.reject(new Error('left'));
        const part = question.kind === 'amounts' ? { items: this.#unit } : { fees: this.fees };
        this.dialect = { ...this.dialect, amounts: { ...this.dialect.amounts, ...part } };
        return Promise.resolve({});
      },
      create: () => Promise.reject(new Error('nothing is created')),
      find: () => Promise.resolve([]),
      isGroup: () => Promise.resolve(true),
      confirm: () => Promise.resolve(),
      lock: async (_id, work) => ({ value: await work() }),
    };
  }

  /** The form of the item, opened. */
  async form(): Promise<ItemSession> {
    const session = itemSession(this.store, () => ({ language: 'en', dialect: this.dialect }), '1', undefined);
    await session.record.open('1');
    return session;
  }

  /** The item as a document, with another price as the service would show it. */
  async saveDocument(cents: number): Promise<void> {
    const { record } = this;
    const context = () => ({ dialect: this.dialect, now: Date.UTC(2026, 5, 15) });
    const session = new RecordSession('item', this.store, context, '1', { base: record, remote: record });
    const edited = { ...record, value: { ...(record.value as Fields), price: this.#shown(cents) } };
    assertSaved(await session.save(asJson(edited)));
  }

  async saveForm(price: string): Promise<void> {
    const session = await this.form();
    const reply = await session.save(typing(session.base, { price }), plainly);
    assert.ok(reply.kind === 'written', reply.kind);
    assert.deepEqual([reply.sections, reply.beyond], [[{ section: 'values', name: '', state: 'saved' }], []]);
  }
}

function assertSaved(result: Awaited<ReturnType<RecordSession['save']>>): void {
  assert.ok(result.kind === 'written', result.kind);
  assert.deepEqual(
    result.outcomes.map(({ state, differences }) => [state, differences]),
    [['saved', []]],
  );
  assert.deepEqual(result.beyond, []);
}

const fees = { feeSale: 1200, feeProducer: 250 };

describe('the price of an item, and nothing else', () => {
  const known: Record<Unit, Dialect> = {
    cents: { amounts: { items: 'cents', fees: 'cents' } },
    decimals: { amounts: { items: 'decimals', fees: 'decimals' } },
    text: { amounts: { items: 'text', fees: 'text' } },
  };
  for (const unit of ['cents', 'decimals', 'text'] as const) {
    it(`fault 63: is changed by a form at a service that shows ${unit}, save after save`, async () => {
      const service = new Service(unit, known[unit]);
      for (const [typed, price] of [
        ['130.00', 13000],
        ['130.5', 13050],
        ['1', 100],
      ] as const) {
        await service.saveForm(typed);
        assert.deepEqual(service.sent.splice(0), [{ price, ...fees }]);
        assert.deepEqual(service.held, { price, ...fees });
      }
      assert.deepEqual(service.asked, []);
    });

    it(`fault 63: is changed in a document at a service that shows ${unit}, save after save`, async () => {
      const service = new Service(unit, known[unit]);
      for (const price of [13000, 13050, 100]) {
        await service.saveDocument(price);
        assert.deepEqual(service.sent.splice(0), [{ price, ...fees }]);
        assert.deepEqual(service.held, { price, ...fees });
      }
      assert.deepEqual(service.asked, []);
    });

    it(`fault 63: is changed at a service that shows ${unit}, of which nothing is known, once somebody has said it`, async () => {
      for (const save of ['saveForm', 'saveDocument'] as const) {
        const service = new Service(unit, {});
        const change = (typed: string, cents: number) =>
          save === 'saveForm' ? service.saveForm(typed) : service.saveDocument(cents);
        await change('130.00', 13000);
        assert.deepEqual(service.sent.splice(0), [{ price: 13000, ...fees }]);
        const first = service.asked.splice(0).map(({ kind }) => kind);
        // Cents of prices leave fees the numbers that they are, and decimals show in what they are.
        assert.deepEqual(first, { cents: ['amounts'], decimals: ['amounts', 'fees'], text: [] }[unit]);
        await change('131.00', 13100);
        assert.deepEqual(service.asked, [], 'it is asked once');
        assert.deepEqual(service.held, { price: 13100, ...fees });
      }
    });
  }
});

describe('an amount whose unit is not known', () => {
  it('fault 88: is read as cents by the form, as the document says, and asked about before it is written', async () => {
    const service = new Service('cents', {});
    const session = await service.form();
    assert.deepEqual([textIn(session.base, 'price'), textIn(session.base, 'feeSale')], ['120.00', '1200']);
    assert.deepEqual([session.known.price, session.known.isPresumed], ['money', true]);
    await session.save(typing(session.base, { price: '130.00' }), plainly);
    assert.deepEqual(service.asked, [{ kind: 'amounts', value: 12000 }]);
    assert.deepEqual(service.sent, [{ price: 13000, ...fees }]);
    assert.deepEqual([textIn(session.base, 'price'), session.known.isPresumed], ['130.00', false]);
  });

  it('fault 88: is not sent when it was typed beside 1.20 and somebody says that it is 120.00, until it is saved again', async () => {
    const service = new Service('decimals', {});
    service.held.feeProducer = 300;
    const session = await service.form();
    assert.equal(textIn(session.base, 'price'), '1.20');
    const typed = typing(session.base, { price: '1.30' });
    const reply = await session.save(typed, plainly);
    assert.ok(reply.kind === 'problems' && reply.shownAnew, reply.kind);
    assert.deepEqual([reply.problems.map(({ field }) => field), textIn(reply.shownAnew.base, 'price')], [['price'], '120.00']);
    assert.deepEqual([service.sent, reply.shownAnew.known.isPresumed], [[], false]);
    await session.save(typing(reply.shownAnew.base, { price: '130.00' }), plainly);
    assert.deepEqual(service.sent, [{ price: 13000, feeSale: 1200, feeProducer: 300 }]);
  });

  it('fault 88: leaves the price as it is where a fee was not saved', async () => {
    const service = new Service('cents', {});
    const session = await service.form();
    service.refusal = new ApiError('no', { kind: 'invalid', operation: 'updateValues', status: 400 });
    const reply = await session.save(typing(session.base, { feeSale: '1300' }), plainly);
    assert.ok(reply.kind === 'written', reply.kind);
    assert.deepEqual(
      reply.edits.map(({ name }) => name),
      ['feeSale'],
    );
  });

  it('fault 63: is still money after a save that could not be read back', async () => {
    const service = new Service('cents', { amounts: { items: 'cents', fees: 'cents' } });
    const session = await service.form();
    service.readsBeforeLoss = 1;
    await session.save(typing(session.base, { price: '130' }), plainly);
    assert.equal(session.known.price, 'money');
    await session.save(typing(session.base, { price: '140' }), plainly);
    assert.deepEqual(
      service.sent.map(({ price }) => price),
      [13000, 14000],
    );
  });

  it('fault 88: of a draft means the same once somebody has said cents, and nothing else', async () => {
    const service = new Service('cents', {});
    const { typedAs } = await service.form();
    const isStill = async (items: AmountUnit) => {
      service.dialect = { amounts: { items } };
      return (await service.form()).isTypedAs(typedAs);
    };
    assert.deepEqual([await isStill('cents'), await isStill('decimals')], [true, false]);
  });

  it('fault 63: is meant in the unit that was said, not in that of writes', async () => {
    const service = new Service('decimals', {});
    const session = await service.form();
    await session.save(typing(session.base, { price: '130' }), plainly);
    assert.deepEqual(service.sent, [{ price: 13000, ...fees }]);
  });

  it('fault 63: is not written when nobody says it', async () => {
    for (const unit of ['cents', 'decimals'] as const) {
      const service = new Service(unit, {});
      service.isAnswered = false;
      await assert.rejects(service.saveForm('130'), /left/);
      await assert.rejects(service.saveDocument(13000), /left/);
      assert.deepEqual([service.sent, service.asked.length], [[], 2]);
      assert.deepEqual(service.held, { price: 12000, ...fees });
    }
  });

  it('fault 63: does not stand in the way of what is saved without it', async () => {
    const service = new Service('cents', {});
    const session = await service.form();
    const reply = await session.save(typing(session.base, { name: 'Other' }), plainly);
    assert.equal(reply.kind, 'written');
    assert.deepEqual([service.asked, service.sent], [[], [{ name: 'Other', eventId: 7 }]]);
    assert.deepEqual(service.held, { price: 12000, ...fees });
  });

  it('fault 63: of a fee is asked about when somebody types decimals, and refused with them where it is a plain number', async () => {
    const asMoney = new Service('cents', { amounts: { items: 'cents' } });
    const form = await asMoney.form();
    await form.save(typing(form.base, { feeSale: '13.00' }), plainly);
    assert.deepEqual(asMoney.asked, [{ kind: 'fees', name: 'feeSale', value: 1200, price: 12000, typed: '13.00' }]);
    assert.deepEqual(asMoney.sent, [{ price: 12000, feeSale: 1300, feeProducer: 250 }]);
    const asNumber = new Service('cents', { amounts: { items: 'cents' } });
    asNumber.fees = 'number';
    const other = await asNumber.form();
    const reply = await other.save(typing(other.base, { feeSale: '13.00' }), plainly);
    assert.deepEqual([reply.kind === 'problems' && reply.problems.map(({ field }) => field), asNumber.sent], [['feeSale'], []]);
    await other.save(typing(other.base, { feeSale: '1300' }), plainly);
    assert.deepEqual(asNumber.sent, [{ price: 12000, feeSale: 1300, feeProducer: 250 }]);
  });

  it('fault 63: of a fee is a plain number where that was said, and stays the same number', async () => {
    const service = new Service('decimals', { amounts: { items: 'decimals' } });
    service.fees = 'number';
    // A service whose fees are percents: it shows what it takes.
    const record = { ...service.record, value: { price: 120, feeSale: 10, feeProducer: 5 } };
    Object.defineProperty(service, 'record', {
      get: () => ({ ...record, value: { ...record.value, price: service.held.price / 100 } }),
    });
    const session = await service.form();
    await session.save(typing(session.base, { price: '130.00' }), plainly);
    assert.deepEqual(service.asked, [{ kind: 'fees', name: 'feeSale', value: 10, price: 120 }]);
    assert.deepEqual(service.sent, [{ price: 13000, feeSale: 10, feeProducer: 5 }]);
  });
});
