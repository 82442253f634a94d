// The schema of *.plan.json: a plan is made by Plan Changes… and read by people, so that the schema mostly says what stands there.
import { planParts } from '../src/plans/plan-file.ts';

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const id = { type: ['integer', 'string'] };

const ofFile: Readonly<Record<string, Schema>> = {
  version: { const: 1, description: 'The version of this kind of file.' },
  title: { ...text, description: 'What it was called when it was made.' },
  event: {
    type: 'object',
    description: 'The event that it changes, in the environment that it was made for: it is refused for any other.',
    required: ['id', 'environment'],
    additionalProperties: false,
    properties: {
      id: { ...id, description: 'The id of the event.' },
      name: { ...text, description: 'What people call the event.' },
      environment: { ...text, description: 'The name of the environment.' },
    },
  },
  origin: { ...text, description: 'The address of the service that it was made for, such as https://example.com.' },
  made: { ...text, description: 'When it was made, as an ISO time.' },
  madeFrom: { type: 'object', description: 'What it was made from, as hashes.' },
  steps: {
    type: 'array',
    description: 'What is sent, each step after those that it needs. Each is sent once, and done when a read shows it.',
    items: { $ref: '#/definitions/step' },
  },
};

const ofStep: Readonly<Record<string, Schema>> = {
  id: { ...text, pattern: String.raw`^s\d+$`, description: 'The name of the step in this plan.' },
  operation: { enum: planParts.operations, description: 'The operation of the interface.' },
  record: {
    type: 'object',
    description: 'The item or passkey that it changes.',
    required: ['kind', 'path'],
    properties: {
      kind: { enum: ['item', 'passkey'] },
      id: { description: 'Its id, or the step that makes it.' },
      path: { ...text, description: 'What people call it.' },
    },
  },
  input: { type: 'object', description: 'What is sent: the path and the body, in the units of the interface.' },
  needs: { type: 'array', items: text, description: 'The steps that must be done before.' },
  expects: {
    type: 'object',
    description: 'What was there when the plan was made: if it is another by now, the step is refused.',
  },
  changes: { type: 'array', description: 'What it changes, as people read it: each field with what it was and will be.' },
};

export function planSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment: 'npm run manifest writes this from src/plans/plan-file.ts and scripts/plan-schema.ts.',
    title: 'A plan of changes to an event',
    description: 'Made by Plan Changes…, and applied by Apply Plan…. A plan that was changed by hand is refused.',
    type: 'object',
    required: ['version', 'event', 'origin', 'made', 'madeFrom', 'steps', 'sha256'],
    additionalProperties: false,
    properties: {
      $schema: text,
      ...only(planParts.file, ofFile),
      sha256: { ...text, description: 'What all the rest comes to: it shows whether the file was changed by hand.' },
    },
    definitions: {
      step: {
        type: 'object',
        required: ['id', 'operation', 'record', 'input', 'needs', 'expects', 'changes'],
        additionalProperties: false,
        properties: only(planParts.step, ofStep),
      },
    },
  };
}

/** All of the fields that the check knows, each with its words, and no other. */
function only(fields: readonly string[], words: Readonly<Record<string, Schema>>): Schema {
  const missing = fields.filter((field) => !words[field]);
  const unknown = Object.keys(words).filter((field) => !fields.includes(field));
  if (missing.length + unknown.length > 0) throw new Error(`Words and fields differ: ${[...missing, ...unknown].join(', ')}`);
  return Object.fromEntries(fields.map((field) => [field, words[field]]));
}
