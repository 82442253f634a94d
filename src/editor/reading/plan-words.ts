// What a person reads of a plan: fields and values in the words and units of the forms.
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
    const [former, next] = [before, after].map((value) => this.#value(field, value, nameOfId));
    // Times that differ in seconds alone would read alike.
    const isAlike = former !== undefined && former === next;
    const [shownBefore, shownAfter] = isAlike ? [String(before), String(after)] : [former, next];
    return {
      label,
      ...(shownBefore !== undefined && { before: shownBefore }),
      ...(shownAfter !== undefined && { after: shownAfter }),
    };
  }

  /** Undefined for none. */
  #value(field: string, value: unknown, nameOfId: NameOfId = String): string | undefined {
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

/** "…; 2 things to look at" */
export function summaryText(changes: string, toLookAt: number): string {
  if (toLookAt === 0) return l10n.t('{0}.', changes);
  return toLookAt === 1
    ? l10n.t('{0}; 1 thing to look at.', changes)
    : l10n.t('{0}; {1} things to look at.', changes, toLookAt.toLocaleString(vscode.env.language));
}
