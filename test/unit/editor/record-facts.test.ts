import assert from 'node:assert/strict';
import { readList, type Dialect } from '../../../src/client/index.ts';
import { inEnglish } from '../../../src/client/l10n.ts';
import { Formats } from '../../../src/editor/reading/formats.ts';
import { codeFacts, passkeyFacts, passkeyMarks } from '../../../src/editor/reading/passkey-facts.ts';
import { reads, rowReader } from '../../../src/editor/reading/reads.ts';
import { eventShown } from '../../../src/editor/reports/event-shown.ts';
import { canBeId } from '../../../src/editor/platform/resources.ts';

const toolsFor = (dialect: Dialect) => ({
  t: (message: string | { message: string }, ...values: (string | number)[]) =>
    inEnglish(typeof message === 'string' ? message : message.message, ...values),
  formats: new Formats({ language: 'en', currency: 'BRL', timeZone: 'UTC', dialect, now: Date.now }),
});

describe('what a row says of a code', () => {
  const isUsed = (value: object, dialect: Dialect = {}) => {
    const { parts, badge } = codeFacts(value, toolsFor(dialect));
    assert.equal(badge, parts.length > 0 ? 'over' : undefined);
    return parts.join();
  };

  it('is that it was used, by every name that the reader of codes knows', () => {
    const used = [{ used: true }, { isRedeemed: true }, { used_count: 2 }, { redeemedAt: '2026-03-01' }, { used: 'yes' }];
    for (const value of used) assert.equal(isUsed(value), 'used', JSON.stringify(value));
    const unused = [{}, { used: false }, { uses: 0 }, { usedAt: null }, { usage: 'much' }];
    for (const value of unused) assert.equal(isUsed(value), '', JSON.stringify(value));
  });

  it('is that it was used, by the name of the dialect', () => {
    assert.equal(isUsed({ resgatado: true }), '');
    assert.equal(isUsed({ resgatado: true }, { fields: { used: 'resgatado' } }), 'used');
  });
});

describe('what a row says of a passkey', () => {
  it('is how often it can be used, in one or in many', () => {
    const said = (limit: number) => passkeyFacts({ limit }, toolsFor({})).parts.join();
    assert.deepEqual([0, 1, 2, 1500].map(said), ['0 uses', '1 use', '2 uses', '1,500 uses']);
  });
});

describe('what a session is called on the page of an event, and in the tree', () => {
  it('is when it is and its own name, and nothing twice', () => {
    const at = (day: number) => ({ dateTime: { date: `${day}/03/2020`, time: '18:00:00' }, status: 'available' });
    const performances = [
      { performanceId: 'a', label: 'Noite 1', ...at(20) },
      { performanceId: 'b', label: 'Choro', ...at(21) },
      { performanceId: 'c', label: 'Noite 3' },
      { performanceId: 'd' },
    ];
    const { sessions } = eventShown({ id: 7, title: 'Choro', performances }, '7', toolsFor({}));
    assert.deepEqual(
      sessions.map(({ label, state }) => [label.replace('\u202f', ' '), state?.word ?? '']),
      [
        ['Mar 20, 2020, 6:00 PM · Noite 1', 'available'],
        ['Mar 21, 2020, 6:00 PM', 'available'],
        ['Noite 3', ''],
        ['Session d', ''],
      ],
    );
  });
});

describe('a row of items', () => {
  it('is called by the name that the dialect gives', () => {
    const [row] = readList([{ id: 7, title: 'internal', rotulo: 'Pista' }]).rows;
    const called = (dialect: Dialect) => rowReader(dialect, reads.items('1'))?.(row!)?.label;
    assert.equal(called({}), 'internal');
    assert.equal(called({ fields: { name: 'rotulo' } }), 'Pista');
  });
});

describe('a text that somebody types', () => {
  it('can be an id in any form', () => {
    for (const id of ['1001', 'itm_8f2k', 'rock-2026', 'b7d0a1de-5c5e-4f4e-9a44-6f3c1b0f2c11', 'é']) assert.ok(canBeId(id), id);
  });

  it('cannot be one with blanks, as an address, empty or endless', () => {
    for (const text of ['', 'two words', 'a/b', 'a?b', '#1', 'x'.repeat(101)]) assert.ok(!canBeId(text), text);
  });
});

describe('what is counted of passkeys', () => {
  const marks = (value: object) => passkeyMarks(value, toolsFor({}).formats);

  it('is whether they are unused, used up, expired or open nothing', () => {
    const whole = { used: 0, limit: 3, finish: null, itemIds: [7] };
    assert.deepEqual(marks(whole), { unused: true, usedUp: false, expired: false, opensNothing: false });
    const spent = { used: 3, limit: 3, finish: '2020-01-01 00:00:00', itemIds: [] };
    assert.deepEqual(marks(spent), { unused: false, usedUp: true, expired: true, opensNothing: true });
    assert.equal(marks({ ...spent, limit: null }).usedUp, false);
  });

  it('says nothing of what the service does not show, or shows in a way that cannot be read', () => {
    assert.deepEqual(marks({ passkey: 'A' }), {});
    assert.deepEqual(marks({ used: 3, itemIds: 'all' }), { unused: false });
    assert.deepEqual(marks({ used: null, limit: 2 }), {});
    assert.deepEqual(marks({ used: 0, limit: 'many', finish: 'someday' }), { unused: true });
    // No uses at all, or any number of them: nobody knows.
    assert.deepEqual(marks({ used: 0, limit: 0, finish: 1_577_836_800 }), { unused: true });
  });

  it('is read by every name that the reader of passkeys knows, and by those of the dialect', () => {
    const read = (value: object, dialect: Dialect = {}) => {
      const [row] = readList([{ id: 1, ...value }]).rows;
      return marks(rowReader(dialect, reads.passkeys('1'))?.(row!)?.value as object);
    };
    assert.deepEqual(read({ usedCount: 2, usage_limit: 2, expiresAt: '2020-01-01' }), {
      unused: false,
      usedUp: true,
      expired: true,
    });
    assert.deepEqual(read({ usedCount: 0, usage_limit: null, expires_at: null }), {
      unused: true,
      usedUp: false,
      expired: false,
    });
    assert.deepEqual(read({ ate: '2020-01-01' }), {});
    assert.deepEqual(read({ ate: '2020-01-01' }, { fields: { finish: 'ate' } }), { expired: true });
  });
});
