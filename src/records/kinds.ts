// The kinds of records that can be edited: which operations read and write them, and what the service works out by itself.
import { planItem, readOnlyItemFields, readOnlyValueFields } from './item-plan.ts';
import { planPasskey, readOnlyPasskeyFields } from './passkey-plan.ts';
import type { Fields, SavePlan, PlanContext, RecordKind, WriteId } from './plan.ts';

interface RecordRules {
  readonly read: 'getItem' | 'getPasskey';
  readonly create: 'createItem' | 'createPasskey';
  /** Writes to the record's own address. */
  readonly update: 'updateItem' | 'updatePasskey';
  readonly plan: (base: Fields, edited: Fields, context: PlanContext) => SavePlan;
  readonly readOnly: readonly string[];
  /** The same of the fields in `value`. */
  readonly readOnlyValues: readonly string[];
  /** By the field of the record that they write; all other fields are written by `update`. */
  readonly writers: Readonly<Record<string, WriteId>>;
}

export const recordKinds: Readonly<Record<RecordKind, RecordRules>> = {
  item: {
    read: 'getItem',
    create: 'createItem',
    update: 'updateItem',
    plan: planItem,
    readOnly: readOnlyItemFields,
    readOnlyValues: readOnlyValueFields,
    writers: { value: 'updateValues', salePeriods: 'updateSalePeriod', attributes: 'updateAttribute' },
  },
  passkey: {
    read: 'getPasskey',
    create: 'createPasskey',
    update: 'updatePasskey',
    plan: planPasskey,
    readOnly: readOnlyPasskeyFields,
    readOnlyValues: [],
    writers: { itemIds: 'setPasskeyItems' },
  },
};
