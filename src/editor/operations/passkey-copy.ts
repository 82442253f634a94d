// A deleted passkey made again from its copy, as far as the interface allows.
import { toWriteDayOrTime } from '../records/write-format.ts';

interface PasskeyAgain {
  readonly body: {
    readonly eventId: number | bigint | string;
    readonly passkey: string;
    readonly start?: string;
    readonly finish?: string;
  };
  readonly itemIds: readonly (number | bigint | string)[];
  /** The fields that a new passkey cannot be given. */
  readonly lost: readonly string[];
}

/** What to send to make a passkey again; undefined when the copy does not say enough. */
export function passkeyAgain(record: unknown, timeZone?: string): PasskeyAgain | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const { eventId, passkey, start, finish, itemIds, limit, used } = record as Record<string, unknown>;
  const isId = typeof eventId === 'number' || typeof eventId === 'bigint' || typeof eventId === 'string';
  if (!isId || typeof passkey !== 'string') return undefined;
  const lost: string[] = [];
  const edge = (name: string, value: unknown): Record<string, string> => {
    if (value === null || value === undefined || value === '') return {};
    const converted = toWriteDayOrTime(value, { timeZone });
    if (converted.rule === undefined) return { [name]: converted.value };
    lost.push(name);
    return {};
  };
  const body = { eventId, passkey, ...edge('start', start), ...edge('finish', finish) };
  if (limit !== null && limit !== undefined) lost.push('limit');
  if (typeof used === 'number' && used > 0) lost.push('used');
  return { body, itemIds: Array.isArray(itemIds) ? (itemIds as number[]) : [], lost };
}
