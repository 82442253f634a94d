// What was typed into a form of a record and not saved: kept with the record that it was typed on.
import * as v from 'valibot';
import { type Fields, isFields } from '../../records/index.ts';

interface DraftFiles {
  read(key: string): Promise<{ readonly at: number; readonly value: unknown } | undefined>;
  keep(key: string, value: unknown): Promise<void>;
  drop(key: string): Promise<void>;
}

interface KeptDraft<Local> {
  /** When it was typed, in milliseconds. */
  readonly at: number;
  readonly local: Local;
  readonly base?: Fields | undefined;
  /** Of a record that was made by this form, and not yet saved in full. */
  readonly id?: string | undefined;
  /** How its amounts were typed, where that may change. */
  readonly typedAs?: string | undefined;
}

export class RecordDraft<Local> {
  readonly #files: DraftFiles;
  readonly #key: () => string;
  readonly #schema: v.GenericSchema<unknown, Omit<KeptDraft<Local>, 'at'>>;

  /** `key`: what the page stands for now. */
  constructor(files: DraftFiles, key: () => string, local: v.GenericSchema<unknown, Local>) {
    this.#files = files;
    this.#key = key;
    const base = v.optional(v.custom<Fields>(isFields));
    const id = v.optional(v.string());
    const today = v.object({ local, base, id, typedAs: v.optional(v.string()) });
    // As earlier versions kept it, each form in its own words.
    const former = v.union([v.object({ form: local, opened: base, id }), v.object({ fields: local, opened: base, id })]);
    const renamed = v.pipe(
      former,
      v.transform((draft) => ({ local: 'form' in draft ? draft.form : draft.fields, base: draft.opened, id: draft.id })),
    );
    this.#schema = v.union([today, renamed]);
  }

  async read(): Promise<KeptDraft<Local> | undefined> {
    const draft = await this.#files.read(this.#key());
    const parsed = v.safeParse(this.#schema, draft?.value);
    return draft && parsed.success ? { at: draft.at, ...parsed.output } : undefined;
  }

  keep(draft: Omit<KeptDraft<Local>, 'at'>): Promise<void> {
    return this.#files.keep(this.#key(), draft);
  }

  drop(): Promise<void> {
    return this.#files.drop(this.#key());
  }
}
