// Who came in: the figures and series of an entry report of any shape.
import type { Translate } from '../../client/l10n.ts';
import type { Figure, Report, Section, Value, ValueKind } from '../../protocol/report.ts';
import { aliases, asId, asLine, asNumber, fieldIn, type Aliases, type JsonObject } from '../reading/fields.ts';
import {
  allOf,
  asClock,
  findReport,
  inGroups,
  inOrder,
  labelsOf,
  leftoverSections,
  mostly,
  namingWith,
  rowsIn,
  sectionOf,
  sumOf,
} from './report-reading.ts';
import type { FilledColumn, Naming, Ticket } from './report-reading.ts';

const soldAliases = aliases('soldcount sold soldtickets ticketssold totalsold salescount sales issued vendidos');
const enteredAliases = aliases(
  'checkedcount checked checkedin checkincount checkins entered enteredcount entries entrycount validated validatedcount validations',
);
const firstAliases = aliases('startedat firstentry firstentryat firstat firstcheckin');
const lastAliases = aliases('finishedat lastentry lastentryat lastat lastcheckin');
const hourListAliases = aliases('validationsperhour entriesperhour checkinsperhour perhour byhour hourly hours');
const typeListAliases = aliases(
  'validationspertype entriespertype checkinspertype pertype bytype peritem byitem types items tickets',
);
const sessionListAliases = aliases('sessions persession bysession entriespersession validationspersession dates');
const hourAliases = aliases('hour time datetime at date start startsat key label hora');
const countAliases = aliases('count total quantity value amount checked validations entries checkins');
const nameAliases = aliases('name title label type tickettype ticket item description');
const startAliases = aliases('startsat datetime startdate start date name label');
const idAliases = aliases('id itemid sessionid eventdateid typeid ticketid');

const known = {
  parts: allOf(hourListAliases, typeListAliases, sessionListAliases),
  values: allOf(soldAliases, enteredAliases, firstAliases, lastAliases),
};

interface EntryOptions {
  readonly t: Translate;
  /** Hours are counted from this clock time, `YYYY-MM-DD HH:MM:SS`, so that two sessions can be laid over each other. */
  readonly countFrom?: string | undefined;
  readonly naming?: Naming | undefined;
}

export function entryReportOf(reply: unknown, { t, countFrom, naming = namingWith() }: EntryOptions): Report {
  const { fields, around } = findReport(reply, known);
  const hours = fields.take(hourListAliases, readHours);
  const types = fields.take(typeListAliases, (list) => readTypes(list, naming));
  const sessions = fields.take(sessionListAliases, (list) => readEntries(list, startAliases));
  const sum = (part: 'sold' | 'entered') => sumOf((types ?? sessions ?? []).map((row) => row[part]));
  const sold = fields.take(soldAliases, asNumber) ?? sum('sold');
  const entered = fields.take(enteredAliases, asNumber) ?? sum('entered') ?? sumOf((hours ?? []).map(({ count }) => count));
  const rate = sold !== undefined && entered !== undefined && sold > 0 ? entered / sold : undefined;
  return {
    figures: [
      ...figure('sold', t('Sold'), 'count', sold),
      ...figure('entered', t('Entered'), 'count', entered),
      ...figure('rate', t('Entry rate'), 'rate', rate),
      ...figure('first', t('First entry'), 'time', fields.take(firstAliases, asClock)),
      ...figure('last', t('Last entry'), 'time', fields.take(lastAliases, asClock)),
    ],
    sections: [
      ...(hours ? [hourSection(hours, t, countFrom)] : []),
      ...(types ? [entrySection('perType', t('Entries per ticket type'), t('Ticket type'), types, t, naming.sharing)] : []),
      ...(sessions && sessions.length > 1
        ? [entrySection('perSession', t('Entries per session'), t('Session'), sessions, t)]
        : []),
      ...leftoverSections([withoutNothing(fields.left), around], t),
    ],
    notes: [],
  };
}

/** How many were sold for each session that the reply names, and how many of them came in. */
export function entriesPerSession(reply: unknown) {
  const sessions = findReport(reply, known).fields.take(sessionListAliases, (list) => readEntries(list, startAliases)) ?? [];
  return sessions.map(({ name, id, sold, entered }) => ({ id, start: name, sold, entered }));
}

function figure(key: string, name: string, kind: ValueKind, value: Value | undefined): Figure[] {
  return value === undefined ? [] : [{ key, name, kind, value }];
}

/** A `started_at: null` says that nobody came yet, which the figures say already. */
function withoutNothing(left: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(left).filter(([, value]) => value !== null && value !== undefined));
}

interface Hour {
  readonly label: string | undefined;
  readonly count: number | undefined;
}

