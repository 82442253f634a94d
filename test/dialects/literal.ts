// The literal service in the matrix: what it holds, in the words of the matrix.
import type { MatrixService } from './matrix-service.ts';
import type { Holdings } from './holdings.ts';
import { events, sessionsOf, startLiteral, type LiteralManners, type LiteralState } from './literal-service.ts';

const [event] = events;

function holdingsOf({ items, passkeys, codes }: LiteralState, { noCodeIds }: LiteralManners): Holdings {
  return {
    sessions: events.flatMap(({ id }) => sessionsOf(id).map(({ sessionId }) => ({ id: String(sessionId), eventId: String(id) }))),
    items: items.map(({ id, eventId, name, price, feeSale, feeProducer, attributes }) => ({
      ...{ id: String(id), eventId: String(eventId), name, price, feeSale, feeProducer },
      ...{ description: null, type: '', quantity: null, parent: null, hidden: 0 },
      attributes: attributes.map(({ key, value, type }) => `${key}=${String(value)}:${type}`),
    })),
    periods: items.flatMap(({ id, periods }) => periods.map((period) => ({ itemId: String(id), ...period }))),
    passkeys: passkeys.map(({ id, eventId, passkey, start, finish, limit, itemIds }) => ({
      ...{ id: String(id), eventId: String(eventId), passkey, start, finish, limit, itemIds: itemIds.map(String).sort() },
    })),
    codes: codes.map(({ codeId, itemId, eventId, code }) => ({
      ...{ id: noCodeIds ? code : String(codeId), itemId: String(itemId), eventId: String(eventId), code, used: 0 },
    })),
  };
}

const zones: Readonly<Record<number, string>> = { 3: 'America/Sao_Paulo', [-9]: 'Asia/Tokyo' };

export async function startLiteralService(manners: LiteralManners): Promise<MatrixService> {
  const literal = await startLiteral(manners);
  const { eventUrl, ticketUrl, token } = literal;
  return {
    ...{ eventUrl, ticketUrl, token, eventKey: undefined },
    clock: zones[manners.behindUtc ?? 3] ?? 'UTC',
    amounts: { reports: new Set([120_000]), tax: new Set([12_000, 1200, 0, 13_200]) },
    sample: {
      ...{ eventId: String(event.id), title: event.name, item: '501', namesake: '505', opened: ['501', '502'], stocked: '502' },
      passkeys: Array.from({ length: 10 }, (_, at) => `SPRING-${String(at + 1).padStart(3, '0')}`),
    },
    keepsUsed: false,
    hasOthersItems: manners.noTicketIds === true && !manners.oneEvent,
    codesFile: (codes) => ['itemId,code', ...codes.map((code) => `502,${code}`), ''].join('\n'),
    holdings: () => holdingsOf(literal.state(), manners),
    gross: () => 120_000,
    restore: () => Promise.resolve(literal.restore()),
    stop: () => literal.close(),
  };
}
