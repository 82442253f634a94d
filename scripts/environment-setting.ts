// The parts of the setting boxOffice.environments that the dialect's schema gives, each field with its description.
import type { JsonSchema } from '@valibot/to-json-schema';
import { dialectSchema } from '../src/client/dialect.ts';
import { offeredNames } from '../src/editor/account/environments.ts';
import { jsonSchemaOf } from './lib/json-schema.ts';

interface SettingSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly patternProperties?: Readonly<Record<string, SettingSchema>>;
}

export interface Configuration {
  readonly properties: Readonly<Record<string, SettingSchema>>;
}

const name = 'boxOffice.environments';
/** Every name; those that are offered match it as well. */
export const anyName = '.*';

/** The configuration with what is generated in it. */
export function withDialect(configuration: Configuration): Configuration {
  const setting = configuration.properties[name];
  const environment = setting?.patternProperties?.[anyName];
  if (!environment) return configuration;
  const token = dialect.properties?.token as JsonSchema;
  const credential = (group: 'event' | 'ticket') => ({
    ...(token.properties?.[group] as JsonSchema),
    description: `%setting.environments.${group}Credential%`,
  });
  const fields = {
    ...environment.properties,
    eventCredential: { ...credential('event'), default: 'nothing' },
    ticketCredential: { ...credential('ticket'), default: 'bearer' },
    dialect,
  };
  return {
    ...configuration,
    properties: {
      ...configuration.properties,
      [name]: {
        ...setting,
        properties: Object.fromEntries(offeredNames.map((offered) => [offered, offeredEnvironment])),
        patternProperties: { [anyName]: { ...environment, properties: fields } },
      },
    },
  };
}

const offeredEnvironment = {
  description: '%setting.environments.offered%',
  defaultSnippets: [{ body: { eventUrl: 'https://$1', ticketUrl: 'https://$2' } }],
};

const dialect = described(jsonSchemaOf(dialectSchema), []);

/** The same schema with a key for each text; what several fields have in common is said once. */
function described(schema: JsonSchema, path: readonly string[]): JsonSchema {
  const { properties, anyOf, enum: values, ...rest } = schema;
  const isCredential = path[0] === 'token' && path.length >= 2;
  if (path[0] === 'fields' && properties) {
    // All of them are alike, so that the names are listed and the rest is said once.
    const [each] = Object.values(properties);
    const additionalProperties = described(each as JsonSchema, [...path, 'each']);
    return { ...rest, description: `%${keyOf(path)}%`, propertyNames: { enum: Object.keys(properties) }, additionalProperties };
  }
  return {
    ...rest,
    description: `%${keyOf(path)}%`,
    ...(values ? { enum: values, enumDescriptions: values.map((value) => `%${valueKey(path, value as string | number)}%`) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([field, inner]) => [field, described(inner as JsonSchema, [...path, field])]),
          ),
        }
      : {}),
    ...(anyOf ? { anyOf: anyOf.map((inner) => alternative(inner as JsonSchema, path, isCredential)) } : {}),
  };
}

/** One of several forms is described by the field itself; its own fields and values are not. */
function alternative(schema: JsonSchema, path: readonly string[], isCredential: boolean): JsonSchema {
  if (!isCredential) return schema;
  return { ...described(schema, path), description: undefined };
}

function keyOf(path: readonly string[]): string {
  const [part, , inner] = path;
  if (part === 'token' && inner !== undefined) return `setting.environments.credential.${inner}`;
  return ['setting.environments.dialect', ...path].join('.');
}

function valueKey(path: readonly string[], value: string | number): string {
  if (path[0] === 'token') return `setting.environments.credential.${value}`;
  if (path[0] === 'amounts') return `setting.environments.unit.${value}`;
  return `${keyOf(path)}.${value}`;
}
