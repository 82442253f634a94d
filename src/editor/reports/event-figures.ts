// What the reports of an event say on its page: figures, and what was sold for each session. Pure.
import type { AmountUnit, Session } from '../../client/index.ts';
import type { EventContract, EventFigure, SessionCounts } from '../../protocol/event.ts';
import type { ResultOf } from '../../protocol/contract.ts';
import type { Report } from '../../protocol/report.ts';
import { valueText, type Writing } from '../../shared/report-values.ts';
import type { Translate } from '../reading/formats.ts';
import { borderoOf, soldPerItem, soldPerSession } from './bordero-figures.ts';
import { entriesPerSession, entryReportOf } from './entry-figures.ts';
import { asClock } from './report-reading.ts';

interface FigureTools {
  readonly t: Translate;
  readonly writing: Writing;
  readonly sessions: readonly Session[];
  /** Whether a session is yet to begin. */
  readonly isAhead: (session: Session) => boolean;
}

export function salesShown(reply: unknown, unit: AmountUnit | undefined, tools: FigureTools): ResultOf<EventContract, 'sales'> {
  const { t, writing, sessions } = tools;
  const report = borderoOf(reply, { t, currency: writing.currency, unit });
  return {
    sold: figureOf(report, 'sold', t('The bordero does not show how many were sold.'), tools),
    gross: { ...figureOf(report, 'gross', t('The bordero does not show it.'), tools), note: report.notes.join('\n') },
    sessions: countsOf(soldPerSession(reply), sessions),
    items: Object.fromEntries(soldPerItem(reply)),
  };
}

export function entriesShown(reply: unknown, tools: FigureTools): ResultOf<EventContract, 'entries'> {
  const { t, sessions } = tools;
  const report = entryReportOf(reply, { t });
  const counts = countsOf(entriesPerSession(reply), sessions);
  return {
    entered: {
      ...figureOf(report, 'entered', t('The entry report does not show how many came in.'), tools),
      note: rateNote(report, counts, tools),
    },
    sessions: counts,
  };
}

/** Nobody can have come to a session that is yet to begin: what was sold for it does not count, where the report says how many that are. */
function rateNote({ figures }: Report, counts: SessionCounts, { t, writing, sessions, isAhead }: FigureTools): string {
  const numberOf = (name: string) => figures.find(({ key }) => key === name)?.value;
  const [sold, entered] = [numberOf('sold'), numberOf('entered')];
  if (typeof sold !== 'number' || typeof entered !== 'number' || sold <= 0) return '';
  const rateText = (rate: number) => valueText(rate, 'rate', writing);
  // Guests are let in before a session begins.
  const ahead = sessions.filter((session) => isAhead(session) && !counts[session.id ?? '']?.entered);
  if (ahead.length === 0) return t('{0} of those sold', rateText(entered / sold));
  if (ahead.length === sessions.length && entered === 0) return t('no session has begun');
  const soldAhead = ahead.map(({ id = '' }) => counts[id]?.sold);
  const begun = sold - soldAhead.reduce<number>((sum, count = 0) => sum + count, 0);
  if (soldAhead.includes(undefined) || begun <= 0)
    return t('{0} of those sold, also for sessions yet to begin', rateText(entered / sold));
  return t('{0} of those sold for sessions that have begun', rateText(entered / begun));
}

function figureOf({ figures }: Report, key: string, why: string, { writing }: FigureTools): EventFigure {
  const found = figures.find((figure) => figure.key === key);
  return { value: typeof found?.value === 'number' ? valueText(found.value, found.kind, writing) : { why }, note: '' };
}

interface Counted {
  readonly id: string | undefined;
  readonly start: string | undefined;
  readonly sold?: number | undefined;
  readonly entered?: number | undefined;
}

/** By the ids of the event's own sessions: a report names a session by its id, or by when it is where no other is then. */
function countsOf(counted: readonly Counted[], sessions: readonly Session[]): SessionCounts {
  const byStart = Map.groupBy(sessions, ({ date, time }) => `${date ?? ''} ${time ?? ''}:00`);
  const idAt = (start: string | undefined) => {
    const then = byStart.get(asClock(start) ?? '') ?? [];
    return then.length === 1 ? then[0]?.id : undefined;
  };
  const known = new Set(sessions.map(({ id }) => id));
  const entries = counted.flatMap(({ id, start, sold, entered }) => {
    const own = known.has(id) ? id : idAt(start);
    const counts = { ...(sold === undefined ? {} : { sold }), ...(entered === undefined ? {} : { entered }) };
    return own === undefined ? [] : [[own, counts] as const];
  });
  return Object.fromEntries(entries);
}
