// The pages of a list, read through a client.
import { unknownDialect } from './dialect.ts';
import { newLearned } from './extra-parameters.ts';
import type { CallOptions } from './call.ts';
import type { Client } from './client.ts';
import { ItemOwners, itemsOfEvent } from './item-owners.ts';
import type { CallInput, OperationId } from './operations.ts';
import type { PageQuery, ReadPage } from './page-queries.ts';

/** What becomes of items of which nothing shows whose they are. */
interface ItemsOptions {
  readonly keepsUnclaimed?: boolean | undefined;
  readonly mayGoWithout?: boolean | 'any' | undefined;
}

/** What is asked for stays, whatever a service names as its next page. */
export function listPages<Id extends OperationId>(
  client: Client,
  operation: Id,
  input: CallInput<Id>,
  { keepsUnclaimed, mayGoWithout, ...options }: CallOptions & ItemsOptions = {},
): ReadPage {
  const { query = {} } = input as { readonly query?: { readonly eventId?: string } };
  const lenient = { ...options, mayAskLess: true };
  const { dialect = unknownDialect } = client;
  const learned = client.learned?.(operation);
  const read = (page: PageQuery) => client.call(operation, { ...input, query: { ...page, ...query } }, lenient);
  const pages: ReadPage = Object.assign(read, { paging: dialect.paging, learned });
  if (operation !== 'listItems' || query.eventId === undefined) return pages;
  const readOther = (other: OperationId, wanted: object) => client.call(other, wanted as never, lenient);
  return itemsOfEvent(
    pages,
    new ItemOwners(query.eventId, dialect, learned ?? newLearned(), readOther, mayGoWithout),
    keepsUnclaimed,
  );
}
