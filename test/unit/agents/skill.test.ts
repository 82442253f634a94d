import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { includedBy } from '../../../scripts/lib/package-check.mjs';
import { root } from '../../../scripts/lib/paths.mjs';
import { toolName, toolOperations } from '../../../src/agents/tool-names.ts';
import { fieldMeaning, operations, type Operation } from '../../../src/client/operations.ts';

const [skill] = manifest.contributes.chatSkills;
const path = skill!.path.replace('./', '');
const text = readFileSync(join(root, path), 'utf8');
const header = /^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? '';
const headed = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(header)?.[1] ?? '';
/** What stands between backticks. */
const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);

/** Of an event as a file. */
const ownFields = ['timeZone', 'notKnown'];

/** The fields of a schema, and of those inside it. */
function namesIn(schema: object): string[] {
  const properties = Object.entries((schema as { properties?: Record<string, object> }).properties ?? {});
  return properties.flatMap(([name, inside]) => [name, ...namesIn(inside)]);
}

describe('the skill for agents', () => {
  it('is what VS Code takes for one, and is in the package', () => {
    assert.equal(basename(path), 'SKILL.md');
    assert.equal(headed('name'), basename(dirname(path)), 'otherwise VS Code skips it');
    assert.match(headed('name'), /^[a-z\d-]{1,64}$/);
    assert.ok(headed('description').length > 0 && headed('description').length <= 1024);
    assert.doesNotMatch(headed('description'), /: |[<>]/);
    assert.ok(text.split('\n').length < 120, 'a model reads the whole of it');
    const patterns = includedBy(readFileSync(join(root, '.vscodeignore'), 'utf8'));
    assert.ok(patterns.some(({ folder, matches }) => folder === dirname(path) && matches.test(basename(path))));
  });

  it('says what each kind of record is, and in sections what must not be guessed', () => {
    const terms = [...text.matchAll(/^- \*\*(.+?)\*\*.*?:? \S/gm)].map(([, term]) => term);
    for (const term of [
      'Event',
      'Session',
      'Item',
      'Group',
      'Lot',
      'Values',
      'Sale period',
      'Passkey',
      'External code',
      'Bordero',
    ])
      assert.ok(terms.includes(term), term);
    const sections = text.split(/^## /m).slice(1);
    for (const title of ['What things are', 'Units', 'Dates', 'Paging', 'What not to guess']) {
      const lines = sections.find((section) => section.startsWith(`${title}\n`))?.match(/^- /gm);
      assert.ok((lines?.length ?? 0) > 1, title);
    }
  });

  it('names tools that there are, each that changes a record, and none that is not offered', () => {
    const tools = manifest.contributes.languageModelTools.map(({ name }) => name);
    const named = new Set(text.match(/box_office_\w+/g)?.filter((name) => name !== 'box_office_'));
    assert.deepEqual(
      [...named].filter((name) => !tools.includes(name)),
      [],
    );
    const updates = toolOperations().filter(({ effect, method }) => effect === 'write' && method === 'PUT');
    assert.deepEqual(
      updates.map(toolName).filter((name) => !named.has(name)),
      [],
    );
    assert.equal(skill!.when, manifest.contributes.languageModelTools[0]?.when, 'it is offered with the tools');
  });

  it('names fields that the tools have', () => {
    const known = new Set(manifest.contributes.languageModelTools.flatMap(({ inputSchema }) => namesIn(inputSchema)));
    const isField = (name: string) => known.has(name);
    const names = quoted.filter((words) => /^[a-z][a-zA-Z]+$/.test(words) && !ownFields.includes(words));
    assert.ok(names.length > 10);
    assert.deepEqual(
      names.filter((name) => !isField(name)),
      [],
    );
  });

  it('says of units what the table says', () => {
    for (const operation of [operations.createValues, operations.updateValues] as Operation[]) {
      assert.match(fieldMeaning(operation, 'body', 'price') ?? '', /in cents/);
      for (const fee of ['feeSale', 'feeProducer'])
        assert.match(fieldMeaning(operation, 'body', fee) ?? '', /unit the interface does not name/);
    }
    for (const name of ['price', 'tax']) assert.match(fieldMeaning(operations.calculateTax, 'query', name) ?? '', /in cents/);
    assert.match(text, /`price` is an integer in \*\*cents\*\*: 120\.00 is `12000`/);
    assert.match(text, /So are `price` and `tax` of `box_office_calculate_tax`/);
    assert.match(text, /`feeSale` and `feeProducer` are integers whose unit the interface does not name/);
  });
});
