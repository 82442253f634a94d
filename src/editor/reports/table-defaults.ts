// What a list shows while nobody has chosen: what is looked for first, and not what is the same in every row.
import { idIn, type OperationId, type Row } from '../../client/index.ts';
import { fold, idText } from '../../client/fields.ts';
import type { TableColumn } from '../../protocol/table.ts';
import { isObject } from '../reading/fields.ts';
import type { Read } from '../reading/reads.ts';

/** Columns by their keys. */
export interface ColumnDefaults {
  /** Behind the name, in this order, whatever else there is. */
  readonly leading: readonly string[];
  /** Shown only when somebody asks for them. */
  readonly aside: ReadonlySet<string>;
}

/** What a list does not have is left out. */
const leadingKeys: Partial<Record<OperationId, readonly string[]>> = {
  listItems: ['#group', '#state', 'value.price', '#available', 'salePeriods', '#finish', 'quantity', '#session', 'id'],
  listPasskeys: ['#state', 'start', 'finish', 'used', 'limit', '#items', 'id'],
};

export function columnDefaults(read: Read, rows: readonly Row[]): ColumnDefaults {
  return { leading: leadingKeys[read.operation] ?? [], aside: constantKeys(read, rows) };
}

/** The fields that say in every row of which event or item the list is: its title says it already. */
function constantKeys({ operation, input }: Read, rows: readonly Row[]): ReadonlySet<string> {
  const [eventId, itemId] = [idIn(operation, input, 'event'), idIn(operation, input, 'item')];
  const records = rows.flatMap(({ value }) => (isObject(value) ? [value] : []));
  const isConstant = (key: string): boolean => {
    const name = fold(key);
    if (name !== 'itemid' && name !== 'eventid') return false;
    const ids = new Set(records.map((record) => idText(record[key])));
    const [id] = ids;
    if (ids.size !== 1 || id === undefined) return false;
    // An item is of one event, which need not be known.
    return name === 'itemid' ? id === itemId : eventId === undefined ? itemId !== undefined : id === eventId;
  };
  return new Set(Object.keys(records[0] ?? {}).filter(isConstant));
}

/** What a row is called by: an id in front of it gives way, for the first column stays in sight however far somebody scrolls. */
export const namingKeys = ['name', 'title', 'passkey', 'code'];

/** The same columns: behind the one that names the row those of `keys`, then what was made, then all others as they were. */
export function withLeading(columns: readonly TableColumn[], keys: readonly string[]): TableColumn[] {
  const placeOf = ({ key, isMade }: TableColumn) => {
    const place = keys.indexOf(key);
    return place >= 0 ? place : isMade ? keys.length : keys.length + 1;
  };
  const name = columns.findIndex(({ key }) => namingKeys.includes(key));
  const behind = columns.slice(name + 1).sort((one, other) => placeOf(one) - placeOf(other));
  return [...columns.slice(0, name + 1), ...behind];
}
