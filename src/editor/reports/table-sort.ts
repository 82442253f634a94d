// Puts rows in the order of a language: roughly by numbers made of their texts, which is quick, and then by the rules, which are slow to ask.
import { foldText } from '../../shared/text.ts';
import { hyphen, isDigit, placesAtOnce, Ranks, zero, type SortedValues } from './table-ranks.ts';
import { eachInSlices, few, sortFew, sortInSlices, sortNumbers, type Slices } from './table-slices.ts';

interface SortOptions {
  readonly isDescending: boolean;
  readonly language: string;
  readonly slices: Slices;
}

/** What is empty stands last in either direction; numbers and times come before texts. What is equal stays as it came. */
export async function sortPositions(
  positions: Uint32Array,
  values: SortedValues,
  { isDescending, language, slices }: SortOptions,
): Promise<Uint32Array> {
  const turn = isDescending ? -1 : 1;
  const rules = rulesOf(language);
  const { orderOf, textOf } = values;
  const all = await Ranks.of(positions, values, slices);
  const parts = await partsOf(all, slices);
  const { ranks } = all;
  /** No number can tell such ids apart. */
  const byDigits = (one: number, other: number) =>
    Number.isSafeInteger(ranks[one]) ? 0 : rules.compare(textOf(positions[one] ?? 0), textOf(positions[other] ?? 0)) * turn;
  const byNumber = (one: number, other: number) => {
    const a = ranks[one] ?? 0;
    const b = ranks[other] ?? 0;
    return a === b ? byDigits(one, other) || one - other : a < b ? -turn : turn;
  };
  await sortInSlices(parts.numbered, byNumber, slices);
  const written = await sortTexts(parts.written, all, (place) => String(orderOf(positions[place] ?? 0)), rules, turn, slices);
  const inOrder = isDescending ? [written, parts.numbered, parts.empty] : [parts.numbered, written, parts.empty];
  // One kind of values needs no second list.
  const sorted = inOrder.find(({ length }) => length === positions.length) ?? joined(inOrder);
  for (let index = 0; index < sorted.length; index++) sorted[index] = positions[sorted[index] ?? 0] ?? 0;
  return sorted;
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Every number below `count`, in order. */
export function upTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let index = 0; index < count; index++) numbers[index] = index;
  return numbers;
}

/** Places among the positions, by what their order goes by. */
interface Parts {
  readonly numbered: Uint32Array;
  readonly written: Uint32Array;
  readonly empty: Uint32Array;
}

async function partsOf({ kinds, counts }: Ranks, slices: Slices): Promise<Parts> {
  const parts = Array.from(counts, (count) => upTo(count)) as [Uint32Array, Uint32Array, Uint32Array];
  const [numbered, written, empty] = parts;
  // Nearly every column has one kind of values.
  if (counts.includes(kinds.length)) return { numbered, written, empty };
  const ends = [0, 0, 0];
  await eachInSlices(0, kinds.length, slices, (index) => {
    const kind = kinds[index] ?? 0;
    const part = parts[kind];
    const at = ends[kind] ?? 0;
    if (part) part[at] = index;
    ends[kind] = at + 1;
  });
  return { numbered, written, empty };
}

type Compare = (one: string, other: string) => number;

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index));
/** In the order of nearly all languages; where two letters are one of the alphabet, some of these are not. */
const plainOrder = [
  '-',
  '-a',
  '0',
  '00a',
  '9',
  '10',
  'a',
  'a-',
  'a1',
  ...letters.flatMap((one) => letters.map((other) => one + other)),
];

interface Rules {
  readonly compare: Compare;
  /** It has the same rules as nearly all for plain texts. */
  readonly isUsual: boolean;
}

/** The rules of a language are slow to ask, and of plain texts nearly all languages have the same. */
function rulesOf(language: string): Rules {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  return { compare, isUsual: plainOrder.every((text, at) => at === 0 || compare(plainOrder[at - 1] ?? '', text) < 0) };
}

/** Hyphens, numbers by their value, letters whatever their case. */
function comparePlain(one: string, other: string): number {
  let at = 0;
  let also = 0;
  while (at < one.length && also < other.length) {
    const a = one.charCodeAt(at);
    const b = other.charCodeAt(also);
    if (isDigit(a) && isDigit(b)) {
      const end = endOfNumber(one, at);
      const otherEnd = endOfNumber(other, also);
      while (one.charCodeAt(at) === zero && at < end) at++;
      while (other.charCodeAt(also) === zero && also < otherEnd) also++;
      if (end - at !== otherEnd - also) return end - at - (otherEnd - also);
      for (; at < end; at++, also++) {
        const difference = one.charCodeAt(at) - other.charCodeAt(also);
        if (difference !== 0) return difference;
      }
    } else {
      const difference = plainRank(a) - plainRank(b);
      if (difference !== 0) return difference;
      at++;
      also++;
    }
  }
  return one.length - at - (other.length - also);
}

