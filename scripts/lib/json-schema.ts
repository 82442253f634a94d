// The JSON schema of a valibot schema, as the documents and the manifest have it: what is sent, not what it becomes.
import { toJsonSchemaDefs, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** The types that a value may have, as it is typed too: an id that is sent as a number may be text before. */
export function typesOf(schema: v.GenericSchema): readonly string[] {
  if ('wrapped' in schema) return typesOf(schema.wrapped as v.GenericSchema);
  if (isUnion(schema)) return distinct(schema.options.flatMap(typesOf));
  const { type = [], anyOf = [] } = jsonSchemaOf(schema);
  return distinct([type, ...anyOf.map((one) => (one as JsonSchema).type ?? [])].flat());
}

export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  // Unlike `toJsonSchema`, this puts no `$schema` into each of them.
  return toJsonSchemaDefs({ schema }, conversion).schema;
}

const conversion: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  overrideSchema({ valibotSchema, jsonSchema }) {
    if (valibotSchema.type === 'bigint') return { type: 'integer' };
    if (valibotSchema.type === 'undefined') return { not: {} };
    // What it is for no value in particular names all forms that a value may have.
    if (isLazy(valibotSchema)) return jsonSchemaOf(valibotSchema.getter(undefined));
    if (isUnion(valibotSchema)) return anyOf(valibotSchema.options.filter(isSentAsItIs).map(jsonSchemaOf));
    if (jsonSchema.type === 'object') return withoutEmptyLists(jsonSchema);
    return undefined;
  },
  overrideAction({ valibotAction, jsonSchema, errors }) {
    if (valibotAction.type === 'safe_integer') return withoutNumberLimits(jsonSchema);
    // Its description says the unit; JSON Schema has no word for it.
    if (valibotAction.type === 'metadata') return { ...jsonSchema, unit: undefined } as JsonSchema;
    if (!errors) return undefined;
    // A rule that JSON Schema cannot express is said in words.
    const { message } = valibotAction as { message?: unknown };
    return typeof message === 'string' ? { ...jsonSchema, description: message } : jsonSchema;
  },
};

type Union = v.UnionSchema<v.GenericSchema[], v.ErrorMessage<v.UnionIssue<v.BaseIssue<unknown>>> | undefined>;

export function isUnion(schema: v.GenericSchema): schema is Union {
  return schema.type === 'union';
}

function isLazy(schema: v.GenericSchema): schema is v.LazySchema<v.GenericSchema> {
  return schema.type === 'lazy';
}

/** Nothing is sent for undefined, and what is transformed (digits) is sent as another member (an integer). */
function isSentAsItIs(schema: v.GenericSchema): boolean {
  const pipe = 'pipe' in schema ? (schema.pipe as { type: string }[]) : [];
  return schema.type !== 'undefined' && !pipe.some(({ type }) => type === 'transform');
}

export function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [first = {}, ...others] = distinct(schemas);
  return others.length > 0 ? { anyOf: [first, ...others] } : first;
}

/** The limits of JavaScript's numbers are not the service's: longer ids are sent with every digit. */
function withoutNumberLimits({ minimum, maximum, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  };
}

function withoutEmptyLists({ properties = {}, required = [], ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

export function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
