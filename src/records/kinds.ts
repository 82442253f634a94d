// The kinds of records that can be edited: which operations read and write them, and what the service works out by itself.
import { itemSection, planItem, readOnlyItemFields, readOnlyValueFields } from './item-plan.ts';
import { passkeySection, planPasskey, readOnlyPasskeyFields } from './passkey-plan.ts';
import type { Fields, SavePlan, PlanContext, RecordKind, Step, WriteId } from './plan.ts';

interface RecordRules {
  readonly read: 'getItem' | 'getPasskey';
  readonly create: 'createItem' | 'createPasskey';
  /** Writes to the record's own address. */
  readonly update: 'updateItem' | 'updatePasskey';
  readonly plan: (base: Fields, edited: Fields, context: PlanContext) => SavePlan;
  /** What would be sent for one section of a record if nothing of it were there. */
  readonly section: (record: Fields, writes: string, context: PlanContext) => Step | undefined;
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
    section: itemSection,
    readOnly: readOnlyItemFields,
    readOnlyValues: readOnlyValueFields,
    writers: { value: 'updateValues', salePeriods: 'updateSalePeriod', attributes: 'updateAttribute' },
  },
  passkey: {
    read: 'getPasskey',
    create: 'createPasskey',
    update: 'updatePasskey',
    plan: planPasskey,
    section: passkeySection,
    readOnly: readOnlyPasskeyFields,
    readOnlyValues: [],
    writers: { itemIds: 'setPasskeyItems' },
  },
};
