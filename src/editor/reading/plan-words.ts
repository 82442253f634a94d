// What a person reads of a plan: fields and values in the words and units of the forms, and how many changes of which kind.
import * as vscode from 'vscode';
import { operations, stringifyJson, titleOf } from '../../client/index.ts';
import { sentFields, type FieldDifference, type PlanStep } from '../../plans/index.ts';
import type { PlannedField } from '../../protocol/plan.ts';
import { centsOf, spaced } from '../../shared/text.ts';
import type { Environment } from '../account/environments.ts';
import { fieldNames } from './field-names.ts';
import { formatsFor, type Formats } from './formats.ts';

const { l10n } = vscode;

/** How an item is called that stands in a plan by its id. */
export type NameOfId = (id: unknown) => string;

export class PlanWords {
  readonly #formats: Formats;
  readonly #nameOf: (path: string) => string;

  constructor(environment: Pick<Environment, 'currency' | 'dialect'>) {
    this.#formats = formatsFor(environment, vscode.env.language);
    this.#nameOf = fieldNames(l10n.t);
  }

  label(field: string): string {
    const [, category, part] = /^salePeriods\.(.*)\.(\w+)$/s.exec(field) ?? [];
    if (category !== undefined) return l10n.t('Sale period, category {0}: {1}', category, this.#nameOf(part ?? ''));
    if (field.startsWith('salePeriods.')) return l10n.t('Sale period, category {0}', field.slice('salePeriods.'.length));
    if (field.startsWith('attributes.')) return l10n.t('Attribute {0}', spaced(field.slice('attributes.'.length)));
    if (field === 'items') return l10n.t('Items');
    return field === 'group' ? l10n.t('Group') : this.#nameOf(field);
  }

  field({ field, before, after }: FieldDifference, nameOfId?: NameOfId): PlannedField {
    const label = this.label(field);
    const [former, next] = [this.value(field, before, nameOfId), this.value(field, after, nameOfId)];
    // Times that differ in seconds alone would read alike.
    const isAlike = former !== undefined && former === next;
    const [shownBefore, shownAfter] = isAlike ? [String(before), String(after)] : [former, next];
    return {
      label,
      ...(shownBefore === undefined ? {} : { before: shownBefore }),
      ...(shownAfter === undefined ? {} : { after: shownAfter }),
    };
  }

  /** Undefined for none. */
  value(field: string, value: unknown, nameOfId: NameOfId = String): string | undefined {
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'boolean') return value ? l10n.t('yes') : l10n.t('no');
    const name = field.slice(field.lastIndexOf('.') + 1);
    if (['price', 'feeSale', 'feeProducer'].includes(field) && typeof value === 'string') {
      const cents = centsOf(value);
      return cents === undefined ? value : this.#formats.money(cents);
    }
    if (field.startsWith('attributes.')) return attributeText(value);
    if ((name === 'start' || name === 'finish') && typeof value === 'string') return this.#formats.moment(value);
    if (field === 'group') return nameOfId(value);
    if (Array.isArray(value)) return value.map(nameOfId).join(', ') || undefined;
    if (typeof value === 'number') return this.#formats.count(value);
    return cut(typeof value === 'string' ? value : stringifyJson(value));
  }

  /** One step in one line, by what it sends. */
  step(step: PlanStep): string {
    const fields = sentFields(step, this.#formats.dialect).map((difference) => {
      const { label, before, after } = this.field(difference);
      return before === undefined ? `${label}: ${after ?? ''}` : `${label}: ${before} → ${after ?? ''}`;
    });
    return [`${step.record.path} · ${titleOf(operations[step.operation])}`, ...fields].join(' · ');
  }

  moment(text: string): string {
    return this.#formats.moment(text);
  }
}

function attributeText(value: unknown): string {
  const typed = value as { readonly value?: unknown; readonly type?: string };
  return typeof value === 'object' && value !== null ? `${String(typed.value)} (${typed.type ?? ''})` : cut(String(value));
}