function endOfNumber(text: string, from: number): number {
  let behind = from;
  while (behind < text.length && isDigit(text.charCodeAt(behind))) behind++;
  return behind;
}

/** Of a letter, that of the small one. */
function plainRank(code: number): number {
  return code === hyphen ? 0 : isDigit(code) ? 1 : code | 32;
}

/** Gives the text of an item. */
type TextOf = (item: number) => string;

async function sortTexts(
  items: Uint32Array,
  { arePlain, ranks }: Ranks,
  textOf: TextOf,
  { compare, isUsual }: Rules,
  turn: number,
  slices: Slices,
): Promise<Uint32Array> {
  if (isUsual && arePlain && items.length <= placesAtOnce) {
    const byRules = (one: number, other: number) => comparePlain(textOf(one), textOf(other)) * turn || one - other;
    // Of plain texts the numbers tell the very order.
    return roughly(items, { ranks, turn, byKey: byRules }, slices);
  }
  const texts = await kept(items, textOf, slices);
  const byRules = (one: number, other: number) => compare(texts(one), texts(other)) * turn || one - other;
  const rough = await roughly(items, { ranks, turn, byKey: keyOrder(texts, turn) }, slices);
  let unlike = 0;
  await eachInSlices(1, rough.length, slices, (at) => {
    if (byRules(rough[at - 1] ?? 0, rough[at] ?? 0) > 0) unlike++;
  });
  if (unlike > 0) await sortInSlices(rough, byRules, slices);
  return rough;
}

/** Texts that are asked for again and again. */
async function kept(items: Uint32Array, textOf: TextOf, slices: Slices): Promise<TextOf> {
  const texts: string[] = [];
  await eachInSlices(0, items.length, slices, (at) => {
    const item = items[at] ?? 0;
    texts[item] = textOf(item);
  });
  return (item) => texts[item] ?? '';
}

interface Rough {
  readonly ranks: Float64Array;
  readonly turn: number;
  /** The order of those that begin alike. */
  readonly byKey: (one: number, other: number) => number;
}

/** By numbers that begin as the texts do: to sort numbers alone takes a tenth of the time. */
async function roughly(items: Uint32Array, { ranks, turn, byKey }: Rough, slices: Slices): Promise<Uint32Array> {
  const { length } = items;
  const sorted = new Uint32Array(length);
  for (let start = 0; start < length; start += placesAtOnce) {
    // Where all are texts, nobody needs their ranks any more.
    const keys =
      length === ranks.length && length <= placesAtOnce ? ranks : new Float64Array(Math.min(placesAtOnce, length - start));
    await eachInSlices(0, keys.length, slices, (at) => {
      keys[at] = (ranks[items[start + at] ?? 0] ?? 0) * placesAtOnce + at;
    });
    await sortNumbers(keys, slices);
    if (turn < 0) keys.reverse();
    await eachInSlices(0, keys.length, slices, (at) => {
      const key = keys[at] ?? 0;
      const beginning = Math.floor(key / placesAtOnce);
      keys[at] = beginning;
      sorted[start + at] = items[start + key - beginning * placesAtOnce] ?? 0;
    });
    await sortAlike(keys, sorted.subarray(start, start + keys.length), byKey, slices);
  }
  return sorted;
}

/** So many texts are looked at before the clock is. */
const textsAtOnce = 64;

/** Texts that begin alike stand together, and are sorted among themselves. */
async function sortAlike(beginnings: Float64Array, sorted: Uint32Array, byKey: Rough['byKey'], slices: Slices): Promise<void> {
  const { length } = beginnings;
  let from = 0;
  while (from < length) {
    const next = Math.min(length, from + textsAtOnce);
    while (from < next) {
      let end = from + 1;
      while (end < length && beginnings[end] === beginnings[from]) end++;
      // Of codes nearly all groups are of two or three.
      if (end - from <= few) sortFew(sorted, from, end, byKey);
      else await sortInSlices(sorted.subarray(from, end), byKey, slices);
      from = end;
    }
    if (slices.isOver) await slices.next();
  }
}

/** By small letters without accents, with numbers of one length; made once for those that are asked for. */
function keyOrder(textOf: TextOf, turn: number): (one: number, other: number) => number {
  const known = new Map<number, string>();
  const keyOf = (item: number) => {
    let key = known.get(item);
    if (key === undefined) {
      key = foldText(textOf(item)).replace(/\d+/g, (digits) => digits.padStart(12, '0'));
      known.set(item, key);
    }
    return key;
  };
  return (one, other) => {
    const a = keyOf(one);
    const b = keyOf(other);
    return a === b ? one - other : a < b ? -turn : turn;
  };
}
