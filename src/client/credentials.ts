// How each group sends its credential, and to whom: only to the origin of that group's own address.
import { ApiError } from './errors.ts';
import { oddCharacterIn } from './odd-characters.ts';
import { titleOf, type Group, type Operation } from './operations.ts';
import { t } from './l10n.ts';

/** Nothing, the token as a bearer, or named query parameters with values of their own. */
export type AuthScheme =
  | { readonly scheme: 'nothing' }
  | { readonly scheme: 'bearer' }
  | {
      readonly scheme: 'query';
      readonly values: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
    };

/** Gives the token that belongs to an origin, or undefined. */
export type TokenSource = (to: {
  readonly group: Group;
  readonly origin: string;
}) => string | undefined | Promise<string | undefined>;

export interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** What must never be seen. */
  readonly secrets: readonly string[];
}

const none: Credential = { headers: {}, secrets: [] };

export async function credentialFor(
  auth: AuthScheme,
  token: TokenSource,
  operation: Operation,
  origin: string,
): Promise<Credential> {
  switch (auth.scheme) {
    case 'nothing':
      return none;
    case 'bearer':
      return bearer(await token({ group: operation.group, origin }), operation);
    case 'query': {
      const query = await auth.values();
      return { headers: {}, query, secrets: Object.values(query) };
    }
  }
}

/** A token that no header can have is refused here: fetch would refuse it as well, and nobody would know that nothing was sent. */
function bearer(token: string | undefined, operation: Operation): Credential {
  const value = token?.trim();
  if (!value) return none;
  const odd = oddCharacterIn(value);
  if (odd !== undefined) {
    const message = t(
      '"{0}" was not sent: the token has {1}. Copy it again as plain text, and sign in with it.',
      titleOf(operation),
      odd,
    );
    throw new ApiError(message, { kind: 'unauthorized', operation: operation.id });
  }
  return { headers: { authorization: `Bearer ${value}` }, secrets: [value] };
}
