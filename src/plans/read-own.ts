// Reads by themselves the records that a plan will change: an update may have to carry what a row of a list leaves out.
import { contentOf, idOf, type Client } from '../client/index.ts';
import { Limiter } from '../client/limiter.ts';
import { isObject } from '../client/replies.ts';
import { tableOf } from '../records/index.ts';
import { differences } from './differences.ts';
import type { EventFile } from './event-file.ts';
import type { MatchOptions } from './match.ts';
import { recordsToRead } from './plan.ts';
import { SeenRecord, type ReadEvent } from './read-event.ts';

interface ReadOwnOptions extends MatchOptions {
  readonly concurrency?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Adds them to what was read of the event. A service that keeps what an update does not carry needs none of it. */
export async function readOwnRecords(
  client: Client,
  wanted: EventFile,
  there: ReadEvent,
  options: ReadOwnOptions = {},
): Promise<void> {
  const { records } = there;
  if (records.dialect.put === 'merges') return;
  const { signal, concurrency = 4 } = options;
  const limiter = new Limiter(concurrency);
  const { items, passkeys } = recordsToRead(differences(there, wanted, options), there);
  const read = async (kind: 'item' | 'passkey', id: string, known: typeof records.items) => {
    const operation = tableOf(kind).read;
    const own = contentOf(await limiter.run(() => client.call(operation, { path: { id } }, { signal }), signal));
    if (isObject(own) && idOf(own) === id) known.set(id, new SeenRecord(kind, own, true));
  };
  await Promise.all([
    ...items.map((id) => read('item', id, records.items)),
    ...passkeys.map((id) => read('passkey', id, records.passkeys)),
  ]);
}
