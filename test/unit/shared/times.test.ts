import assert from 'node:assert/strict';
import { isReversed, isTwice, timeProblem } from '../../../src/shared/times.ts';

describe('a time that is typed into a form', () => {
  it('fault 55: exists in its zone, or is refused', () => {
    assert.equal(timeProblem('', 'UTC'), undefined);
    assert.equal(timeProblem('2026-02-30 10:00:00', 'UTC'), 'noTime');
    assert.equal(timeProblem('2018-11-04 00:00:00', 'America/Sao_Paulo'), 'skipped');
    assert.equal(timeProblem('2018-11-04 00:00:00', 'UTC'), undefined);
    assert.equal(timeProblem('2026-03-29 02:30:00', 'Europe/Berlin'), 'skipped');
    assert.ok(isTwice('2026-10-25 02:30:00', 'Europe/Berlin'));
    assert.ok(!isTwice('2026-10-25 02:30:00', 'America/Sao_Paulo'));
  });

  it('fault 56: is not before today where today is meant, around midnight and at both ends of the world', () => {
    const now = Date.parse('2026-03-20T11:30:00Z');
    const isRefused = (text: string, zone: string) => timeProblem(text, zone, { now }) === 'beforeToday';
    assert.ok(isRefused('2026-03-19 23:59:59', 'UTC'));
    assert.ok(!isRefused('2026-03-20 00:00:00', 'UTC'));
    assert.ok(!isRefused('2026-03-19 00:00:00', 'Etc/GMT+12'));
    assert.ok(isRefused('2026-03-19 00:00:00', 'Etc/GMT-12'));
    assert.ok(!isRefused('2026-03-20 00:00:00', 'Etc/GMT-12'));
    assert.ok(isRefused('2026-03-20 23:59:59', 'Pacific/Kiritimati'));
    assert.ok(!isRefused('2026-03-21 00:00:00', 'Pacific/Kiritimati'));
  });

  it('comes in its order', () => {
    assert.ok(isReversed('2026-03-20 10:00:00', '2026-03-20 09:59:59'));
    assert.ok(!isReversed('2026-03-20 10:00:00', ''));
    assert.ok(!isReversed('', '2026-03-20 10:00:00'));
  });
});
