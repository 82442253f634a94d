// Every field of an item and of a passkey, once. Reader, form, cell, event file, JSON document, difference, steps and wording are derived from it.
import { aliases, ownField, type Aliases } from '../client/fields.ts';
import { l10nKey } from '../client/l10n.ts';
import type { OperationId } from '../client/index.ts';
import type { Kind } from './kinds.ts';

export type WriteId = Extract<
  OperationId,
  | 'updateItem'
  | 'createAttribute'
  | 'updateAttribute'
  | 'createSalePeriod'
  | 'updateSalePeriod'
  | 'createValues'
  | 'updateValues'
  | 'updatePasskey'
  | 'setPasskeyItems'
>;

interface FieldRow<K extends Kind = Kind> {
  readonly kind: K;
  /** What it is called everywhere, in English: the key of its name in other languages. */
  readonly label: string;
  /** What services call it; the dialect's own names come first. */
  readonly aliases: Aliases;
  /** Every write of its section carries it, where it is known. */
  readonly isSent?: true;
  /** The service works it out, or takes it only when the record is made. */
  readonly isReadOnly?: true;
  /** It is read only, and an update has it all the same: a service that replaces what it has would clear it. */
  readonly isCarried?: true;
  /** It can be taken away again. */
  readonly isClearable?: true;
  /** It stands in the file of an event, under its name. */
  readonly isInFile?: true;
}

export interface SectionRow {
  /** `self`: the record's own fields. `box`: an object in it. `rows`: a list, told apart by `key`. `pairs`: `{ key: value }`, or rows of them. `set`: ids. */
  readonly at: 'self' | 'box' | 'rows' | 'pairs' | 'set';
  readonly aliases: Aliases;
  readonly key?: string;
  readonly create?: WriteId;
  readonly update: WriteId;
  readonly fields: Readonly<Record<string, FieldRow>>;
}

export interface RecordTable {
  readonly read: 'getItem' | 'getPasskey';
  readonly create: 'createItem' | 'createPasskey';
  /** The operations that make one, or many. */
  readonly makers: readonly OperationId[];
  /** Writes to the record's own address. */
  readonly update: 'updateItem' | 'updatePasskey';
  /** What the service works out, beside the fields of the table. */
  readonly readOnly: readonly string[];
  readonly sections: Readonly<Record<string, SectionRow>>;
}

type Flags = Omit<FieldRow, 'kind' | 'label' | 'aliases'>;

function field<K extends Kind, const F extends Flags = Flags>(kind: K, label: string, names: Aliases, flags?: F) {
  return { kind, label, aliases: names, ...flags } as Pick<FieldRow<K>, 'kind' | 'label' | 'aliases'> & F;
}

const sent = { isSent: true } as const;
const inFile = { isSent: true, isInFile: true } as const;
const fixed = { isReadOnly: true } as const;
const edge = { isSent: true, isClearable: true, isInFile: true } as const;

