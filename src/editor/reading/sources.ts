// Where the content of a read-only document comes from, so that it can be read again after the window was reloaded.
import {
  contentOf,
  idOf,
  operations,
  parseJson,
  readList,
  sessionsOf,
  stringifyJson,
  type OperationId,
} from '../../client/index.ts';
import type { Resource } from '../platform/resources.ts';

interface SourceInput {
  readonly path?: Readonly<Record<string, string | number | bigint>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

export interface Source {
  readonly operation: OperationId;
  readonly input: SourceInput;
  /** The id of the one row that is meant; the whole reply without it. */
  readonly row?: string | undefined;
  /** Whether the envelope is left out. */
  readonly content?: boolean | undefined;
}

/** The read that gives a resource. */
export function sourceOf(resource: Resource): Source {
  const { id } = resource;
  switch (resource.kind) {
    case 'event':
      return { operation: 'getEvent', input: { path: { id } }, content: true };
    case 'session':
      return { operation: 'getEvent', input: { path: { id: resource.eventId } }, row: id };
    case 'item':
      return { operation: 'getItem', input: { path: { id } }, content: true };
    case 'passkey':
      return { operation: 'getPasskey', input: { path: { id } }, content: true };
    case 'code':
      return { operation: 'listCodes', input: { path: { itemId: resource.itemId }, query: { term: resource.label } }, row: id };
  }
}

/** What is shown of a reply. */
export function valueIn(reply: unknown, { row, content }: Source): unknown {
  if (row === undefined) return content ? contentOf(reply) : reply;
  const session = sessionsOf(reply).find(({ id }) => id === row)?.value;
  return session ?? readList(reply).rows.find(({ id, value }) => (id ?? idOf(value)) === row)?.value ?? reply;
}

export function sourceText(source: Source): string {
  return stringifyJson(source);
}

/** Anybody may make an address, so only reads come out of one. */
export function sourceIn(text: string): Source | undefined {
  try {
    const source = parseJson(text) as Partial<Source> | null;
    const id = source?.operation;
    if (id === undefined || !Object.hasOwn(operations, id) || operations[id].effect !== 'read') return undefined;
    return { operation: id, input: source?.input ?? {}, row: source?.row, content: source?.content };
  } catch {
    return undefined;
  }
}
