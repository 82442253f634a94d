// What is remembered of a file: which column holds its codes, the event that it goes to, and what became of its uploads.

/** What VS Code keeps for an extension. */
interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

interface RememberedEvent {
  readonly environment: string;
  readonly id: string;
  readonly label: string;
}

/** Where a file went, and when, in milliseconds. */
interface Sending {
  readonly environment: string;
  readonly eventId: string;
  readonly at: number;
}

interface PastUpload extends Sending {
  /** Of what was checked before it was sent. */
  readonly sha256: string;
  /** What became of it. */
  readonly message: string;
}

interface Remembered {
  readonly path: string;
  readonly column?: number | undefined;
  /** One for each environment. */
  readonly events: readonly RememberedEvent[];
  /** The latest come last. */
  readonly uploads?: readonly PastUpload[] | undefined;
}

const key = 'codes.files';
const maxFiles = 200;
const maxUploads = 5;
const maxMessage = 500;

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

  /** The last upload to an event. */
  uploadOf(path: string, environment: string, eventId: string): PastUpload | undefined {
    return this.#of(path)?.uploads?.findLast((upload) => upload.environment === environment && upload.eventId === eventId);
  }

  async keepColumn(path: string, column: number | undefined): Promise<void> {
    await this.#keep({ ...this.#known(path), column });
  }

  async keepEvent(path: string, { environment, id, label }: RememberedEvent): Promise<void> {
    const known = this.#known(path);
    const others = known.events.filter((event) => event.environment !== environment);
    await this.#keep({ ...known, events: [...others, { environment, id, label }] });
  }

  async keepUpload(path: string, { environment, eventId, at, sha256, message }: PastUpload): Promise<void> {
    const upload = { environment, eventId, at, sha256, message: message.slice(0, maxMessage) };
    const uploads = [...this.#otherUploads(path, upload), upload].sort((one, other) => one.at - other.at);
    await this.#keep({ ...this.#known(path), uploads: uploads.slice(-maxUploads) });
  }

  async forgetUpload(path: string, sending: Sending): Promise<void> {
    await this.#keep({ ...this.#known(path), uploads: this.#otherUploads(path, sending) });
  }

  #otherUploads(path: string, { environment, eventId, at }: Sending): readonly PastUpload[] {
    const isOther = (upload: PastUpload) => upload.environment !== environment || upload.eventId !== eventId || upload.at !== at;
    return this.#of(path)?.uploads?.filter(isOther) ?? [];
  }

  #of(path: string): Remembered | undefined {
    return this.#all().find((file) => file.path === path);
  }

  #known(path: string): Remembered {
    return this.#of(path) ?? { path, events: [] };
  }

  /** The latest come last, and the oldest are forgotten. */
  async #keep(file: Remembered): Promise<void> {
    const others = this.#all().filter(({ path }) => path !== file.path);
    await this.#memory.update(key, [...others, file].slice(-maxFiles));
  }

  #all(): readonly Remembered[] {
    const files = this.#memory.get(key);
    return Array.isArray(files) ? files.filter(isRemembered) : [];
  }
}

function isRemembered(value: unknown): value is Remembered {
  if (typeof value !== 'object' || value === null) return false;
  const { path, events, column, uploads } = value as Record<string, unknown>;
  const isColumn = column === undefined || (typeof column === 'number' && Number.isInteger(column) && column >= 0);
  const areUploads = uploads === undefined || (Array.isArray(uploads) && uploads.every(isUpload));
  return typeof path === 'string' && isColumn && areUploads && Array.isArray(events) && events.every(isEvent);
}

function isEvent(value: unknown): value is RememberedEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { environment, id, label } = value as Record<string, unknown>;
  return areTexts(environment, id, label);
}

function isUpload(value: unknown): value is PastUpload {
  if (typeof value !== 'object' || value === null) return false;
  const { environment, eventId, at, sha256, message } = value as Record<string, unknown>;
  return typeof at === 'number' && areTexts(environment, eventId, sha256, message);
}

function areTexts(...fields: readonly unknown[]): boolean {
  return fields.every((field) => typeof field === 'string');
}
