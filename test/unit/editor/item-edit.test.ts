import assert from 'node:assert/strict';
import { ApiError, type Dialect } from '../../../src/client/index.ts';
import { cellEdits } from '../../../src/editor/forms/item-edit.ts';
import { itemSession, type ItemStore } from '../../../src/editor/forms/item-session.ts';
import { RecordDraft } from '../../../src/editor/records/draft.ts';
import type { Fields, Step } from '../../../src/records/index.ts';
import { textIn } from '../../../src/shared/typed-fields.ts';
import type { EditedField, EditReply } from '../../../src/protocol/item-edit.ts';
import { localDialect, neverAsked } from './dialects.ts';

const id = '7';
const price = { id, field: 'price' } as const;
const record: Fields = {
  id: 7,
  name: 'Pista',
  eventId: 1001,
  quantity: 60,
  hidden: false,
  value: { price: 120.5, feeSale: 12.05, feeProducer: 0 },
  salePeriods: [{ id: 1, appCategoryId: 7, start: '2030-03-01 10:00:00', finish: '2030-03-20 18:30:00', available: 40 }],
  attributes: {},
};

function apiError(kind: ApiError['kind']): ApiError {
  return new ApiError('It was not to be.', { kind, operation: 'updateValues' });
}

/** A service with one item, the drafts of its form, and a page whose cells are edited. */
function setUp(given: Fields = record, dialect: Dialect = { ...localDialect, put: 'merges' }) {
  let now: Fields = structuredClone(given);
  const drafts = new Map<string, { at: number; value: unknown }>();
  let clock = 0;
  let held: (() => Promise<unknown>) | undefined;
  /** The next draft is written, and whoever keeps it does not know that before it is released. */
  const holdKeep = () => {
    const [isKept, released] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
    held = () => {
      isKept.resolve(undefined);
      return released.promise;
    };
    return { isKept: isKept.promise, release: () => released.resolve(undefined) };
  };
  const sent: Step[] = [];
  const told: unknown[] = [];
  const opened: string[] = [];
  const faults: { write?: 'before' | 'after'; kind?: ApiError['kind']; confirm?: Error; tax?: Error; read?: Error } = {};
  const apply = ({ operation, body }: Step) => {
    const cents = (name: string) => (body[name] as number) / 100;
    if (operation === 'updateItem') now = { ...now, ...body };
    else if (operation === 'updateValues')
      now = { ...now, value: { price: cents('price'), feeSale: cents('feeSale'), feeProducer: cents('feeProducer') } };
    else now = { ...now, salePeriods: [{ id: 1, ...body }] };
  };
  const store: ItemStore = {
    read: () => (faults.read ? Promise.reject(faults.read) : Promise.resolve(structuredClone(now))),
    write: (_id, step) => {
      const error = faults.write && apiError(faults.kind ?? 'invalid');
      if (faults.write !== 'before') apply(step);
      sent.push(step);
      return error ? Promise.reject(error) : Promise.resolve({});
    },
    create: neverAsked,
    confirm: () => (faults.confirm ? Promise.reject(faults.confirm) : Promise.resolve()),
    answer: neverAsked,
    lock: async (_id, work) => ({ value: await work() }),
    find: neverAsked,
    isGroup: neverAsked,
  };
  const files = {
    read: (key: string) => Promise.resolve(drafts.get(key)),
    keep: (key: string, value: unknown) => {
      drafts.set(key, { at: ++clock, value });
      return Promise.resolve(held?.()).then(() => undefined);
    },
    drop: (key: string) => Promise.resolve(void drafts.delete(key)),
  };
  const format = () => ({ language: 'en', dialect });
  const draftOf = (which: string) => new RecordDraft(files, () => which);
  const edits = cellEdits({
    store: () => store,
    format,
    draftOf,
    readTax: (_record, cents) =>
      faults.tax
        ? Promise.reject(faults.tax)
        : Promise.resolve({
            rows: [],
            unshown: 0,
            isUnitKnown: true,
            shares: { customer: cents / 10, producer: 0, price: cents },
          }),
    announce: (reply) => void told.push(reply.sections.map(({ state }) => state)),
    openForm: (_id, section) => Promise.resolve(opened.push(section)),
    shown: (field, { value, quantity }) => String(field === 'price' ? (value as Fields).price : quantity),
    announceOther: () => void told.push('other'),
    typed: (_field, text) => text,
    money: (cents) => `R$${cents / 100}`,
    texts: { notShown: 'not shown', isGone: 'gone' },
  });
  const row = { id, label: 'Pista', value: structuredClone(given) };
  return {
    ...{ edits, sent, told, opened, faults, drafts, store, format, row, holdKeep },
    draft: async () => {
      const kept = await draftOf(id).read();
      return kept && { ...kept, typed: Object.fromEntries(kept.editsOn([]).map(({ name, text }) => [name, text])) };
    },
    keepInForm: (name: string) =>
      draftOf(id).keep({ edits: [{ section: 'data', key: '', name: 'name', text: name }], base: now }),
    record: () => now,
    change: (fields: Fields) => void (now = { ...now, ...fields }),
    begin: (field: EditedField) => edits.begin({ id, field }, () => row),
  };
}

