// How each group carries its credential, and to whom: only to the origin of that group's own address.
import type { Group } from './operations.ts';

/** Nothing, the token as a bearer, or named query parameters with values of their own. */
export type Carrier =
  | { readonly carry: 'nothing' }
  | { readonly carry: 'bearer' }
  | { readonly carry: 'query'; readonly values: () => MaybePromise<Readonly<Record<string, string>>> };

type MaybePromise<T> = T | Promise<T>;

/** Gives the token that belongs to an origin, or undefined. */
export type TokenSource = (to: { readonly group: Group; readonly origin: string }) => MaybePromise<string | undefined>;

export interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** What must never be seen. */
  readonly secrets: readonly string[];
}

const none: Credential = { headers: {}, secrets: [] };

/** Without a promise where none is needed: each call asks. */
export function credentialFor(carrier: Carrier, token: TokenSource, group: Group, origin: string): MaybePromise<Credential> {
  switch (carrier.carry) {
    case 'nothing':
      return none;
    case 'bearer': {
      const value = token({ group, origin });
      return value instanceof Promise ? value.then(bearer) : bearer(value);
    }
    case 'query': {
      const query = carrier.values();
      return query instanceof Promise ? query.then(inQuery) : inQuery(query);
    }
  }
}

function bearer(token: string | undefined): Credential {
  const value = token?.trim();
  return value ? { headers: { authorization: `Bearer ${value}` }, secrets: [value] } : none;
}

function inQuery(query: Readonly<Record<string, string>>): Credential {
  return { headers: {}, query, secrets: Object.values(query) };
}
