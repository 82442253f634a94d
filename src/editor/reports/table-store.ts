// The rows of a table, kept small: of rows with the same fields the names are kept once, and the values of each field stand together.
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

/** Rows with the same fields, in the same order; without names, each is one value that is no such object. */
interface Shape {
  readonly names: readonly string[] | undefined;
  readonly values: unknown[][];
  readonly known: (Map<string, string> | undefined)[];
}

/** Of rows with more kinds of fields than these, each is kept by itself. */
const maxShapes = 200;
const maxNames = 200;
/** A field with more different texts than these has few that come twice. */
const maxKnown = 500;
/** The parser itself keeps shorter ones once. */
const shortText = 10;

export class RowStore {
  readonly #shapes = new Map<string, Shape>();
  readonly #loose: Shape = { names: undefined, values: [[]], known: [undefined] };
  /** Of each row: its shape, and its place among those of the shape. */
  readonly #shapeOf: Shape[] = [];
  readonly #placeOf: number[] = [];
  readonly #ids: (string | undefined)[] = [];
  readonly #labels: string[] = [];
  readonly #problems = new Map<number, string>();

  get length(): number {
    return this.#labels.length;
  }

  add({ value, id, label, problem }: Row): void {
    const shape = this.#shapeFor(value);
    if (problem !== undefined) this.#problems.set(this.length, problem);
    this.#shapeOf.push(shape);
    this.#placeOf.push(shape.values[0]?.length ?? 0);
    this.#ids.push(id);
    this.#labels.push(label);
    const { names, values } = shape;
    if (!names) values[0]?.push(packed(value));
    else
      for (let index = 0; index < names.length; index++)
        values[index]?.push(this.#kept(shape, index, (value as Fields)[names[index] ?? '']));
  }

  #shapeFor(value: unknown): Shape {
    if (!isObject(value)) return this.#loose;
    const names = Object.keys(value);
    const key = names.join('\n');
    const known = this.#shapes.get(key);
    if (known) return known;
    const isOdd =
      names.length === 0 || names.length > maxNames || this.#shapes.size >= maxShapes || key.split('\n').length > names.length;
    if (isOdd) return this.#loose;
    const shape = { names, values: names.map(() => []), known: names.map(() => new Map<string, string>()) };
    this.#shapes.set(key, shape);
    return shape;
  }

  /** Of a text that comes again and again, one is enough. */
  #kept(shape: Shape, index: number, value: unknown): unknown {
    if (typeof value !== 'string') return packed(value);
    const known = shape.known[index];
    if (!known || value.length <= shortText) return value;
    const same = known.get(value);
    if (same !== undefined) return same;
    if (known.size >= maxKnown) shape.known[index] = undefined;
    else known.set(value, value);
    return value;
  }

  /** As it was read. */
  row(index: number): Row {
    const problem = this.#problems.get(index);
    return {
      value: this.#valueAt(index),
      id: this.#ids[index],
      label: this.#labels[index] ?? '',
      ...(problem === undefined ? {} : { problem }),
    };
  }

  #valueAt(index: number): unknown {
    const [shape, place] = [this.#shapeOf[index] ?? this.#loose, this.#placeOf[index] ?? 0];
    if (!shape.names) return unpacked(shape.values[0]?.[place]);
    // Whatever a field is called, it becomes one of the object itself.
    return Object.fromEntries(shape.names.map((name, at) => [name, unpacked(shape.values[at]?.[place])]));
  }

  /** Gives the field of a path, as `fieldsOf` a row does. */
  field(path: string): (index: number) => unknown {
    const places = new Map<Shape, readonly number[]>();
    const placesIn = (shape: Shape): readonly number[] => {
      const found = places.get(shape) ?? shape.names?.flatMap((name, at) => (leadsTo(name, path) ? at : [])) ?? [];
      places.set(shape, found);
      return found;
    };
    return (index) => {
      const shape = this.#shapeOf[index];
      const place = this.#placeOf[index] ?? 0;
      if (!shape?.names) return shape && fieldsOf(unpacked(shape.values[0]?.[place])).get(path);
      for (const at of placesIn(shape)) {
        const value = shape.values[at]?.[place];
        const name = shape.names[at] ?? '';
        if (!(value instanceof Packed)) {
          if (name === path) return value;
          continue;
        }
        const fields = fieldsOf({ [name]: unpacked(value) });
        if (fields.has(path)) return fields.get(path);
      }
      return undefined;
    };
  }
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
