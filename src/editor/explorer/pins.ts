// The events that somebody keeps at hand, by environment. Nothing is kept of an event but what its row shows.
import { parseJson, stringifyJson } from '../../client/index.ts';
import { fold } from '../../client/fields.ts';
import { getOrInsert } from '../platform/lazy.ts';
import type { Pin } from './nodes.ts';
import { isObject, aliases } from '../reading/fields.ts';

/** What VS Code keeps for an extension. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

const keptFields = aliases(
  'id _id uuid title name label link slug url type category status saleenabled timezone venue city',
  'date dates sessions eventdates sessiondates schedule',
);

export class Pins {
  readonly #memory: Memory;
  readonly #read = new Map<string, readonly Pin[]>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  of(environment: string): readonly Pin[] {
    return getOrInsert(this.#read, environment, () => readPins(this.#memory.get(memoryKey(environment))));
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

  async #keep(environment: string, pins: readonly Pin[]): Promise<void> {
    const kept = pins.map(({ id, label, value }) => ({ id, label, value: keep(value) }));
    this.#read.set(environment, kept);
    // As text, because an id of many digits is no number that VS Code could store.
    await this.#memory.update(memoryKey(environment), stringifyJson(kept));
  }
}

const memoryKey = (environment: string) => `pins.${environment}`;

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
