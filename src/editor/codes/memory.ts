// What is remembered of a file: which column holds its codes, and the event that it was last uploaded to.

/** What VS Code keeps for an extension. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

export interface RememberedEvent {
  readonly environment: string;
  readonly id: string;
  readonly label: string;
}

interface Remembered {
  readonly path: string;
  readonly column?: number | undefined;
  /** One for each environment. */
  readonly events: readonly RememberedEvent[];
}

const key = 'codes.files';
const mostFiles = 200;

export class FileMemory {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  columnOf(path: string): number | undefined {
    return this.#of(path)?.column;
  }

  eventOf(path: string, environment: string): RememberedEvent | undefined {
    return this.#of(path)?.events.find((event) => event.environment === environment);
  }

  async keepColumn(path: string, column: number | undefined): Promise<void> {
    await this.#keep({ path, events: [], ...this.#of(path), column });
  }

  async keepEvent(path: string, { environment, id, label }: RememberedEvent): Promise<void> {
    const known = this.#of(path);
    const others = known?.events.filter((event) => event.environment !== environment) ?? [];
    await this.#keep({ path, column: known?.column, events: [...others, { environment, id, label }] });
  }

  #of(path: string): Remembered | undefined {
    return this.#all().find((file) => file.path === path);
  }

  /** The latest come last, and the oldest are forgotten. */
  async #keep(file: Remembered): Promise<void> {
    const others = this.#all().filter(({ path }) => path !== file.path);
    await this.#memory.update(key, [...others, file].slice(-mostFiles));
  }

  #all(): readonly Remembered[] {
    const files = this.#memory.get(key);
    return Array.isArray(files) ? files.filter(isRemembered) : [];
  }
}

function isRemembered(value: unknown): value is Remembered {
  if (typeof value !== 'object' || value === null) return false;
  const { path, events, column } = value as Record<string, unknown>;
  const isColumn = column === undefined || (typeof column === 'number' && Number.isInteger(column) && column >= 0);
  return typeof path === 'string' && isColumn && Array.isArray(events) && events.every(isEvent);
}

function isEvent(value: unknown): value is RememberedEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { environment, id, label } = value as Record<string, unknown>;
  return [environment, id, label].every((field) => typeof field === 'string');
}
