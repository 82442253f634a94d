import assert from 'node:assert/strict';
import { operations } from '../../../src/client/index.ts';
import { period, refusalIn, required, useTargets, withLongNumbers, writes, wrong, wrongInItem, type WriteId } from './inputs.ts';
import { recordIn } from './support.ts';

describe('the local service, given a payload,', () => {
  const targets = useTargets();

  for (const [id, { payload }] of Object.entries(writes) as [WriteId, { payload: Record<string, unknown> }][]) {
    it(`names each field of ${id} that is missing`, async () => {
      for (const field of required[id] ?? []) {
        const rest = Object.entries(payload).filter(([name]) => name !== field);
        await targets.expectRefused(id, Object.fromEntries(rest), field);
      }
    });

    it(`names each field of ${id} that is wrong`, async () => {
      const table = id === 'createItem' || id === 'updateItem' ? { name: wrong.name!, ...wrongInItem } : wrong;
      const fields = Object.keys(table).filter((field) => Object.hasOwn(payload, field) || table !== wrong);
      assert.ok(fields.length > 0);
      for (const field of fields)
        for (const value of table[field]!) {
          // An update takes a time away with null.
          if (id === 'updatePasskey' && value === null && ['start', 'finish'].includes(field)) continue;
          const isOwnGroup = value === '{item}';
          await targets.expectRefused(id, { ...payload, [field]: isOwnGroup ? targets.ids.item : value }, field);
        }
    });

    it(`refuses a payload of ${id} that is no object of JSON`, async () => {
      const table: [string, string | Uint8Array, number][] = [
        ...['[]', '"x"', '5', 'true', '[{"name":"x"}]'].map((body): [string, string, number] => [body, body, 400]),
        ...['{', '{"name":}', "{'name':'x'}", '{"name":"x"}}', '{"a":NaN}', 'name=x', '{"a":1,}', '\u0000'].map(
          (body): [string, string, number] => [body, body, 400],
        ),
        ['Latin-1', Buffer.from('{"name":"é"}', 'latin1'), 400],
        ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le'), 400],
      ];
      for (const [what, body, status] of table) {
        const reply = await targets.send(id, body);
        assert.equal(refusalIn(reply).status, status, `${what} → ${reply.text}`);
      }
      const types = [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/jsonp',
        '',
      ];
      for (const type of types) {
        const reply = await targets.send(id, JSON.stringify(payload), { 'content-type': type });
        const { status, fields } = refusalIn(reply);
        assert.deepEqual([status, fields], [operations[id].group === 'event' ? 400 : 415, ['content-type']], type);
      }
    });
  }

  it('refuses an attribute of type integer whose value is none', async () => {
    for (const value of ['x', '1.5', '', '0x10', '1e3', ' 1'])
      await targets.expectRefused('createAttribute', { key: 'new', value, type: 'integer' }, 'value');
  });

  it('refuses a finish before the start, to the second', async () => {
    for (const id of ['createPasskey', 'updatePasskey', 'createPasskeys'] as const) {
      const { payload } = writes[id];
      await targets.expectRefused(id, { ...payload, start: '2026-06-16', finish: '2026-06-15' }, 'finish');
      await targets.expectRefused(id, { ...payload, start: '2026-06-16 10:00:01', finish: '2026-06-16 10:00:00' }, 'finish');
    }
    await targets.expectRefused('createSalePeriod', { ...period, finish: '2026-06-15 09:59:59' }, 'finish');
    const sameDay = { codes: ['same-day'], start: '2026-06-16 10:00:00', finish: '2026-06-16' };
    assert.equal((await targets.send('createPasskeys', JSON.stringify(sameDay))).status, 200);
  });

  it('refuses an export filter that the type does not have, also one with a field too many that no number can hold', async () => {
    await targets.expectRefused('requestExport', { type: 'guestlist', filters: [{ name: 'colour', value: 'x' }] }, 'filters');
    await targets.expectRefused('requestExport', { type: 'passkey', filters: [{ name: 'term', value: 'x' }] }, 'filters');
    const filters = [{ name: 'channel', value: 'web', more: 12345678901234567890n }];
    const body = withLongNumbers({ type: 'guestlist', filters });
    assert.equal(
      (JSON.parse((await targets.send('requestExport', body)).text) as { responseError: unknown }).responseError,
      null,
    );
  });

  it('refuses a NUL, naming the field', () => targets.expectRefused('updateItem', { name: 'a\u0000b' }, 'name'));

  it('keeps what is odd but sound: emoji, right-to-left, very long', async () => {
    for (const name of ['👩‍👩‍👧‍👦', 'שלום \u202e!', '\u200b', 'x'.repeat(1_000_000), '\ufffd', '__proto__'])
      assert.equal(
        recordIn(await targets.held.client.call('updateItem', { path: { id: targets.ids.item }, body: { name } })).name,
        name,
      );
  });
});
