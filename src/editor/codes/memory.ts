// What is remembered of a file: which column or sheet holds its codes, how somebody wants it read, the event that it goes to, and what became of its uploads.
import * as v from 'valibot';
import { encodings, type Encoding } from '../../codes/index.ts';

/** What VS Code stores for an extension. */
interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

/** `at`: when it was chosen or used last, in milliseconds. */
const rememberedEvent = v.object({ environment: v.string(), id: v.string(), label: v.string(), at: v.optional(v.number()) });
/** The file of the codes that an upload has added, which is gone some day. */
const addedList = v.object({ path: v.string(), count: v.number(), name: v.string() });
/** Where a file went and when, in milliseconds; the hash of what was checked before, and what became of it. */
const pastUpload = v.object({
  environment: v.string(),
  eventId: v.string(),
  at: v.number(),
  sha256: v.string(),
  message: v.string(),
  /** `seen`: all of it was there afterwards; `refused`: the service took nothing; absent of what was kept before it was. */
  outcome: v.optional(v.picklist(['seen', 'unsure', 'refused'])),
  list: v.optional(addedList),
  /** How many of its codes were new there; absent: nobody knows. */
  stored: v.optional(v.number()),
});
/** What a copy does not show: how many codes were damaged in the file it was made of; holds for what was written. */
const damage = v.object({ sha256: v.string(), from: v.string(), codes: v.number() });
const rememberedFile = v.object({
  path: v.string(),
  column: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Only where somebody chose it. */
  encoding: v.optional(v.picklist(encodings)),
  /** Of a workbook, only where somebody chose them. */
  sheet: v.optional(v.string()),
  zeros: v.optional(v.picklist(['shown', 'stored'])),
  /** One for each environment. */
  events: v.array(rememberedEvent),
  /** The latest come last. */
  uploads: v.optional(v.array(pastUpload)),
  damage: v.optional(damage),
});

type RememberedEvent = v.InferOutput<typeof rememberedEvent>;
type NamedEvent = Omit<RememberedEvent, 'at'>;
type SheetChoices = Pick<Remembered, 'sheet' | 'zeros'>;
export type PastUpload = v.InferOutput<typeof pastUpload>;
type Damage = v.InferOutput<typeof damage>;
type Sending = Pick<PastUpload, 'environment' | 'eventId' | 'at'>;
type Remembered = v.InferOutput<typeof rememberedFile>;

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

  encodingOf(path: string): Encoding | undefined {
    return this.#of(path)?.encoding;
  }

  /** How somebody wants a workbook read. */
  sheetChoicesOf(path: string): SheetChoices {
    const { sheet, zeros } = this.#known(path);
    return { sheet, zeros };
  }

  /** The event of an environment that any file went to last. */
  lastEvent(environment: string): NamedEvent | undefined {
    const events = this.#all().flatMap((file) => file.events.filter((event) => event.environment === environment));
    return named(events.filter(({ at }) => at !== undefined).reduce<RememberedEvent | undefined>(later, undefined));
  }

  eventOf(path: string, environment: string): NamedEvent | undefined {
    return named(this.#of(path)?.events.find((event) => event.environment === environment));
  }

  /** The last upload to an event. */
  uploadOf(path: string, environment: string, eventId: string): PastUpload | undefined {
    return this.#of(path)?.uploads?.findLast((upload) => upload.environment === environment && upload.eventId === eventId);
  }

  async keepColumn(path: string, column: number | undefined): Promise<void> {
    await this.#save({ ...this.#known(path), column });
  }

  /** Undefined: it is found out again. */
  async keepEncoding(path: string, encoding: Encoding | undefined): Promise<void> {
    if (this.encodingOf(path) !== encoding) await this.#save({ ...this.#known(path), encoding });
  }

  /** Another sheet has columns of its own. Undefined: the first sheet that is not empty. */
  async keepSheet(path: string, sheet: string | undefined): Promise<void> {
    if (this.sheetChoicesOf(path).sheet !== sheet) await this.#save({ ...this.#known(path), sheet, column: undefined });
  }

  async keepZeros(path: string, zeros: SheetChoices['zeros']): Promise<void> {
    await this.#save({ ...this.#known(path), zeros });
  }

  /** A copy goes where its original goes. */
  async copyEvents(from: string, to: string): Promise<void> {
    await this.#save({ ...this.#known(to), events: this.#known(from).events });
  }

  async keepEvent(path: string, { environment, id, label }: NamedEvent): Promise<void> {
    const known = this.#known(path);
    const others = known.events.filter((event) => event.environment !== environment);
    await this.#save({ ...known, events: [...others, { environment, id, label, at: Date.now() }] });
  }

  /** Of a file that still is what was written. */
  damageOf(path: string, sha256: string): Damage | undefined {
    const known = this.#of(path)?.damage;
    return known?.sha256 === sha256 ? known : undefined;
  }

  async keepDamage(path: string, found: Damage): Promise<void> {
    await this.#save({ ...this.#known(path), damage: found });
  }

  async keepUpload(path: string, { message, list, outcome, stored, ...sent }: PastUpload): Promise<void> {
    const known = { ...(outcome && { outcome }), ...(list && { list }), ...(stored !== undefined && { stored }) };
    const upload = { ...sent, message: message.slice(0, maxMessage), ...known };
    const uploads = [...this.#otherUploads(path, upload), upload].sort((one, other) => one.at - other.at);
    await this.#save({ ...this.#known(path), uploads: uploads.slice(-maxUploads) });
  }

  async forgetUpload(path: string, sending: Sending): Promise<void> {
    await this.#save({ ...this.#known(path), uploads: this.#otherUploads(path, sending) });
  }

  #otherUploads(path: string, { environment, eventId, at }: Sending): PastUpload[] {
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
  async #save(file: Remembered): Promise<void> {
    const others = this.#all().filter(({ path }) => path !== file.path);
    await this.#memory.update(key, [...others, file].slice(-maxFiles));
  }

  #all(): readonly Remembered[] {
    const files = this.#memory.get(key);
    return Array.isArray(files) ? files.filter((file) => v.is(rememberedFile, file)) : [];
  }
}

function later(one: RememberedEvent | undefined, other: RememberedEvent): RememberedEvent {
  return one && (one.at ?? 0) > (other.at ?? 0) ? one : other;
}

function named(event: RememberedEvent | undefined): NamedEvent | undefined {
  return event && { environment: event.environment, id: event.id, label: event.label };
}
