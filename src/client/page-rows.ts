// The rows of a page, made when somebody asks for them: of a long list of records that are alike, a table keeps the fields alone.
import { hasKeys, idText, ownIdKey } from './fields.ts';
import { isObject, type JsonObject } from './replies.ts';

export interface Row {
  /** The row as it was read, unknown fields and all. */
  readonly value: unknown;
  /** The exact digits or text of its id. */
  readonly id?: string | undefined;
  readonly label: string;
  /** Nothing shows that the item belongs to the event whose items are listed. */
  readonly isUnclaimed?: true | undefined;
  /** Why the row is not what its neighbours are. */
  readonly problem?: string | undefined;
}

/** Records with the same keys in the same order, with nothing inside their fields, each with an id of its own. */
export interface AlikeRows {
  readonly keys: readonly string[];
  readonly values: readonly JsonObject[];
  readonly ids: readonly string[];
}

export class PageRows {
  readonly length: number;
  readonly alike: AlikeRows | undefined;
  readonly #make: () => readonly Row[];
  #made: readonly Row[] | undefined;

  constructor(length: number, make: () => readonly Row[], alike?: AlikeRows) {
    this.length = length;
    this.alike = alike;
    this.#make = make;
  }

  static of(rows: readonly Row[]): PageRows {
    return new PageRows(rows.length, () => rows);
  }

  static join(parts: readonly PageRows[]): PageRows {
    const filled = parts.filter(({ length }) => length > 0);
    return filled.length === 1 && filled[0] ? filled[0] : PageRows.of(filled.flatMap(({ all }) => all));
  }

  get all(): readonly Row[] {
    return (this.#made ??= this.#make());
  }
}

/** Undefined: one of them is not like the others, or is more than its fields. */
export function alikeIn(items: readonly unknown[]): AlikeRows | undefined {
  const [first] = items;
  const idKey = isObject(first) ? ownIdKey(first) : undefined;
  if (!isObject(first) || idKey === undefined) return undefined;
  const keys = Object.keys(first);
  // There the row is what stands inside.
  if (keys.includes('_source')) return undefined;
  const ids: string[] = [];
  for (const item of items) {
    const id = isObject(item) && hasKeys(item, keys) && !keys.some((key) => isBox(item[key])) ? idText(item[idKey]) : undefined;
    if (id === undefined) return undefined;
    ids.push(id);
  }
  return { keys, values: items as readonly JsonObject[], ids };
}

export function isBox(field: unknown): boolean {
  return typeof field === 'object' && field !== null;
}
