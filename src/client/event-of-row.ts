// Whose a row is: the event that it says it belongs to.
import type { Dialect } from './dialect.ts';
import { aliases, idText, meantIn, namesOf, ownId, placeByPath, valueAt } from './fields.ts';
import { isObject } from './replies.ts';

const names = aliases('eventid');

export function eventOfRow(value: unknown, dialect: Dialect = {}): string | undefined {
  if (!isObject(value)) return undefined;
  const isId = (field: unknown) => idText(field) !== undefined;
  const place = placeByPath(value, dialect, 'eventId', isId);
  const key = meantIn(value, namesOf(dialect, 'eventId', names)).find((each) => isId(value[each]));
  if (place || key !== undefined) return idText(place ? valueAt(value, place) : value[key ?? '']);
  const { event } = value;
  return isObject(event) ? ownId(event) : idText(event);
}
