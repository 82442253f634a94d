import assert from 'node:assert/strict';
import { centsOf, hasCode, readDialect } from '../../../src/client/dialect.ts';
import { aliases, namesOf } from '../../../src/client/fields.ts';

const problemOf = (value: unknown) => {
  const result = readDialect(value);
  return 'problem' in result ? result.problem : undefined;
};

describe('the dialect of an environment', () => {
  const full = {
    token: { event: { header: 'X-Api-Key', own: true }, ticket: { header: 'X-Access-Token', prefix: '' } },
    amounts: { items: 'cents', tickets: 'decimals', fees: 'number', tax: 'text', reports: 'whole' },
    paging: { by: 'offset', page: 'skip', size: 'take', first: 0, largest: 50, beyond: ['E9'] },
    fields: { value: 'amounts', salePeriods: ['sales', 'windows'] },
    clock: 'America/Manaus',
    put: 'replaces',
    codesOfTicket: 'name',
    removal: { active: false },
    errors: { signIn: ['2005'], notFound: ['E4*'], forbidden: ['2*'], refused: ['1*'], failed: ['3*'] },
    success: { failure: { field: 'ok', value: false }, accepted: 'later' },
    featured: { method: 'list', state: 'SP' },
    categories: ['festivals'],
  };

  it('is read as it is given, and may leave everything open', () => {
    assert.deepEqual(readDialect(full), { dialect: full });
    assert.deepEqual(readDialect({}), { dialect: {} });
    assert.deepEqual(readDialect({ removal: null }), { dialect: { removal: null } });
  });

  const refused: [unknown, RegExp][] = [
    [{ amounts: { items: 'euros' } }, /^amounts\.items must be one of: decimals, cents, whole, text$/],
    [{ amounts: { items: 'number' } }, /^amounts\.items must be/],
    [{ amounts: { fees: 1 } }, /^amounts\.fees must be one of: decimals, cents, whole, text, number$/],
    [{ amounts: { crew: 'cents' } }, /^amounts\.crew is not a part of a dialect$/],
    [{ paging: { by: 'links' } }, /^paging\.by must be one of: page, offset, cursor, none$/],
    [{ paging: { first: 2 } }, /^paging\.first must be one of: 0, 1$/],
    [{ paging: { largest: 0 } }, /^paging\.largest must be a whole number of at least 1$/],
    [{ paging: { largest: 1.5 } }, /^paging\.largest must be a whole number of at least 1$/],
    [{ paging: { page: '' } }, /^paging\.page must not be empty$/],
    [{ fields: { value: 5 } }, /^fields\.value must be text$/],
    [{ fields: { colour: 'x' } }, /^fields\.colour is not a part of a dialect$/],
    [{ clock: 'Mars/Olympus' }, /^clock must be the name of a time zone/],
    [{ put: 'appends' }, /^put must be one of: merges, replaces$/],
    [{ codesOfTicket: 5 }, /^codesOfTicket must be text$/],
    [{ errors: { signIn: [2005] } }, /^errors\.signIn\.0 must be text$/],
    [{ errors: { signIn: '2005' } }, /^errors\.signIn must be a list$/],
    [{ errors: { refused: [] } }, /^errors\.refused must not be empty$/],
    [{ errors: { other: ['1'] } }, /^errors\.other is not a part of a dialect$/],
    [{ paging: { beyond: '2004' } }, /^paging\.beyond must be a list$/],
    [{ success: { accepted: 'soon' } }, /^success\.accepted must be one of: done, later$/],
    [{ success: { failure: { field: 'ok', value: {} } } }, /^success\.failure\.value must be text, a number or true or false$/],
    [{ token: { ticket: { header: 'X Token' } } }, /^token\.ticket/],
    [{ tokens: {} }, /^tokens is not a part of a dialect$/],
  ];
  for (const [value, expected] of refused)
    it(`names what is wrong in ${JSON.stringify(value)}`, () => assert.match(problemOf(value) ?? 'nothing', expected));

  it('is an object', () => {
    for (const value of [undefined, null, 'cents', 5, []])
      assert.equal(problemOf(value), 'must be an object', JSON.stringify(value));
  });
});

