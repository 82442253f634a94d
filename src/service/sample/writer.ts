// Writes the sample's events one by one, with all that belongs to each.
import type { Database, SqlValue } from '../database.ts';
import { day, hour, stamp } from './clock.ts';
import { describe, factsOf, kinds } from './facts.ts';
import { branchesOf, planTickets, saleSpan, type Session, type SampleTicket } from './items.ts';
import { codeOf, Random } from './random.ts';
import { makeSales, shareOut, type Sale, type Stock } from './sales.ts';
import { categories, startsOf, statusOf, type Category, type Listed, type Show } from './show.ts';
import { concerts, festivals, theatre } from './shows-arts.ts';
import { courses, parties, sports } from './shows-leisure.ts';
import { organizers, passkeyNames, roles, somebody, venues } from './texts.ts';

const codesPerEvent = 400;
const salesOfCopy = 20;
const venueKeys = Object.keys(venues);

const listed: Record<Category, readonly Listed[]> = { festivals, theatre, concerts, sports, courses, parties };

/** The forty shows, in turn from every category, so that any stretch of the list has some of each. */
const shows: readonly Show[] = Array.from({ length: 9 }, (_, turn) =>
  categories.flatMap((category) => (listed[category][turn] ? [{ ...listed[category][turn], category }] : [])),
).flat();

interface Item extends Stock {
  readonly id: number;
}

interface WritePlan {
  readonly id: number;
  readonly show: Show;
  /** 0 for the show itself, then its repetitions in a bigger sample. */
  readonly copy: number;
  readonly random: Random;
  readonly sessions: readonly Session[];
}

