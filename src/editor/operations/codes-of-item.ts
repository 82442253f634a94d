// Codes among all those of their items: the interface reads codes only as a list.
import { wholeList, type PageQuery } from '../../client/index.ts';
import type { CodeResource } from '../platform/resources.ts';
import type { Entry } from './checked-removal.ts';
import { fieldOf } from '../reading/resources.ts';

/** Those of the codes that are there, as they are now; an error where a list is not complete. */
export async function findCodes(
  wanted: readonly CodeResource[],
  read: (itemId: string, page: PageQuery) => Promise<unknown>,
): Promise<Entry<CodeResource>[]> {
  const found: Entry<CodeResource>[] = [];
  for (const [itemId, codes] of Map.groupBy(wanted, (code) => code.itemId)) {
    const missing = new Map(codes.map((code) => [code.id, code]));
    for await (const rows of wholeList((page) => read(itemId, page))) {
      for (const { id = '', label, value } of rows) {
        const code = missing.get(id);
        if (!code) continue;
        missing.delete(id);
        const name = fieldOf(value, 'code') ?? label;
        const record = { ...code, label: name, value, eventId: code.eventId ?? fieldOf(value, 'eventId') };
        found.push({ key: `${itemId}/${id}`, name, record });
      }
      // The rest of the list is of no interest.
      if (missing.size === 0) break;
    }
  }
  return found;
}
