const mark = '•••';
const jsonWebToken = /\beyJ[\w-]{4,}\.[\w-]{4,}(?:\.[\w-]*)*/g;

/** Takes credentials out of a text, in whatever dress the service sent them back, and anything else that looks like a token. */
export function redact(text: string, secrets: Iterable<string>): string {
  let result = text;
  for (const secret of secrets) {
    if (secret.length < 4) continue;
    for (const dress of dressesOf(secret)) result = result.replaceAll(dress, mark);
  }
  return result.replace(jsonWebToken, mark);
}

function dressesOf(secret: string): Set<string> {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
  return new Set([secret, encodeURIComponent(secret), inForm, inJson, base64(secret), base64Url(secret)]);
}

/** Without the final signs, so that it is found with and without them. */
function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes)).replace(/=+$/, '');
}

function base64Url(text: string): string {
  return base64(text).replaceAll('+', '-').replaceAll('/', '_');
}
