import assert from 'node:assert/strict';
import { taxName } from '../../../src/webview/kit/texts.ts';

describe('the parts of a tax', () => {
  it('are called as in the form of an item', () => {
    assert.deepEqual(
      ['price', 'tax', 'taxDistribution', 'customerTax', 'producerTax', 'finalPrice', 'producerReceives'].map(taxName),
      [
        'Price',
        'Tax',
        "The customer's share of the tax",
        'Tax paid by the customer',
        'Tax paid by the producer',
        'The customer pays in all',
        'The producer receives',
      ],
    );
  });

  it('are spaced where nobody knows them', () => {
    assert.deepEqual(['serviceFeeRate', 'tax_2', 'IOF', 'já pago', ''].map(taxName), [
      'Service fee rate',
      'Tax 2',
      'IOF',
      'Já pago',
      '',
    ]);
  });
});
