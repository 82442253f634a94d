// Who bought what: how many of each ticket, when, through which channel, and when they came in.
import { hour } from './clock.ts';
import type { Session, SampleTicket } from './items.ts';
import type { Random } from './random.ts';

type Status = 'approved' | 'pending' | 'cancelled';

/** A ticket with its figures: what there was and what was sold. */
export interface Stock {
  readonly ticket: SampleTicket;
  readonly quantity: number;
  readonly approved: number;
}

export interface Sale<S extends Stock = Stock> {
  readonly stock: S;
  readonly session: Session;
  readonly status: Status;
  readonly channel: string;
  readonly soldAt: number;
  readonly checkedAt: number | null;
}

const approvedShare = 0.92;

function hasOpened({ start }: SampleTicket, today: number): boolean {
  return start + hour < today;
}

/** Shares the sales out among the tickets on sale; what is sold out had just that many. */
export function shareOut(tickets: readonly SampleTicket[], sales: number, today: number): Stock[] {
  const weightOf = (ticket: SampleTicket): number => (hasOpened(ticket, today) ? ticket.weight : 0);
  const total = tickets.reduce((sum, ticket) => sum + weightOf(ticket), 0);
  // One each is set aside, because nothing sells out without a sale.
  const spare = Math.max(0, Math.floor(sales * approvedShare) - tickets.filter(({ soldOut }) => soldOut).length);
  return tickets.map((ticket) => {
    const share = total > 0 ? Math.floor((spare * weightOf(ticket)) / total) : 0;
    if (!ticket.soldOut)
      return { ticket, approved: share, quantity: Math.max(ticket.quantity, Math.ceil((share + 20) / 10) * 10) };
    const approved = share < 10 ? share + 1 : share - (share % 5);
    return { ticket, approved, quantity: approved };
  });
}

/** All sales of a show in the order in which they were made, at most as many as asked for. */
export function makeSales<S extends Stock>(stocks: readonly S[], sales: number, today: number, random: Random): Sale<S>[] {
  const approved = stocks.flatMap((stock) =>
    Array.from({ length: stock.approved }, () => makeSale(stock, 'approved', today, random)),
  );
  const opened = stocks.filter(({ ticket }) => hasOpened(ticket, today));
  const left = Math.min(sales - approved.length, Math.ceil(approved.length * (1 - approvedShare)));
  const failed = Array.from({ length: opened.length > 0 ? Math.max(0, left) : 0 }, () => {
    const stock = random.pick(opened);
    const waits = !stock.ticket.soldOut && stock.ticket.finish > today && random.chance(0.4);
    return makeSale(stock, waits ? 'pending' : 'cancelled', today, random);
  });
  return [...approved, ...failed].sort((one, other) => one.soldAt - other.soldAt);
}

function makeSale<S extends Stock>(stock: S, status: Status, today: number, random: Random): Sale<S> {
  const { ticket } = stock;
  const session = random.pick(ticket.sessions.filter(({ startsAt }) => startsAt > ticket.start + hour));
  const soldAt = sellingTime(ticket, session, status, today, random);
  const comes = status === 'approved' && random.chance(0.85);
  const checkedAt = comes ? entryTime(session, soldAt, today, random) : null;
  return { stock, session, status, channel: channelOf(ticket, random), soldAt, checkedAt };
}

function channelOf({ boxOffice }: SampleTicket, random: Random): string {
  if (boxOffice && random.chance(0.25)) return 'box office';
  return random.chance(0.65) ? 'web' : 'app';
}

/** While the ticket was on sale, before the session and before today; a payment that waits is not old. */
function sellingTime(ticket: SampleTicket, session: Session, status: Status, today: number, random: Random): number {
  const end = Math.min(ticket.finish, session.startsAt - hour / 2, today) - 1;
  const start = status === 'pending' ? Math.max(ticket.start, end - 48 * hour) : ticket.start;
  // Many buy at once and many at the last moment.
  const part = random.chance(0.5) ? random.next() ** 2 : 1 - random.next() ** 2;
  const time = start + Math.floor((end - start) * part);
  // Few buy at four in the morning.
  const atNight = Math.floor(time / hour) % 24 < 7;
  return atNight && time + 9 * hour < end ? time + 9 * hour : time;
}

/** People come around the start, most a little before it; nobody comes to what is still ahead. */
function entryTime({ startsAt }: Session, soldAt: number, today: number, random: Random): number | null {
  if (startsAt >= today) return null;
  const time = Math.max(startsAt + Math.round((random.bell() * 35 - 15) * 60), soldAt + 60);
  return time < today ? time : null;
}
