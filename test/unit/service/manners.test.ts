import assert from 'node:assert/strict';
import { readDialect, type Dialect } from '../../../src/client/index.ts';
import { mannerNames, mannersOf, mannerWords, parseManners, type ServiceManners } from '../../../src/service/index.ts';

describe('the words for manners', () => {
  const table: [string, ServiceManners][] = [
    ['', {}],
    ['cents', { amounts: { items: 'cents', tickets: 'cents' } }],
    [
      'text-comma, tax=decimals ,reports=whole,fees=number',
      {
        amounts: { items: 'text-comma', tickets: 'text-comma', tax: 'decimals', reports: 'whole', fees: 'number' },
      },
    ],
    [
      'snake_case,values,sales-periods,voucher',
      {
        snakeCase: true,
        names: { value: 'values', salePeriods: 'salesPeriods', code: 'voucher' },
      },
    ],
    ['rename=a:b,rename=c:d', { rename: { a: 'b', c: 'd' } }],
    [
      'cap=50,zero-based,page-names=p:per_page,no-total',
      {
        paging: { cap: 50, first: 0, page: 'p', size: 'per_page', noTotal: true },
      },
    ],
    ['offset,cap=7', { paging: { by: 'offset', cap: 7 } }],
    ['accepted', { acceptedAfter: 0 }],
    ['accepted=20,forget=43', { acceptedAfter: 20, forget: 43 }],
    ['removal=archived:true,removal=reason:gone', { removal: { archived: true, reason: 'gone' } }],
    ['token-header=X-Access-Token,token-prefix=Token ', { token: { header: 'X-Access-Token', prefix: 'Token ' } }],
    [
      'token-query=key,event-header=X-Api-Key,event-token',
      {
        token: { query: ['key'] },
        eventKey: { header: 'X-Api-Key' },
        eventToken: true,
      },
    ],
    ['cents,cents', { amounts: { items: 'cents', tickets: 'cents' } }],
    ['times=utc,clock=America/Manaus', { times: 'utc', clock: 'America/Manaus' }],
  ];
  for (const [text, manners] of table)
    it(`"${text}" mean ${JSON.stringify(manners)}`, () => assert.deepEqual(parseManners(text), manners));

  const mistakes: [string, RegExp][] = [
    ['cents,pages', /^Error: "pages" is not a manner\. The known ones are seen, bare, .*read-fails-after-create\.$/],
    ['cap', /"cap" is not a manner: write cap=N\./],
    ['cap=0', /"cap=0" is not a manner: cap takes a whole number from 1\./],
    ['cents=1', /"cents=1" is not a manner: write cents without a value\./],
    ['tax=pounds', /tax takes one of cents, decimals, whole, text, text-comma\./],
    ['rename=a', /rename takes two names with a colon between them\./],
    ['token-header=a b', /token-header takes the name of a header\./],
    ['clock=Mars', /clock takes a time zone/],
    ['cents,text', /"text" and "cents" cannot both hold\./],
    ['offset,cursor', /"cursor" and "offset" cannot both hold\./],
    ['token-header=X,ticket-public', /"ticket-public" and "token-header=X" cannot both hold\./],
    ['ticket-public,token-header=X', /"token-header=X" and "ticket-public" cannot both hold\./],
  ];
  for (const [text, message] of mistakes)
    it(`"${text}" are refused, and the wrong one is named`, () => assert.throws(() => parseManners(text), message));

  it('are listed, each with its form', () => {
    assert.equal(new Set(mannerNames).size, mannerNames.length);
    assert.deepEqual(
      mannerWords.map(({ name }) => name),
      mannerNames,
    );
    for (const { name, form } of mannerWords) assert.ok(form.startsWith(name), form);
  });
});

describe('the manners of a recorded dialect', () => {
  const whole: Dialect = {
    amounts: { items: 'cents', fees: 'number', reports: 'whole' },
    paging: { by: 'offset', page: 'from', size: 'count', largest: 30 },
    fields: { salePeriods: 'periods', itemIds: ['tickets', 'items'] },
    clock: 'America/Manaus',
    put: 'replaces',
    codesOfTicket: 'ticket',
    removal: { archived: true },
    success: { failure: { field: 'success', value: 0 }, accepted: 'later' },
    token: { ticket: { header: 'X-Token' }, event: { header: 'X-Api-Key', own: true } },
    featured: { method: 'all' },
    categories: ['concerts'],
  };

  it('are all of its parts that a service can have', () => {
    assert.ok('dialect' in readDialect(whole));
    assert.deepEqual(mannersOf(whole), {
      amounts: { items: 'cents', fees: 'number', reports: 'whole' },
      paging: { by: 'offset', page: 'from', size: 'count', cap: 30 },
      names: { salePeriods: 'periods', itemIds: 'tickets' },
      clock: 'America/Manaus',
      put: 'replaces',
      codesOfTicket: 'ticket',
      removal: { archived: true },
      failure: { field: 'success', value: 0 },
      acceptedAfter: 500,
      token: { header: 'X-Token', prefix: '' },
      eventKey: { header: 'X-Api-Key', prefix: '' },
    });
  });

  const credentials: [Dialect['token'], ServiceManners][] = [
    [
      { ticket: 'bearer', event: 'nothing' },
      { token: { header: 'Authorization' }, eventToken: false },
    ],
    [
      { ticket: 'nothing', event: 'bearer' },
      { token: 'nothing', eventToken: { header: 'Authorization' } },
    ],
    [{ ticket: { query: 'token' } }, { token: { query: ['token'] } }],
    [{ event: ['apikey', 'usertoken'] }, { eventKey: { query: ['apikey', 'usertoken'] } }],
    [{ event: { query: 'key', own: true } }, { eventKey: { query: ['key'] } }],
    [{ event: { header: 'X-Token', prefix: 'T ' } }, { eventToken: { header: 'X-Token', prefix: 'T ' } }],
  ];
  for (const [token, manners] of credentials)
    it(`have the credential ${JSON.stringify(token)}`, () =>
      assert.deepEqual(mannersOf({ ...(token ? { token } : {}) }), manners));

  it('are none for one that knows nothing', () => assert.deepEqual(mannersOf({}), {}));
});