export class Writer {
  readonly #database: Database;
  readonly #seed: number;
  readonly #today: number;
  // Every table counts from elsewhere, so that an id used for the wrong thing finds nothing.
  readonly #last = {
    event: 1000,
    session: 20_000,
    item: 300_000,
    passkey: 700_000,
    crew: 800_000,
    code: 2_000_000,
    sale: 9_000_000,
  };

  constructor(database: Database, seed: number, today: number) {
    this.#database = database;
    this.#seed = seed;
    this.#today = today;
  }

  writeEvent(number: number): void {
    const show = shows[number % shows.length];
    if (!show) throw new Error('There is no show to write.');
    const copy = Math.floor(number / shows.length);
    const random = new Random(this.#seed, number);
    const starts = startsOf(show, copy, this.#today, random);
    const sessions = starts.map((startsAt) => ({ id: ++this.#last.session, startsAt }));
    const plan = { id: ++this.#last.event, show, copy, random, sessions };
    this.#writeShow(plan);
    this.#writeSessions(plan);
    this.#writeCrew(plan);
    this.#writeStock(plan);
  }

  #run(sql: string, ...values: SqlValue[]): void {
    this.#database.run(sql, ...values);
  }

  #writeShow({ id, show, copy, random, sessions }: WritePlan): void {
    const venue = venues[show.venue];
    const organizer = random.pick(organizers);
    const link = copy === 0 ? show.link : `${show.link}-${copy + 1}`;
    const coming = sessions.some(({ startsAt }) => startsAt >= this.#today);
    this.#run(
      'INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[id, link, copy === 0 ? show.title : `${show.title} #${copy + 1}`, describe(show, venue), kinds[show.category]],
      ...[show.category, show.status ?? 'published', Number(coming && show.status !== 'draft' && show.sale !== 'over')],
      ...[`https://images.example.com/posters/${link}.jpg`, copy === 0 ? (show.featured ?? 0) : 0],
      ...[copy === 0 ? (show.section ?? null) : null, 501 + organizers.indexOf(organizer), venue.timezone],
      ...[41 + venueKeys.indexOf(show.venue), venue.name, venue.street, venue.city, venue.state, venue.country],
      ...[venue.latitude, venue.longitude, JSON.stringify(factsOf(show, organizer, random))],
    );
  }

  #writeSessions({ id: eventId, show, sessions }: WritePlan): void {
    for (const [index, { id, startsAt }] of sessions.entries()) {
      const status = statusOf(show, index, startsAt, this.#today);
      this.#run('INSERT INTO sessions VALUES (?, ?, ?, ?)', id, eventId, stamp(startsAt), status);
    }
  }

  #writeCrew({ id, random }: WritePlan): void {
    const people = new Map<string, string>();
    for (const count = random.between(3, roles.length); people.size < count;) {
      const { name, email } = somebody(random);
      people.set(email, name);
    }
    for (const [index, [email, name]] of [...people].entries()) {
      const role = roles[index] ?? null;
      this.#run('INSERT INTO crew VALUES (?, ?, ?, ?, ?)', ++this.#last.crew, id, name, email, role);
    }
  }

  #writeStock(plan: WritePlan): void {
    const { show, copy, random, sessions } = plan;
    const wished = Math.min(300, Math.round(show.sales * (0.85 + random.next() * 0.3)));
    const sales = copy === 0 ? wished : Math.min(wished, random.between(5, salesOfCopy));
    const span = saleSpan(show, sessions, this.#today, random);
    const tickets = planTickets(show, sessions, span, this.#today, random);
    const items = this.#writeItems(plan, shareOut(tickets, sales, this.#today));
    this.#writeTriggers(items);
    if (show.passkeys) this.#writePasskeys(plan, show.passkeys, items);
    if (show.codes) this.#writeCodes(plan, items);
    for (const sale of makeSales(items, sales, this.#today, random)) this.#writeSale(plan, sale);
  }

  #writeItems(plan: WritePlan, stocks: readonly Stock[]): Item[] {
    const stockOf = new Map(stocks.map((stock) => [stock.ticket, stock]));
    const distribution = plan.random.pick([100, 100, 100, 50, 0]);
    const items: Item[] = [];
    for (const [branch, { group, tickets }] of branchesOf(stocks.map(({ ticket }) => ticket)).entries()) {
      const parent = group === undefined ? null : this.#writeGroup(plan, group, branch + 1, tickets);
      for (const [index, ticket] of tickets.entries()) {
        const stock = stockOf.get(ticket);
        if (stock) items.push(this.#writeTicket(plan, stock, parent, (parent === null ? branch : index) + 1, distribution));
      }
    }
    return items;
  }

  /** A group has no values, sale periods or sessions of its own: its tickets have them. */
  #writeGroup({ id: eventId }: WritePlan, name: string, position: number, tickets: readonly SampleTicket[]): number {
    const hidden = Number(tickets.every((ticket) => ticket.hidden));
    const sql = "INSERT INTO items (id, event_id, type, name, hidden, position) VALUES (?, ?, 'Group', ?, ?, ?)";
    this.#run(sql, ++this.#last.item, eventId, name, hidden, position);
    return this.#last.item;
  }

  #writeTicket(
    { id: eventId, random }: WritePlan,
    stock: Stock,
    parent: number | null,
    position: number,
    distribution: number,
  ): Item {
    const { ticket, quantity } = stock;
    const id = ++this.#last.item;
    const { feeSale, feeProducer } = feesOf(ticket.price, distribution);
    this.#run(
      `INSERT INTO items (id, event_id, parent_id, name, description, quantity, hidden, position, price, fee_sale, fee_producer,
        tax_distribution) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, eventId, parent, ticket.name, ticket.description, quantity, Number(ticket.hidden ?? false), position],
      ...[ticket.price, feeSale, feeProducer, distribution],
    );
    for (const session of ticket.sessions) this.#run('INSERT INTO item_sessions VALUES (?, ?)', id, session.id);
    this.#writePeriods(id, stock);
    this.#writeAttributes(id, random);
    return { ...stock, id };
  }

  /** What is left is shared out: a ticket that the box office has is not on the web. */
  #writePeriods(id: number, { ticket, quantity, approved }: Stock): void {
    const sql = 'INSERT INTO sale_periods (item_id, app_category_id, start, finish, available) VALUES (?, ?, ?, ?, ?)';
    const left = quantity - approved;
    const atBoxOffice = ticket.boxOffice ? Math.floor(left / 5) : 0;
    this.#run(sql, id, 1, stamp(ticket.start), stamp(ticket.finish), left - atBoxOffice);
    if (ticket.boxOffice) this.#run(sql, id, 2, stamp(ticket.start), stamp(ticket.finish + hour), atBoxOffice);
  }

  #writeAttributes(id: number, random: Random): void {
    const sql = 'INSERT INTO item_attributes VALUES (?, ?, ?, ?)';
    this.#run(sql, id, 'minimum', '1', 'integer');
    this.#run(sql, id, 'maximum', String(random.between(4, 10)), 'integer');
    if (random.chance(0.2)) this.#run(sql, id, 'min', String(random.between(1, 2)), 'integer');
    if (random.chance(0.2)) this.#run(sql, id, 'gate', `Portão ${random.between(1, 9)}`, 'string');
  }

  /** A lot that sells out opens the next; the first ticket's start opens the guests' tickets. */
  #writeTriggers(items: readonly Item[]): void {
    const sql = 'INSERT INTO triggers (item_id, kind, target_id) VALUES (?, ?, ?)';
    for (const [index, { id, ticket }] of items.entries()) {
      const next = items[index + 1];
      if (ticket.lot && next?.ticket.lot && next.ticket.group === ticket.group) this.#run(sql, id, 'soldout', next.id);
      if (ticket.hidden && items[0]) this.#run(sql, items[0].id, 'start', id);
    }
  }

  #writePasskeys({ id: eventId, random, sessions }: WritePlan, count: number, items: readonly Item[]): void {
    const hidden = items.filter(({ ticket }) => ticket.hidden);
    const shown = items.filter(({ ticket }) => !ticket.hidden);
    for (const passkey of random.some(passkeyNames, count)) {
      const id = ++this.#last.passkey;
      const opened = [...hidden.slice(0, random.between(1, 2)), ...random.some(shown, random.between(0, 2))];
      const used = Math.floor((opened.reduce((sum, { approved }) => sum + approved, 0) * random.next()) / count);
      const wished = random.pick([null, 50, 100, 200, 500]);
      const limit = random.chance(0.15) && used > 0 ? used : wished;
      const [start, finish] = this.#passkeyDates(id % 4, sessions, random);
      const status = random.chance(0.12) ? 'cancelled' : 'approved';
      const sql = 'INSERT INTO passkeys VALUES (?, ?, ?, ?, ?, ?, ?, ?)';
      this.#run(sql, id, eventId, passkey, start, finish, limit, Math.min(used, limit ?? used), status);
      for (const item of opened) this.#run('INSERT INTO passkey_items VALUES (?, ?)', id, item.id);
    }
  }

  /** Always, until the show, over already, or both ends. */
  #passkeyDates(kind: number, sessions: readonly Session[], random: Random): [start: string | null, finish: string | null] {
    const starts = sessions.map(({ startsAt }) => startsAt);
    const end = stamp(Math.max(...starts));
    const early = Math.min(...starts, this.#today);
    const start = stamp(early - random.between(20, 40) * day);
    if (kind === 0) return [null, null];
    if (kind === 1) return [null, end];
    if (kind === 2) return [start, stamp(early - random.between(1, 15) * day)];
    return [start, end];
  }

  /** For the first ticket or two, where somebody new looks first; no more are used than tickets were sold. */
  #writeCodes({ id: eventId, random }: WritePlan, items: readonly Item[]): void {
    const holders = items.filter(({ ticket }) => !ticket.hidden).slice(0, random.between(1, 2));
    for (const { id: itemId, approved } of holders) {
      const first = this.#last.code + 1;
      const codes: string[] = [];
      let used = '';
      for (let left = codesPerEvent / holders.length, unused = approved; left > 0; left--) {
        const isUsed = random.chance(0.3) && unused > 0;
        if (isUsed) unused--;
        used += isUsed ? '1' : '0';
        codes.push(codeOf(++this.#last.code, this.#seed, random));
      }
      const sql = 'INSERT INTO code_packs VALUES (?, ?, ?, ?, ?, ?)';
      this.#run(sql, first, eventId, itemId, codes.length, JSON.stringify(codes), used);
    }
  }

  #writeSale({ id: eventId, random }: WritePlan, { stock, session, status, channel, soldAt, checkedAt }: Sale<Item>): void {
    const id = ++this.#last.sale;
    const { name, email } = somebody(random);
    this.#run(
      'INSERT INTO sales SELECT ?, ?, ?, id, ?, ?, ?, ?, price, fee_sale, fee_producer, ?, ?, ? FROM items WHERE id = ?',
      ...[id, eventId, session.id, name, email, codeOf(id, this.#seed, random, 12), channel],
      ...[status, stamp(soldAt), checkedAt === null ? null : stamp(checkedAt), stock.id],
    );
  }
}

/** A fee of a tenth; the producer bears the part that the customer does not. */
function feesOf(price: number, distribution: number): { feeSale: number; feeProducer: number } {
  const feeSale = Math.round(price / 10);
  return { feeSale, feeProducer: Math.round((feeSale * (100 - distribution)) / 100) };
}
