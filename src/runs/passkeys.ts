// The passkeys that an event has.
import { eventOfRow, listPages, Pager, secretPlaceholder, unknownDialect, type Client, type Dialect } from '../client/index.ts';
import { documented } from '../records/index.ts';
import { RunError } from './errors.ts';

export interface ListedPasskey {
  readonly text: string;
  /** The row, as the one reader gives it. */
  readonly value: Readonly<Record<string, unknown>>;
}

interface ReadPasskeysOptions {
  readonly signal?: AbortSignal | undefined;
  /** How many were read so far, of how many as far as the service tells. */
  readonly onProgress?: ((read: number, total: number | undefined) => void) | undefined;
  /** Called when it is not proved that these are all; without it that is an error. `total`: how many there are, if the service says so. */
  readonly onIncomplete?: ((count: number, total: number | undefined) => void) | undefined;
}

/** Every passkey of an event: what `planRun` takes as `existing`. */
export async function* readPasskeys(
  client: Client,
  eventId: string | number | bigint,
  { signal, onProgress, onIncomplete }: ReadPasskeysOptions = {},
): AsyncGenerator<ListedPasskey> {
  const { dialect = unknownDialect } = client;
  const read = listPages(client, 'listPasskeys', { query: { eventId: String(eventId) } }, { signal });
  const pager = new Pager(read, { signal, onProgress });
  let isReadable = true;
  for await (const rows of pager) {
    for (const { value } of rows) {
      const listed = listedPasskey(value, dialect);
      const isReal = listed !== undefined && isOf(listed, String(eventId), dialect);
      if (isReal) yield listed;
      isReadable &&= isReal && isExact(listed);
    }
  }
  if (isReadable && pager.isWhole) return;
  if (!onIncomplete) throw new RunError('listIncomplete', 'It is not proved that the list of passkeys is whole.');
  onIncomplete(pager.count, pager.total);
}

/** A service that lists other events as well may lack some of this one. */
function isOf({ value }: ListedPasskey, wanted: string, dialect: Dialect): boolean {
  const owner = eventOfRow(value, dialect);
  return owner === undefined || owner === wanted;
}

/** Whether this is the very code: a number has lost its zeros, and what holds a credential was hidden. */
function isExact({ text, value }: ListedPasskey): boolean {
  return typeof (value.passkey ?? text) === 'string' && !text.includes(secretPlaceholder);
}

function listedPasskey(value: unknown, dialect: Dialect): ListedPasskey | undefined {
  if (typeof value === 'string') return { text: value, value: {} };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const row = documented('passkey', value as Record<string, unknown>, dialect);
  const text = row.passkey;
  if (typeof text !== 'string' && typeof text !== 'number' && typeof text !== 'bigint') return undefined;
  return { text: String(text), value: row };
}
