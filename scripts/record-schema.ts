// The schemas of items and passkeys that are edited as JSON, from the payloads in the table of operations. npm run manifest writes them, one
// for each language. A record is read before it is edited, and what it holds then is the service's: so they say little that a reply may differ in.
import { operations, type Operation } from '../src/client/index.ts';
import { fieldsIn, meaningOf } from '../src/client/schemas.ts';
import { tableOf, type RecordKind, type SectionRow } from '../src/records/index.ts';
import { distinct, typesOf } from './lib/json-schema.ts';

type Schema = Readonly<Record<string, unknown>>;
type Translate = (text: string) => string;

export function recordSchema(kind: RecordKind, t: Translate): Schema {
  const { update, sections } = tableOf(kind);
  const own = Object.entries(sections).filter(([, { at }]) => at !== 'self');
  const parts = own.map(([name, row]) => [name, partSchema(name, row, t)]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment: 'npm run manifest writes this from src/client/schemas.ts and scripts/record-schema.ts.',
    type: 'object',
    properties: { ...propertiesOf(bodyOf(update), t), ...Object.fromEntries(parts) },
  };
}

function bodyOf(id: keyof typeof operations): Operation['body'] {
  const { body }: Operation = operations[id];
  return body;
}

function partSchema(name: string, { at, update }: SectionRow, t: Translate): unknown {
  const properties = propertiesOf(bodyOf(update), t);
  if (at === 'set') return properties[name];
  if (at === 'box') return { type: ['object', 'null'], properties };
  // By their names, or a list: services show attributes either way.
  const type = at === 'rows' ? ['array', 'null'] : ['object', 'array', 'null'];
  return { type, items: { type: 'object', properties } };
}

function propertiesOf(body: Operation['body'], t: Translate): Readonly<Record<string, Schema>> {
  const isMoney = Object.values(fieldsIn(body)).some((field) => meaningOf(field).unit === 'cents');
  return Object.fromEntries(
    Object.entries(fieldsIn(body)).map(([name, field]) => {
      const { meaning } = meaningOf(field);
      const words = meaning === undefined ? {} : { markdownDescription: t('As it is sent: {0}').replace('{0}', t(meaning)) };
      // Replies have amounts in any unit, fees beside a price like the price, and null for what is not there.
      const types = isMoney ? ['number', 'string'] : typesOf(field);
      return [name, { ...words, type: distinct([...types, 'null']) }];
    }),
  );
}
