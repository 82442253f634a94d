// What Palco holds when it starts: two events, sixty items, and the passkeys and codes of the first event.

export interface Period {
  appCategoryId: number;
  /** In milliseconds; null where a write did not say. */
  start: number | null;
  finish: number | null;
  available: number | null;
}

export interface Item {
  id: string;
  name: string;
  eventId: string;
  blurb: string | null;
  capacity: number | null;
  price: number | null;
  feeSale: number | null;
  feeProducer: number | null;
  periods: Period[];
  traits: { key: string; value: unknown; type: string }[];
}

export interface Passkey {
  id: string;
  eventId: string;
  passkey: string;
  start: number | null;
  finish: number | null;
  itemIds: string[];
  limit: number | null;
}

export interface Code {
  id: string;
  itemId: string;
  code: string;
  used: string | null;
}

export const day = 86_400_000;
export const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

export const events = [
  { id: '4107', slug: 'noite-do-choro', name: 'Noite do Choro', city: 'Recife', shows: 3, inDays: 20 },
  { id: '4108', slug: 'feira-de-rock', name: 'Feira de Rock', city: 'Olinda', shows: 1, inDays: 35 },
];
export type PalcoEvent = (typeof events)[number];

export function performancesOf(event: PalcoEvent, today: number) {
  return Array.from({ length: event.shows }, (_, index) => ({
    performanceId: `prf_${event.id}${'abc'[index]}`,
    label: `Noite ${index + 1}`,
    startsAt: iso(today + (event.inDays + index) * day + 23 * 3_600_000),
  }));
}

export function sampleItems(today: number): Item[] {
  return Array.from({ length: 60 }, (_, index) => {
    const names = ['Pista Inteira', 'Camarote', 'Meia Promo', 'Meia Promo'];
    const eventId = index < 4 || index % 4 !== 3 ? '4107' : '4108';
    return {
      id: String(70_001 + index),
      name: names[index] ?? `Lote ${index + 1} ${eventId === '4107' ? 'Choro' : 'Rock'}`,
      eventId,
      blurb: `Entrada pelo portão ${1 + (index % 5)}`,
      capacity: 500 + index,
      price: 12_000 + index * 100,
      feeSale: 1200 + index * 10,
      feeProducer: 250,
      // 02:59:59 UTC is the last second of the day before, where the people are.
      periods: [
        {
          appCategoryId: 1,
          start: today - 10 * day + 3 * 3_600_000,
          finish: today + 11 * day + 10_799_000,
          available: 300 + index,
        },
        ...(index % 3 === 0
          ? [{ appCategoryId: 2, start: today - 5 * day + 3 * 3_600_000, finish: today + 6 * day + 10_799_000, available: 40 }]
          : []),
      ],
      traits: index === 0 ? [{ key: 'gate', value: 4, type: 'integer' }] : [],
    };
  });
}

export function samplePasskeys(today: number): Passkey[] {
  return Array.from({ length: 130 }, (_, index) => ({
    id: `pk_${(46_656 + index * 37).toString(36)}`,
    eventId: '4107',
    passkey: `CHORO-${String(index + 1).padStart(3, '0')}`,
    start: today - day + 3 * 3_600_000,
    finish: today + 15 * day + 10_799_000,
    itemIds: index % 2 === 0 ? ['70001', '70002', '70005'] : ['70003'],
    limit: 1 + (index % 3),
  }));
}

export function sampleCodes(today: number): Code[] {
  const counts: Readonly<Record<string, number>> = { '70001': 60, '70002': 30, '70003': 45, '70004': 35 };
  return Object.entries(counts).flatMap(([itemId, count]) =>
    Array.from({ length: count }, (_, index) => ({
      id: `cd_${(Number(itemId) * 1000 + index).toString(36)}`,
      itemId,
      code: `${itemId}-${String(index + 1).padStart(4, '0')}`,
      used: index % 10 === 9 ? iso(today - 3_600_000) : null,
    })),
  );
}
