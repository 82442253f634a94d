// What the fields of a record mean, worked out once: whoever shows, compares and plans a record asks for it again and again.
import { readItem, readPasskey, type Dialect, type ReadRecord } from '../client/index.ts';
import type { JsonObject } from '../client/replies.ts';

type Read = (record: JsonObject, dialect: Dialect) => ReadRecord;

export const itemReading = kept(readItem);
export const passkeyReading = kept(readPasskey);

/** A record is never changed, and an edited one is another record: its reading is kept for as long as the record itself. */
function kept(read: Read): Read {
  const byDialect = new WeakMap<Dialect, WeakMap<JsonObject, ReadRecord>>();
  return (record, dialect) => {
    let known = byDialect.get(dialect);
    if (!known) byDialect.set(dialect, (known = new WeakMap()));
    let reading = known.get(record);
    if (!reading) known.set(record, (reading = read(record, dialect)));
    return reading;
  };
}
