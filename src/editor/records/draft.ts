// What was typed into a form of a record and not saved: kept with the record that it was typed on.
import * as v from 'valibot';
import { typedEdits, type TypedEdit, type TypedField } from '../../protocol/record-form.ts';
import { type Fields, isFields } from '../../records/index.ts';
import { editsOf } from '../../shared/typed-fields.ts';

interface DraftFiles {
  read(key: string): Promise<{ readonly at: number; readonly value: unknown } | undefined>;
  keep(key: string, value: unknown): Promise<void>;
  drop(key: string): Promise<void>;
}

interface TypedDraft {
  readonly edits: readonly TypedEdit[];
  readonly base?: Fields | undefined;
  /** Of a record that was made by this form, and not yet saved in full. */
  readonly id?: string | undefined;
  /** How its amounts were typed, where that may change. */
  readonly typedAs?: string | undefined;
}

interface KeptDraft extends Omit<TypedDraft, 'edits'> {
  /** When it was typed, in milliseconds. */
  readonly at: number;
  /** What was typed on these fields of its base. */
  readonly editsOn: (base: readonly TypedField[]) => readonly TypedEdit[];
}

const beside = {
  base: v.optional(v.custom<Fields>(isFields)),
  id: v.optional(v.string()),
  typedAs: v.optional(v.string()),
};
const today = v.object({ ...beside, edits: typedEdits });

const text = v.fallback(v.string(), '');
const rows = v.optional(v.array(v.looseObject({ row: text, isNew: v.fallback(v.boolean(), false) })), []);
/** As earlier versions kept it: a whole form, each in its own words. */
const wholeForm = v.looseObject({ periods: rows, attributes: rows, itemIds: v.optional(v.array(v.string())) });
const optionalForm = v.optional(wholeForm);
const former = v.object({ ...beside, opened: beside.base, local: optionalForm, form: optionalForm, fields: optionalForm });

const values: ReadonlySet<string> = new Set(['price', 'feeSale', 'feeProducer']);

function fieldsOfForm({ periods, attributes, itemIds, ...single }: v.InferOutput<typeof wholeForm>): TypedField[] {
  const own = Object.entries(single).map(([name, given]): TypedField => {
    return { section: values.has(name) ? 'value' : 'data', key: '', name, text: String(given) };
  });
  const listed = (section: 'salePeriods' | 'attributes', keyName: string, list: typeof periods) =>
    list.flatMap(({ row, isNew, isFixed: _fixed, [keyName]: key, ...texts }) =>
      Object.entries(texts).map(([name, given]): TypedField => {
        return { section, key: String(key).trim(), name, text: String(given), row, ...(isNew && { isNew }) };
      }),
    );
  return [
    ...own,
    ...listed('salePeriods', 'appCategoryId', periods),
    ...listed('attributes', 'key', attributes),
    ...(itemIds ? [{ section: 'itemIds', key: '', name: 'itemIds', text: itemIds.join('\n') } as const] : []),
  ];
}

export class RecordDraft {
  readonly #files: DraftFiles;
  readonly #key: () => string;

  /** `key`: what the page stands for now. */
  constructor(files: DraftFiles, key: () => string) {
    this.#files = files;
    this.#key = key;
  }

  async read(): Promise<KeptDraft | undefined> {
    const draft = await this.#files.read(this.#key());
    if (!draft) return undefined;
    const { at, value } = draft;
    const now = v.safeParse(today, value);
    if (now.success) return { at, ...now.output, editsOn: () => now.output.edits };
    const before = v.safeParse(former, value);
    const { local, form, fields, opened, base = opened, id, typedAs } = before.success ? before.output : {};
    const whole = local ?? form ?? fields;
    if (!whole) return undefined;
    return { at, base, id, typedAs, editsOn: (shown) => editsOf(shown, fieldsOfForm(whole)) };
  }

  keep(draft: TypedDraft): Promise<void> {
    return this.#files.keep(this.#key(), draft);
  }

  drop(): Promise<void> {
    return this.#files.drop(this.#key());
  }
}
