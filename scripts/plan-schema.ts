// The schema of *.boxoffice-plan.json, from the fields that a plan is read with; here each field only gets its words. A plan is made by Plan Changes… and
// read by people, so that the schema mostly says what stands there. npm run manifest writes it.
import * as v from 'valibot';
import { planParts } from '../src/plans/plan-file.ts';
import { jsonSchemaOf } from './lib/json-schema.ts';

const ofFile: Readonly<Record<string, string>> = {
  version: 'The version of this kind of file.',
  title: 'What it was called when it was made.',
  event: 'The event that it changes, in the environment that it was made for: it is refused for any other.',
  addresses: 'The whole base addresses of the two groups that it was made for: it is applied nowhere else.',
  made: 'When it was made, as an ISO time.',
  madeFrom: 'What it was made from, as hashes.',
  itemsOf: 'The ids of items that are the event’s because somebody said so: nothing that the service shows does.',
  steps: 'What is sent, each step after those that it needs. Each is sent once, and done when a read shows it.',
  sha256: 'What all the rest comes to: it shows whether the file was changed by hand.',
};

const ofStep: Readonly<Record<string, string>> = {
  id: 'The name of the step in this plan.',
  operation: 'The operation of the interface.',
  record: 'The item or passkey that it changes.',
  input: 'What is sent: the path and the body, in the units of the interface.',
  needs: 'The steps that must be done before.',
  expects: 'What was there when the plan was made: if it is another by now, the step is refused.',
  changes: 'What it changes, as people read it: each field with what it was and will be.',
};

export function planSchema() {
  const file = described({ $schema: v.optional(v.string()), ...planParts.file, sha256: v.string() }, ofFile);
  const step = described(planParts.step, ofStep);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment: 'npm run manifest writes this from src/plans/plan-file.ts and scripts/plan-schema.ts.',
    title: 'A plan of changes to an event',
    description: 'Made by Plan Changes…, and applied by Apply Plan…. A plan that was changed by hand is refused.',
    ...file,
    properties: { ...file.properties, steps: { ...file.properties.steps, items: { $ref: '#/definitions/step' } } },
    definitions: { step },
  };
}

/** Each field with its words; there are no words for a field that is gone. */
function described(entries: v.ObjectEntries, words: Readonly<Record<string, string>>) {
  const { properties = {}, ...schema } = jsonSchemaOf(v.strictObject(entries));
  const missing = Object.keys(properties).filter((field) => !words[field] && field !== '$schema');
  const unknown = Object.keys(words).filter((field) => !properties[field]);
  if (missing.length + unknown.length > 0) throw new Error(`Words and fields differ: ${[...missing, ...unknown].join(', ')}`);
  const fields = Object.entries(properties).map(([field, own]): [string, object] => [
    field,
    words[field] === undefined ? (own as object) : { description: words[field], ...(own as object) },
  ]);
  return { ...schema, properties: Object.fromEntries(fields) };
}
