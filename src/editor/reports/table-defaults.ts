// What somebody looks for first in a list: which columns stand behind the name, in which order.
import type { OperationId } from '../../client/index.ts';
import type { TableColumn } from '../../protocol/table.ts';

/** By their keys; what a list does not have is left out. */
const leading: Partial<Record<OperationId, readonly string[]>> = {
  listItems: ['#state', 'value.price', '#available', 'salePeriods', '#finish', 'quantity', '#group', '#session'],
};

export function leadingKeys(operation: OperationId): readonly string[] {
  return leading[operation] ?? [];
}

const namingKeys = ['name', 'passkey'];

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
