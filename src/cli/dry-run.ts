// What a call would send, and nothing sent: the client makes the request, and a stand-in for the network writes it down.
import { parseJson, stringifyJson, type ClientOptions } from '../client/index.ts';

interface DryRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Fetch = NonNullable<ClientOptions['fetch']>;

export function dryRun(): { readonly fetch: Fetch; request(): DryRequest | undefined } {
  let seen: DryRequest | undefined;
  const fetch: Fetch = (url, { method, headers, body }) => {
    const sent = typeof body === 'string' ? parseJson(body) : body && `${body.size} bytes of a form with the file`;
    const shown = url.replace(/%3C(token|key)%3E/g, '<$1>');
    seen = { method, url: shown, headers: shownHeaders(headers), ...(body !== undefined && { body: sent }) };
    return Promise.resolve({ status: 204, headers: { get: () => null }, body: null });
  };
  return { fetch, request: () => seen };
}

/** The boundary of a form is another each time. */
function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(/(?<=boundary=).*$/, '<boundary>')]),
  );
}

/** As a person reads a request. */
export function requestText({ method, url, headers, body }: DryRequest): string {
  const lines = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  if (body === undefined) return lines.join('\n');
  return [...lines, '', typeof body === 'string' ? `(${body})` : stringifyJson(body, 2)].join('\n');
}
