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
        auth: { event: { scheme: 'nothing' }, ticket: { scheme: 'bearer' } },
        protected: false,
        agents: 'all',
        removalPayload: undefined,
        timeZone: undefined,
        currency: 'BRL',
      },
    ]);
  });

  it('say how each group carries its credential', () => {
    const { environments } = readEnvironments({
      stg: { ...addresses, eventCredential: ['apikey', 'usertoken'], ticketCredential: 'bearer' },
      hmla: { ...addresses, eventCredential: 'bearer' },
    });
    assert.deepEqual(environments[0]?.auth.event, { scheme: 'query', names: ['apikey', 'usertoken'] });
    assert.deepEqual(environments[1]?.auth.event, { scheme: 'bearer' });
  });

  const refused: [string, unknown, RegExp][] = [
    ['no object', 'https://x.example', /eventUrl and ticketUrl/],
    ['no ticketUrl', { eventUrl: addresses.eventUrl }, /^ticketUrl must be given/],
    ['an address that is no text', { ...addresses, eventUrl: 7 }, /^eventUrl must be given/],
    ['plain http', { ...addresses, ticketUrl: 'http://tickets.example' }, /^ticketUrl: /],
    ['an address with a password', { ...addresses, eventUrl: 'https://a:b@x.example' }, /^eventUrl: /],
    ['a auth that nobody knows', { ...addresses, eventCredential: 'cookie' }, /^eventCredential must be/],
    ['an empty list of parameters', { ...addresses, ticketCredential: [] }, /^ticketCredential must be/],
    ['a zone that does not exist', { ...addresses, timeZone: 'Mars/Olympus' }, /^timeZone: Mars\/Olympus/],
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
    const { auth } = localEnvironment('Local service', {
      eventUrl: 'http://127.0.0.1:1/e',
      ticketUrl: 'http://127.0.0.1:1/t',
    });
    assert.deepEqual(auth, { event: { scheme: 'bearer' }, ticket: { scheme: 'bearer' } });
  });
});
