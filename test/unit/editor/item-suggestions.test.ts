import assert from 'node:assert/strict';
import type { Row } from '../../../src/client/index.ts';
import { lastBegin, suggestionFor } from '../../../src/editor/forms/item-suggestions.ts';
import { rowsOf } from '../../../src/shared/typed-fields.ts';
import { localDialect } from './dialects.ts';

const format = { language: 'pt-BR', dialect: localDialect };
const now = Date.parse('2026-11-18T12:00:00Z');

function row(start: string, finish: string, more: object = {}): Row {
  const value = { id: 1, name: '1º lote', type: 'Ticket', salePeriods: [{ appCategoryId: 7, start, finish, available: 40 }] };
  return { id: '1', label: '1º lote', value: { ...value, ...more } };
}

const sessionAt = (datetime: string, id = 5) => ({ id, datetime });
const suggested = (source: Row, sessionId?: string, lastSession?: string) =>
  rowsOf(
    suggestionFor([source], sessionId === undefined ? { itemId: '1' } : { sessionId }, format, now, lastSession)?.fields ?? [],
    'salePeriods',
  ).map(({ texts: { start, finish } }) => [start, finish]);

describe('the sale period that is suggested for a new item', () => {
  const eventDates = [sessionAt('2026-12-04T20:00:00')];

  it('is that of the item beside it where it ends by the session', () => {
    const source = row('2026-11-01 10:00:00', '2026-12-04 22:00:00', { eventDates });
    assert.deepEqual(suggested(source), [['2026-11-01 10:00:00', '2026-12-04 22:00:00']]);
  });

  it('has no end where that is long after the session began', () => {
    assert.deepEqual(suggested(row('2026-12-04 00:00:00', '2026-12-20 23:59:59', { eventDates })), [['2026-12-04 00:00:00', '']]);
  });

  it('has no times where it would begin after the session did', () => {
    assert.deepEqual(suggested(row('2026-12-04 20:00:00', '2026-12-04 23:00:00', { eventDates })), [['', '']]);
  });

  it('is measured by the session that it was asked for at, of those that the item is for', () => {
    const both = [sessionAt('2026-12-04T20:00:00', 5), sessionAt('2026-12-12T20:00:00', 6)];
    const source = row('2026-12-05 10:00:00', '2026-12-12 20:00:00', { eventDates: both });
    assert.deepEqual(suggested(source, '6'), [['2026-12-05 10:00:00', '2026-12-12 20:00:00']]);
    assert.deepEqual(suggested(source, '5'), [['', '']]);
  });

  it('is measured by the last session of the event where the item is at none, and by nothing where none is known', () => {
    const source = row('2026-12-01 10:00:00', '2026-12-20 20:00:00', { eventDates: [] });
    assert.deepEqual(suggested(source, undefined, '2026-12-12 20:00:00'), [['2026-12-01 10:00:00', '']]);
    assert.deepEqual(suggested(source), [['2026-12-01 10:00:00', '2026-12-20 20:00:00']]);
  });

  it('takes a day without a time to begin as late as it can, and nothing that is no day', () => {
    assert.equal(lastBegin({ sessions: [{ id: 1, date: '2026-12-04' }] }, undefined), '2026-12-04 23:59:00');
    assert.equal(lastBegin({ name: 'Evento', sessions: [{ id: 1, date: 'soon' }] }, undefined), undefined);
  });
});
