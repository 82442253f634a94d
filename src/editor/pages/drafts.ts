// What was typed and not saved yet: outside of the page, so that it outlives it, one file for each resource and environment.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { parseJson, stringifyJson } from '../../client/index.ts';
import { newFileMode, writeNewFile } from '../../files/new-file.ts';

interface StoredDraft {
  /** When it was typed, in milliseconds. */
  readonly at: number;
  readonly value: unknown;
}

/** While a window closes it has ended by then; its pages come back with it. */
const dropPause = 1000;
const day = 24 * 60 * 60 * 1000;
const maxAge = 30 * day;

export class Drafts {
  readonly #folder: string;
  /** Writes of one draft follow each other; the last one wins. */
  readonly #writing = new Map<string, Promise<void>>();
  readonly #dropping = new Map<string, NodeJS.Timeout>();
  #isDisposed = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(key: string): Promise<StoredDraft | undefined> {
    await this.#writing.get(key);
    try {
      const draft = parseJson(await readFile(this.#fileOf(key), 'utf8')) as Partial<StoredDraft & { key: string }>;
      return draft.key === key && typeof draft.at === 'number' ? { at: draft.at, value: draft.value } : undefined;
    } catch {
      // There is none, or what there is cannot be read: the form starts from the service's data.
      return undefined;
    }
  }

  keep(key: string, value: unknown): Promise<void> {
    clearTimeout(this.#dropping.get(key));
    return this.#after(key, async () => {
      await mkdir(this.#folder, { recursive: true });
      const text = stringifyJson({ key, at: Date.now(), value });
      await writeNewFile(this.#fileOf(key), newFileMode, (write) => write(text), { isFlushed: false });
    });
  }

  /** After a confirmed save, or when the person discards it. */
  drop(key: string): Promise<void> {
    return this.#after(key, () => rm(this.#fileOf(key), { force: true }));
  }

  /** When its page is closed, unless that is because the window is. */
  dropSoon(key: string): void {
    clearTimeout(this.#dropping.get(key));
    if (this.#isDisposed) return;
    const timer = setTimeout(() => void this.drop(key).catch(() => undefined), dropPause);
    this.#dropping.set(key, timer.unref());
  }

  /** Those of pages that a crash has closed for good. */
  async dropOld(isMeant: (key: string) => boolean, now = Date.now()): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      const file = join(this.#folder, name);
      const { mtimeMs = now } = (await stat(file).catch(() => undefined)) ?? {};
      if (now - mtimeMs < maxAge) continue;
      const key = await keyIn(file);
      if (key !== undefined && isMeant(key)) await this.drop(key);
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const timer of this.#dropping.values()) clearTimeout(timer);
  }

  #after(key: string, work: () => Promise<void>): Promise<void> {
    const writing = (this.#writing.get(key) ?? Promise.resolve()).then(work);
    this.#writing.set(
      key,
      writing.catch(() => undefined),
    );
    return writing;
  }

  #fileOf(key: string): string {
    return join(this.#folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  }
}

async function keyIn(file: string): Promise<string | undefined> {
  try {
    const { key } = parseJson(await readFile(file, 'utf8')) as { readonly key?: unknown };
    return typeof key === 'string' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The draft of one page, as far as the page of today understands it. */
export class PageDraft<Schema extends v.GenericSchema> {
  readonly #drafts: Drafts;
  readonly #key: string;
  readonly #schema: Schema;
  #sent: { at: number; fields: v.InferOutput<Schema> } | undefined;

  constructor(drafts: Drafts, key: string, schema: Schema) {
    this.#drafts = drafts;
    this.#key = key;
    this.#schema = schema;
  }

  async read(): Promise<{ at: number; fields: v.InferOutput<Schema> } | undefined> {
    const draft = await this.#drafts.read(this.#key);
    const fields = v.safeParse(this.#schema, draft?.value);
    return draft && fields.success ? { at: draft.at, fields: fields.output } : this.#sent;
  }

  keep(fields: v.InferOutput<Schema>): Promise<void> {
    return this.#drafts.keep(this.#key, fields);
  }

  drop(): Promise<void> {
    this.#sent = undefined;
    return this.#drafts.drop(this.#key);
  }

  dropSoon(): void {
    this.#drafts.dropSoon(this.#key);
  }

  /** What was sent needs no draft, but its page still shows it: it is there again while the page lives. */
  async clear(fields: v.InferOutput<Schema>): Promise<void> {
    await this.drop();
    this.#sent = { at: Date.now(), fields };
  }

  /** What a page asks for while somebody types, where nothing else is kept with it. */
  readonly handlers = {
    keepDraft: (fields: v.InferOutput<Schema>) => this.keep(fields),
    dropDraft: () => this.drop(),
  };
}
