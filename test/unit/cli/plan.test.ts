import assert from 'node:assert/strict';
import { addressesOf } from '../../../src/client/index.ts';
import { checkPlanText, parse } from '../../../src/plans/index.ts';
import { startLiteral } from '../../dialects/literal-service.ts';
import { withDearerLot } from '../../harness/event-file.ts';
import { known, type MutableEvent } from '../plans/files.ts';
import { stopServices, testService, type TestService } from '../service/support.ts';
import { Folder } from './in-folder.ts';
import { documentIn, variablesOf } from './support.ts';

describe('box-office plan', () => {
  let folder: Folder;
  let service: TestService;
  let env: Record<string, string>;

  beforeEach(async () => {
    folder = await Folder.make();
    service = await testService();
    env = { ...variablesOf(service), BOX_OFFICE_DIALECT: JSON.stringify(known), BOX_OFFICE_ENVIRONMENT: 'stg' };
  });
  afterEach(async () => {
    await stopServices();
    await folder.remove();
  });

  const run = (...args: string[]) => folder.run(['plan', ...args], { env });
  const save = async () => assert.equal((await run('--read', '1001', '--out', 'festival.boxoffice.json')).code, 0);

  async function edited(change: (file: MutableEvent) => void): Promise<void> {
    await save();
    const file = JSON.parse(await folder.read('festival.boxoffice.json')) as MutableEvent;
    change(file);
    await folder.write('festival.boxoffice.json', JSON.stringify(file));
  }

  it('reads an event as a file, which then needs no change', async () => {
    await save();
    const { event } = parse(await folder.read('festival.boxoffice.json'));
    assert.deepEqual(event, { id: 1001, name: 'Festival da Primavera', environment: 'stg' });
    const { code, out } = await run('festival.boxoffice.json', '--exit-code');
    assert.deepEqual([code, out.split('\n')[1]], [0, 'No changes.']);
    assert.equal((await run('--read', '1001')).out, (await folder.read('festival.boxoffice.json')).trimEnd());
  });

  it('makes no file of an event of which the service shows nothing', async () => {
    const { code, out, err } = await run('--read', '999999', '--out', 'none.boxoffice.json');
    assert.deepEqual([code, out], [4, '']);
    assert.match(err, /The service shows nothing of event 999999: .* No file was made\./);
    await assert.rejects(folder.read('none.boxoffice.json'));
  });

  it('prints what changes as a tree, with old and new values, and says so by the exit code when asked', async () => {
    await save();
    await folder.write('festival.boxoffice.json', withDearerLot(await folder.read('festival.boxoffice.json')));
    const { code, out, err } = await run('festival.boxoffice.json');
    assert.equal(code, 0);
    assert.match(out, /^Festival da Primavera \(1001\) in stg, http:/);
    assert.match(out, /^3 changes: 1 price changed, 2 sale periods moved\.$/m);
    assert.match(out, /^= Pista[^\n]*\n {2}~ 2º lote\n {6}price: 150\.00 → 162\.00\n {6}salePeriods\.1\.start: /m);
    assert.match(err, /^Warning: .*its price changes, and its sale fee stays as it is\.$/m);
    assert.equal((await run('festival.boxoffice.json', '--exit-code')).code, 1);
  });

  it('writes the plan that the editor opens, and prints the same with --json', async () => {
    await save();
    await folder.write('festival.boxoffice.json', withDearerLot(await folder.read('festival.boxoffice.json')));
    assert.equal((await run('festival.boxoffice.json', '--out', 'dearer.boxoffice-plan.json')).code, 0);
    const { plan, problems } = checkPlanText(await folder.read('dearer.boxoffice-plan.json'));
    assert.deepEqual([problems, plan?.addresses, plan?.event.environment], [[], addressesOf(service), 'stg']);
    assert.ok(plan);
    await folder.write('dialect.json', JSON.stringify(known));
    const told = await run('festival.boxoffice.json', '--dialect', 'dialect.json', '--out', 'dearer.boxoffice-plan.json');
    assert.match(told.err, /box-office apply dearer\.boxoffice-plan\.json --dialect dialect\.json --yes$/m);
    assert.equal(plan.title, 'Changes by festival.boxoffice.json');
    const { out } = await run('festival.boxoffice.json', '--json');
    assert.deepEqual(checkPlanText(out).plan?.steps, plan.steps);
  });

  it('never replaces a file that is no plan, and writes none that is refused', async () => {
    await save();
    const before = await folder.read('festival.boxoffice.json');
    const { code, err } = await run('festival.boxoffice.json', '--out', 'festival.boxoffice.json');
    assert.match(err, /festival\.boxoffice\.json is another file, and is not replaced/);
    assert.deepEqual([code, await folder.read('festival.boxoffice.json')], [3, before]);
    assert.equal((await run('--read', '1002', '--out', 'festival.boxoffice.json')).code, 3);
    assert.equal((await run('festival.boxoffice.json', '--out', 'none/x.boxoffice-plan.json')).code, 2);
  });

  it('asks for the event where the file is of another one, and finds its records by their names then', async () => {
    await save();
    const elsewhere = { ...env, BOX_OFFICE_ENVIRONMENT: 'prd' };
    const refused = await folder.run(['plan', 'festival.boxoffice.json'], { env: elsewhere });
    assert.equal(refused.code, 3);
    assert.match(refused.err, /was read from Festival da Primavera \(1001\) in stg, and this one is called prd/);
    const { code, err } = await folder.run(['plan', 'festival.boxoffice.json', '--event', '1001'], { env: elsewhere });
    assert.equal(code, 0);
    assert.match(err, /^Note: The file was read from Festival da Primavera \(stg\): its records are found by their names\.$/m);
    await folder.write('nameless.boxoffice.json', '{ "items": [] }');
    assert.equal((await run('nameless.boxoffice.json')).code, 2);
  });

  it('refuses two records of one name until it is told which is which', async () => {
    await edited(({ items }) => {
      const [lot, other] = items[0]?.items ?? [];
      Object.assign(other ?? {}, { name: lot?.name, id: undefined });
      Object.assign(lot ?? {}, { id: undefined });
    });
    const refused = await run('festival.boxoffice.json', '--out', 'x.boxoffice-plan.json');
    assert.equal(refused.code, 3);
    assert.match(refused.err, /Prevented: items\[0\]\.items\[1\]: /);
    const { error } = documentIn(await run('festival.boxoffice.json', '--json')) as { error: { kind: string; stops: string[] } };
    assert.deepEqual([error.kind, error.stops.length > 0], ['refused', true]);
    await assert.rejects(folder.read('x.boxoffice-plan.json'));
    const there = parse((await run('--read', '1001')).out).items?.[0]?.items ?? [];
    const match = ['--match', `items[0].items[0]=${there[0]?.id}`, '--match', `items[0].items[1]=${there[1]?.id}`];
    const { code, out } = await run('festival.boxoffice.json', ...match);
    assert.equal(code, 0);
    assert.match(out, /^1 change: 1 item renamed\.$/m);
    for (const wrong of ['items[0].items[0]=1', 'items[99]=new', 'nothing'])
      assert.equal((await run('festival.boxoffice.json', '--match', wrong)).code, 2, wrong);
  });

  it('leaves what is only in the event, unless it is named to go', async () => {
    await edited(({ passkeys }) => passkeys.splice(0, 1));
    const file = parse((await run('--read', '1001')).out);
    const gone = file.passkeys?.[0]?.passkey ?? '';
    const { out } = await run('festival.boxoffice.json');
    assert.match(out, /^No changes\.$/m);
    assert.ok(out.includes(`. passkey ${gone}  (only in the event; stays)`), out);
    const removed = await run('festival.boxoffice.json', '--remove', gone);
    assert.match(removed.out, /^1 change: 1 passkey deleted\.$/m);
    assert.equal((await run('festival.boxoffice.json', '--remove', 'nobody')).code, 2);
  });

  it('asks what only a person can tell, and says how to answer it', async () => {
    await edited(({ items }) => void Object.assign(items[0]?.items?.[0] ?? {}, { quantity: 61 }));
    const { put: _put, ...open } = known;
    const { code, err } = await folder.run(['plan', 'festival.boxoffice.json'], {
      env: { ...env, BOX_OFFICE_DIALECT: JSON.stringify({ ...open, fields: { description: 'nowhere' } }) },
    });
    assert.equal(code, 3, err);
    assert.match(
      err,
      /To answer: Does the service keep what an update does not carry\? Say it with --answer put=merges or --answer put=replaces\./,
    );
  });

  it('fault 107: asks in which unit prices are, where that is not known, and never finds no change in what it could not compare', async () => {
    await edited(({ items }) => void Object.assign(items[0]?.items?.[0] ?? {}, { price: '999.00' }));
    const { amounts: _amounts, ...open } = known;
    const undescribed = { env: { ...env, BOX_OFFICE_DIALECT: JSON.stringify(open) } };
    const asked = await folder.run(['plan', 'festival.boxoffice.json', '--exit-code'], undescribed);
    assert.equal(asked.code, 3, asked.err);
    assert.match(asked.err, /To answer: The service shows a price as .*: is that in cents\? .* --answer amounts=decimals/);
    const answers = ['--answer', 'amounts=decimals', '--answer', 'fees=decimals'];
    const { code, out, err } = await folder.run(['plan', 'festival.boxoffice.json', ...answers], undescribed);
    assert.equal(code, 0, err);
    assert.match(out, /price: 120\.00 → 999\.00/);
    const both = ['--answer', 'amounts=cents', '--answer', 'amounts=decimals'];
    assert.equal((await folder.run(['plan', 'festival.boxoffice.json', ...both], undescribed)).code, 2);
  });

  it('fault 107: asks whether what the service does not show may stay as it is', async () => {
    const literal = await startLiteral({ values: 'none' });
    try {
      const at = { env: { ...env, ...variablesOf(literal), BOX_OFFICE_DIALECT: '{}' } };
      const { out } = await folder.run(['plan', '--read', '7'], at);
      await folder.write('fair.boxoffice.json', out.replace(/"name": "Floor"/, '"name": "Floor", "price": "130.00"'));
      const asked = await folder.run(['plan', 'fair.boxoffice.json'], at);
      assert.equal(asked.code, 3);
      assert.match(
        asked.err,
        /To answer: What the service has of this cannot be compared: price of .*Floor.* --answer notShown=leave/,
      );
      const left = await folder.run(['plan', 'fair.boxoffice.json', '--answer', 'notShown=leave'], at);
      assert.deepEqual([left.code, /^No changes\.$/m.test(left.out)], [0, true], left.err);
    } finally {
      await literal.close();
    }
  });

  it('fault 108: refuses a negative amount, and warns of one ten times as high', async () => {
    await edited(({ items }) => void Object.assign(items[0]?.items?.[0] ?? {}, { price: '-5.00' }));
    const refused = await run('festival.boxoffice.json');
    assert.deepEqual([refused.code, /Prevented: .*price must not be negative/.test(refused.err)], [3, true], refused.err);
    await edited(({ items }) => void Object.assign(items[0]?.items?.[0] ?? {}, { price: '1200.00' }));
    const { code, err } = await run('festival.boxoffice.json');
    assert.equal(code, 0);
    assert.match(err, /^Warning: .*: an amount goes from 120\.00 to 1200\.00\.$/m);
  });

  it('fault 90: prints a name of the service in one line, without signs that nobody sees', async () => {
    const name = 'Pit\r\n= Paid\u001b[2J\u202eX\u{e0041}';
    await edited(({ items }) => void items.push({ name, type: 'Ticket' }));
    const { code, out, err } = await run('festival.boxoffice.json', '--out', 'pit.boxoffice-plan.json');
    assert.equal(code, 0, err);
    assert.match(out, /^\+ Pit\\u000d\\u000a= Paid\\u001b\[2J\\u202eX\\udb40\\udc41$/m);
    const applied = await folder.run(['apply', 'pit.boxoffice-plan.json', '--yes', '--result', 'pit.csv'], {
      env: { ...env, HOME: folder.path },
    });
    for (const text of [applied.out, applied.err, await folder.read('pit.csv')])
      assert.doesNotMatch(text.replaceAll('\r\n', '\n'), /[\r\u202e\u{e0041}]/u);
    const json = await run('--read', '1001', '--json');
    assert.doesNotMatch(json.out, /[\u202e\u{e0041}]/u);
    assert.ok(
      parse(json.out).items?.some((item) => item.name === name),
      'the same JSON',
    );
  });

  it('fault 92: makes no plan and no file of an event that is not there', async () => {
    const literal = await startLiteral({});
    try {
      const at = { env: { ...env, ...variablesOf(literal), BOX_OFFICE_DIALECT: '{}' } };
      const { code, err } = await folder.run(['plan', '--read', '999', '--out', 'none.boxoffice.json'], at);
      assert.equal(code, 3);
      assert.match(err, /The service has no event 999\. No plan and no file was made\./);
      await assert.rejects(folder.read('none.boxoffice.json'));
    } finally {
      await literal.close();
    }
  });

  it('says where a file is wrong, and what of the command line is', async () => {
    await folder.write('wrong.boxoffice.json', '{\n  "items": [{ "name": 7 }]\n}\n');
    const { code, err } = await run('wrong.boxoffice.json');
    assert.equal(code, 3);
    assert.match(err, /^wrong\.boxoffice\.json:2:23: field: items\[0\]\.name must be /m);
    await folder.write(
      'latin.boxoffice.json',
      Buffer.from('{ "event": { "id": 1001, "name": "S\u00e3o Jo\u00e3o" } }', 'latin1'),
    );
    assert.match((await run('latin.boxoffice.json')).err, /latin\.boxoffice\.json is not UTF-8/);
    for (const args of [[], ['none.boxoffice.json'], ['latin.boxoffice.json'], ['a', 'b'], ['x', '--read', '1']])
      assert.equal((await run(...args)).code, 2, args.join(' '));
    assert.match((await run('x', '--answer', 'put=yes')).err, /--answer must be one of .*, not put=yes\./);
  });
});
