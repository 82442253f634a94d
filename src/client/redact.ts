const mark = '•••';
const jsonWebToken = /\beyJ[\w-]{4,}\.[\w-]{4,}(?:\.[\w-]*)*/g;

/** Takes credentials out of texts, in whatever dress the service sent them back, and anything else that looks like a token. */
export class Redactor {
  readonly #secrets = new Set<string>();
  readonly #dresses = new Set<string>();

  /** From now on, this must not be seen. */
  hide(secret: string): void {
    if (secret.length < 4 || this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    for (const dress of dressesOf(secret)) this.#dresses.add(dress);
  }

  clean(text: string): string {
    let result = text;
    for (const dress of this.#dresses) result = result.replaceAll(dress, mark);
    return result.replace(jsonWebToken, mark);
  }
}

function dressesOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
  return [secret, encodeURIComponent(secret), inForm, inJson, base64(secret), base64Url(secret)];
}

/** Without the final signs, so that it is found with and without them. */
function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes)).replace(/=+$/, '');
}

function base64Url(text: string): string {
  return base64(text).replaceAll('+', '-').replaceAll('/', '_');
}