const maxText = 300;

function cut(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}

/** What is counted of a record. */
export interface CountedRecord {
  readonly kind: 'item' | 'passkey';
  readonly state: string;
  readonly fields: readonly Pick<FieldDifference, 'field'>[];
}

type Change = 'itemNew' | 'itemGone' | 'price' | 'period' | 'attribute' | 'item' | 'passkeyNew' | 'passkeyGone' | 'passkey';

/** Each part of a record that becomes another is a change; a new record is one. */
function changesIn({ kind, state, fields }: CountedRecord): Change[] {
  if (state === 'new') return [kind === 'item' ? 'itemNew' : 'passkeyNew'];
  if (state === 'removed') return [kind === 'item' ? 'itemGone' : 'passkeyGone'];
  if (state !== 'changed') return [];
  if (kind === 'passkey') return ['passkey'];
  const sections = fields.map(({ field }): string => {
    if (/^(?:price|feeSale|feeProducer)$/.test(field)) return 'price';
    const [, category] = /^salePeriods\.(.*)\.\w+$/s.exec(field) ?? [];
    if (category !== undefined) return `period ${category}`;
    return field.startsWith('attributes.') ? `attribute ${field}` : 'item';
  });
  return [...new Set(sections)].map((section) => section.replace(/ .*/s, '') as Change);
}

const order: readonly Change[] = [
  ...(['itemNew', 'itemGone', 'item', 'price', 'period', 'attribute', 'passkeyNew', 'passkeyGone', 'passkey'] as const),
];

export function countChanges(records: readonly CountedRecord[]): number {
  return records.reduce((sum, record) => sum + changesIn(record).length, 0);
}

/** "12 changes: 3 items new, 8 prices changed, 1 passkey new" */
export function changesText(records: readonly CountedRecord[], language = vscode.env.language): string {
  const counts = new Map<Change, number>();
  for (const change of records.flatMap(changesIn)) counts.set(change, (counts.get(change) ?? 0) + 1);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const parts = order.flatMap((change) => {
    const count = counts.get(change);
    return count === undefined ? [] : [countText(change, count, language)];
  });
  if (total === 0) return l10n.t('No changes');
  return total === 1
    ? l10n.t('1 change: {0}', parts.join(', '))
    : l10n.t('{0} changes: {1}', total.toLocaleString(language), parts.join(', '));
}

function countText(change: Change, count: number, language: string): string {
  const number = count.toLocaleString(language);
  const isOne = count === 1;
  switch (change) {
    case 'itemNew':
      return isOne ? l10n.t('1 item new') : l10n.t('{0} items new', number);
    case 'itemGone':
      return isOne ? l10n.t('1 item removed') : l10n.t('{0} items removed', number);
    case 'item':
      return isOne ? l10n.t('1 item edited') : l10n.t('{0} items edited', number);
    case 'price':
      return isOne ? l10n.t('1 price changed') : l10n.t('{0} prices changed', number);
    case 'period':
      return isOne ? l10n.t('1 sale period changed') : l10n.t('{0} sale periods changed', number);
    case 'attribute':
      return isOne ? l10n.t('1 attribute changed') : l10n.t('{0} attributes changed', number);
    case 'passkeyNew':
      return isOne ? l10n.t('1 passkey new') : l10n.t('{0} passkeys new', number);
    case 'passkeyGone':
      return isOne ? l10n.t('1 passkey deleted') : l10n.t('{0} passkeys deleted', number);
    case 'passkey':
      return isOne ? l10n.t('1 passkey changed') : l10n.t('{0} passkeys changed', number);
  }
}

/** "…; 2 things to look at" */
export function summaryText(changes: string, toLookAt: number): string {
  if (toLookAt === 0) return l10n.t('{0}.', changes);
  return toLookAt === 1
    ? l10n.t('{0}; 1 thing to look at.', changes)
    : l10n.t('{0}; {1} things to look at.', changes, toLookAt.toLocaleString(vscode.env.language));
}
