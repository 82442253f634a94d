// What somebody types into the form of a record, for tests without a page.
import type { TypedEdit, TypedField } from '../../../src/protocol/record-form.ts';
import { meaningOf, rowsOf, textIn } from '../../../src/shared/typed-fields.ts';

type Rows = 'salePeriods' | 'attributes';
type Texts = Readonly<Record<string, string>>;

const valueNames: ReadonlySet<string> = new Set(['price', 'feeSale', 'feeProducer']);

/** Texts by the names of fields that stand in no list; `itemIds` line by line. What means what is there is no edit. */
export function typing(base: readonly TypedField[], texts: Texts): TypedEdit[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const section = name === 'itemIds' ? name : valueNames.has(name) ? 'value' : 'data';
    const edit = { section, key: '', name, text } as const;
    return meaningOf(edit) === meaningOf({ ...edit, text: textIn(base, name) }) ? [] : [edit];
  });
}

/** Texts of a row that is there, the first one unless said. */
export function inRow(base: readonly TypedField[], section: Rows, texts: Texts, index = 0): TypedEdit[] {
  const row = rowsOf(base, section)[index];
  const changed = Object.entries(texts).filter(([name, text]) => row && row.texts[name] !== text);
  return changed.map(([name, text]) => ({ section, key: row?.key ?? '', name, text }));
}

/** A row that is added. */
export function newRow(section: Rows, key: string, texts: Texts): TypedEdit[] {
  return Object.entries(texts).map(([name, text]) => ({ section, key, name, text, added: `new ${key}` }));
}
