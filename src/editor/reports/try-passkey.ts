// Try Passkey: the tickets that a buyer sees with a passkey beside those without it. It reads and never writes.
import * as vscode from 'vscode';
import { ApiError, contentOf, labelOf, sessionsOf } from '../../client/index.ts';
import { documentedTicket, openedItems } from '../../records/index.ts';
import { unknownDialect, type Dialect, type Row } from '../../client/index.ts';
import { tryPasskeyContract, type Tried, type TriedTicket, type TryPasskeyContract } from '../../protocol/try-passkey.ts';
import { connectionTo, requireConnection, type Connection, type Connections } from '../account/index.ts';
import { pickEvent, pickPasskey } from '../ask/pickers.ts';
import { Latest, PageSession } from '../pages/session.ts';
import type { PageKind, Pages, PageServices } from '../pages/pages.ts';
import { anyPage, type Handlers, type Opening, type PageContent, type PagePanel, type SavedState } from '../pages/panel.ts';
import { eventAround, resourcesFrom, type Resource } from '../platform/resources.ts';
import { sessionLabel, type Tools } from '../reading/event-facts.ts';
import { isObject, textIn, aliases } from '../reading/fields.ts';
import { formatsFor } from '../reading/formats.ts';
import { itemFacts } from '../reading/item-facts.ts';
import { passkeyClosed } from '../reading/passkey-facts.ts';
import { pagerOf, reads, type Read } from '../reading/reads.ts';
import { toPasskey } from '../reading/resources.ts';
import { rowsIn } from './table-reads.ts';

const { l10n } = vscode;

/** From a row of a passkey, a session or an event; what is missing is asked for. */
export async function tryPasskey(connections: Connections, pages: Pages, row: unknown, selected: unknown): Promise<void> {
  const [given] = resourcesFrom(['passkey'], row, selected);
  const [session] = resourcesFrom(['session'], row, selected);
  const event = eventAround(row);
  const named = (given ?? session ?? event)?.environment;
  const connection = named === undefined ? requireConnection(connections) : connectionTo(connections, named);
  const eventId =
    given?.eventId ?? session?.eventId ?? event?.id ?? (await pickEvent(connection, l10n.t('Try a passkey of which event?'))).id;
  const passkey = given ?? (await pickPasskey(connection, eventId));
  const { environment, label } = passkey;
  pages.show({ environment, kind: 'tryPasskey', id: label, eventId }, { section: session?.id });
}

export const tryPasskeyPage: PageKind = (host, state, opening) =>
  anyPage<TryPasskeyContract>({
    state,
    title: l10n.t('Try {0}', state.id ?? ''),
    icon: 'key',
    page: 'try-passkey',
    content: (panel) => new TryPasskeySession(host, state, panel, opening),
  });

class TryPasskeySession extends PageSession<TryPasskeyContract> implements PageContent<TryPasskeyContract> {
  readonly contract = tryPasskeyContract;
  readonly #latest = new Latest();
  /** What was tried last outlives the page, which is made anew when it was hidden. */
  #passkey: string;
  #sessionId: string | undefined;

  constructor(host: PageServices, state: SavedState, panel: PagePanel<TryPasskeyContract>, opening: Opening | undefined) {
    super(host, state, panel);
    this.#passkey = state.id ?? '';
    this.#sessionId = opening?.section ?? state.section;
    panel.onReopen = ({ section }) => {
      if (section === undefined) return;
      this.#sessionId = section;
      panel.send('choose', { sessionId: section, label: section });
    };
    panel.panel.onDidDispose(() => this.#latest.stop());
  }

  get #eventId(): string {
    return this.state.eventId ?? '';
  }

  async init() {
    const event = await this.#event();
    return { environment: this.environment, ...event, passkey: this.#passkey, sessionId: this.#sessionId };
  }

  /** An event that cannot be read, or shows no sessions, can be tried as a whole all the same. */
  async #event() {
    const { connection } = this;
    const id = this.#eventId;
    try {
      const reply = await connection.read('getEvent', { path: { id } });
      const tools = toolsOf(connection);
      const sessions = sessionsOf(reply, connection.environment.dialect.clock).flatMap((session) =>
        session.id === undefined ? [] : [{ id: session.id, label: sessionLabel(session, tools) }],
      );
      return { event: { id, label: labelOf(contentOf(reply)) }, sessions: this.#withChosen(sessions) };
    } catch (error) {
      if (error instanceof ApiError) return { event: { id, label: id }, sessions: this.#withChosen([]) };
      throw error;
    }
  }

  /** The session that was asked for is tried, whether or not the event shows it. */
  #withChosen(sessions: readonly { readonly id: string; readonly label: string }[]) {
    const chosen = this.#sessionId;
    if (chosen === undefined || sessions.some(({ id }) => id === chosen)) return [...sessions];
    return [...sessions, { id: chosen, label: chosen }];
  }

  readonly handlers: Handlers<TryPasskeyContract> = {
    try: ({ passkey, sessionId, isAsked }) =>
      this.#latest.ask(async (signal) => {
        const { connection } = this;
        [this.#passkey, this.#sessionId] = [passkey, sessionId];
        const id = this.#eventId;
        const read = sessionId === undefined ? reads.ticketsOfEvent(id) : reads.ticketsOfSession(id, sessionId);
        const options = { signal, interactive: isAsked };
        const without = await readTickets(connection, read, options);
        const revealing = { ...read, input: { ...read.input, query: { passkey } } };
        const within = await readTickets(connection, revealing, options).catch(refusalOf);
        const found = 'refusal' in within ? { ...nothingTried, ...within } : compareTickets(without, within, toolsOf(connection));
        const record = await recordOf(connection, id, passkey, signal).catch(() => undefined);
        const items = 'rows' in within && found.isWhole ? namedItems(record?.own?.value, without, within) : undefined;
        const closed = found.onlyWith > 0 || !record ? undefined : closedText(connection, passkey, record);
        return { ...found, ...(closed !== undefined && { closed }), ...(items && { items }) };
      }),
  };
}

