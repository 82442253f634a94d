// An event as a file, changed as docs/plans.md tells.
import assert from 'node:assert/strict';

interface Lot {
  readonly name: string;
  price: string;
  readonly salePeriods: { start: string; finish: string }[];
}

/** 8 % more for the second lot of Festival da Primavera, whose sale comes a week later. */
export function withDearerLot(text: string): string {
  const file = JSON.parse(text) as { items: { items?: Lot[] }[] };
  const lot = file.items.flatMap(({ items = [] }) => items).find(({ name }) => name === '2º lote');
  assert.equal(lot?.price, '150.00');
  lot.price = '162.00';
  for (const period of lot.salePeriods) {
    period.start = aWeekAfter(period.start);
    period.finish = aWeekAfter(period.finish);
  }
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

function aWeekAfter(time: string): string {
  const date = new Date(`${time.replace(' ', 'T')}Z`);
  date.setUTCDate(date.getUTCDate() + 7);
  return date.toISOString().slice(0, 19).replace('T', ' ');
}
