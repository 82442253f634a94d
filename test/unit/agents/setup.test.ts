import assert from 'node:assert/strict';
import type { Dialect } from '../../../src/client/index.ts';
import { dialectForReading, secretsOf, setupFrom } from '../../../src/agents/setup.ts';

const where = { BOX_OFFICE_EVENT_URL: 'https://events.example', BOX_OFFICE_TICKET_URL: 'https://tickets.example' };
const problemOf = (variables: Record<string, string>) => {
  const setup = setupFrom({ ...where, ...variables });
  assert.ok('problem' in setup, JSON.stringify(setup));
  return setup.problem;
};

describe('the environment of the tools for other programs', () => {
  it('has what is known of the service and every secret of it', () => {
    const token = { event: ['key', 'user'], ticket: { query: 'jwt' } };
    const setup = setupFrom({
      ...where,
      BOX_OFFICE_TOKEN: 'the-token',
      BOX_OFFICE_DIALECT: JSON.stringify({ token }),
      BOX_OFFICE_EVENT_KEYS: '{"key":"first-key","user":"second-key"}',
    });
    assert.ok(!('problem' in setup));
    assert.deepEqual(setup.dialect, { token });
    assert.deepEqual(secretsOf(setup), ['the-token', 'first-key', 'second-key']);
  });

  it('says what is wrong with it, and no secret', () => {
    const dialect = JSON.stringify({ token: { ticket: { header: 'X-Key', own: true } } });
    assert.equal(
      problemOf({ BOX_OFFICE_DIALECT: dialect }),
      'Set BOX_OFFICE_TICKET_KEYS to {"X-Key":"(your key)"}: the ticket group wants it.',
    );
    assert.match(problemOf({ BOX_OFFICE_DIALECT: '{' }), /^BOX_OFFICE_DIALECT cannot be used/);
    assert.match(problemOf({ BOX_OFFICE_DIALECT: '{"token":{"event":"basic"}}' }), /token\.event must be/);
    const secrets = ['{"X-Key": "hush', '["hush"]', '{"X-Key":{"a":"hush"}}', '{"X-Key":"hush\\u200b"}', 'hush'];
    for (const text of secrets) {
      const said = problemOf({ BOX_OFFICE_DIALECT: dialect, BOX_OFFICE_TICKET_KEYS: text });
      assert.match(said, /BOX_OFFICE_TICKET_KEYS/, text);
      assert.doesNotMatch(said, /hush/, text);
    }
  });

  it('takes a secret by the name of its variable, and none where that is not set', () => {
    const dialect = JSON.stringify({ token: { event: { header: 'X-Key', own: true } } });
    for (const write of [(name: string) => `\${${name}}`, (name: string) => `\${env:${name}}`]) {
      const variables = {
        BOX_OFFICE_DIALECT: dialect,
        BOX_OFFICE_TOKEN: write('OF_STG'),
        BOX_OFFICE_EVENT_KEYS: JSON.stringify({ 'X-Key': write('KEY_OF_STG') }),
      };
      const setup = setupFrom({ ...where, ...variables, OF_STG: 'the-token', KEY_OF_STG: 'the-key' });
      assert.ok(!('problem' in setup));
      assert.deepEqual(secretsOf(setup), ['the-token', 'the-key']);
      assert.match(problemOf({ ...variables, KEY_OF_STG: 'the-key' }), /^BOX_OFFICE_TOKEN refers to the variable OF_STG, /);
      assert.match(
        problemOf({ ...variables, OF_STG: 'the-token' }),
        /^BOX_OFFICE_EVENT_KEYS refers to the variable KEY_OF_STG, /,
      );
    }
    assert.match(
      problemOf({ BOX_OFFICE_TOKEN: '${BOX_OFFICE_TOKEN}' }),
      /refers to the variable BOX_OFFICE_TOKEN, which is not set/,
    );
    assert.match(problemOf({ BOX_OFFICE_TOKEN: '${input:OF_STG}', OF_STG: 'x' }), /which is not set/);
  });

  it('is given every part that reading needs, and none that a program which only reads has no use for', () => {
    const reading: Dialect = {
      token: { event: 'bearer' },
      amounts: { items: 'cents' },
      paging: { first: 1 },
      fields: { price: 'preco' },
      success: { accepted: 'later' },
    };
    assert.deepEqual(dialectForReading({ ...reading, removal: { archived: true }, clock: 'UTC', put: 'merges' }), reading);
  });
});
