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
  const { t, writing, sessions } = tools;
  const report = entryReportOf(reply, { t });
  const rate = report.figures.find(({ key }) => key === 'rate')?.value;
  return {
    entered: {
      ...figureOf(report, 'entered', t('The entry report does not show how many came in.'), tools),
      note: typeof rate === 'number' ? t('{0} of those sold', valueText(rate, 'rate', writing)) : '',
    },
    sessions: countsOf(entriesPerSession(reply), sessions),
  };
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
