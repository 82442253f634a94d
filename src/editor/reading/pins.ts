// The events that somebody keeps at hand, by environment. Nothing is kept of an event but what its row shows.
import { parseJson, stringifyJson } from '../../client/index.ts';
import { fold } from '../../client/fields.ts';
import { getOrInsert } from '../platform/lazy.ts';
import type { Memory } from '../platform/memory.ts';
import { isObject, aliases } from './fields.ts';

export interface Pin {
  readonly id: string;
  readonly label: string;
  /** The event as it was last read. */
  readonly value: unknown;
}

const keptFields = aliases(
  'id _id uuid title name label link slug url type category status saleenabled timezone venue city',
  'date dates sessions eventdates sessiondates schedule',
);

export class Pins {
  readonly #memory: Memory;
  readonly #name: string;
  readonly #read = new Map<string, readonly Pin[]>();

  /** `name`: of those that are kept for another reason than a pin. */
  constructor(memory: Memory, name = 'pins') {
    this.#memory = memory;
    this.#name = name;
  }

  of(environment: string): readonly Pin[] {
    return getOrInsert(this.#read, environment, () => readPins(this.#memory.get(this.#key(environment))));
  }

  /** Keeps events; one that is kept already gets its newest value. */
  async add(environment: string, added: readonly Pin[]): Promise<void> {
    const pins = new Map([...this.of(environment), ...added].map((pin) => [pin.id, pin]));
    if (added.length > 0) await this.#keep(environment, [...pins.values()]);
  }

  async remove(environment: string, ids: readonly string[]): Promise<void> {
    const left = this.of(environment).filter(({ id }) => !ids.includes(id));
    await this.#keep(environment, left);
  }

  /** Keeps one in front of the others, of which only the newest stay. */
  async addFirst(environment: string, added: Pin, most: number): Promise<void> {
    const others = this.of(environment).filter(({ id }) => id !== added.id);
    await this.#keep(environment, [added, ...others].slice(0, most));
  }

  #key(environment: string): string {
    return `${this.#name}.${environment}`;
  }

  async #keep(environment: string, pins: readonly Pin[]): Promise<void> {
    const kept = pins.map(({ id, label, value }) => ({ id, label, value: keep(value) }));
    this.#read.set(environment, kept);
    // As text, because an id of many digits is no number that VS Code could store.
    await this.#memory.update(this.#key(environment), stringifyJson(kept));
  }
}

function keep(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([key]) => keptFields.has(fold(key))));
}

function readPins(text: unknown): readonly Pin[] {
  if (typeof text !== 'string') return [];
  try {
    const pins = parseJson(text);
    return Array.isArray(pins) ? pins.filter(isPin) : [];
  } catch {
    return [];
  }
}

function isPin(value: unknown): value is Pin {
  return isObject(value) && typeof value.id === 'string' && typeof value.label === 'string';
}
