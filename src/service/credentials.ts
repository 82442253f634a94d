// Who asks: the token, and the key of the event group, wherever the manners have them sent.
import type { IncomingHttpHeaders } from 'node:http';
import { timingSafeEqual } from 'node:crypto';
import type { Operation } from '../client/index.ts';
import type { Carrier, ServiceManners } from './manners.ts';
import { codes, ServiceProblem } from './problems.ts';
import type { TokenIssuer, User } from './tokens.ts';

const anonymous: User = { name: 'Anonymous', email: 'anonymous@example.com' };

interface Asked {
  readonly headers: IncomingHttpHeaders;
  readonly query: Readonly<Record<string, string>>;
}

/** Reads of the event group are public unless the manners want something; a write there always speaks for a user. */
export function userOf(
  { tokens, manners, now }: { tokens: TokenIssuer; manners: ServiceManners; now: () => number },
  operations: readonly Operation[],
  asked: Asked,
): User {
  const ofEvents = operations.every(({ group }) => group === 'event');
  if (ofEvents && manners.eventKey) requireKey(manners.eventKey, tokens.eventKey, asked);
  const { token: ticketToken, eventToken = false } = manners;
  if (!ofEvents && ticketToken === 'nothing') return anonymous;
  const elsewhere = ticketToken === 'nothing' ? undefined : ticketToken;
  const [token] = secretsIn(ofEvents && typeof eventToken === 'object' ? eventToken : elsewhere, asked);
  const isPublic = ofEvents && eventToken === false && operations.every(({ effect }) => effect === 'read');
  return isPublic && token === undefined ? anonymous : tokens.check(token, now());
}

/** Query parameters that are no business of an operation. */
export function withoutSecrets(
  query: Readonly<Record<string, string>>,
  { token, eventToken, eventKey }: ServiceManners,
): Readonly<Record<string, string>> {
  const carriers = [token, eventToken, eventKey].filter((carrier) => typeof carrier === 'object');
  const names = carriers.flatMap((carrier) => carrier.query ?? []);
  return names.length === 0 ? query : Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}

function requireKey(carrier: Carrier, key: string, asked: Asked): void {
  const given = secretsIn(carrier, asked);
  if (given.length === 0 || given.includes(undefined))
    throw new ServiceProblem(401, codes.tokenRequired, 'The key of the event group is required');
  if (!given.every((text) => isSame(text ?? '', key)))
    throw new ServiceProblem(401, codes.invalidToken, 'The key of the event group is not valid');
}

function isSame(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** What stands in the header, or in each of the query parameters; a header without its prefix holds no secret that could be right. */
function secretsIn({ header, prefix, query }: Carrier = {}, asked: Asked): readonly (string | undefined)[] {
  const fromQuery = (query ?? []).map((name) => asked.query[name]);
  if (header === undefined && fromQuery.length > 0) return fromQuery;
  const name = (header ?? 'Authorization').toLowerCase();
  const start = prefix ?? (name === 'authorization' ? 'Bearer ' : '');
  const value = asked.headers[name];
  if (typeof value !== 'string') return fromQuery.length > 0 ? fromQuery : [undefined];
  return [value.startsWith(start) ? value.slice(start.length) : ''];
}