const kindOf = (reply: EditReply) => (reply.kind === 'reply' ? reply.reply.kind : reply.kind);

describe('an item that is edited in a cell', () => {
  it('is sent the one field that was typed, and shows what was read back', async () => {
    const { begin, edits, sent, told, drafts } = setUp();
    assert.deepEqual(await begin('quantity'), {
      ...{ kind: 'input', label: 'Pista', text: '60', typed: undefined, as: 'count', timeZone: 'America/Sao_Paulo' },
    });
    const reply = await edits.save({ id, field: 'quantity', text: '75' });
    assert.ok(reply.kind === 'reply' && reply.reply.kind === 'written' && !reply.isKept);
    assert.equal(reply.shown, '75');
    assert.deepEqual(
      sent.map(({ operation, body }) => [operation, body.quantity]),
      [['updateItem', 75]],
    );
    assert.deepEqual([told, drafts.size, edits.open], [[['saved']], 0, []]);
  });

  it('is sent to a service that has names of its own under these, and whole where it replaces what it has', async () => {
    const shown = {
      ...{ id: 7, name: 'Pista', descricao: 'Long', event_id: 1001, parent_id: 5, quantity: 60, hidden: false },
      pricing: { amount: 120.5, feeSale: 12.05, feeProducer: 0, currency: 'BRL' },
    };
    const { id: _id, pricing, ...data } = shown;
    const fields = { price: 'pricing.amount', feeSale: 'pricing.feeSale', feeProducer: 'pricing.feeProducer' };
    for (const put of ['merges', 'replaces'] as const) {
      const { begin, edits, sent } = setUp(shown, { ...localDialect, put, fields });
      await begin('quantity');
      await edits.save({ id, field: 'quantity', text: '75' });
      const body = { ...data, quantity: 75, ...(put === 'replaces' ? { pricing } : {}) };
      assert.deepEqual(
        sent.map((step) => [step.operation, step.body]),
        [['updateItem', body]],
      );
    }
  });

  it('begins in another cell while what was typed into the first one is being kept, and both are its own', async () => {
    const { begin, edits, draft, holdKeep } = setUp();
    await Promise.all([begin('quantity'), begin('available')]);
    const { isKept, release } = holdKeep();
    const kept = edits.keep({ id, field: 'quantity', text: '75' });
    await isKept;
    const begun = begin('price');
    await new Promise(setImmediate);
    release();
    assert.equal((await begun).kind, 'input');
    await kept;
    await edits.keep({ id, field: 'available', text: '41' });
    assert.deepEqual(
      edits.open.map(({ field }) => field),
      ['quantity', 'available'],
    );
    assert.equal((await draft())?.typed.quantity, '75');
  });

  it('has its only sale period edited, by the times and counts of the form', async () => {
    const { begin, edits, record: now } = setUp();
    const start = await begin('finish');
    assert.ok(start.kind === 'input' && start.as === 'time' && start.text === '2030-03-20 18:30:00');
    await edits.save({ id, field: 'finish', text: '2030-03-21 18:30:00' });
    await begin('available');
    await edits.save({ id, field: 'available', text: '41' });
    const [period] = now().salePeriods as Fields[];
    assert.deepEqual([period?.finish, period?.available, period?.start], ['2030-03-21 18:30:00', 41, '2030-03-01 10:00:00']);
  });

  it('fault 38: is not written over when the service has another value than the cell; the form asks which is right', async () => {
    const { begin, edits, sent, told, change, draft, store, format } = setUp();
    await begin('price');
    change({ value: { price: 99, feeSale: 12.05, feeProducer: 0 } });
    const reply = await edits.save({ ...price, text: '130' });
    assert.deepEqual(reply, { kind: 'conflict', text: '99.00', now: '99', typed: '130' });
    assert.deepEqual([sent, told], [[], ['other']]);
    const kept = await draft();
    assert.equal(kept?.typed.price, '130');
    // As the form goes on with it.
    const session = itemSession(store, format, id, undefined);
    session.record.rebase(kept.base ?? {});
    const asked = await session.save(kept.editsOn([]), { isResolved: false, isAgain: false });
    assert.ok(asked.kind === 'changedElsewhere' && textIn(asked.remote, 'price') === '99.00');
  });

  it('is written over the value that somebody else wrote and the person has seen, and over no other', async () => {
    const { begin, edits, change, record: now } = setUp();
    await begin('quantity');
    change({ quantity: 66 });
    const quantity = { id, field: 'quantity', text: '77' } as const;
    assert.equal(kindOf(await edits.save(quantity)), 'conflict');
    change({ quantity: 67 });
    assert.deepEqual(await edits.save({ ...quantity, over: '66' }), { kind: 'conflict', text: '67', now: '67', typed: '77' });
    assert.equal(now().quantity, 67);
    assert.equal(kindOf(await edits.save({ ...quantity, over: '67' })), 'written');
    assert.deepEqual([now().quantity, edits.open], [77, []]);
  });

  it('shows a conflict that comes up while somebody is asked', async () => {
    const { begin, edits, change, record: now, store } = setUp();
    await begin('quantity');
    Object.assign(store, { confirm: () => Promise.resolve(change({ quantity: 66 })) });
    const reply = await edits.save({ id, field: 'quantity', text: '77' });
    assert.deepEqual(reply, { kind: 'conflict', text: '66', now: '66', typed: '77' });
    assert.equal(now().quantity, 66);
  });

  it('is not in conflict with what somebody else changed elsewhere in it', async () => {
    const { begin, edits, change, record: now } = setUp();
    await begin('quantity');
    change({ name: 'Theirs', value: { price: 99, feeSale: 12.05, feeProducer: 0 } });
    assert.equal(kindOf(await edits.save({ id, field: 'quantity', text: '61' })), 'written');
    assert.deepEqual([now().quantity, now().name], [61, 'Theirs']);
  });

  it('leaves a draft of its form as it is, and says so', async () => {
    const { begin, edits, keepInForm, draft, sent } = setUp();
    await keepInForm('Typed in the form');
    assert.deepEqual(await begin('price'), { kind: 'draft' });
    const other = setUp();
    await other.begin('price');
    await other.edits.keep({ ...price, text: '13' });
    await other.keepInForm('Typed later');
    assert.deepEqual(await other.edits.save({ ...price, text: '130' }), { kind: 'draft' });
    await other.edits.end({ ...price });
    assert.deepEqual([(await draft())?.typed.name, (await other.draft())?.typed.name], ['Typed in the form', 'Typed later']);
    assert.deepEqual([...sent, ...other.sent], []);
    assert.deepEqual(edits.open, []);
  });

  it('is not edited where the service does not show the field, nor where one of several would be meant', async () => {
    const [period] = record.salePeriods as [Fields];
    const without = Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'quantity'));
    const refused = { kind: 'refused', why: 'not shown' };
    assert.deepEqual(await setUp(without).begin('quantity'), refused);
    assert.deepEqual(await setUp({ ...record, value: null }).begin('price'), refused);
    assert.deepEqual(await setUp({ ...record, salePeriods: [{ ...period, available: true }] }).begin('available'), refused);
    const several = setUp({ ...record, salePeriods: [period, { ...period, id: 2, appCategoryId: 8 }] });
    assert.deepEqual(await several.begin('finish'), { kind: 'opened' });
    assert.deepEqual(several.opened, ['periods']);
  });

  it('has the texts of its cells for the page, but of those that only the form can edit', () => {
    const { edits, row } = setUp();
    const texts = { label: 'Pista', as: 'money', price: '120.50', quantity: '60' };
    assert.deepEqual(edits.textsOf(row), { ...texts, available: '40', finish: '2030-03-20 18:30:00' });
    const [period] = record.salePeriods as [Fields];
    const several = { ...record, salePeriods: [period, { ...period, id: 2, appCategoryId: 8 }] };
    assert.deepEqual(edits.textsOf({ ...row, value: several }), texts);
  });

  it('is not written where the record itself does not show what its row has', async () => {
    const { begin, edits, change, sent } = setUp();
    await begin('price');
    change({ value: undefined });
    assert.deepEqual(await edits.save({ ...price, text: '130', fees: 'leave' }), { kind: 'refused', why: 'not shown' });
    assert.deepEqual(sent, []);
  });

  it('keeps what the service refused as the draft of its form, until a later save takes it', async () => {
    const { begin, edits, faults, draft, told } = setUp();
    await begin('price');
    faults.write = 'before';
    const reply = await edits.save({ ...price, text: '130', fees: 'leave' });
    assert.ok(reply.kind === 'reply' && reply.isKept && reply.reply.kind === 'written');
    assert.deepEqual([reply.reply.sections[0]?.state, reply.shown], ['failed', undefined]);
    assert.equal((await draft())?.typed.price, '130.00');
    delete faults.write;
    assert.equal(kindOf(await edits.save({ ...price, text: '130', fees: 'leave' })), 'written');
    assert.equal(await draft(), undefined);
    assert.deepEqual(told, [['failed'], ['saved']]);
  });

  it('is saved when the reply is lost and a read shows it, and is kept as unknown when none does', async () => {
    const done = setUp();
    await done.begin('price');
    Object.assign(done.faults, { write: 'after', kind: 'unknownOutcome' });
    const reply = await done.edits.save({ ...price, text: '130', fees: 'leave' });
    assert.ok(reply.kind === 'reply' && !reply.isKept && reply.shown === '130');
    const lost = setUp();
    await lost.begin('price');
    Object.assign(lost.faults, { write: 'before', kind: 'unknownOutcome' });
    const unknown = await lost.edits.save({ ...price, text: '130', fees: 'leave' });
    assert.ok(unknown.kind === 'reply' && unknown.isKept && unknown.reply.kind === 'written');
    assert.equal(unknown.reply.sections[0]?.state, 'unknown');
    assert.equal((await lost.draft())?.typed.price, '130.00');
  });

  it('says of a new price that a fee was the tax of the old one, and sends nothing before somebody chose', async () => {
    const { begin, edits, sent } = setUp();
    await begin('price');
    const offers = [{ field: 'feeSale', text: 'R$13' }];
    assert.deepEqual(await edits.save({ ...price, text: '130' }), { kind: 'fees', price: 'R$130', offers });
    assert.equal(sent.length, 0);
    assert.deepEqual(
      await edits.save({ ...price, text: '140', fees: 'take' }),
      { kind: 'fees', price: 'R$140', offers: [{ field: 'feeSale', text: 'R$14' }] },
      'what was offered was for another price',
    );
    assert.equal(kindOf(await edits.save({ ...price, text: '140', fees: 'take' })), 'written');
    assert.deepEqual(sent.at(-1)?.body, { price: 14_000, feeSale: 1400, feeProducer: 0 });
  });

  it('keeps its fees when somebody says so, or when no tax can be told', async () => {
    const { begin, edits, sent, faults } = setUp();
    await begin('price');
    await edits.save({ ...price, text: '130', fees: 'leave' });
    assert.deepEqual(sent.at(-1)?.body, { price: 13_000, feeSale: 1205, feeProducer: 0 });
    const other = setUp();
    await other.begin('price');
    other.faults.tax = new Error('no tax');
    assert.equal(kindOf(await other.edits.save({ ...price, text: '130' })), 'written');
    assert.equal(faults.tax, undefined);
  });

  it('keeps what is typed as the draft of its form, and no longer than it is wanted', async () => {
    const { begin, edits, draft } = setUp();
    await begin('price');
    await edits.keep({ ...price, text: '13' });
    await begin('quantity');
    await edits.keep({ id, field: 'quantity', text: '61' });
    assert.deepEqual([(await draft())?.typed.price, (await draft())?.typed.quantity], ['13', '61']);
    assert.deepEqual(edits.open, [
      { id, field: 'price', text: '13' },
      { id, field: 'quantity', text: '61' },
    ]);
    await edits.keep({ ...price, text: '120.50' });
    assert.deepEqual([(await draft())?.typed.price, (await draft())?.typed.quantity], [undefined, '61']);
    await edits.end({ id, field: 'quantity' });
    assert.equal(await draft(), undefined);
    await edits.end({ ...price });
    assert.deepEqual(edits.open, []);
  });

  it('saves one of two fields that are typed, and keeps the other on what was saved', async () => {
    const { begin, edits, draft, record: now } = setUp();
    await begin('price');
    await edits.keep({ ...price, text: '130' });
    await begin('quantity');
    assert.equal(kindOf(await edits.save({ id, field: 'quantity', text: '61' })), 'written');
    assert.deepEqual([now().quantity, (now().value as Fields).price], [61, 120.5]);
    const kept = await draft();
    assert.deepEqual([kept?.typed.price, kept?.typed.quantity, kept?.base?.quantity], ['130', undefined, 61]);
  });

  it('goes on in a cell that somebody went to while another of the item was saved', async () => {
    const { begin, edits, record: now } = setUp();
    await begin('price');
    await begin('quantity');
    await edits.save({ ...price, text: '130', fees: 'leave' });
    await edits.end(price);
    await edits.keep({ id, field: 'quantity', text: '61' });
    assert.equal(kindOf(await edits.save({ id, field: 'quantity', text: '61' })), 'written');
    assert.deepEqual([now().quantity, (now().value as Fields).price, edits.open], [61, 130, []]);
  });

  it('is edited again from what was saved, until its row was read again', async () => {
    const { begin, edits, sent, row } = setUp();
    await begin('quantity');
    await edits.save({ id, field: 'quantity', text: '75' });
    const again = await begin('quantity');
    assert.equal(again.kind === 'input' && again.text, '75');
    assert.equal(kindOf(await edits.save({ id, field: 'quantity', text: '76' })), 'written');
    row.value = { ...row.value, quantity: 80 };
    edits.rowsRead();
    const read = await begin('quantity');
    assert.equal(read.kind === 'input' && read.text, '80');
    assert.equal(sent.length, 2);
  });

  it('goes on in the form with what was typed, also when it was not kept before', async () => {
    const { begin, edits, draft, opened, faults } = setUp();
    await begin('price');
    faults.read = new Error('offline');
    await edits.keep({ ...price, text: '130' });
    assert.equal(await draft(), undefined);
    await assert.rejects(edits.openForm(price), /offline/);
    assert.deepEqual([opened, edits.open], [[], [{ ...price, text: '130' }]]);
    delete faults.read;
    await edits.openForm(price);
    assert.deepEqual([opened, (await draft())?.typed.price, edits.open], [['values'], '130', []]);
    assert.deepEqual(await begin('price'), { kind: 'draft' });
  });

  it('says what is wrong with what was typed, and leaves to the form what is wrong elsewhere', async () => {
    const { begin, edits, sent, draft } = setUp();
    await begin('price');
    const wrong = await edits.save({ ...price, text: 'twelve' });
    assert.ok(wrong.kind === 'reply' && wrong.reply.kind === 'problems' && !wrong.isKept);
    assert.deepEqual(wrong.reply.problems, [{ field: 'price', rule: 'amount' }]);
    const other = setUp({ ...record, value: { price: 120.5, feeSale: 'some', feeProducer: 0 } });
    await other.begin('price');
    const reply = await other.edits.save({ ...price, text: '130' });
    assert.ok(reply.kind === 'reply' && reply.reply.kind === 'problems' && reply.isKept);
    assert.equal((await other.draft())?.typed.price, '130');
    assert.deepEqual([...sent, ...other.sent, await draft()], [undefined]);
  });

  it('writes nothing when somebody says no, and has what was typed', async () => {
    const { begin, edits, sent, faults } = setUp();
    await begin('quantity');
    faults.confirm = new Error('no');
    await assert.rejects(edits.save({ id, field: 'quantity', text: '61' }), /no/);
    assert.deepEqual([sent, edits.open], [[], [{ id, field: 'quantity', text: '61' }]]);
  });
});
