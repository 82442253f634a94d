// How documents are called: /environment/kind/id/label.json, readable in a tab and whole for any label.

export interface DocumentName {
  readonly environment: string;
  readonly kind: string;
  readonly id: string;
  readonly label: string;
}

export const readOnlyScheme = 'box-office';
export const editableScheme = 'box-office-edit';

const maxLabel = 100;

export function pathOf({ environment, kind, id, label }: DocumentName): string {
  const shown = Array.from(label.toWellFormed()).slice(0, maxLabel).join('');
  return `/${[environment, kind, id].map(encodePart).join('/')}/${encodePart(shown.trim() === '' ? id : shown)}.json`;
}

export function nameIn(path: string): DocumentName | undefined {
  const [, environment, kind, id, file] = /^\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
  if (environment === undefined || kind === undefined || id === undefined || file === undefined) return undefined;
  return { environment: decodePart(environment), kind: decodePart(kind), id: decodePart(id), label: decodePart(file) };
}

/** What would end the segment, or be taken for a folder, is written as in an address; all else stays as it is. */
function encodePart(part: string): string {
  const encoded = part.toWellFormed().replace(/[%/\\?#:\p{Cc}\u2028\u2029]/gu, (character) => encodeURIComponent(character));
  return /^\.{1,2}$/.test(encoded) ? encoded.replaceAll('.', '%2E') : encoded;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part.replace(/[^%\x20-\x7e]+/g, encodeURIComponent));
  } catch {
    return part;
  }
}
