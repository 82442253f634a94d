// The stranger's service in the matrix: what it holds, in the words of the matrix.
import { until } from '../harness/until.ts';
import type { Holdings } from './holdings.ts';
import type { MatrixService, RightAmounts } from './matrix-service.ts';
import { events, performancesOf } from './stranger-data.ts';
import { keyHeader, startStranger, tokenHeader, tokenPrefix, type Stranger, type StrangerState } from './stranger-service.ts';

const [event] = events as [(typeof events)[number]];
const threeHours = 3 * 3_600_000;

/** By its clock, which is three hours behind UTC all year. */
const timeOf = (time: number | null) =>
  time === null ? null : new Date(time - threeHours).toISOString().slice(0, 19).replace('T', ' ');

function holdingsOf({ items, passkeys, codes }: StrangerState): Holdings {
  const eventOf = new Map(items.map(({ id, eventId }) => [id, eventId]));
  return {
    sessions: events.flatMap((each) =>
      performancesOf(each, 0).map(({ performanceId }) => ({ id: performanceId, eventId: each.id })),
    ),
    items: items.map(({ id, eventId, name, blurb, capacity, price, feeSale, feeProducer, traits }) => ({
      ...{ id, eventId, name, description: blurb, type: '', quantity: capacity, parent: null, hidden: 0 },
      ...{ price, feeSale, feeProducer },
      attributes: traits.map(({ key, value, type }) => `${key}=${String(value)}:${type}`),
    })),
    periods: items.flatMap(({ id, periods }) =>
      periods.map(({ appCategoryId, start, finish, available }) => ({
        ...{ itemId: id, appCategoryId, start: timeOf(start), finish: timeOf(finish), available },
      })),
    ),
    passkeys: passkeys.map(({ start, finish, itemIds, ...passkey }) => ({
      ...passkey,
      ...{ start: timeOf(start), finish: timeOf(finish), itemIds: [...itemIds].sort() },
    })),
    codes: codes.map(({ id, itemId, code, used }) => ({
      ...{ id, eventId: eventOf.get(itemId) ?? '', itemId, code, used: used === null ? 0 : 1 },
    })),
  };
}

/** Every amount of a reply; how many were sold is none. */
function amountsIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => (name === 'sold' ? [] : amountsIn(part)));
}

async function amountsOf({ eventUrl, ticketUrl, token, eventKey }: Stranger): Promise<RightAmounts> {
  const read = async (address: string, headers: Readonly<Record<string, string>>) => {
    const { data } = (await (await fetch(address, { headers })).json()) as { readonly data: unknown };
    return new Set(amountsIn(data));
  };
  return {
    reports: await read(`${eventUrl}/event/${event.id}/bordero`, { [keyHeader]: eventKey }),
    tax: await read(`${ticketUrl}/tax?eventId=${event.id}&price=12000`, { [tokenHeader]: `${tokenPrefix}${token}` }),
  };
}

export async function startStrangerService(): Promise<MatrixService> {
  const stranger = await startStranger();
  const { eventUrl, ticketUrl, token, eventKey } = stranger;
  const amounts = await amountsOf(stranger);
  const stocked = '70002';
  return {
    ...{ eventUrl, ticketUrl, token, eventKey, amounts },
    clock: 'America/Sao_Paulo',
    sample: {
      eventId: event.id,
      title: event.name,
      item: '70001',
      namesake: '70004',
      opened: ['70004', '70005'],
      stocked,
      passkeys: Array.from({ length: 10 }, (_, at) => `CHORO-${String(at + 1).padStart(3, '0')}`),
    },
    clearsUnsent: true,
    keepsUsed: true,
    codesFile: (codes) => ['item_id,voucher', ...codes.map((code) => `${stocked},${code}`), ''].join('\n'),
    holdings: () => holdingsOf(stranger.state()),
    settled: () => until('nothing is left to do', () => !stranger.isBusy()),
    gross: () => Math.max(...amounts.reports),
    restore: () => Promise.resolve(stranger.restore()),
    stop: () => stranger.close(),
  };
}
