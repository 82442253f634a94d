// What a call carries as its group's credential, and to whom: only to the origin of that group's own address.
import { ownNames, sendsToken, sentAs, secretName, type CredentialPart } from './credential-forms.ts';
import { ApiError } from './errors.ts';
import { oddCharacterIn } from './odd-characters.ts';
import { titleOf, type Group, type Operation } from './operations.ts';
import { t } from './l10n.ts';

interface Receiver {
  readonly group: Group;
  readonly origin: string;
}

/** Gives the token that belongs to an origin, or undefined. */
export type TokenSource = (to: Receiver) => string | undefined | Promise<string | undefined>;

type SecretsByName = Readonly<Record<string, string>>;

/** Gives the secrets that a group has for itself, by the names of the header or the query parameters that carry them. */
export type OwnSecretSource = (to: Receiver) => SecretsByName | undefined | Promise<SecretsByName | undefined>;

interface CredentialSources {
  readonly token: TokenSource;
  readonly ownSecrets?: OwnSecretSource | undefined;
}

export interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** What must never be seen. */
  readonly secrets: readonly string[];
  /** What is carried and how, in words, such as the token and "Authorization: Bearer"; nothing where nothing is carried. */
  readonly carried: { readonly what: string; readonly how: string } | undefined;
}

export async function credentialFor(
  parts: readonly CredentialPart[],
  sources: CredentialSources,
  operation: Operation,
  origin: string,
): Promise<Credential> {
  const to = { group: operation.group, origin };
  const token = sendsToken(parts) ? await sources.token(to) : undefined;
  const own = ownNames(parts).length > 0 ? await sources.ownSecrets?.(to) : undefined;
  const headers: Record<string, string> = {};
  const query = new Map<string, string>();
  const secrets: string[] = [];
  for (const part of parts) {
    const { name } = part;
    const given = part.isOwn ? (own && Object.hasOwn(own, name) ? own[name] : undefined) : token;
    const secret = part.place === 'header' || !part.isOwn ? given?.trim() : given;
    if (!secret) continue;
    if (part.place === 'header') headers[name] = headerValue(part, secret, operation);
    else query.set(name, secret);
    secrets.push(secret);
  }
  const carried = secrets.length > 0 ? { what: secretName(parts), how: sentAs(parts) } : undefined;
  return { headers, query: Object.fromEntries(query), secrets, carried };
}

/** What no header can have is refused here: fetch would refuse it as well, and nobody would know that nothing was sent. */
function headerValue(part: CredentialPart, secret: string, operation: Operation): string {
  const problem = headerProblem(part, secret, titleOf(operation));
  if (problem === undefined) return part.prefix + secret;
  throw new ApiError(problem, { kind: 'unauthorized', operation: operation.id });
}

function headerProblem({ name, prefix, isOwn }: CredentialPart, secret: string, title: string): string | undefined {
  const oddInPrefix = oddCharacterIn(prefix);
  if (oddInPrefix !== undefined)
    return t('"{0}" was not sent: what stands before the token in {1} has {2}.', title, name, oddInPrefix);
  const odd = oddCharacterIn(secret);
  if (odd === undefined) return undefined;
  return isOwn
    ? t('"{0}" was not sent: the key for {1} has {2}. Copy it again as plain text, and sign in with it.', title, name, odd)
    : t('"{0}" was not sent: the token has {1}. Copy it again as plain text, and sign in with it.', title, odd);
}
