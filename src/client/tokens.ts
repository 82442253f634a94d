// What a token seems to say. A hint for the eye and nothing more: the service decides who somebody is and until when.
export interface TokenHint {
  readonly name?: string;
  /** When it seems to end, in milliseconds. */
  readonly expires?: number;
}

/** Reads a JWT's claims where it can; an opaque, broken or odd token gives an empty hint. */
export function tokenHint(token: string): TokenHint {
  const claims = claimsOf(token);
  const name = [claims.name, claims.preferred_username, claims.email, claims.sub].find(
    (claim) => typeof claim === 'string' && claim !== '',
  );
  const expires = typeof claims.exp === 'number' ? claims.exp * 1000 : NaN;
  return { ...(typeof name === 'string' && { name }), ...(isPlausible(expires) && { expires }) };
}

function claimsOf(token: string): Record<string, unknown> {
  const payload = token.trim().split('.')[1];
  if (!payload || !/^[\w-]+$/.test(payload)) return {};
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A date that a calendar can show, in this century or the next. */
function isPlausible(instant: number): boolean {
  return instant > Date.UTC(2000) && instant < Date.UTC(2200);
}
