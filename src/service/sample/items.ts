// The tickets of a show: their groups, lots, prices and the time in which they are sold.
import { day, hour } from './clock.ts';
import type { Random } from './random.ts';
import type { Show } from './show.ts';

export interface Session {
  readonly id: number;
  readonly startsAt: number;
}

/** A ticket before it has an id and a time of sale. */
interface TicketDraft {
  readonly group?: string;
  readonly name: string;
  readonly description: string;
  readonly price: number;
  readonly quantity: number;
  readonly sessions: readonly Session[];
  readonly hidden?: true;
  /** Its place among the lots of its group, and how many these are. */
  readonly lot?: readonly [index: number, count: number];
  /** How well it sells beside the others. */
  readonly weight: number;
}

export interface SampleTicket extends TicketDraft {
  readonly start: number;
  readonly finish: number;
  readonly soldOut: boolean;
  readonly boxOffice: boolean;
}

/** A ticket, or a group with its tickets in order. */
interface Branch {
  readonly group?: string;
  readonly tickets: readonly SampleTicket[];
}

const weekdays = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'];

function dayName({ startsAt }: Session): string {
  const date = new Date(startsAt * 1000);
  const number = (value: number): string => String(value).padStart(2, '0');
  return `${weekdays[date.getUTCDay()] ?? ''} ${number(date.getUTCDate())}/${number(date.getUTCMonth() + 1)}`;
}

/** Each lot costs a quarter of the first one's price more than the one before, in whole reais. */
function lots(group: string, price: number, quantity: number, count: number, sessions: readonly Session[]): TicketDraft[] {
  return Array.from({ length: count }, (_, index) => ({
    group,
    name: `${index + 1}º lote`,
    description: index === 0 ? 'Preço de lançamento' : '',
    price: Math.round((price * (1 + index / 4)) / 100) * 100,
    quantity,
    sessions,
    lot: [index, count],
    weight: 3 - index * 0.6,
  }));
}

function halves(group: string, price: number, quantity: number, sessions: readonly Session[]): TicketDraft[] {
  const half = 'Estudantes, idosos, professores e pessoas com deficiência, com documento';
  return [
    { group, name: 'Inteira', description: '', price, quantity, sessions, weight: 2 },
    { group, name: 'Meia-entrada', description: half, price: Math.round(price / 2), quantity, sessions, weight: 2 },
  ];
}

function single(name: string, price: number, quantity: number, sessions: readonly Session[], weight = 2): TicketDraft {
  return { name, description: '', price, quantity, sessions, weight };
}

function byDays({ price }: Show, sessions: readonly Session[]): TicketDraft[] {
  const daily = sessions.flatMap((session) => lots(`Pista – ${dayName(session)}`, price, 60, 3, [session]));
  const boxes = sessions.map((session) => single(`Camarote – ${dayName(session)}`, price * 3, 16, [session], 0.5));
  return [...daily, ...boxes, ...lots(`Passaporte ${sessions.length} dias`, price * 2, 50, 2, sessions)];
}

function drafts(show: Show, sessions: readonly Session[]): TicketDraft[] {
  const { price } = show;
  switch (show.tree) {
    case 'days':
      return byDays(show, sessions);
    case 'seats':
      return [
        ...halves('Plateia', price, 120 * sessions.length, sessions),
        ...halves('Balcão', Math.round(price * 0.6), 60 * sessions.length, sessions),
        single('Espaço acessível', Math.round(price / 2), 6 * sessions.length, sessions, 0.2),
      ];
    case 'plain':
      return [
        single('Inscrição', price, 200, sessions),
        single('Inscrição + certificado', price + 2500, 80, sessions, 1),
        single('Inscrição "em dupla" <2 pessoas>', Math.round(price * 1.8), 40, sessions, 0.7),
      ];
    case 'free':
      return [single('Entrada gratuita', 0, 300, sessions), single('Acompanhante', 0, 100, sessions, 0.6)];
    default:
      return [...lots('Pista', price, 120, 3, sessions), ...lots('Camarote', price * 2.5, 40, 2, sessions)];
  }
}

function guests(sessions: readonly Session[]): TicketDraft[] {
  const common = { group: 'Convidados', sessions, hidden: true, price: 0 } as const;
  return [
    { ...common, name: 'Cortesia', description: 'Só com senha', quantity: 40, weight: 0.4 },
    { ...common, name: 'Lista amiga', description: 'Só com senha', quantity: 60, weight: 0.4 },
  ];
}

interface Span {
  readonly open: number;
  readonly close: number;
}

/** From when to when a show's tickets are sold. */
export function saleSpan(show: Show, sessions: readonly Session[], today: number, random: Random): Span {
  const starts = sessions.map(({ startsAt }) => startsAt);
  const close = Math.max(...starts);
  const morning = today + 10 * hour;
  if (show.sale === 'soon' || show.status === 'draft') return { open: morning + random.between(2, 12) * day, close };
  if (show.sale === 'over') return { open: morning - random.between(40, 60) * day, close: morning - random.between(2, 6) * day };
  const opened = morning - random.between(8, 30) * day;
  return { open: Math.min(morning + Math.floor((Math.min(...starts) - today) / day - 45) * day, opened), close };
}

/** When one ticket is sold: all the time, or its lot's part of it. */
function ticketSpan({ lot, sessions }: TicketDraft, span: Span, soldOut: boolean, today: number): Span {
  const last = Math.min(span.close, Math.max(...sessions.map(({ startsAt }) => startsAt)));
  if (!lot) return { open: span.open, close: last };
  const [index, count] = lot;
  // What has sold out was all on sale, its last lot too.
  const end = soldOut ? Math.min(last, today - day) : last;
  // One lot gives way to the next at midnight.
  const edge = (part: number): number => Math.floor((span.open + ((end - span.open) * part) / count) / day) * day;
  return { open: index === 0 ? span.open : edge(index), close: index + 1 === count ? last : edge(index + 1) };
}

function isSoldOut({ soldOut }: Show, all: readonly Session[], own: readonly Session[]): boolean {
  if (typeof soldOut !== 'number') return soldOut === 'all';
  return own.some(({ id }) => id === all[soldOut]?.id);
}

export function planTickets(show: Show, sessions: readonly Session[], span: Span, today: number, random: Random): SampleTicket[] {
  // Guests of a show with one full day come on another, or nothing would be left for them.
  const welcoming = typeof show.soldOut === 'number' ? sessions.slice(0, 1) : sessions;
  const all = [...drafts(show, sessions), ...(show.passkeys ? guests(welcoming) : [])];
  return all.map((draft) => {
    const wholly = isSoldOut(show, sessions, draft.sessions);
    const { open: start, close: finish } = ticketSpan(draft, span, wholly, today);
    const isLast = draft.lot === undefined || draft.lot[0] + 1 === draft.lot[1];
    const gone = random.chance(0.6) && !isLast && finish < today;
    const boxOffice = !draft.hidden && random.chance(0.45);
    const weight = draft.weight * (0.6 + random.next() * 0.8);
    return { ...draft, weight, start, finish, soldOut: wholly || gone, boxOffice };
  });
}

/** The tickets under their groups, in the order in which they were planned. */
export function branchesOf(tickets: readonly SampleTicket[]): Branch[] {
  const branches: { group?: string; tickets: SampleTicket[] }[] = [];
  for (const ticket of tickets) {
    const last = branches.at(-1);
    if (last && ticket.group !== undefined && last.group === ticket.group) last.tickets.push(ticket);
    else branches.push({ ...(ticket.group !== undefined && { group: ticket.group }), tickets: [ticket] });
  }
  return branches;
}
