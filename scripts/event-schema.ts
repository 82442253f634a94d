// The schema of *.boxoffice.json, from the very checks that a file is read with; here each field only gets its words. npm run manifest writes it.
import { fileKinds, type FileKind, type FileParts } from '../src/plans/text.ts';
import { fieldLabels } from '../src/records/index.ts';
import { jsonSchemaOf } from './lib/json-schema.ts';

type KindName = keyof typeof fileKinds;
type Schema = Readonly<Record<string, unknown>>;

const labels = fieldLabels();
const money = 'Text with two decimals, in the currency of the service';
const clock = "by the service's clock (`timeZone`)";
const noted = 'What the service does not show: it is neither planned nor written.';

/** What each field means, and in which unit it is. */
const meanings: Readonly<Record<KindName, Readonly<Record<string, string>>>> = {
  file: {
    event: 'Where it was read: a hint, and no target.',
    timeZone: 'The time zone of all times without one, such as `America/Sao_Paulo`.',
    items: 'Groups and items. Without this field they stay as they are.',
    passkeys: 'Passkeys. Without this field they stay as they are.',
    notKnown: noted,
  },
  event: {
    id: 'The id of the event in `environment`.',
    name: 'What people call the event.',
    environment: 'The name of the environment that it was read from: ids mean something there alone.',
  },
  item: {
    id: 'The id in `environment`; leave it out for a new item.',
    name: 'What people call it. With an id, another name renames it.',
    description: 'What buyers read about it.',
    type: '`Group` holds other items; any other type is sold.',
    quantity: 'How many there are: a whole number, 0 or more.',
    hidden: 'Only a passkey that opens it shows it.',
    price: `${money}: \`"120.00"\`. \`null\`: the item has no values yet.`,
    feeSale: `${money}: \`"12.00"\`; or the number that the service has, where its unit is not known.`,
    feeProducer: `${money}: \`"0.00"\`; or the number that the service has, where its unit is not known.`,
    salePeriods: 'When it is sold, one period for each category of sale.',
    attributes:
      'By their keys: text, a number, true or false; with `value` and `type` where the type does not follow from the value.',
    notKnown: noted,
    items: 'Those that stand in this group.',
  },
  period: {
    appCategoryId: 'The category of sale, such as 1.',
    start: `From when it is sold: \`2027-03-01 10:00:00\`, ${clock}.`,
    finish: `Until when it is sold: \`2027-03-15 00:00:00\`, ${clock}.`,
    available: 'How many can be sold in this period: a whole number, 0 or more.',
  },
  attribute: {
    value: 'The value of the attribute.',
    type: 'The type of the attribute, such as `integer` or `string`.',
  },
  passkey: {
    id: 'The id in `environment`; leave it out for a new passkey.',
    passkey: 'What people type to open its items.',
    start: `From which day or time it opens: \`2027-03-01\` or \`2027-03-01 10:00:00\`, ${clock}. \`null\`: at once.`,
    finish: `Until which day or time it opens: \`2027-03-31\` or \`2027-03-31 23:59:59\`, ${clock}. \`null\`: without an end.`,
    limit:
      'How often it can be used: a whole number. `null`: without a limit. It is set when the passkey is made, and never again.',
    items: 'The items that it opens, each by its path: `Pista / 1º lote`.',
    notKnown: noted,
  },
  itemRef: {
    id: 'The id of the item, where its path does not tell it from others.',
    path: 'The names of its group and of itself: `Pista / 1º lote`.',
  },
};

export function eventSchema(): Schema {
  const names = Object.keys(fileKinds) as KindName[];
  const { file, ...parts } = Object.fromEntries(names.map((name) => [name, kindSchema(name)]));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment: 'npm run manifest writes this from src/plans/text.ts and scripts/event-schema.ts.',
    title: 'An event as a file',
    ...file,
    definitions: parts,
  };
}

function kindSchema(name: KindName): Schema {
  const { fields, required, plain }: FileKind = fileKinds[name];
  const unknown = Object.keys(meanings[name]).filter((field) => !fields[field]);
  if (unknown.length > 0) throw new Error(`Not fields of ${name}: ${unknown.join(', ')}`);
  const properties = Object.entries(fields).map(([field, own]): [string, Schema] => {
    // A field of a record has its label at the least.
    const meaning = meanings[name][field] ?? labels.get(field);
    if (meaning === undefined) throw new Error(`The field ${field} of ${name} needs words.`);
    const schema = 'kind' in own ? partSchema(own) : jsonSchemaOf(own.schema);
    return [field, { description: meaning.replaceAll('`', ''), markdownDescription: meaning, ...schema }];
  });
  const reference = name === 'file' ? [['$schema', { type: 'string' }] as const] : [];
  const object = {
    type: 'object',
    additionalProperties: false,
    ...(required && { required }),
    properties: Object.fromEntries([...reference, ...properties]),
  };
  return plain ? { anyOf: [jsonSchemaOf(plain.schema), object] } : object;
}

function partSchema({ kind, shape }: FileParts): Schema {
  const found = Object.entries(fileKinds).find(([, each]) => each === kind());
  if (!found) throw new Error('A part is of a kind that has no name.');
  const reference = { $ref: `#/definitions/${found[0]}` };
  if (shape === 'one') return { allOf: [reference] };
  return shape === 'list' ? { type: 'array', items: reference } : { type: 'object', additionalProperties: reference };
}
