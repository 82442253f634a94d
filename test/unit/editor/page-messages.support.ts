// Messages that a page could send: right ones made from a schema, ones that are nearly right, and anything at all.
import * as v from 'valibot';

/** A whole number from 0 on, below another. */
export type Roll = (below: number) => number;

/** The same numbers each time. */
export function randomFrom(seed: number): Roll {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

/** As much of a schema of valibot as a contract has. */
interface Schema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly wrapped?: Schema;
  readonly key?: Schema;
  readonly value?: Schema;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
}

const texts = ['', '1001', 'Pista', '2030-01-02 03:04:05', '"; DROP TABLE items', '../..', '<b>', '12,50'];

/** A value that the schema takes; of one with rules of its own, the first that keeps them. */
export function exampleOf(schema: v.GenericSchema, roll: Roll): unknown {
  for (let tries = 0; tries < 100; tries++) {
    const made = example(schema, roll);
    if (v.is(schema, made)) return made;
  }
  throw new Error('No example keeps the rules of this schema.');
}

function example(schema: Schema, roll: Roll): unknown {
  const again = (inner: Schema | undefined) => example(inner!, roll);
  switch (schema.type) {
    case 'null':
      return null;
    case 'boolean':
      return roll(2) === 0;
    case 'string':
      return texts[1 + roll(texts.length - 1)];
    case 'number':
      return 1 + roll(50);
    case 'bigint':
      return BigInt(1 + roll(50));
    case 'literal':
      return schema.literal;
    case 'picklist':
      return schema.options?.[roll(schema.options.length)];
    case 'optional':
    case 'nullable':
      return again(schema.wrapped);
    case 'union':
    case 'variant':
      return again(schema.options?.[roll(schema.options.length)] as Schema);
    case 'array':
      return Array.from({ length: roll(3) }, () => again(schema.item));
    case 'record':
      return { [String(again(schema.key))]: again(schema.value) };
    case 'object':
    case 'strict_object':
    case 'loose_object':
    case 'object_with_rest':
      return Object.fromEntries(Object.entries(schema.entries ?? {}).map(([name, inner]) => [name, again(inner)]));
    default:
      throw new Error(`No example of ${schema.type} is known.`);
  }
}

const names = ['ready', 'request', 'save', 'keepDraft', '__proto__', 'constructor', 'toString', 'init', 'executeCommand', ''];
const nameFrom = (roll: Roll) => names[roll(names.length)]!;

/** None of a request that was made before: that would only be answered once more. */
const idFrom = (roll: Roll) => (roll(3) === 0 ? roll(3) - 2 : 1_000_000 + roll(1_000_000_000));

/** The same with one thing changed somewhere: another type, one more name, one name less, a text that is too long. */
export function spoiled(value: unknown, roll: Roll): unknown {
  const isBox = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (isBox && roll(4) > 0) {
    if (Array.isArray(value)) return (value as unknown[]).with(0, spoiled(value[0], roll));
    const entries = Object.entries(value as Readonly<Record<string, unknown>>);
    const [name, inner] = entries[roll(entries.length)]!;
    if (roll(3) === 0) return Object.fromEntries(entries.filter(([other]) => other !== name));
    if (roll(3) === 0) return { ...value, [nameFrom(roll)]: wild(roll) };
    return { ...value, [name]: spoiled(inner, roll) };
  }
  return roll(5) === 0 ? 'x'.repeat(200_001) : wild(roll);
}

/** Anything that can be sent. */
export function wild(roll: Roll, depth = 0): unknown {
  switch (roll(depth > 2 ? 6 : 9)) {
    case 0:
      return nameFrom(roll);
    case 1:
      return roll(10) - 3;
    case 2:
      return null;
    case 3:
      return undefined;
    case 4:
      return roll(2) === 0;
    case 5:
      return roll(1000) / 7;
    case 6:
      return Array.from({ length: roll(4) }, () => wild(roll, depth + 1));
    case 7:
      return { kind: nameFrom(roll), id: idFrom(roll), name: nameFrom(roll), payload: wild(roll, depth + 1) };
    default:
      return Object.fromEntries(Array.from({ length: roll(5) }, () => [nameFrom(roll), wild(roll, depth + 1)]));
  }
}
