// The command line with a service that does what the document says, and shows nothing beside it.
import assert from 'node:assert/strict';
import { startLiteral, type Literal, type LiteralManners, type LiteralState } from '../../dialects/literal-service.ts';
import { parse, type PlanFile } from '../../../src/plans/index.ts';
import type { MutableEvent } from '../plans/files.ts';
import { recordsIn, stopServices, testService } from '../service/support.ts';
import { Folder } from './in-folder.ts';
import { variablesOf } from './support.ts';

const cents = { amounts: { items: 'cents', tickets: 'cents', fees: 'cents' }, put: 'merges', clock: 'America/Sao_Paulo' };

describe('box-office at a service whose items belong to nobody', () => {
  let folder: Folder;
  let literal: Literal;
  beforeEach(async () => {
    folder = await Folder.make();
  });
  afterEach(async () => {
    await literal.close();
    await folder.remove();
  });

  const start = async (manners: LiteralManners) => (literal = await startLiteral({ noTicketIds: true, ...manners }));
  const run = (...args: string[]) => {
    const own = { HOME: folder.path, BOX_OFFICE_DIALECT: JSON.stringify(cents), BOX_OFFICE_ENVIRONMENT: 'stg' };
    return folder.run(args, { env: { ...variablesOf(literal), ...own } });
  };
  async function edited(answer: string, change: (file: MutableEvent) => void): Promise<void> {
    const { code, err, out } = await run('plan', '--read', '7', '--answer', answer);
    assert.equal(code, 0, err);
    const file = JSON.parse(out) as MutableEvent;
    change(file);
    await folder.write('fair.boxoffice.json', JSON.stringify(file));
  }
  const plan = (answer: string, ...more: string[]) =>
    run('plan', 'fair.boxoffice.json', '--answer', answer, '--out', 'fair.boxoffice-plan.json', ...more);
  const apply = () => run('apply', 'fair.boxoffice-plan.json', '--yes');

  it('fault 81: keeps with the plan that they are the event’s, so that it can be applied', async () => {
    await start({ oneEvent: true });
    await edited('items=yes', ({ items }) => {
      Object.assign(items.find(({ name }) => name === 'Floor') ?? {}, { price: '130.00' });
      items.push({ name: 'Loge', price: '90.00', feeSale: '9.00', feeProducer: '0.00' });
    });
    const planned = await plan('items=yes');
    assert.equal(planned.code, 0, planned.err);
    const { itemsOf } = JSON.parse(await folder.read('fair.boxoffice-plan.json')) as PlanFile;
    assert.deepEqual(itemsOf, [501, 502, 503, 504, 505, 506]);
    const { code, err, out } = await apply();
    assert.equal(code, 0, err + out);
    const { items } = literal.state();
    assert.equal(items.find(({ id }) => id === 501)?.price, 13_000);
    assert.deepEqual(
      items.filter(({ name }) => name === 'Loge').map(({ price }) => price),
      [9000],
    );
  });

  it('fault 81: makes an item of a name that others have, where somebody says that those are not the event’s', async () => {
    await start({});
    await edited('items=no', (file) => {
      file.items = [{ name: 'Floor', price: '90.00', feeSale: '9.00', feeProducer: '0.00' }];
    });
    const { code, err } = await plan('items=no');
    assert.equal(code, 0, err);
    assert.match(err, /left out, because nothing shows that they belong to event 7/);
    assert.doesNotMatch(err, /lists=whole/);
  });

  it('plans to another event by names, whatever ids the file has', async () => {
    await start({});
    await edited('items=yes', (file) => {
      file.items.splice(1);
      delete (file as { passkeys?: unknown }).passkeys;
    });
    const { code, err, out } = await plan('items=no', '--event', '8');
    assert.equal(code, 0, err);
    assert.match(out, /^\+ Balcony$/m);
  });

  it('says in words what of an event is not known', async () => {
    await start({});
    const { err } = await run('plan', '--read', '7', '--answer', 'items=yes');
    assert.doesNotMatch(err, /\.complete|\.unit/);
    const { out } = await run('plan', '--read', '7', '--answer', 'items=yes', '--json');
    assert.ok((parse(out).items ?? []).length > 0);
  });
});

