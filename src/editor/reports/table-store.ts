// The rows of a table, kept small: of rows with the same fields the names are kept once, and the values of each field stand together.
import { hasKeys } from '../../client/fields.ts';
import { rowOfRecord, type AlikeRows, type Row } from '../../client/index.ts';
import { isObject } from '../reading/fields.ts';
import type { ColumnReader } from './table-readers.ts';
import { fieldsOf } from './table-columns.ts';
import { Values } from './table-values.ts';

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
  /** Their fields are all that there is to know. */
  readonly areRecords: boolean;
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
    this.#startRun(shape, false);
    const index = this.length++;
    if (problem !== undefined) this.#problems.set(index, problem);
    if (!names) values[0]?.push(value);
    else for (let at = 0; at < names.length; at++) values[at]?.push((value as Fields)[names[at] ?? '']);
    if (!names || (value as Fields)[names[labelAt] ?? ''] !== label) this.#labels.set(index, label);
    const usual = names && idAt >= 0 ? String((value as Fields)[names[idAt] ?? '']) : undefined;
    if (usual !== id) this.#ids.set(index, id);
  }

  /** Records that are alike, at once. */
  addAlike(values: AlikeRows['values']): void {
    const { value: first, id, label } = rowOfRecord(values[0]);
    const shape = this.#shapeFor(first, id, label);
    this.#startRun(shape, true);
    for (const value of values) {
      let at = 0;
      if (!shape.names) shape.values[0]?.push(value);
      else for (const key in value) shape.values[at++]?.push(value[key]);
    }
    this.length += values.length;
  }

  #startRun(shape: Shape, areRecords: boolean): void {
    const last = this.#runs.at(-1);
    if (last?.shape === shape && last.areRecords === areRecords) return;
    this.#runs.push({ start: this.length, shape, place: shape.values[0]?.length ?? 0, areRecords });
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
    // Whatever a field is called, it becomes one of the object itself.
    const value = names ? Object.fromEntries(names.map((name, at) => [name, values[at]?.at(place)])) : values[0]?.at(place);
    if (run.areRecords) return rowOfRecord(value);
    return {
      value,
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
    return runs[low] ?? { start: 0, shape: this.#loose, place: 0, areRecords: false };
  }

  /** Gives the field of a path, as `fieldsOf` a row does. */
  field(path: string): Pick<ColumnReader, 'field' | 'stretch'> {
    const valuesOf = valuesAt(path);
    return {
      field: (index) => {
        const run = this.#runAt(index);
        const place = run.place + index - run.start;
        const value = valuesOf(run.shape)?.at(place);
        const isWhole = value !== undefined && (typeof value !== 'object' || value === null);
        return isWhole ? value : fieldIn(run.shape, place, path);
      },
      stretch: (index) => {
        const run = this.#runAt(index);
        const end = this.#runs[this.#near + 1]?.start ?? this.length;
        return valuesOf(run.shape)?.stretch(run.place + index - run.start, end - index);
      },
    };
  }
}

/** The values of a shape that are all there is under a path; the next question is nearly always for the same shape. */
function valuesAt(path: string): (shape: Shape) => Values | undefined {
  let [last, values]: [Shape | undefined, Values | undefined] = [undefined, undefined];
  return (shape) => {
    if (shape === last) return values;
    last = shape;
    const leading = shape.names?.filter((name) => leadsTo(name, path)) ?? [];
    values = leading.length === 1 && leading[0] === path ? shape.values[shape.names?.indexOf(path) ?? -1] : undefined;
    return values;
  };
}

/** A field of a row with others inside it. */
function fieldIn({ names, values }: Shape, place: number, path: string): unknown {
  if (!names) return fieldsOf(values[0]?.at(place)).get(path);
  for (const [at, name] of names.entries()) {
    if (!leadsTo(name, path)) continue;
    const fields = fieldsOf({ [name]: values[at]?.at(place) });
    if (fields.has(path)) return fields.get(path);
  }
  return undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function leadsTo(name: string, path: string): boolean {
  return path === name || (path.startsWith(name) && path[name.length] === '.');
}
