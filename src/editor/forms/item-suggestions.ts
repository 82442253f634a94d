// What a new item is likely to have: taken from the items that it will stand beside. The person sees all of it before anything is sent.
import { centsOf, clockIn, isDateTime, sessionsOf, type Row } from '../../client/index.ts';
import { idText } from '../../client/fields.ts';
import type { ItemSuggestion } from '../../protocol/item.ts';
import type { TypedField } from '../../protocol/record-form.ts';
import { fieldsOfRow, rowsOf, textIn, type TypedRow } from '../../shared/typed-fields.ts';
import { isCalledGroup, parentsOf } from '../../records/item-groups.ts';
import { isFields, readRecord, type Fields } from '../../records/index.ts';
import { knownOf, typedFieldsOf, type FormatContext } from './record-texts.ts';

/** The row from which a new item was asked for. */
export interface StartedAt {
  readonly itemId?: string | undefined;
  readonly sessionId?: string | undefined;
}

interface Sibling {
  readonly label: string;
  readonly value: Fields;
  readonly form: readonly TypedField[];
}

/** The groups that an item stands in, from the event on; `parent`: what the item says of it. */
export function groupsAround(rows: readonly Row[], id: string | undefined, parent: string): { value: string; label: string }[] {
  const parents = parentsOf(rows);
  const labels = new Map(rows.map((row) => [row.id, row.label]));
  const found: { value: string; label: string }[] = [];
  const isNew = (group: string) => group !== id && found.every(({ value }) => value !== group);
  for (
    let group = parent === '' ? parents.get(id ?? '') : parent;
    group !== undefined && isNew(group);
    group = parents.get(group)
  )
    found.unshift({ value: group, label: labels.get(group) ?? group });
  return found;
}

/** `lastSession`: when the last session of the event begins, where that is known. */
export function suggestionFor(
  rows: readonly Row[],
  { itemId, sessionId }: StartedAt,
  format: FormatContext,
  now: number,
  lastSession?: string,
): ItemSuggestion | undefined {
  const parents = parentsOf(rows);
  const holders = new Set(parents.values());
  const isGroup = ({ id = '', value }: Row) => holders.has(id) || isCalledGroup(value);
  const started = rows.find(({ id }) => id !== undefined && id === itemId);
  const group = started && (isGroup(started) ? started.id : parents.get(started.id ?? ''));
  const isBeside = ({ id = '', value }: Row) => {
    if (sessionId !== undefined) return isAtSession(value, sessionId);
    return started === undefined || parents.get(id) === group;
  };
  const beside = rows.filter((row) => !isGroup(row) && isBeside(row));
  const siblings = beside.flatMap(({ label, value }) =>
    isFields(value) ? [{ label, value, form: typedFieldsOf(readRecord('item', value, format.dialect), format) }] : [],
  );
  const groups = new Set(beside.map(({ id = '' }) => parents.get(id)));
  const parent = sessionId !== undefined && groups.size === 1 ? [...groups][0] : group;
  const same = siblings[beside.findIndex(({ id }) => id === itemId)];
  const source = same ?? lastOnSale(siblings) ?? siblings.at(-1);
  const own = (name: string, text: string): TypedField => ({ section: 'data', key: '', name, text });
  const noFees = { feeSale: '', feeProducer: '' };
  if (!source) return parent === undefined ? undefined : { from: '', fields: [own('parent', parent)], fees: noFees };
  const from = source.label;
  const type = own('type', textIn(source.form, 'type'));
  // An event alone says nothing of where an item will stand, so not with which prices and when it is sold.
  if (started === undefined && sessionId === undefined) return { from, fields: [type], fees: noFees };
  const areFeesKnown = knownOf(readRecord('item', {}, format.dialect), format).fees === 'money';
  const fee = (name: 'feeSale' | 'feeProducer') => (areFeesKnown && isFree(siblings, name) ? '0' : '');
  const begin = lastBegin({ sessions: source.value.eventDates }, format.dialect.clock, sessionId) ?? lastSession;
  const periods = periodsLike(source, format, now, begin).flatMap((period) => fieldsOfRow('salePeriods', period));
  const fees = { feeSale: fee('feeSale'), feeProducer: fee('feeProducer') };
  return { from, fields: [type, own('parent', parent ?? ''), ...periods], fees };
}

function isAtSession(value: unknown, sessionId: string): boolean {
  const dates = isFields(value) ? value.eventDates : undefined;
  return Array.isArray(dates) && (dates as unknown[]).some((date) => isFields(date) && idText(date.id) === sessionId);
}

function isFree(siblings: readonly Sibling[], name: 'feeSale' | 'feeProducer'): boolean {
  const fees = siblings.map(({ form }) => textIn(form, name)).filter((text) => text !== '');
  return fees.length > 0 && fees.every((text) => centsOf(text, 'decimals') === 0);
}

/** When its sale ends; empty where no period of it is whole. */
function endOf({ form }: Sibling): string {
  const ends = rowsOf(form, 'salePeriods').flatMap(({ texts: { start = '', finish = '' } }) =>
    isDateTime(start) && isDateTime(finish) ? [finish] : [],
  );
  return ends.sort().at(-1) ?? '';
}

/** The one whose sale ends last. */
function lastOnSale(siblings: readonly Sibling[]): Sibling | undefined {
  const ended = siblings.filter((sibling) => endOf(sibling) !== '');
  return ended.toSorted((one, other) => (endOf(one) < endOf(other) ? -1 : 1)).at(-1);
}

/** When the last session of an event begins, or the one that is meant, by the service's clock. */
export function lastBegin(event: unknown, clock: string | undefined, sessionId?: string): string | undefined {
  const all = sessionsOf(event, clock);
  const meant = all.filter(({ id }) => id === sessionId);
  // A day without a time may begin as late as it ends.
  const begins = (meant.length > 0 ? meant : all).map(({ date, time = '23:59' }) => `${date} ${time}:00`);
  return begins.filter(isDateTime).sort().at(-1);
}

/** People come in for a while after a session has begun, and no service says for how long. */
function dayAfter(time: string): string {
  return new Date(Date.parse(`${time.replace(' ', 'T')}Z`) + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Its sale periods, without the times that would be wrong: those that are over, and those after the session that begins at `begin`. */
function periodsLike({ form }: Sibling, { dialect }: FormatContext, now: number, begin: string | undefined): TypedRow[] {
  const present = clockIn(dialect.clock ?? 'UTC', now);
  const isBefore = (time: string, end = begin) => end === undefined || time < end;
  const last = begin && dayAfter(begin);
  return rowsOf(form, 'salePeriods').map(({ row, texts, ...period }) => {
    const { start = '', finish = '' } = texts;
    const isAhead = isDateTime(start) && isDateTime(finish) && finish > present && isBefore(start);
    const times = { start: isAhead ? start : '', finish: isAhead && isBefore(finish, last) ? finish : '' };
    return { ...period, row: `suggested-${row}`, isNew: true, texts: { ...texts, ...times } };
  });
}
