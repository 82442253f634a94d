// The rows of a table, kept small: of rows with the same fields the names are kept once, and the values of each field stand together.
import { hasKeys } from '../../client/fields.ts';
import { parseJson, stringifyJson, type Row } from '../../client/index.ts';
import { isObject } from '../reading/fields.ts';
import { fieldsOf } from './table-columns.ts';

/** A list or an object inside a row, as its text: most are never looked at. */
class Packed {
  readonly text: string;

  constructor(value: unknown) {
    this.text = stringifyJson(value);
  }
}

/** A field with more different texts than these has few that come twice. */
const maxKnown = 500;
/** The parser itself keeps shorter ones once. */
const shortText = 10;

/** A list that grows in blocks leaves no copies of itself behind. */
const blockLength = 4096;

/** The values of one field, or of all rows; one that all have is kept once. */
class Values {
  length = 0;
  #only: unknown;
  #blocks: unknown[][] | undefined;
  #known: Map<string, string> | undefined = new Map();

  push(given: unknown): void {
    const value = typeof given === 'string' ? this.#kept(given) : packed(given);
    if (this.length === 0) this.#only = value;
    else if (!this.#blocks && value !== this.#only) this.#spread();
    this.length++;
    if (!this.#blocks) return;
    const last = this.#blocks.at(-1);
    if (last && last.length < blockLength) last.push(value);
    else this.#blocks.push([value]);
  }

  /** They are not all the same any more. */
  #spread(): void {
    this.#blocks = [];
    for (let left = this.length; left > 0; left -= blockLength)
      this.#blocks.push(new Array<unknown>(Math.min(left, blockLength)).fill(this.#only));
  }

  /** Of a text that comes again and again, one is enough. */
  #kept(value: string): string {
    if (!this.#known || value.length <= shortText) return value;
    const same = this.#known.get(value);
    if (same !== undefined) return same;
    if (this.#known.size >= maxKnown) this.#known = undefined;
    else this.#known.set(value, value);
    return value;
  }

  at(place: number): unknown {
    return this.#blocks ? this.#blocks[Math.floor(place / blockLength)]?.[place % blockLength] : this.#only;
  }
}

/** Rows with the same fields, in the same order; without names, each is one value that is no such object. */
interface Shape {
  readonly names: readonly string[] | undefined;
  readonly values: readonly Values[];
  /** The field by which its rows are called, and that of their id, as the first of them has them. */
  readonly labelAt: number;
  readonly idAt: number;
}

/** Of rows with more kinds of fields than these, each is kept by itself. */
const maxShapes = 200;
const maxNames = 200;

/** Rows of one shape, one behind the other. */
interface Run {
  readonly start: number;
  readonly shape: Shape;
  /** The place of the first among all of the shape. */
  readonly place: number;
}

export class RowStore {
  readonly #shapes = new Map<string, Shape>();
  readonly #loose: Shape = { names: undefined, values: [new Values()], labelAt: -1, idAt: -1 };
  readonly #runs: Run[] = [];
  /** The run that was asked for last: the next question is nearly always for the same. */
  #near = 0;
  /** Of rows whose id or label is no field of theirs, as of the first row. */
  readonly #ids = new Map<number, string | undefined>();
  readonly #labels = new Map<number, string>();
  readonly #problems = new Map<number, string>();
  length = 0;

  add({ value, id, label, problem }: Row): void {
    const shape = this.#shapeFor(value, id, label);
    const { names, values, labelAt, idAt } = shape;
    const index = this.length++;
    if (this.#runs.at(-1)?.shape !== shape) this.#runs.push({ start: index, shape, place: values[0]?.length ?? 0 });
    if (problem !== undefined) this.#problems.set(index, problem);
    if (!names) values[0]?.push(value);
    else for (let at = 0; at < names.length; at++) values[at]?.push((value as Fields)[names[at] ?? '']);
    if (!names || (value as Fields)[names[labelAt] ?? ''] !== label) this.#labels.set(index, label);
    const usual = names && idAt >= 0 ? String((value as Fields)[names[idAt] ?? '']) : undefined;
    if (usual !== id) this.#ids.set(index, id);
  }

  #shapeFor(value: unknown, id: string | undefined, label: string): Shape {
    if (!isObject(value)) return this.#loose;
    const before = this.#runs.at(-1)?.shape;
    if (before?.names && hasKeys(value, before.names)) return before;
    const names = Object.keys(value);
    const key = names.join('\n');
    const known = this.#shapes.get(key);
    if (known) return known;
    const isOdd = names.length > maxNames || this.#shapes.size >= maxShapes || key.split('\n').length !== names.length;
    if (isOdd || names.length === 0) return this.#loose;
    const shape = {
      names,
      values: names.map(() => new Values()),
      labelAt: names.findIndex((name) => value[name] === label),
      idAt: names.findIndex((name) => String(value[name]) === id),
    };
    this.#shapes.set(key, shape);
    return shape;
  }

  /** As it was read. */
  row(index: number): Row {
    const problem = this.#problems.get(index);
    const run = this.#runAt(index);
    const { names, values, labelAt, idAt } = run.shape;
    const place = run.place + index - run.start;
    return {
      // Whatever a field is called, it becomes one of the object itself.
      value: names
        ? Object.fromEntries(names.map((name, at) => [name, unpacked(values[at]?.at(place))]))
        : unpacked(values[0]?.at(place)),
      id: idAt < 0 || this.#ids.has(index) ? this.#ids.get(index) : String(values[idAt]?.at(place)),
      label: this.#labels.get(index) ?? String(values[labelAt]?.at(place)),
      ...(problem === undefined ? {} : { problem }),
    };
  }

  #runAt(index: number): Run {
    const runs = this.#runs;
    const near = runs[this.#near];
    const next = runs[this.#near + 1];
    if (near && near.start <= index && (!next || index < next.start)) return near;
    let [low, high] = [0, runs.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((runs[middle]?.start ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    this.#near = low;
    return runs[low] ?? { start: 0, shape: this.#loose, place: 0 };
  }

  /** Gives the field of a path, as `fieldsOf` a row does. */
  field(path: string): (index: number) => unknown {
    let [last, plain]: [Shape | undefined, Values | undefined] = [undefined, undefined];
    return (index) => {
      const run = this.#runAt(index);
      const { shape } = run;
      const place = run.place + index - run.start;
      if (shape !== last) {
        last = shape;
        const leading = shape.names?.filter((name) => leadsTo(name, path)) ?? [];
        plain = leading.length === 1 && leading[0] === path ? shape.values[shape.names?.indexOf(path) ?? -1] : undefined;
      }
      const value = plain?.at(place);
      return plain && !(value instanceof Packed) ? value : fieldIn(shape, place, path);
    };
  }
}

/** A field of a row with others inside it. */
function fieldIn({ names, values }: Shape, place: number, path: string): unknown {
  if (!names) return fieldsOf(unpacked(values[0]?.at(place))).get(path);
  for (const [at, name] of names.entries()) {
    if (!leadsTo(name, path)) continue;
    const fields = fieldsOf({ [name]: unpacked(values[at]?.at(place)) });
    if (fields.has(path)) return fields.get(path);
  }
  return undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function leadsTo(name: string, path: string): boolean {
  return path === name || (path.startsWith(name) && path[name.length] === '.');
}

function packed(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? new Packed(value) : value;
}

function unpacked(value: unknown): unknown {
  return value instanceof Packed ? parseJson(value.text) : value;
}
