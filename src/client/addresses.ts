// Where a request goes. A token follows the address, so nothing in an id or a setting may move it to another origin.
import { withoutTail } from './tails.ts';
import { remembering } from './remembering.ts';
import { t } from './l10n.ts';

type AddressCheck = { readonly url: URL; readonly problem?: undefined } | { readonly problem: string };

/** Checks a base address that a person typed: https, or http on this machine, and nothing hidden in it. */
export function checkAddress(text: string): AddressCheck {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed)) return { problem: t('The address must start with https://.') };
  // Pasted behind what stood there already.
  if (/^https?:\/\/https?:/i.test(trimmed)) return { problem: t('The address starts twice.') };
  let url: URL;
  try {
    url = new URL(trimmed);
  } catch {
    return { problem: t('This is not an address.') };
  }
  if (url.username || url.password) return { problem: t('The address must not hold a user name or a password.') };
  if (trimmed.includes('?')) return { problem: t('The address must not hold a query.') };
  if (trimmed.includes('#')) return { problem: t('The address must not hold a fragment.') };
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return { problem: t('Plain http is allowed only for this machine (localhost); use https.') };
  }
  return { url };
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

export type PathValue = string | number | bigint;

/** The one path segment that an id becomes, or why it cannot be one. */
export function encodeSegment(id: PathValue): { readonly segment: string } | { readonly problem: string } {
  const text = String(id);
  if (text === '') return { problem: t('must not be empty') };
  // A URL parser takes these for "this folder" and "the folder above", however they are encoded.
  if (text === '.' || text === '..') return { problem: t('must not be "{0}"', text) };
  try {
    return { segment: encodeURIComponent(text) };
  } catch {
    return { problem: t('holds a broken character') };
  }
}

/** The names in braces of a path template: `{id}`, `{sessionId}`. */
export const pathNames = remembering((template): readonly string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
);

/** Where a group's paths begin. */
export interface Base {
  readonly origin: string;
  readonly host: string;
  /** Origin and path, without a slash at the end. */
  readonly prefix: string;
}

export function baseOf({ origin, host, pathname }: URL): Base {
  return { origin, host, prefix: origin + withoutTail(pathname, /\//) };
}

/** Where the two groups are. */
export interface ServiceUrls {
  readonly eventUrl: string;
  readonly ticketUrl: string;
}

/** The whole base addresses of the two groups: behind one host there may be several services, told apart by their paths. */
export interface Addresses {
  readonly event: string;
  readonly ticket: string;
}

/** Without credentials, a query, or a slash at the end. */
export function addressesOf({ eventUrl, ticketUrl }: ServiceUrls): Addresses {
  return { event: baseOf(new URL(eventUrl)).prefix, ticket: baseOf(new URL(ticketUrl)).prefix };
}

export function isSameService(one: Addresses, other: Addresses): boolean {
  return one.event === other.event && one.ticket === other.ticket;
}

/** In one line, for a person. */
export function addressText({ event, ticket }: Addresses): string {
  return event === ticket || event === '' ? ticket : `${ticket}, ${event}`;
}

/** Joins base, path and query, and proves that the result still points at the base's origin and at this very path. */
export function buildAddress(
  { prefix }: Base,
  template: string,
  segments: Readonly<Record<string, string>>,
  query: string,
): string {
  const path = pathNames(template).reduce((path, name) => path.replace(`{${name}}`, () => segments[name] ?? ''), template);
  const address = `${prefix}${path}${query === '' ? '' : `?${query}`}`;
  // Everything is encoded already: if parsing changes a character, it means something other than what was asked for.
  if (new URL(address).href !== address) throw new Error(`The address of ${template} left its place.`);
  return address;
}
