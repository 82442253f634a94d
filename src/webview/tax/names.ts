// What the parts of a tax are called. The interface names none of them, so others are shown by their own names, spaced.
import { spaced } from '../../protocol/spaced.ts';
import { t } from '../kit/l10n.ts';

export function taxName(name: string): string {
  switch (name) {
    case 'price':
      return t('Price');
    case 'tax':
      return t('Tax');
    case 'taxDistribution':
      return t("The customer's share of the tax");
    case 'customerTax':
      return t('Tax paid by the customer');
    case 'producerTax':
      return t('Tax paid by the producer');
    case 'finalPrice':
      return t('The customer pays in all');
    case 'producerReceives':
      return t('The producer receives');
    default:
      return spaced(name);
  }
}
