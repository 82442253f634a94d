import assert from 'node:assert/strict';
import { sessionsOf } from '../../../src/client/index.ts';

describe('the time of a session', () => {
  const times = (event: object, zone?: string) => sessionsOf(event, zone).map(({ id, date, time }) => [id, date, time]);
  const event = { id: 7, performances: [{ performanceId: 'prf_1', startsAt: '2026-12-04T01:00:00.000Z' }] };

  it('is that of the clock of the service where it is in UTC and the clock is known', () => {
    assert.deepEqual(times(event, 'America/Sao_Paulo'), [['prf_1', '2026-12-03', '22:00']]);
    assert.deepEqual(times({ ...event, performances: ['2026-12-04T01:00:00Z'] }, 'America/Sao_Paulo'), [
      [undefined, '2026-12-03', '22:00'],
    ]);
  });

  it('is as it is written where the clock is not known, or it has another offset: that of the place of the event', () => {
    assert.deepEqual(times(event), [['prf_1', '2026-12-04', '01:00']]);
    const there = { id: 7, sessions: [{ id: 1, date: '2026-12-04T18:00:00-04:00' }] };
    assert.deepEqual(times(there, 'America/Sao_Paulo'), [['1', '2026-12-04', '18:00']]);
  });
});
