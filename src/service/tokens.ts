// The tokens that the service issues and the only ones it accepts: JWTs signed with a secret that stays in its database.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from './database.ts';
import { codes, ServiceProblem } from './problems.ts';

export interface User {
  readonly name: string;
  readonly email: string;
}

const header = encode({ alg: 'HS256', typ: 'JWT' });
const thirtyDays = 30 * 24 * 60 * 60;

export class TokenIssuer {
  readonly #secret: string;
  /** Tokens that were proved already; a signature costs as much as the rest of a small request. */
  readonly #proved = new Map<string, { user: User; expires: number }>();

  constructor(database: Database) {
    this.#secret = storedSecret(database);
  }

  issue(user: User, now: number): string {
    const seconds = Math.floor(now / 1000);
    const claims = encode({ sub: user.email, name: user.name, email: user.email, iat: seconds, exp: seconds + thirtyDays });
    return `${header}.${claims}.${this.#sign(`${header}.${claims}`)}`;
  }

  /** The key that the event group may want beside the token; the same as long as the database is. */
  get eventKey(): string {
    return `event-key-${this.#sign('event-key').slice(0, 24)}`;
  }

  /** Who a token speaks for. */
  check(token: string | undefined, now: number): User {
    if (token === undefined) throw new ServiceProblem(401, codes.tokenRequired, 'A token is required');
    const known = this.#proved.get(token) ?? this.#prove(token);
    if (known.expires <= now) throw new ServiceProblem(401, codes.expiredToken, 'The token has expired');
    return known.user;
  }

  #prove(token: string): { user: User; expires: number } {
    const [, head = '', claims = '', signature = ''] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
    const expected = Buffer.from(this.#sign(`${head}.${claims}`));
    const given = Buffer.from(signature);
    const genuine = head === header && expected.length === given.length && timingSafeEqual(expected, given);
    if (!genuine) throw new ServiceProblem(401, codes.invalidToken, 'The token is not valid');
    const { name, email, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as User & { exp: number };
    const proved = { user: { name, email }, expires: exp * 1000 };
    if (this.#proved.size > 1000) this.#proved.clear();
    this.#proved.set(token, proved);
    return proved;
  }

  /** Makes the secret of this office that of the database. */
  keepIn(database: Database): void {
    database.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('secret', ?)", this.#secret);
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }
}

function storedSecret(database: Database): string {
  // Two processes that start at once must agree on one.
  const sql = "INSERT INTO meta (name, value) VALUES ('secret', ?) ON CONFLICT DO NOTHING";
  const find = () => database.get("SELECT value FROM meta WHERE name = 'secret'");
  if (!find()) database.run(sql, randomBytes(32).toString('base64url'));
  return String(find()?.value);
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
