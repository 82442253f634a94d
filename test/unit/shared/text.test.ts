import assert from 'node:assert/strict';
import { centsOf, editableMoney, moneyText } from '../../../src/shared/text.ts';

describe('money', () => {
  const typed: [string, number | undefined][] = [
    ['120', 12000],
    ['120,5', 12050],
    ['120.50', 12050],
    ['R$ 1.234,56', 123456],
    ['1,234.56', 123456],
    ['1.234', 123400],
    ['0,01', 1],
    [',5', 50],
    ['-3,00', -300],
    ['-0', 0],
    ['', undefined],
    ['12,345,6', undefined],
    ['1e5', undefined],
    ['12,', undefined],
    ['NaN', undefined],
    ['99999999999999999', undefined],
  ];
  for (const [text, cents] of typed) {
    it(`"${text}" is ${cents === undefined ? 'no amount' : `${cents} cents`}`, () => assert.equal(centsOf(text), cents));
  }

  it('what is shown for editing reads back as itself, in every language', () => {
    for (const language of ['pt-BR', 'en', 'de', 'fr']) {
      for (const cents of [0, 1, 10, 99, 100, 12050, 123456789, -250]) {
        assert.equal(centsOf(editableMoney(cents, language)), cents, `${language} ${editableMoney(cents, language)}`);
      }
    }
  });

  it('is shown in the currency and the language', () => {
    assert.equal(moneyText(123456, 'BRL', 'pt-BR').replace(/\u00a0/g, ' '), 'R$ 1.234,56');
    assert.equal(moneyText(123456, 'USD', 'en'), '$1,234.56');
  });
});
