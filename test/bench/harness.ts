// What a bench is and how its numbers are compared. Machines differ and are never quiet, so each number stands beside an anchor's.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { local, testExtension } from '../../scripts/lib/paths.mjs';
import { stageExtension } from '../../scripts/lib/staging.mjs';

export interface Bench {
  readonly name: string;
  /** What must hold, in words. */
  readonly target: string;
  run(settings: Settings): Promise<Measurement[]>;
}

export interface Settings {
  /** Less work in fewer rounds: to see that a bench runs, not to judge by. */
  readonly quick: boolean;
  readonly rounds: number;
}

export interface Target {
  readonly compare: 'at least' | 'at most';
  readonly limit: number;
}

export interface Measurement {
  readonly name: string;
  readonly unit: 'ms' | 'MB' | 'times';
  readonly ours?: number | undefined;
  readonly anchor?: number | undefined;
  /** What the target speaks of; a number without an anchor is judged as it is. */
  readonly ratio?: number | undefined;
  /** Without one, the measurement is for information. */
  readonly target?: Target | undefined;
  /** Why nothing was measured. */
  readonly skipped?: string | undefined;
}

/** One go of one way to do the work. */
export interface Sample {
  readonly milliseconds: number;
  /** The milliseconds of them, on all threads, in which the process worked. */
  readonly cpu: number;
  /** The most memory that the process had. */
  readonly megabytes: number;
  /** The longest time for which nothing else could run. */
  readonly stall: number;
}

/** What benches leave behind: the result, and for a while the files that they need. */
export const benchOutput = join(local, 'bench');
mkdirSync(benchOutput, { recursive: true });

let staged: Promise<void> | undefined;

/** The extension as users get it, for all benches of a run. */
export function stageOnce(): Promise<void> {
  // Whoever starts several benches at once has done it.
  staged ??= process.env.BOX_OFFICE_STAGED ? Promise.resolve() : stageExtension(testExtension, { minify: true });
  return staged;
}

/** The benches of steps that a person feels; those of one line are measured one after the other. */
export const felt = [
  ['forms', 'table'],
  ['tree', 'activation'],
] as const;

export const atLeast = (limit: number): Target => ({ compare: 'at least', limit });
export const atMost = (limit: number): Target => ({ compare: 'at most', limit });

/** Undefined: there is nothing to judge. */
export function isMet({ target, ratio, ours }: Measurement): boolean | undefined {
  const value = ratio ?? ours;
  if (!target || value === undefined) return undefined;
  return target.compare === 'at least' ? value >= target.limit : value <= target.limit;
}

/** How many times its target a step may take where only a great loss is looked for. */
export const room = 3;
/** The same for a time that is promised as it is, and not beside its anchor: a busy machine makes both longer. */
const roomBesideAnchor = 6;

/** The measurement with a target that nothing but a great loss misses. */
export function withRoom<T extends Measurement>(measurement: T): T {
  const { unit, target, ratio, anchor = 0 } = measurement;
  // What is counted is not a matter of speed.
  if (!target || unit === 'times') return measurement;
  if (target.compare === 'at least') return { ...measurement, target: atLeast(target.limit / room) };
  const isTimeAlone = unit === 'ms' && ratio === undefined;
  return { ...measurement, target: atMost(Math.max(target.limit * room, isTimeAlone ? anchor * roomBesideAnchor : 0)) };
}

/**
 * Takes turns, so that whatever slows the machine down slows every way down, and each way comes first in every other round, so that none
 * always pays for what both find afterwards; a first round warms up and is not counted.
 */
export async function inTurns<Name extends string, T>(
  rounds: number,
  ways: Readonly<Record<Name, () => Promise<T>>>,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(ways) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, T[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const sample = await ways[name]();
      if (round > 0) taken[name].push(sample);
    }
  }
  return taken;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that a quarter of the samples stay under. */
function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 2]!;
}

/** How long it takes, as a multiple of the anchor's time: lower is better. */
export function compareTime<T>(
  name: string,
  ours: readonly T[],
  anchor: readonly T[],
  value: (sample: T) => number,
  target?: Target,
): Measurement {
  // Each round's own ratio: what disturbed one round disturbed both of its halves.
  const ratio = median(ours.map((sample, round) => value(sample) / value(anchor[round]!)));
  return { name, unit: 'ms', ours: median(ours.map(value)), anchor: median(anchor.map(value)), ratio, target };
}

/** How fast it is, as a part of the anchor's speed: higher is better. */
export function compareSpeed<T>(...args: Parameters<typeof compareTime<T>>): Measurement {
  const { ratio = Number.NaN, ...times } = compareTime(...args);
  return { ...times, ratio: 1 / ratio };
}

/**
 * For work that shares two processors with the service it asks: a neighbour slows one way for many rounds together and spares the other, so
 * neither pairs nor medians even it out. It never speeds anything up: the quicker quarter of many rounds is what the code itself costs.
 */
export function compareUndisturbedTime<T>(...args: Parameters<typeof compareTime<T>>): Measurement {
  const [, ours, anchor, value] = args;
  return { ...compareTime(...args), ratio: lowerQuartile(ours.map(value)) / lowerQuartile(anchor.map(value)) };
}
