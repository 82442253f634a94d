// What somebody types above a column: a part of the text, or a comparison such as `>100` and `<=2026-01-31`.
import { centsOf, foldText } from '../../shared/text.ts';
import { momentOf } from './table-cells.ts';

/** Whether a cell fits; both of its sides are asked for only where they are needed. */
type FitsCell = (number: () => number | undefined, text: () => string) => boolean;

/** What is compared with: a day is all of its moments. */
interface Bounds {
  readonly first: number;
  readonly last: number;
}

const comparison = /^(?:<=|>=|<|>|=)/;
const dayLength = 24 * 60 * 60 * 1000;

const compare: Readonly<Record<string, (number: number, bounds: Bounds) => boolean>> = {
  '<': (number, { first }) => number < first,
  '<=': (number, { last }) => number <= last,
  '>': (number, { last }) => number > last,
  '>=': (number, { first }) => number >= first,
  '=': (number, { first, last }) => number >= first && number <= last,
};

/** Undefined: any cell fits. */
export function columnFilter(typed: string): FitsCell | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const [sign = ''] = comparison.exec(text) ?? [];
  const operand = sign === '' ? '' : text.slice(sign.length);
  const bounds = boundsOf(operand.trim());
  const holds = compare[sign];
  const folded = foldText(operand.trim());
  if (holds && bounds)
    return (number, shown) => {
      const own = number();
      return own === undefined ? sign === '=' && foldText(shown()).trim() === folded : holds(own, bounds);
    };
  // `=` alone: what is empty.
  if (sign === '=') return (_number, shown) => foldText(shown()).trim() === folded;
  const part = foldText(text);
  return (_number, shown) => foldText(shown()).includes(part);
}

function boundsOf(operand: string): Bounds | undefined {
  const moment = momentOf(operand);
  if (moment !== undefined) return { first: moment, last: operand.length > 10 ? moment : moment + dayLength - 1 };
  const cents = centsOf(operand);
  const number = cents === undefined ? (operand === '' ? NaN : Number(operand)) : cents / 100;
  return Number.isNaN(number) ? undefined : { first: number, last: number };
}
