// What pages say alike: the names of fields, and what became of a save.
import type { FieldChange } from '../../protocol/contract.ts';
import type { SavedSection } from '../../protocol/item.ts';
import { spaced } from '../../shared/text.ts';
import { labelOf, t } from './l10n.ts';

/** The interface does not name all that a service may say: what is unknown is shown by its own name, spaced. */
export function fieldName(name: string): string {
  return labelOf(name) ?? spaced(name);
}

/** What the service says of a tax. */
export function taxName(name: string): string {
  const names: Readonly<Record<string, string>> = {
    tax: t('Tax'),
    taxDistribution: t("The customer's share of the tax"),
    customerTax: t('Tax paid by the customer'),
    producerTax: t('Tax paid by the producer'),
    finalPrice: t('The customer pays in all'),
    producerReceives: t('The producer receives'),
  };
  return (Object.hasOwn(names, name) ? names[name] : undefined) ?? fieldName(name);
}

/** What a changed field was before. */
export function formerText(text: string): string {
  const short = text.length > maxFormer ? `${text.slice(0, maxFormer)}…` : text;
  return text === '' ? t('was empty') : t('was {0}', short);
}

const maxFormer = 80;

/** What to do where something is not known of the service. */
export function describeHint(): string {
  return t('Describe Service… can tell what it is called there.');
}

type Part = Pick<SavedSection, 'state' | 'reason' | 'differences'>;

/** `name`: what was saved, or was to be. */
function partText({ state, reason = '' }: Part, name: string): string {
  switch (state) {
    case 'saved':
      return t('Saved: {0}', name);
    case 'failed':
      return reason === '' ? t('Not saved: {0}', name) : t('Not saved: {0} ({1})', name, reason);
    case 'unknown':
      return t('Unknown whether saved: {0} ({1})', name, reason);
    case 'skipped':
      return t('Not sent: {0}', name);
  }
}

interface Saved<P extends Part> {
  readonly sections: readonly P[];
  readonly isReadBack: boolean;
  readonly beyond: readonly FieldChange[];
}

/** What came of a save: `done` when all went well, and what the service shows otherwise; else a line for each part, and `left`: where the rest is. */
export function resultText<P extends Part>(
  { sections, isReadBack, beyond }: Saved<P>,
  nameOf: (part: P) => string,
  done: string,
  left: string,
): { readonly kind: 'info' | 'warning' | 'error'; readonly text: string } {
  if (sections.some(({ state }) => state !== 'saved'))
    return { kind: 'error', text: [...sections.map((part) => partText(part, nameOf(part))), left].join('\n') };
  if (!isReadBack) return { kind: 'warning', text: `${done} ${t('It could not be read back.')}` };
  const different = sections.flatMap(({ differences = [] }) => differences);
  if (different.length + beyond.length === 0) return { kind: 'info', text: done };
  const lines = [
    ...different.map(({ field, expected = '', found, isUnshown }) =>
      isUnshown
        ? t('{0}: {1} was sent, and the service does not show it.', changedName(field), expected)
        : found === undefined
          ? t('{0}: {1} was sent, and the service shows none.', changedName(field), expected)
          : t('{0}: {1} was sent, and the service shows {2}.', changedName(field), expected, found),
    ),
    ...beyond.map(({ field, expected = t('nothing'), found = t('nothing') }) =>
      t('{0} is another than before, though nobody edited it: {1} before, {2} now.', changedName(field), expected, found),
    ),
  ];
  return { kind: 'warning', text: [done, ...lines].join('\n') };
}

/** `value.price` is the price; of a longer path each part counts. */
function changedName(field: string): string {
  const parts = field.split('.').filter((part) => part !== 'value');
  return parts.length === 1 ? fieldName(parts[0] ?? '') : field;
}

export function leftOutText(names: string): string {
  return t('Left out, because nothing shows that they belong to this event: {0}.', names);
}
