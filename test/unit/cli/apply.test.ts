import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { idOf } from '../../../src/client/index.ts';
import { planText, parse, type EventFile, type PlanFile } from '../../../src/plans/index.ts';
import { placedItems } from '../../../src/plans/event-file.ts';
import type { ServiceFault } from '../../../src/service/faults.ts';
import { known } from '../plans/files.ts';
import { clientOf, recordIn, stopServices, testService, type TestService } from '../service/support.ts';
import { Folder } from './in-folder.ts';
import { documentIn, variablesOf } from './support.ts';

interface Applied {
  readonly state: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly steps: readonly { readonly record: string; readonly result: string }[];
  readonly resultProblem?: string;
  readonly error?: { readonly kind: string; readonly message: string };
}

describe('box-office apply', () => {
  let folder: Folder;
  let service: TestService;
  let env: Record<string, string>;
  let faults: ServiceFault[];
  let writes: number;
  let onWrite: () => void;

  beforeEach(async () => {
    [writes, onWrite, faults] = [0, () => undefined, []];
    // Asked for with each update of values, and never strikes.
    faults.push({
      kind: 'latency',
      operation: 'updateValues',
      get probability() {
        writes++;
        onWrite();
        return 0;
      },
    });
    folder = await Folder.make();
    service = await testService({ faults });
    env = {
      ...variablesOf(service),
      BOX_OFFICE_DIALECT: JSON.stringify(known),
      BOX_OFFICE_ENVIRONMENT: 'stg',
      HOME: folder.path,
      LOCALAPPDATA: folder.path,
    };
  });
  afterEach(async () => {
    await stopServices();
    await folder.remove();
  });

  const box = (...args: string[]) => folder.run(args, { env });
  const apply = (...args: string[]) => box('apply', 'dearer.boxoffice-plan.json', ...args);
  const read = async (): Promise<EventFile> => parse((await box('plan', '--read', '1001')).out);
  const pricesOf = (file: EventFile) => placedItems(file).flatMap(({ item }) => (item.price ? [item.price] : []));
  const dearer = (price: unknown) => (Number(price) + 1).toFixed(2);

  /** A plan that makes each ticket dearer. Gives the prices as they will be. */
  async function planned(): Promise<string[]> {
    await box('plan', '--read', '1001', '--out', 'festival.boxoffice.json');
    const text = await folder.read('festival.boxoffice.json');
    const raised = text.replace(/"price": "(.*?)"/g, (_, price: string) => `"price": "${dearer(price)}"`);
    await folder.write('festival.boxoffice.json', raised);
    const { code, err } = await box('plan', 'festival.boxoffice.json', '--out', 'dearer.boxoffice-plan.json');
    assert.equal(code, 0, err);
    return pricesOf(parse(raised)) as string[];
  }

  it('makes the event what the file says, once, with a result of each step', async () => {
    const wanted = await planned();
    const { code, out, err } = await apply('--yes', '--result', 'result.csv');
    assert.equal(code, 0, err);
    assert.match(out, /^done: Pista.* \/ 2º lote: updateValues$/m);
    assert.match(err, /^Steps: (\d+); Done: \1\nAll of it was read back\.$/m);
    assert.deepEqual(pricesOf(await read()), wanted);
    assert.equal(writes, wanted.length);
    assert.match(await folder.read('result.csv'), /^1,"Pista.* 1º lote: Update values; price: 120\.00 → 121\.00",done,\r$/m);
    const again = await apply('--yes');
    assert.equal(again.code, 3);
    assert.match(again.err, /This plan was carried out before, at .*Nothing was sent; make a new plan\./);
    assert.equal(writes, wanted.length);
  });

  it('sends nothing without --yes, and lists the steps with --dry-run', async () => {
    const wanted = await planned();
    const { code, err } = await apply();
    assert.equal(code, 3);
    assert.match(err, /^\d+ changes: \d+ prices changed\. Steps: \d+\.$/m);
    assert.match(err, /Nothing was sent\. Add --yes to carry it out/);
    const dry = await apply('--dry-run');
    assert.equal(dry.code, 0);
    assert.equal(dry.out.split('\n').length, wanted.length);
    assert.match(dry.out, /^1\. Pista.* 1º lote: Update values; price: 120\.00 → 121\.00$/m);
    assert.equal((await apply('--yes', '--dry-run')).code, 2);
    assert.equal(writes, 0);
  });

  it('refuses when what it changes is no longer as it was', async () => {
    await planned();
    const client = clientOf(service, { dialect: known });
    const items = placedItems(await read());
    const id = String(items.find(({ item }) => item.name === '2º lote')?.item.id);
    assert.equal(idOf(recordIn(await client.call('getItem', { path: { id } }))), id);
    await client.call('updateValues', { path: { id }, body: { price: 17_700, feeSale: 1500, feeProducer: 0 } });
    const before = writes;
    const { code, err } = await apply('--yes');
    assert.equal(code, 3);
    assert.match(err, /Nothing was sent; make a new plan\.\nChanged since the plan was made: .*2º lote: price is /);
    assert.equal(writes, before);
    assert.equal((await apply('--dry-run')).code, 3);
  });

  it('refuses a plan for another place, and one that somebody changed', async () => {
    await planned();
    const other = await testService();
    const refused = await folder.run(['apply', 'dearer.boxoffice-plan.json', '--yes'], {
      env: { ...env, ...variablesOf(other) },
    });
    assert.equal(refused.code, 3);
    assert.match(refused.err, /The plan was made for http:.* Nothing was sent\./);
    const named = await apply('--yes', '--environment', 'prd');
    assert.equal(named.code, 3);
    assert.match(named.err, /The plan is for the environment stg, and not for prd\. Nothing was sent\./);
    await folder.write('dearer.boxoffice-plan.json', (await folder.read('dearer.boxoffice-plan.json')).replace('12100', '100'));
    const changed = await apply('--yes');
    assert.equal(changed.code, 3);
    assert.match(changed.err, /^dearer\.boxoffice-plan\.json:\d+:\d+: field: sha256 does not fit the rest/m);
    assert.equal((await box('apply', 'none.boxoffice-plan.json', '--yes')).code, 2);
    assert.equal((await box('apply')).code, 2);
    assert.equal(writes, 0);
  });

  it('ends with 5 when a write is in doubt, also where it was cancelled', async () => {
    await planned();
    const cancel = new AbortController();
    onWrite = () => cancel.abort(new DOMException('It was cancelled.', 'AbortError'));
    faults.push({ kind: 'reset-after', operation: 'updateValues', times: 99 });
    const { code, err } = await folder.run(['apply', 'dearer.boxoffice-plan.json', '--yes'], { env, signal: cancel.signal });
    assert.deepEqual([code, /^It was cancelled/m.test(err)], [5, true], err);
  });

  it('fault 105: sends nothing to another service behind the same host, from a plan or to go on with one', async () => {
    const asked: string[] = [];
    const gateway = createServer((request, response) => {
      const [, place = '', group = '', rest = ''] = /^\/(\w+)\/(\w+)(.*)$/.exec(request.url ?? '') ?? [];
      asked.push(`${request.method} ${place}`);
      const target = new URL((group === 'e' ? service.eventUrl : service.ticketUrl) + rest);
      const headers = { ...request.headers, host: target.host };
      request.pipe(
        forward(target, { method: request.method, headers }, (reply) => {
          response.writeHead(reply.statusCode ?? 500, reply.headers);
          reply.pipe(response);
        }),
      );
    });
    await once(gateway.listen(0, '127.0.0.1'), 'listening');
    const host = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
    const at = (place: string) =>
      Object.assign(env, variablesOf({ eventUrl: `${host}/${place}/e`, ticketUrl: `${host}/${place}/t`, token: service.token }));
    try {
      at('stg');
      await planned();
      const cancel = new AbortController();
      onWrite = () => cancel.abort(new DOMException('It was cancelled.', 'AbortError'));
      assert.equal(
        (await folder.run(['apply', 'dearer.boxoffice-plan.json', '--yes'], { env, signal: cancel.signal })).code,
        130,
      );
      at('prod');
      const { code, err } = await apply('--yes');
      assert.equal(code, 3);
      assert.match(
        err,
        /made for .*\/stg\/t, .*\/stg\/e, and not for .*\/prod\/t, .*\/prod\/e\. Make a new plan\. Nothing was sent/,
      );
      delete env.BOX_OFFICE_ENVIRONMENT;
      assert.equal((await box('plan', 'festival.boxoffice.json')).code, 3, 'ids of one service are not those of the other');
      assert.deepEqual(
        asked.filter((one) => one.endsWith('prod')),
        [],
      );
      at('stg');
      assert.equal((await apply('--yes', '--environment', 'stg')).code, 0);
    } finally {
      gateway.closeAllConnections();
      gateway.close();
    }
  });

  it('goes on with what was cancelled, and does no step twice', async () => {
    const wanted = await planned();
    const cancel = new AbortController();
    onWrite = () => cancel.abort(new DOMException('It was cancelled.', 'AbortError'));
    const first = await folder.run(['apply', 'dearer.boxoffice-plan.json', '--yes'], { env, signal: cancel.signal });
    assert.equal(first.code, 130);
    assert.match(first.err, /^Cancelled: what is under way is finished first/m);
    assert.match(first.err, /Not sent: \d+\nIt was cancelled\. .* the same command/);
    assert.ok(writes < wanted.length, String(writes));
    onWrite = () => undefined;
    const shown = await apply();
    assert.match(shown.err, /^It was begun before: \d+ of \d+ steps were sent\. It goes on with the rest\.$/m);
    const second = await apply('--yes', '--json');
    const { counts } = documentIn(second) as unknown as Applied;
    // All of them are steps of one run: none was found done by somebody else.
    assert.deepEqual([second.code, counts.made, counts.existed], [0, wanted.length, 0]);
    assert.deepEqual(pricesOf(await read()), wanted);
    assert.equal(writes, wanted.length);
  });

  it('reads what became of steps whose replies were lost, and does not send them again', async () => {
    const before = await read();
    const names = ['Mesa 1', 'Mesa 2', 'Mesa 3'];
    const made = names.map((name) => ({ name, type: 'Ticket', quantity: 4 }));
    await folder.write('tables.boxoffice.json', JSON.stringify({ event: before.event, items: made }));
    assert.equal((await box('plan', 'tables.boxoffice.json', '--out', 'dearer.boxoffice-plan.json')).code, 0);
    faults.push({ kind: 'reset-after', operation: 'createItem', times: 2 });
    const end = documentIn(await apply('--yes', '--json')) as unknown as Applied;
    assert.deepEqual([end.state, end.counts.made, end.counts.unknown], ['finished', 3, 0]);
    assert.deepEqual(
      end.steps.map(({ record, result }) => [record, result]),
      names.map((name) => [name, 'done']),
    );
    const there = (await read()).items?.map(({ name }) => name).filter((name) => name.startsWith('Mesa'));
    assert.deepEqual(there, names);
  });

  it('pauses where the token is refused, and goes on when it is taken again', async () => {
    const wanted = await planned();
    faults.push({ kind: '401', operation: 'updateValues' });
    const paused = await apply('--yes');
    // What the service refused is read before it counts as not done.
    assert.equal(paused.code, 5, paused.err);
    assert.match(paused.err, /It paused: .*\nGive the same command to go on\./);
    faults.pop();
    assert.equal((await apply('--yes')).code, 0);
    assert.deepEqual(pricesOf(await read()), wanted);
  });

  it('keeps the token out of all that it prints and writes', async () => {
    await planned();
    const printed = [await apply(), await apply('--dry-run', '--json'), await apply('--yes', '--json', '--result', 'result.csv')];
    assert.equal(printed[2]?.code, 0);
    const texts = [...printed.flatMap(({ out, err }) => [out, err]), ...(await folder.texts())];
    assert.ok(
      texts.some((text) => text.includes('"applyPlan"')),
      'the journal is looked through too',
    );
    assert.deepEqual(
      texts.filter((text) => text.includes(service.token)),
      [],
    );
  });

  it('sends nothing when its result has no folder, and says what was done when it cannot be written in the end', async () => {
    const wanted = await planned();
    const refused = await apply('--yes', '--result', 'none/result.csv');
    assert.equal(refused.code, 2);
    assert.match(refused.err, /none\/result\.csv cannot be written: its folder is not there\. Nothing was sent\./);
    assert.equal(writes, 0);
    await mkdir(join(folder.path, 'kept'));
    onWrite = () => rmSync(join(folder.path, 'kept'), { recursive: true, force: true });
    const lost = await apply('--yes', '--json', '--result', 'kept/result.csv');
    const { state, counts, resultProblem } = documentIn(lost) as unknown as Applied;
    assert.deepEqual([lost.code, state, counts.made], [6, 'finished', wanted.length]);
    assert.match(resultProblem ?? '', /^kept\/result\.csv was not written: /);
  });

  it('has nothing to do with a plan without steps, and says where journals cannot be written', async () => {
    await planned();
    const { title: _title, ...plan } = JSON.parse(await folder.read('dearer.boxoffice-plan.json')) as PlanFile;
    await folder.write('empty.boxoffice-plan.json', planText({ ...plan, steps: [] }));
    const nothing = await box('apply', 'empty.boxoffice-plan.json', '--yes');
    assert.deepEqual([nothing.code, nothing.err], [0, 'The plan has no steps: there is nothing to do.']);
    await folder.write('file', '');
    const { code, err } = await apply('--yes', '--state-dir', 'file/inside');
    assert.equal(code, 2);
    assert.match(err, /Give --state-dir another folder\./);
    assert.equal(writes, 0);
  });
});
