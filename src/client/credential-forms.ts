// How a group's credential travels, piece by piece. Loaded when the editor starts: it imports types alone.
import type { CredentialForm, Dialect } from './dialect.ts';
import type { Group } from './operations.ts';
import { t } from './l10n.ts';

export interface CredentialPart {
  readonly place: 'header' | 'query';
  readonly name: string;
  /** Stands before the secret as it is, with its blank. */
  readonly prefix: string;
  /** A secret of this name; otherwise the token of the sign-in. */
  readonly isOwn: boolean;
}

export function credentialFormOf({ token }: Dialect, group: Group): CredentialForm {
  return token?.[group] ?? (group === 'ticket' ? 'bearer' : 'nothing');
}

/** None where the group sends nothing. */
export function credentialParts(dialect: Dialect, group: Group): readonly CredentialPart[] {
  const form = credentialFormOf(dialect, group);
  if (form === 'nothing') return [];
  if (form === 'bearer') return [{ place: 'header', name: 'Authorization', prefix: 'Bearer ', isOwn: false }];
  if (Array.isArray(form)) return form.map((name) => ({ place: 'query', name, prefix: '', isOwn: true }));
  const isOwn = form.own === true;
  return 'header' in form
    ? [{ place: 'header', name: form.header, prefix: form.prefix ?? '', isOwn }]
    : [{ place: 'query', name: form.query, prefix: '', isOwn }];
}

/** The names of the secrets that the group has for itself. */
export function ownNames(parts: readonly CredentialPart[]): readonly string[] {
  return parts.filter(({ isOwn }) => isOwn).map(({ name }) => name);
}

export function sendsToken(parts: readonly CredentialPart[]): boolean {
  return parts.some(({ isOwn }) => !isOwn);
}

/** What a group sends, without the secret, as "Authorization: Bearer" or "the query parameter key". */
export function sentAs(parts: readonly CredentialPart[]): string {
  const names = parts.map(({ name }) => name).join(', ');
  const [first] = parts;
  if (first?.place === 'query')
    return parts.length === 1 ? t('the query parameter {0}', names) : t('the query parameters {0}', names);
  const prefix = first?.prefix.trim() ?? '';
  return prefix === '' ? names : `${names}: ${prefix}`;
}

export function groupName(group: Group): string {
  return group === 'event' ? t('event group') : t('ticket group');
}

/** What was refused, as a person calls it. */
export function secretName(parts: readonly CredentialPart[]): string {
  return sendsToken(parts) ? t('the token') : t('the key');
}