describe('box-office call at a service that does what the document says', () => {
  let folder: Folder;
  let literal: Literal;
  before(async () => {
    [folder, literal] = [await Folder.make(), await startLiteral({ refuses: 400, refusesFields: true })];
    await folder.write('codes.csv', 'itemId,code\n502,UP-1\n502,UP-2\n');
  });
  after(async () => {
    await literal.close();
    await folder.remove();
  });
  beforeEach(() => literal.restore());

  const call = async (...args: string[]): Promise<unknown> => {
    const { code, err, out } = await folder.run(['call', ...args, '--json'], { env: variablesOf(literal) });
    assert.equal(code, 0, err);
    return JSON.parse(out);
  };
  /** The state before and after, but for the part that a job is about. */
  const changed = async (part: keyof LiteralState, ...args: string[]) => {
    const before = structuredClone(literal.state());
    await call(...args);
    const after = literal.state();
    for (const other of ['items', 'passkeys', 'codes'] as const)
      if (other !== part) assert.deepEqual(after[other], before[other]);
    return { before, after };
  };

  it('reads events, items, passkeys and codes', async () => {
    assert.equal(((await call('identifyEvent', '--query.link', 'spring-fair')) as { id: number }).id, 7);
    assert.equal(((await call('listItems')) as unknown[]).length, 8);
    assert.equal(((await call('listPasskeys', '--query.eventId', '7')) as unknown[]).length, 130);
    assert.equal(((await call('listCodes', '--path.itemId', '501')) as unknown[]).length, 60);
    const tax = (await call('calculateTax', '--query.eventId', '7', '--query.price', '12000')) as { tax: number };
    assert.equal(tax.tax, 1200);
  });

  it('changes the price of one item', async () => {
    const body = ['--body.price', '13000', '--body.feeSale', '1300', '--body.feeProducer', '250'];
    const { before, after } = await changed('items', 'updateValues', '--path.id', '501', ...body);
    const [first, ...others] = before.items;
    assert.deepEqual(after.items, [{ ...first, price: 13_000, feeSale: 1300, feeProducer: 250 }, ...others]);
  });

  it('takes no decimals for cents', async () => {
    const before = structuredClone(literal.state());
    const amounts = ['--body.price', '99.00', '--body.feeSale', '1200', '--body.feeProducer', '0'];
    const env = variablesOf(literal);
    const { code, err } = await folder.run(['call', 'updateValues', '--path.id', '501', ...amounts], { env });
    assert.deepEqual([code > 0, literal.state()], [true, before], err);
    assert.match(err, /price/);
  });

  it('makes passkeys, and each of a batch once', async () => {
    const codes = ['--body.codes', 'A-1', '--body.codes', 'A-2', '--body.itemIds', '501', '--body.limit', '2'];
    const { before, after } = await changed('passkeys', 'createPasskeys', '--path.eventId', '7', ...codes);
    const made = after.passkeys.slice(before.passkeys.length).map(({ passkey, itemIds, limit }) => [passkey, itemIds, limit]);
    assert.deepEqual(made, [
      ['A-1', [501], 2],
      ['A-2', [501], 2],
    ]);
  });

  it('uploads a file of codes', async () => {
    const { before, after } = await changed('codes', 'uploadCodes', '--path.eventId', '7', '--file', 'codes.csv');
    assert.deepEqual(
      after.codes.slice(before.codes.length).map(({ code, itemId }) => [code, itemId]),
      [
        ['UP-1', 502],
        ['UP-2', 502],
      ],
    );
  });

  it('deletes one code, and a passkey', async () => {
    const one = await changed('codes', 'deleteCode', '--path.itemId', '501', '--path.codeId', '501000', '--yes');
    assert.deepEqual(one.after.codes, one.before.codes.slice(1));
    const other = await changed('passkeys', 'deletePasskey', '--path.id', '9001', '--yes');
    assert.deepEqual(other.after.passkeys, other.before.passkeys.slice(1));
  });
});

describe('box-office call', () => {
  it('speaks of no lost answer where a removal is answered without a body', async () => {
    const service = await testService({ dialect: { emptyReplies: true } });
    const folder = await Folder.make();
    const run = (...args: string[]) => folder.run(['call', ...args], { env: variablesOf(service) });
    const [first] = recordsIn(JSON.parse((await run('listPasskeys', '--query.eventId', '1001', '--json')).out));
    const { code, err } = await run('deletePasskey', '--path.id', String(first?.id), '--yes');
    assert.equal(code, 0, err);
    assert.doesNotMatch(err, /lost/);
    await folder.remove();
    await stopServices();
  });

  it('fault 36: sends a removal of all codes once, whatever becomes of its answer', async () => {
    const service = await testService({ faults: [{ operation: 'deleteEventCodes', kind: 'reset-after', times: 1 }] });
    const folder = await Folder.make();
    const args = ['call', 'deleteEventCodes', '--path.eventId', '1001', '--yes'];
    const { code, err } = await folder.run(args, { env: variablesOf(service) });
    assert.equal(code, 5, err);
    assert.match(err, /not known whether/);
    await folder.remove();
    await stopServices();
  });

  it('says that a removal was done whose answer was lost', async () => {
    const service = await testService({ faults: [{ operation: 'deletePasskey', kind: 'reset-after', times: 1 }] });
    const env = variablesOf(service);
    const folder = await Folder.make();
    const made = await folder.run(['call', 'createPasskey', '--json', '--body', '{"eventId":1001,"passkey":"GONE"}'], { env });
    const { data } = JSON.parse(made.out) as { data: { id: number } };
    const { code, err } = await folder.run(['call', 'deletePasskey', '--path.id', String(data.id), '--yes'], { env });
    assert.deepEqual([code, err.split('\n').at(-1)], [0, 'The answer was lost. It was asked again, and is not there any more.']);
    await folder.remove();
    await stopServices();
  });
});
