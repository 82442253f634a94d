import assert from 'node:assert/strict';
import '../../page/editor/register.ts';
import type { InitOf, ResultOf } from '../../../src/protocol/contract.ts';
import type { PasskeyContract } from '../../../src/protocol/passkey.ts';
import type { Job } from '../../dialects/job.ts';
import type { JobName } from '../../dialects/expected.ts';
import { typing } from '../records/typing.ts';

const { describeMatrix } = await import('../../dialects/describe.ts');
const { leaveNode, sitInNode } = await import('../../dialects/in-node.ts');
const { literalNames } = await import('../../dialects/dialects.ts');
const { given, resource } = await import('../../dialects/job.ts');
const { jobs } = await import('../../dialects/jobs.ts');
const { Workplace } = await import('../../dialects/matrix.ts');

describe('services that do what the document says', () =>
  describeMatrix({ names: literalNames, sit: sitInNode, stop: leaveNode }));

/** Types into the form of a passkey that has a limit and a finish, and saves. */
const editPasskey =
  (texts: Readonly<Record<string, string>>, wanted: object): Job =>
  async (context) => {
    const { desk, service, before } = context;
    const [first] = before.passkeys;
    assert.ok(first?.limit && first.finish);
    const page = await desk.open('editPasskey', { ...resource(context, 'event', first.id), kind: 'passkey' });
    const init = given(await page.init<InitOf<PasskeyContract>>());
    const edits = typing(init?.base ?? [], texts);
    const reply = given(await page.ask<ResultOf<PasskeyContract, 'save'>>('save', { edits, isResolved: false }));
    assert.equal(reply?.kind, 'done', desk.said.join('\n'));
    assert.deepEqual([reply.isComplete, reply.beyond], [true, []]);
    const [one, ...others] = service.holdings().passkeys;
    assert.deepEqual(one, { ...first, ...wanted });
    assert.deepEqual(others, before.passkeys.slice(1));
    return 'done';
  };

const noAmounts = { reports: new Set<number>(), tax: new Set<number>() };

describe('the questions of a service that does what the document says', () => {
  let desk: Awaited<ReturnType<typeof sitInNode>>;
  before(async () => {
    desk = await sitInNode();
  });
  after(async () => {
    desk.leave();
    await leaveNode();
  });
  const edits: readonly JobName[] = [
    'sale period',
    'create item',
    'passkey with items',
    'run of 300',
    'upload',
    'delete one code',
  ];
  for (const name of ['literal', 'literalStrict', 'literalNamed'] as const)
    it(`fault 88: ${name} is asked one in its life, for the unit and currency of amounts`, async () => {
      const place = await Workplace.open(desk, name);
      const asked: string[] = [];
      const work: readonly Job[] = [
        editPasskey({ passkey: 'RENAMED' }, { passkey: 'RENAMED' }),
        editPasskey({ finish: '' }, { finish: null }),
        editPasskey({ finish: '' }, { finish: null }),
        ...['price only' as const, ...edits, 'plan' as const].map((job) => jobs[job]),
      ];
      for (const job of work) asked.push(...(await place.goOn(job, noAmounts)).asked);
      await place.close();
      assert.equal(asked.length, 1, asked.join('\n'));
      assert.match(asked[0] ?? '', /shows a price as/);
    });

  it('fault 87: literalUnseen, which shows no values, gets the price that is typed', async () => {
    const place = await Workplace.open(desk, 'literalUnseen');
    const { held } = await place.goOn(jobs['price only'], noAmounts);
    await place.close();
    assert.equal(held.items[0]?.price, 12_500);
  });
});
