// The events that somebody keeps at hand, by environment. Nothing is kept of an event but what its row shows, and Settings Sync carries
// nothing of it but its id and its name.
import { parseJson, stringifyJson } from '../../client/index.ts';
import { fold } from '../../client/fields.ts';
import { localName } from '../account/environments.ts';
import { syncedPins, type Memory } from '../platform/memory.ts';
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

/** The pins of an environment that has more of them, or longer ids, stay on this machine; a longer name is cut. */
const maxSynced = { pins: 100, id: 100, name: 100, environments: 20 };

/** Which events are pinned where, as another machine may have written it. */
type Synced = Readonly<Record<string, readonly Omit<Pin, 'value'>[]>>;

export class Pins {
  readonly #memory: Memory;
  readonly #name: string;
  /** As they were last read, from these texts: a sync or another window may have written others since. */
  readonly #read = new Map<string, { readonly own: unknown; readonly synced: unknown; readonly pins: readonly Pin[] }>();

  /** `name`: of those that are kept for another reason than a pin. */
  constructor(memory: Memory, name = 'pins') {
    this.#memory = memory;
    this.#name = name;
  }

  of(environment: string): readonly Pin[] {
    const own = this.#memory.get(this.#key(environment));
    const synced = this.#isSynced(environment) ? this.#memory.get(syncedPins) : undefined;
    const last = this.#read.get(environment);
    if (last && last.own === own && last.synced === synced) return last.pins;
    const pins = joined(readPins(own), readSynced(synced)[environment]);
    this.#read.set(environment, { own, synced, pins });
    return pins;
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

  /** The local service of another machine has other events. */
  #isSynced(environment: string): boolean {
    return this.#name === 'pins' && environment !== localName;
  }

  async #keep(environment: string, pins: readonly Pin[]): Promise<void> {
    const kept = pins.map(({ id, label, value }) => ({ id, label, value: keep(value) }));
    // As text, because an id of many digits is no number that VS Code could store.
    await this.#memory.update(this.#key(environment), stringifyJson(kept));
    if (this.#isSynced(environment)) await this.#sync(environment, kept);
  }

  /** Those of other environments stay, whether or not this machine has them. */
  async #sync(environment: string, pins: readonly Pin[]): Promise<void> {
    const { [environment]: _before, ...others } = readSynced(this.#memory.get(syncedPins));
    const names = pins.map(({ id, label }) => ({ id, label: label.slice(0, maxSynced.name) }));
    const isSmall = names.length <= maxSynced.pins && names.every(({ id }) => id.length <= maxSynced.id);
    const isBounded = isSmall && Object.keys(others).length < maxSynced.environments;
    await this.#memory.update(syncedPins, stringifyJson(isBounded ? { ...others, [environment]: names } : others));
  }
}

/** Which events are pinned is what was synced, where anything was; what is known of them is this machine's own. */
function joined(own: readonly Pin[], synced: Synced[string] | undefined): readonly Pin[] {
  if (!synced) return own;
  const known = new Map(own.map((pin) => [pin.id, pin]));
  return synced.map(({ id, label }) => known.get(id) ?? { id, label, value: undefined });
}

function readSynced(text: unknown): Synced {
  const read = parsed(text);
  if (!isObject(read)) return {};
  const lists = Object.entries(read).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  return Object.fromEntries(
    lists.slice(0, maxSynced.environments).map(([name, list]) => {
      const pins = list.filter(isPin).slice(0, maxSynced.pins);
      return [name, pins.map(({ id, label }) => ({ id, label: label.slice(0, maxSynced.name) }))];
    }),
  );
}

function keep(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([key]) => keptFields.has(fold(key))));
}

function readPins(text: unknown): readonly Pin[] {
  const pins = parsed(text);
  return Array.isArray(pins) ? pins.filter(isPin) : [];
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isPin(value: unknown): value is Pin {
  return isObject(value) && typeof value.id === 'string' && typeof value.label === 'string';
}
