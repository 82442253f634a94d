// Faults on demand: what a network and a service do on a bad day, chosen by operation, with a seeded die.
import { operations } from '../client/index.ts';

export const faultKinds = [
  'latency',
  'drip',
  'reset-before',
  'reset-after',
  'truncate',
  'wrong-type',
  'html',
  '401',
  '403',
  '409',
  '429',
  '500',
  '503-after',
  'invalid-json',
  'redirect',
  'duplicate',
  'late-commit',
] as const;
type FaultKind = (typeof faultKinds)[number];

export interface ServiceFault {
  readonly kind: FaultKind;
  /** An operation's id; every operation by default. */
  readonly operation?: string;
  /** How often it hits, from 0 to 1; always by default. */
  readonly probability?: number;
  /** How many times it hits at most; without end by default. */
  readonly times?: number;
  /** Milliseconds of latency, drip and late-commit, seconds of Retry-After, or the target of a redirect. */
  readonly value?: number | string;
}

/** Decides which fault hits a request. */
export class FaultPlan {
  readonly #faults: readonly ServiceFault[];
  readonly #struck = new Map<ServiceFault, number>();
  #seed: number;

  constructor(faults: readonly ServiceFault[], seed = 1) {
    this.#faults = faults;
    // Neighbouring seeds must not begin with the same throws, and zero would never throw anything else.
    this.#seed = ((Math.imul(seed, 0x9e3779b1) >>> 0) % 2147483646) + 1;
  }

  /** Whether there is anything to strike with. */
  get any(): boolean {
    return this.#faults.length > 0;
  }

  /** The fault for a request, which may be any of these operations. */
  faultFor(operations: readonly string[]): ServiceFault | undefined {
    return this.#faults.find((fault) => {
      const struck = this.#struck.get(fault) ?? 0;
      const wanted = fault.operation === undefined || operations.includes(fault.operation);
      const hits = wanted && struck < (fault.times ?? Infinity) && this.#random() < (fault.probability ?? 1);
      if (hits) this.#struck.set(fault, struck + 1);
      return hits;
    });
  }

  #random(): number {
    this.#seed = (this.#seed * 48271) % 2147483647;
    return this.#seed / 2147483647;
  }
}

/**
 * Reads faults from a command line: `createItem:reset-after@0.5`, `*:latency=200`, `getItem:429=3#2` (twice at most), separated by commas.
 */
export function parseFaults(text: string): ServiceFault[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseFault);
}

function parseFault(part: string): ServiceFault {
  const [, operation, kind, value, probability, times] =
    /^([\w*]+):([\w-]+)(?:=([^@#]+))?(?:@([\d.]+))?(?:#(\d+))?$/.exec(part) ?? [];
  if (kind === undefined || !isFaultKind(kind)) {
    throw new Error(`"${part}" is not a fault. Write operation:kind, where kind is one of ${faultKinds.join(', ')}.`);
  }
  if (operation !== '*' && !Object.hasOwn(operations, operation ?? '')) throw new Error(`"${part}" names no operation.`);
  if (probability !== undefined && !(Number(probability) <= 1))
    throw new Error(`"${part}" has a probability that is not from 0 to 1.`);
  return {
    kind,
    ...(operation === '*' || operation === undefined ? {} : { operation }),
    ...(value === undefined ? {} : { value: /^\d+$/.test(value) ? Number(value) : value }),
    ...(probability === undefined ? {} : { probability: Number(probability) }),
    ...(times === undefined ? {} : { times: Number(times) }),
  };
}

function isFaultKind(text: string): text is FaultKind {
  return (faultKinds as readonly string[]).includes(text);
}