const recordTables = {
  item: {
    read: 'getItem',
    create: 'createItem',
    makers: ['createItem'],
    update: 'updateItem',
    readOnly: ['id', 'eventDates', 'children', 'triggers', 'available'],
    sections: {
      data: {
        at: 'self',
        aliases: aliases(''),
        update: 'updateItem',
        fields: {
          name: field('text', l10nKey('Name'), aliases('name title nome label displayname titulo'), inFile),
          description: field('text', l10nKey('Description'), aliases('description descricao'), inFile),
          type: field('text', l10nKey('Type'), aliases('type'), inFile),
          quantity: field('count', l10nKey('Quantity'), aliases('quantity'), inFile),
          parent: field('id', l10nKey('Group'), aliases('parent parentid'), sent),
          hidden: field('flag', l10nKey('Hidden'), aliases('hidden'), inFile),
          archived: field('flag', l10nKey('Archived'), aliases('archived'), fixed),
          eventId: field('id', l10nKey('Event ID'), aliases('eventid'), sent),
        },
      },
      value: {
        at: 'box',
        aliases: aliases('value values'),
        create: 'createValues',
        update: 'updateValues',
        fields: {
          price: field('amount', l10nKey('Price'), aliases('price preco'), sent),
          feeSale: field('fee', l10nKey('Sale fee'), aliases('feesale'), sent),
          feeProducer: field('fee', l10nKey('Producer fee'), aliases('feeproducer'), sent),
          finalPrice: field('any', l10nKey('Final price'), aliases('finalprice totalprice'), fixed),
          taxDistribution: field('any', l10nKey('Tax distribution'), aliases('taxdistribution'), fixed),
        },
      },
      salePeriods: {
        at: 'rows',
        aliases: aliases('saleperiods salesperiods salesperiod saleperiod periods'),
        key: 'appCategoryId',
        create: 'createSalePeriod',
        update: 'updateSalePeriod',
        fields: {
          appCategoryId: field(
            'any',
            l10nKey('Application category'),
            aliases('appcategoryid applicationcategoryid appcategory applicationcategory'),
            sent,
          ),
          start: field('moment', l10nKey('Start'), aliases('start beginsales startsat startdate begin from'), sent),
          finish: field('moment', l10nKey('Finish'), aliases('finish endsales finishesat finishdate enddate end until to'), sent),
          available: field('count', l10nKey('Available'), aliases('available'), sent),
        },
      },
      attributes: {
        at: 'pairs',
        aliases: aliases('attributes'),
        key: 'key',
        create: 'createAttribute',
        update: 'updateAttribute',
        fields: {
          key: field('any', l10nKey('Key'), aliases('key'), sent),
          value: field('any', l10nKey('Value'), aliases('value'), sent),
          type: field('any', l10nKey('Type'), aliases('type'), sent),
        },
      },
    },
  },
  passkey: {
    read: 'getPasskey',
    create: 'createPasskey',
    makers: ['createPasskey', 'createPasskeys'],
    update: 'updatePasskey',
    readOnly: ['id', 'status'],
    sections: {
      data: {
        at: 'self',
        aliases: aliases(''),
        update: 'updatePasskey',
        fields: {
          eventId: field('id', l10nKey('Event ID'), aliases('eventid'), sent),
          passkey: field('text', l10nKey('Passkey'), aliases('passkey code'), inFile),
          start: field('dayOrMoment', l10nKey('Start'), aliases('start startsat startdate begin from'), edge),
          finish: field(
            'dayOrMoment',
            l10nKey('Finish'),
            aliases('finish finishesat finishdate enddate end until expires expiresat'),
            edge,
          ),
          limit: field('count', l10nKey('Limit'), aliases('limit usagelimit maximum max'), {
            ...fixed,
            isCarried: true,
            isInFile: true,
          }),
          used: field('count', l10nKey('Used'), aliases('used uses usage usedcount'), fixed),
        },
      },
      itemIds: {
        at: 'set',
        aliases: aliases('itemids items itemid'),
        update: 'setPasskeyItems',
        fields: { itemIds: field('ids', l10nKey('Items'), aliases('itemids items itemid'), sent) },
      },
    },
  },
} as const satisfies Readonly<Record<string, RecordTable>>;

export type RecordKind = keyof typeof recordTables;

type Tables = typeof recordTables;
export type SectionName<K extends RecordKind> = keyof Tables[K]['sections'] & string;
export type FieldsOf<K extends RecordKind, S extends SectionName<K>> = Tables[K]['sections'][S] extends {
  readonly fields: infer F;
}
  ? F
  : never;
export type KindOf<K extends RecordKind, S extends SectionName<K>, F extends keyof FieldsOf<K, S>> = FieldsOf<K, S>[F] extends {
  readonly kind: infer Own extends Kind;
}
  ? Own
  : never;

type DataOf<K extends RecordKind> = FieldsOf<K, 'data' & SectionName<K>>;
export type FileField<K extends RecordKind> = {
  [N in keyof DataOf<K>]: DataOf<K>[N] extends { readonly isInFile: true } ? N : never;
}[keyof DataOf<K>] &
  string;

/** The record's own fields that stand in the file of an event, in their order. */
export function fileFieldsOf<K extends RecordKind>(kind: K): readonly FileField<K>[] {
  const rows = Object.entries(sectionOf(kind, 'data').fields);
  return rows.flatMap(([name, { isInFile }]) => (isInFile ? [name as FileField<K>] : []));
}

export function tableOf(kind: RecordKind): RecordTable {
  return recordTables[kind];
}

export function sectionOf(kind: RecordKind, section: string): SectionRow {
  const row = tableOf(kind).sections[section];
  // English: it never happens, as sections are named by the table alone.
  if (!row) throw new Error(`A record of the kind ${kind} has no section ${section}.`);
  return row;
}

/** What the fields are called, by their names. */
export function fieldLabels(): ReadonlyMap<string, string> {
  const rows = Object.values<RecordTable>(recordTables).flatMap(({ sections }) => Object.values(sections));
  return new Map(rows.flatMap(({ fields }) => Object.entries(fields).map(([name, { label }]) => [name, label] as const)));
}

function fieldOf(kind: RecordKind, section: string, name: string): FieldRow | undefined {
  return ownField(sectionOf(kind, section).fields, name);
}

/** Says in another way what the field `eventId` says. */
export const besideEventId = 'event';

/** What the service works out, or takes only when a record is made: nobody edits it. */
export function isWorkedOut(kind: RecordKind, section: string, name: string): boolean {
  const isOfRecord = name === besideEventId || tableOf(kind).readOnly.includes(name);
  return fieldOf(kind, section, name)?.isReadOnly ?? (section === 'data' && isOfRecord);
}

/** Whether an update has it: a service that replaces what it has would clear it. */
export function isCarried(kind: RecordKind, section: string, name: string): boolean {
  return fieldOf(kind, section, name)?.isCarried ?? !isWorkedOut(kind, section, name);
}
