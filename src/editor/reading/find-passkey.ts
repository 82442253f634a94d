// Looks for one passkey of an event by its text: what was made without an id, or without an answer, is found by it.
import { readPasskey } from '../../client/index.ts';
import type { Connection } from '../account/index.ts';
import { pageSize } from '../platform/settings.ts';
import { isObject, type JsonObject } from './fields.ts';
import { pagerOf, reads } from './reads.ts';

/** Whether an event has a passkey: it may be there where not all could be read. */
export interface FoundPasskey {
  readonly record?: JsonObject | undefined;
  /** How many were looked at, where it is not known that these are all. */
  readonly unproved?: number | undefined;
}

/** A service may know the query `term` and find parts of it, or not know it and give every passkey. */
export async function findPasskey(connection: Connection, eventId: string, passkey: string): Promise<FoundPasskey> {
  const wanted = reads.passkeys(eventId);
  const list = { ...wanted, input: { query: { ...wanted.input.query, term: passkey } } };
  const { dialect } = connection.environment;
  const pager = pagerOf(connection, list, { pageSize: pageSize() });
  let isReadable = true;
  for await (const rows of pager)
    for (const { value } of rows) {
      const text = isObject(value) ? readPasskey(value, dialect).fields.passkey : undefined;
      if (text === passkey) return { record: value as JsonObject };
      isReadable &&= text !== undefined;
    }
  return pager.isWhole && isReadable ? {} : { unproved: pager.count };
}
