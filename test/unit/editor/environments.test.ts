import assert from 'node:assert/strict';
import { localEnvironment, originOf, readEnvironments } from '../../../src/editor/account/environments.ts';

const addresses = { eventUrl: 'https://stg.events.example/api', ticketUrl: 'https://stg.tickets.example' };

function problemOf(value: unknown, name = 'stg'): string | undefined {
  return readEnvironments({ [name]: value }).problems[0]?.problem;
}

describe('environments in the settings', () => {
  it('need two addresses and nothing else', () => {
    const { environments, problems } = readEnvironments({ stg: addresses });
    assert.deepEqual(problems, []);
    assert.deepEqual(environments, [
      {
        name: 'stg',
        label: 'stg',
        ...addresses,
        protected: false,
        agents: 'all',
        timeZone: undefined,
        currency: 'XXX',
        dialect: {},
      },
    ]);
  });

  it('say how each group carries its credential', () => {
    const { environments } = readEnvironments({
      stg: { ...addresses, eventCredential: ['apikey', 'usertoken'], ticketCredential: 'bearer' },
      hmla: { ...addresses, eventCredential: 'bearer' },
    });
    assert.deepEqual(environments[0]?.dialect, { token: { event: ['apikey', 'usertoken'], ticket: 'bearer' } });
    assert.deepEqual(environments[1]?.dialect, { token: { event: 'bearer' } });
  });

  it('say in a dialect what the document leaves open, which wins over older fields', () => {
    const older = { eventCredential: 'bearer', ticketCredential: 'nothing', timeZone: 'UTC', removalPayload: { old: true } };
    const dialect = {
      token: { ticket: { header: 'X-Access-Token', prefix: 'Token ' } },
      clock: 'America/Sao_Paulo',
      removal: null,
      amounts: { items: 'cents' },
    };
    const [merged, alone] = readEnvironments({
      stg: { ...addresses, ...older, dialect },
      hmla: { ...addresses, ...older },
    }).environments;
    assert.ok(merged && alone);
    assert.deepEqual(merged.dialect, { ...dialect, token: { event: 'bearer', ticket: dialect.token.ticket } });
    assert.equal(merged.timeZone, 'America/Sao_Paulo');
    assert.deepEqual(alone.dialect, { token: { event: 'bearer', ticket: 'nothing' }, clock: 'UTC', removal: { old: true } });
    assert.equal(alone.timeZone, 'UTC');
  });

  it('name a program that gives the token', () => {
    const tokenCommand = ['/usr/bin/my-token', '--for', 'stg'];
    assert.deepEqual(readEnvironments({ stg: { ...addresses, tokenCommand } }).environments[0]?.tokenCommand, tokenCommand);
  });

  const refused: [string, unknown, RegExp][] = [
    ['no object', 'https://x.example', /eventUrl and ticketUrl/],
    ['no ticketUrl', { eventUrl: addresses.eventUrl }, /^ticketUrl must be given/],
    ['an address that is no text', { ...addresses, eventUrl: 7 }, /^eventUrl must be given/],
    ['plain http', { ...addresses, ticketUrl: 'http://tickets.example' }, /^ticketUrl: /],
    ['an address with a password', { ...addresses, eventUrl: 'https://a:b@x.example' }, /^eventUrl: /],
    ['a auth that nobody knows', { ...addresses, eventCredential: 'cookie' }, /^eventCredential must be/],
    ['an empty list of parameters', { ...addresses, ticketCredential: [] }, /^ticketCredential must not be empty/],
    ['a zone that does not exist', { ...addresses, timeZone: 'Mars/Olympus' }, /^timeZone: Mars\/Olympus/],
    ['a dialect that is no object', { ...addresses, dialect: 'cents' }, /^dialect must be an object/],
    [
      'an unknown unit',
      { ...addresses, dialect: { amounts: { items: 'euro' } } },
      /^dialect\.amounts\.items must be one of: decimals, cents/,
    ],
    ['an unknown part of a dialect', { ...addresses, dialect: { colour: 1 } }, /^dialect\.colour is not a part of a dialect/],
    [
      'a header with a blank',
      { ...addresses, dialect: { token: { ticket: { header: 'X Y' } } } },
      /^dialect\.token\.ticket\.header must be the name/,
    ],
    [
      'a header of the request itself',
      { ...addresses, eventCredential: { header: 'Content-Length' } },
      /^eventCredential must be a header that/,
    ],
    ['a command that is one text', { ...addresses, tokenCommand: 'my-token --now' }, /^tokenCommand must be a list of texts/],
    ['a command without a program', { ...addresses, tokenCommand: [] }, /^tokenCommand must be a list/],
    ['a command whose program is blank', { ...addresses, tokenCommand: [' '] }, /^tokenCommand must be a list/],
    ['a say for agents that nobody knows', { ...addresses, agents: 'write' }, /^agents must be/],
    ['a currency that is none', { ...addresses, currency: 'reais' }, /^currency must be/],
  ];
  for (const [title, value, expected] of refused) {
    it(`fault 3: ${title} is refused, with the field named`, () => assert.match(problemOf(value) ?? 'no problem', expected));
  }

  it('fault 18: let agents only read where they are protected, unless they say otherwise', () => {
    const agentsIn = (value: object) => readEnvironments({ stg: { ...addresses, ...value } }).environments[0]?.agents;
    assert.equal(agentsIn({ protected: true }), 'read');
    assert.equal(agentsIn({ protected: true, agents: 'all' }), 'all');
    assert.equal(agentsIn({}), 'all');
    assert.equal(agentsIn({ agents: 'read' }), 'read');
  });

  it('cannot take the name of the local service', () => assert.match(problemOf(addresses, 'local') ?? '', /local service/));

  it('one that is wrong does not hide the others', () => {
    const { environments, problems } = readEnvironments({ broken: 1, stg: addresses });
    assert.deepEqual(
      environments.map(({ name }) => name),
      ['stg'],
    );
    assert.deepEqual(
      problems.map(({ name }) => name),
      ['broken'],
    );
  });

  for (const nothing of [undefined, null, 'x', []]) {
    it(`${JSON.stringify(nothing)} in the settings is no environment`, () =>
      assert.deepEqual(readEnvironments(nothing), { environments: [], problems: [] }));
  }

  it('the local service needs no settings', () => {
    const local = localEnvironment('Local service', {
      eventUrl: 'http://127.0.0.1:1/events-api',
      ticketUrl: 'http://127.0.0.1:2/t',
    });
    assert.equal(local.name, 'local');
    assert.equal(originOf(local, 'event'), 'http://127.0.0.1:1');
    assert.equal(originOf(local, 'ticket'), 'http://127.0.0.1:2');
    assert.equal(local.timeZone, 'America/Sao_Paulo', 'the zone of its clock');
  });

  it('fault 78: the local service gets its token from both groups: it wants it for every write', () => {
    const { dialect } = localEnvironment('Local service', {
      eventUrl: 'http://127.0.0.1:1/e',
      ticketUrl: 'http://127.0.0.1:1/t',
    });
    assert.deepEqual(dialect.token, { event: 'bearer', ticket: 'bearer' });
  });
});
