import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Receiver, type Handlers } from '../../../src/editor/pages/receiver.ts';
import { codesCheckContract } from '../../../src/protocol/codes-check.ts';
import type { Contract } from '../../../src/protocol/contract.ts';
import { eventContract } from '../../../src/protocol/event.ts';
import { exportContract } from '../../../src/protocol/export.ts';
import { itemContract } from '../../../src/protocol/item.ts';
import { operationContract } from '../../../src/protocol/operation.ts';
import { passkeyContract } from '../../../src/protocol/passkey.ts';
import { passkeysContract } from '../../../src/protocol/passkeys.ts';
import { reportContract } from '../../../src/protocol/report.ts';
import { tableContract } from '../../../src/protocol/table.ts';
import { taxContract } from '../../../src/protocol/tax.ts';
import { exampleOf, randomFrom, spoiled, wild, type Roll } from './page-messages.support.ts';

const contracts: Readonly<Record<string, Contract>> = {
  item: itemContract,
  tax: taxContract,
  passkey: passkeyContract,
  passkeys: passkeysContract,
  export: exportContract,
  operation: operationContract,
  table: tableContract,
  event: eventContract,
  report: reportContract,
  codes: codesCheckContract,
};

interface Call {
  readonly name: string;
  readonly payload: unknown;
}

/** The editor's side of a page, which notes what is done and what is refused. It can do more than the contract names. */
function listener(contract: Contract) {
  const calls: Call[] = [];
  const warnings: string[] = [];
  const note = (name: string) => (payload: unknown) => {
    calls.push({ name, payload });
    return Promise.resolve(null);
  };
  const names = [...Object.keys(contract.requests), 'executeCommand', 'toString', '__proto__x', 'init', 'ready'];
  const handlers = Object.fromEntries(names.map((name) => [name, note(name)])) as Handlers<Contract>;
  let begun = 0;
  const receiver = new Receiver<Contract>(
    { contract, init: () => Promise.resolve(++begun), handlers },
    {
      post: () => Promise.resolve(true),
      warn: (text) => void warnings.push(text),
      error: () => undefined,
      l10n: () => ({ l10n: {}, language: 'en' }),
      isCancel: () => false,
      help: () => undefined,
      open: () => undefined,
      unknownRequest: 'unknown',
    },
  );
  return { receiver, calls, warnings, begun: () => begun };
}

/** Two of three are a known request with a payload that is right or nearly so; the rest is anything at all. */
function fuzzedMessage(contract: Contract, id: number, roll: Roll): unknown {
  if (roll(3) === 0) return wild(roll);
  const names = Object.keys(contract.requests);
  const name = names[roll(names.length)]!;
  const payload = exampleOf(contract.requests[name]!.payload, roll);
  return { kind: 'request', id, name, payload: roll(4) === 0 ? payload : spoiled(payload, roll) };
}

describe('what the pages say to the editor', () => {
  it('fault 13: 10,000 fuzzed messages cause no call that a contract does not name', async () => {
    const total = 10_000;
    const roll = randomFrom(13);
    let [reached, called, refused] = [0, 0, 0];
    const pages = Object.entries(contracts);
    for (const [page, contract] of pages) {
      const { receiver, calls, warnings, begun } = listener(contract);
      const wanted: Call[] = [];
      let ready = 0;
      for (let id = 1; id <= total / pages.length; id++) {
        const message = fuzzedMessage(contract, id, roll);
        const call = callIn(contract, message);
        if (call) wanted.push(call);
        ready += Number(isReady(message));
        await receiver.receive(message);
      }
      assert.deepEqual(calls, wanted, page);
      assert.equal(begun(), ready, page);
      const wrong = warnings.filter((text) => text.startsWith('a page asked for') && !text.endsWith('its name'));
      reached += calls.length + wrong.length;
      called += calls.length;
      refused += wrong.length;
    }
    assert.ok(reached >= total / 2, `${reached} reached the schema of a known request`);
    // Otherwise it would be the same if everything was refused, or nothing.
    assert.ok(called > total / 10, `${called} were right`);
    assert.ok(refused > total / 5, `${refused} were nearly right`);
  });

  it('fault 13: every request of every page is carried out when it is right, and only then', async () => {
    const roll = randomFrom(60);
    for (const [page, contract] of Object.entries(contracts)) {
      const { receiver, calls } = listener(contract);
      let id = 0;
      for (const [name, { payload: schema }] of Object.entries(contract.requests)) {
        const payload = exampleOf(schema, roll);
        await receiver.receive({ kind: 'request', id: ++id, name, payload });
        assert.deepEqual(calls.splice(0), [{ name, payload: v.parse(schema, payload) }], `${page} ${name}`);
        for (const wrong of [undefined, () => payload, { $ne: null }, [[]], Number.NaN])
          if (!v.is(schema, wrong)) await receiver.receive({ kind: 'request', id: ++id, name, payload: wrong });
        await receiver.receive({ kind: 'request', id: ++id, name: `${name} `, payload });
        await receiver.receive({ kind: 'request', id: ++id, name, payload, more: 1 });
        assert.deepEqual(calls, [], `${page} ${name}`);
      }
    }
  });
});

function isReady(message: unknown): boolean {
  const { kind, ...more } = (message ?? {}) as Record<string, unknown>;
  return kind === 'ready' && Object.keys(more).length === 0;
}

/** Written apart from the code under test: what this message may have done. */
function callIn(contract: Contract, message: unknown): Call | undefined {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return undefined;
  const { kind, id, name, payload, ...more } = message as Record<string, unknown>;
  const isRequest = kind === 'request' && typeof id === 'number' && Number.isInteger(id) && id >= 1 && 'payload' in message;
  if (!isRequest || typeof name !== 'string' || Object.keys(more).length > 0) return undefined;
  const schema = Object.entries(contract.requests).find(([known]) => known === name)?.[1].payload;
  const parsed = schema && v.safeParse(schema, payload);
  return parsed?.success ? { name, payload: parsed.output } : undefined;
}