function readHours(list: unknown): Hour[] | undefined {
  const rows = rowsIn(list, 'hour', 'count')?.map((row) => ({
    label: fieldIn(row, hourAliases, asLine),
    count: fieldIn(row, countAliases, asNumber),
  }));
  return rows && mostly(rows, ({ label, count }) => label !== undefined && count !== undefined) ? rows : undefined;
}

/** The entries of a ticket type, or of a session. */
interface Entries extends Ticket {
  readonly sold: number | undefined;
  readonly entered: number | undefined;
}

function readEntries(list: unknown, names: Aliases): Entries[] | undefined {
  const rows = rowsIn(list, 'name', 'checked')?.map((row) => ({
    name: fieldIn(row, names, asLine),
    id: fieldIn(row, idAliases, asId),
    sold: fieldIn(row, soldAliases, asNumber),
    entered: fieldIn(row, enteredAliases, asNumber) ?? fieldIn(row, countAliases, asNumber),
  }));
  const isReadable = ({ name, id, sold, entered }: Entries) => (name ?? id) !== undefined && (sold ?? entered) !== undefined;
  return rows && mostly(rows, isReadable) ? rows : undefined;
}

function readTypes(list: unknown, naming: Naming): Entries[] | undefined {
  const rows = readEntries(list, nameAliases);
  return rows && inOrder(inGroups(rows, naming), naming);
}

function hourSection(hours: readonly Hour[], t: Translate, countFrom: string | undefined): Section {
  const { kind, rows } = hourRows(hours, countFrom);
  const isFromStart = kind === 'offset';
  const name = isFromStart ? t('Hours from the start') : t('Hour');
  return {
    key: 'perHour',
    title: isFromStart ? t('Entries per hour, before (-) and after (+) the start') : t('Entries per hour'),
    columns: [
      { name, kind },
      { name: t('Entered'), kind: 'count' },
    ],
    rows,
    chart: { columns: [1], isTime: true },
  };
}

const hourLength = 3_600_000;
/** A longer gap is between two days rather than between two people. */
const maxGap = 12;

/** In the order of time. An hour in which nobody came is missing in the reply, and is not to be missed in the picture. */
function hourRows(hours: readonly Hour[], countFrom: string | undefined): { kind: ValueKind; rows: Value[][] } {
  const clocks = hours.map(({ label, count }) => ({ clock: asClock(label), count }));
  if (hours.length === 0 || clocks.some(({ clock }) => clock === undefined))
    return { kind: 'text', rows: hours.map(({ label, count }) => [label ?? null, count ?? null]) };
  const counts = new Map<number, number | null>();
  for (const { clock, count } of clocks) {
    const moment = momentOf(clock ?? '');
    counts.set(moment, count === undefined ? (counts.get(moment) ?? null) : (counts.get(moment) ?? 0) + count);
  }
  const filled = withGaps([...counts].sort(([one], [other]) => one - other));
  if (countFrom === undefined) return { kind: 'time', rows: filled.map(([moment, count]) => [clockOf(moment), count]) };
  const start = momentOf(countFrom);
  return { kind: 'offset', rows: filled.map(([moment, count]) => [(moment - start) / hourLength, count]) };
}

function withGaps(counts: readonly (readonly [number, number | null])[]): (readonly [number, number | null])[] {
  return counts.flatMap((entry, index) => {
    const before = counts[index - 1]?.[0] ?? entry[0];
    const missing = (entry[0] - before) / hourLength - 1;
    if (!Number.isInteger(missing) || missing < 1 || missing > maxGap) return [entry];
    const empty = Array.from({ length: missing }, (_, hour) => [before + (hour + 1) * hourLength, 0] as const);
    return [...empty, entry];
  });
}

/** All clocks of a report are of one place, so they can be compared as if it never changed its time. */
function momentOf(clock: string): number {
  return Date.parse(`${clock.replace(' ', 'T')}Z`);
}

function clockOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 19).replace('T', ' ');
}

function entrySection(
  key: string,
  title: string,
  first: string,
  rows: readonly Entries[],
  t: Translate,
  sharing?: ReadonlySet<string>,
): Section {
  const hasSold = rows.some(({ sold }) => sold !== undefined);
  const hasEntered = !hasSold || rows.some(({ entered }) => entered !== undefined);
  const rateOf = ({ sold, entered }: Entries) => (sold && entered !== undefined ? entered / sold : null);
  const columns: FilledColumn[] = [{ name: first, ...labelsOf(rows, sharing) }];
  if (hasSold) columns.push({ name: t('Sold'), kind: 'count', values: rows.map(({ sold }) => sold) });
  if (hasEntered) columns.push({ name: t('Entered'), kind: 'count', values: rows.map(({ entered }) => entered) });
  if (hasSold && hasEntered) columns.push({ name: t('Entry rate'), kind: 'rate', values: rows.map(rateOf) });
  // What came in is what the report is about; what was sold stands beside it.
  return sectionOf(key, title, columns, { columns: hasSold && hasEntered ? [2, 1] : [1], isTime: false });
}