describe('a list of codes', () => {
  it('has a code that it names, and every code that begins as one with a star', () => {
    const codes = ['2005', 'E4*'];
    for (const code of ['2005', 'E4', 'E40', 'E4-x']) assert.equal(hasCode(codes, code), true, code);
    for (const code of ['20050', '200', 'E5', 'e40', '', undefined]) assert.equal(hasCode(codes, code), false, code);
    assert.equal(hasCode(undefined, '2005'), false);
    assert.equal(hasCode(['*'], 'any'), true);
    assert.equal(hasCode(['*'], undefined), false);
  });
});

describe('amounts in cents', () => {
  type Unit = Parameters<typeof centsOf>[1];
  const table: [Unit, [unknown, number | undefined][]][] = [
    [
      'cents',
      [
        [12000, 12000],
        ['12000', 12000],
        [-150, -150],
        [0, 0],
        [120.5, undefined],
        ['120.50', undefined],
        ['12,000', undefined],
      ],
    ],
    [
      'whole',
      [
        [120, 12000],
        ['120', 12000],
        [120.5, undefined],
      ],
    ],
    [
      'decimals',
      [
        [120, 12000],
        [120.5, 12050],
        [0.29, 29],
        [-1.5, -150],
        ['120.50', 12050],
        ['120', 12000],
        [1.005, undefined],
        [0.1 + 0.2, undefined],
        [1e21, undefined],
        ['1.005', undefined],
        ['1,005', undefined],
      ],
    ],
    [
      'text',
      [
        ['120,50', 12050],
        ['120.50', 12050],
        ['120', 12000],
        ['1.200,00', 120000],
        ['1,200.00', 120000],
        ['1.200', 120000],
        ['1 200,00', 120000],
        ['1\u00a0200,00', 120000],
        ['1.234.567,89', 123456789],
        ['R$ 1.200,00', 120000],
        ['R$1.200,00', 120000],
        ['€ 12,50', 1250],
        ['$12.50', 1250],
        ['BRL 12,50', 1250],
        ['-12,50', -1250],
        ['0,00', 0],
        ['12,5', 1250],
        ['free', undefined],
        ['', undefined],
        ['12,505.5.5', undefined],
        ['0x10', undefined],
        ['1e3', undefined],
      ],
    ],
    [
      undefined,
      [
        [120, undefined],
        ['120', undefined],
        ['1.200', undefined],
        [120.5, 12050],
        ['120,50', 12050],
        ['R$ 1.200,00', 120000],
        [1.005, undefined],
      ],
    ],
    [
      'number',
      [
        [12, undefined],
        ['12,50', undefined],
      ],
    ],
  ];
  for (const [unit, cases] of table)
    for (const [amount, cents] of cases)
      it(`of ${JSON.stringify(amount)} read as ${unit ?? 'nobody knows what'}: ${cents ?? 'none'}`, () =>
        assert.equal(centsOf(amount, unit), cents));

  it('of what is no amount: none, whatever the unit', () => {
    for (const amount of [null, undefined, true, {}, [], NaN, Infinity, '', ' '])
      for (const unit of ['cents', 'whole', 'decimals', 'text', 'number', undefined] as const)
        assert.equal(centsOf(amount, unit), undefined, `${JSON.stringify(amount)} as ${unit}`);
  });
});

describe('the names of a field', () => {
  it('are those that are known', () => {
    assert.deepEqual([...namesOf({}, 'value', aliases('value values')).keys()], ['value', 'values']);
  });

  it('begin with those of the dialect, however they are written', () => {
    const dialect = { fields: { value: ['Sale_Amounts', 'preco'] } };
    assert.deepEqual([...namesOf(dialect, 'value', aliases('value values')).keys()], ['saleamounts', 'preco', 'value', 'values']);
    assert.deepEqual([...namesOf({ fields: { value: 'amounts' } }, 'value', aliases('value')).keys()], ['amounts', 'value']);
    assert.deepEqual([...namesOf(dialect, 'price', aliases('price')).keys()], ['price']);
  });

  it('are made once for a dialect and a table', () => {
    const dialect = { fields: { start: 'opens' } };
    const known = aliases('start');
    assert.equal(namesOf(dialect, 'start', known), namesOf(dialect, 'start', known));
    assert.notEqual(namesOf(dialect, 'start', aliases('start')), namesOf(dialect, 'start', aliases('start begin')));
  });
});