/** A passkey, as far as the service shows its record. */
interface Shown {
  readonly own: Resource | undefined;
  /** Whether all passkeys of the event were seen. */
  readonly isWhole: boolean;
}

/** A service may have the record on a later page, or not at all. */
async function recordOf(connection: Connection, eventId: string, passkey: string, signal: AbortSignal): Promise<Shown> {
  const all = reads.passkeys(eventId);
  const { operation, input } = all;
  const look = async (read: Read) => {
    const pager = pagerOf(connection, read, { interactive: false });
    const { rows } = await pager.next(signal);
    const own = rows.map((row) => toPasskey(connection, row, eventId)).find(({ label }) => label === passkey);
    return { own, isWhole: pager.isWhole };
  };
  const byTerm = await look({ operation, input: { ...input, query: { ...input.query, term: passkey } } });
  // What a service makes of the term is not known: only the whole list shows that a passkey is not in it.
  return byTerm.own ? byTerm : look(all);
}

/** What only its record shows. */
function closedText(connection: Connection, passkey: string, { own, isWhole }: Shown): string | undefined {
  if (own) return passkeyClosed(passkey, own.value, toolsOf(connection));
  return isWhole ? l10n.t('The event lists no passkey {0}.', passkey) : undefined;
}

function namedItems(record: unknown, without: Tickets, within: Tickets): Tried['items'] {
  const named = openedItems(record, unknownDialect);
  if (!named) return undefined;
  const idsIn = ({ rows }: Tickets) => new Set(rows.map(({ id }) => id));
  const [everybody, buyer] = [idsIn(without), idsIn(within)];
  return {
    count: named.length,
    everybody: named.filter((id) => everybody.has(id)).length,
    nobody: named.filter((id) => !everybody.has(id) && !buyer.has(id)).length,
  };
}

const nothingTried: Tried = { tickets: [], unlisted: 0, onlyWith: 0, onlyWithout: 0, isWhole: false };

/** The same read was answered without the passkey, so that this is what the service says of the passkey, or of the query. */
function refusalOf(error: unknown): { readonly refusal: string } {
  if (error instanceof ApiError && refusals.includes(error.kind)) return { refusal: error.message };
  throw error;
}

const refusals: readonly ApiError['kind'][] = ['invalid', 'notFound', 'forbidden', 'conflict', 'reported'];

function toolsOf({ environment }: Connection): Tools {
  return { t: l10n.t, formats: formatsFor(environment, vscode.env.language) };
}

/** The tickets of one read. */
interface Tickets {
  readonly rows: readonly Row[];
  readonly isWhole: boolean;
}

const maxRead = 10_000;

async function readTickets(
  connection: Connection,
  read: Read,
  { signal, interactive }: { readonly signal: AbortSignal; readonly interactive: boolean },
): Promise<Tickets> {
  const pager = pagerOf(connection, read, { interactive });
  const rows: Row[] = [];
  do rows.push(...rowsIn(read.operation, await pager.next(signal)));
  while (pager.hasMore && rows.length < maxRead);
  return { rows, isWhole: pager.isWhole };
}

const maxListed = 1000;

/** Those that the two show in different ways, or only one of them, come first. */
function compareTickets(without: Tickets, within: Tickets, tools: Tools): Tried {
  const { dialect } = tools.formats;
  const tickets = new Map<string, TriedTicket>();
  for (const [key, row] of keyed(without.rows)) tickets.set(key, { ...named(row), without: factsOf(row, dialect, tools) });
  for (const [key, row] of keyed(within.rows))
    tickets.set(key, { ...named(row), ...tickets.get(key), with: factsOf(row, dialect, tools) });
  const all = [...tickets.values()];
  const isSame = (ticket: TriedTicket) => Number(ticket.without === ticket.with);
  const listed = all.toSorted((one, other) => isSame(one) - isSame(other)).slice(0, maxListed);
  return {
    tickets: listed,
    unlisted: all.length - listed.length,
    onlyWith: all.filter((ticket) => ticket.without === undefined).length,
    onlyWithout: all.filter((ticket) => ticket.with === undefined).length,
    isWhole: without.isWhole && within.isWhole,
  };
}

/** A ticket is known by its group and id; of several that say the same of both, the first is the first of the other list. */
function keyed(rows: readonly Row[]): [string, Row][] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const { group, name } = named(row);
    const key = JSON.stringify([group, row.id ?? name]);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return [`${key}${count}`, row];
  });
}

const groupAliases = aliases('group');

function named({ label, value }: Row): { name: string; group: string } {
  return { name: label, group: textIn(value, groupAliases) ?? '' };
}

function factsOf({ value }: Row, dialect: Dialect, tools: Tools): string {
  return itemFacts(isObject(value) ? documentedTicket(value, dialect) : value, tools, 'tickets').parts.join(' · ');
}
